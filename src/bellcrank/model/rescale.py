"""An expression in other units: the same function of the same motion, with other numbers in it.

Every measure (DX, VZ, FM, ...) changes by the factor of its dimension. The tree is written anew from the top: a node
that must have dimension d is rewritten so that its value is the old one times the factor of d,

    numbers     value times factor(d)
    measures    times factor(d)/factor(own dimension)
    sums        all terms get d
    products    known factors keep their own dimension, a number gets what is left; what still lacks is multiplied in
    functions   arguments get what the declaration of the function says

so the result is right whatever the numbers were meant to be; inferred dimensions only decide where it looks natural:
`-20*(DM(1,2) - 300)` in mm and N becomes `-20000*(DM(1,2) - 0.3)` in m and N.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bellcrank.expression import (
    Binary,
    Call,
    Function,
    If,
    Node,
    Number,
    Unary,
    constant,
    declarations,
    dimension,
    quantity,
    whole_number,
)
from bellcrank.expression.dimension import NONE, Dimension, Known, Lookup, parse_factors, times

NOT_PROPORTIONAL = {"AINT", "ANINT", "CHEBY"}
"""Functions whose arguments must stay the same numbers: rounding, polynomials of mixed powers."""


class NotConvertible(ValueError):
    """An expression that has no equivalent in other units."""


class Rescaler:
    """Rewrites expressions; `factor(d)` is what numbers of dimension d are multiplied by."""

    def __init__(self, factor: Callable[[Dimension], float], lookup: Lookup) -> None:
        self.factor, self.lookup = factor, lookup

    def inferred(self, node: Node) -> Known:
        """The dimension an expression shows by itself, or None."""
        return dimension(node, self.lookup)[0]

    def rewrite(self, node: Node, d: Dimension) -> Node:
        """A node whose value is the old one times factor(d)."""
        if isinstance(node, Number):
            return scaled(node, self.factor(d))
        if isinstance(node, Unary):
            return Unary(node.operator, self.rewrite(node.operand, d), node.position)
        if isinstance(node, Binary):
            if node.operator in "+-":
                return self.sum(node, d)
            return self.power(node, d) if node.operator == "**" else self.product(node, d)
        if isinstance(node, If):
            condition = self.rewrite(node.condition, self.inferred(node.condition) or NONE)
            low, zero, high = (self.rewrite(child, d) for child in (node.negative, node.zero, node.positive))
            return If(condition, low, zero, high, node.position)
        if isinstance(node, Call):
            return self.call(node, d)
        raise NotConvertible("it calls a function of Python")

    def sum(self, node: Binary, d: Dimension) -> Node:
        """All terms of a chain of + and - have one dimension."""
        first, terms = _chain(node, "+-")
        result = self.rewrite(first, d)
        for operator, term, position in terms:
            result = Binary(operator, result, self.rewrite(term, d), position)
        return result

    def product(self, node: Binary, d: Dimension) -> Node:
        """Factors with a known dimension keep it; the first without one gets what is left."""
        first, others = _chain(node, "*/")
        factors = [("*", first, node.position), *others]
        dims = [self.inferred(factor) for _, factor, _ in factors]
        rest = d
        for (operator, _, _), own in zip(factors, dims):
            if own is not None:
                rest = times(rest, own, -1 if operator == "*" else 1)
        result: Node | None = None
        for (operator, factor, position), own in zip(factors, dims):
            if own is None:
                own, rest = (rest if operator == "*" else times(NONE, rest, -1)), NONE
            new = self.rewrite(factor, own)
            if result is None or (_is_one(result) and not _is_one(first) and operator == "*"):
                result = new
            else:
                result = Binary(operator, result, new, position)
        assert result is not None
        return scaled(result, self.factor(rest))

    def power(self, node: Binary, d: Dimension) -> Node:
        """a**c with a constant c; otherwise a and c stay the same numbers."""
        exponent, base = constant(node.right), self.inferred(node.left)
        if exponent is None or base is None:
            new = Binary("**", self.rewrite(node.left, NONE), self.rewrite(node.right, NONE), node.position)
            return scaled(new, self.factor(d))
        new = Binary("**", self.rewrite(node.left, base), node.right, node.position)
        own = times(NONE, base, Fraction(exponent).limit_denominator(1000))
        return scaled(new, self.factor(times(d, own, -1)))

    def call(self, node: Call, d: Dimension) -> Node:
        """A function or measure."""
        declared = declarations().get(node.name)
        if declared is None or node.name == "USER":
            raise NotConvertible("its numbers go to a user subroutine")
        letters = self.letters(node, declared, d)
        arguments = []
        for k, child in enumerate(node.arguments):
            argument = declared.argument(k)
            if argument is None or argument.kind != "expr":
                arguments.append(child)
            else:
                arguments.append(self.rewrite(child, self.formula(argument.dimension, node, declared, k, letters)))
        new = Call(node.name, tuple(arguments), node.position)
        own = self.result(node, declared, letters)
        return scaled(new, self.factor(times(d, own, -1)))

    def letters(self, node: Call, declared: Function, d: Dimension) -> dict[str, Dimension]:
        """The unknown dimensions of a declaration, from the arguments or from what is wanted."""
        found: dict[str, Dimension] = {}
        if node.name in NOT_PROPORTIONAL:
            return found
        for k, child in enumerate(node.arguments):
            argument = declared.argument(k)
            if argument is not None and argument.kind == "expr" and len(argument.dimension) == 1:
                own = self.inferred(child) if argument.dimension not in found else None
                if own is not None and argument.dimension.isupper():
                    found[argument.dimension] = own
        if isinstance(declared.result, str) and len(declared.result) == 1 and declared.result.isupper():
            found.setdefault(declared.result, d)
        return found

    def result(self, node: Call, declared: Function, letters: dict[str, Dimension]) -> Dimension:
        """The dimension of what a function returns."""
        if callable(declared.result):
            return quantity(declared.result([whole_number(child) or 0 for child in node.arguments]))
        if declared.result != "?":
            return self.formula(declared.result, node, declared, 0, letters)
        for argument, child in zip(declared.arguments, node.arguments):
            number = whole_number(child) if argument.keyword else None
            if number:
                return self.lookup(f"{argument.keyword}.{node.name}", number) or NONE
        return NONE

    def formula(self, text: str, node: Call, declared: Function, k: int, letters: dict[str, Dimension]) -> Dimension:
        """The value of a dimension formula; letters without a value are pure numbers."""
        result = NONE
        for sign, name, exponent in parse_factors(text) if text != "?" else ():
            power = self.exponent(exponent, node, declared, k)
            own = letters.get(name, NONE) if name.isupper() or name == "1" else quantity(name)
            if power is None and own != NONE:
                raise NotConvertible(f"the exponent {exponent} of {node.name} is no constant")
            result = times(result, own, sign * (power or 0))
        return result

    def exponent(self, text: str, node: Call, declared: Function, k: int) -> Fraction | None:
        """A number, the index of a repeated argument, or the constant value of another argument."""
        if text == "#":
            return Fraction(k - len(declared.arguments) + 1)
        if text[0].isdigit():
            return Fraction(text)
        index = next(i for i, argument in enumerate(declared.arguments) if argument.name == text)
        value = constant(node.arguments[index]) if index < len(node.arguments) else None
        return None if value is None else Fraction(value).limit_denominator(1000)


def scaled(node: Node, factor: float) -> Node:
    """The node times a factor, with the factor drawn into a number where there is one."""
    if factor == 1.0:
        return node
    if isinstance(node, Number):
        return Number(scale(node.value, factor), node.degrees, node.position)
    if isinstance(node, Unary):
        return Unary(node.operator, scaled(node.operand, factor), node.position)
    if isinstance(node, Binary) and node.operator in "*/" and isinstance(node.left, Number | Unary | Binary):
        left = node.left
        if isinstance(left, Number) or (isinstance(left, Binary) and left.operator in "*/"):
            new = scaled(left, factor)
            if node.operator == "*" and _is_one(new):
                return node.right
            return Binary(node.operator, new, node.right, node.position)
    return Binary("*", Number(factor, False, node.position), node, node.position)


def _is_one(node: Node) -> bool:
    return isinstance(node, Number) and node.value == 1.0 and not node.degrees


def scale(value: float, factor: float) -> float:
    """value times factor; by division where the factor is 1/10, 1/1000, ..., which rounds better."""
    inverse = 1.0 / factor
    if inverse > 1.0 and abs(inverse - round(inverse)) < 1e-12 * inverse:
        return value / round(inverse)
    return value * factor


def _chain(node: Binary, operators: str) -> tuple[Node, list[tuple[str, Node, int]]]:
    """The first operand of a chain such as a + b - c, and the others with their operators."""
    others = []
    current: Node = node
    while isinstance(current, Binary) and current.operator in operators and current.operator != "**":
        others.append((current.operator, current.right, current.position))
        current = current.left
    return current, others[::-1]
