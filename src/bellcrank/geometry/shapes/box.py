"""BOX: edges along the axes from a corner, signed.

Mass          V = |x y z|,  J_xx = V (y^2 + z^2) / 12 and so on about the centre (x, y, z) / 2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import Array, Shape, shape

_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


@shape("BOX")
@dataclass(frozen=True)
class Box(Shape):
    """A box with a corner at the origin."""

    x: float
    y: float
    z: float

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Box:
        return cls(graphic.x, graphic.y, graphic.z)

    def mesh(self, angle: float = 0.2) -> Mesh:
        ends = np.sort(np.array([[0.0, 0.0, 0.0], [self.x, self.y, self.z]]), axis=0)
        points = np.array([[ends[k >> axis & 1, axis] for axis in range(3)] for k in range(8)])
        corners = [(a, *rest) for a, b, c, d in _FACES for rest in ((b, c), (c, d))]
        return Mesh.of(points, corners, np.repeat(np.arange(6), 2))

    def mass(self) -> Mass:
        edges = np.array([self.x, self.y, self.z])
        V, square = float(np.abs(edges.prod())), edges**2
        return Mass(V, edges / 2.0, V / 12.0 * np.diag(square.sum() - square))

    def off(self, points: Array) -> Array:
        half = np.array([self.x, self.y, self.z]) / 2.0
        beyond = np.abs(points - half) - np.abs(half)
        outside = np.linalg.norm(np.maximum(beyond, 0.0), axis=1)
        return np.asarray(np.abs(outside + np.minimum(beyond.max(axis=1), 0.0)))

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        return "BOX", "corner", {"x": self.x, "y": self.y, "z": self.z}
