"""OUTPUT: which files are written, and how numbers are printed.

    OUTPUT/ [REQSAVE] [, GRSAVE] [, NOPRINT] [, NOSEPARATOR] [, YPR] [, DSCALE=r1,r2] ...

References    Adams: OUTPUT.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, one_of, quantity, text, vector


@element("OUTPUT")
class Output(Element):
    """Which files are written, and how numbers are printed."""

    plural = "outputs"
    numbered = False
    passive = True
    open_arguments = True

    reqsave: bool = flag("Write the request file")
    grsave: bool = flag("Write the graphics file")
    icsave: bool = flag("Save the initial conditions")
    chart: bool = flag("Print charts")
    printing: str = one_of("PRINT NOPRINT", "PRINT", doc="Whether request tables are printed")
    fixed: bool = flag("Fixed point numbers")
    osformat: bool = flag("Format of the operating system")
    ypr: bool = flag("Yaw, pitch, roll angles instead of 3-1-3 angles")
    teletype: bool = flag("72 columns")
    separator: str = one_of("SEPARATOR NOSEPARATOR", "NOSEPARATOR", doc="A mark in the files where the model changes")
    dscale: tuple[float, ...] | None = vector("", count=(1, 2), doc="Scale of displacements and angles")
    vscale: tuple[float, ...] | None = vector("", count=(1, 2), doc="Scale of velocities")
    ascale: tuple[float, ...] | None = vector("", count=(1, 2), doc="Scale of accelerations")
    fscale: tuple[float, ...] | None = vector("", count=(1, 2), doc="Scale of forces and torques")
    dzero: float | None = quantity("", doc="Displacements below are printed as 0")
    vzero: float | None = quantity("", doc="Velocities below are printed as 0")
    azero: float | None = quantity("", doc="Accelerations below are printed as 0")
    fzero: float | None = quantity("", doc="Forces below are printed as 0")
    loads: str = text(doc="Loads for finite element programs")
