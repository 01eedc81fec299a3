"""Solutions with the factors of a sparse LU (`factors`): one right-hand side, two together, one refined. No allocation.

    b_i -= L_iJ b_J                       panel after panel                                                     (1)
    x_J = D_J^-1 (b_J - sum A_JT x_T)     and back                                                              (2)

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
    THREE,
    TWELVE,
    TWO,
    ZERO,
    Arrays,
    sum_up,
)
from bellcrank.numerics.lanes import (
    even,
    fold,
    folds,
    four,
    join,
    load2,
    load4,
    minus2,
    minus4,
    odd,
    plus4,
    store2,
    times4,
)
from bellcrank.numerics.panels import WIDTH
from bellcrank.numerics.pivoting import PANELS, VALUES, fill

# kernel constants
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
def dot(v, p, a, b, c, d):
    """v[p] a + v[p+1] b + v[p+2] c + v[p+3] d, in two halves that do not wait for each other."""
    return (v[p] * a + v[p + ONE] * b) + (v[p + TWO] * c + v[p + THREE] * d)


@kernel(inline=True)
def forward(lu):
    """L y = y (1)."""
    v, y, rows, row_start, target_start = lu.v, lu.y, lu.rows, lu.row_start, lu.target_start
    p, s = ZERO, ZERO
    for k in range(lu.counts[PANELS]):
        a, b, c, d = y[s], y[s + ONE], y[s + TWO], y[s + THREE]
        s += FOUR
        p += SIXTEEN
        for q in range(row_start[k], row_start[k + 1]):
            y[rows[q]] -= dot(v, p, a, b, c, d)
            p += FOUR
        p += SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])


@kernel(inline=True)
def backward(lu):
    """U y = y (2)."""
    v, y, targets, row_start, target_start = lu.v, lu.y, lu.targets, lu.row_start, lu.target_start
    p, s = np.uint64(lu.counts[VALUES]), FOUR * np.uint64(lu.counts[PANELS])
    for k in range(lu.counts[PANELS] - 1, -1, -1):
        s -= FOUR
        p -= SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])
        a, b, c, d, r = y[s], y[s + ONE], y[s + TWO], y[s + THREE], p
        for q in range(target_start[k], target_start[k + 1]):
            t = FOUR * np.uint64(targets[q])
            e, f, g, h = y[t], y[t + ONE], y[t + TWO], y[t + THREE]
            a -= dot(v, r, e, f, g, h)
            b -= dot(v, r + FOUR, e, f, g, h)
            c -= dot(v, r + EIGHT, e, f, g, h)
            d -= dot(v, r + TWELVE, e, f, g, h)
            r += SIXTEEN
        p -= SIXTEEN + FOUR * np.uint64(row_start[k + 1] - row_start[k])
        y[s], y[s + ONE] = dot(v, p, a, b, c, d), dot(v, p + FOUR, a, b, c, d)
        y[s + TWO], y[s + THREE] = dot(v, p + EIGHT, a, b, c, d), dot(v, p + TWELVE, a, b, c, d)


@kernel(inline=True)
def substitute(lu, b):
    """`solve`, written into its caller."""
    y, row_slot, column_slot = lu.y, lu.row_slot, lu.column_slot
    fill(y, WIDTH * lu.counts[PANELS], 0.0)
    for i in range(b.size):
        y[row_slot[i]] = b[i]
    forward(lu)
    backward(lu)
    for i in range(b.size):
        b[i] = y[column_slot[i]]


@kernel
def solve(lu, b):
    """Solve A x = b with the last factors; b becomes x."""
    substitute(lu, b)


@kernel(inline=True)
def pairs_of(y, s):
    """The pairs of a panel: the first and the third, the second and the fourth."""
    return join(load2(y, s), load2(y, s + FOUR)), join(load2(y, s + TWO), load2(y, s + SIX))


@kernel(inline=True)
def row_product(v, p, e, o):
    """The row at p times the pairs (e, o), its halves not yet added."""
    x = load4(v, p)
    return plus4(times4(even(x), e), times4(odd(x), o))


@kernel(inline=True)
def forward_two(lu):
    """L y = y for two vectors."""
    v, y, rows, row_start, target_start = lu.v, lu.y, lu.rows, lu.row_start, lu.target_start
    p, s = ZERO, ZERO
    for k in range(lu.counts[PANELS]):
        e, o = pairs_of(y, s)
        s += EIGHT
        p += SIXTEEN
        for q in range(row_start[k], row_start[k + 1]):
            at = TWO * np.uint64(rows[q])
            store2(y, at, minus2(load2(y, at), fold(row_product(v, p, e, o))))
            p += FOUR
        p += SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])


@kernel(inline=True)
def backward_two(lu):
    """U y = y for two vectors."""
    v, y, targets, row_start, target_start = lu.v, lu.y, lu.targets, lu.row_start, lu.target_start
    p, s, none = np.uint64(lu.counts[VALUES]), EIGHT * np.uint64(lu.counts[PANELS]), four(0.0, 0.0, 0.0, 0.0)
    for k in range(lu.counts[PANELS] - 1, -1, -1):
        s -= EIGHT
        p -= SIXTEEN * np.uint64(target_start[k + 1] - target_start[k])
        a, b, c, d, r = none, none, none, none, p
        for q in range(target_start[k], target_start[k + 1]):
            e, o = pairs_of(y, EIGHT * np.uint64(targets[q]))
            a, b = plus4(a, row_product(v, r, e, o)), plus4(b, row_product(v, r + FOUR, e, o))
            c, d = plus4(c, row_product(v, r + EIGHT, e, o)), plus4(d, row_product(v, r + TWELVE, e, o))
            r += SIXTEEN
        p -= SIXTEEN + FOUR * np.uint64(row_start[k + 1] - row_start[k])
        e, o = pairs_of(y, s)
        e, o = minus4(e, folds(a, c)), minus4(o, folds(b, d))
        a, b = row_product(v, p, e, o), row_product(v, p + FOUR, e, o)
        c, d = row_product(v, p + EIGHT, e, o), row_product(v, p + TWELVE, e, o)
        store2(y, s, fold(a))
        store2(y, s + TWO, fold(b))
        store2(y, s + FOUR, fold(c))
        store2(y, s + SIX, fold(d))


@kernel(inline=True)
def substitute_two(lu, b, d):
    """`solve_two`, written into its caller."""
    y, row_slot, column_slot = lu.y, lu.row_slot, lu.column_slot
    fill(y, 2 * WIDTH * lu.counts[PANELS], 0.0)
    for i in range(b.size):
        at = TWO * np.uint64(row_slot[i])
        y[at] = b[i]
        y[at + ONE] = d[i]
    forward_two(lu)
    backward_two(lu)
    for i in range(b.size):
        at = TWO * np.uint64(column_slot[i])
        b[i] = y[at]
        d[i] = y[at + ONE]


@kernel
def solve_two(lu, b, d):
    """Solve A x = b and A x = d together, in little more than the time of one; b and d become the solutions."""
    substitute_two(lu, b, d)


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
