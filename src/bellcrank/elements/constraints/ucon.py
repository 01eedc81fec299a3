"""UCON: a constraint from a user subroutine.

    UCON/id, FUNCTION=USER(r1[,...,r30]) [, ROUTINE=lib::sub]

Equation      f(par, x1, ..., xn) = 0, x the declared measures of a Python function (UCOSUB)           (1)
              Its derivatives by positions and time are those of f by the measures; velocities make it non-holonomic.
Removes       1 degree of freedom
Fails when    a measure has no rate (accelerations, forces): a constraint is differentiated in time.
References    Adams: UCON.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, references, text
from bellcrank.schema.vocabulary import Vocabulary


@element("UCON")
class Ucon(Element):
    """A constraint from a user subroutine."""

    result_type = "User_Constraint"
    rank = 14
    subroutines = {"function": ("UCOSUB", ())}

    function: Expression = expression(None, required=True, doc="USER(...)")
    parts: tuple[int, ...] | None = references("PART", doc="The constrained parts")
    interface: str = text(doc="Names of the user subroutines")
    routine: str = text(doc="Library and name of the user subroutine")

    def equations(self) -> int:
        return 1

    def lower(self, to: Vocabulary) -> None:
        to.hold(self, 0, 0, self.function, "USER")
