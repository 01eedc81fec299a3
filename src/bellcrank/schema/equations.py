"""Python functions in the place of the subroutines of a GSE: a system of equations with states of both kinds.

    pi = bc.equations(
        outputs=lambda t, x, u, xd: [8.0 * xd[1] + 5.0 * xd[0]],
        update=lambda t, x, u, xd: [xd[0] + 0.05 * (1.0 - u[0]), 1.0 - u[0]],
    )
    m.gse("controller", u=inputs, y=outputs, xd=held, no=1, nd=2, sample_period=0.05, function=pi)

Each function gets the time and three tuples (states, inputs, sampled states) and returns a list. They are functions,
not procedures: the program may call them at any time, also for derivatives, and keeps what they return. `rates` of an
IMPLICIT system has the rates of the states as a fourth tuple, and returns what shall be zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from bellcrank.errors import ModelError
from bellcrank.expression import Node, Number
from bellcrank.expression.tree import UserCall
from bellcrank.schema.expression import Expression

Function = Callable[..., Sequence[float]]
ITEM_RATE = "$ARYDIF1"
"""The rate of a state in an ARRAY, in trees only: (array, item)."""


class Whole:
    """A function with several values: called once for all of them while its arguments stay the same."""

    def __init__(self, function: Function, sizes: tuple[int, ...], count: int, name: str) -> None:
        self.function, self.sizes, self.count, self.name = function, sizes, count, name
        self._known: tuple[tuple[float, ...], Sequence[float]] | None = None

    def __call__(self, values: tuple[float, ...]) -> Sequence[float]:
        if self._known is None or self._known[0] != values:
            ends = [1, *(1 + sum(self.sizes[: n + 1]) for n in range(len(self.sizes)))]
            found = [float(v) for v in self.function(values[0], *(values[a:b] for a, b in pairwise(ends)))]
            if len(found) != self.count:
                raise ValueError(f"{self.name} must return {self.count} numbers, and has returned {len(found)}")
            self._known = values, found
        return self._known[1]


class Component:
    """One value of a Whole, as a function of numbers."""

    def __init__(self, whole: Whole, n: int) -> None:
        self.whole, self.n = whole, n
        self.__name__ = f"{whole.name}_{n + 1}"

    def __call__(self, *values: float) -> float:
        return self.whole(values)[self.n]


class Sampled(Component):
    """A new value of a sampled state; its old one where the last sample is less than half a period ago."""

    def __init__(self, whole: Whole, n: int, period: float, offset: float) -> None:
        super().__init__(whole, n)
        self.period, self.offset = period, offset

    def __call__(self, *values: float) -> float:
        """`values` end with the time of the last sample."""
        due = values[0] - values[-1] > 0.5 * self.period and values[0] > self.offset - 0.5 * self.period
        return super().__call__(*values[:-1]) if due else values[1 + sum(self.whole.sizes[:2]) + self.n]


class Equations(Expression):
    """The functions of a GSE; see the module docstring."""

    __slots__ = ("outputs", "rates", "update")

    def __init__(self, rates: Function | None, outputs: Function | None, update: Function | None) -> None:
        self.rates, self.outputs, self.update = rates, outputs, update
        super().__init__("equations")

    @property
    def tree(self) -> Node:
        return Number(0.0)

    @property
    def is_python(self) -> bool:
        return True

    @property
    def is_user(self) -> bool:
        return True

    @property
    def written(self) -> str:
        """What stands in a dataset instead."""
        return "USER(0)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equations) and self._functions() == other._functions()

    def __hash__(self) -> int:
        return hash(self._functions())

    def _functions(self) -> tuple[Any, ...]:
        return self.rates, self.outputs, self.update


def calls(function: Function, arguments: Sequence[Node], sizes: tuple[int, ...], count: int) -> list[UserCall]:
    """One call for each value of a function of (time, x, u, xd), or of (time, x, u, xd, x')."""
    whole = Whole(function, sizes, count, getattr(function, "__name__", "function"))
    return [UserCall(Component(whole, n), tuple(arguments)) for n in range(count)]


def equations(
    rates: Function | None = None, outputs: Function | None = None, update: Function | None = None
) -> Equations:
    """Python functions for a GSE: x' = rates(t, x, u, xd), y = outputs(...), at samples xd := update(...).

    Of an IMPLICIT one 0 = rates(t, x, u, xd, x').

    >>> lag = equations(rates=lambda t, x, u, xd: [u[0] - x[0]], outputs=lambda t, x, u, xd: x)
    """
    for name, function in (("rates", rates), ("outputs", outputs), ("update", update)):
        if function is not None and not callable(function):
            raise ModelError(f"{name} = {function!r} is no function.")
    return Equations(rates, outputs, update)
