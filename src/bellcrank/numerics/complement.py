"""The orthogonal complement: linear systems with constraints, solved on the motions that the constraints allow.

    A x + J^T lam = r,   J x = g                                                                                (1)
Basis       J^T P = [Y N] [R S; 0 0] by Householder reflections with column pivoting: N^T J^T = 0, so that N holds the
            motions that annihilate the constraints. Columns without a pivot are rows that follow from others: no
            obstacle, their multipliers stay zero.                                                               (2)
Motion      x = Y y + N z,  R^T y = g (of the rows with a pivot),  (N^T A N) z = N^T (r - A Y y)                  (3)
Multipliers R lam = Y^T (r - A x), recovered afterwards                                                          (4)
The basis is chosen anew with every factorisation: independent speeds are whatever is independent now. Dense: for small
systems. It is a drop-in for the sparse factorisation (linear.py): factor, solve in place.
References  Kim & Vanderploeg (1986), J. Mech. Trans. Autom. Des. 108, 183-188 (QR for constrained systems);
            Angeles & Lee (1988), J. Appl. Mech. 55, 243-244 (natural orthogonal complement); Golub & Van Loan,
            Matrix Computations, 4th ed., section 5.4.2 (column pivoting).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, table, view1, view2
from bellcrank.numerics.pivoting import SINGULAR

# kernel constants: arrays of the context
(VALUES, RIGHT, SECOND, STATUS, ENTRY, PLACES, SIZES, DENSE, W, BASIS, PIVOT, SMALL, ORDER, WORK) = (
    np.intp(k) for k in range(14)
)
RANK_TOLERANCE = 1e-9
"""A column of J^T whose rest is less than this part of the largest follows from the others."""


class Complement:
    """A factorisation and its context; `first` and `count`: the constraint rows among the n unknowns."""

    def __init__(self, lu: Any, values: np.ndarray, b: np.ndarray, d: np.ndarray, status: np.ndarray) -> None:
        n, first, count = lu.n, lu.first, lu.count
        free = n - count
        self.lu = lu
        self.sizes = np.array([n, first, count, 0], np.int64)
        arrays: list[Any] = [
            values, b, d, status, lu.rows, lu.columns, self.sizes, np.zeros((n, n)), np.zeros((free, count)),
            np.zeros((free, free)), np.zeros(count, np.int64), np.zeros((free, free)), np.zeros(free, np.int64),
            np.zeros((4, n)),
        ]  # fmt: skip
        self.context = Context(arrays)


class Places:
    """Where contributions belong in a dense matrix, in place of a sparse factorisation."""

    def __init__(self, n: int, first: int, count: int, places: np.ndarray) -> None:
        self.n, self.first, self.count = n, first, count
        on = (places >= 0).all(axis=1)
        self.rows = np.where(on, places[:, 0], -1).astype(np.int64)
        self.columns = np.where(on, places[:, 1], -1).astype(np.int64)

    def repivot(self, values: np.ndarray) -> int:
        """Nothing to choose: pivots are chosen with every factorisation. It was singular."""
        return SINGULAR


@kernel
def assemble(c):
    """DENSE from the contributions, and W = J^T."""
    values, dense, w, size = view1(c, VALUES), view2(c, DENSE), view2(c, W), table(c, SIZES)
    rows, columns = table(c, ENTRY), table(c, PLACES)
    n, first, count = size[0], size[1], size[2]
    for i in range(n):
        for j in range(n):
            dense[i, j] = 0.0
    for e in range(values.shape[0]):
        if rows[e] >= 0:
            dense[rows[e], columns[e]] += values[e]
    for i in range(n - count):
        k = i if i < first else i + count
        for j in range(count):
            w[i, j] = dense[first + j, k]


@kernel
def triangularise(c):
    """(2): reflections in W below and on the diagonal's column, R on and above; PIVOT: the columns in their order."""
    w, pivot, size = view2(c, W), table(c, PIVOT), table(c, SIZES)
    free, count = w.shape[0], w.shape[1]
    diagonal = view2(c, WORK)
    for j in range(count):
        pivot[j] = j
    rank, largest = 0, 0.0
    for k in range(min(free, count)):
        best, where = 0.0, k
        for j in range(k, count):
            total = 0.0
            for i in range(k, free):
                total += w[i, j] * w[i, j]
            if total > best:
                best, where = total, j
        if k == 0:
            largest = best
        if not best > RANK_TOLERANCE**2 * largest:
            break
        if where != k:
            pivot[k], pivot[where] = pivot[where], pivot[k]
            for i in range(free):
                w[i, k], w[i, where] = w[i, where], w[i, k]
        alpha = -math.copysign(math.sqrt(best), w[k, k])
        w[k, k] -= alpha
        diagonal[2, k] = alpha
        scale = 0.0
        for i in range(k, free):
            scale += w[i, k] * w[i, k]
        for j in range(k + 1, count):
            total = 0.0
            for i in range(k, free):
                total += w[i, k] * w[i, j]
            total *= 2.0 / scale
            for i in range(k, free):
                w[i, j] -= total * w[i, k]
        rank += 1
    size[3] = rank


