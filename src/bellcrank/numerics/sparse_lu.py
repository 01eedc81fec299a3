"""Sparse LU for matrices that are factored again and again inside a compiled loop.

    solver = SparseLU(n, indptr, indices, values)     # Python, once: ordering, pivots, pattern
    lu = solver.arrays                                # arrays; argument of the kernels below
    refactor(lu, values)                              # OK or SUSPICIOUS
    solve(lu, b)                                      # b becomes the solution
    solve_two(lu, b, d)                               # b and d become the solutions: little more than one
    solve_refined(lu, values, b, x, r)                # one step of iterative refinement, residual
    repivot(lu, values)                               # new pivots when the frozen ones have become bad

At set-up several column orders are tried (`ordering`), each is factored with partial pivoting (`pivoting`) and cut into
panels (`panels`), and the cheapest is kept; from then on only numbers change (`factors`).
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bellcrank.errors import ConvergenceError, Message
from bellcrank.numerics.factors import Arrays, refactor, repivot
from bellcrank.numerics.ordering import MOST_SINGLE, block_minimum_degree, candidate_orders
from bellcrank.numerics.panels import WIDTH, cost
from bellcrank.numerics.pivoting import (
    BLOCKS,
    DEFICIENT,
    FULL,
    OK,
    PANELS,
    RELAX,
    ROWS,
    SINGULAR,
    SPILL,
    SUSPICIOUS,
    UPDATES,
)
from bellcrank.numerics.set_up import CUT, EQUILIBRATE, FIND_PIVOTS, REPIVOT, SOLVE, TREE, SetUp, quickest
from bellcrank.numerics.solution import residual, solve, solve_refined, solve_two

__all__ = [
    "SparseLU", "SingularMatrixError", "Arrays", "refactor", "solve", "solve_two", "solve_refined", "residual",
    "repivot",
    "OK", "SUSPICIOUS", "SINGULAR", "FULL",
]  # fmt: skip

RELAXATIONS = (0.2, 0.35, 0.5, 0.7)
SPARE = 1.5
ACCURATE = 1e-6
LITTLE = 2.0
"""Factors with fewer than so many entries for each of a large matrix: no other order is looked for."""


class SingularMatrixError(ConvergenceError):
    """The matrix has no inverse: `columns` (unknowns) found no pivot, `rows` (equations) are left over."""

    def __init__(self, columns: np.ndarray, rows: np.ndarray) -> None:
        super().__init__(
            Message(
                "error",
                "E701",
                f"The matrix is singular: {columns.size} unknown(s), first number {columns[0]}, have no pivot.",
                why=f"Left over are the equations {', '.join(map(str, rows[:8]))}: they repeat others or are empty.",
                cure="remove redundant constraints, or give mass to what has none",
            )
        )
        self.columns, self.rows = columns, rows


@dataclass(frozen=True)
class Room:
    """Lengths of the arrays whose need depends on the pivots."""

    fill: int  # entries of L, and of U, in the search for pivots
    rows: int  # rows of L of all panels
    blocks: int  # blocks of U
    updates: int = 0  # pairs of row and block
    values: int = 0  # length of v

    def grown(self, factor: float) -> Room:
        """Room for `factor` times as much."""
        return Room(*(int(factor * length) for length in vars(self).values()))


@dataclass(frozen=True)
class Trial:
    """What became of one column order: its pivots, panels and cost."""

    cost: float
    column: np.ndarray
    row: np.ndarray
    relax: float
    room: Room


_known: dict[bytes, Trial] = {}
"""Pattern -> what was best for it: the same model again, with other numbers."""
KNOWN = 64
"""Patterns that are remembered."""


class SparseLU:
    """Ordering, pivots and pattern of a square sparse matrix; `arrays` is what the kernels take.

    indptr, indices, values: the matrix by columns (CSC), every entry once; the pattern must hold every entry that can
    ever differ from zero, the values decide the first pivots.
    entry: where the given values are not the entries themselves but parts to be summed (what elements contribute): the
    number of the entry of each value, or the number of all entries for a value that counts nothing.
    blocks: the number of the block of each unknown, ascending, where it is known: what belongs to one part, one joint.
    candidates: further column orders to try (the numbers of the columns in the order of their elimination).
    tolerance: a preferred pivot may be this much smaller than the largest entry of its column.
    singular: a column whose pivot is below this, in the equilibrated matrix, has none.
    limit: how far a pivot may shrink before `refactor` calls the factors suspicious.
    quick: no more than one order is tried, that of the blocks given: for patterns that will not last.
    Raises SingularMatrixError, or ValueError for arrays that are not a square matrix.
    """

    def __init__(
        self,
        n: int,
        indptr: np.ndarray,
        indices: np.ndarray,
        values: np.ndarray,
        candidates: Iterable[np.ndarray] | None = None,
        *,
        entry: np.ndarray | None = None,
        blocks: np.ndarray | None = None,
        tolerance: float = 1e-3,
        singular: float = 1e-13,
        limit: float = 1e7,
        quick: bool = False,
    ) -> None:
        self.n, self.indptr, self.indices = n, np.asarray(indptr, np.int64), np.asarray(indices, np.int64)
        self._entry = np.arange(self.indices.size) if entry is None else np.asarray(entry)
        self._check_pattern(np.asarray(values))
        self._blocks, self._quick = blocks, quick and blocks is not None
        self._option = np.array([tolerance, singular, limit, 0.0])
        values = np.ascontiguousarray(values, dtype=np.float64)
        with quickest(n):
            if candidates is not None or not self._set_up_again(values):
                self._set_up(values, candidates)

    @cached_property
    def _key(self) -> bytes:
        """What tells one pattern from another."""
        digest = hashlib.blake2b(self.indptr.tobytes(), digest_size=16)
        digest.update(self.indices.tobytes())
        digest.update(self._option.tobytes())
        return digest.digest()

    def _set_up_again(self, values: np.ndarray) -> bool:
        """The order of an earlier matrix of the same pattern, where its pivots serve: the search takes long.

        Equal matrices get equal factors either way.
        """
        trial = _known.get(self._key) if KNOWN else None
        if trial is None:
            return False
        lu = self._allocate(trial.room.grown(SPARE))
        lu.column[:], lu.row[:], lu.option[RELAX] = trial.column, trial.row, trial.relax
        final = SetUp(lu, values)
        if final.run(REPIVOT) != OK or not np.array_equal(lu.row, trial.row):
            return False
        self._check_accuracy(final)
        self.arrays = lu
        return True

    def _set_up(self, values: np.ndarray, candidates: Iterable[np.ndarray] | None) -> None:
        """Try the orders and keep the cheapest."""
        n, nnz = self.n, self.indices.size
        room = Room(fill=8 * nnz + 8 * n, rows=4 * nnz + 8 * n, blocks=2 * nnz + n)
        self._bench = SetUp(self._allocate(room), values)
        self._bench.run(EQUILIBRATE)
        lu, column = self._bench.lu, np.repeat(np.arange(n), np.diff(self.indptr))
        scaled = lu.row_scale[self.indices]
        scaled *= lu.summed
        scaled *= lu.column_scale[column]
        trials: list[Trial] = []
        for order in self._orders(scaled, column):
            trials += self._try(order)
            if n > MOST_SINGLE and trials and self._fill() < LITTLE * nnz:
                break
        trials += [trial for order in candidates or () for trial in self._try(np.asarray(order))]
        if not trials:
            lu, missing = self._bench.lu, self._bench.lu.counts[DEFICIENT]
            raise SingularMatrixError(lu.no_pivot[:missing].copy(), lu.left_over[:missing].copy())
        del self._bench
        best = min(trials, key=lambda trial: trial.cost)
        self.arrays = self._freeze(best, values)
        if candidates is None and KNOWN and not self._quick:
            if len(_known) >= KNOWN:
                _known.pop(next(iter(_known)), None)
            _known[self._key] = best

    def _orders(self, scaled: np.ndarray, column: np.ndarray) -> Iterable[np.ndarray]:
        """Column orders to try."""
        if self._quick and self._blocks is not None:
            order = block_minimum_degree(self._blocks, self.indices, column, scaled)
            if order is not None:
                return [order]
        return candidate_orders(self.n, self.indptr, self.indices, scaled, self._blocks)

    def _fill(self) -> int:
        """Entries of the factors with the pivots found last."""
        return int(self._bench.lu.l_start[-1] + self._bench.lu.u_start[-1] + self.n)

    def copy(self) -> SparseLU:
        """The same order and pivots with arrays of its own."""
        twin = copy.copy(self)
        twin.arrays = Arrays(*(array.copy() for array in self.arrays))
        return twin

    def repivot(self, values: np.ndarray) -> int:
        """New pivots for these values in the same column order; 0 when the matrix is regular."""
        with quickest(self.n):
            return SetUp(self.arrays, values).run(REPIVOT)

    @property
    def flops(self) -> int:
        """Floating-point operations of an elimination that stores no zeros."""
        lu = self.arrays
        below = np.diff(lu.l_start)
        return int(2 * below[lu.u_index[: lu.u_start[-1]]].sum() + below.sum())

    @property
    def fill(self) -> int:
        """Entries of L and U, the diagonal counted once."""
        return int(self.arrays.l_start[-1] + self.arrays.u_start[-1] + self.n)

    @property
    def cost(self) -> float:
        """Estimated processor cycles of `refactor` (1 of `panels`)."""
        return cost(self.arrays.counts)

    def _check_pattern(self, values: np.ndarray) -> None:
        n, nnz = self.n, self.indices.size
        if n < 1 or self.indptr.shape != (n + 1,) or self.indptr[0] != 0 or np.any(np.diff(self.indptr) < 0):
            raise ValueError(f"indptr must hold {n + 1} ascending starts of columns, the first 0")
        if self.indptr[n] != nnz or values.shape != self._entry.shape:
            raise ValueError(f"{nnz} row numbers, {values.size} values, but the columns end at {self.indptr[n]}")
        if nnz and not 0 <= self.indices.min() <= self.indices.max() < n:
            raise ValueError(f"row numbers must lie between 0 and {n - 1}")
        ascending, begins = self.indices[1:] > self.indices[:-1], self.indptr[1:-1]
        ascending[begins[(begins > 0) & (begins < nnz)] - 1] = True
        if not ascending.all():
            key = np.repeat(np.arange(n), np.diff(self.indptr)) * n + self.indices
            if np.unique(key).size != nnz:
                raise ValueError("an entry of the matrix is given twice")

    def _allocate(self, room: Room) -> Arrays:
        n, nnz = self.n, self.indices.size
        lengths = {
            "indptr": n + 1, "indices": nnz, "counts": 8, "option": 4, "column_at": WIDTH * n, "row_start": n + 1,
            "rows": room.rows, "target_start": n + 1, "targets": room.blocks, "source_start": n + 1,
            "sources": room.blocks, "dest": room.updates, "entry": self._entry.size, "summed": nnz, "entry_place": nnz,
            "place": self._entry.size, "pad": WIDTH * n, "v": room.values + SPILL,
            "y": 2 * WIDTH * n, "size": WIDTH * n, "inverse": WIDTH * n, "l_start": n + 1, "l_index": room.fill,
            "l_value": room.fill, "u_start": n + 1, "u_index": room.fill, "t_start": n + 1, "t_index": room.fill,
        }  # fmt: skip
        fields: dict[str, np.ndarray] = {
            name: np.zeros(lengths.get(name, n), kind) for name, kind in Arrays.kinds().items()
        }
        fields["work"] = np.zeros((4, WIDTH * n + WIDTH), np.int64)
        lu = Arrays(**fields)
        lu.indptr[:], lu.indices[:], lu.option[:], lu.entry[:] = self.indptr, self.indices, self._option, self._entry
        return lu

    def _try(self, order: np.ndarray) -> Iterable[Trial]:
        """Pivots for a column order, made compact by the postorder of the elimination tree, and several panellings."""
        if not np.array_equal(np.sort(order), np.arange(self.n)):
            raise ValueError(f"a candidate order must be a permutation of 0 ... {self.n - 1}")
        if self._find_pivots(order, order) == SINGULAR:
            return
        self._bench.run(TREE)
        post = self._bench.order
        if self._find_pivots(self._bench.lu.column[post], self._bench.lu.row[post]) == SINGULAR:
            return
        for relax in RELAXATIONS[1:2] if self._quick else RELAXATIONS:
            self._bench.lu.option[RELAX] = relax
            while self._bench.run(CUT) == FULL:
                self._enlarge_bench()
            lu = self._bench.lu
            count = lu.counts
            room = Room(
                fill=int(max(lu.l_start[-1], lu.u_start[-1]) + self.n),
                rows=int(count[ROWS] + WIDTH * count[PANELS]),
                blocks=int(count[BLOCKS] + count[PANELS]),
                updates=int(count[UPDATES]),
                values=int(WIDTH * (WIDTH * count[PANELS] + count[ROWS] + WIDTH * count[BLOCKS])),
            )
            yield Trial(cost(lu.counts), lu.column.copy(), lu.row.copy(), relax, room)

    def _find_pivots(self, column: np.ndarray, prefer: np.ndarray) -> int:
        self._bench.lu.column[:] = column
        self._bench.lu.prefer[column] = prefer
        while (status := self._bench.run(FIND_PIVOTS)) == FULL:
            self._enlarge_bench()
        return status

    def _enlarge_bench(self) -> None:
        """Twice the room for trials, with everything found so far."""
        old = self._bench.lu
        new = self._allocate(Room(2 * old.l_index.size, 2 * old.rows.size, 2 * old.sources.size))
        for name, array in old._asdict().items():
            if array.ndim == 1:
                getattr(new, name)[: array.size] = array
        self._bench = SetUp(new, self._bench.values)

    def _freeze(self, trial: Trial, values: np.ndarray) -> Arrays:
        lu = self._allocate(trial.room.grown(SPARE))
        lu.column[:], lu.row[:], lu.option[RELAX] = trial.column, trial.row, trial.relax
        final = SetUp(lu, values)
        status = final.run(REPIVOT)
        assert status != FULL and status != SINGULAR, "the same pivots need the same room"
        self._check_accuracy(final)
        return lu

    def _check_accuracy(self, final: SetUp) -> None:
        """Solve once: factors that do not fulfil their own equations must not be used."""
        column, values = np.repeat(np.arange(self.n), np.diff(self.indptr)), final.lu.summed
        final.b[:] = np.bincount(self.indices, np.abs(values), self.n)
        final.run(SOLVE)
        scale = final.b + np.bincount(self.indices, np.abs(values * final.x[column]), self.n)
        left = np.abs(final.r)
        if not np.max(left / np.where(scale > 0.0, scale, 1.0)) <= ACCURATE:
            raise ConvergenceError(
                Message(
                    "error",
                    "E705",
                    f"The factors of a matrix with {self.n} unknowns leave a residual of {left.max():.2g}.",
                    why="The matrix is too close to singular for double precision.",
                    cure="check the units and magnitudes of masses and stiffnesses",
                )
            )
