"""Sparse matrices by their entries: the algebra that assembly needs, with no other library for small models.

A matrix is three arrays, the row, column and value of each entry; entries at the same place are added. Up to `DENSE`
unknowns its equations are solved densely: a few milliseconds, where importing SciPy alone takes a quarter of a second.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

DENSE = 300
ONE_THREAD = 80
"""Below this many unknowns NumPy takes one thread by itself."""


@dataclass(frozen=True)
class Triplets:
    """See the module docstring."""

    shape: tuple[int, int]
    row: np.ndarray
    column: np.ndarray
    value: np.ndarray

    @classmethod
    def of_columns(cls, n: int, indptr: np.ndarray, indices: np.ndarray, values: np.ndarray) -> Triplets:
        """A square matrix given by columns (CSC)."""
        return cls((n, n), indices.astype(int), np.repeat(np.arange(n), np.diff(indptr)), values)

    @classmethod
    def of_blocks(cls, blocks: np.ndarray) -> Triplets:
        """A block-diagonal matrix of blocks of one size, (count, size, size)."""
        count, size, _ = blocks.shape
        place = np.arange(count * size).reshape(count, size, 1) + np.zeros((1, 1, size), int)
        return cls((count * size,) * 2, place.ravel(), place.transpose(0, 2, 1).ravel(), blocks.ravel())

    @property
    def T(self) -> Triplets:
        """The transpose."""
        return Triplets(self.shape[::-1], self.column, self.row, self.value)

    def __matmul__(self, x: np.ndarray) -> np.ndarray:
        return np.bincount(self.row, self.value * x[self.column], self.shape[0]).astype(float)  # whole when empty

    def row_sums(self, power: int = 1) -> np.ndarray:
        """The sum of |entry|^power of each row; no place may be given twice."""
        return np.bincount(self.row, np.abs(self.value) ** power, self.shape[0]).astype(float)

    def scaled(self, rows: np.ndarray | float = 1.0, columns: np.ndarray | float = 1.0) -> Triplets:
        """Every row and column times its factor."""
        by_row, by_column = np.broadcast_to(rows, self.shape[:1]), np.broadcast_to(columns, self.shape[1:])
        return Triplets(self.shape, self.row, self.column, self.value * by_row[self.row] * by_column[self.column])

    def where(self, kept: np.ndarray) -> Triplets:
        """These entries only."""
        return Triplets(self.shape, self.row[kept], self.column[kept], self.value[kept])

    def take(self, rows: Sequence[int] | np.ndarray, columns: Sequence[int] | np.ndarray | None = None) -> Triplets:
        """These rows and columns (all when None), in this order."""
        if columns is not None:
            return self.take(rows).T.take(columns).T
        new = np.full(self.shape[0], -1)
        new[np.asarray(rows, dtype=int)] = np.arange(len(rows))
        kept = new[self.row] >= 0
        return Triplets((len(rows), self.shape[1]), new[self.row[kept]], self.column[kept], self.value[kept])

    def dense(self) -> np.ndarray:
        """The matrix as an ordinary array."""
        rows, columns = self.shape
        full = np.bincount(self.row * columns + self.column, self.value, rows * columns)
        return full.astype(float).reshape(self.shape)  # whole when empty

    def solver(self) -> Callable[[np.ndarray], np.ndarray]:
        """The function that solves A x = b for x; x is no number where A is singular."""
        n = self.shape[0]
        if n <= DENSE:
            full = self.dense()

            def solve_densely(b: np.ndarray) -> np.ndarray:
                with one_thread(n):
                    try:
                        return np.linalg.solve(full, b)
                    except np.linalg.LinAlgError:
                        return np.full_like(b, np.nan)

            return solve_densely
        from scipy.sparse import csc_matrix
        from scipy.sparse.linalg import splu

        solve: Callable[[np.ndarray], np.ndarray]
        try:
            solve = splu(csc_matrix((self.value, (self.row, self.column)), shape=self.shape)).solve
        except RuntimeError:  # exactly singular
            return lambda b: np.full_like(b, np.nan)
        return solve


@contextlib.contextmanager
def one_thread(n: int) -> Iterator[None]:
    """Inside, dense algebra with n unknowns runs in one thread.

    From about 100 unknowns on NumPy's library takes all processors, and its threads wait for each other: where other
    programs are running, 150 ms instead of 0.3 ms for 170 unknowns.
    """
    if n < ONE_THREAD:
        yield
        return
    with _counting:
        _inside.append(None)
        if len(_inside) == 1:
            _limit.append(_libraries().limit(limits=1, user_api="blas"))
    try:
        yield
    finally:
        with _counting:
            _inside.pop()
            if not _inside:
                _limit.pop().restore_original_limits()


_counting = threading.Lock()
_inside: list[None] = []
"""One for each thread of the program that is inside `one_thread`: the last one puts the library back as it was."""
_limit: list[Any] = []


@functools.cache
def _libraries() -> Any:
    """The libraries of dense algebra; looking for them takes a millisecond."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def compose(n: int, parts: Iterable[tuple[int, int, Triplets]]) -> Triplets:
    """A square matrix of parts, each with the row and column of its first entry."""
    given = list(parts)
    row = np.concatenate([first + part.row for first, _, part in given])
    column = np.concatenate([first + part.column for _, first, part in given])
    return Triplets((n, n), row, column, np.concatenate([part.value for *_, part in given]))
