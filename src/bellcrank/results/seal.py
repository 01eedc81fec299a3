"""The seal of a finished file: its last bytes tell how long it is and the checksum of what comes before.

    newline bellcrank-seal size(16 hex digits) checksum(16 hex digits) newline          HDF5
    <!-- bellcrank-seal size(16 hex digits) checksum(16 hex digits) --> newline         XML

HDF5 takes a file that is longer than its contents as it is, so every other program reads it too. A file that has lost
a byte, or gained one, or holds a changed one, is known before the HDF5 library sees it: that library may wait for
ever, or end the process, on a file that is damaged.

The checksum of a piece of 256 KB, 64-bit numbers x_k, is sum w_k x_k mod 2^64 with fixed odd weights w_k: another value
of one x_k always gives another sum, since odd numbers have inverses, and any other change does with all but a chance of
about 2^-63. Pieces follow each other as s <- ODD s + sum. NumPy forms such sums at 12 GB/s, zlib a CRC-32 at 3; written
at 2, the difference counts (benchmarks/long_results.py). It is against accidents, not against people.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

HDF5 = b"\nbellcrank-seal %016x %016x\n"
XML = b"<!-- bellcrank-seal %016x %016x -->\n"
_PIECE = 1 << 18
_WORDS = _PIECE // 8
_ODD = 0x9E3779B97F4A7C15
"""2^64 over the golden ratio: its multiples are spread evenly (Knuth, The Art of Computer Programming 3, 6.4)."""

WHOLE, NONE, BROKEN = "whole", "none", "broken"


class Sums:
    """Sums of parts of a file. What is added while it is written need not be read again when it is sealed."""

    def __init__(self) -> None:
        self._parts: dict[int, tuple[int, list[tuple[int, int]]]] = {}

    def add(self, start: int, words: NDArray[np.uint64]) -> None:
        """What stands in the file from byte `start` on, a multiple of 8; parts may be written again, not overlap."""
        first, done, sums = start // 8, 0, []
        while done < len(words):
            piece, at = divmod(first + done, _WORDS)
            part = words[done : done + _WORDS - at]
            sums.append((piece, int(np.einsum("i,i->", part, _weights()[at : at + len(part)]))))
            done += len(part)
        self._parts[start] = start + 8 * len(words), sums

    def forget(self, start: int) -> None:
        """A part that was added is not there."""
        self._parts.pop(start, None)

    def gaps(self, size: int) -> list[tuple[int, int]]:
        """The parts of a file of this size that were not added."""
        found, done = [], 0
        for start, (stop, _) in sorted(self._parts.items()):
            if start > done:
                found.append((done, start))
            done = stop
        return [*found, (done, size)] if done < size else found

    def total(self, size: int) -> int:
        """The checksum of a file of this size."""
        pieces = [0] * -(-size // _PIECE)
        for _, sums in self._parts.values():
            for piece, value in sums:
                pieces[piece] += value
        found = 0
        for value in pieces:
            found = (found * _ODD + value) % 2**64
        return found


def close(path: Path, form: bytes = HDF5, known: Sums | None = None) -> None:
    """Put the seal at the end of a complete file, and the file onto the disk."""
    with open(path, "r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        check = _checksum(file, size, known or Sums())
        file.seek(size)
        file.write(form % (size, check))
        file.flush()
        os.fsync(file.fileno())


def look(path: Path, form: bytes = HDF5) -> str:
    """WHOLE; NONE where there is no seal (a run that goes on, or a file that was cut); BROKEN where it does not fit."""
    with open(path, "rb", buffering=0) as file:
        size = file.seek(0, os.SEEK_END) - len(form % (0, 0))
        if size <= 0:
            return NONE
        file.seek(size)
        seal = file.read()
        if not seal.startswith(form.partition(b"%")[0]):
            return NONE
        good = seal == form % (size, _checksum(file, size, Sums()))
        return WHOLE if good else BROKEN


@functools.cache
def _weights() -> NDArray[np.uint64]:
    """Odd numbers without a pattern: the multiples of _ODD, mixed."""
    x = np.arange(1, _WORDS + 1, dtype=np.uint64) * np.uint64(_ODD)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> np.uint64(27)) | np.uint64(1)


def _checksum(file: IO[bytes], size: int, sums: Sums) -> int:
    """The checksum of a file, of which some sums may be known; zeros fill its last word."""
    room = np.zeros(_WORDS, "<u8")
    place = room.data.cast("B")
    for start, stop in sums.gaps(size):
        file.seek(start)
        while start < stop and (read := _fill(file, place[: min(_PIECE - start % _PIECE, stop - start)])):
            words = -(-read // 8)
            place[read : 8 * words] = bytes(-read % 8)
            sums.add(start, room[:words])
            start += read
    return sums.total(size)


def _fill(file: IO[bytes], place: memoryview) -> int:
    """Read until the place is full or the file ends."""
    done = 0
    while done < len(place) and (read := file.readinto(place[done:])):  # type: ignore[attr-defined]
        done += read
    return done
