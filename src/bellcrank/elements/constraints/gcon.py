"""GCON: a general constraint.

    GCON/id [, I=id], FUNCTION=e

Equation      e(q, q', t) = 0; holonomic where no velocity appears                                     (1)
Reaction      lambda de/dq, or lambda de/dq' where velocities appear
Removes       1 degree of freedom
References    Haug (1989), 9.4 (constraint equations).  Adams: GCON.
"""

from __future__ import annotations

from typing import Any

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, reference


@element("GCON")
class Gcon(Element):
    """An expression that stays zero."""

    i: int | None = reference("MARKER", doc="Marker at which the reaction is reported")
    function: Expression = expression(None, required=True, doc="The expression that is kept at zero")

    def equations(self) -> int:
        return 1

    def lower(self, builder: Any) -> None:
        builder.hold(self, self.i or 0, 0, self.function, "function")
