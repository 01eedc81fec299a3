"""What joints ask of their markers in space: the geometric conditions behind their primitive equations.

point           the origins coincide                       line            I lies on the z axis of J
plane           I lies in the x-y plane of J               z parallel      the z axes point the same way
z perpendicular the z axes are at right angles             x to y          x_I is at right angles to y_J
twist           x_I . y_J = y_I . x_J                      distance        the origins are OFFSET apart
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from bellcrank.math.vec3 import dot
from bellcrank.model.checks.geometry import Geometry, angle_between, length

if TYPE_CHECKING:
    from bellcrank.model import Model

MADE_OF: dict[str, set[tuple[str, ...]]] = {
    "point": {("AT_POINT",)},
    "line": {("NO_SLIDE", "X"), ("NO_SLIDE", "Y")},
    "plane": {("NO_SLIDE", "Z")},
    "z parallel": {("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y")},
    "z perpendicular": {("PERPENDICULAR", "Z", "Z")},
    "x to y": {("PERPENDICULAR", "X", "Y")},
    "twist": {("SAME_TURN",)},
}
"""Condition -> the primitives of a joint that make it."""
LENGTHS = ("point", "line", "plane", "distance")
"""Conditions that are violated by a length; the others by an angle."""


def joints(model: Model) -> Iterator[Any]:
    """The joints and joint primitives with both markers."""
    for keyword in ("JOINT", "JPRIM"):
        for joint in cast(list[Any], model.all(keyword)):
            if joint.i and joint.j:
                yield joint


def conditions(joint: Any) -> tuple[str, ...]:
    """The conditions of a joint; none for other elements."""
    primitives = set(getattr(joint, "conditions", ()))
    found = tuple(name for name, needed in MADE_OF.items() if needed <= primitives)
    return (*found, "distance") if joint.keyword == "JPRIM" and "offset" in joint.fields else found


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
