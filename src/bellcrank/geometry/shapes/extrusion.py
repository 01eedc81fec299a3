"""EXTRUSION: a closed profile in the x-y plane drawn along z."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import Message, ModelError
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import Array, Shape, shape, solid_of

FLAT = 1e-6
"""How far points of a plate may be off its plane, as a part of their extent."""


@shape("EXTRUSION")
@dataclass(frozen=True)
class Extrusion(Shape):
    """A prism; its profile lies at z = `start`."""

    profile: tuple[tuple[float, float], ...]
    length: float
    start: float = 0.0

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Extrusion:
        points = graphic.profile(model)
        return cls(tuple((p[0], p[1]) for p in points), graphic.length or 0.0, points[0][2])

    def mesh(self, angle: float = 0.2) -> Mesh:
        points, corners = triangles(self.profile, self.length)
        return solid_of([Mesh.of(points + np.array([0.0, 0.0, self.start]), corners)])

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        points = tuple(number for x, y in self.profile for number in (x, y, self.start))
        return "EXTRUSION", "rm", {"points": points, "length": self.length}


def triangles(profile: Any, length: float) -> tuple[Array, NDArray[np.int64]]:
    """Points (2 n, 3) of a prism, its bottom first, and the corners of its triangles; a profile need not be convex."""
    from manifold3d import triangulate

    ring = np.array(profile, dtype=float).reshape(-1, 2)
    ring = ring[:-1] if len(ring) > 1 and (ring[0] == ring[-1]).all() else ring
    x, y = ring.T
    if x @ np.roll(y, -1) - y @ np.roll(x, -1) < 0.0:
        ring = ring[::-1]
    n = len(ring)
    caps = np.asarray(triangulate([np.ascontiguousarray(ring)]), dtype=np.int64).reshape(-1, 3)
    k = np.arange(n)
    j = (k + 1) % n
    sides = np.concatenate([np.stack([k, j, j + n], 1), np.stack([k, j + n, k + n], 1)])
    points = np.concatenate([np.c_[ring, np.zeros(n)], np.c_[ring, np.full(n, length)]])
    return points, np.concatenate([sides, caps[:, ::-1], caps + n])


def prism(outline: Array, thickness: float) -> tuple[Extrusion, Array, Array]:
    """A plate about the plane of some points (n, 3): its shape, and rotation and place of its frame.

    The frame is at the first point, x towards the second; z is the normal, the direction of the sum of the cross
    products of neighbouring points (twice the area they enclose).
    """
    arms = outline - outline[:1]
    normal = np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0) if len(outline) > 2 else np.zeros(3)
    extent = float(np.abs(arms).max()) if len(outline) else 0.0
    area = float(np.linalg.norm(normal))
    if area <= FLAT * extent**2:
        what = "The outline of a plate encloses no area."
        raise ModelError(Message("error", "E104", what, cure="give three points or more, in order around it."))
    z = normal / area
    off = float(np.abs(arms @ z).max())
    if off > FLAT * extent:
        what = f"The points of a plate do not lie in one plane: they are {off:.3g} off."
        raise ModelError(Message("error", "E104", what, cure="give points in one plane."))
    x = arms[np.linalg.norm(arms, axis=1) > 0.0][0]
    x = x / np.linalg.norm(x)
    R = np.stack([x, np.cross(z, x), z], axis=1)
    flat = arms @ R
    flat[np.abs(flat) < 1e-14 * extent] = 0.0
    profile = tuple((float(p[0]), float(p[1])) for p in flat)
    return Extrusion(profile, thickness), R, outline[0] - thickness / 2.0 * z
