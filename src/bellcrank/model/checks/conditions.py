"""What joints ask of their markers in space: the geometric conditions behind their equations, in millimetres and degrees.

    point           the origins coincide                       line            I lies on the z axis of J
    plane           I lies in the x-y plane of J               z parallel      the z axes point the same way
    z perpendicular the z axes are at right angles             x to y          x_I is at right angles to y_J
    twist           x_I . y_J = y_I . x_J                      distance        the origins are OFFSET apart
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bellcrank.math.vec3 import dot
from bellcrank.model.checks.geometry import Geometry, angle_between, length

CONDITIONS: dict[tuple[str, str], tuple[str, ...]] = {
    ("JOINT", "SPHERICAL"): ("point",),
    ("JOINT", "REVOLUTE"): ("point", "z parallel"),
    ("JOINT", "FIXED"): ("point", "z parallel", "x to y"),
    ("JOINT", "TRANSLATIONAL"): ("line", "z parallel", "x to y"),
    ("JOINT", "CYLINDRICAL"): ("line", "z parallel"),
    ("JOINT", "PLANAR"): ("plane", "z parallel"),
    ("JOINT", "UNIVERSAL"): ("point", "z perpendicular"),
    ("JOINT", "HOOKE"): ("point", "x to y"),
    ("JOINT", "CONVEL"): ("point", "twist"),
    ("JOINT", "SCREW"): ("z parallel",),
    ("JPRIM", "ATPOINT"): ("point",),
    ("JPRIM", "INLINE"): ("line",),
    ("JPRIM", "INPLANE"): ("plane",),
    ("JPRIM", "ORIENTATION"): ("z parallel", "x to y"),
    ("JPRIM", "PARALLEL_AXES"): ("z parallel",),
    ("JPRIM", "PERPENDICULAR"): ("z perpendicular",),
    ("JPRIM", "POINT_POINT"): ("distance",),
}
LENGTHS = ("point", "line", "plane", "distance")
"""Conditions that are violated by a length; the others by an angle."""


def conditions(joint: Any) -> tuple[str, ...]:
    """The conditions of a joint; none for other elements."""
    return CONDITIONS.get((joint.keyword, joint.kind), ())


def violation(geometry: Geometry, joint: Any, condition: str) -> float:
    """By how much a condition is violated in the input position: a length, or an angle in radians."""
    return _VIOLATIONS[condition](geometry, joint)


def _line(geometry: Geometry, joint: Any) -> float:
    d = geometry.between(joint.i, joint.j)
    return math.hypot(dot(d, geometry.axis(joint.j, "X")), dot(d, geometry.axis(joint.j, "Y")))


def _z_angle(geometry: Geometry, joint: Any) -> float:
    return angle_between(geometry.axis(joint.i, "Z"), geometry.axis(joint.j, "Z"))


def _off_right_angle(geometry: Geometry, joint: Any, i: str, j: str) -> float:
    return abs(angle_between(geometry.axis(joint.i, i), geometry.axis(joint.j, j)) - math.pi / 2)


def _twist(geometry: Geometry, joint: Any) -> float:
    x_i, y_i = geometry.axis(joint.i, "X"), geometry.axis(joint.i, "Y")
    x_j, y_j = geometry.axis(joint.j, "X"), geometry.axis(joint.j, "Y")
    return abs(math.atan2(dot(x_i, y_j) - dot(y_i, x_j), dot(x_i, x_j) + dot(y_i, y_j)))


_VIOLATIONS: dict[str, Callable[[Geometry, Any], float]] = {
    "point": lambda g, joint: length(g.between(joint.i, joint.j)),
    "line": _line,
    "plane": lambda g, joint: abs(dot(g.between(joint.i, joint.j), g.axis(joint.j, "Z"))),
    "distance": lambda g, joint: abs(length(g.between(joint.i, joint.j)) - joint.offset),
    "z parallel": _z_angle,
    "z perpendicular": lambda g, joint: _off_right_angle(g, joint, "Z", "Z"),
    "x to y": lambda g, joint: _off_right_angle(g, joint, "X", "Y"),
    "twist": _twist,
}
