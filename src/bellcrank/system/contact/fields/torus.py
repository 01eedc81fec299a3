"""A ring about z of radius a whose section has the radius b: phi = sqrt((s - a)^2 + z^2) - b, s the distance from z."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry.shapes.torus import Torus
from bellcrank.kernel import kernel
from bellcrank.system.contact.fields.round import turned_about_z
from bellcrank.system.contact.layout import CIRCLE
from bellcrank.system.contact.shapes import Packed, feature, packs


@kernel(inline=True)
def torus(x, a, b):
    """phi, n (3), C (6)."""
    s = math.sqrt(x[0] * x[0] + x[1] * x[1])
    d = math.sqrt((s - a) * (s - a) + x[2] * x[2])
    u, v, k = ((s - a) / d, x[2] / d, 1.0 / d) if d > 0.0 else (1.0, 0.0, 0.0)
    return turned_about_z(x, s, d - b, u, v, k)


@kernel(inline=True)
def torus_along(x, d, a, b):
    """phi, and its slope along the unit vector d."""
    s = math.sqrt(x[0] * x[0] + x[1] * x[1])
    q = s - a
    far = math.sqrt(q * q + x[2] * x[2])
    out = (x[0] * d[0] + x[1] * d[1]) / s if s > 0.0 else d[0]
    return far - b, (q * out + x[2] * d[2]) / far if far > 0.0 else out


@packs(Torus)
def pack(shape: Any) -> Packed | None:
    """None where the ring has no hole."""
    a, b = abs(shape.major), abs(shape.minor)
    features = (feature(CIRCLE, 1.0, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), a, ball=b),)
    ring = Packed("TORUS", (a, b), (0.0, 0.0, 0.0), a + b, 2.0 * b, np.eye(3), np.zeros(3), features)
    return ring if a > b else None
