"""Numbers of the dataset: Fortran style, `D` behind a number means degrees; written short and exact."""

from __future__ import annotations

import math
import re

DEGREE = math.pi / 180.0
LONGEST = 18
"""Digits of a whole number: more do not fit into 64 bits."""
_NUMBER = re.compile(r"[+-]?(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?\d++)?")
_FORTRAN_DOUBLE = re.compile(r"[+-]?(?:\d++\.?+\d*+|\.\d++)[dD][+-]?\d++")


class BadValue(ValueError):
    """A text that is not a value of the kind wanted; `cure` says what to write instead."""

    def __init__(self, what: str, cure: str = "") -> None:
        super().__init__(what)
        self.cure = cure


def read_number(text: str, degrees: bool = True) -> float:
    """The value of a number; with a `D` suffix it is an angle in degrees and becomes radians.

    >>> read_number("180D") == math.pi, read_number("7.07E+006"), read_number("-.4")
    (True, 7070000.0, -0.4)
    """
    text = text.strip()
    match = _NUMBER.fullmatch(text)
    if match:
        return _finite(float(text), text)
    if text[-1:] in ("d", "D") and _NUMBER.fullmatch(text[:-1]):
        if degrees:
            return _finite(float(text[:-1]) * DEGREE, text)
        raise BadValue(f"{text} is an angle in degrees", f"write {text[:-1]} without the D")
    if _FORTRAN_DOUBLE.fullmatch(text):
        plain = re.sub("[dD]", "E", text)
        raise BadValue(
            f"{text} is a Fortran double precision number", f"write {plain} (a D behind a number means degrees)"
        )
    raise BadValue(f"{text!r} is not a number" if text else "a number is missing")


def read_integer(text: str) -> int:
    """The value of a whole number; `9.0E+06` is one too, leading zeros do not count."""
    text = text.strip()
    if text.isdecimal() and len(text) <= LONGEST:
        return int(text)
    value = read_number(text, degrees=False)
    if value != int(value):
        raise BadValue(f"{text[:40]} is not a whole number")
    if abs(value) >= 10.0**LONGEST:
        raise BadValue(f"{text[:40]} is too large for a whole number", f"use at most {LONGEST} digits")
    return int(value)


def _finite(value: float, text: str) -> float:
    if math.isinf(value):
        raise BadValue(f"{text} is too large for a number", "use a value below 1.7E308")
    return value


def write_number(value: float) -> str:
    """The shortest text that reads back as the same number.

    >>> write_number(2.0), write_number(1e-7), write_number(0.1), write_number(1e22)
    ('2', '1E-07', '0.1', '1E+22')
    """
    text = repr(float(value))
    if text.endswith(".0"):
        text = text[:-2]
    return text.replace("e", "E")


def write_angle(value: float) -> str:
    """An angle in degrees where that is exact, else in radians.

    >>> write_angle(math.pi / 2), write_angle(0.0), write_angle(0.3)
    ('90D', '0D', '0.3')
    """
    degrees = value / DEGREE
    radians = write_number(value)
    for digits in (6, 12):
        text = write_number(float(f"{degrees:.{digits}g}"))
        if float(text) * DEGREE == value:
            return f"{text}D" if len(text) <= len(radians) + 1 else radians
    return radians
