"""Redundant constraints: which equations follow from the others, and in which loop.

The rows of the Jacobian are taken in a fixed order and orthogonalised one after the other; a row of which nothing is
left follows from those before it. First come the joints that hang each part on the others (a spanning tree: these never
lose rank), then those that close loops, translations before rotations, so that the choice holds in every position. The
factors of the combination name the loop:

    J_r = sum c_s J_s,  s kept;  the loop of r is every element with a c_s that is not zero                      (1)
    the multipliers of r and of its loop can be changed together without changing the motion: they are not unique

Only closed loops can be redundant, so the rows are split into the biconnected components of the graph of parts and
constraints first; each is small.
References  Haug (1989), ch. 4 (redundant constraints); Gram-Schmidt with reorthogonalisation: Bjorck (1994),
            Linear Algebra Appl. 197, 297-316.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bellcrank.numerics.triplets import Triplets
from bellcrank.system.coordinates import PER_BODY, body_of, motions_of

TOLERANCE = 1e-8
"""A row is redundant when less than this part of it is left: above rounding (1e-13), below any real direction."""


@dataclass(frozen=True)
class Redundant:
    """A constraint row that follows from others."""

    row: int
    loop: tuple[int, ...]
    """The rows it follows from."""


def preference(translational: Sequence[bool], bodies: Sequence[tuple[int, ...]]) -> list[int]:
    """The rows in the order in which they are kept: spanning tree, closing translations, closing rotations."""
    above: dict[int, int] = {}

    def root(body: int) -> int:
        while body in above:
            body = above[body]
        return body

    ends_of = {b: tuple(sorted(set(b))) for b in dict.fromkeys(bodies)}
    tree: set[tuple[int, ...]] = set()
    for ends in dict.fromkeys(ends_of.values()):
        roots = {root(b) for b in ends}
        if len(ends) == 2 and len(roots) == 2:
            tree.add(ends)
            above[max(roots)] = min(roots)

    def rank(r: int) -> int:
        return 0 if ends_of[bodies[r]] in tree else 1 + (not translational[r])

    return sorted(range(len(bodies)), key=rank)


def find_redundant(
    jacobian: Triplets, order: Sequence[int], bodies: Sequence[tuple[int, ...]], tolerance: float = TOLERANCE
) -> list[Redundant]:
    """The redundant rows of a sparse Jacobian (rows by 6 n_bodies, columns already scaled); `bodies` of each row."""
    found: list[Redundant] = []
    place = {r: n for n, r in enumerate(order)}
    several = components(bodies)
    independent = _clearly_independent(jacobian, several, bodies, tolerance)
    for component, clear in zip(several, independent, strict=True):
        if clear:
            continue
        rows = sorted(component, key=place.__getitem__)
        columns = sorted({k for r in rows for b in bodies[r] for k in motions_of(b) if k < jacobian.shape[1]})
        found += _dependent(jacobian.take(rows, columns).dense(), rows, tolerance)
    return found


def _clearly_independent(
    jacobian: Triplets, several: list[list[int]], bodies: Sequence[tuple[int, ...]], tolerance: float
) -> list[bool]:
    """Components between two bodies whose rows are all independent: the joints of chains and trees, all at once.

    The rows of all joints with so many equations are orthogonalised together, in any order: no row may lose more than
    a hundredth of what would make it redundant.
    """
    clear, count = [False] * len(several), jacobian.shape[1] // PER_BODY
    ends = [[b for b in sorted(set(bodies[rows[0]])) if b < count] for rows in several]
    component, lane = np.full((2, jacobian.shape[0]), -1)
    first = np.full(len(several), -1)
    sizes: dict[int, list[int]] = {}
    for n, rows in enumerate(several):
        if len(rows) <= PER_BODY and len({bodies[r] for r in rows}) == 1 and ends[n]:
            component[rows], lane[rows], first[n] = n, range(len(rows)), ends[n][0]
            sizes.setdefault(len(rows), []).append(n)
    inside = component[jacobian.row] >= 0
    of, row, column = component[jacobian.row[inside]], lane[jacobian.row[inside]], jacobian.column[inside]
    dense = np.zeros((len(several), PER_BODY, 2 * PER_BODY))
    np.add.at(dense, (of, row, column % PER_BODY + PER_BODY * (body_of(column) != first[of])), jacobian.value[inside])
    for size, which in sizes.items():
        a = dense[which, :size]
        whole = np.linalg.norm(a, axis=2)
        for n in range(size):
            for _ in range(2):
                a[:, n] -= np.einsum("cb,cbk->ck", np.einsum("cbk,ck->cb", a[:, :n], a[:, n]), a[:, :n])
            left = np.linalg.norm(a[:, n], axis=1)
            whole[:, n] = left > 100.0 * tolerance * np.maximum(whole[:, n], 1e-300)
            a[:, n] /= np.maximum(left, 1e-300)[:, None]
        for n, good in zip(which, whole.all(axis=1), strict=True):
            clear[n] = bool(good)
    return clear


def _dependent(a: np.ndarray, rows: list[int], tolerance: float) -> list[Redundant]:
    """Rows of `a` that depend on earlier ones: kept rows = L basis, L triangular; its inverse grows by rows."""
    most = min(a.shape)
    basis, inverse = np.zeros((most, a.shape[1])), np.zeros((most, most))
    kept: list[int] = []
    found = []
    for row, name in zip(a, rows, strict=True):
        n, size = len(kept), float(np.linalg.norm(row))
        left, part = row.copy(), np.zeros(n)
        for _ in range(2):
            c = basis[:n] @ left
            left -= c @ basis[:n]
            part += c
        remainder = float(np.linalg.norm(left))
        weight = part @ inverse[:n, :n]
        if n == most or remainder <= tolerance * max(size, 1e-300):
            least = max(1e-6, 0.1 * tolerance) * max(1.0, float(np.abs(weight).max(initial=0.0)))
            found.append(Redundant(name, tuple(kept[k] for k in np.flatnonzero(np.abs(weight) > least))))
            continue
        basis[n] = left / remainder
        inverse[n, :n], inverse[n, n] = -weight / remainder, 1.0 / remainder
        kept.append(name)
    return found


def components(bodies: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Rows by biconnected component of the graph of bodies (nodes, ground is one more) and constraint rows (edges).

    Rows between the same bodies are parallel edges: they belong together when something closes a loop with them, or
    there are more of them than one joint can hold; parallel rows are merged first.
    """
    edges: dict[tuple[int, ...], list[int]] = {}
    ends_of = {b: tuple(sorted(set(b))) for b in dict.fromkeys(bodies)}
    for row, b in enumerate(bodies):
        edges.setdefault(ends_of[b], []).append(row)
    groups = _biconnected([(k[0], k[-1]) for k in edges], list(edges))
    return [[r for key in group for r in edges[key]] for group in groups]


