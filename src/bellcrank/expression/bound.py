"""A user's function with its numbers bound: one of the values it returns, as a function of the measures alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Memo:
    """The last results of a function, by its arguments: several components ask for the same.

    The dictionary is replaced, never emptied, so that threads may share it.
    """

    def __init__(self, most: int) -> None:
        self.most, self.found = most, dict[tuple[float, ...], Any]()

    def call(self, function: Callable[..., Any], numbers: tuple[float, ...], x: tuple[float, ...]) -> Any:
        """function(numbers, *x), computed once."""
        found = self.found
        try:
            return found[x]
        except KeyError:
            pass
        if len(found) >= self.most:
            found = self.found = {}
        value = found[x] = function(numbers, *x)
        return value


class Bound:
    """x -> component `part` of function(numbers, *x); equal ones may share machine code."""

    def __init__(
        self, function: Callable[..., Any], numbers: tuple[float, ...], part: int = 0, parts: int = 1, memo: Any = None
    ) -> None:
        self.function, self.numbers, self.part, self.parts = function, numbers, part, parts
        self.memo = memo or Memo(1)
        self.__name__ = str(getattr(function, "__name__", type(function).__name__))

    def __call__(self, *x: float) -> Any:
        if self.parts == 1:
            return self.function(self.numbers, *x)
        value = self.memo.call(self.function, self.numbers, x)
        if len(value) != self.parts:
            raise ValueError(f"{self.__name__} returned {len(value)} values, but {self.parts} are needed")
        return value[self.part]

    @property
    def content(self) -> Any:
        """What makes two of them the same."""
        return self.function, self.numbers, self.part, self.parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)
