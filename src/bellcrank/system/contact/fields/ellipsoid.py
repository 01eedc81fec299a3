"""An ellipsoid about the origin with half axes a, b, c.

Nearest point y: (x - y) along the normal there, y_i = a_i^2 x_i/(a_i^2 + t), sum (y_i/a_i)^2 = 1   (1)
The left side of (1) falls with t > -(least a)^2 where x has a part along the shortest axis; Newton in a bracket.
phi = +-|x - y|, n the normal at y, S = P diag(1/a_i^2) P/|(y_i/a_i^2)| its curvature, P = 1 - n n^T,
C = (1 + phi S)^-1 S                                                                                                 (2)
References  Eberly (2013), Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry.shapes.ellipsoid import Ellipsoid
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import mat_mul
from bellcrank.system.contact.layout import CORNER, SUPPORT
from bellcrank.system.contact.shapes import Packed, feature, packs


@kernel(inline=True)
def excess(x, a, b, c, t):
    """Equation (1) less 1, and its slope."""
    p, q, r = a * x[0] / (a * a + t), b * x[1] / (b * b + t), c * x[2] / (c * c + t)
    f = p * p + q * q + r * r - 1.0
    return f, -2.0 * (p * p / (a * a + t) + q * q / (b * b + t) + r * r / (c * c + t))


@kernel(inline=True)
def parameter(x, a, b, c):
    """t of (1)."""
    least = min(a, b, c)
    low = -least * least
    high = math.sqrt((a * x[0]) ** 2 + (b * x[1]) ** 2 + (c * x[2]) ** 2)
    low += 1e-12 * least * least
    t = max(0.0, low) if excess(x, a, b, c, 0.0)[0] > 0.0 else 0.5 * low
    for _ in range(80):
        f, slope = excess(x, a, b, c, t)
        if f > 0.0:
            low = t
        else:
            high = t
        step = t - f / slope if slope < 0.0 else 0.5 * (low + high)
        if not low < step < high:
            step = 0.5 * (low + high)
        if abs(step - t) <= 1e-15 * (least * least + abs(t)):
            break
        t = step
    return t


@kernel(inline=True)
def inverse(m):
    """The inverse of a 3x3 matrix."""
    p, q, r = m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6]
    f = 1.0 / (m[0] * p + m[1] * q + m[2] * r)
    return (
        f * p, f * (m[2] * m[7] - m[1] * m[8]), f * (m[1] * m[5] - m[2] * m[4]),
        f * q, f * (m[0] * m[8] - m[2] * m[6]), f * (m[2] * m[3] - m[0] * m[5]),
        f * r, f * (m[1] * m[6] - m[0] * m[7]), f * (m[0] * m[4] - m[1] * m[3]),
    )  # fmt: skip


@kernel(inline=True)
def ellipsoid(x, a, b, c):
    """phi, n (3), C (6)."""
    t = parameter(x, a, b, c)
    y = (a * a * x[0] / (a * a + t), b * b * x[1] / (b * b + t), c * c * x[2] / (c * c + t))
    p, q, r = y[0] / (a * a), y[1] / (b * b), y[2] / (c * c)
    size = math.sqrt(p * p + q * q + r * r)
    if size == 0.0:  # at the centre: any direction
        return -min(a, b, c), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    n = (p / size, q / size, r / size)
    phi = (x[0] - y[0]) * n[0] + (x[1] - y[1]) * n[1] + (x[2] - y[2]) * n[2]
    project = (
        1.0 - n[0] * n[0], -n[0] * n[1], -n[0] * n[2],
        -n[0] * n[1], 1.0 - n[1] * n[1], -n[1] * n[2],
        -n[0] * n[2], -n[1] * n[2], 1.0 - n[2] * n[2],
    )  # fmt: skip
    f, g, h = 1.0 / (a * a * size), 1.0 / (b * b * size), 1.0 / (c * c * size)
    curved = mat_mul(project, mat_mul((f, 0.0, 0.0, 0.0, g, 0.0, 0.0, 0.0, h), project))
    more = (
        1.0 + phi * curved[0], phi * curved[1], phi * curved[2],
        phi * curved[3], 1.0 + phi * curved[4], phi * curved[5],
        phi * curved[6], phi * curved[7], 1.0 + phi * curved[8],
    )  # fmt: skip
    m = mat_mul(inverse(more), curved)  # (2)
    return phi, n[0], n[1], n[2], m[0], m[4], m[8], m[1], m[2], m[5]


@packs(Ellipsoid)
def pack(shape: Any) -> Packed:
    """Three equal diameters are a ball."""
    a, b, c = half = tuple(abs(d) / 2.0 for d in (shape.x, shape.y, shape.z))
    kind, numbers = ("BALL", (a,)) if a == b == c else ("ELLIPSOID", half)
    middle = (0.0, 0.0, 0.0)
    features = (feature(CORNER, 1.0, middle, ball=a) if kind == "BALL" else feature(SUPPORT, 1.0, middle, half),)
    return Packed(kind, numbers, (0.0, 0.0, 0.0), max(half), 2.0 * min(half), np.eye(3), np.zeros(3), features)