def _biconnected(pairs: list[tuple[int, int]], keys: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Tarjan's algorithm with an own stack; constraints on three or more bodies join everything into one group."""
    if any(len(k) > 2 for k in keys):
        return [keys]
    graph: dict[int, list[tuple[int, int]]] = {}
    for e, (a, b) in enumerate(pairs):
        graph.setdefault(a, []).append((b, e))
        graph.setdefault(b, []).append((a, e))
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    groups: list[list[tuple[int, ...]]] = []
    open_edges: list[int] = []
    for root in graph:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack = [(root, -1, iter(graph[root]))]
        while stack:
            node, above, rest = stack[-1]
            step = next(rest, None)
            if step is not None:
                other, e = step
                if e == above:
                    continue
                if other not in number:
                    number[other] = low[other] = len(number)
                    open_edges.append(e)
                    stack.append((other, e, iter(graph[other])))
                elif number[other] < number[node]:
                    open_edges.append(e)
                    low[node] = min(low[node], number[other])
                continue
            stack.pop()
            if not stack:
                break
            parent = stack[-1][0]
            low[parent] = min(low[parent], low[node])
            if low[node] >= number[parent]:
                group = []
                while True:
                    e = open_edges.pop()
                    group.append(keys[e])
                    if e == above:
                        break
                groups.append(group)
    return groups
