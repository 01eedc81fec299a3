"""The steps of setting a factorisation up, behind one address: their common parts are compiled once.

    work = SetUp(lu, values)            # lu: the arrays of `factors`
    work.run(FIND_PIVOTS)               # returns the status of the step
    work.order                          # what TREE leaves: children before parents

Six seconds to compile, and loaded without Numba like every kernel that has an address. Small matrices do not wait for
that: they are set up in plain Python until the compiled steps are in the cache (`quickest`). Both give the same pivots.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import numpy as np

from bellcrank.kernel import compiling, is_loaded, kernel, object_files, plain, second_process
from bellcrank.numerics.block_degree import minimum_degree
from bellcrank.numerics.context import SIGNATURE, Context, run_kernel, table, view1
from bellcrank.numerics.factors import Arrays, arrays_of, repivot, sum_up
from bellcrank.numerics.panels import close_pattern, partition
from bellcrank.numerics.pivoting import elimination_tree, equilibrate, find_pivots, postorder
from bellcrank.numerics.solution import solve_refined

# kernel constants
VALUES, STATUS, PARENT, ORDER, NEIGHBOUR, B, X, R = (np.intp(len(Arrays._fields) + k) for k in range(8))
EQUILIBRATE, FIND_PIVOTS, TREE, CUT, REPIVOT, SOLVE = range(6)
"""Steps: scale; find pivots; postorder of the elimination tree; cut into panels; all of it again; solve A x = b."""
PLAIN = 150
"""Up to this many unknowns plain Python is quick enough: a third of a second."""
PATIENCE = 1.0
"""Seconds of plain set-ups after which a second process compiles them for the cache."""
_spent: list[float] = []


@contextlib.contextmanager
def quickest(n: int) -> Iterator[None]:
    """Inside, matrices of n unknowns are set up by the quickest way that nobody has to wait for."""
    by_python = n <= PLAIN and compiling() and not is_loaded(set_up, SIGNATURE)
    by_python = by_python and not object_files.ObjectFile(set_up.py_func, SIGNATURE).is_there()
    start = time.perf_counter()
    with plain(by_python):
        yield
    if by_python:
        _spent.append(time.perf_counter() - start)
        if sum(_spent) > PATIENCE:
            second_process.start([set_up, minimum_degree], SIGNATURE)
            _spent.clear()


class SetUp:
    """The arrays of a factorisation and of the steps above."""

    def __init__(self, lu: Arrays, values: np.ndarray) -> None:
        n = lu.column.size
        self.lu, self.values, self.status = lu, np.ascontiguousarray(values, np.float64), np.zeros(1, np.int64)
        self.parent, self.order = np.empty(n, np.int64), np.empty(n, np.int64)
        self.b, self.x, self.r = np.zeros(n), np.zeros(n), np.zeros(n)
        neighbour = np.empty(lu.indices.size, np.int64)
        self.context = Context(
            [*lu, self.values, self.status, self.parent, self.order, neighbour, self.b, self.x, self.r]
        )

    def run(self, step: int) -> int:
        """Do one step; returns OK, SINGULAR, SUSPICIOUS or FULL."""
        run_kernel(set_up, self.context, step)
        return int(self.status[0])


@kernel
def set_up(c, k):
    """Step k."""
    lu, values, status = arrays_of(c), view1(c, VALUES), table(c, STATUS)
    if k == EQUILIBRATE:
        sum_up(lu, values)
        equilibrate(lu, lu.summed)
    elif k == FIND_PIVOTS:
        status[0] = find_pivots(lu, lu.summed)
    elif k == TREE:
        elimination_tree(lu, table(c, PARENT), table(c, NEIGHBOUR))
        postorder(table(c, PARENT), table(c, ORDER), lu.work)
    elif k == CUT:
        partition(lu)
        status[0] = close_pattern(lu)
    elif k == REPIVOT:
        status[0] = repivot(lu, values)
    else:
        solve_refined(lu, values, view1(c, B), view1(c, X), view1(c, R))
