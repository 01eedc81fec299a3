"""In which order to eliminate: candidate column orders for the matrices of mechanisms.

The matrices are saddle points, [H J^T; J 0], and fall into small blocks: the unknowns of a part, the multipliers of a
joint. A multiplier can only be eliminated after one of its parts, which is what ordinary minimum degree does not see
(pivoting then destroys its order: 500 times the work on a chain of 1000 parts).

Block minimum degree eliminates whole blocks with their numbers: the next block is the one with the fewest neighbours
(unknowns) among those whose diagonal block D can be inverted stably,

    max |B_xi D^-1| <= 1 / tolerance    for all neighbours x    (threshold pivoting by blocks)                (1)

Blocks are found from the pattern: neighbours in the numbering are joined while their surroundings are alike.

References    Tinney, Walker (1967), Proc. IEEE 55, 1801 (minimum degree); Duff, Erisman, Reid (2017), Direct Methods
              for Sparse Matrices, ch. 7 (threshold pivoting) and 11; George, Ng (1985), SIAM J. Sci. Stat.
              Comput. 6, 390 (merged rows); Davis et al. (2004), ACM TOMS 30, 353 (COLAMD).
"""

from __future__ import annotations

import heapq
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

LIKENESS = (0.99, 0.7, 0.55)
LARGEST_BLOCK = 8
TOLERANCE = 1e-3
MOST_SINGLE = 400
"""Up to this many unknowns each is tried as a block of its own."""
SMALL = 300
"""Up to this many unknowns SciPy is not imported for its COLAMD: that takes a quarter of a second."""
PATIENCE = 25


class Algebra(NamedTuple):
    """How to calculate with blocks."""

    inverse: Callable[[Any], Any]
    pseudo_inverse: Callable[[Any], Any]
    times: Callable[[Any, Any], Any]
    largest: Callable[[Any], float]


MATRICES = Algebra(np.linalg.inv, np.linalg.pinv, np.matmul, lambda a: max(a.max(), -a.min()))
NUMBERS = Algebra(lambda a: 1.0 / a, lambda a: 1.0 / a if a != 0.0 else 0.0, operator.mul, abs)
"""Blocks of one unknown are numbers: ten times as quick."""
Blocks = dict[int, dict[int, Any]]


def candidate_orders(
    n: int, indptr: np.ndarray, indices: np.ndarray, scaled: np.ndarray, blocks: np.ndarray | None = None
) -> list[np.ndarray]:
    """Column orders worth trying for the equilibrated matrix `scaled` (CSC): by blocks, by unknowns, by columns.

    Blocks of large matrices are those given, if any: looking for them takes longer than all else.
    """
    column = np.repeat(np.arange(n), np.diff(indptr))
    block = find_blocks(n, indices, column) if blocks is None or n <= MOST_SINGLE else blocks
    orders = [block_minimum_degree(block, indices, column, scaled)]
    if n <= MOST_SINGLE:
        orders.append(block_minimum_degree(np.arange(n), indices, column, scaled))
    orders.append(column_minimum_degree(n, indptr, indices) if n <= SMALL else colamd(n, indptr, indices, scaled))
    return [order for order in orders if order is not None]


