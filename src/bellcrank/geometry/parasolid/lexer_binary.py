"""The neutral binary form: big-endian; pointers and element counts in one or two shorts."""

from __future__ import annotations

import struct
from typing import Any

from bellcrank.geometry.parasolid.errors import FormatError
from bellcrank.geometry.parasolid.schema import VARIABLE, Field, Layout

_NULL = -3.14158e13
"""Stands for no value."""
_FORMAT = {"u": "B", "d": "i", "n": "h", "w": "h", "t": "i", "f": "d"}
_WIDTH = {"v": 3, "h": 3, "i": 2, "b": 6}


class BinaryLexer:
    """Reads values one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 4
        if data[:4] != b"PS\0\0":
            raise FormatError("the data does not begin with the mark of neutral binary files")

    def _unpack(self, form: str, n: int = 1) -> tuple[Any, ...]:
        size = struct.calcsize(f">{form}") * n
        if not 0 <= size <= len(self.data) - self.at:
            raise FormatError(f"{n} values at byte {self.at}, beyond the end")
        values = struct.unpack_from(f">{n}{form}", self.data, self.at)
        self.at += size
        return values

    def byte(self) -> int:
        """One byte."""
        return int(self._unpack("B")[0])

    def short(self) -> int:
        """Two bytes."""
        return int(self._unpack("h")[0])

    type_number = short

    def long(self) -> int:
        """Four bytes."""
        return int(self._unpack("i")[0])

    count = long

    def index(self) -> int:
        """A pointer or count: value + 1 as a short, or as two shorts."""
        value = self.short()
        return value - 1 if value >= 0 else self.short() * 32767 - value - 1

    def characters(self, n: int) -> str:
        """A string of n characters."""
        if not 0 <= n <= len(self.data) - self.at:
            raise FormatError(f"a string of {n} characters at byte {self.at}")
        self.at += n
        return self.data[self.at - n : self.at].decode("latin-1")

    def short_string(self) -> str:
        """Length in a byte."""
        return self.characters(self.byte())

    def string(self) -> str:
        """Length in a short."""
        return self.characters(self.short())

    def long_string(self) -> str:
        """Length in four bytes."""
        return self.characters(self.long())

    def logical(self) -> bool:
        """One byte, 0 or 1."""
        return self.byte() != 0

    def fields(self, layout: Layout, length: int) -> list[Any]:
        """All values of a node."""
        return [self._field(f, length if f.count == VARIABLE else f.count) for f in layout.fields]

    def _field(self, f: Field, n: int) -> Any:
        scalar = f.count == 0
        n = 1 if scalar else n
        if not 0 <= n <= len(self.data) - self.at:
            raise FormatError(f"a list of {n} values at byte {self.at}")
        if f.code == "c":
            return self.characters(n)
        values: list[Any]
        if f.code == "l":
            values = [b != 0 for b in self._unpack("B", n)]
        elif f.code == "p":
            values = [self.index() for _ in range(n)]
        elif f.code in _WIDTH:
            width = _WIDTH[f.code]
            flat = self._unpack("d", n * width)
            values = [flat[i : i + width] for i in range(0, len(flat), width)]
            values = [None if v[0] == _NULL else v for v in values]
        else:
            values = list(self._unpack(_FORMAT[f.code], n))
            if f.code == "f":
                values = [None if v == _NULL else v for v in values]
        return values[0] if scalar else values

    def finished(self) -> bool:
        """Whether nothing is left."""
        return self.at == len(self.data)
