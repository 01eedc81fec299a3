"""DIFF: a differential equation of first order.

    DIFF/id [, IC=r0[,r1]] [, IMPLICIT] [, STATIC_HOLD], FUNCTION=e [, ROUTINE=lib::sub]

Equation      explicit x' = e;  IMPLICIT e(x, x', ...) = 0                                              (1)
Algebraic     an IMPLICIT one whose rate DIF1(id) stands in no such equation has no state: e = 0 is solved for x at
              every instant, with IC as the first guess, and its rate, where others read it, from e' = 0         (2)
Statics       x' = 0, so e = 0 is solved; with STATIC_HOLD x keeps its value.
Read by       DIF(id), DIF1(id)
References    Adams: DIFF.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, text, vector
from bellcrank.schema.vocabulary import Vocabulary


@element("DIFF")
class Diff(Element):
    """A differential equation of first order."""

    subroutines = {"function": ("DIFSUB", ())}

    implicit: bool = flag("The function is an equation that contains DIF1(id)")
    static_hold: bool = flag("The state keeps its value in static analyses")
    ic: tuple[float, ...] = vector(None, (0.0,), count=(1, 2), doc="Initial value, and a first guess of its rate")
    function: Expression = expression(None, required=True, doc="The rate of change, or the equation")
    routine: str = text(doc="Library and name of the user subroutine")

    def lower(self, to: Vocabulary) -> None:
        to.diff(self, self.function, self.ic[0], self.implicit, *self.ic[1:])
