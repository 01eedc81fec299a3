"""The inside of a face: triangles between its rings, split where they stray from the surface.

Boundary edges are never touched: they belong to two faces. Inner edges are split at their middle while the surface
bends by more than the angle along them, and flipped to be Delaunay in the plane of the layout.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.parasolid.edges import Fineness, Points
from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.layout import Ring
from bellcrank.geometry.parasolid.planar import WIDE, Array, Indices, flip, keys, stray, subdivide
from bellcrank.geometry.parasolid.surfaces import Surface
from bellcrank.geometry.shape import net

ROUNDS = 8
INSIDE = 1.3
"""Edges inside a face may bend more than its boundary: halving boundary pieces would not be followed by the inside."""
MOST = 200_000
"""Points of one face."""
TIP_ROWS = 3
"""How often the edges at an apex are split: a curved triangle at an apex is right to the second power of its angle
only."""


class Piece(NamedTuple):
    """Triangles of a face: point numbers (t, 3), and the middles (t, 3, 3) of their edges 01, 12, 20."""

    corners: Indices
    middles: Array


def fill(surface: Surface, rings: list[Ring], points: Points, fine: Fineness) -> Piece:
    """The triangles between rings, outer ones left about, holes right about."""
    from manifold3d import triangulate

    q, ids = np.concatenate([r.q for r in rings]), np.concatenate([r.ids for r in rings])
    if not np.isfinite(q).all() or len(q) > MOST:
        raise NotMeshed("a face that is not finite")
    triangles = np.asarray(triangulate([np.ascontiguousarray(r.q) for r in rings]), dtype=np.int64).reshape(-1, 3)
    middles = _Middles(rings)
    if surface.tip and (found := _around(np.zeros(2), q, triangles)) is not None:
        q, ids = np.vstack([q, np.zeros((1, 2))]), np.append(ids, points.add(surface.point(np.zeros((1, 2)))))
        triangles = found
    if not surface.flat:
        q, ids, triangles = _split(surface, q, ids, flip(q * surface.stretch, triangles), points, fine, middles)
    edges = keys(triangles)
    middles.learn(np.unique(edges), lambda a, b: _between(surface, q, points[ids], a, b))
    return Piece(ids[triangles], middles[edges])


def _around(point: Array, q: Array, triangles: Indices) -> Indices | None:
    """The triangles with a new point, number len(q), inside one of them; None where it lies in none or on a corner."""
    if not len(q) or (np.hypot(*(q - point).T) < 1e-9 * np.ptp(q)).any():
        return None
    a, b = q[triangles] - point, q[triangles[:, [1, 2, 0]]] - point
    left = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    hit = np.flatnonzero((left > 0.0).all(axis=1))
    if not len(hit):
        hit = np.flatnonzero((left >= 0.0).all(axis=1) & (left.max(axis=1) > 0.0))
    if not len(hit):
        return None
    i, j, k = triangles[hit[0]]
    n = len(q)
    return np.concatenate([np.delete(triangles, hit[0], axis=0), [(i, j, n), (j, k, n), (k, i, n)]])


def _on(surface: Surface, q: Array, a: Indices, b: Indices) -> Array:
    return surface.point(surface.split(q[a], q[b]))


def _between(surface: Surface, q: Array, x: Array, a: Indices, b: Indices) -> Array:
    return 0.5 * (x[a] + x[b]) if surface.flat else _on(surface, q, a, b)


def _split(
    surface: Surface,
    q: Array,
    ids: NDArray[np.int64],
    triangles: Indices,
    points: Points,
    fine: Fineness,
    middles: _Middles,
) -> tuple[Array, NDArray[np.int64], Indices]:
    x, n = points[ids], surface.normal(q)
    inside = fine._replace(angle=INSIDE * fine.angle)
    for row in range(ROUNDS):
        edges = keys(triangles)
        names, owner = np.unique(edges, return_inverse=True)
        owner = owner.reshape(-1, 3)
        middles.learn(names, partial(_on, surface, q))
        a, b = np.divmod(names, WIDE)
        centre = middles[names]
        away, chord = stray(x[a], x[b], centre)
        known = (n[a] * n[a]).sum(1) * (n[b] * n[b]).sum(1) > 0.5  # a normal is 0 at an apex
        turn = np.where(known, np.arccos(np.clip((n[a] * n[b]).sum(1), -1.0, 1.0)), 0.0)
        split = inside.asks(away, chord, turn) | (~known & (row < TIP_ROWS))
        split &= ~middles.fixed(names)
        if not split.any() or len(q) > MOST:
            break
        fresh = np.full(len(names), -1)
        fresh[split] = len(q) + np.arange(split.sum())
        added = surface.split(q[a[split]], q[b[split]])
        q, x = np.concatenate([q, added]), np.concatenate([x, centre[split]])
        n = np.concatenate([n, surface.normal(added)])
        ids = np.concatenate([ids, points.add(centre[split])])
        triangles = flip(q * surface.stretch, subdivide(triangles, fresh[owner]))
    return q, ids, triangles


class _Middles:
    """Middles of edges by their numbers; those of the rings are fixed."""

    def __init__(self, rings: list[Ring]) -> None:
        first, names = 0, []
        for ring in rings:
            here = first + np.arange(len(ring.q))
            there = np.roll(here, -1)
            names.append(np.minimum(here, there) * WIDE + np.maximum(here, there))
            first += len(ring.q)
        every, places = np.concatenate(names), np.concatenate([r.middles for r in rings])
        self._names, chosen = np.unique(every, return_index=True)
        self._places, self._border = places[chosen], self._names

    def __getitem__(self, names: Indices) -> Array:
        return np.asarray(self._places[np.searchsorted(self._names, names)])

    def fixed(self, names: Indices) -> NDArray[np.bool_]:
        """Which edges are pieces of the rings."""
        at = np.searchsorted(self._border, names).clip(max=len(self._border) - 1)
        return np.asarray(self._border[at] == names)

    def learn(self, names: Indices, find: Callable[[Indices, Indices], Array]) -> None:
        """Find the middles of edges not yet known; `names` are sorted."""
        at = np.searchsorted(self._names, names).clip(max=len(self._names) - 1)
        new = names[self._names[at] != names]
        if len(new):
            a, b = np.divmod(new, WIDE)
            places = find(a, b)
            order = np.argsort(np.concatenate([self._names, new]), kind="stable")
            self._names = np.concatenate([self._names, new])[order]
            self._places = np.concatenate([self._places, places])[order]


def whole(surface: Surface, points: Points, fine: Fineness) -> Piece:
    """A face without loops, a full sphere or torus, from a regular net."""
    n = min(max(8, 2 * int(np.ceil(np.pi / fine.angle))), 2000)
    _, ring = surface.whole()
    u = 2.0 * np.pi * np.arange(n + 1) / n
    v = u if ring else np.pi * (np.arange(n // 2 + 1) / (n // 2) - 0.5)
    regular = net(lambda u, v: surface.evaluate(np.column_stack([u, v])), u, v, (True, ring)).welded()
    assert regular.middles is not None
    return Piece(points.add(regular.points)[regular.corners], regular.middles)
