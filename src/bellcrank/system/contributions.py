"""What the elements contribute to the matrix: where their numbers are, and the matrix by columns that they sum to.

An element stores its numbers one after the other in ENTRIES, in groups (`primitives/places.py`); the factorisation
adds each to the entry of the matrix that `entry` names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from bellcrank.numerics.sparse_lu import SparseLU
from bellcrank.numerics.triplets import Triplets
from bellcrank.system.primitives.places import Group, Pair

SCRATCH = 2**32 - 1
"""Stands for the beginning of the scratch area of ENTRIES until that is known."""


class Contributions:
    """Places are collected with `add` and `table`; then `finish` finds the pattern of the matrix."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.pairs: Group = []
        self.fixed: dict[int, float] = {}
        """Contributions that never change: their number and value."""
        self._scratch = 0
        self._starts: list[np.ndarray] = []

    def add(self, group: Group) -> int:
        """Where a group begins in ENTRIES; groups of ground alone go to the scratch area, wherever that will be."""
        if all(None in pair for pair in group):
            self._scratch = max(self._scratch, len(group))
            return SCRATCH
        self.pairs += group
        return len(self.pairs) - len(group)

    def table(self, ints: list[Any], groups: list[list[Group]]) -> np.ndarray:
        """The integers of elements, followed by the beginnings of their groups; none: those of the element before."""
        starts: list[list[int]] = []
        for of_element in groups:
            starts.append([self.add(group) for group in of_element] or starts[-1])
        table = np.hstack([np.array(ints, np.uint32), np.array(starts, np.uint32)])
        self._starts.append(table[:, -len(starts[0]) :])
        return table

    def fix(self, group: int, number: int, value: float) -> None:
        """This number of a group never changes, for all elements of the last table."""
        starts = self._starts[-1][:, group]
        self.fixed |= {int(start) + number: value for start in starts if start != SCRATCH}

    def finish(self, still: Iterable[int], own: int) -> None:
        """The pattern; nothing but the first `own` contributions counts in the rows and columns `still`."""
        held, size = set(still), self.n + 1
        keys = [place_key(pair, size, set() if n < own else held) for n, pair in enumerate(self.pairs)]
        key = np.array(keys, np.int64)
        unique = np.unique(key[key >= 0])
        self.indices = (unique % size).astype(np.int32)
        self.indptr = np.searchsorted(unique // size, np.arange(self.n + 1)).astype(np.int32)
        self.entry = np.where(key >= 0, np.searchsorted(unique, key), len(unique)).astype(np.uint32)
        self.with_scratch = np.zeros(len(key) + self._scratch)
        self.values = self.with_scratch[: len(key)]
        self.values[list(self.fixed)] = list(self.fixed.values())
        for starts in self._starts:
            starts[starts == SCRATCH] = len(key)

    def factorisation(self) -> SparseLU:
        """Order, pivots and pattern for the matrix as it is now; SingularMatrixError when it has no inverse."""
        return SparseLU(self.n, self.indptr, self.indices, self.values, entry=self.entry)

    def matrix(self) -> Triplets:
        """The sum of all contributions as they are now."""
        nnz = len(self.indices)
        values = np.bincount(self.entry, self.values, nnz + 1)[:nnz]
        return Triplets.of_columns(self.n, self.indptr, self.indices, values)


def place_key(place: Pair, size: int, still: set[int]) -> int:
    """Column by column; -1 for entries of ground and of rotations that a point mass does not have."""
    row, column = place
    if row is None or column is None or row in still or column in still:
        return -1
    return column * size + row
