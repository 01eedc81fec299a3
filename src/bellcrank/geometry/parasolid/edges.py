"""Edges of a body as chains of points, each sampled once: the faces on both sides use the same points.

Between two points the curve bends by less than an angle, or strays from the chord by less than a tolerance. The
middle of every piece is kept too: triangles at the edge are curved as the edge is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.parasolid.curves import NEAR, Curve
from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.make import Geometry
from bellcrank.geometry.parasolid.nodes import Node, Transmit
from bellcrank.geometry.parasolid.planar import stray
from bellcrank.geometry.parasolid.splines import Array, row

ROUNDS = 10
LONGEST = 20_000
"""Points of one edge."""
MOST = 2_000_000
"""Points of one body: more are the work of a damaged file."""


class Fineness(NamedTuple):
    """How fine a net is: bend between neighbours in radians; half as much again where it strays less than a
    tolerance."""

    angle: float
    tolerance: float

    def asks(self, away: Array, chord: Array, turn: Array | float = 0.0) -> NDArray[np.bool_]:
        """Which pieces are to be split: an arc of angle p strays by p/8 of its chord; `turn` is p where known."""
        bend = np.maximum(8.0 * away / np.maximum(chord, NEAR), turn)
        return np.asarray((bend > self.angle) & ((away > self.tolerance) | (bend > 1.5 * self.angle)))


class Points:
    """The points of a body."""

    def __init__(self) -> None:
        self._store, self.count = np.empty((1024, 3)), 0

    def __getitem__(self, ids: NDArray[np.int64]) -> Array:
        return np.asarray(self._store[ids])

    @property
    def all(self) -> Array:
        """All points so far."""
        return self._store[: self.count]

    def add(self, points: Array) -> NDArray[np.int64]:
        """Store points; their numbers."""
        first, self.count = self.count, self.count + len(points)
        if self.count > MOST or not np.isfinite(points).all():
            self.count = first
            raise NotMeshed("too many points" if np.isfinite(points).all() else "points that are not finite")
        if self.count > len(self._store):
            self._store = np.concatenate([self._store, np.empty((max(self.count, len(self._store)), 3))])
        self._store[first : self.count] = points
        return np.arange(first, self.count)


class Edge(NamedTuple):
    """Point numbers along an edge, ends included (a ring repeats its first), and the middles between them."""

    ids: NDArray[np.int64]
    middles: Array

    def reversed(self) -> Edge:
        """The edge from its end."""
        return Edge(self.ids[::-1], self.middles[::-1])


class Edges:
    """The edges of one body."""

    def __init__(self, transmit: Transmit, geometry: Geometry, points: Points, fine: Fineness) -> None:
        self.transmit, self.geometry, self.points, self.fine = transmit, geometry, points, fine
        self._vertices: dict[int, int] = {}
        self._edges: dict[int, Edge | None] = {}

    def __getitem__(self, index: int) -> Edge:
        if index not in self._edges:
            self._edges[index] = None
            self._edges[index] = self._sample(self.transmit[index])
        found = self._edges[index]
        if found is None:
            raise NotMeshed("an edge that cannot be followed")
        return found

    def _vertex(self, index: int) -> int:
        if index not in self._vertices:
            place = row(self.transmit[self.transmit[index].point].pvec)
            self._vertices[index] = int(self.points.add(place[None])[0])
        return self._vertices[index]

    def _sample(self, edge: Node) -> Edge:
        fin = self.transmit[edge.halfedge]
        if fin.sense == "-":
            fin = self.transmit[fin.other]
        start = self.transmit[fin.backward].vertex if fin.backward else 0
        curve, backward = self._curve(edge, fin)
        if not (start and fin.vertex):
            return self._ring(curve, backward)
        first, last = self._vertex(start), self._vertex(fin.vertex)
        ends = self.points[np.array([last, first] if backward else [first, last])]
        t0, t1 = _ends(curve, ends, start == fin.vertex)
        inner, middles = sample(curve, t0, t1, self.fine, ends)
        if backward:
            inner, middles = inner[::-1], middles[::-1]
        return Edge(np.concatenate([[first], self.points.add(inner), [last]]), middles)

    def _curve(self, edge: Node, fin: Node) -> tuple[Curve, bool]:
        """The curve of an edge and whether it runs against the edge."""
        if edge.curve:
            return self.geometry.curve(edge.curve), self.transmit[edge.curve].sense == "-"
        holder = fin if fin.curve else self.transmit[fin.other]  # a tolerant edge: a curve for each side
        if not holder.curve:
            raise NotMeshed("an edge without a curve")
        against = (self.transmit[holder.curve].sense == "-") != (holder.sense == "-")
        return self.geometry.curve(holder.curve), against

    def _ring(self, curve: Curve, backward: bool) -> Edge:
        if curve.range is None:
            raise NotMeshed("an endless line as an edge")
        low, high = curve.range
        high = low + curve.period if curve.period else high
        ends = curve.point(np.array([low, high]))
        if np.linalg.norm(ends[1] - ends[0]) > 1e-4:
            raise NotMeshed("an open curve without ends")
        inner, middles = sample(curve, low, high, self.fine, ends)
        chain = np.concatenate([ends[:1], inner])
        if backward:
            chain, middles = np.concatenate([chain[:1], chain[:0:-1]]), middles[::-1]
        ids = self.points.add(chain)
        return Edge(np.concatenate([ids, ids[:1]]), middles)


def _ends(curve: Curve, ends: Array, closed: bool) -> tuple[float, float]:
    """The parameters of the two ends of an edge, the second one behind the first."""
    t0, t1 = curve.parameter(ends[0]), curve.parameter(ends[1])
    if curve.period:
        slack = 1e-7 * curve.period
        if t1 - t0 < slack:
            t1 += curve.period
        if not closed and t1 - t0 > curve.period - slack:
            t1 -= curve.period
    elif closed and curve.range:
        t0, t1 = curve.range
    return t0, t1


def sample(curve: Curve, t0: float, t1: float, fine: Fineness, ends: Array) -> tuple[Array, Array]:
    """Points inside a piece of a curve and the middles of all pieces; the ends are given."""
    if curve.straight and not len(curve.breaks):
        return np.empty((0, 3)), ends.mean(0, keepdims=True)
    if not (np.isfinite([t0, t1]).all() and abs(t1 - t0) < 1e9):
        raise NotMeshed("an edge without an end")
    t = curve.pieces(t0, t1, fine.angle, fine.tolerance)
    if len(t) > LONGEST:
        raise NotMeshed("an edge of too many pieces")
    x = np.concatenate([ends[:1], curve.point(t[1:-1]), ends[1:]])
    middle = 0.5 * (t[1:] + t[:-1])
    m = curve.point(middle)
    for _ in range(ROUNDS):
        away, chord = stray(x[:-1], x[1:], m)
        split = np.flatnonzero(fine.asks(away, chord))
        if not len(split) or len(t) > LONGEST:
            break
        left, right = 0.5 * (t[split] + middle[split]), 0.5 * (middle[split] + t[split + 1])
        quarters = curve.point(np.concatenate([left, right]))
        t, x = np.insert(t, split + 1, middle[split]), np.insert(x, split + 1, m[split], axis=0)
        m[split] = quarters[: len(split)]
        m = np.insert(m, split + 1, quarters[len(split) :], axis=0)
        middle = 0.5 * (t[1:] + t[:-1])
    return x[1:-1], m
