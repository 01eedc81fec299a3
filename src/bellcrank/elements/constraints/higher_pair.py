"""Curves that other bodies follow: where they are touched at the start, and which side is outside.

Nothing here depends on what moves; `system/curve_contact.py` has the equations.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bellcrank.expression.curves import CurveData, curve, curve_table
from bellcrank.schema.element import Element

Vector = tuple[float, float, float]
SAMPLES = 400
"""Places at which a curve is looked at."""
FLAT = 1e-9
"""Largest height of a plane curve over its plane, of its size."""


@dataclass(frozen=True)
class Path:
    """A curve, looked at."""

    data: CurveData
    at: tuple[float, ...]
    points: tuple[Vector, ...]
    tangents: tuple[Vector, ...]

    @property
    def area(self) -> Vector:
        """The vector of the area it goes round."""
        first = self.points[0]
        total = [0.0, 0.0, 0.0]
        for a, b in pairwise(self.points):
            part = cross(minus(a, first), minus(b, first))
            total = [t + 0.5 * p for t, p in zip(total, part, strict=True)]
        return total[0], total[1], total[2]

    @property
    def axis(self) -> Vector:
        """A direction that is nowhere along the curve; normal to its plane where it has one."""
        found = [unit(self.area)] if size(self.area) > FLAT * size(self.extent) ** 2 else []
        found += [(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)]
        return max(found, key=lambda a: round(min(size(cross(a, unit(t))) for t in self.tangents), 6))

    @property
    def extent(self) -> Vector:
        """Its lengths along x, y, z."""
        x, y, z = (max(p[k] for p in self.points) - min(p[k] for p in self.points) for k in range(3))
        return x, y, z

    @property
    def is_flat(self) -> bool:
        """Whether it lies in a plane parallel to x and y."""
        return self.extent[2] <= FLAT * size(self.extent)

    def outward(self, n: int, axis: Vector) -> Vector:
        """The unit normal at sample n: of a closed curve to the outside."""
        side = -1.0 if self.data.closed and dot(self.area, axis) > 0.0 else 1.0
        along = unit(cross(axis, self.tangents[n]))
        return side * along[0], side * along[1], side * along[2]

    def nearest(self, point: Sequence[float]) -> int:
        """The number of the sample next to a point."""
        return min(range(len(self.points)), key=lambda n: math.dist(self.points[n], point))


def path_of(element: Element, model: Any, id: int) -> Path:
    """The curve of an element."""
    return path_along(model.get("CURVE", id).data(model))


@functools.lru_cache(16)
def path_along(data: CurveData) -> Path:
    """A curve, looked at: once for all that follow it."""
    table = curve_table(data)
    first, last = (data.parameters[0], data.parameters[-1]) if data.parameters else (-1.0, 1.0)
    at = tuple(first + (last - first) * k / SAMPLES for k in range(SAMPLES + 1))

    def value(order: int, a: float) -> Vector:
        x, y, z = (float(curve(table, 0, c, order, a)[0]) for c in range(3))  # type: ignore[no-untyped-call]
        return x, y, z

    return Path(data, at, tuple(value(0, a) for a in at), tuple(value(1, a) for a in at))


def seen_from(model: Any, marker: int, point: Sequence[float]) -> Vector:
    """A point in ground, in the axes of a marker in the input position."""
    r, a = model.frame_of(marker)
    d = minus(point, r)
    return dot(d, (a[0], a[3], a[6])), dot(d, (a[1], a[4], a[7])), dot(d, (a[2], a[5], a[8]))


def in_ground(model: Any, marker: int, point: Sequence[float], direction: bool = False) -> Vector:
    """A point (or a direction) of a marker in ground, in the input position."""
    r, a = model.frame_of(marker)
    start = (0.0, 0.0, 0.0) if direction else r
    x, y, z = (start[k] + sum(a[3 * k + m] * point[m] for m in range(3)) for k in range(3))
    return x, y, z


def minus(a: Sequence[float], b: Sequence[float]) -> Vector:
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def size(a: Sequence[float]) -> float:
    """|a|."""
    return math.sqrt(dot(a, a))


def unit(a: Sequence[float]) -> Vector:
    """a/|a|, zero for zero."""
    length = size(a)
    return (a[0] / length, a[1] / length, a[2] / length) if length > 0.0 else (0.0, 0.0, 0.0)
