"""A box about the origin with half edges a, b, c.

Outside, with o = max(|x| - h, 0) component by component: phi = |o|, n = sign(x) o/phi,
C = (1 - n n^T)/phi in the components in which the point is beyond a face.                                           (1)
Inside, the nearest face: phi = max(|x| - h), flat.   (2)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry.shapes.box import Box
from bellcrank.kernel import kernel
from bellcrank.system.contact.layout import CORNER, EDGE
from bellcrank.system.contact.shapes import INSET, ROUND, Packed, feature, packs


@kernel(inline=True)
def box(x, a, b, c):
    """phi, n (3), C (6)."""
    p, q, r = abs(x[0]) - a, abs(x[1]) - b, abs(x[2]) - c
    u, v, w = max(p, 0.0), max(q, 0.0), max(r, 0.0)
    phi = math.sqrt(u * u + v * v + w * w)
    n, m, o, f, xx, yy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if phi > 0.0:
        f = 1.0 / phi
        n, m, o = math.copysign(u * f, x[0]), math.copysign(v * f, x[1]), math.copysign(w * f, x[2])  # (1)
        xx, yy, zz = f if u > 0.0 else 0.0, f if v > 0.0 else 0.0, f if w > 0.0 else 0.0
    elif p >= q and p >= r:  # (2)
        phi, n = p, math.copysign(1.0, x[0])
    elif q >= r:
        phi, m = q, math.copysign(1.0, x[1])
    else:
        phi, o = r, math.copysign(1.0, x[2])
    return phi, n, m, o, xx - f * n * n, yy - f * m * m, zz - f * o * o, -f * n * m, -f * n * o, -f * m * o


@packs(Box)
def pack(shape: Any) -> Packed:
    """Its middle is the origin. Corners count a quarter, edges a half."""
    edges = np.array([shape.x, shape.y, shape.z])
    half = np.abs(edges) / 2.0
    signs = [np.array([(-1.0) ** (n >> axis & 1) for axis in range(3)]) for n in range(8)]
    thin = 2.0 * float(half.min())
    rho, ball = ROUND * thin, INSET * thin
    features = [feature(CORNER, 0.25, sign * half, -ball * sign, s=ball) for sign in signs]
    for axis in range(3):
        along = 2.0 * half * np.eye(3)[axis]
        features += [feature(EDGE, 0.5, sign * half, along) for sign in signs if sign[axis] < 0.0]
    radius, core = float(np.linalg.norm(half)), (rho, *(half - rho))
    return Packed("BOX", tuple(half), (0.0, 0.0, 0.0), radius, thin, np.eye(3), edges / 2.0, tuple(features), core)
