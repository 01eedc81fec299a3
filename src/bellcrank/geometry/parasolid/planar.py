"""Polygons and triangulations in the plane."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
WIDE = 1 << 31
"""An edge (a, b) with a < b is the number a * WIDE + b."""


def stray(a: Array, b: Array, p: Array) -> tuple[Array, Array]:
    """Distance of points from their chords, and the chords' lengths."""
    chord = b - a
    length = np.sqrt((chord * chord).sum(1))
    s = np.clip(((p - a) * chord).sum(1) / np.maximum(length**2, 1e-300), 0.0, 1.0)
    off = p - a - s[:, None] * chord
    return np.sqrt((off * off).sum(1)), length


def along(k: int, amount: float) -> Array:
    """A step along axis k."""
    step = np.zeros(2)
    step[k] = amount
    return step


def area(q: Array) -> float:
    """Signed area of a polygon."""
    x, y = (q - q[0]).T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def unwrap(q: Array, periods: tuple[float | None, float | None]) -> tuple[Array, list[int]]:
    """Continuous plane coordinates of a closed loop and its number of turns in both directions."""
    turns = [0, 0]
    q = q.copy()
    for k, period in enumerate(periods):
        if period:
            step = np.diff(q[:, k], append=q[0, k])
            step -= period * np.round(step / period)
            turns[k] = round(step.sum() / period)
            q[:, k] = q[0, k] + np.r_[0.0, np.cumsum(step[:-1])]
    return q, turns


def crosses(a: Array, b: Array, ring: Array) -> bool:
    """Whether a segment touches a polygon."""
    c, d = ring, np.roll(ring, -1, 0)
    ab, cd = b - a, d - c
    first = _cross(ab, c - a) * _cross(ab, d - a) <= 0
    second = _cross(cd, a - c) * _cross(cd, b - c) <= 0
    return bool((first & second).any())


def _cross(u: Array, v: Array) -> Array:
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def inside(point: Array, ring: Array) -> bool:
    """Whether a point lies inside a polygon."""
    a, b = ring, np.roll(ring, -1, 0)
    over = (a[:, 1] > point[1]) != (b[:, 1] > point[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        x = a[:, 0] + (point[1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return int((over & (point[0] < x)).sum()) % 2 == 1


def shifted_inside(periods: tuple[float | None, float | None], q: Array, ring: Array) -> Array:
    """A hole moved by whole periods into the ring around it."""
    shifts = [[0.0] if not p else [0.0, p, -p, 2 * p, -2 * p] for p in periods]
    for u in shifts[0]:
        for v in shifts[1]:
            if inside(q[0] + [u, v], ring):
                return np.asarray(q + [u, v])
    return q


def keys(triangles: Indices) -> Indices:
    """The numbers (t, 3) of the edges 01, 12, 20 of triangles."""
    following = triangles[:, [1, 2, 0]]
    return np.minimum(triangles, following) * WIDE + np.maximum(triangles, following)


def subdivide(triangles: Indices, fresh: Indices) -> Indices:
    """Split triangles at the new points of their edges (-1: none)."""
    count = (fresh >= 0).sum(1)
    parts = [triangles[count == 0]]
    for turn in range(3):
        t, m = np.roll(triangles, -turn, 1), np.roll(fresh, -turn, 1)
        one = (count == 1) & (m[:, 0] >= 0)
        (a, b, c), x = t[one].T, m[one, 0]
        parts += [np.stack(p, 1) for p in ((a, x, c), (x, b, c))]
        two = (count == 2) & (m[:, 2] < 0)
        (a, b, c), (x, y) = t[two].T, m[two, :2].T
        parts += [np.stack(p, 1) for p in ((x, b, y), (a, x, y), (a, y, c))]
    (a, b, c), (x, y, z) = triangles[count == 3].T, fresh[count == 3].T
    parts += [np.stack(p, 1) for p in ((a, x, z), (x, b, y), (z, y, c), (x, y, z))]
    return np.concatenate(parts)


def flip(q: Array, triangles: Indices, rounds: int = 30) -> Indices:
    """Delaunay by flipping edges, many at a time, no triangle twice in one round."""
    triangles = triangles.copy()
    for _ in range(rounds):
        flat = keys(triangles).ravel()
        order = np.argsort(flat, kind="stable")
        ordered = flat[order]
        pair = np.flatnonzero(ordered[1:] == ordered[:-1])
        (ts, ks), (tr, kr) = np.divmod(order[pair], 3), np.divmod(order[pair + 1], 3)
        a, b = triangles[ts, ks], triangles[ts, (ks + 1) % 3]
        c, d = triangles[ts, (ks + 2) % 3], triangles[tr, (kr + 2) % 3]
        ca, cb, da, db = q[a] - q[c], q[b] - q[c], q[a] - q[d], q[b] - q[d]
        sine_c, cosine_c = _cross(ca, cb), (ca * cb).sum(1)
        sine_d, cosine_d = _cross(db, da), (da * db).sum(1)
        size = np.sqrt((sine_c**2 + cosine_c**2) * (sine_d**2 + cosine_d**2))
        bad = sine_c * cosine_d + cosine_c * sine_d < -1e-9 * size  # the two angles at c and d exceed 180 degrees
        bad &= (_cross(da, ca) > 0) & (_cross(db, cb) < 0)  # and the new edge lies inside
        if not bad.any():
            break
        s, first = np.flatnonzero(bad), np.full(len(triangles), len(bad))
        np.minimum.at(first, ts[s], s)
        np.minimum.at(first, tr[s], s)
        s = s[(first[ts[s]] == s) & (first[tr[s]] == s)]
        triangles[ts[s]] = np.stack([a[s], d[s], c[s]], 1)
        triangles[tr[s]] = np.stack([d[s], b[s], c[s]], 1)
    return triangles


def cut_candidates(qa: Array, qb: Array, k: int, period: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of nearly opposite points of two loops that go round along axis k, best aligned first."""
    place = qb[:, k] % period
    order = np.argsort(place)
    right = np.searchsorted(place[order], qa[:, k] % period)
    pairs = []
    for shift in (-1, 0):
        ib = order[(right + shift) % len(order)]
        difference = qa[:, k] - qb[ib, k]
        turns = period * np.round(difference / period)
        pairs.append((np.abs(difference - turns), ib, turns))
    off, ibs, turns = (np.concatenate(x) for x in zip(*pairs))
    for n in np.argsort(off, kind="stable")[:2000]:
        yield int(n % len(qa)), int(ibs[n]), float(turns[n])
