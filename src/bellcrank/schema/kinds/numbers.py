"""Numbers and lists of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from bellcrank.dataset.numbers import BadValue, read_integer, read_number, write_angle, write_number
from bellcrank.dataset.statement import as_list, list_items
from bellcrank.dataset.writer import list_lines
from bellcrank.schema.kinds.kind import Dimensions, Kind


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
        number = in_degrees(value) if self.degrees and isinstance(value, str) else finite(value)
        self.check(number)
        return number

    def lines(self, key: str, value: float, ended: bool) -> list[str]:
        return [f", {key} = {write_angle(value) if self.angle else write_number(value)}"]

    def show(self, value: float) -> str:
        return write_angle(value) if self.angle else write_number(value)

    def describe(self) -> str:
        return "number"

    def wanted(self) -> str:
        if self.minimum is not None and self.maximum is not None:
            return f"a number from {write_number(self.minimum)} to {write_number(self.maximum)}"
        if self.above is not None:
            return f"a number above {write_number(self.above)}"
        return "a number" if self.minimum is None else f"a number of at least {write_number(self.minimum)}"


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
        return self.counted(tuple(None if v is None and self.holes else self.number(v) for v in value))

    def number(self, value: Any) -> float:
        """One item; an angle may be a text in degrees."""
        return in_degrees(value) if self.degrees and isinstance(value, str) else finite(value)

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
        number = finite(value)
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

    def wanted(self) -> str:
        if self.minimum is not None and self.maximum is not None:
            return f"a whole number from {self.minimum} to {self.maximum}"
        return "a whole number" if self.minimum is None else f"a whole number of at least {self.minimum}"


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


def in_degrees(text: str) -> float:
    """An angle given in Python as a text with a D: "90D"."""
    if not text.strip().upper().endswith("D"):
        raise BadValue(f"{text!r} is not a number", 'give radians, or degrees as in "90D"')
    return read_number(text.strip(), True)


def finite(value: Any) -> float:
    """A finite number from Python (NumPy scalars too)."""
    if isinstance(value, (str, bytes, bool)) or value is None:
        raise BadValue(f"{value!r} is not a number")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise BadValue(f"{value!r} is not a number") from None
    if not math.isfinite(number):
        raise BadValue(f"{value!r} is not a finite number")
    return number
