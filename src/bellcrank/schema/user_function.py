"""Python functions in the place of function expressions.

    def spring(z, v):
        return -100.0 * z - 2.0 * v

    model.sforce("f", i=2, j=1, function=bc.user(spring, "DZ(2,1)", "VZ(2,1,1,1)"))

The arguments are expressions; the function gets their values and returns a number. A plain function of numbers is
compiled by Numba when it can be; anything else (an object with memory, code that raises) is called as it is, which is
slower. Slopes are taken by central differences unless `derivatives` gives them. An exception stops the run.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence

from bellcrank.errors import Message, ModelError
from bellcrank.expression import parse, parse_syntax
from bellcrank.expression.tree import UserCall
from bellcrank.schema.expression import Expression

NAME = re.compile(r"'[^']*'|\"[^\"]*\"|(?<!\w)[A-Za-z_]\w*+(?:\.\w++)++")
"""Names that are no words of the grammar (elbow.i, "left wheel"); the model makes ids of them (model/wording.py)."""


class PythonExpression(Expression):
    """A call of a Python function, or of a C function by its address; see the module docstring."""

    __slots__ = ("arguments", "derivatives", "function")

    def __init__(
        self,
        function: Callable[..., float] | int,
        arguments: Sequence[Expression],
        derivatives: Callable[..., Sequence[float]] | bool | None = None,
    ) -> None:
        self.function, self.arguments, self.derivatives = function, tuple(arguments), derivatives
        for argument in self.arguments:
            parse_syntax(NAME.sub(lambda name: "n" * len(name[0]), argument.text))
        name = UserCall(function, (), derivatives).name
        super().__init__(f"{name}({', '.join(a.text for a in self.arguments)})")

    @property
    def tree(self) -> UserCall:
        """The call; names in its arguments must have become ids before (`model/wording.py`)."""
        if self._tree is None:
            self._tree = UserCall(self.function, tuple(parse(a.text) for a in self.arguments), self.derivatives)
        call: UserCall = self._tree
        return call

    @property
    def is_python(self) -> bool:
        return True

    @property
    def is_user(self) -> bool:
        return True

    def with_arguments(self, arguments: Sequence[Expression]) -> PythonExpression:
        """The same function of other expressions."""
        return PythonExpression(self.function, arguments, self.derivatives)

    @property
    def written(self) -> str:
        """What stands in a dataset instead."""
        return "USER(0)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PythonExpression) and self.tree == other.tree

    def __hash__(self) -> int:
        return hash(self.tree)


def _takes(function: Callable[..., float], count: int) -> None:
    """Refuse a function that cannot be called with so many numbers."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of C, without a signature
        return
    try:
        signature.bind(*[0.0] * count)
    except TypeError as error:
        name = getattr(function, "__name__", repr(function))
        many = "1 expression is" if count == 1 else f"{count} expressions are"
        cure = 'give bc.user one expression for each argument: bc.user(f, "DZ(2,1)", "TIME").'
        what = f"{name}{signature} cannot be called with what bc.user gives it: {error}; {many} given."
        raise ModelError(Message("error", "E104", what, cure=cure)) from None


def user(
    function: Callable[..., float] | int,
    *arguments: str | float | Expression,
    derivatives: Callable[..., Sequence[float]] | bool | None = None,
) -> PythonExpression:
    """A Python function of expressions, wherever an expression may stand.

    function     f(x1, ..., xn) -> number; or the address of a C function void f(int64 n, double *x, double *out)
    arguments    one expression for each x
    derivatives  g(x1, ..., xn) -> n slopes; for an address True when it fills out[1..n]; else differences are taken

    >>> user(lambda z: -100.0 * z, "DZ(2,1)").tree.children[0].name
    'DZ'
    """
    if not callable(function) and not isinstance(function, int):
        raise ModelError(f"{function!r} is no function; give a callable, or the address of a C function.")
    if not arguments:
        raise ModelError("A user's function needs at least one expression as its argument, for instance TIME.")
    if callable(function):
        _takes(function, len(arguments))
    given = [a if isinstance(a, Expression) else Expression(a) for a in arguments]
    nested = [a for a in given if isinstance(a, PythonExpression)]
    if nested:
        raise ModelError(f"{nested[0]} is an argument of another Python function; call it inside that function.")
    return PythonExpression(function, given, derivatives)
