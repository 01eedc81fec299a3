"""TFSISO: a transfer function with one input and one output.

    TFSISO/id, X=id, U=id, Y=id, NUMERATOR=a0,a1,.., DENOMINATOR=b0,b1,.. [, STATIC_HOLD]

Equation      Y(s)/U(s) = (a0 + a1 s + ...)/(b0 + b1 s + ... + bn s^n), degree of the numerator at most n        (1)
              in controllable canonical form, from rest:
              x_k' = x_(k+1),  x_n' = (u - b0 x_1 - b1 x_2 - ...)/bn,  y = a0 x_1 + a1 x_2 + ... + an x_n'      (2)
Statics       x' = 0; with STATIC_HOLD x keeps its value.
Read by       ARYVAL(id, n)
References    Kailath (1980), Linear Systems, 2.1.  Adams: TFSISO.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bellcrank.elements.data.state_space import StateSpace, inputs, items
from bellcrank.elements.forces.formula import Formula, weighted
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Elements
from bellcrank.schema.fields import reference, vector


def degree(coefficients: Sequence[float]) -> int:
    """The highest power with a coefficient; -1 where all are zero."""
    return max((n for n, value in enumerate(coefficients) if value), default=-1)


@element("TFSISO")
class Tfsiso(StateSpace):
    """A transfer function."""

    result_type = "Transfer_Function"

    x: int = reference("ARRAY", required=True, doc="Array of states")
    u: int = reference("ARRAY", required=True, doc="Array of the input")
    y: int = reference("ARRAY", required=True, doc="Array of the output")
    numerator: tuple[float, ...] = vector(None, count=None, required=True, doc="Coefficients a0, a1, ...")
    denominator: tuple[float, ...] = vector(None, count=None, required=True, doc="Coefficients b0, b1, ...")

    def _states(self) -> list[Formula]:
        return items(self.x, degree(self.denominator))

    def _last(self, model: Elements) -> Formula:
        """x_n' of (2); the input divided by b0 where there is no state."""
        n, u = degree(self.denominator), inputs(self, model)[0]
        return (u - weighted(self.denominator[:n], self._states())) / self.denominator[n]

    def rates(self, model: Elements) -> Sequence[Any]:
        states = self._states()
        return [*states[1:], self._last(model)] if states else []

    def outputs(self, model: Elements) -> Sequence[Any]:
        n = degree(self.denominator)
        a = (*self.numerator, *[0.0] * n)[: n + 1]
        return [weighted(a, [*self._states(), self._last(model)])]

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.denominator and degree(self.denominator) < 0:
            yield self.message("E106", "The denominator is zero.", cure="correct DENOMINATOR.", at="denominator")
        elif self.numerator and self.denominator and degree(self.numerator) > degree(self.denominator):
            yield self.message(
                "E106",
                f"The numerator has degree {degree(self.numerator)}, the denominator {degree(self.denominator)}.",
                "A transfer function cannot differentiate its input.",
                "give a denominator of at least the same degree.",
                at="numerator",
            )
        sizes = {"x": degree(self.denominator) if self.denominator else None, "u": 1, "y": 1}
        for attribute, size in sizes.items():
            yield from self.array_of(model, attribute, size)
