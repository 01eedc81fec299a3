"""Dimensions of expressions: lengths are not added to speeds.

A dimension is a tuple of exponents of force, mass, length, time and angle. Force is kept apart from
mass·length/time², since the units of a dataset need not be consistent (UCF). A number stands for any constant,
with whatever dimension makes sense: it fits everything, and so does everything computed from it by
multiplication. So only clear contradictions are found: DZ(1,2) + VZ(1,2), SIN(DX(1,2)). The angle is soft:
radians mix with pure numbers and with lengths along an arc; it is never the reason of a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from bellcrank.expression.check import whole_number
from bellcrank.expression.declaration import Argument, Function, declarations
from bellcrank.expression.mistakes import Mistake
from bellcrank.expression.simplify import constant
from bellcrank.expression.text import to_text
from bellcrank.expression.tree import Binary, Call, If, Node, Unary, fold

NAMES = ("force", "mass", "length", "time", "angle")
Dimension = tuple[Fraction, ...]
Known = Dimension | None
"""None: fits everything."""
Lookup = Callable[[str, int], Known]
NONE: Dimension = (Fraction(0),) * 5
TIME: Dimension = tuple(Fraction(int(name == "time")) for name in NAMES)
_FACTOR = re.compile(r"([*/]?)\s*([A-Za-z]+|1)(?:\*\*([\w.#]+))?\s*")


def dimension(root: Node, lookup: Lookup | None = None) -> tuple[Known, list[Mistake]]:
    """The dimension of an expression and every contradiction in it.

    lookup(keyword, id) gives the dimension of a VARIABLE, DIFF, SPLINE, ..., or None where nothing is known.
    """
    mistakes: list[Mistake] = []
    inference = _Inference(lookup or (lambda keyword, number: None), mistakes)
    return fold(root, inference.infer), sorted(mistakes, key=lambda m: m.position)


def quantity(text: str) -> Dimension:
    """The dimension written as "force*time/length"."""
    result = NONE
    for sign, name, exponent in parse_factors(text):
        if name != "1":
            result = times(result, _base(name), sign * _fraction(exponent))
    return result


def describe(d: Known) -> str:
    """A dimension in words: length/time**2."""
    if d is None:
        return "anything"
    up = [_power(name, e) for name, e in zip(NAMES, d) if e > 0]
    down = [_power(name, -e) for name, e in zip(NAMES, d) if e < 0]
    return ("*".join(up) or ("1" if down else "a pure number")) + "".join("/" + text for text in down)


def fits(a: Known, b: Known) -> bool:
    """Whether two values may be added or compared; the angle does not count."""
    return a is None or b is None or a[:4] == b[:4]


def times(a: Dimension, b: Dimension, exponent: Fraction | int = 1) -> Dimension:
    """The dimension of a·b**exponent."""
    return tuple(x + exponent * y for x, y in zip(a, b))


@cache
def parse_factors(text: str) -> tuple[tuple[int, str, str], ...]:
    """(+1 or -1, name, exponent) of every factor of a dimension."""
    return tuple((-1 if mark == "/" else 1, name, exponent or "1") for mark, name, exponent in _FACTOR.findall(text))


def _power(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else f"{name}**{float(exponent):g}"


def _base(name: str) -> Dimension:
    return tuple(Fraction(int(n == name)) for n in NAMES)


def _fraction(text: str | float) -> Fraction:
    return Fraction(text).limit_denominator(1000)


def _softer(a: Dimension, b: Dimension) -> Dimension:
    """The dimension of a sum of two that fit: the one that knows of an angle."""
    return a if a[4] != 0 else b


class _Inference:
    """The rules for one expression; contradictions are collected."""

    def __init__(self, lookup: Lookup, mistakes: list[Mistake]) -> None:
        self.lookup = lookup
        self.mistakes = mistakes

    def infer(self, node: Node, parts: list[Known]) -> Known:
        """The dimension of a node from those of its children."""
        if isinstance(node, Unary):
            return parts[0]
        if isinstance(node, Binary):
            return self.operation(node, parts[0], parts[1])
        if isinstance(node, If):
            return self.same(node, parts[1:], lambda: f"The values of {_short(node)} differ in dimension")
        if isinstance(node, Call) and (declared := declarations().get(node.name)):
            return self.call(node, declared, parts)
        return None

    def operation(self, node: Binary, a: Known, b: Known) -> Known:
        """The five operators."""
        if node.operator in "+-":
            verb = "added to" if node.operator == "+" else "subtracted from"
            pair = (b, a) if node.operator == "-" else (a, b)
            return self.same(
                node, [a, b], lambda: f"{describe(pair[0])} is {verb} {describe(pair[1])} in {_short(node)}"
            )
        if node.operator == "**":
            return self.power(node, a, b)
        if a is None or b is None:
            return None
        return times(a, b, 1 if node.operator == "*" else -1)

    def power(self, node: Binary, a: Known, b: Known) -> Known:
        """a**b: b must be a pure number, and known if a has a dimension."""
        if not fits(b, NONE):
            self.tell(node, f"The exponent in {_short(node)} is {describe(b)}, not a pure number")
        exponent = constant(node.right)
        if a is None or exponent is None:
            return None
        return times(NONE, a, _fraction(exponent))

    def same(self, node: Node, parts: list[Known], what: Callable[[], str]) -> Known:
        """Values that must have one dimension."""
        known = [d for d in parts if d is not None]
        if not known:
            return None
        result = known[0]
        for d in known[1:]:
            if not fits(result, d):
                self.tell(node, what())
                return None
            result = _softer(result, d)
        return result

    def call(self, node: Call, declared: Function, parts: list[Known]) -> Known:
        """A function: bind the letters of its declaration to the arguments, then compare."""
        bound: dict[str, Dimension] = {}
        for simple in (True, False):  # plain letters first: they decide what the formulas mean
            for k, (child, part) in enumerate(zip(node.arguments, parts)):
                argument = declared.argument(k)
                if argument and argument.kind == "expr" and part is not None:
                    factors = parse_factors(argument.dimension)
                    if _plain(factors) == simple:
                        self.bind(node, declared, argument, k, child, part, bound)
        if callable(declared.result):
            numbers = [whole_number(child) or 0 for child in node.arguments]
            return quantity(declared.result(numbers))
        if declared.result == "?":
            return self.looked_up(node, declared)
        return self.formula(declared.result, node, declared, 0, bound)[0]

    def bind(
        self,
        node: Call,
        declared: Function,
        argument: Argument,
        k: int,
        child: Node,
        part: Dimension,
        bound: dict[str, Dimension],
    ) -> None:
        """Compare one argument with its formula, or find the one letter not yet known from it."""
        if argument.dimension == "?":
            return
        expected, missing = self.formula(argument.dimension, node, declared, k, bound)
        if expected is not None:
            if not fits(expected, part) and not (expected[:4] == NONE[:4] and part == TIME):
                name = argument.name if k < len(declared.arguments) else f"argument {k + 1}"
                what = (
                    f"{_short(child)} is {describe(part)}, but {name} of {declared.usage} must be {describe(expected)}"
                )
                self.tell(child, what)
        elif missing is not None:
            letter, sign, rest = missing
            bound[letter] = times(part, rest, -1) if sign > 0 else times(rest, part, -1)

    def formula(
        self, text: str, node: Call, declared: Function, k: int, bound: dict[str, Dimension]
    ) -> tuple[Known, tuple[str, int, Dimension] | None]:
        """The value of a dimension formula; or, when one letter to the power ±1 is unknown, (letter, ±1, the rest)."""
        result, unknown = NONE, []
        for sign, name, exponent in parse_factors(text):
            power = self.exponent(exponent, node, declared, k)
            if name == "1":
                continue
            if name in NAMES and power is not None:
                result = times(result, _base(name), sign * power)
            elif name in bound and power is not None:
                result = times(result, bound[name], sign * power)
            else:
                unknown.append((name, sign, power))
        if not unknown:
            return result, None
        name, sign, power = unknown[0]
        return None, (name, sign, result) if len(unknown) == 1 and power == 1 else None

    def exponent(self, text: str, node: Call, declared: Function, k: int) -> Fraction | None:
        """A number, the index of a repeated argument, or the constant value of another argument."""
        if text == "#":
            return Fraction(k - len(declared.arguments) + 1)
        if text[0].isdigit():
            return _fraction(text)
        index = next(i for i, a in enumerate(declared.arguments) if a.name == text)
        value = constant(node.arguments[index]) if index < len(node.arguments) else None
        return None if value is None else _fraction(value)

    def looked_up(self, node: Call, declared: Function) -> Known:
        """What the model knows about the element a function reads."""
        for argument, child in zip(declared.arguments, node.arguments):
            number = whole_number(child) if argument.keyword else None
            if number:
                return self.lookup(argument.keyword, number)
        return None

    def tell(self, node: Node, what: str) -> None:
        """Note a contradiction."""
        why = "One of the two is not what was meant, or a factor with a dimension is missing."
        self.mistakes.append(Mistake("W311", what + ".", node.position, why))


def _plain(factors: tuple[tuple[int, str, str], ...]) -> bool:
    return len(factors) == 1 and factors[0][0] == 1 and factors[0][2] == "1"


def _short(node: Node) -> str:
    text = to_text(node)
    return text if len(text) <= 50 else text[:47] + "..."


__all__ = ["NONE", "Dimension", "Known", "Lookup", "describe", "dimension", "fits", "quantity", "times"]
