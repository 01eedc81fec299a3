"""FLEX_BODY: a flexible body described by modes.

    FLEX_BODY/id [, QG=..] [, REULER=..] [, MATRIX data and modes ...]

Position      node P with modal coordinates q: r = X + A (s_P + Phi_P q)                               (1)
Kept          read, written back and shown; not simulated: the mode data sit in a file this program does not read.
References    Craig, Bampton (1968), AIAA J. 6, 1313-1319.  Adams: FLEX_BODY.
"""

from __future__ import annotations

from bellcrank.elements.parts.part import Body
from bellcrank.registry import element
from bellcrank.schema.fields import expression, integer, quantity, reference, references, text, vector, words


@element("FLEX_BODY")
class FlexBody(Body):
    """A flexible body with modal coordinates."""

    plural = "flex_bodies"
    open_arguments = True

    wx: float | None = quantity("angle/time", doc="Initial angular velocity, x component")
    wy: float | None = quantity("angle/time", doc="Initial angular velocity, y component")
    wz: float | None = quantity("angle/time", doc="Initial angular velocity, z component")
    vm: int | None = reference("MARKER", doc="Marker on whose axes VX, VY, VZ are given")
    wm: int | None = reference("MARKER", doc="Marker on whose axes WX, WY, WZ are given")
    exact: tuple[str, ...] = words("X Y Z PSI THETA PHI", (), limit=6, doc="Coordinates assembly should not change")
    cm: int | None = reference("MARKER", doc="Marker at the mass centre")
    mass: int | None = reference("MATRIX", doc="Matrix of generalised masses")
    gstiff: int | None = reference("MATRIX", doc="Matrix of generalised stiffnesses")
    modes: int | None = reference("MATRIX", doc="Matrix of mode numbers")
    selmod: int | None = reference("MATRIX", doc="Matrix of the selected modes")
    matrices: str = text(doc="File of the matrices")
    matrix: tuple[int, ...] | None = references("MATRIX", doc="Matrices of the body")
    invar_1: int | None = reference("MATRIX", doc="Inertia invariant 1")
    invar_2: int | None = reference("MATRIX", doc="Inertia invariant 2")
    invar_3: int | None = reference("MATRIX", doc="Inertia invariant 3")
    invar_4: int | None = reference("MATRIX", doc="Inertia invariant 4")
    invar_5: int | None = reference("MATRIX", doc="Inertia invariant 5")
    invar_6: int | None = reference("MATRIX", doc="Inertia invariant 6")
    invar_7: int | None = reference("MATRIX", doc="Inertia invariant 7")
    invar_8: int | None = reference("MATRIX", doc="Inertia invariant 8")
    invar_9: int | None = reference("MATRIX", doc="Inertia invariant 9")
    invariants: str = text(doc="Which invariants are used")
    mnf_file: str = text(doc="File of the modal data")
    file: str = text(doc="File of the modal data")
    damping: str = text(doc="Damping of the modes")
    cratio: object = expression("", doc="Ratio of the modal damping to the critical one")
    routine: str = text(doc="Library and name of the user subroutine")
    qmodes: tuple[float, ...] | None = vector(None, count=None, doc="Initial modal displacements")
    umodes: tuple[float, ...] | None = vector(None, count=None, doc="Initial modal velocities")
    number_of_modes: int | None = integer(doc="Number of modes")
