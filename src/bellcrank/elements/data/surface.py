"""SURFACE: a surface from a user subroutine.

    SURFACE/id [, UMINPAR=r] ..., FUNCTION=USER(..) [, ROUTINE=lib::sub]

Kept          read, written back and shown; not simulated.
References    Adams: SURFACE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, quantity, text


@element("SURFACE")
class Surface(Element):
    """A surface from a user subroutine."""

    open_arguments = True

    uclosed: bool = flag("Closed in u")
    vclosed: bool = flag("Closed in v")
    uminpar: float | None = quantity("", doc="Smallest u")
    umaxpar: float | None = quantity("", doc="Largest u")
    vminpar: float | None = quantity("", doc="Smallest v")
    vmaxpar: float | None = quantity("", doc="Largest v")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")
