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
from collections.abc import Iterator

import numpy as np

from bellcrank.numerics.block_degree import block_order

LIKENESS = (0.99, 0.7, 0.55)
LARGEST_BLOCK = 8
TOLERANCE = 1e-3
MOST_SINGLE = 400
"""Up to this many unknowns each is tried as a block of its own."""
SMALL = 300
"""Up to this many unknowns SciPy is not imported for its COLAMD: that takes a quarter of a second."""
PATIENCE = 25
"""Pairs of neighbours that an elimination by blocks may touch, per entry of the matrix, before it is given up."""


def candidate_orders(
    n: int, indptr: np.ndarray, indices: np.ndarray, scaled: np.ndarray, blocks: np.ndarray | None = None
) -> Iterator[np.ndarray]:
    """Column orders worth trying for the equilibrated matrix `scaled` (CSC): by blocks, by unknowns, by columns.

    Blocks of large matrices are those given, if any: looking for them takes longer than all else. Each order is looked
    for when it is asked for.
    """
    column = np.repeat(np.arange(n), np.diff(indptr))
    block = find_blocks(n, indices, column) if blocks is None or n <= MOST_SINGLE else blocks
    by_blocks = [block, np.arange(n)] if n <= MOST_SINGLE else [block]
    for each in by_blocks:
        if (order := block_minimum_degree(each, indices, column, scaled)) is not None:
            yield order
    order = column_minimum_degree(n, indptr, indices) if n <= SMALL else colamd(n, indptr, indices, scaled)
    if order is not None:
        yield order


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


def block_minimum_degree(
    block: np.ndarray, row: np.ndarray, column: np.ndarray, scaled: np.ndarray, tolerance: float = TOLERANCE
) -> np.ndarray | None:
    """Order of the unknowns by minimum degree of blocks under condition (1); None when it fills in beyond reason."""
    start = np.searchsorted(block, np.arange(int(block[-1]) + 2))
    order = block_order(start, block, row, column, scaled, tolerance, PATIENCE * row.size)
    if order is None:
        return None
    size = np.diff(start)[order]
    ahead = np.cumsum(size) - size
    return np.repeat(start[order] - ahead, size) + np.arange(len(block))