@kernel
def make_basis(c):
    """BASIS = [Y N]: the reflections applied to unit vectors."""
    w, basis, rank = view2(c, W), view2(c, BASIS), table(c, SIZES)[3]
    free = w.shape[0]
    for i in range(free):
        for j in range(free):
            basis[i, j] = 1.0 if i == j else 0.0
    for k in range(rank - 1, -1, -1):
        scale = 0.0
        for i in range(k, free):
            scale += w[i, k] * w[i, k]
        for j in range(k, free):
            total = 0.0
            for i in range(k, free):
                total += w[i, k] * basis[i, j]
            total *= 2.0 / scale
            for i in range(k, free):
                basis[i, j] -= total * w[i, k]


@kernel
def project(c):
    """SMALL = N^T A N."""
    dense, basis, small, size, room = view2(c, DENSE), view2(c, BASIS), view2(c, SMALL), table(c, SIZES), view2(c, WORK)
    first, count, rank, free = size[1], size[2], size[3], basis.shape[0]
    for b in range(rank, free):
        for i in range(free):
            total = 0.0
            ki = i if i < first else i + count
            for j in range(free):
                total += dense[ki, j if j < first else j + count] * basis[j, b]
            room[0, i] = total
        for a in range(rank, free):
            total = 0.0
            for i in range(free):
                total += basis[i, a] * room[0, i]
            small[a - rank, b - rank] = total


@kernel
def eliminate(c):
    """LU of SMALL with row pivoting; False when it is singular."""
    small, order, rank = view2(c, SMALL), table(c, ORDER), table(c, SIZES)[3]
    m = small.shape[0] - rank
    for i in range(m):
        order[i] = i
    for k in range(m):
        p = k
        for i in range(k + 1, m):
            if abs(small[i, k]) > abs(small[p, k]):
                p = i
        if small[p, k] == 0.0 or not math.isfinite(small[p, k]):
            return False
        if p != k:
            order[k], order[p] = order[p], order[k]
            for j in range(m):
                small[k, j], small[p, j] = small[p, j], small[k, j]
        for i in range(k + 1, m):
            small[i, k] /= small[k, k]
            for j in range(k + 1, m):
                small[i, j] -= small[i, k] * small[k, j]
    return True


@kernel
def factor(c, k):
    """Factor the matrix VALUES; STATUS 0 when it is regular."""
    assemble(c)
    triangularise(c)
    make_basis(c)
    project(c)
    table(c, STATUS)[0] = 0 if eliminate(c) else 1


@kernel
def times_matrix(c, x, out):
    """Row `out` of WORK = A times row x."""
    dense, room, size = view2(c, DENSE), view2(c, WORK), table(c, SIZES)
    first, count = size[1], size[2]
    for i in range(size[0] - count):
        total, ki = 0.0, i if i < first else i + count
        for j in range(size[0] - count):
            total += dense[ki, j if j < first else j + count] * room[x, j]
        room[out, i] = total


@kernel
def solve_in_place(c, k):
    """(3) and (4) for RIGHT in place."""
    solve_for(c, view1(c, RIGHT))


@kernel
def solve_both(c, k):
    """The same for RIGHT and SECOND."""
    solve_for(c, view1(c, RIGHT))
    solve_for(c, view1(c, SECOND))


@kernel
def solve_for(c, b):
    """(3) and (4) for one right-hand side in place."""
    w, basis, room, size = view2(c, W), view2(c, BASIS), view2(c, WORK), table(c, SIZES)
    pivot, first, count, rank, free = table(c, PIVOT), size[1], size[2], size[3], view2(c, BASIS).shape[0]
    for i in range(free):
        room[0, i] = 0.0
    for i in range(rank):  # R^T y = g, and x = Y y
        total = b[first + pivot[i]]
        for j in range(i):
            total -= w[j, i] * room[1, j]
        room[1, i] = total / room[2, i]
    for i in range(free):
        for j in range(rank):
            room[0, i] += basis[i, j] * room[1, j]
    times_matrix(c, 0, 1)
    solve_motion(c, b, free, first, count, rank)
    times_matrix(c, 0, 1)
    for j in range(count):
        b[first + j] = 0.0
    for a in range(rank - 1, -1, -1):  # R lam = Y^T (r - A x)
        total = 0.0
        for i in range(free):
            total += basis[i, a] * (b[i if i < first else i + count] - room[1, i])
        for j in range(a + 1, rank):
            total -= w[a, j] * b[first + pivot[j]]
        b[first + pivot[a]] = total / room[2, a]
    for i in range(free):
        b[i if i < first else i + count] = room[0, i]


@kernel
def solve_motion(c, b, free, first, count, rank):
    """z of (3), added to x in the first row of WORK; the second holds A Y y, the last one z."""
    basis, small, room, order = view2(c, BASIS), view2(c, SMALL), view2(c, WORK), table(c, ORDER)
    z, m = room[3], free - rank
    for a in range(m):
        total = 0.0
        for i in range(free):
            total += basis[i, rank + order[a]] * (b[i if i < first else i + count] - room[1, i])
        z[a] = total
    for i in range(m):
        for j in range(i):
            z[i] -= small[i, j] * z[j]
    for i in range(m - 1, -1, -1):
        for j in range(i + 1, m):
            z[i] -= small[i, j] * z[j]
        z[i] /= small[i, i]
    for i in range(free):
        for a in range(m):
            room[0, i] += basis[i, rank + a] * z[a]