def column_minimum_degree(n: int, indptr: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Eliminate next the column whose rows, merged, are shortest: as COLAMD, but exact and for small matrices.

    Whichever row becomes the pivot, the others take on its entries: all rows of the column become their union.
    """
    below = [set(indices[indptr[j] : indptr[j + 1]].tolist()) for j in range(n)]
    rows: dict[int, set[int]] = {}
    for j in range(n):
        for r in below[j]:
            rows.setdefault(r, set()).add(j)

    def length(j: int) -> int:
        return len(set().union(*(rows[r] for r in below[j])))

    degree = [length(j) for j in range(n)]
    heap = [(d, j) for j, d in enumerate(degree)]
    heapq.heapify(heap)
    order: dict[int, None] = {}
    while heap:
        d, c = heapq.heappop(heap)
        if c in order or d != degree[c]:
            continue
        merged = set().union(*(rows.pop(r) for r in below[c])) - {c}
        union = n + len(order)
        rows[union] = merged
        order[c] = None
        for j in merged:
            below[j] -= below[c]
            below[j].add(union)
        for j in merged:
            degree[j] = length(j)
            heapq.heappush(heap, (degree[j], j))
    return np.array(list(order))


def colamd(n: int, indptr: np.ndarray, indices: np.ndarray, values: np.ndarray) -> np.ndarray | None:
    """Column approximate minimum degree order from SuperLU, or None when SuperLU finds the matrix singular."""
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    try:
        factors = splu(csc_matrix((values, indices, indptr), shape=(n, n)))
    except RuntimeError:
        return None
    return np.argsort(factors.perm_c)


def find_blocks(n: int, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """Number of the block of every unknown; blocks are runs in the numbering with like surroundings."""
    block = np.arange(n)
    for likeness in LIKENESS:
        while True:
            joined = _join_runs(block, row, column, likeness)
            if joined[-1] == block[-1]:
                break
            block = joined
    return block


def _join_runs(block: np.ndarray, row: np.ndarray, column: np.ndarray, likeness: float) -> np.ndarray:
    """Join blocks that follow each other when the weights of common and all neighbours compare well enough."""
    sizes = np.bincount(block)
    count, size = sizes.size, sizes.tolist()
    a, b = block[row], block[column]
    one, other = np.divmod(np.unique(np.concatenate([a * count + b, b * count + a])[np.tile(a != b, 2)]), count)
    start, around = np.searchsorted(one, np.arange(count + 1)).tolist(), other.tolist()
    weight = np.bincount(one, weights=sizes[other], minlength=count).tolist()
    new, seen = [0] * count, [-1] * count  # seen: the last head that has this neighbour
    head, width = -1, LARGEST_BLOCK
    for k in range(count):
        near = around[start[k] : start[k + 1]]
        if width + size[k] <= LARGEST_BLOCK:
            common = sum([size[x] for x in near if seen[x] == head])
            own = size[head] + size[k] if seen[k] == head else 0
            if 0 < common >= likeness * (weight[head] + weight[k] - own - common):
                new[k] = new[k - 1]
                width += size[k]
                continue
        new[k] = new[k - 1] + 1 if k else 0
        head, width = k, size[k]
        for x in near:
            seen[x] = k
    return np.array(new)[block]


def _numbers(n: int, row: np.ndarray, column: np.ndarray, a: np.ndarray) -> Blocks:
    """The matrix as numbers, structurally symmetric, every diagonal entry present."""
    parts: Blocks = {i: {i: 0.0} for i in range(n)}
    for i, j, value in zip(row.tolist(), column.tolist(), a.tolist(), strict=True):
        parts[i][j] = parts[i].get(j, 0.0) + value
        parts[j].setdefault(i, 0.0)
    return parts


def _dense_blocks(start: np.ndarray, block: np.ndarray, row: np.ndarray, column: np.ndarray, a: np.ndarray) -> Blocks:
    """The matrix as dense blocks, structurally symmetric, every diagonal block present."""
    size, count = np.diff(start), len(start) - 1
    i, j = block[row], block[column]
    pairs = np.unique(np.concatenate([i * count + j, j * count + i, np.arange(count) * (count + 1)]))
    one, other = np.divmod(pairs, count)
    room = size[one] * size[other]
    end = np.cumsum(room)
    flat = np.zeros(end[-1])
    at = (end - room)[np.searchsorted(pairs, i * count + j)]
    np.add.at(flat, at + (row - start[i]) * size[j] + column - start[j], a)
    parts: Blocks = {k: {} for k in range(count)}
    for k, m, last, wide in zip(one.tolist(), other.tolist(), end.tolist(), room.tolist(), strict=True):
        parts[k][m] = flat[last - wide : last].reshape(size[k], size[m])
    return parts


def block_minimum_degree(
    block: np.ndarray, row: np.ndarray, column: np.ndarray, scaled: np.ndarray, tolerance: float = TOLERANCE
) -> np.ndarray | None:
    """Order of the unknowns by minimum degree of blocks under condition (1); None when it fills in beyond reason."""
    count = int(block[-1]) + 1
    start = np.searchsorted(block, np.arange(count + 1))
    size = np.diff(start).tolist()
    single = count == block.size
    algebra = NUMBERS if single else MATRICES
    parts = _numbers(count, row, column, scaled) if single else _dense_blocks(start, block, row, column, scaled)
    degree = [sum(size[j] for j in parts[i]) for i in range(count)]
    heap = [(degree[i], i) for i in range(count)]
    heapq.heapify(heap)
    waiting: set[int] = set()
    refused: list[tuple[int, int]] = []
    order: list[int] = []
    budget = PATIENCE * row.size
    while parts and budget >= 0:
        if heap:
            d, i = heapq.heappop(heap)
            if i not in parts or d != degree[i] or i in waiting:
                continue
        else:
            d, i = heapq.heappop(refused)
            if i not in waiting or d != degree[i]:
                continue
        factors = _stable_factors(parts, i, tolerance, not heap, algebra)
        if factors is None:
            waiting.add(i)
            heapq.heappush(refused, (degree[i], i))
            continue
        order.append(i)
        budget -= len(parts[i]) ** 2
        for x in _eliminate(parts, i, factors, algebra):
            waiting.discard(x)
            degree[x] = sum(size[j] for j in parts[x])
            heapq.heappush(heap, (degree[x], x))
        waiting.discard(i)
    if parts:
        return None
    return np.concatenate([np.arange(start[i], start[i + 1]) for i in order])


def _stable_factors(parts: Blocks, i: int, tolerance: float, forced: bool, algebra: Algebra) -> dict[int, Any] | None:
    """B_xi D^-1 of all neighbours x of block i if condition (1) holds (by force: with a pseudo-inverse), else None."""
    around = [x for x in parts[i] if x != i]
    try:
        inverse = algebra.inverse(parts[i][i])
    except (np.linalg.LinAlgError, ZeroDivisionError):
        if not forced:
            return None
        inverse = _by_force(parts[i][i], algebra)
    factors = {x: algebra.times(parts[x][i], inverse) for x in around}
    growth = max(map(algebra.largest, factors.values()), default=0.0)
    if forced and not np.isfinite(growth):
        inverse = _by_force(parts[i][i], algebra)
        return {x: algebra.times(parts[x][i], inverse) for x in around}
    return factors if forced or growth <= 1.0 / tolerance else None


def _by_force(block: Any, algebra: Algebra) -> Any:
    """The pseudo-inverse; of a block that holds no numbers the block itself: an order is enough."""
    try:
        return algebra.pseudo_inverse(block)
    except np.linalg.LinAlgError:
        return block


def _eliminate(parts: Blocks, i: int, factors: dict[int, Any], algebra: Algebra) -> list[int]:
    """Subtract B_xi D^-1 B_iy from all pairs of neighbours x, y of block i; returns the neighbours."""
    pivot_row = parts.pop(i)
    del pivot_row[i]
    for x in pivot_row:
        factor, changed = factors[x], parts[x]
        del changed[i]
        for y, b in pivot_row.items():
            update = algebra.times(factor, b)
            old = changed.get(y)
            changed[y] = -update if old is None else old - update
    return list(pivot_row)
