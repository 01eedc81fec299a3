"""Formulas written in Python that become expressions: for laws too long to be written as text.

>>> x = Formula.of("DX(2,1)")
>>> str((2 * x + 1) ** 2)
'(2*DX(2,1)+1)**2'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.expression import Binary, Call, Node, Number, parse, to_text
from bellcrank.expression.tree import If, Unary, number

Value = Any
"""A Formula or a number."""


class Formula:
    """A tree of the expression language with the operators of Python."""

    def __init__(self, node: Node) -> None:
        self.node = node

    @classmethod
    def of(cls, value: Value) -> Formula:
        """A formula from a number, a text or a formula."""
        if isinstance(value, Formula):
            return value
        return cls(parse(value) if isinstance(value, str) else number(float(value)))

    @property
    def tree(self) -> Node:
        """What lowering reads: no text is written to be parsed again."""
        return self.node

    def __str__(self) -> str:
        return to_text(self.node).replace(" ", "")

    def _with(self, sign: str, other: Value) -> Formula:
        return Formula(Binary(sign, self.node, Formula.of(other).node))

    def __add__(self, other: Value) -> Formula:
        return self._with("+", other)

    def __sub__(self, other: Value) -> Formula:
        return self._with("-", other)

    def __mul__(self, other: Value) -> Formula:
        return self._with("*", other)

    def __truediv__(self, other: Value) -> Formula:
        return self._with("/", other)

    def __pow__(self, other: Value) -> Formula:
        return self._with("**", other)

    def __radd__(self, other: Value) -> Formula:
        return Formula.of(other) + self

    def __rsub__(self, other: Value) -> Formula:
        return Formula.of(other) - self

    def __rmul__(self, other: Value) -> Formula:
        return Formula.of(other) * self

    def __rtruediv__(self, other: Value) -> Formula:
        return Formula.of(other) / self

    def __neg__(self) -> Formula:
        return Formula(Unary("-", self.node))


Vector = Sequence[Value]


def call(name: str, *arguments: Value) -> Formula:
    """A function of the expression language."""
    return Formula(Call(name, tuple(Formula.of(a).node for a in arguments)))


def measure(name: str, *ids: int) -> Formula:
    """A measure between markers."""
    return Formula(Call(name, tuple(Number(float(id)) for id in ids)))


def weighted(factors: Sequence[float], terms: Sequence[Value]) -> Formula:
    """The sum of numbers times formulas; a factor of zero has no term."""
    found = [factor * term for factor, term in zip(factors, terms, strict=True) if factor]
    return sum(found[1:], found[0]) if found else Formula.of(0.0)


def if_positive(condition: Value, positive: Value, otherwise: Value) -> Formula:
    """One of two formulas; only that one is evaluated."""
    no, yes = Formula.of(otherwise).node, Formula.of(positive).node
    return Formula(If(Formula.of(condition).node, no, no, yes))


def dot(a: Vector, b: Vector) -> Formula:
    """a . b"""
    return Formula.of(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def cross(a: Vector, b: Vector) -> list[Formula]:
    """a x b"""
    return [Formula.of(a[(n + 1) % 3] * b[(n + 2) % 3] - a[(n + 2) % 3] * b[(n + 1) % 3]) for n in range(3)]


def combined(*terms: tuple[Value, Vector]) -> list[Formula]:
    """The sum of numbers times vectors."""
    return [sum((factor * vector[n] for factor, vector in terms), Formula.of(0.0)) for n in range(3)]
