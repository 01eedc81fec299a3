"""What the elements contribute to the matrix: where their numbers are, and the matrix by columns that they sum to.

An element stores its numbers one after the other in ENTRIES, in groups (`primitives/places.py`); the factorisation
adds each to the entry of the matrix that `entry` names. The places of an element are given in unknowns of its own,
numbered from 0; elements of one shape differ only in what these unknowns are in the whole system.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from bellcrank.numerics.triplets import Triplets
from bellcrank.system.primitives.places import Shape

SCRATCH = 2**32 - 1
"""Stands for the beginning of the scratch area of ENTRIES until that is known."""


class Contributions:
    """Places are collected with `add` and `table`; then `pattern` finds the pattern of the matrix."""

    def __init__(self, n: int) -> None:
        self.n, self.count = n, 0
        self._places: list[np.ndarray] = []
        self._fixed: list[tuple[np.ndarray, float]] = []
        self._scratch = 0
        self._starts: list[np.ndarray] = []

    def add(self, places: np.ndarray) -> int:
        """Single places, (count, 2) rows and columns of the matrix; returns where they begin in ENTRIES."""
        self._places.append(places)
        self.count += len(places)
        return self.count - len(places)

    def table(self, ints: Any, unknowns: np.ndarray, shapes: Shape | Sequence[Shape | None]) -> np.ndarray:
        """The integers of elements, followed by the beginnings of their groups in ENTRIES.

        unknowns  (elements, most) the unknowns of each element in the whole system, -1 for ground and where unused
        shapes    one for all elements, or one for each; None: the places of the element before
        Groups of ground alone go to the scratch area, wherever that will be.
        """
        of = _numbered([shapes] * len(unknowns) if isinstance(shapes, Shape) else shapes)
        width = len(next(iter(of)).groups)
        sizes, starts = np.zeros((len(unknowns), width), np.int64), np.full((len(unknowns), width), SCRATCH)
        found = []
        for shape, elements in of.items():
            for k, group in enumerate(shape.groups):
                places = unknowns[elements][:, group]
                counts = (places >= 0).all(axis=2).any(axis=1)
                self._scratch = max(self._scratch, 0 if counts.all() else len(group))
                sizes[elements[counts], k] = len(group)
                found.append((elements[counts], k, places[counts]))
        at = self.count + np.cumsum(sizes).reshape(sizes.shape) - sizes
        here = np.zeros((int(sizes.sum()), 2), np.int64)
        for elements, k, places in found:
            starts[elements, k] = at[elements, k]
            here[at[elements, k][:, None] - self.count + np.arange(places.shape[1])] = places
        self.add(here)
        if not isinstance(shapes, Shape):
            first = np.maximum.accumulate([n if shape is not None else 0 for n, shape in enumerate(shapes)])
            starts = starts[first]
        table = np.hstack([np.array(ints, np.uint32), starts.astype(np.uint32)])
        self._starts.append(table[:, -width:])
        return table

    def are_within(self, unknowns: int, first: int) -> bool:
        """Whether all places since number `first` connect the first `unknowns` with each other."""
        at = self.count
        for places in reversed(self._places):
            if at <= first:
                break
            if (places >= unknowns).any():
                return False
            at -= len(places)
        return True

    def fix(self, group: int, number: int, value: float) -> None:
        """This number of a group never changes, for all elements of the last table."""
        starts = self._starts[-1][:, group]
        self.fix_places(starts[starts != SCRATCH].astype(np.int64) + number, value)

    def fix_places(self, places: np.ndarray, value: float) -> None:
        """These contributions never change."""
        self._fixed.append((places, value))

    def pattern(self, still: Sequence[int], own: int) -> Pattern:
        """All of it; nothing but the first `own` contributions counts in the rows and columns `still`."""
        for starts in self._starts:
            starts[starts == SCRATCH] = self.count
        places = np.concatenate(self._places) if self._places else np.zeros((0, 2), np.int64)
        pattern = Pattern(self.n, places, self._scratch, self._fixed)
        return pattern.without(still, own) if len(still) else pattern


def _numbered(shapes: Sequence[Shape | None]) -> dict[Shape, np.ndarray]:
    """The numbers of the elements of each shape."""
    if len(set(map(id, shapes))) == 1 and shapes[0] is not None:
        return {shapes[0]: np.arange(len(shapes))}
    found: dict[Shape, list[int]] = {}
    for n, shape in enumerate(shapes):
        if shape is not None:
            found.setdefault(shape, []).append(n)
    return {shape: np.array(numbers) for shape, numbers in found.items()}


def _numbered_keys(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The keys of entries, ascending, and which of them each contribution is, up to the last that counts (not -1).

    A key and its place are sorted as one number where that has room for both: a fifth of the time of np.unique.
    """
    used = np.flatnonzero(keys >= 0)
    size = int(used.max(initial=-1)) + 1
    bits = size.bit_length()
    if int(keys.max(initial=0)).bit_length() + bits < 64:
        both, places = keys[used], used
        both <<= bits
        both |= used
        both.sort()
        np.bitwise_and(both, (1 << bits) - 1, out=places)
        both >>= bits
    else:
        places = used[np.argsort(keys[used], kind="stable")]
        both = keys[places]
    first = np.ones(len(both), bool)
    np.not_equal(both[1:], both[:-1], out=first[1:])
    unique = both[first]
    number = np.cumsum(first, dtype=np.uint32)
    number -= np.uint32(1)
    entry = np.full(size, len(unique), np.uint32)
    entry[places] = number
    return unique, entry


