"""Values of command files: numbers with units, design variables, arithmetic in parentheses, names.

    6inch, 90.0d, 7801.0(kg/meter**3)       a number with its unit, in the units of the model
    (.model.width / 2 + 3mm)                 arithmetic with + - * / ** //, functions, design variables
    {1.0, 2.0, 3.0}                          several numbers
    "text", .model.PART_2.MARKER_1, on       as they are

Angles come out in the angle unit of the file; functions of markers, points and parts are those of `places`. An
expression that asks for more raises Unknown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from bellcrank.importers.view import places
from bellcrank.importers.view.places import Unknown
from bellcrank.model.frames import Frame
from bellcrank.schema.units import SHORT, TABLES, Units

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<text>\"[^\"]*\")|(?P<name>\.?[A-Za-z_][\w.]*)"
    r"|(?P<sign>\*\*|//|[-+*/(){},]))"
)
FUNCTIONS: dict[str, Callable[..., float]] = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
    "atan2": math.atan2, "sqrt": math.sqrt, "abs": abs, "exp": math.exp, "log": math.log, "ln": math.log,
    "log10": math.log10, "int": int, "nint": round, "max": max, "min": min, "mod": math.fmod,
}  # fmt: skip
ANGLES = {
    "d": math.pi / 180,
    "deg": math.pi / 180,
    "degree": math.pi / 180,
    "rad": 1.0,
    "radian": 1.0,
    "rev": 2 * math.pi,
}
CONSTANTS = {"pi": math.pi, "rtod": 180 / math.pi, "dtor": math.pi / 180}
OTHER_NAMES = {"sec": "SECOND", "pound_force": "POUND_FORCE", "pound_mass": "POUND_MASS", "ft": "FOOT", "in": "INCH"}


DEEPEST = 30
"""Brackets inside each other."""


class Values:
    """Works values out; `variables` are the design variables by full name in small letters."""

    def __init__(self) -> None:
        self.units = Units.named("MMKS")
        self.angle = math.pi / 180
        """The angle unit of the file in radians."""
        self.variables: dict[str, Any] = {}
        self.model = ""
        self.attribute: Callable[[str], Any] = lambda name: None
        """The number that `.model.PART_2.mass` stands for, or None."""
        self.frame: Callable[[str], Frame | None] = lambda name: None
        """The frame of a marker, point or part with a name, or None."""

    def of(self, item: str) -> Any:
        """The value of one item: a number, a list of numbers, or a text."""
        item = item.strip()
        if item.startswith('"') and item.endswith('"'):
            return item[1:-1]
        if item[:1].isdigit() or (item[:1] in "+-({." and not re.match(r"\.[A-Za-z_]", item)):
            return _Reader(self, item).whole()
        return item

    def unit(self, word: str) -> float | None:
        """The size of a unit in units of the model; None for a word that is none."""
        low = word.lower()
        if low in ANGLES:
            return ANGLES[low] / self.angle
        name = OTHER_NAMES.get(low) or SHORT.get(word.upper(), word.upper())
        for base, table in TABLES.items():
            if name in table:
                return table[name] / self.units.si(base)
        return None

    def named(self, name: str) -> Any:
        """A constant or a design variable."""
        low = name.lower()
        if low in CONSTANTS:
            return CONSTANTS[low]
        for known in (low, f".{self.model}.{low}".lower()):
            if known in self.variables:
                return self.variables[known]
        if (found := self.attribute(low)) is not None:
            return found
        raise Unknown(name)


class _Reader:
    """A parser that works out what it reads (recursive descent)."""

    def __init__(self, values: Values, text: str) -> None:
        self.values, self.text, self.at, self.depth = values, text, 0, 0
        self.tokens: list[tuple[str, str]] = []
        position = 0
        while position < len(text.rstrip()):
            match = _TOKEN.match(text, position)
            if match is None or len(self.tokens) > 2000:
                raise Unknown(text)
            self.tokens.append((str(match.lastgroup), match[match.lastgroup or 0]))
            position = match.end()

    def whole(self) -> Any:
        value = self.sum()
        if self.at != len(self.tokens):
            raise Unknown(self.text)
        return value

    def peek(self, offset: int = 0) -> str:
        at = self.at + offset
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> tuple[str, str]:
        if self.at >= len(self.tokens) or (wanted and self.peek() != wanted):
            raise Unknown(self.text)
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self) -> Any:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unknown(f"{self.text[:40]}...")
        value = self._sum()
        self.depth -= 1
        return value

    def _sum(self) -> Any:
        value = self.product()
        while self.peek() in ("+", "-", "//"):
            sign, other = self.take()[1], None
            other = self.product()
            if sign == "//":
                value = _plain(value) + _plain(other)
            else:
                value = _number(value) + (_number(other) if sign == "+" else -_number(other))
        return value

    def product(self) -> Any:
        value = self.power()
        while self.peek() in ("*", "/"):
            sign = self.take()[1]
            other = _number(self.power())
            if sign == "/" and other == 0:
                raise Unknown(self.text)
            value = _number(value) * other if sign == "*" else _number(value) / other
        return value

    def power(self) -> Any:
        if self.peek() in ("+", "-"):
            sign = self.take()[1]
            value = _number(self.power())
            return -value if sign == "-" else value
        value = self.atom()
        if self.peek() == "**":
            self.take()
            try:
                value = _number(value) ** _number(self.power())
            except (OverflowError, ZeroDivisionError):
                raise Unknown(self.text) from None
            if isinstance(value, complex):
                raise Unknown(self.text)
        return value

    def atom(self) -> Any:
        kind, word = self.take()
        if kind == "number":
            return float(word) * self.unit_behind()
        if kind == "text":
            return word[1:-1]
        if word == "(":
            value = self.sum()
            self.take(")")
            return value
        if word == "{":
            items = [self.sum()]
            while self.peek() == ",":
                self.take()
                items.append(self.sum())
            self.take("}")
            return items
        if kind != "name":
            raise Unknown(self.text)
        return self.call(word) if self.peek() == "(" else self.values.named(word)

    def call(self, name: str) -> Any:
        low = name.lower()
        function = FUNCTIONS.get(low)
        if function is None and low not in places.NAMES and low != "eval":
            raise Unknown(f"{name}(...)")
        arguments = self.arguments()
        if low == "eval" and len(arguments) == 1:
            return arguments[0]
        if function is None:
            return places.place(self.values.angle, low, arguments)
        try:
            return float(function(*map(_number, arguments)))
        except (ValueError, TypeError, OverflowError, ZeroDivisionError):
            raise Unknown(self.text) from None

    def arguments(self) -> list[Any]:
        """Those of a call; the name of a marker, point or part is its frame."""
        self.take("(")
        found = [self.argument()]
        while self.peek() == ",":
            self.take()
            found.append(self.argument())
        self.take(")")
        return found

    def argument(self) -> Any:
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "name" and self.peek(1) in (",", ")"):
            name = self.peek()
            meant = self.values.variables.get(name.lower())
            frame = self.values.frame(meant if isinstance(meant, str) else name)
            if frame is not None:
                self.at += 1
                return frame
        return self.sum()

    def unit_behind(self) -> float:
        """The unit behind a number: a word, or a product of units in parentheses."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "name":
            size = self.values.unit(self.peek())
            if size is None:
                raise Unknown(self.text)
            self.at += 1
            return size
        if self.peek() == "(" and self.values.unit(self.peek(1)) is not None:
            return self._product_of_units()
        return 1.0

    def _product_of_units(self) -> float:
        self.take("(")
        size, sign = 1.0, "*"
        while True:
            kind, word = self.take()
            unit = self.values.unit(word) if kind == "name" else float(word) if kind == "number" else None
            if unit is None:
                raise Unknown(self.text)
            if self.peek() == "**":
                self.take()
                unit **= float(self.take()[1])
            size = size * unit if sign == "*" else size / unit
            if self.peek() not in ("*", "/", "-"):
                break
            sign = "/" if self.take()[1] == "/" else "*"
        self.take(")")
        return size


def _number(value: Any) -> float:
    if isinstance(value, (int, float)):
        return float(value)
    raise Unknown(str(value))


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
