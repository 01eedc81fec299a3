"""The numbers of a sparse LU with frozen pattern: factor again, choose new pivots. Compiled, no allocation.

With the pivots on the diagonal and D_J = L_J U_J the diagonal block of panel J (`panels`), the elimination is, panel
after panel,

    L_iJ = A_iJ U_J^-1                  rows i below                                                            (1)
    U_JT = L_J^-1 A_JT                  target panels T to the right                                            (2)
    A_iT -= L_iJ U_JT                   four numbers at a time                                                  (3)

Watched       each pivot p against its size p0 when it was chosen: SUSPICIOUS when sum (p0 / p)^2 > limit^2 or not a
              number. About log10(limit) digits may be lost before that.
References    Davis, Palamadai Natarajan (2010), ACM TOMS 37, 36 (KLU: refactorisation); Duff, Erisman, Reid (2017),
              Direct Methods for Sparse Matrices, ch. 4.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Group, View, index1, longs2, table, view1
from bellcrank.numerics.panels import WIDTH, close_pattern, lay_out, partition
from bellcrank.numerics.pivoting import (
    FULL,
    OK,
    PADS,
    PANELS,
    SHRINK,
    SPILL,
    SUSPICIOUS,
    VALUES,
    equilibrate,
    fill,
    find_pivots,
)

# kernel constants
ZERO, ONE, TWO, THREE, FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
EIGHT, TWELVE, SIXTEEN = np.uint64(8), np.uint64(12), np.uint64(16)
"""Unsigned constants: an index that may be negative costs a test at each access."""


class Arrays(NamedTuple):
    """Everything the kernels need; `cap` marks arrays with room for other pivots."""

    indptr: np.ndarray  # (n+1) uint32: columns of A
    indices: np.ndarray  # (nnz) uint32: rows of A
    counts: np.ndarray  # (8) int64: see pivoting.PANELS and following
    option: np.ndarray  # (4) float64: see pivoting.TOLERANCE and following
    column: np.ndarray  # (n) int64: column eliminated k-th
    row: np.ndarray  # (n) int64: its pivot row
    prefer: np.ndarray  # (n) int64: row preferred as pivot of a column
    position: np.ndarray  # (n) int64: k of a row
    row_scale: np.ndarray  # (n) float64: equilibration
    column_scale: np.ndarray  # (n) float64
    no_pivot: np.ndarray  # (n) int64: columns without pivot, count[DEFICIENT] of them
    left_over: np.ndarray  # (n) int64: rows left over, as many
    row_slot: np.ndarray  # (n) uint32: slot of a row (equation)
    column_slot: np.ndarray  # (n) uint32: slot of a column (unknown)
    column_at: np.ndarray  # (4n) int64: column in a slot, -1 padding
    row_start: np.ndarray  # (n+1) uint32: first row of L of a panel
    rows: np.ndarray  # (cap) uint32: slots of the rows of L
    target_start: np.ndarray  # (n+1) uint32: first target of a panel
    targets: np.ndarray  # (cap) uint32: panels to the right
    source_start: np.ndarray  # (n+1) int64: first source of a panel
    sources: np.ndarray  # (cap) int64: panels that change a panel
    dest: np.ndarray  # (cap) uint32: places in v changed by the elimination
    entry: np.ndarray  # (given) uint32: the entry of A to which a given value is added; nnz: to none
    summed: np.ndarray  # (nnz) float64: the entries of A
    entry_place: np.ndarray  # (nnz) uint32: their places in v
    place: np.ndarray  # (given) uint32: places in v of the given values
    pad: np.ndarray  # (3n) uint32: places in v of the ones of the padding
    v: np.ndarray  # (cap) float64: numbers of L and U
    y: np.ndarray  # (8n) float64: vector in slots, or two
    size: np.ndarray  # (4n) float64: absolute pivots when they were chosen
    l_start: np.ndarray  # (n+1) int64: columns of L of the search for pivots
    l_index: np.ndarray  # (cap) int64
    l_value: np.ndarray  # (cap) float64
    u_start: np.ndarray  # (n+1) int64: columns of U
    u_index: np.ndarray  # (cap) int64
    t_start: np.ndarray  # (n+1) int64: rows of U
    t_index: np.ndarray  # (cap) int64
    x: np.ndarray  # (n) float64: work
    work: np.ndarray  # (4, 4n+4) int64: work

    @classmethod
    def kinds(cls) -> dict[str, type]:
        """Data type of every one-dimensional array, as stated in the comments above."""
        hot = {
            "indptr", "indices", "row_slot", "column_slot", "row_start", "rows", "target_start", "targets", "dest",
            "entry", "entry_place", "place", "pad",
        }  # fmt: skip
        real = {"option", "row_scale", "column_scale", "summed", "v", "y", "size", "l_value", "x"}
        names = (name for name in cls._fields if name != "work")
        return {name: np.uint32 if name in hot else np.float64 if name in real else np.int64 for name in names}


VIEWS: dict[Any, View] = {np.uint32: index1, np.int64: table, np.float64: view1}
GROUPED = [*(VIEWS[kind] for kind in Arrays.kinds().values()), longs2]
arrays_of = Group(Arrays, GROUPED, range(len(Arrays._fields)))
"""`lu = arrays_of(c)`: the arrays, which are the first of a context."""


@kernel(inline=True)
def load(v, i):
    """Four numbers from place i."""
    return v[i], v[i + ONE], v[i + TWO], v[i + THREE]


@kernel(inline=True)
def store(v, i, x):
    """Four numbers to place i."""
    v[i] = x[0]
    v[i + ONE] = x[1]
    v[i + TWO] = x[2]
    v[i + THREE] = x[3]


@kernel(inline=True)
def minus(x, f, y):
    """x - f y."""
    return x[0] - f * y[0], x[1] - f * y[1], x[2] - f * y[2], x[3] - f * y[3]


@kernel(inline=True)
def dot(x, y):
    """x . y in two halves, which do not wait for each other."""
    return (x[0] * y[0] + x[1] * y[1]) + (x[2] * y[2] + x[3] * y[3])


@kernel(inline=True)
def factor_block(v, p):
    """Replace the diagonal block at p by L_J below the diagonal and U_J^-1 above; returns both."""
    a, b, c, d = load(v, p), load(v, p + FOUR), load(v, p + EIGHT), load(v, p + TWELVE)
    i0 = 1.0 / a[0]
    l10, l20, l30 = b[0] * i0, c[0] * i0, d[0] * i0
    b1, b2, b3 = b[1] - l10 * a[1], b[2] - l10 * a[2], b[3] - l10 * a[3]
    i1 = 1.0 / b1
    l21, l31 = (c[1] - l20 * a[1]) * i1, (d[1] - l30 * a[1]) * i1
    c2, c3 = c[2] - l20 * a[2] - l21 * b2, c[3] - l20 * a[3] - l21 * b3
    i2 = 1.0 / c2
    l32 = (d[2] - l30 * a[2] - l31 * b2) * i2
    i3 = 1.0 / (d[3] - l30 * a[3] - l31 * b3 - l32 * c3)
    w01, w12, w23 = -i0 * a[1] * i1, -i1 * b2 * i2, -i2 * c3 * i3
    w02, w13 = -(i0 * a[2] + w01 * b2) * i2, -(i1 * b3 + w12 * c3) * i3
    w03 = -(i0 * a[3] + w01 * b3 + w02 * c3) * i3
    store(v, p, (i0, w01, w02, w03))
    store(v, p + FOUR, (l10, i1, w12, w13))
    store(v, p + EIGHT, (l20, l21, i2, w23))
    store(v, p + TWELVE, (l30, l31, l32, i3))
    return (l10, l20, l30, l21, l31, l32), (i0, i1, i2, i3), (w01, w02, w03, w12, w13, w23)


@kernel(inline=True)
def right_divide(v, p, i, w):
    """(1) for one row at p: multiply by U_J^-1, diagonal i, above it w."""
    x = load(v, p)
    y0, y1 = x[0] * i[0], x[0] * w[0] + x[1] * i[1]
    y2 = x[0] * w[1] + x[1] * w[3] + x[2] * i[2]
    y3 = x[0] * w[2] + x[1] * w[4] + x[2] * w[5] + x[3] * i[3]
    store(v, p, (y0, y1, y2, y3))


@kernel(inline=True)
def left_divide(v, p, l):
    """(2) for one block at p: solve with the unit lower L_J; returns the rows."""
    a = load(v, p)
    b = minus(load(v, p + FOUR), l[0], a)
    c = minus(minus(load(v, p + EIGHT), l[1], a), l[3], b)
    d = minus(minus(minus(load(v, p + TWELVE), l[2], a), l[4], b), l[5], c)
    store(v, p + FOUR, b)
    store(v, p + EIGHT, c)
    store(v, p + TWELVE, d)
    return a, b, c, d


@kernel(inline=True)
def fill_in(lu, values):
    """The given values summed into v, ones into the padding, zeros elsewhere."""
    v, place, pad = lu.v, lu.place, lu.pad
    fill(v, lu.counts[VALUES] + SPILL, 0.0)
    for p in range(lu.counts[PADS]):
        v[pad[p]] = 1.0
    for p in range(place.size):
        v[place[p]] += values[p]


@kernel
def sum_up(lu, values):
    """A by columns from the given values: `summed`."""
    summed, entry = lu.summed, lu.entry
    fill(summed, summed.size, 0.0)
    for p in range(entry.size):
        if entry[p] < summed.size:
            summed[entry[p]] += values[p]


@kernel(vector=True)
def refactor(lu, values):
    """Factor A with new values (given as at set-up) and frozen pivots; returns OK or SUSPICIOUS."""
    fill_in(lu, values)
    v, dest, size, row_start, target_start = lu.v, lu.dest, lu.size, lu.row_start, lu.target_start
    p, u, s, shrink = ZERO, ZERO, ZERO, 0.0
    for k in range(lu.counts[PANELS]):
        l, i, w = factor_block(v, p)
        z = load(size, s)
        q0, q1, q2, q3 = i[0] * z[0], i[1] * z[1], i[2] * z[2], i[3] * z[3]
        shrink += dot((q0, q1, q2, q3), (q0, q1, q2, q3))
        s += FOUR
        p += SIXTEEN
        first = p
        rows = row_start[k + 1] - row_start[k]
        for _ in range(rows):
            right_divide(v, p, i, w)
            p += FOUR
        for _ in range(target_start[k + 1] - target_start[k]):
            a, b, c, d = left_divide(v, p, l)
            p += SIXTEEN
            r = first
            for _ in range(rows):
                f = load(v, r)
                t = np.uint64(dest[u])
                store(v, t, minus(minus(minus(minus(load(v, t), f[0], a), f[1], b), f[2], c), f[3], d))
                r += FOUR
                u += ONE
    limit = lu.option[SHRINK]
    return OK if shrink <= limit * limit else SUSPICIOUS


@kernel(inline=True)
def note_sizes(lu):
    """Keep the absolute pivots of the last factors as what later ones are compared with."""
    p = 0
    for k in range(lu.counts[PANELS]):
        for lane in range(WIDTH):
            lu.size[WIDTH * k + lane] = 1.0 / abs(lu.v[p + (WIDTH + 1) * lane])
        rows = np.int64(lu.row_start[k + 1] - lu.row_start[k])
        blocks = np.int64(lu.target_start[k + 1] - lu.target_start[k])
        p += WIDTH * (WIDTH + rows + WIDTH * blocks)


@kernel
def repivot(lu, values):
    """Choose new pivots for these values in the frozen column order and factor.

    Returns OK; SUSPICIOUS (something is not a number); SINGULAR: the unknowns lu.no_pivot[: lu.counts[DEFICIENT]] have
    no pivot, as many equations lu.left_over are left over, the factors are unusable; FULL: the arrays are too small,
    a new SparseLU is needed.
    """
    for k in range(lu.column.size):
        if lu.row[k] >= 0:
            lu.prefer[lu.column[k]] = lu.row[k]
    sum_up(lu, values)
    equilibrate(lu, lu.summed)
    status = find_pivots(lu, lu.summed)
    if status != OK:
        return status
    partition(lu)
    if close_pattern(lu) == FULL or lay_out(lu) == FULL:
        return FULL
    fill(lu.size, WIDTH * lu.counts[PANELS], 0.0)
    status = refactor(lu, values)
    note_sizes(lu)
    return status