class Pattern:
    """The places of all contributions, and the matrix by columns (CSC) that they sum to."""

    def __init__(self, n: int, places: np.ndarray, scratch: int, fixed: list[tuple[np.ndarray, float]]) -> None:
        self.n, self.places, self._scratch, self._fixed = n, places, scratch, fixed
        self.count = len(places)
        self.size = self.count + scratch
        """Length of ENTRIES: behind the contributions a scratch area, for those of ground."""

    def without(self, unknowns: Iterable[int], first: int) -> Pattern:
        """The pattern in which contributions from `first` on count nothing in the rows and columns `unknowns`."""
        off = np.zeros(self.n + 1, bool)  # place -1 is the last one
        off[list(unknowns)] = True
        places = self.places.copy()
        places[first:][off[places[first:]].any(axis=1)] = -1
        return Pattern(self.n, places, self._scratch, self._fixed)

    def apart_from(self, idle: np.ndarray) -> Pattern:
        """The pattern of the matrix while these contributions are 0: itself where there are none."""
        idle = idle[idle < self.count]
        if not len(idle):
            return self
        smaller = copy.copy(self)
        smaller.__dict__.pop("_by_columns", None)
        smaller._keys = self._keys.copy()
        smaller._keys[idle] = -1
        return smaller

    def between(self, unknowns: int, first: int) -> np.ndarray:
        """The contributions from `first` on that connect two of the first `unknowns` with each other."""
        inside = (self.places[first:] < unknowns).all(axis=1)
        return first + np.flatnonzero(inside)

    @cached_property
    def _keys(self) -> np.ndarray:
        """Column and row of each contribution as one number; -1 for one that counts nothing."""
        row, column = self.places.T
        keys: np.ndarray = column * self.n
        keys += row
        keys[(row < 0) | (column < 0)] = -1
        return keys

    @cached_property
    def _by_columns(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        unique, entry = _numbered_keys(self._keys)
        first = self.n * np.arange(self.n + 1)
        indptr = np.searchsorted(unique, first)
        unique -= np.repeat(first[:-1], np.diff(indptr))
        return entry, unique.astype(np.int32), indptr.astype(np.int32)

    @property
    def entry(self) -> np.ndarray:
        """The entry of the matrix that each contribution, up to the last that counts, is added to; the number of
        entries for one without."""
        return self._by_columns[0]

    @property
    def indices(self) -> np.ndarray:
        """The row of each entry."""
        return self._by_columns[1]

    @property
    def indptr(self) -> np.ndarray:
        """Where each column begins."""
        return self._by_columns[2]

    def begin(self, values: np.ndarray) -> None:
        """Set the contributions that never change."""
        for places, value in self._fixed:
            values[places] = value

    def matrix(self, values: np.ndarray) -> Triplets:
        """The sum of all contributions."""
        return Triplets.of_columns(self.n, self.indptr, self.indices, self.sums(values))

    def sums(self, values: np.ndarray) -> np.ndarray:
        """The entries of the matrix, by columns."""
        nnz = len(self.indices)
        return np.bincount(self.entry, values[: len(self.entry)], nnz + 1)[:nnz]
