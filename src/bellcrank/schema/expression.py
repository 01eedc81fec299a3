"""The value of a function argument: its text, and its tree when somebody asks for it."""

from __future__ import annotations

import math
import re
from typing import Any

_USER = re.compile(r"\s*USER\s*\(", re.IGNORECASE)


class Expression:
    """A function expression of the dataset, for instance `-10*DX(1,2)`; immutable.

    text    as written, continuation marks removed
    tree    the parsed expression (`bellcrank.expression`), made on first use; raises ExpressionError
    """

    __slots__ = ("_tree", "text")

    text: str

    def __init__(self, text: str | float) -> None:
        if not isinstance(text, str):
            from bellcrank.dataset.numbers import write_number

            text = write_number(text)
        self.text = text
        self._tree: Any = None

    @property
    def tree(self) -> Any:
        """The tree of the expression."""
        if self._tree is None:
            from bellcrank.expression import parse

            self._tree = parse(self.text)
        return self._tree

    @property
    def is_user(self) -> bool:
        """Whether the value comes from a user subroutine: `USER(1, 2)`."""
        return _USER.match(self.text) is not None

    @property
    def is_python(self) -> bool:
        """Whether the value comes from a Python function (user_function.py)."""
        return False

    @property
    def written(self) -> str:
        """The text in a dataset."""
        return self.text

    @property
    def constant(self) -> float | None:
        """The value when the expression is nothing but a number, else None."""
        try:
            value = float(self.text)
        except ValueError:
            return None
        return value if math.isfinite(value) and "_" not in self.text else None  # Python reads nan and 1_0, Adams not

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self._plain() == other._plain()

    def __hash__(self) -> int:
        return hash(self._plain())

    def _plain(self) -> str:
        return "".join(self.text.split()).upper()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"
