"""Frames as pictures need them: rotation matrices and 3-1-3 angles as quaternions (qx, qy, qz, qw).

    q = (n sin(a/2), cos(a/2)) for a turn by a about n                                    (1)
    3-1-3 angles psi, theta, phi:  A = Rz(psi) Rx(theta) Rz(phi)                           (2)
    q = (sin(theta/2) cos(d), sin(theta/2) sin(d), cos(theta/2) sin(s), cos(theta/2) cos(s)),
        s = (psi + phi)/2,  d = (psi - phi)/2                                             (3)

References    Goldstein, Classical Mechanics, 4.4 and 4.5; (3) is the product of three turns (1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene.contract import Frame

Array = NDArray[np.float64]
Point = Sequence[float] | Array


def quaternions_313(psi: Array, theta: Array, phi: Array) -> Array:
    """Quaternions (4, n) of angles (n,) in radians, equation (3), without jumps of sign."""
    s, d = (psi + phi) / 2, (psi - phi) / 2
    sin, cos = np.sin(theta / 2), np.cos(theta / 2)
    return continuous(np.array([sin * np.cos(d), sin * np.sin(d), cos * np.sin(s), cos * np.cos(s)]))


def continuous(q: Array) -> Array:
    """The same rotations with signs chosen so that neighbours in time are close."""
    if q.shape[1] < 2:
        return q
    flips = np.where((q[:, 1:] * q[:, :-1]).sum(axis=0) < 0.0, -1.0, 1.0)
    return np.asarray(q * np.concatenate([[1.0], np.cumprod(flips)]))


def quaternion(matrix: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    """The quaternion of a rotation matrix given by rows (Shepperd's method: divide by the largest component)."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    squares = (1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i)
    largest = squares.index(max(squares))
    rows = (
        (squares[0], b + d, c + g, h - f),
        (b + d, squares[1], f + h, c - g),
        (c + g, f + h, squares[2], d - b),
        (h - f, c - g, d - b, squares[3]),
    )
    x, y, z, w = rows[largest]
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return x / norm, y / norm, z / norm, w / norm


def frame(origin: Point, matrix: Sequence[Sequence[float]]) -> Frame:
    """The frame of an origin and a rotation matrix."""
    x, y, z = (float(value) for value in origin)
    return (x, y, z, *quaternion(matrix))


def matrix(q: Point) -> Array:
    """The rotation matrix of a quaternion."""
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def relative(inner: tuple[Array, Array], outer: tuple[Array, Array]) -> tuple[Array, Array]:
    """(r, R) of one frame seen from another, both given in ground."""
    (r, R), (r0, R0) = inner, outer
    return R0.T @ (r - r0), R0.T @ R


def along(start: Point, end: Point) -> tuple[Frame, float]:
    """A frame at `start` whose z axis points to `end`, and the distance."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(b - a))
    z = (b - a) / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    helper = np.array([1.0, 0.0, 0.0]) if abs(z[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    y = np.cross(z, helper)
    y /= np.linalg.norm(y)
    return frame(a, np.array([np.cross(y, z), y, z]).T.tolist()), length
