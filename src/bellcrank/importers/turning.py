"""Rotations as other programs write them: angles about axes in any order, quaternions, two axes.

    about axis     R = 1 + sin(a) [u] + (1 - cos(a)) [u]^2                    (Rodrigues)                 (1)
    quaternion     R = 1 + 2 w [v] + 2 [v]^2,  w^2 + v.v = 1                                              (2)
    fixed angles   roll, pitch, yaw about fixed x, y, z:  R = Rz(yaw) Ry(pitch) Rx(roll)                  (3)
References    Goldstein, Classical Mechanics, 4.7 (finite rotations).
"""

from __future__ import annotations

from math import cos, sin, sqrt

from bellcrank.math.vec3 import cross, mat_mul
from bellcrank.model.frames import IDENTITY, Matrix, NoDirection, Vector, columns, unit

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def about(axis: Vector, angle: float) -> Matrix:
    """A turn about an axis, equation (1); the axis need not have length 1."""
    x, y, z = unit(axis)
    s, c = sin(angle), cos(angle)
    k = 1.0 - c
    return (
        c + k * x * x, k * x * y - s * z, k * x * z + s * y,
        k * x * y + s * z, c + k * y * y, k * y * z - s * x,
        k * x * z - s * y, k * y * z + s * x, c + k * z * z,
    )  # fmt: skip


def quaternion(w: float, x: float, y: float, z: float) -> Matrix:
    """The matrix of a quaternion of any length but 0, equation (2)."""
    size = sqrt(w * w + x * x + y * y + z * z)
    if size < 1e-12:
        raise NoDirection("the quaternion is zero")
    w, x, y, z = w / size, x / size, y / size, z / size
    return (
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    )  # fmt: skip


def sequence(angles: Vector, order: str) -> Matrix:
    """Turns one after the other: small letters about axes that turn along, capitals about fixed ones."""
    result = IDENTITY
    for letter, angle in zip(order, angles, strict=True):
        turn = about(AXES[letter.lower()], angle)
        result = mat_mul(result, turn) if letter.islower() else mat_mul(turn, result)
    return result


def roll_pitch_yaw(angles: Vector) -> Matrix:
    """Equation (3)."""
    return sequence(angles, "XYZ") if any(angles) else IDENTITY


def two_axes(x: Vector, y: Vector) -> Matrix:
    """The x axis as given, the y axis in the plane of both."""
    first = unit(x)
    along = sum(a * b for a, b in zip(first, y, strict=True))
    second = unit((y[0] - along * first[0], y[1] - along * first[1], y[2] - along * first[2]))
    return columns(first, second, cross(first, second))


def shortest(z: Vector) -> Matrix:
    """The smallest turn that takes the z axis into a direction."""
    target = unit(z)
    axis = cross((0.0, 0.0, 1.0), target)
    size = sqrt(sum(a * a for a in axis))
    if size < 1e-12:
        return IDENTITY if target[2] > 0 else (1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0)
    from math import atan2

    return about(axis, atan2(size, target[2]))
