"""How thin a net is: what passes through it must not jump over a wall of it.

From points of its surface, spread evenly by area, straight into the solid: how far to the surface on the other side,
where that looks the other way (within 60 degrees; elsewhere it is an edge, not a wall).                             (1)
Of these ways the one that FRACTION of the surface does not reach: the walls of a cup count, the tip of a wedge, where
any solid becomes as thin as one likes, does not.                                                                    (2)
References  Moeller, Trumbore (1997), J. Graphics Tools 2, 21-28 (ray and triangle).
"""

from __future__ import annotations

import numpy as np

RAYS = 256
MOST = 4_000_000
"""Rays times triangles: what a large net may cost."""
FRACTION = 0.02
OPPOSITE = -0.5


def thickness(points: np.ndarray, corners: np.ndarray, normals: np.ndarray, areas: np.ndarray) -> float:
    """(2); normals and areas are those of the triangles. Never above the smallest extent of the net."""
    extent = float((points.max(axis=0) - points.min(axis=0)).min())
    count = int(min(RAYS, max(32, MOST // len(corners))))
    total = np.cumsum(areas)
    chosen = np.searchsorted(total, (np.arange(count) + 0.5) / count * total[-1]).clip(0, len(corners) - 1)
    p, ways = points[corners], []
    a, b, c = p[:, 0], p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    for t in np.unique(chosen):
        start, along = p[t].mean(axis=0), -normals[t]
        way = _first_wall(start, along, a, b, c, normals, 1e-9 * extent)
        ways += [min(way, extent)] * int((chosen == t).sum())
    return float(np.sort(ways)[int(FRACTION * len(ways))])


def _first_wall(
    start: np.ndarray, along: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray, normals: np.ndarray, small: float
) -> float:
    """(1): how far it is from `start` to the first triangle that looks along the ray; infinite where there is none."""
    walls = np.flatnonzero(normals @ along > -OPPOSITE)
    a, b, c = a[walls], b[walls], c[walls]
    q, d = np.cross(along, c), start - a
    size = (b * q).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = (d * q).sum(1) / size
        r = np.cross(d, b)
        v, way = r @ along / size, (c * r).sum(1) / size
        hit = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1.0 + 1e-9) & (way > small)
    return float(way[hit].min(initial=np.inf))
