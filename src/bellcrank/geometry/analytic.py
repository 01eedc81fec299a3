"""Exact surfaces of the faces of a solid, and the distance of a point from them: what a contact asks.

A row of ten numbers describes the surface of a face, in the frame of the net:

    0        kind: 0 not known (use the triangles), 1 plane, 2 cylinder, 3 cone, 4 sphere, 5 torus
    1 2 3    a point of the plane, or the centre; of a cone the point of the axis at which its radius is a
    4 5 6    unit normal or axis z
    7 8      a, b: cylinder and sphere radius a; cone radius a + b s at height s; torus radius a of the ring, b of its
             section
    9        +1 where the solid lies inside (a shaft), -1 where it lies outside (a bore)

Distance, with d = x - o, s = d . z, rho = |d - s z|, in front of the solid positive:

    plane     s                          cylinder  rho - a                  sphere  |d| - a                  (1)
    cone      (rho - a - b s) / sqrt(1 + b^2)      torus   sqrt((rho - a)^2 + s^2) - b                      (2)

The normal is the gradient of the distance. On an axis or at a centre, where there is none, any direction is taken.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from bellcrank.kernel import kernel

Array = NDArray[np.float64]
UNKNOWN, PLANE, CYLINDER, CONE, SPHERE, TORUS = range(6)
COLUMNS = 10
KIND, ORIGIN, AXIS, A, B, SIDE = 0, 1, 4, 7, 8, 9


@kernel(inline=True)
def distance(rows, k, x):  # type: ignore[no-untyped-def]
    """Signed distance of a point from the surface of face k, and the outward normal there: (phi, nx, ny, nz)."""
    dx, dy, dz = x[0] - rows[k, 1], x[1] - rows[k, 2], x[2] - rows[k, 3]
    zx, zy, zz = rows[k, 4], rows[k, 5], rows[k, 6]
    a, b, side, kind = rows[k, 7], rows[k, 8], rows[k, 9], rows[k, 0]
    s = dx * zx + dy * zy + dz * zz
    if kind == 1.0:
        return side * s, side * zx, side * zy, side * zz
    if kind == 4.0:
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        if length == 0.0:
            return -side * a, side * zx, side * zy, side * zz
        f = side / length
        return side * (length - a), f * dx, f * dy, f * dz
    px, py, pz = dx - s * zx, dy - s * zy, dz - s * zz
    rho = math.sqrt(px * px + py * py + pz * pz)
    if rho > 0.0:
        px, py, pz = px / rho, py / rho, pz / rho
    else:  # on the axis: any direction normal to it
        if abs(zx) < 0.9:
            px, py, pz = 0.0, zz, -zy
        else:
            px, py, pz = -zz, 0.0, zx
        f = 1.0 / math.sqrt(px * px + py * py + pz * pz)
        px, py, pz = f * px, f * py, f * pz
    if kind == 5.0:
        r = math.sqrt((rho - a) ** 2 + s * s)
        u, v = ((rho - a) / r, s / r) if r > 0.0 else (1.0, 0.0)
        phi = r - b
    else:  # a cylinder is a cone with slope 0
        slope = b if kind == 3.0 else 0.0
        c = 1.0 / math.sqrt(1.0 + slope * slope)
        u, v = c, -c * slope
        phi = c * (rho - a - slope * s)
    u, v = side * u, side * v
    return side * phi, u * px + v * zx, u * py + v * zy, u * pz + v * zz


def distances(rows: Array, faces: NDArray[np.int64], points: Array) -> Array:
    """The signed distances of points from the surfaces of their faces, as `distance`; 0 where that is not known."""
    row = rows[faces]
    d = points - row[:, ORIGIN : ORIGIN + 3]
    s = (d * row[:, AXIS : AXIS + 3]).sum(1)
    rho = np.linalg.norm(d - s[:, None] * row[:, AXIS : AXIS + 3], axis=1)
    a, b, kind = row[:, A], row[:, B], row[:, KIND]
    found = [
        np.zeros(len(d)), s, rho - a, (rho - a - b * s) / np.sqrt(1.0 + b * b), np.linalg.norm(d, axis=1) - a,
        np.hypot(rho - a, s) - b,
    ]  # fmt: skip
    return np.asarray(row[:, SIDE] * np.choose(kind.astype(int), found))


def moved(rows: Array, rotation: Array, origin: Array, scale: float) -> Array:
    """Surfaces of a net that was turned, scaled and shifted: x' = scale R x + r."""
    found = rows.copy()
    found[:, 1:4] = scale * rows[:, 1:4] @ rotation.T + origin
    found[:, 4:7] = rows[:, 4:7] @ rotation.T
    found[:, A] *= abs(scale)
    found[:, B] *= np.where(rows[:, KIND] == CONE, np.sign(scale), abs(scale))
    flips = (rows[:, KIND] == PLANE) & (scale < 0.0)  # a plane that is mirrored faces the other way
    found[:, SIDE] = np.where(flips, -rows[:, SIDE], rows[:, SIDE])
    return found
