"""ELLIPSOID: three diameters.

Mass          with half axes a, b, c: V = 4/3 pi a b c,  J_xx = V (b^2 + c^2) / 5
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import TURN, Array, Shape, net, shape, solid_of, steps


@shape("ELLIPSOID")
@dataclass(frozen=True)
class Ellipsoid(Shape):
    """An ellipsoid about the origin with diameters x, y, z."""

    x: float
    y: float
    z: float

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Ellipsoid:
        x, y, z = graphic.xscale, graphic.yscale, graphic.zscale
        return cls(x, x if y is None else y, x if z is None else z)

    def mesh(self, angle: float = 0.2) -> Mesh:
        half = np.abs([self.x, self.y, self.z]) / 2.0
        u = np.linspace(0.0, TURN, steps(TURN, angle) + 1)
        v = np.linspace(-TURN / 4, TURN / 4, steps(TURN / 2, angle) + 1)

        def place(u: Array, v: Array) -> Array:
            return np.asarray(half * np.stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)], axis=-1))

        return solid_of([net(place, u, v, (True, False))])

    def mass(self) -> Mass:
        square = np.array([self.x, self.y, self.z]) ** 2 / 4.0
        V = 4.0 / 3.0 * math.pi * math.sqrt(float(square.prod()))
        return Mass(V, np.zeros(3), V / 5.0 * np.diag(square.sum() - square))

    def off(self, points: Array) -> Array:
        """To first order: (f - 1) / |grad f|, with f = |(x/a, y/b, z/c)|; exact for a ball."""
        half = np.abs([self.x, self.y, self.z]) / 2.0
        scaled = points / half
        f = np.linalg.norm(scaled, axis=1)
        slope = np.linalg.norm(scaled / half, axis=1) / np.maximum(f, 1e-300)
        return np.asarray(np.abs(f - 1.0) / np.maximum(slope, 1e-300))

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        return "ELLIPSOID", "cm", {"xscale": self.x, "yscale": self.y, "zscale": self.z}
