"""The kinds of values an argument can have: how each is read, written, taken from Python, converted to other units.

A kind says by `extent` how far its text reaches when flags follow it without a key:
"one" the first item, "many" all items that are no flags, "expression" up to a backslash, "text" the whole line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

Dimension = str | None
"""A dimension text, "" for a pure number, None when the dataset does not tell."""
Dimensions = Dimension | tuple[Dimension, ...] | Callable[[Any], Any]
"""One dimension, one per item, or a function of the element."""


class Kind:
    """What all kinds can do."""

    extent: ClassVar[str] = "one"
    repeated: ClassVar[bool] = False

    def read(self, text: str) -> Any:
        """The value of the raw text of an argument; raises BadValue."""
        raise NotImplementedError

    def accept(self, value: Any) -> Any:
        """A value given in Python, checked and brought into the form `read` returns; raises BadValue."""
        raise NotImplementedError

    def lines(self, key: str, value: Any, ended: bool) -> list[str]:
        """The lines of the argument in a dataset; `ended`: another argument follows."""
        raise NotImplementedError

    def references(self, value: Any) -> tuple[int, ...]:
        """The ids of other elements in the value."""
        return ()

    def show(self, value: Any) -> str:
        """The value for a person."""
        return str(value)

    def describe(self) -> str:
        """The kind in words, for the reference page."""
        raise NotImplementedError

    def wanted(self) -> str:
        """What to give, for messages."""
        return self.describe()
