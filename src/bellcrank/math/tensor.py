"""Symmetric 3x3 matrices."""

from __future__ import annotations

import math

Tensor = tuple[float, float, float, float, float, float]
"""xx, yy, zz, xy, xz, yz of a symmetric matrix."""


def eigenvalues(s: Tensor) -> tuple[float, float, float]:
    """The eigenvalues of a symmetric 3x3 matrix in rising order (Smith, Comm. ACM 4, 1961, p. 168)."""
    xx, yy, zz, xy, xz, yz = s
    off = xy * xy + xz * xz + yz * yz
    mean = (xx + yy + zz) / 3.0
    a, b, c = xx - mean, yy - mean, zz - mean
    p = math.sqrt((a * a + b * b + c * c + 2.0 * off) / 6.0)
    if p == 0.0 or not math.isfinite(p):
        return mean, mean, mean
    a, b, c, d, e, f = (value / p for value in (a, b, c, xy, xz, yz))
    determinant = a * b * c + 2.0 * d * e * f - a * f * f - b * e * e - c * d * d
    angle = math.acos(max(-1.0, min(1.0, determinant / 2.0))) / 3.0
    high = mean + 2.0 * p * math.cos(angle)
    low = mean + 2.0 * p * math.cos(angle + 2.0 * math.pi / 3.0)
    return low, 3.0 * mean - high - low, high
