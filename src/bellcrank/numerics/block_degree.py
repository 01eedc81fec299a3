"""Minimum degree of blocks with their numbers, compiled: which is eliminated next, and what that leaves of the others.

    order = block_order(start, block, row, column, values, tolerance, budget)      None: it fills in beyond the budget

The matrix is held as dense blocks, structurally symmetric. Every block has a chain of entries: `to` is the other block,
`at` where the numbers begin, `following` the next entry of the chain. Of all blocks left the one with the least

    key = (refused, degree, number)                                                                            (1)

is tried; one whose pivots are not good enough (condition 1 of `ordering`) is refused until a neighbour changes. When
only refused ones are left they are taken by force: where a block has no inverse, with one of lower rank.

Reference     Duff, Erisman, Reid (2017), Direct Methods for Sparse Matrices, ch. 7 and 11.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, Group, run_kernel, table, view1

# kernel constants
END = -1
"""No further entry, no place in the heap."""
DONE, ROOM, FILL = 0, 1, 2
"""Status: an order is found; the arrays are too small; the budget is used up."""
STATUS, ENTRIES, NUMBERS, HEAP, FREE, BUDGET, ORDERED = 0, 1, 2, 3, 4, 5, 6
"""Places in `counts`: status; entries, numbers and heap in use; first free entry; work left; blocks ordered."""


class Blocks(NamedTuple):
    """The arrays of one search; n unknowns in b blocks."""

    start: np.ndarray  # (b+1) int64: first unknown of a block
    head: np.ndarray  # (b) int64: first entry of a block
    following: np.ndarray  # (entries) int64
    to: np.ndarray  # (entries) int64
    at: np.ndarray  # (entries) int64
    number: np.ndarray  # (numbers) float64: dense blocks by rows
    key: np.ndarray  # (b) int64: equation (1)
    heap: np.ndarray  # (b) int64: blocks, the least key first
    place: np.ndarray  # (b) int64: place of a block in the heap
    slot: np.ndarray  # (b) int64: work: the entry of one block that leads to another
    around: np.ndarray  # (b) int64: work: entries of the pivot block
    order: np.ndarray  # (b) int64: the blocks in the order of their elimination
    factor: np.ndarray  # (n m) float64: B_xi D^-1 of all neighbours x; m the size of the largest block
    inverse: np.ndarray  # (m m) float64
    work: np.ndarray  # (2 m m) float64
    counts: np.ndarray  # (7) int64
    limit: np.ndarray  # (1) float64: largest |B_xi D^-1|


REAL = ("number", "factor", "inverse", "work", "limit")
blocks_of = Group(Blocks, [view1 if name in REAL else table for name in Blocks._fields], range(len(Blocks._fields)))


def block_order(
    start: np.ndarray,
    block: np.ndarray,
    row: np.ndarray,
    column: np.ndarray,
    values: np.ndarray,
    tolerance: float,
    budget: int,
) -> np.ndarray | None:
    """The order of the blocks; see the module docstring. `block`: the block of each unknown."""
    room = 2
    while True:
        b = _allocated(start, block, row, column, values, room)
        b.limit[0], b.counts[BUDGET] = 1.0 / tolerance, budget
        run_kernel(minimum_degree, Context(list(b)))
        if b.counts[STATUS] != ROOM:
            return b.order if b.counts[STATUS] == DONE else None
        room *= 2


def _allocated(
    start: np.ndarray, block: np.ndarray, row: np.ndarray, column: np.ndarray, values: np.ndarray, room: int
) -> Blocks:
    """The blocks of a matrix, every diagonal block present, and room for several times as many."""
    size, count = np.diff(start), len(start) - 1
    pair = count * block[row]
    pair += block[column]
    changes = np.ones(len(pair), bool)
    np.not_equal(pair[1:], pair[:-1], out=changes[1:])
    begins = np.flatnonzero(changes)  # of runs of entries in one block
    a, b = np.divmod(pair[begins], count)
    pairs = np.unique(np.concatenate([pair[begins], b * count + a, np.arange(count) * (count + 1)]))
    one, other = np.divmod(pairs, count)
    end = np.cumsum(size[one] * size[other])
    at = end - size[one] * size[other]
    number = np.zeros(room * end[-1])
    inside, places = np.arange(start[-1]) - start[block], pair
    places[:] = np.repeat(at[np.searchsorted(pairs, pair[begins])], np.diff(begins, append=len(pair)))
    places += inside[row] * size[block][column]
    places += inside[column]
    number[places] = values
    following = np.arange(1, len(pairs) + 1)
    following[np.flatnonzero(np.diff(one, append=count))] = END
    most = int(size.max())
    integers = {name: np.zeros(count, np.int64) for name in ("key", "heap", "place", "around", "order")}
    return Blocks(
        start=np.ascontiguousarray(start, np.int64), head=np.searchsorted(one, np.arange(count)),
        following=_padded(following, room), to=_padded(other, room), at=_padded(at, room), number=number,
        slot=np.full(count, END), factor=np.zeros(int(start[-1]) * most), inverse=np.zeros(most * most),
        work=np.zeros(2 * most * most), counts=np.array([DONE, len(pairs), end[-1], 0, END, 0, 0]),
        limit=np.zeros(1), **integers,
    )  # fmt: skip


def _padded(a: np.ndarray, room: int) -> np.ndarray:
    """An array with room behind it."""
    longer = np.zeros(room * len(a), np.int64)
    longer[: len(a)] = a
    return longer


@kernel(exact=True)
def minimum_degree(c, k):
    """Eliminate block after block; counts[STATUS] says how it ended."""
    b = blocks_of(c)
    blocks = b.head.size
    for i in range(blocks):
        b.heap[i], b.place[i] = i, i
        b.key[i] = degree(b, i) * blocks + i
    b.counts[HEAP] = blocks
    for i in range(blocks // 2 - 1, -1, -1):
        sink(b, i)
    refused = (b.start[blocks] + 1) * blocks
    while b.counts[HEAP] > 0:
        i = b.heap[0]
        forced = b.key[i] >= refused
        entries = neighbours(b, i)
        if not stable(b, i, entries, forced):
            b.key[i] += refused
            sink(b, 0)
            continue
        take_off(b)
        b.order[b.counts[ORDERED]] = i
        b.counts[ORDERED] += 1
        b.counts[BUDGET] -= (entries + 1) * (entries + 1)
        if not eliminate(b, i, entries):
            b.counts[STATUS] = ROOM
            return
        for e in range(entries):
            x = b.to[b.around[e]]
            b.key[x] = degree(b, x) * blocks + x
            sink(b, b.place[x])
            rise(b, b.place[x])
        release(b, i)
        if b.counts[BUDGET] < 0 and b.counts[HEAP] > 0:
            b.counts[STATUS] = FILL
            return


@kernel(exact=True)
def degree(b, i):
    """Unknowns of a block and of its neighbours."""
    found, e = 0, b.head[i]
    while e != END:
        found += b.start[b.to[e] + 1] - b.start[b.to[e]]
        e = b.following[e]
    return found


@kernel(exact=True)
def sink(b, p):
    """Move the block at place p of the heap down, where those below have lesser keys."""
    last, i = b.counts[HEAP], b.heap[p]
    while 2 * p + 1 < last:
        q = 2 * p + 1
        if q + 1 < last and b.key[b.heap[q + 1]] < b.key[b.heap[q]]:
            q += 1
        if b.key[i] <= b.key[b.heap[q]]:
            break
        b.heap[p] = b.heap[q]
        b.place[b.heap[p]] = p
        p = q
    b.heap[p], b.place[i] = i, p


@kernel(exact=True)
def rise(b, p):
    """Move the block at place p of the heap up, where those above have larger keys."""
    i = b.heap[p]
    while p > 0 and b.key[b.heap[(p - 1) // 2]] > b.key[i]:
        b.heap[p] = b.heap[(p - 1) // 2]
        b.place[b.heap[p]] = p
        p = (p - 1) // 2
    b.heap[p], b.place[i] = i, p


@kernel(exact=True)
def take_off(b):
    """Remove the first block of the heap."""
    b.counts[HEAP] -= 1
    last = b.counts[HEAP]
    if last > 0:
        b.heap[0] = b.heap[last]
        sink(b, 0)


@kernel(exact=True)
def neighbours(b, i):
    """Collect the entries of block i that lead to others; their number. slot[i]: the entry of its own."""
    found, e = 0, b.head[i]
    while e != END:
        if b.to[e] == i:
            b.slot[i] = e
        else:
            b.around[found] = e
            found += 1
        e = b.following[e]
    return found


@kernel(exact=True)
def entry_to(b, x, i):
    """The entry of block x that leads to i."""
    e = b.head[x]
    while b.to[e] != i:
        e = b.following[e]
    return e


@kernel(exact=True)
def stable(b, i, entries, forced):
    """The factors B_xi D^-1 of all neighbours x, one after the other; whether they are small enough."""
    m = b.start[i + 1] - b.start[i]
    regular = invert(b, b.at[b.slot[i]], m)
    b.slot[i] = END
    if not (regular or forced):
        return False
    first, small = 0, True
    for e in range(entries):
        x = b.to[b.around[e]]
        rows, at = b.start[x + 1] - b.start[x], b.at[entry_to(b, x, i)]
        for r in range(rows):
            for s in range(m):
                total = 0.0
                for t in range(m):
                    total += b.number[at + r * m + t] * b.inverse[t * m + s]
                b.factor[first + r * m + s] = total
                small = small and abs(total) <= b.limit[0]
        first += rows * m
    return small or forced


@kernel(exact=True)
def invert(b, at, m):
    """Gauss-Jordan with the largest pivot of each column; columns without any leave a row of zeros, and False."""
    w, wide = b.work, 2 * m
    for r in range(m):
        for s in range(m):
            w[r * wide + s] = b.number[at + r * m + s]
            w[r * wide + m + s] = 1.0 if r == s else 0.0
            b.inverse[r * m + s] = 0.0
    rank = 0
    for s in range(m):
        best = rank
        for r in range(rank + 1, m):
            if abs(w[r * wide + s]) > abs(w[best * wide + s]):
                best = r
        if rank == m or not abs(w[best * wide + s]) > 0.0:
            continue
        for t in range(wide):
            w[rank * wide + t], w[best * wide + t] = w[best * wide + t], w[rank * wide + t]
        pivot = 1.0 / w[rank * wide + s]
        for r in range(m):
            if r != rank and w[r * wide + s] != 0.0:
                f = w[r * wide + s] * pivot
                for t in range(s, wide):
                    w[r * wide + t] -= f * w[rank * wide + t]
        for t in range(s, wide):
            w[rank * wide + t] *= pivot
        b.inverse[s * m] = rank + 1.0  # which row it became
        rank += 1
    for s in range(m):
        r = int(b.inverse[s * m]) - 1
        for t in range(m):
            b.inverse[s * m + t] = w[r * wide + m + t] if r >= 0 else 0.0
    return rank == m


@kernel(exact=True)
def eliminate(b, i, entries):
    """Subtract B_xi D^-1 B_iy from all pairs of neighbours x, y of block i; False where there is no room."""
    m, first = b.start[i + 1] - b.start[i], 0
    for e in range(entries):
        x = b.to[b.around[e]]
        rows = b.start[x + 1] - b.start[x]
        unlink(b, x, i)
        d = b.head[x]
        while d != END:
            b.slot[b.to[d]] = d
            d = b.following[d]
        for f in range(entries):
            y, at = b.to[b.around[f]], b.at[b.around[f]]
            columns = b.start[y + 1] - b.start[y]
            if b.slot[y] == END and not link(b, x, y, rows * columns):
                return False
            target = b.at[b.slot[y]]
            for r in range(rows):
                for t in range(m):
                    left = b.factor[first + r * m + t]
                    for s in range(columns):
                        b.number[target + r * columns + s] -= left * b.number[at + t * columns + s]
        d = b.head[x]
        while d != END:
            b.slot[b.to[d]] = END
            d = b.following[d]
        first += rows * m
    return True


@kernel(exact=True)
def unlink(b, x, i):
    """Take the entry of block x that leads to i out of its chain."""
    e, before = b.head[x], END
    while b.to[e] != i:
        e, before = b.following[e], e
    if before == END:
        b.head[x] = b.following[e]
    else:
        b.following[before] = b.following[e]
    b.following[e], b.counts[FREE] = b.counts[FREE], e


@kernel(exact=True)
def link(b, x, y, numbers):
    """A new entry of block x that leads to y, full of zeros, in slot[y]; False where there is no room."""
    e, at = b.counts[FREE], b.counts[NUMBERS]
    if e != END:
        b.counts[FREE] = b.following[e]
    else:
        e = b.counts[ENTRIES]
        b.counts[ENTRIES] += 1
    if e >= b.to.size or at + numbers > b.number.size:
        return False
    b.counts[NUMBERS] += numbers
    for n in range(at, at + numbers):
        b.number[n] = 0.0
    b.to[e], b.at[e], b.following[e], b.head[x] = y, at, b.head[x], e
    b.slot[y] = e
    return True


@kernel(exact=True)
def release(b, i):
    """The entries of an eliminated block are free."""
    e = b.head[i]
    while e != END:
        following = b.following[e]
        b.following[e], b.counts[FREE] = b.counts[FREE], e
        e = following
    b.head[i] = END
