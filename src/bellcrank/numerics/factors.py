"""The numbers of a sparse LU with frozen pattern: factor again, choose new pivots. Compiled, no allocation.

With the pivots on the diagonal and D_J the diagonal block of panel J (`panels`), the elimination is by blocks, panel
after panel: D_J is replaced by its inverse,

    L_iJ = A_iJ D_J^-1                  rows i below                                                            (1)
    A_iT -= L_iJ A_JT                   target panels T to the right, four numbers at a time                    (2)

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
from bellcrank.numerics.lanes import four, load4, minus4, plus4, scaled4, store4, times4, total
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
    inverse: np.ndarray  # (4n) float64: 1 / the pivots of the last factors
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
        real = {"option", "row_scale", "column_scale", "summed", "v", "y", "size", "inverse", "l_value", "x"}
        names = (name for name in cls._fields if name != "work")
        return {name: np.uint32 if name in hot else np.float64 if name in real else np.int64 for name in names}


VIEWS: dict[Any, View] = {np.uint32: index1, np.int64: table, np.float64: view1}
GROUPED = [*(VIEWS[kind] for kind in Arrays.kinds().values()), longs2]
arrays_of = Group(Arrays, GROUPED, range(len(Arrays._fields)))
"""`lu = arrays_of(c)`: the arrays, which are the first of a context."""


@kernel(inline=True)
def four_of(v, p):
    """Four numbers from place p, one by one."""
    return v[p], v[p + ONE], v[p + TWO], v[p + THREE]


@kernel(inline=True)
def invert_two(a, b, e, f):
    """The inverse of [a b; e f], and of its pivots."""
    r = 1.0 / (a * f - b * e)
    return (r * f, -r * b, -r * e, r * a), (1.0 / a, a * r)


@kernel(inline=True)
def invert_block(v, p):
    """The inverse of the diagonal block at p, and of its pivots, by blocks of two: two divisions wait for each other
    instead of four. With D = [A B; C D], X = A^-1 B, S = D - C X, the inverse is
    [A^-1 + X S^-1 C A^-1, -X S^-1; -S^-1 C A^-1, S^-1].
    """
    a, b, c, d = four_of(v, p)
    e, f, g, h = four_of(v, p + FOUR)
    i, j, k, l = four_of(v, p + EIGHT)
    m, n, o, u = four_of(v, p + TWELVE)
    (a0, a1, a2, a3), (i0, i1) = invert_two(a, b, e, f)
    x0, x1, x2, x3 = a0 * c + a1 * g, a0 * d + a1 * h, a2 * c + a3 * g, a2 * d + a3 * h
    s0, s1, s2, s3 = k - (i * x0 + j * x2), l - (i * x1 + j * x3), o - (m * x0 + n * x2), u - (m * x1 + n * x3)
    (t0, t1, t2, t3), (i2, i3) = invert_two(s0, s1, s2, s3)
    y0, y1, y2, y3 = i * a0 + j * a2, i * a1 + j * a3, m * a0 + n * a2, m * a1 + n * a3
    z0, z1, z2, z3 = -(t0 * y0 + t1 * y2), -(t0 * y1 + t1 * y3), -(t2 * y0 + t3 * y2), -(t2 * y1 + t3 * y3)
    first = four(a0 - (x0 * z0 + x1 * z2), a1 - (x0 * z1 + x1 * z3), -(x0 * t0 + x1 * t2), -(x0 * t1 + x1 * t3))
    second = four(a2 - (x2 * z0 + x3 * z2), a3 - (x2 * z1 + x3 * z3), -(x2 * t0 + x3 * t2), -(x2 * t1 + x3 * t3))
    return first, second, four(z0, z1, t0, t1), four(z2, z3, t2, t3), four(i0, i1, i2, i3)


@kernel(inline=True)
def combination(v, p, a, b, c, d):
    """v[p] a + v[p+1] b + v[p+2] c + v[p+3] d, in two halves that do not wait for each other."""
    first = plus4(scaled4(v[p], a), scaled4(v[p + ONE], b))
    return plus4(first, plus4(scaled4(v[p + TWO], c), scaled4(v[p + THREE], d)))


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


@kernel
def refactor(lu, values):
    """Factor A with new values (given as at set-up) and frozen pivots; returns OK or SUSPICIOUS."""
    fill_in(lu, values)
    v, dest, size, inverse = lu.v, lu.dest, lu.size, lu.inverse
    row_start, target_start = lu.row_start, lu.target_start
    p, u, s, shrink = ZERO, ZERO, ZERO, four(0.0, 0.0, 0.0, 0.0)
    for k in range(lu.counts[PANELS]):
        a, b, c, d, pivots = invert_block(v, p)
        store4(inverse, s, pivots)
        ratio = times4(pivots, load4(size, s))
        shrink = plus4(shrink, times4(ratio, ratio))
        store4(v, p, a)
        store4(v, p + FOUR, b)
        store4(v, p + EIGHT, c)
        store4(v, p + TWELVE, d)
        s += FOUR
        p += SIXTEEN
        first = p
        rows = row_start[k + 1] - row_start[k]
        for _ in range(rows):
            store4(v, p, combination(v, p, a, b, c, d))  # (1)
            p += FOUR
        for _ in range(target_start[k + 1] - target_start[k]):
            a, b, c, d = load4(v, p), load4(v, p + FOUR), load4(v, p + EIGHT), load4(v, p + TWELVE)
            p += SIXTEEN
            r = first
            for _ in range(rows):
                t = np.uint64(dest[u])
                x = minus4(minus4(load4(v, t), scaled4(v[r], a)), scaled4(v[r + ONE], b))
                store4(v, t, minus4(minus4(x, scaled4(v[r + TWO], c)), scaled4(v[r + THREE], d)))  # (2)
                r += FOUR
                u += ONE
    limit = lu.option[SHRINK]
    return OK if total(shrink) <= limit * limit else SUSPICIOUS


@kernel(inline=True)
def note_sizes(lu):
    """Keep the absolute pivots of the last factors as what later ones are compared with."""
    for slot in range(WIDTH * lu.counts[PANELS]):
        lu.size[slot] = 1.0 / abs(lu.inverse[slot])


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
