"""A user's function f(par, m1, ..., mn): one of the values it returns, as a function of numbers (par, measures).

The numbers of `par` are constant arguments, not part of the function: machine code is made once for all elements that
call it. They may be ids, so nothing is ever differentiated by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

STEP = 6e-6
"""Relative step of central differences, about the cube root of the rounding unit (as in user.py)."""


class Memo:
    """The last results of a function, by its arguments: several components ask for the same.

    The dictionary is replaced, never emptied, so that threads may share it.
    """

    def __init__(self, most: int) -> None:
        self.most, self.found = most, dict[tuple[float, ...], Any]()

    def call(self, function: Callable[..., Any], numbers: int, x: tuple[float, ...]) -> Any:
        """function(x[:numbers], *x[numbers:]), computed once."""
        found = self.found
        try:
            return found[x]
        except KeyError:
            pass
        if len(found) >= self.most:
            found = self.found = {}
        value = found[x] = function(x[:numbers], *x[numbers:])
        return value


class Bound:
    """x -> component `part` of f(x[:numbers], *x[numbers:]); equal ones share machine code."""

    def __init__(
        self,
        function: Callable[..., Any],
        numbers: int,
        part: int = 0,
        parts: int = 1,
        memo: Memo | None = None,
        floors: tuple[float, ...] = (),
    ) -> None:
        self.function, self.numbers, self.part, self.parts = function, numbers, part, parts
        self.memo = memo or Memo(1)
        self.floors = floors
        """For each measure the size below which steps of differences do not shrink; () is 1 for all."""
        self.__name__ = str(getattr(function, "__name__", type(function).__name__))

    def __call__(self, *x: float) -> Any:
        if self.parts == 1:
            return self.function(x[: self.numbers], *x[self.numbers :])
        value = self.memo.call(self.function, self.numbers, x)
        if len(value) != self.parts:
            raise ValueError(f"{self.__name__} returned {len(value)} values, but {self.parts} are needed")
        return value[self.part]

    @property
    def content(self) -> Any:
        """What makes two of them the same."""
        return type(self), self.function, self.numbers, self.part, self.parts, self.floors

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


class Slopes(Bound):
    """The derivatives that the user gives: zero by the numbers, then one for each measure."""

    def __call__(self, *x: float) -> Any:
        return [0.0] * self.numbers + list(super().__call__(*x))


class Differences(Bound):
    """Central differences of the value by the measures, where the user gives no derivatives."""

    def __call__(self, *x: float) -> Any:
        value, slopes = super().__call__, [0.0] * self.numbers
        floors = self.floors or (1.0,) * (len(x) - self.numbers)
        for k in range(self.numbers, len(x)):
            h = STEP * max(floors[k - self.numbers], abs(x[k]))
            ends = [float(value(*x[:k], x[k] + step, *x[k + 1 :])) for step in (h, -h)]
            slopes.append((ends[0] - ends[1]) / (2.0 * h))
        return slopes
