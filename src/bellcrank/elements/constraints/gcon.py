"""GCON: a general constraint.

    GCON/id [, I=id], FUNCTION=e

Equation      e(q, q', t) = 0; holonomic where no velocity appears                                     (1)
Reaction      lambda de/dq, or lambda de/dq' where velocities appear
Removes       1 degree of freedom
References    Haug (1989), 9.4 (constraint equations).  Adams: GCON.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, reference
from bellcrank.schema.vocabulary import Vocabulary


@element("GCON")
class Gcon(Element):
    """An expression that stays zero."""

    result_type = "General_Constraint"
    rank = 13

    i: int | None = reference("MARKER", doc="Marker at which the reaction is reported")
    function: Expression = expression(None, required=True, doc="The expression that is kept at zero")

    def equations(self) -> int:
        return 1

    def lower(self, to: Vocabulary) -> None:
        to.hold(self, self.i or 0, 0, self.function, "function")
