"""The numbers of a model that a slider can move.

    SPRINGDAMPER/1.K        an argument                        spring_and_damper.k for a person who types it
    MARKER/32.QP[0]         an item of a list (from 0)
    SFORCE/1.FUNCTION#2     a number in a function: the third one (from 0) that is no id and no whole-number argument
    ACCGRAV.KGRAV           a statement without id

A number that an element gives to the equations as such is filled into the tables of the compiled system; all others
make the model be translated anew (`system/refill.py` decides).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from bellcrank.dataset.numbers import write_number
from bellcrank.errors import ExpressionError, Message, ModelError
from bellcrank.expression.declaration import declarations
from bellcrank.expression.tree import Call, Number, postorder
from bellcrank.scene import contract as c
from bellcrank.schema.expression import Expression
from bellcrank.schema.kinds import Formula
from bellcrank.schema.kinds.numbers import Real, RealRows, Reals

ONLY_SHOWN = ("GRAPHICS", "REQUEST", "MREQUEST")
"""Statements whose numbers do not change the mechanism; nor do settings, which have no id, but gravity."""
LITERAL = re.compile(r"(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[Ee][+-]?[0-9]++)?")
SIGNED = re.compile(r"(?<!\w)\(-$")
KEY = re.compile(r"(?P<element>.+)\.(?P<argument>\w+?)(?:\[(?P<item>\d+)\]|#(?P<literal>\d+))?$")
LONGEST_LIST = 12
"""Items of longer lists are data (splines), not numbers to play with."""
FIRST = 6
"""Sliders at the start, where the user names none."""
TELLING = ("SPRINGDAMPER", "BUSHING", "SFORCE", "MOTION", "VFORCE", "GFORCE", "BEAM", "VARIABLE", "PART", "ACCGRAV")
"""Statements whose numbers are offered first."""


class Address(NamedTuple):
    """Where a number stands: element, argument, item of a list or number in a function (-1: neither)."""

    element: Any
    attribute: str
    item: int = -1
    literal: int = -1

    @property
    def key(self) -> str:
        """The name of the number between page and server."""
        e, name = self.element, self.element.fields[self.attribute].name
        head = e.keyword if e.id is None else f"{e.keyword}/{e.id}"
        return f"{head}.{name}{self.tail}"

    @property
    def tail(self) -> str:
        """Item or literal as it stands behind the argument."""
        return f"[{self.item}]" if self.item >= 0 else f"#{self.literal}" if self.literal >= 0 else ""


def addresses(model: Any) -> Iterator[Address]:
    """All numbers of a model, in the order of the file."""
    for element in model.all():
        if element.keyword in ONLY_SHOWN or not (element.numbered or element.keyword == "ACCGRAV"):
            continue
        for attribute, value in element.given.items():
            kind = element.fields[attribute].kind
            if isinstance(kind, Real):
                yield Address(element, attribute)
            elif isinstance(kind, Reals) and not isinstance(kind, RealRows) and len(value) <= LONGEST_LIST:
                yield from (Address(element, attribute, k) for k, v in enumerate(value) if v is not None)
            elif isinstance(kind, Formula) and isinstance(value, Expression):
                yield from (Address(element, attribute, literal=k) for k in range(len(literals(value))))


class Literal(NamedTuple):
    """A number in the text of a function, from `start` to `end`; (-2) in parentheses is one number."""

    value: float
    start: int
    end: int


def functions(model: Any) -> Iterator[c.Function]:
    """All functions of a model that are texts."""
    for element in model.all():
        for field in element.expression_fields:
            value = element.given.get(field.attribute)
            if isinstance(value, Expression) and not value.is_python and element.id is not None:
                statement = f"{element.keyword}/{element.id}"
                yield c.Function(element.label, statement, field.name, " ".join(value.text.split()))


def literals(expression: Expression) -> list[Literal]:
    """The numbers of a function that are no ids, in the order of the text."""
    if expression.is_user or expression.is_python:
        return []
    try:
        nodes = list(postorder(expression.tree))
    except ExpressionError:
        return []
    known = declarations()
    fixed: set[int] = set()
    for node in nodes:
        if isinstance(node, Call) and node.name in known:
            for k, child in enumerate(node.arguments):
                argument = known[node.name].argument(k)
                if argument is not None and argument.kind not in ("expr", "number"):
                    fixed.update(below.position for below in postorder(child))
    found = [node for node in nodes if isinstance(node, Number) and node.position not in fixed]
    return sorted((_literal(expression.text, node) for node in found), key=lambda literal: literal.start)


def _literal(text: str, node: Number) -> Literal:
    start, end = node.position, LITERAL.match(text, node.position).end()  # type: ignore[union-attr]
    if SIGNED.search(text[:start]) and text[end : end + 1] == ")":
        return Literal(-node.value, start - 2, end + 1)
    return Literal(node.value, start, end)


def find(model: Any, key: str) -> Address:
    """The place a key names; an element also by its name, an argument in small letters: "spring.k"."""
    match = KEY.match(key.strip())
    if match is None:
        cure = "write ELEMENT.ARGUMENT: spring.k, SPRINGDAMPER/1.K, MARKER/32.QP[0] or SFORCE/1.FUNCTION#0."
        raise ModelError(Message("error", "E104", f'"{key}" names no number.', cure=cure))
    name = match["element"].strip()
    element = model.single(name.upper()) or model[name]
    item, literal = (int(match[part]) if match[part] is not None else -1 for part in ("item", "literal"))
    found = [a for a in addresses(model) if a.element is element and a.attribute == match["argument"].lower()]
    same = [a for a in found if (a.item, a.literal) == (item, literal)]
    if not same and (item, literal) == (-1, -1):
        same = found[:1]
    if not same:
        there = ", ".join(a.key for a in addresses(model) if a.element is element) or "none"
        raise ModelError(element.message("E104", f'"{key}" names no number of it.', cure=f"its numbers are: {there}."))
    return same[0]


def value_of(at: Address) -> float:
    """The number as it is now (angles in radians, numbers in functions as written)."""
    value = getattr(at.element, at.attribute)
    if at.literal >= 0:
        return literals(value)[at.literal].value
    return float(value[at.item] if at.item >= 0 else value)


def set_value(at: Address, value: float) -> None:
    """Put another number there; ModelError where it makes no sense."""
    if not math.isfinite(value):
        raise ModelError(at.element.message("E104", f"{value} is not a finite number.", cure="give another one."))
    old = getattr(at.element, at.attribute)
    if at.literal >= 0:
        setattr(at.element, at.attribute, replaced(old.text, literals(old)[at.literal], value))
    elif at.item >= 0:
        setattr(at.element, at.attribute, tuple(value if k == at.item else v for k, v in enumerate(old)))
    else:
        setattr(at.element, at.attribute, value)


def replaced(text: str, literal: Literal, value: float) -> str:
    """A function with another number in the place of one.

    >>> replaced("4 - 200*DZ(1, 2)", Literal(200, 4, 7), -3.5)
    '4 - (-3.5)*DZ(1, 2)'
    """
    new = write_number(value)
    return text[: literal.start] + (f"({new})" if value < 0.0 else new) + text[literal.end :]


def described(model: Any, at: Address, chosen: bool = False) -> c.Number:
    """A number in the words of the page."""
    field, value = at.element.fields[at.attribute], value_of(at)
    dimension = field.dimension
    if isinstance(dimension, tuple):
        dimension = dimension[at.item] if 0 <= at.item < len(dimension) else ""
    unit = "" if at.literal >= 0 or not isinstance(dimension, str) or not dimension else unit_of(model, dimension)
    low, high = span(value, field.kind, dimension == "angle")
    text = str(getattr(at.element, at.attribute)) if at.literal >= 0 else ""
    place = literals(getattr(at.element, at.attribute))[at.literal].start if at.literal >= 0 else 0
    words = "" if at.literal >= 0 else field.doc
    name = field.name if at.item < 0 else f"{field.name}[{at.item}]"
    return c.Number(at.key, at.element.label, name, value, low, high, unit, words, text, place, chosen)


def unit_of(model: Any, dimension: str) -> str:
    """The unit of a dimension as the model has it, "" where it has none."""
    return "rad" if dimension == "angle" else str(model.units.label(dimension))


def span(value: float, kind: Any, angle: bool = False) -> tuple[float, float]:
    """A range to play in: from a tenth to twice the value, about it where it is 0 or an angle."""
    if angle:
        low, high = value - 1.0, value + 1.0
    else:
        low, high = sorted((0.1 * value, 2.0 * value)) if value else (-1.0, 1.0)
    low = low if getattr(kind, "minimum", None) is None else max(low, kind.minimum)
    low = low if getattr(kind, "above", None) is None else max(low, kind.above + 1e-3 * (abs(value) or 1.0))
    return low, high if getattr(kind, "maximum", None) is None else min(high, kind.maximum)


def first_choice(model: Any) -> list[Address]:
    """What is offered before anybody has said what matters: numbers of forces and motions, then masses, gravity."""
    found = [a for a in addresses(model) if a.element.keyword in TELLING and _tells(a)]
    return sorted(found, key=lambda a: TELLING.index(a.element.keyword))[:FIRST]


def _tells(at: Address) -> bool:
    """Zero is mostly an argument that is not used; a part tells by its mass."""
    if at.element.keyword == "PART":
        return at.attribute == "mass"
    return value_of(at) != 0.0
