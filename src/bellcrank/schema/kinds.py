"""The kinds of values an argument can have: how each is read, written, taken from Python, converted to other units.

A kind says by `extent` how far its text reaches when flags follow it without a key:
"one" the first item, "many" all items that are no flags, "expression" up to a backslash, "text" the whole line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from bellcrank.dataset.numbers import DEGREE, BadValue, read_integer, read_number, write_angle, write_number
from bellcrank.dataset.statement import as_line, as_list, list_items
from bellcrank.dataset.writer import expression_lines, list_lines, text_line
from bellcrank.schema.abbreviation import Ambiguous, Spellings
from bellcrank.schema.expression import Expression

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


class Real(Kind):
    """One number."""

    def __init__(
        self,
        dimension: Dimensions,
        minimum: float | None = None,
        maximum: float | None = None,
        above: float | None = None,
    ) -> None:
        self.dimension, self.minimum, self.maximum, self.above = dimension, minimum, maximum, above
        self.angle = dimension == "angle"
        self.degrees = not isinstance(dimension, str) or "angle" in dimension
        self.bounded = not (minimum is None and maximum is None and above is None)

    def read(self, text: str) -> float:
        value = read_number(as_list(text), self.degrees)
        if self.bounded:
            self.check(value)
        return value

    def check(self, value: float) -> None:
        if self.minimum is not None and value < self.minimum:
            raise BadValue(f"{write_number(value)} is below {write_number(self.minimum)}")
        if self.maximum is not None and value > self.maximum:
            raise BadValue(f"{write_number(value)} is above {write_number(self.maximum)}")
        if self.above is not None and value <= self.above:
            raise BadValue(f"{write_number(value)} is not above {write_number(self.above)}")

    def accept(self, value: Any) -> float:
        number = _number(value)
        self.check(number)
        return number

    def lines(self, key: str, value: float, ended: bool) -> list[str]:
        return [f", {key} = {write_angle(value) if self.angle else write_number(value)}"]

    def show(self, value: float) -> str:
        return write_angle(value) if self.angle else write_number(value)

    def describe(self) -> str:
        return "number"


class Reals(Kind):
    """A list of numbers: `count` of them (a number, a pair of limits, or None for any); `holes` allows empty items."""

    extent = "many"

    def __init__(
        self,
        dimension: Dimensions,
        count: int | tuple[int, int] | None = None,
        holes: bool = False,
        separator: str = ",",
    ) -> None:
        self.dimension, self.holes, self.separator = dimension, holes, separator
        self.low, self.high = count if isinstance(count, tuple) else (count or 1, count or 10**9)
        dimensions = dimension if isinstance(dimension, tuple) else (dimension,)
        self.angle = dimension == "angle"
        self.degrees = any(not isinstance(d, str) or "angle" in d for d in dimensions)
        self._seen: dict[str, tuple[float | None, ...]] = {}

    def read(self, text: str) -> tuple[float | None, ...]:
        found = self._seen.get(text)
        if found is None:
            found = self._read(text)
            if len(text) < 40 and len(self._seen) < 10000:
                self._seen[text] = found
        return found

    def _read(self, text: str) -> tuple[float | None, ...]:
        plain = as_list(text)
        try:
            values: tuple[float | None, ...] = tuple(map(float, plain.split(",")))
            if "_" in plain or not math.isfinite(math.fsum(values)):  # type: ignore[arg-type]
                raise ValueError
        except (ValueError, OverflowError):
            values = self._read_items(list_items(plain.replace(":", ",")))
        return self.counted(values)

    def _read_items(self, items: list[str]) -> tuple[float | None, ...]:
        if self.holes:
            return tuple(read_number(item, self.degrees) if item else None for item in items)
        return tuple(read_number(item, self.degrees) for item in items if item)

    def counted(self, values: tuple[float | None, ...]) -> tuple[float | None, ...]:
        if self.low <= len(values) <= self.high:
            return values
        wanted = (
            str(self.low)
            if self.low == self.high
            else f"{self.low} to {self.high}"
            if self.high < 10**9
            else f"{self.low} or more"
        )
        raise BadValue(f"{len(values)} number{'s' * (len(values) != 1)} given, {wanted} needed")

    def accept(self, value: Any) -> tuple[float | None, ...]:
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            value = (value,)
        return self.counted(tuple(None if v is None and self.holes else _number(v) for v in value))

    def texts(self, value: tuple[float | None, ...]) -> list[str]:
        """The items as text; angles in degrees where exact."""
        if isinstance(self.dimension, tuple):
            angles = [d == "angle" for d in self.dimension]
        else:
            angles = [self.angle] * len(value)
        angles += [False] * (len(value) - len(angles))
        return [
            "" if v is None else write_angle(v) if a else write_number(v) for v, a in zip(value, angles, strict=False)
        ]

    def lines(self, key: str, value: tuple[float | None, ...], ended: bool) -> list[str]:
        return list_lines(key, self.texts(value), ", " if self.separator == "," else self.separator)

    def show(self, value: tuple[float | None, ...]) -> str:
        texts = self.texts(value)
        return "(" + ", ".join(texts if len(texts) <= 12 else [*texts[:6], "...", *texts[-2:]]) + ")"

    def describe(self) -> str:
        if self.low == self.high:
            return f"{self.low} numbers"
        return f"{self.low} to {self.high} numbers" if self.high < 10**9 else "numbers"


class RealRows(Reals):
    """An argument that may be given several times, each time with a list of numbers (SPLINE Y)."""

    repeated = True

    def accept(self, value: Any) -> Any:
        values = list(value) if isinstance(value, Iterable) else [value]
        if all(isinstance(row, Iterable) for row in values):
            return tuple(Reals.accept(self, row) for row in values)
        return (Reals.accept(self, values),)

    def lines(self, key: str, value: Any, ended: bool) -> list[str]:
        return [line for row in value for line in list_lines(key, self.texts(row))]

    def show(self, value: Any) -> str:
        return " ".join(Reals.show(self, row) for row in value)

    def describe(self) -> str:
        return "numbers, may be repeated"


class Integer(Kind):
    """One whole number."""

    def __init__(self, minimum: int | None = None, maximum: int | None = None) -> None:
        self.minimum, self.maximum = minimum, maximum

    def read(self, text: str) -> int:
        return self.accept(read_integer(as_list(text)))

    def accept(self, value: Any) -> int:
        number = _number(value)
        if number != int(number):
            raise BadValue(f"{value} is not a whole number")
        if self.minimum is not None and number < self.minimum:
            raise BadValue(f"{int(number)} is below {self.minimum}")
        if self.maximum is not None and number > self.maximum:
            raise BadValue(f"{int(number)} is above {self.maximum}")
        return int(number)

    def lines(self, key: str, value: int, ended: bool) -> list[str]:
        return [f", {key} = {value}"]

    def describe(self) -> str:
        return "whole number"


class Integers(Kind):
    """A list of whole numbers."""

    extent = "many"

    def __init__(self, count: int | tuple[int, int] | None = None) -> None:
        self.low, self.high = count if isinstance(count, tuple) else (count or 1, count or 10**9)

    def read(self, text: str) -> tuple[int, ...]:
        return self.accept([read_integer(item) for item in list_items(text.replace(":", ",")) if item])

    def accept(self, value: Any) -> tuple[int, ...]:
        values = tuple(Integer().accept(v) for v in (value if isinstance(value, Iterable) else (value,)))
        if not self.low <= len(values) <= self.high:
            raise BadValue(f"{len(values)} numbers given, {self.low} needed")
        return values

    def lines(self, key: str, value: tuple[int, ...], ended: bool) -> list[str]:
        return list_lines(key, [str(v) for v in value])

    def describe(self) -> str:
        return "whole numbers"


class Reference(Kind):
    """The id of another element; 0 stands for the global frame or nothing."""

    def __init__(self, *targets: str) -> None:
        self.targets = targets

    def read(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:
            return self.checked(read_integer(as_list(text)))

    def checked(self, id: int) -> int:
        if id < 0:
            raise BadValue(f"{id} is not an id", "ids are positive whole numbers")
        return id

    def accept(self, value: Any) -> int:
        keyword = getattr(value, "keyword", None)
        if keyword is None:
            if isinstance(value, str):
                raise BadValue(
                    f"{value!r} is a name", f"give the id or the element itself, for instance model[{value!r}]"
                )
            return self.checked(Integer().accept(value))
        if self.targets and keyword not in self.targets:
            raise BadValue(f"{value.title} is given where {' or '.join(self.targets)} is needed")
        if value.id is None:
            raise BadValue(f"{value.title} has no id yet", "add it to the model first")
        return int(value.id)

    def references(self, value: int) -> tuple[int, ...]:
        return (value,)

    def lines(self, key: str, value: int, ended: bool) -> list[str]:
        return [f", {key} = {value}"]

    def describe(self) -> str:
        return f"{' or '.join(self.targets)} id" if self.targets else "id"


class References(Kind):
    """A list of ids of other elements."""

    extent = "many"

    def __init__(self, *targets: str, count: int | tuple[int, int] | None = None) -> None:
        self.targets = targets
        self.low, self.high = count if isinstance(count, tuple) else (count or 1, count or 10**9)

    def read(self, text: str) -> tuple[int, ...]:
        return self.counted(tuple(read_integer(item) for item in list_items(text) if item))

    def counted(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        if not self.low <= len(ids) <= self.high:
            wanted = self.low if len(ids) < self.low else self.high
            raise BadValue(f"{len(ids)} id{'s' * (len(ids) != 1)} given, {wanted} needed")
        return ids

    def accept(self, value: Any) -> tuple[int, ...]:
        one = Reference(*self.targets)
        values = value if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
        return self.counted(tuple(one.accept(v) for v in values))

    def references(self, value: tuple[int, ...]) -> tuple[int, ...]:
        return value

    def lines(self, key: str, value: tuple[int, ...], ended: bool) -> list[str]:
        return list_lines(key, [str(v) for v in value])

    def describe(self) -> str:
        return f"{' or '.join(self.targets)} ids" if self.targets else "ids"


class Choice(Kind):
    """One word of a table; abbreviations are completed."""

    def __init__(self, words: Iterable[str], others: dict[str, str] | None = None) -> None:
        self.spellings = Spellings(words, others)

    def word(self, text: str) -> str:
        text = text.strip().strip('"').upper()
        try:
            found = self.spellings.find(text)
        except Ambiguous as error:
            raise BadValue(str(error), "write more letters") from None
        if found is None:
            raise BadValue(
                f"{text or 'nothing'} is not one of {', '.join(self.spellings.names)}", self.spellings.nearest(text)
            )
        return found

    def read(self, text: str) -> str:
        return self.word(as_list(text))

    def accept(self, value: Any) -> str:
        return self.word(str(value))

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        return [f", {key} = {value}"]

    def describe(self) -> str:
        return " | ".join(self.spellings.names)


class Switch(Choice):
    """ON or OFF; True or False in Python."""

    def __init__(self) -> None:
        super().__init__(("ON", "OFF"), {"YES": "ON", "NO": "OFF", "TRUE": "ON", "FALSE": "OFF"})

    def read(self, text: str) -> bool:  # type: ignore[override]
        return self.word(as_list(text)) == "ON"

    def accept(self, value: Any) -> bool:  # type: ignore[override]
        return value if isinstance(value, bool) else self.word(str(value)) == "ON"

    def lines(self, key: str, value: bool, ended: bool) -> list[str]:  # type: ignore[override]
        return [f", {key} = {'ON' if value else 'OFF'}"]


class Words(Choice):
    """A list of words of a table, joined by colons; `limit` is the largest number of them."""

    extent = "many"

    def __init__(self, words: Iterable[str], others: dict[str, str] | None = None, limit: int = 10**9) -> None:
        super().__init__(words, others)
        self.limit = limit
        self.letters = all(len(word) == 1 for word in self.spellings.names)

    def read(self, text: str) -> tuple[str, ...]:  # type: ignore[override]
        words = [word for word in re.split(r"[\s,:]+", as_list(text)) if word]
        if self.letters and len(words) == 1:
            words = [*words[0]]
        return self.accept(words)

    def accept(self, value: Any) -> tuple[str, ...]:  # type: ignore[override]
        words = tuple(self.word(str(v)) for v in (re.split(r"[\s,:]+", value) if isinstance(value, str) else value))
        if not 1 <= len(words) <= self.limit:
            raise BadValue(f"{len(words)} words given, 1 to {self.limit} needed")
        return words

    def lines(self, key: str, value: tuple[str, ...], ended: bool) -> list[str]:  # type: ignore[override]
        return [f", {key} = {':'.join(value)}"]

    def show(self, value: tuple[str, ...]) -> str:
        return ":".join(value)

    def describe(self) -> str:
        return "list of " + ", ".join(self.spellings.names)


class Text(Kind):
    """Free text up to the end of the line or the next known argument."""

    extent = "text"

    def read(self, text: str) -> str:
        text = as_line(text).rstrip("\\").strip()
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text

    def accept(self, value: Any) -> str:
        text = " ".join(str(value).split())
        if '"' in text or "!" in text:
            raise BadValue('text may not contain " or !')
        return text

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        risky = "," in value or ";" in value or "=" in value or "\\" in value or "&" in value or not value
        return text_line(key, f'"{value}"' if (risky or "!" in value) and '"' not in value else value)

    def describe(self) -> str:
        return "text"


class Rest(Text):
    """Free text to the end of the statement, whatever it contains (STRING)."""

    extent = "rest"

    def read(self, text: str) -> str:
        return as_line(text)

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        return text_line(key, value)


class Strings(Kind):
    """A list of strings, quoted or not; `separator` ":" for headings such as TITLE=a:b:c."""

    extent = "many"

    def __init__(self, separator: str = ",", quoted: bool = True, limit: int = 10**9) -> None:
        self.separator, self.quoted, self.limit = separator, quoted, limit

    def read(self, text: str) -> tuple[str, ...]:
        items = list_items(text) if self.separator == "," else as_line(text).rstrip("\\").strip().split(self.separator)
        return self.accept([item.strip().strip('"') for item in items])

    def accept(self, value: Any) -> tuple[str, ...]:
        strings = tuple(str(v) for v in ((value,) if isinstance(value, str) else value))
        for string in strings:
            if '"' in string or "\n" in string:
                raise BadValue('a string may not contain " or line ends')
        if len(strings) > self.limit:
            raise BadValue(f"{len(strings)} strings given, at most {self.limit} allowed")
        return strings

    def lines(self, key: str, value: tuple[str, ...], ended: bool) -> list[str]:
        if self.separator != ",":
            return text_line(key, self.separator.join(value))
        return list_lines(key, [f'"{v}"' if self.quoted else v for v in value])

    def describe(self) -> str:
        return "strings"


class Formula(Kind):
    """A function expression; `dimension` is the dimension of its value."""

    extent = "expression"

    def __init__(self, dimension: Dimensions = None) -> None:
        self.dimension = dimension

    def read(self, text: str) -> Expression:
        text = as_line(text).rstrip("\\").rstrip()
        if not text:
            raise BadValue("the expression is empty")
        return Expression(text)

    def accept(self, value: Any) -> Expression:
        if isinstance(value, Expression):
            return value
        if isinstance(value, str):
            if not value.strip():
                raise BadValue("the expression is empty")
            return Expression(" ".join(value.split()))
        return Expression(_number(value))

    def lines(self, key: str, value: Expression, ended: bool) -> list[str]:
        return expression_lines(key, value.text, ended)

    def show(self, value: Expression) -> str:
        return value.text

    def describe(self) -> str:
        return "expression"


def _number(value: Any) -> float:
    """A finite number from Python (NumPy scalars too)."""
    if isinstance(value, (str, bytes, bool)) or value is None:
        raise BadValue(f"{value!r} is not a number")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise BadValue(f"{value!r} is not a number") from None
    if not math.isfinite(number):
        raise BadValue(f"{value!r} is not a finite number")
    return number


__all__ = [
    "DEGREE", "BadValue", "Choice", "Dimension", "Dimensions", "Formula", "Integer", "Integers", "Kind", "Real", "RealRows",
    "Reals", "Reference", "References", "Rest", "Strings", "Switch", "Text", "Words",
]  # fmt: skip
