"""Rows of a result file that stay in the file: memory holds a block of them, however long the run was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LARGE = 1 << 26
"""Bytes: results up to this size are read at once."""
BLOCK = 1 << 23
"""Bytes of rows in memory at a time."""


@dataclass(frozen=True)
class FileRows:
    """`read(start, stop)` gives rows of all columns, time first."""

    shape: tuple[int, int]
    read: Callable[[int, int], Array]

    def __len__(self) -> int:
        return self.shape[0]


def blocks(rows: Array | FileRows, start: int = 0, stop: int | None = None) -> Iterator[Array]:
    """Rows from start to stop, a block at a time."""
    stop = len(rows) if stop is None else stop
    step = max(1, BLOCK // (8 * max(rows.shape[1], 1)))
    for first in range(start, stop, step):
        last = min(first + step, stop)
        yield rows.read(first, last) if isinstance(rows, FileRows) else rows[first:last]


def columns(rows: Array | FileRows, wanted: Sequence[int], chosen: NDArray[np.intp] | None = None) -> Array:
    """Some columns of all rows, or of the chosen ones (ascending), in one pass."""
    if not isinstance(rows, FileRows):
        return rows[:, list(wanted)] if chosen is None else rows[chosen][:, list(wanted)]
    chosen = np.arange(len(rows)) if chosen is None else chosen
    out = np.empty((len(chosen), len(wanted)))
    first = done = 0
    for block in blocks(rows):
        until = int(np.searchsorted(chosen, first + len(block)))
        out[done:until] = block[chosen[done:until] - first][:, list(wanted)]
        first, done = first + len(block), until
    return out


def joined(parts: list[Array], width: int) -> Array:
    """The rows of several blocks as one array; the list is emptied on the way, so that nothing is there twice."""
    whole = np.empty((sum(len(part) for part in parts), width))
    parts.reverse()
    first = 0
    while parts:
        part = parts.pop()
        whole[first : first + len(part)] = part
        first += len(part)
    return whole
