"""UCON: a constraint from a user subroutine.

    UCON/id, FUNCTION=USER(r1[,...,r30]) [, ROUTINE=lib::sub]

Kept          read, written back and shown; the subroutine UCOSUB is not called.
References    Adams: UCON.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, references, text


@element("UCON")
class Ucon(Element):
    """A constraint from a user subroutine."""

    function: Expression = expression(None, required=True, doc="USER(...)")
    parts: tuple[int, ...] | None = references("PART", doc="The constrained parts")
    interface: str = text(doc="Names of the user subroutines")
    routine: str = text(doc="Library and name of the user subroutine")

    def equations(self) -> int:
        return 1
