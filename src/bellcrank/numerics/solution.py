"""Solutions with the factors of a sparse LU (`factors`): one right-hand side, two together, one refined. No allocation.

    L_J y_J = b_J,  b_i -= L_iJ y_J       panel after panel                                                     (1)
    x_J = U_J^-1 (y_J - sum U_JT x_T)     and back                                                              (2)

One and two right-hand sides are written out separately: in common code each is slower.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Group
from bellcrank.numerics.factors import (
    EIGHT,
    FOUR,
    GROUPED,
    ONE,
    SIXTEEN,
    TWELVE,
    TWO,
    ZERO,
    Arrays,
    dot,
    load,
    store,
    sum_up,
)
from bellcrank.numerics.panels import WIDTH
from bellcrank.numerics.pivoting import PANELS, VALUES, fill

# kernel constants
NONE = (0.0, 0.0)
SIX = np.uint64(6)


class Factors(NamedTuple):
    """What solving needs of the arrays."""

    counts: np.ndarray
    row_slot: np.ndarray
    column_slot: np.ndarray
    row_start: np.ndarray
    rows: np.ndarray
    target_start: np.ndarray
    targets: np.ndarray
    v: np.ndarray
    y: np.ndarray


FOR_SOLUTION = [Arrays._fields.index(name) for name in Factors._fields]
factors_of = Group(Factors, [GROUPED[k] for k in FOR_SOLUTION], FOR_SOLUTION)
"""`lu = factors_of(c)`: those arrays of a context that solving needs."""


@kernel(inline=True)
def forward(lu):
    """L y = y (1)."""
    v, y, rows, row_start, target_start = lu.v, lu.y, lu.rows, lu.row_start, lu.target_start
    p, s = ZERO, ZERO
    for k in range(lu.counts[PANELS]):
        x = load(y, s)
        b, c, d = load(v, p + FOUR), load(v, p + EIGHT), load(v, p + TWELVE)
        x1 = x[1] - b[0] * x[0]
        x2 = x[2] - c[0] * x[0] - c[1] * x1
        x3 = x[3] - d[0] * x[0] - d[1] * x1 - d[2] * x2
        x = (x[0], x1, x2, x3)
        store(y, s, x)
        s += FOUR
        p += SIXTEEN
        for q in range(row_start[k], row_start[k + 1]):
            y[rows[q]] -= dot(load(v, p), x)
            p += FOUR
        p += SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])


@kernel(inline=True)
def backward(lu):
    """U y = y (2)."""
    v, y, targets, row_start, target_start = lu.v, lu.y, lu.targets, lu.row_start, lu.target_start
    p, s = np.uint64(lu.counts[VALUES]), FOUR * np.uint64(lu.counts[PANELS])
    for k in range(lu.counts[PANELS] - 1, -1, -1):
        s -= FOUR
        blocks = np.uint64(target_start[k + 1] - target_start[k])
        p -= SIXTEEN * blocks
        x0, x1, x2, x3 = load(y, s)
        r = p
        for q in range(target_start[k], target_start[k + 1]):
            z = load(y, FOUR * np.uint64(targets[q]))
            x0 -= dot(load(v, r), z)
            x1 -= dot(load(v, r + FOUR), z)
            x2 -= dot(load(v, r + EIGHT), z)
            x3 -= dot(load(v, r + TWELVE), z)
            r += SIXTEEN
        p -= SIXTEEN + FOUR * np.uint64(row_start[k + 1] - row_start[k])
        a, b, c, d = load(v, p), load(v, p + FOUR), load(v, p + EIGHT), load(v, p + TWELVE)
        y0, y1 = dot(a, (x0, x1, x2, x3)), b[1] * x1 + b[2] * x2 + b[3] * x3
        store(y, s, (y0, y1, c[2] * x2 + c[3] * x3, d[3] * x3))


@kernel
def solve(lu, b):
    """Solve A x = b with the last factors; b becomes x."""
    y, row_slot, column_slot = lu.y, lu.row_slot, lu.column_slot
    fill(y, WIDTH * lu.counts[PANELS], 0.0)
    for i in range(b.size):
        y[row_slot[i]] = b[i]
    forward(lu)
    backward(lu)
    for i in range(b.size):
        b[i] = y[column_slot[i]]


@kernel(inline=True)
def pair(y, i):
    """The numbers number i of two vectors that lie side by side in y, interleaved."""
    return y[i], y[i + ONE]


@kernel(inline=True)
def less(x, f, z):
    """x - f z for pairs."""
    return x[0] - f * z[0], x[1] - f * z[1]


@kernel(inline=True)
def product(v, p, a, b, c, d):
    """v[p] a + v[p+1] b + v[p+2] c + v[p+3] d for pairs, in two halves that do not wait for each other."""
    e, f, g, h = load(v, p)
    return (e * a[0] + f * b[0]) + (g * c[0] + h * d[0]), (e * a[1] + f * b[1]) + (g * c[1] + h * d[1])


@kernel(inline=True)
def less_row(x, v, p, a, b, c, d):
    """x - v[p] a - v[p+1] b - v[p+2] c - v[p+3] d for pairs."""
    y = product(v, p, a, b, c, d)
    return x[0] - y[0], x[1] - y[1]


@kernel(inline=True)
def store_pair(y, i, x):
    """Store a pair."""
    y[i] = x[0]
    y[i + ONE] = x[1]


@kernel(inline=True)
def forward_two(lu):
    """L y = y for two vectors."""
    v, y, rows, row_start, target_start = lu.v, lu.y, lu.rows, lu.row_start, lu.target_start
    p, s = ZERO, ZERO
    for k in range(lu.counts[PANELS]):
        a = pair(y, s)
        b = less(pair(y, s + TWO), v[p + FOUR], a)
        c = less(less(pair(y, s + FOUR), v[p + EIGHT], a), v[p + EIGHT + ONE], b)
        d = less(less(pair(y, s + SIX), v[p + TWELVE], a), v[p + TWELVE + ONE], b)
        d = less(d, v[p + TWELVE + TWO], c)
        store_pair(y, s + TWO, b)
        store_pair(y, s + FOUR, c)
        store_pair(y, s + SIX, d)
        s += EIGHT
        p += SIXTEEN
        for q in range(row_start[k], row_start[k + 1]):
            at = TWO * np.uint64(rows[q])
            store_pair(y, at, less_row(pair(y, at), v, p, a, b, c, d))
            p += FOUR
        p += SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])


@kernel(inline=True)
def backward_two(lu):
    """U y = y for two vectors."""
    v, y, targets, row_start, target_start = lu.v, lu.y, lu.targets, lu.row_start, lu.target_start
    p, s = np.uint64(lu.counts[VALUES]), EIGHT * np.uint64(lu.counts[PANELS])
    for k in range(lu.counts[PANELS] - 1, -1, -1):
        s -= EIGHT
        p -= SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])
        a, b, c, d = pair(y, s), pair(y, s + TWO), pair(y, s + FOUR), pair(y, s + SIX)
        r = p
        for q in range(target_start[k], target_start[k + 1]):
            at = EIGHT * np.uint64(targets[q])
            e, f, g, h = pair(y, at), pair(y, at + TWO), pair(y, at + FOUR), pair(y, at + SIX)
            a = less_row(a, v, r, e, f, g, h)
            b = less_row(b, v, r + FOUR, e, f, g, h)
            c = less_row(c, v, r + EIGHT, e, f, g, h)
            d = less_row(d, v, r + TWELVE, e, f, g, h)
            r += SIXTEEN
        p -= SIXTEEN + FOUR * np.uint64(row_start[k + 1] - row_start[k])
        store_pair(y, s, product(v, p, a, b, c, d))
        store_pair(y, s + TWO, product(v, p + FOUR, NONE, b, c, d))
        store_pair(y, s + FOUR, product(v, p + EIGHT, NONE, NONE, c, d))
        store_pair(y, s + SIX, product(v, p + TWELVE, NONE, NONE, NONE, d))


@kernel(vector=True)
def solve_two(lu, b, d):
    """Solve A x = b and A x = d together, in half the time; b and d become the solutions."""
    y, row_slot, column_slot = lu.y, lu.row_slot, lu.column_slot
    fill(y, 2 * WIDTH * lu.counts[PANELS], 0.0)
    for i in range(b.size):
        store_pair(y, TWO * np.uint64(row_slot[i]), (b[i], d[i]))
    forward_two(lu)
    backward_two(lu)
    for i in range(b.size):
        x = pair(y, TWO * np.uint64(column_slot[i]))
        b[i] = x[0]
        d[i] = x[1]


@kernel(inline=True)
def copy(a, b):
    """b = a."""
    for i in range(a.size):
        b[i] = a[i]


@kernel
def residual(lu, b, x, r):
    """r = b - A x with A as last summed; returns max |r|, or NaN if any of them is not a number."""
    copy(b, r)
    for j in range(x.size):
        for p in range(lu.indptr[j], lu.indptr[j + 1]):
            r[lu.indices[p]] -= lu.summed[p] * x[j]
    largest = 0.0
    for i in range(r.size):
        if not abs(r[i]) <= largest:
            largest = abs(r[i])
    return largest


@kernel
def solve_refined(lu, values, b, x, r):
    """Solve A x = b with one step of iterative refinement; b is kept, r = b - A x, returns max |r|."""
    sum_up(lu, values)
    copy(b, x)
    solve(lu, x)
    residual(lu, b, x, r)
    solve(lu, r)
    for i in range(x.size):
        x[i] += r[i]
    return residual(lu, b, x, r)
