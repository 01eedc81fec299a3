"""Markers in the input position, as the rules ask for them; marker 0 is the global frame."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bellcrank.math.vec3 import cross, dot, minus
from bellcrank.model.frames import Frame, Vector

if TYPE_CHECKING:
    from bellcrank.model import Model

Body = tuple[str, int]
GROUND: Body = ("PART", 0)
"""The ground, whatever the id of its part."""
SAME_PLACE = 1e-9
"""Distances below this part of the model's size are none."""
SAME_DIRECTION = 1e-6
"""Angles below this, in radians, are none: datasets print six digits and more."""


class Geometry:
    """Bodies, origins and axes of the markers of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._frames: dict[int, Frame] = {}

    def body(self, marker_id: int | None) -> Body:
        """The body a marker is on."""
        marker = self.model.find("MARKER", marker_id or 0)
        owner: Body | None = getattr(marker, "owner", None)
        if owner is None:
            return GROUND
        part = self.model.find(*owner)
        return GROUND if getattr(part, "ground", False) else owner

    def frame(self, marker_id: int | None) -> Frame:
        """Origin and rotation matrix of a marker in ground."""
        key = marker_id or 0
        if key not in self._frames:
            self._frames[key] = self.model.frame_of(key)
        return self._frames[key]

    def floating(self, marker_id: int | None) -> bool:
        """Whether the place of a marker is not known before the run."""
        return bool(getattr(self.model.find("MARKER", marker_id or 0), "floating", False))

    def origin(self, marker_id: int | None) -> Vector:
        """The origin of a marker in ground."""
        return self.frame(marker_id)[0]

    def axis(self, marker_id: int | None, letter: str) -> Vector:
        """The unit vector along an axis of a marker in ground."""
        column = "XYZ".index(letter)
        m = self.frame(marker_id)[1]
        return m[column], m[column + 3], m[column + 6]

    def between(self, i: int | None, j: int | None) -> Vector:
        """The vector from the origin of J to the origin of I."""
        d: Vector = minus(self.origin(i), self.origin(j))
        return d

    def coincide(self, i: int | None, j: int | None) -> bool:
        """Whether two origins are the same place, up to rounding."""
        size = max(1e-30, *(abs(c) for m in (i, j) for c in self.origin(m)))
        return length(self.between(i, j)) <= SAME_PLACE * size

    def name(self, marker_id: int | None) -> str:
        """A marker and its part, for messages."""
        marker: Any = self.model.find("MARKER", marker_id or 0)
        if marker is None:
            return "the global frame"
        owner = self.model.find(*marker.owner) if marker.owner else None
        return f"{marker.title} on {owner.title}" if owner is not None else marker.title


def length(v: Vector) -> float:
    """|v|"""
    return math.sqrt(dot(v, v))


def angle_between(a: Vector, b: Vector) -> float:
    """The angle between two directions, 0 to pi; exact near 0 and pi too."""
    return math.atan2(length(cross(a, b)), dot(a, b))


def parallel(a: Vector, b: Vector) -> bool:
    """Whether two directions are parallel or opposite."""
    return length(cross(a, b)) <= SAME_DIRECTION
