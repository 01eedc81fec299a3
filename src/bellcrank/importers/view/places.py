"""Functions of places and orientations that expressions of Adams View use: LOC_RELATIVE_TO, ORI_ALONG_AXIS, DM, ...

    LOC_RELATIVE_TO(x, f)     the point with coordinates x in the frame f: r_f + A_f x                             (1)
    LOC_ALONG_LINE(f, g, d)   at the distance d from f towards g;  LOC_ON_AXIS(f, d, "x"): along an axis of f
    ORI_RELATIVE_TO(a, f)     turned by the 3-1-3 angles a out of the axes of f: A_f A(a)                          (2)
    ORI_ALONG_AXIS(f, g, "x") x points from f to g;  ORI_ALIGN_AXIS(f, "x-z"): x points against z of f
    ORI_IN_PLANE(f, g, h, "z_zx")  z from f to g, x in the plane of the three, on the side of h
    LOC_GLOBAL LOC_LOCAL LOC_LOC, ORI_GLOBAL ORI_LOCAL ORI_ORI  numbers in another frame
    DM DX DY DZ (f, g, h)     distance of f from g, and its components on the axes of h

What (1), (2) and their like name is one point or one orientation, in whatever coordinate system the command gives its
numbers: `InGround`. Where only one axis is directed, the turn about it is free: an orientation that a marker has
already is kept if it fits.
Reference     Adams View online help, design-time functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bellcrank.math.vec3 import cross, mat_mul, minus, plus, rotate, rotate_back, times
from bellcrank.model.frames import (
    GLOBAL,
    Frame,
    Matrix,
    NoDirection,
    Vector,
    angles_of,
    columns,
    from_axes,
    rotation,
    transposed,
    unit,
)

NEAR = 1e-6
"""Directions that differ by less are the same: exported angles have ten digits."""


class Unknown(Exception):
    """An expression that cannot be worked out."""


class InGround(list[float]):
    """A place, or the 3-1-3 angles in radians of an orientation, in ground."""

    directed: tuple[int, Vector] | None = None
    """The one axis that matters, and its direction."""

    def fits(self, axes: Matrix) -> bool:
        """Whether an orientation does what is asked."""
        if self.directed is None:
            return False
        column, wanted = self.directed
        return math.dist(axes[column::3], wanted) < NEAR


def _in_ground(place: Vector) -> InGround:
    return InGround(place)


def _turned(axes: Matrix, directed: tuple[int, Vector] | None = None) -> InGround:
    found = InGround(angles_of(axes))
    found.directed = directed
    return found


def _directed(axis: int, along: Vector) -> InGround:
    """One axis along a direction; z of the rest stays as near to global z as it can."""
    d = unit(along)
    if axis == 2:
        axes = rotation((math.atan2(d[0], -d[1]) if abs(d[0]) + abs(d[1]) > NEAR else 0.0, math.acos(d[2]), 0.0))
    else:
        x_along = from_axes(None, d)
        axes = x_along if axis == 0 else columns(times(-1.0, x_along[1::3]), d, x_along[2::3])
    return _turned(axes, (axis, d))


def _axis(word: Any) -> int:
    letter = str(word).strip().lower()[:1]
    if letter not in ("x", "y", "z"):
        raise Unknown(f"axis {word}")
    return "xyz".index(letter)


class Places:
    """The functions; `angle` is the angle unit of the file in radians."""

    def __init__(self, angle: float) -> None:
        self.angle = angle

    def loc_relative_to(self, x: Vector, f: Frame) -> InGround:
        """Equation (1)."""
        return _in_ground(plus(f[0], rotate(f[1], x)))

    def loc_global(self, x: Vector, f: Frame) -> list[float]:
        """From a frame to ground."""
        return list(plus(f[0], rotate(f[1], x)))

    def loc_local(self, x: Vector, f: Frame) -> list[float]:
        """From ground to a frame."""
        return list(rotate_back(f[1], minus(x, f[0])))

    def loc_loc(self, x: Vector, f: Frame, g: Frame) -> list[float]:
        """From a frame to another."""
        return self.loc_local(plus(f[0], rotate(f[1], x)), g)

    def loc_along_line(self, f: Frame, g: Frame, d: float) -> InGround:
        """At a distance from f towards g."""
        return _in_ground(plus(f[0], times(d, unit(minus(g[0], f[0])))))

    def loc_on_axis(self, f: Frame, d: float, axis: str) -> InGround:
        """At a distance along an axis."""
        return _in_ground(plus(f[0], times(d, f[1][_axis(axis) :: 3])))

    def _angles(self, given: Vector) -> Vector:
        return given[0] * self.angle, given[1] * self.angle, given[2] * self.angle

    def _numbers(self, axes: Matrix) -> list[float]:
        return [a / self.angle for a in angles_of(axes)]

    def ori_relative_to(self, a: Vector, f: Frame) -> InGround:
        """Equation (2)."""
        return _turned(mat_mul(f[1], rotation(self._angles(a))))

    def ori_global(self, a: Vector, f: Frame) -> list[float]:
        """From a frame to ground."""
        return self._numbers(mat_mul(f[1], rotation(self._angles(a))))

    def ori_local(self, a: Vector, f: Frame) -> list[float]:
        """From ground to a frame."""
        return self._numbers(mat_mul(transposed(f[1]), rotation(self._angles(a))))

    def ori_ori(self, a: Vector, f: Frame, g: Frame) -> list[float]:
        """From a frame to another."""
        return self._numbers(mat_mul(transposed(g[1]), mat_mul(f[1], rotation(self._angles(a)))))

    def ori_along_axis(self, f: Frame, g: Frame, axis: str) -> InGround:
        """An axis from f to g."""
        return _directed(_axis(axis), minus(g[0], f[0]))

    def ori_align_axis(self, f: Frame, spec: str) -> InGround:
        """An axis along, or against, an axis of f."""
        word = str(spec).strip().lower()
        own, other = _axis(word[:1]), _axis(word[-1:])
        if own == other and "-" not in word:
            return _turned(f[1])
        return _directed(own, times(-1.0 if "-" in word else 1.0, f[1][other::3]))

    def ori_in_plane(self, f: Frame, g: Frame, h: Frame, spec: str) -> InGround:
        """An axis from f to g, a second one in the plane of the three."""
        word = str(spec).strip().lower().rpartition("_")[2]
        first, second = _axis(word[:1]), _axis(word[-1:])
        if first == second:
            raise Unknown(f"plane {spec}")
        along, normal = unit(minus(g[0], f[0])), unit(cross(minus(g[0], f[0]), minus(h[0], f[0])))
        axes = {first: along, second: cross(normal, along)}
        third = 3 - first - second
        axes[third] = times(1.0 if (second - first) % 3 == 1 else -1.0, normal)
        return _turned(columns(axes[0], axes[1], axes[2]))

    def dm(self, f: Frame, g: Frame = GLOBAL) -> float:
        """A distance."""
        return math.dist(f[0], g[0])

    def dx(self, f: Frame, g: Frame = GLOBAL, h: Frame = GLOBAL) -> float:
        """Along x of h."""
        return float(rotate_back(h[1], minus(f[0], g[0]))[0])

    def dy(self, f: Frame, g: Frame = GLOBAL, h: Frame = GLOBAL) -> float:
        """Along y of h."""
        return float(rotate_back(h[1], minus(f[0], g[0]))[1])

    def dz(self, f: Frame, g: Frame = GLOBAL, h: Frame = GLOBAL) -> float:
        """Along z of h."""
        return float(rotate_back(h[1], minus(f[0], g[0]))[2])


NAMES = tuple(name for name in vars(Places) if not name.startswith("_"))


def place(angle: float, name: str, arguments: list[Any]) -> Any:
    """The value of a function of NAMES; Unknown where its arguments do not fit."""
    function: Callable[..., Any] = getattr(Places(angle), name)
    given = [tuple(a) if isinstance(a, list) else a for a in arguments]
    if any(isinstance(a, tuple) and len(a) == 3 and not all(isinstance(v, (int, float)) for v in a) for a in given):
        raise Unknown(f"{name.upper()}(...)")
    try:
        return function(*given)
    except (TypeError, ValueError, IndexError, AttributeError, NoDirection):
        raise Unknown(f"{name.upper()}(...)") from None
