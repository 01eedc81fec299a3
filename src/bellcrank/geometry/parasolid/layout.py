"""A face laid out in the plane: its loops become rings around which triangles can be laid.

No CAD program transmits seams: a full cylinder has two loops that go round, a cap about a pole one, a full sphere
none. A band between two loops is cut open along a segment that avoids the holes; both sides of the cut share their
points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.parasolid.edges import Fineness, Points
from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.planar import (
    Array,
    along,
    area,
    crosses,
    cut_candidates,
    shifted_inside,
    stray,
    unwrap,
)
from bellcrank.geometry.parasolid.surfaces import Surface

ROUNDS = 8


class Ring(NamedTuple):
    """A closed polygon: plane coordinates, point numbers, and the middle of the piece behind each point."""

    q: Array
    ids: NDArray[np.int64]
    middles: Array

    def reversed(self) -> Ring:
        """Run through the other way."""
        return Ring(self.q[::-1], self.ids[::-1], np.roll(self.middles[::-1], -1, axis=0))

    def turned(self, first: int) -> Ring:
        """Begun at another point (coordinates are left to the caller)."""
        return Ring(self.q, np.roll(self.ids, -first), np.roll(self.middles, -first, axis=0))


def lay_out(surface: Surface, loops: list[Ring], points: Points, fine: Fineness) -> tuple[Surface, list[Ring]]:
    """The surface to use and the rings in its plane."""
    places = [points[loop.ids] for loop in loops]
    surface = surface.chart(places)
    rings, bands = [], []
    for loop, place in zip(loops, places):
        q, turns = unwrap(surface.planar(place), surface.periods)
        if any(turns):
            bands.append((loop._replace(q=q), turns))
        else:
            rings.append(loop._replace(q=q))
    if bands:
        rings = _cut(surface, bands, rings, points, fine)
    elif any(surface.periods):
        rings = _gather(surface, rings)
    total = sum(area(ring.q) for ring in rings)
    if not total > 0.0:
        raise NotMeshed("loops that run the wrong way round")
    return surface, rings


def _gather(surface: Surface, rings: list[Ring]) -> list[Ring]:
    """Shift holes by whole periods into the outer ring."""
    outer = max(rings, key=lambda ring: abs(area(ring.q)))
    holes = [r._replace(q=shifted_inside(surface.periods, r.q, outer.q)) for r in rings if r is not outer]
    return [outer, *holes]


def _cut(
    surface: Surface, bands: list[tuple[Ring, list[int]]], holes: list[Ring], points: Points, fine: Fineness
) -> list[Ring]:
    """Turn a band between two loops that go round into one ring."""
    windings = [turns for _, turns in bands]
    if len(bands) != 2 or windings[0] != [-t for t in windings[1]] or sorted(map(abs, windings[0])) != [0, 1]:
        raise NotMeshed(f"loops that go round {windings} times")
    k = 0 if windings[0][0] else 1
    (a, _), (b, _) = sorted(bands, key=lambda band: -band[1][k])
    period, other = float(surface.periods[k] or 0.0), surface.periods[1 - k]
    if other:  # the band lies to the left of a loop that goes forward
        up = 1.0 if k == 0 else -1.0
        gap = up * (b.q[:, 1 - k].mean() - a.q[:, 1 - k].mean())
        b = b._replace(q=b.q + along(1 - k, -up * other * np.floor(gap / other)))
    for ia, ib, shift in cut_candidates(a.q, b.q, k, period):
        start, goal = a.q[ia], b.q[ib] + along(k, shift)
        if not any(crosses(start, goal, hole.q + along(k, m * period)) for hole in holes for m in (-1, 0, 1)):
            break
    else:
        raise NotMeshed("a band that cannot be cut open")
    seam = _seam(surface, start, goal, points, fine)
    upper = _rolled(b.q, ib, k, -period) + along(k, shift + period)
    q = np.concatenate([_rolled(a.q, ia, k, period), seam.q + along(k, period), upper, seam.q[::-1]])
    a, b = a.turned(ia), b.turned(ib)
    ids = np.concatenate([a.ids, a.ids[:1], seam.ids, b.ids, b.ids[:1], seam.ids[::-1]])
    ring = Ring(q, ids, np.concatenate([a.middles, seam.middles, b.middles, seam.middles[::-1]]))
    return [ring, *(hole._replace(q=shifted_inside(surface.periods, hole.q, q)) for hole in holes)]


def _rolled(q: Array, first: int, k: int, period: float) -> Array:
    """A loop that gains one period, begun at another point; its first point is repeated one period on."""
    q = np.concatenate([q[first:], q[:first] + along(k, period)])
    return np.vstack([q, q[:1] + along(k, period)])


def _seam(surface: Surface, start: Array, goal: Array, points: Points, fine: Fineness) -> Ring:
    """Points along a cut between its ends; one middle more than points."""

    def place(s: Array) -> Array:
        return surface.point(start + s[:, None] * (goal - start))

    s = np.array([0.0, 1.0])
    for _ in range(ROUNDS):
        middle = 0.5 * (s[1:] + s[:-1])
        ends, centre = place(s), place(middle)
        away, chord = stray(ends[:-1], ends[1:], centre)
        split = fine.asks(away, chord)
        if not split.any():
            break
        s = np.sort(np.concatenate([s, middle[split]]))
    q = start + s[1:-1, None] * (goal - start)
    return Ring(q, points.add(surface.point(q)), place(0.5 * (s[1:] + s[:-1])))
