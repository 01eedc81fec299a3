r"""The text form: numbers end with one blank, characters and logicals with nothing, a null value is `?`.

Line ends mean nothing and are removed first: lines are wrapped anywhere, also inside numbers. Codes of fields:
u d n w t integers, p pointer, f real, v h vector, i interval, b box, c character, l logical. In strings a backslash
begins an escape: \n \0 \9 \\.
"""

from __future__ import annotations

import re
from typing import Any

from bellcrank.geometry.parasolid.errors import FormatError
from bellcrank.geometry.parasolid.schema import VARIABLE, Layout

_ESCAPES = {"0": "\0", "n": "\n", "9": "\r", "\\": "\\"}
_REAL = r"(\?|[^ ?]+ )"
_PATTERN = {
    **dict.fromkeys("udnwptf", _REAL),
    "c": r"(\\.|[^\\])",
    "l": r"([TF])",
    **dict.fromkeys("vh", r"(\?|[^ ?]+ [^ ?]+ [^ ?]+ )"),
    "i": r"((?:\?|[^ ?]+ ){2})",
    "b": r"((?:\?|[^ ?]+ ){6})",
}
_WIDTH = {"v": 3, "h": 3, "i": 2, "b": 6}
_TOKEN = re.compile(r"\?|[^ ?]+ ")
_ESCAPED = re.compile(r"\\(.)", re.S)

Plan = list[tuple[re.Pattern[str] | None, str, list[int]]]


class TextLexer:
    """Reads values one after the other."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text.translate({10: None, 13: None}), 0
        self._plans: dict[int, tuple[Layout, Plan]] = {}
        if self.characters(1) != "T":
            raise FormatError("the data does not begin with the text mark T")

    def integer(self) -> int:
        """A number and its blank."""
        end = self.text.find(" ", self.at, self.at + 24)
        if end < 0:
            raise FormatError(f"no number at character {self.at}")
        value, self.at = int(self.text[self.at : end]), end + 1
        return value

    byte = short = long = index = count = type_number = integer

    def characters(self, n: int) -> str:
        """A string of n characters; an escape takes two of the text for one of the string."""
        if not 0 <= n <= len(self.text) - self.at:
            raise FormatError(f"a string of {n} characters at character {self.at}")
        piece = self.text[self.at : self.at + n]
        if "\\" not in piece:
            self.at += n
            return piece
        found: list[str] = []
        while len(found) < n:
            match = _ESCAPED.match(self.text, self.at)
            found.append(_ESCAPES.get(match[1], match[1]) if match else self.text[self.at])
            self.at += 2 if match else 1
        return "".join(found)

    def string(self) -> str:
        """Length, blank, characters."""
        return self.characters(self.integer())

    short_string = long_string = string

    def logical(self) -> bool:
        """T or F."""
        return self.characters(1) == "T"

    def fields(self, layout: Layout, length: int) -> list[Any]:
        """All values of a node: one regular expression for each run of fields of fixed size."""
        known = self._plans.get(id(layout))
        if known is None:
            known = self._plans[id(layout)] = (layout, _plan(layout))
        values: list[Any] = []
        for pattern, codes, counts in known[1]:
            if pattern is None:
                values.append(self._array(codes, length))
                continue
            match = pattern.match(self.text, self.at)
            if match is None:
                raise FormatError(f"unreadable fields at character {self.at}: {self.text[self.at : self.at + 40]!r}")
            self.at = match.end()
            groups = iter(match.groups())
            for code, n in zip(codes, counts):
                many = [_value(code, next(groups)) for _ in range(max(n, 1))]
                values.append(many if n else many[0])
        return values

    def _array(self, code: str, n: int) -> Any:
        if code == "c":
            return self.characters(n)
        if code == "l":
            return [c == "T" for c in self.characters(n)]
        if not 0 <= n <= len(self.text) - self.at:
            raise FormatError(f"a list of {n} values at character {self.at}")
        if code not in _WIDTH:
            convert = float if code == "f" else int
            return [None if t == "?" else convert(t) for t in self._tokens(n)]
        values: list[tuple[float | None, ...] | None] = []
        for _ in range(n):
            if code in "vh" and self.text[self.at] == "?":
                self.at += 1
                values.append(None)
            else:
                values.append(tuple(None if t == "?" else float(t) for t in self._tokens(_WIDTH[code])))
        return values

    def _tokens(self, n: int) -> list[str]:
        tokens = []
        for _ in range(n):
            match = _TOKEN.match(self.text, self.at)
            if match is None:
                raise FormatError(f"a number is missing at character {self.at}")
            tokens.append(match[0])
            self.at = match.end()
        return tokens

    def finished(self) -> bool:
        """Whether nothing is left."""
        return not self.text[self.at :].strip()


def _plan(layout: Layout) -> Plan:
    plan: Plan = []
    pattern, codes, counts = "", "", list[int]()
    for f in layout.fields:
        if f.count == VARIABLE:
            if codes:
                plan.append((re.compile(pattern, re.S), codes, counts))
            plan.append((None, f.code, []))
            pattern, codes, counts = "", "", []
        else:
            pattern += _PATTERN[f.code] * max(f.count, 1)
            codes += f.code
            counts.append(f.count)
    if codes:
        plan.append((re.compile(pattern, re.S), codes, counts))
    return plan


def _value(code: str, text: str) -> Any:
    if text == "?" and code not in "cl":
        return None
    if code in "udnwpt":
        return int(text)
    if code == "f":
        return float(text)
    if code in "vh":
        return tuple(map(float, text.split()))
    if code == "l":
        return text == "T"
    if code == "c":
        return _ESCAPES.get(text[1], text[1]) if len(text) == 2 else text
    return [None if t == "?" else float(t) for t in _TOKEN.findall(text)]
