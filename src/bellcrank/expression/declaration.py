"""How a function of the expression language is declared.

A file of `bellcrank.functions` says for each function: its name, its arguments in order (kind and dimension),
the dimension of its result, its family, and for functions of numbers a kernel `f(n, x, out)` with value and
partial derivatives.

Families
    math      a function of numbers; has a kernel (PI and the like: a constant)
    spline    reads a table made from a SPLINE or CURVE; has a builder of it (tables.py)
    measure   read off the motion and the forces at markers: DX, VZ, FM, ...     (a leaf of an expression)
    state     time, variables, states, bookkeeping: TIME, VARVAL, DIF, MODE, ... (a leaf)
    element   force of one element: JOINT, BUSH, ...                             (a leaf)

Dimensions are written with length, mass, time, force, angle and with capital letters that stand for the same unknown
dimension in one call: STEP(x: X, x0: X, h0: Y, x1: X, h1: Y) gives Y. An exponent may be a number, the name of another
argument (IMPACT's k: Y/X**e), or `#`, the index of a repeated argument (POLY's a_j: Y/X**#). "?" is unknown.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Literal, TypeVar

from bellcrank import registry

Family = Literal["math", "spline", "measure", "state", "element"]
Kind = Literal["expr", "id", "id0", "integer", "number"]
T = TypeVar("T")


@dataclass(frozen=True)
class Argument:
    """One argument of a function.

    kind       expr: any expression; id: number of an element; id0: the same, or 0 for the global frame;
    integer: a whole number; number: any number known before the simulation starts
    keyword    for ids: the statement the id belongs to
    dimension  for expressions, see the module docstring
    smallest   for whole numbers: the range allowed
    """

    kind: Kind = "expr"
    keyword: str = ""
    dimension: str = "?"
    smallest: int | None = None
    largest: int | None = None
    optional: bool = False
    name: str = ""

    def or_left_out(self) -> Argument:
        """The same argument, optional."""
        return replace(self, optional=True)


@dataclass(frozen=True)
class Function:
    """The declaration of one function; `rest` describes the arguments beyond the named ones, at most `most` in all."""

    name: str
    arguments: tuple[Argument, ...]
    result: str | Callable[[Sequence[int]], str]
    family: Family
    doc: str
    rest: Argument | None = None
    most: int = 0
    kernel: Any = None
    constant: float | None = None
    builder: Any = None
    aliases: tuple[str, ...] = ()
    unsupported: str = ""

    @cached_property
    def least(self) -> int:
        """How many arguments must be given."""
        return sum(not a.optional for a in self.arguments)

    @cached_property
    def greatest(self) -> int:
        """How many arguments may be given."""
        return self.most if self.rest else len(self.arguments)

    def argument(self, index: int) -> Argument | None:
        """The declaration of the argument at an index, or None beyond the last."""
        if index < len(self.arguments):
            return self.arguments[index]
        return self.rest if index < self.most else None

    @property
    def keyword(self) -> str:
        """The statement of the element that a call names first, or ""."""
        return next((a.keyword for a in self.arguments if a.keyword), "")

    @property
    def leaf(self) -> bool:
        """Whether a call is a leaf of the expression: a number that the system supplies."""
        return self.family in ("measure", "state", "element") and not self.unsupported

    @property
    def usage(self) -> str:
        """The call as a manual shows it: DX(i[, j[, k]])."""
        text = ""
        for k, argument in enumerate(self.arguments):
            comma = ", " if k else ""
            text += f"[{comma}{argument.name}" if argument.optional else comma + argument.name
        text += ", ..." if self.rest and text else "..." if self.rest else ""
        text += "]" * sum(a.optional for a in self.arguments)
        return f"{self.name}({text})" if text else self.name


def expr(dimension: str = "?") -> Argument:
    """Any expression."""
    return Argument("expr", dimension=dimension)


def identifier(keyword: str) -> Argument:
    """The number of an element."""
    return Argument("id", keyword=keyword)


def integer(smallest: int | None = None, largest: int | None = None) -> Argument:
    """A whole number."""
    return Argument("integer", smallest=smallest, largest=largest)


def number() -> Argument:
    """A number that is known before the simulation starts."""
    return Argument("number")


MANY = 10**6
OPTIONS = ("rest", "most", "kernel", "constant", "builder", "aliases", "unsupported")
MARKER = identifier("MARKER")
MARKER0 = Argument("id0", keyword="MARKER")


def declare(
    name: str, result: str | Callable[[Sequence[int]], str], family: Family, doc: str, /, **details: Any
) -> Function:
    """Register a function. `details` are arguments by name, and the fields of Function not given before."""
    fields = {k: details.pop(k) for k in OPTIONS if k in details}
    arguments = tuple(replace(argument, name=key) for key, argument in details.items())
    if fields.get("rest"):
        fields.setdefault("most", MANY)
        fields["rest"] = replace(fields["rest"], name="...")
    declared = Function(name, arguments, result, family, " ".join(doc.split()), **fields)
    for known in (name, *declared.aliases):
        registry.FUNCTIONS[known] = declared
    return declared


def function(name: str, result: str, /, **details: Any) -> Callable[[T], T]:
    """Decorate the kernel of a function of numbers: `@function("STEP", "Y", x=expr("X"), ...)` above `@kernel`."""

    def register(kernel: T) -> T:
        declare(name, result, "math", kernel.__doc__ or "", kernel=kernel, **details)
        return kernel

    return register


@cache
def declarations() -> dict[str, Function]:
    """All functions by name. The folder `functions` lies above this one: it is found by name, as a plug-in would be."""
    registry.load_all(importlib.import_module("bellcrank.functions"))
    return registry.FUNCTIONS
