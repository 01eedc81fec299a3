"""LINEAR: small motions about the present state.

    LINEAR/EIGENSOL [, NODAMPIN] [, NOVECTOR] [, COORDS=i1,i2] [, KINETIC=i1,i2] ...
    LINEAR/STATEMAT, FILE=c [, FORMAT={MATRIXX|MATLAB}] [, PINPUT=id] [, POUTPUT=id]
    LINEAR/MKB, FILE=c

References    Sohoni, Whitesell (1986), J. Mech. Transm. Autom. Des. 108, 300-304.  Adams: LINEAR.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import choice, flag, integers, one_of, reference, text


@command("LINEAR")
class Linear(Command):
    """Eigenvalues, modes, state matrices."""

    analysis: str = one_of("EIGENSOL STATEMAT MKB NASTRAN_EXPORT", required=True, doc="What is computed")
    nodampin: bool = flag("Without damping", others=("NODAMPING",))
    novector: bool = flag("Without mode shapes", others=("NOVECTORS",))
    original: bool = flag("Original choice of states")
    coords: tuple[int, ...] | None = integers(count=(1, 2), doc="Modes whose shapes are printed, from - to")
    energy: tuple[int, ...] | None = integers(count=(1, 2), doc="Modes with energy tables, from - to")
    kinetic: tuple[int, ...] | None = integers(count=(1, 2), doc="Modes with kinetic energies, from - to")
    strain: tuple[int, ...] | None = integers(count=(1, 2), doc="Modes with strain energies, from - to")
    dissipative: tuple[int, ...] | None = integers(count=(1, 2), doc="Modes with dissipated energies, from - to")
    file: str = text(doc="File of the matrices")
    format: str | None = choice("MATRIXX MATLAB", doc="Format of the file")
    pinput: int | None = reference("PINPUT", doc="Inputs")
    poutput: int | None = reference("POUTPUT", doc="Outputs")
    pstate: int | None = reference("PSTATE", doc="States")
    rm: int | None = reference("MARKER", doc="Reference marker")
