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


MATRICES = Algebra(np.linalg.inv, np.linalg.pinv, np.matmul, lambda a: np.abs(a).max())
NUMBERS = Algebra(lambda a: 1.0 / a, lambda a: 1.0 / a if a != 0.0 else 0.0, operator.mul, abs)
"""Blocks of one unknown are numbers: ten times as quick."""
Blocks = dict[int, dict[int, Any]]


def candidate_orders(n: int, indptr: np.ndarray, indices: np.ndarray, scaled: np.ndarray) -> list[np.ndarray]:
    """Column orders worth trying for the equilibrated matrix `scaled` (CSC): by blocks, by unknowns, by columns."""
    column = np.repeat(np.arange(n), np.diff(indptr))
    orders = [block_minimum_degree(find_blocks(n, indices, column), indices, column, scaled)]
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
    size = np.bincount(block).tolist()
    around: list[set[int]] = [set() for _ in size]
    for key in np.unique(block[row] * len(size) + block[column]).tolist():
        a, b = divmod(key, len(size))
        around[a].add(b)
        around[b].add(a)
    new = np.zeros(len(size), dtype=np.int64)
    head, width = 0, size[0]
    for b in range(1, len(size)):
        both = {head, b}
        common = sum(size[x] for x in (around[head] & around[b]) - both)
        either = sum(size[x] for x in (around[head] | around[b]) - both)
        if width + size[b] <= LARGEST_BLOCK and common > 0 and common >= likeness * either:
            new[b] = new[b - 1]
            width += size[b]
        else:
            new[b] = new[b - 1] + 1
            head, width = b, size[b]
    return new[block]


def _numbers(n: int, row: np.ndarray, column: np.ndarray, a: np.ndarray) -> Blocks:
    """The matrix as numbers, structurally symmetric, every diagonal entry present."""
    parts: Blocks = {i: {i: 0.0} for i in range(n)}
    for i, j, value in zip(row.tolist(), column.tolist(), a.tolist(), strict=True):
        parts[i][j] = parts[i].get(j, 0.0) + value
        parts[j].setdefault(i, 0.0)
    return parts


def _dense_blocks(start: np.ndarray, block: np.ndarray, row: np.ndarray, column: np.ndarray, a: np.ndarray) -> Blocks:
    """The matrix as dense blocks, structurally symmetric, every diagonal block present."""
    size = np.diff(start)
    parts: Blocks = {i: {i: np.zeros((size[i], size[i]))} for i in range(size.size)}
    for i, j, r, c, value in zip(
        block[row].tolist(), block[column].tolist(), row - start[block[row]], column - start[block[column]], a
    ):
        if j not in parts[i]:
            parts[i][j] = np.zeros((size[i], size[j]))
            parts[j][i] = np.zeros((size[j], size[i]))
        parts[i][j][r, c] += value
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
    order: list[int] = []
    budget = PATIENCE * row.size
    while parts and budget >= 0:
        if heap:
            d, i = heapq.heappop(heap)
            if i not in parts or d != degree[i] or i in waiting:
                continue
        else:
            i = min(waiting, key=degree.__getitem__)
        inverse = _stable_inverse(parts, i, tolerance, not heap, algebra)
        if inverse is None:
            waiting.add(i)
            continue
        order.append(i)
        budget -= len(parts[i]) ** 2
        for x in _eliminate(parts, i, inverse, algebra):
            waiting.discard(x)
            degree[x] = sum(size[j] for j in parts[x])
            heapq.heappush(heap, (degree[x], x))
        waiting.discard(i)
    if parts:
        return None
    return np.concatenate([np.arange(start[i], start[i + 1]) for i in order])


def _stable_inverse(parts: Blocks, i: int, tolerance: float, forced: bool, algebra: Algebra) -> Any:
    """Inverse of diagonal block i if condition (1) holds (or by force a pseudo-inverse), else None."""
    try:
        inverse = algebra.inverse(parts[i][i])
    except (np.linalg.LinAlgError, ZeroDivisionError):
        return _by_force(parts[i][i], algebra) if forced else None
    growth = max((algebra.largest(algebra.times(parts[x][i], inverse)) for x in parts[i] if x != i), default=0.0)
    if forced and not np.isfinite(growth):
        return _by_force(parts[i][i], algebra)
    return inverse if forced or growth <= 1.0 / tolerance else None


def _by_force(block: Any, algebra: Algebra) -> Any:
    """The pseudo-inverse; of a block that holds no numbers the block itself: an order is enough."""
    try:
        return algebra.pseudo_inverse(block)
    except np.linalg.LinAlgError:
        return block


def _eliminate(parts: Blocks, i: int, inverse: Any, algebra: Algebra) -> list[int]:
    """Subtract B_xi D^-1 B_iy from all pairs of neighbours x, y of block i; returns the neighbours."""
    pivot_row = parts.pop(i)
    del pivot_row[i]
    for x in pivot_row:
        factor = algebra.times(parts[x].pop(i), inverse)
        for y, b in pivot_row.items():
            update = algebra.times(factor, b)
            old = parts[x].get(y)
            parts[x][y] = -update if old is None else old - update
    return list(pivot_row)
