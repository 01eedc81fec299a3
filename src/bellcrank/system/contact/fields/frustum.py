"""A frustum (cylinder, cone) from z = 0 with radius a to z = l with radius b.

In the half plane of radius s and height z the nearest point of bottom, side and top; inside, the nearest of the three.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry.shapes.frustum import Frustum
from bellcrank.kernel import kernel
from bellcrank.system.contact.fields.round import off_segment, turned_about_z
from bellcrank.system.contact.layout import CIRCLE, LINE
from bellcrank.system.contact.shapes import NEVER, ROUND, Packed, feature, packs


@kernel(inline=True)
def frustum(x, a, b, l):
    """phi, n (3), C (6)."""
    s, z = math.sqrt(x[0] * x[0] + x[1] * x[1]), x[2]
    slope = (b - a) / l
    c = 1.0 / math.sqrt(1.0 + slope * slope)
    side = c * (s - a - slope * z)
    phi, u, v, k = side, c, -c * slope, 0.0
    if -z > phi:
        phi, u, v = -z, 0.0, -1.0
    if z - l > phi:
        phi, u, v = z - l, 0.0, 1.0
    if phi > 0.0:
        best, p, q, end = off_segment(s, z, a, 0.0, b, l)
        for which in range(2):
            h, r = (0.0, a) if which == 0 else (l, b)
            other, p1, q1, end1 = off_segment(s, z, 0.0, h, r, h)
            if other < best and s >= 0.0:
                best, p, q, end = other, p1, q1, end1 if s >= r else 0.0
        d = math.sqrt(best)
        if d > 0.0:
            phi, u, v, k = d, p / d, q / d, end / d
    return turned_about_z(x, s, phi, u, v, k)


@packs(Frustum)
def pack(shape: Any) -> Packed | None:
    """Along z whatever the sign of its length; None for a sector. Its circles are sharp, with another frustum half of
    each on the core ((5) of features.py)."""
    if not shape.whole:
        return None
    a, b, l = abs(shape.bottom), abs(shape.top), abs(shape.length)
    if l == 0.0 or max(a, b) == 0.0:
        return Packed("FRUSTUM", (a, b, l), (0.0, 0.0, 0.0), 0.0, 0.0, np.eye(3), np.zeros(3))
    turn = np.eye(3) if shape.length > 0.0 else np.diag([1.0, -1.0, -1.0])
    radius = math.hypot(max(a, b), 0.5 * l)
    axis, top = (0.0, 0.0, 1.0), (0.0, 0.0, l)
    thin = min(l, 2.0 * max(a, b))
    rho = ROUND * thin
    core = (rho, *inside(a, b, l, rho))
    low, high = (0.0, 0.0, core[4]), (0.0, 0.0, core[4] + core[3])
    features = (
        feature(CIRCLE, 0.5, (0.0, 0.0, 0.0), axis, a, alike=0.25),
        feature(CIRCLE, 0.5, top, axis, b, alike=0.25),
        feature(LINE, 0.5, (0.0, 0.0, 0.0), top, a, b),
        feature(CIRCLE, NEVER, low, axis, core[1], 0.5, rho, 0.25),
        feature(CIRCLE, NEVER, high, axis, core[2], 0.5, rho, 0.25),
    )
    return Packed("FRUSTUM", (a, b, l), (0.0, 0.0, 0.5 * l), radius, thin, turn, np.zeros(3), features, core)


def inside(a: float, b: float, l: float, rho: float) -> tuple[float, float, float, float]:
    """The frustum whose faces are rho inside those of another: radii, length, height of its bottom."""
    slope = (b - a) / l
    radius = lambda z: a + slope * z - rho * math.sqrt(1.0 + slope * slope)
    low, high = rho, l - rho
    if radius(high) < 0.0:  # towards a tip
        high = (rho * math.sqrt(1.0 + slope * slope) - a) / slope
    if radius(low) < 0.0:
        low = (rho * math.sqrt(1.0 + slope * slope) - a) / slope
    return max(0.0, radius(low)), max(0.0, radius(high)), high - low, low
