"""VARIABLE: an algebraic unknown.

    VARIABLE/id [, IC=r], FUNCTION=e [, AUTOBALANCE=c] [, ROUTINE=lib::sub]

Equation      V - e = 0; e may depend on V itself and on later variables                                (1)
Read by       VARVAL(id)
References    Adams: VARIABLE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, quantity, text
from bellcrank.schema.vocabulary import Vocabulary


@element("VARIABLE")
class Variable(Element):
    """An algebraic unknown."""

    subroutines = {"function": ("VARSUB", ())}

    ic: float = quantity(None, 0.0, doc="First guess of the value")
    autobalance: str = text(doc="How a plant input is balanced in static analysis")
    penalty: float | None = quantity(None, doc="Penalty of balancing")
    penalty1: float | None = quantity(None, doc="Penalty of balancing the rate")
    function: Expression = expression(None, required=True, doc="The value")
    routine: str = text(doc="Library and name of the user subroutine")

    def lower(self, to: Vocabulary) -> None:
        to.variable(self, self.function, self.ic)
