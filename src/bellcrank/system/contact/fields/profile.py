"""A turned solid: the exact distance from its profile in the half plane of radius s and height z.

The nearest of the sides of the profile; next to a corner the distance from that corner. The side of a point is that of
the outward normal where it is nearest: of a side, or of a corner the sum of the normals of its two sides.     (1)
A row of PROFILES is a side: its ends, its outward normal, and the normals of its two corners.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from bellcrank.geometry.shape import TURN
from bellcrank.geometry.shapes.revolution import Revolution
from bellcrank.kernel import kernel
from bellcrank.system.contact.fields.round import turned_about_z
from bellcrank.system.contact.shapes import Packed, pack_mesh, packs


@kernel
def profile(sides, first, count, x):
    """phi, n (3), C (6) of a turned solid, (1)."""
    s, z = math.sqrt(x[0] * x[0] + x[1] * x[1]), x[2]
    best, at, t = math.inf, first, 0.0
    for n in range(first, first + count):
        d, e = sides[n, 2] - sides[n, 0], sides[n, 3] - sides[n, 1]
        u = ((s - sides[n, 0]) * d + (z - sides[n, 1]) * e) / (d * d + e * e)
        u = min(1.0, max(0.0, u))
        p, q = s - sides[n, 0] - u * d, z - sides[n, 1] - u * e
        if p * p + q * q < best:
            best, at, t = p * p + q * q, n, u
    u, v = sides[at, 4], sides[at, 5]
    if (0.0 < t < 1.0) or best == 0.0:
        phi = (s - sides[at, 0]) * u + (z - sides[at, 1]) * v
        return turned_about_z(x, s, phi, u, v, 0.0)
    end = 2 if t >= 1.0 else 0
    p, q, size = s - sides[at, end], z - sides[at, end + 1], math.sqrt(best)
    g = 1.0 / size if p * sides[at, 6 + end] + q * sides[at, 7 + end] >= 0.0 else -1.0 / size
    return turned_about_z(x, s, size * math.copysign(1.0, g), g * p, g * q, g)


def sides_of(points: Any) -> np.ndarray | None:
    """Rows of PROFILES of the points of a profile, closed along the axis where it is open; None: it is no solid."""
    at = np.asarray(points, float)
    small = 1e-12 * max(float(np.abs(at).max(initial=0.0)), 1e-300)
    at = at[np.append(True, np.linalg.norm(np.diff(at, axis=0), axis=1) > small)]
    ring = bool(np.linalg.norm(at[0] - at[-1]) <= small)
    if len(at) < 3 or not (ring or (at[0, 0] <= small and at[-1, 0] <= small)):
        return None
    corners = at[:-1] if ring else at
    s, z = corners.T
    area = float((s * np.roll(z, -1) - np.roll(s, -1) * z).sum())
    begin, end = corners, np.roll(corners, -1, axis=0)
    along = end - begin
    length = np.linalg.norm(along, axis=1)
    solid = (length > small) & ((begin[:, 0] > small) | (end[:, 0] > small))  # what lies on the axis is no surface
    if area == 0.0 or not solid.any():
        return None
    normal = np.sign(area) * np.column_stack([along[:, 1], -along[:, 0]]) / np.maximum(length, 1e-300)[:, None]
    across, ends = normal * (-1.0, 1.0), []  # on the axis the surface goes on as its mirror image
    for step in (1, -1):
        ends.append(normal + np.where(np.roll(solid, step)[:, None], np.roll(normal, step, axis=0), across))
    rows = np.hstack([begin, end, normal, *ends])
    return np.ascontiguousarray(rows[solid])


@packs(Revolution)
def pack(shape: Any) -> Packed | None:
    """The net of a whole turn, with the exact field of its profile; None for a sector, and where it is no solid."""
    sides = sides_of(shape.profile) if abs(shape.sweep) >= TURN - 1e-9 else None
    if sides is None:
        return None
    packed = pack_mesh(shape.mesh())
    return replace(packed, profile=sides) if packed.kind == "MESH" else packed
