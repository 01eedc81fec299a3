"""Positions and orientations in the input position, in plain tuples.

A vector is (x, y, z); a rotation matrix is nine numbers by rows, its columns are the axes of the turned frame.

    by angles    R = Rz(a) Rx(b) Rz(c)                                                                    (1)
    by points    z = (Z-Q)^, y = (z x (X-Q))^, x = y x z                                                   (2)
    x first      x = (X-Q)^, y = ((Z-Q) x x)^, z = x x y                                                   (3)
"""

from __future__ import annotations

from math import acos, atan2, cos, hypot, inf, sin, sqrt

from bellcrank.math import vec3

cross, minus, plus = vec3.cross.py_func, vec3.minus.py_func, vec3.plus.py_func
mat_mul, rotate = vec3.mat_mul.py_func, vec3.rotate.py_func
"""As plain functions: there are tens for each part."""

Vector = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]
Frame = tuple[Vector, Matrix]

ORIGIN: Vector = (0.0, 0.0, 0.0)
IDENTITY: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
GLOBAL: Frame = (ORIGIN, IDENTITY)
TINY = 1e-12
NEARLY_AXIAL = 1e-10
"""Below this angle the first and third rotation are about the same axis."""


class NoDirection(ValueError):
    """Points that give no direction."""


def rotation(angles: Vector) -> Matrix:
    """The matrix of body-fixed 3-1-3 angles in radians, equation (1)."""
    a, b, c = angles
    ca, cb, cc, sa, sb, sc = cos(a), cos(b), cos(c), sin(a), sin(b), sin(c)
    return (
        ca * cc - sa * cb * sc, -ca * sc - sa * cb * cc, sa * sb,
        sa * cc + ca * cb * sc, -sa * sc + ca * cb * cc, -ca * sb,
        sb * sc, sb * cc, cb,
    )  # fmt: skip


def angles_of(matrix: Matrix) -> Vector:
    """The 3-1-3 angles of a matrix; the third is 0 where the second is 0 or pi."""
    sine = sqrt(matrix[2] ** 2 + matrix[5] ** 2)
    second = atan2(sine, matrix[8]) if sine > NEARLY_AXIAL else acos(max(-1.0, min(1.0, matrix[8])))
    if sine > NEARLY_AXIAL:
        return atan2(matrix[2], -matrix[5]), second, atan2(matrix[6], matrix[7])
    return atan2(matrix[3], matrix[0]), second, 0.0


def unit(v: Vector) -> Vector:
    """The direction of a vector; NoDirection for zero."""
    size = hypot(*v)
    if size < TINY:
        raise NoDirection("two of the points coincide")
    if not size < inf:
        raise NoDirection("the points are too far apart for a computer")
    return v[0] / size, v[1] / size, v[2] / size


def columns(x: Vector, y: Vector, z: Vector) -> Matrix:
    """The matrix whose columns are three axes."""
    return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


def transposed(m: Matrix) -> Matrix:
    """The inverse rotation."""
    return (m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8])


def from_axes(z: Vector | None, x: Vector | None, x_first: bool = False) -> Matrix:
    """The matrix whose z axis points along `z` and whose x axis lies in the plane of `z` and `x`, equations (2), (3).

    With `x_first` the x axis is kept and z lies in the plane. Where one of the two is None, a global axis serves.
    """
    if x_first and x is not None:
        along = unit(x)
        y = _normal(z if z is not None else _aside(along, (0.0, 0.0, 1.0)), along)
        return columns(along, y, cross(along, y))
    if z is None:
        if x is None:
            return IDENTITY
        along = unit(x)
        side = _normal(_aside(along, (0.0, 0.0, 1.0)), along)
        return columns(along, side, cross(along, side))
    along = unit(z)
    y = _normal(along, x if x is not None else _aside(along, (1.0, 0.0, 0.0)))
    return columns(cross(y, along), y, along)


def _normal(a: Vector, b: Vector) -> Vector:
    try:
        return unit(cross(unit(a), unit(b)))
    except NoDirection:
        raise NoDirection("the two directions are parallel") from None


def _aside(along: Vector, first: Vector) -> Vector:
    """`first`, or the global y axis where `first` is parallel to `along`."""
    c = cross(along, first)
    return first if abs(c[0]) + abs(c[1]) + abs(c[2]) > 1e-6 else (0.0, 1.0, 0.0)


def orientation(
    origin: Vector, angles: Vector, z_point: Vector | None, x_point: Vector | None, x_first: bool = False
) -> Matrix:
    """The matrix of a PART or MARKER from its arguments."""
    if z_point is None and x_point is None:
        return rotation(angles)
    z = minus(z_point, origin) if z_point is not None else None
    x = minus(x_point, origin) if x_point is not None else None
    return from_axes(z, x, x_first)


def compose(outer: Frame, inner: Frame) -> Frame:
    """A frame given in another frame, in ground."""
    return plus(outer[0], rotate(outer[1], inner[0])), mat_mul(outer[1], inner[1])
