"""TORUS: a ring about z.

Mass          V = 2 pi^2 R r^2,  J_zz = V (R^2 + 3/4 r^2),  J_xx = V (R^2 / 2 + 5/8 r^2)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import TURN, Array, Shape, net, shape, solid_of, steps


@shape("TORUS")
@dataclass(frozen=True)
class Torus(Shape):
    """A ring: `major` from the centre to the middle of the ring, `minor` the radius of its section."""

    major: float
    minor: float

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Torus:
        return cls(graphic.majorradius or 0.0, graphic.minorradius or 0.0)

    def mesh(self, angle: float = 0.2) -> Mesh:
        u = np.linspace(0.0, TURN, steps(TURN, angle) + 1)

        def place(u: Array, v: Array) -> Array:
            ring = self.major + self.minor * np.cos(v)
            return np.stack([ring * np.cos(u), ring * np.sin(u), self.minor * np.sin(v)], axis=-1)

        return solid_of([net(place, u, u, (True, True))])

    def mass(self) -> Mass:
        R, r = abs(self.major), abs(self.minor)
        V = 2.0 * math.pi**2 * R * r * r
        Jxx = V * (R * R / 2.0 + 5.0 / 8.0 * r * r)
        return Mass(V, np.zeros(3), np.diag([Jxx, Jxx, V * (R * R + 0.75 * r * r)]))

    def off(self, points: Array) -> Array:
        ring = np.hypot(points[:, 0], points[:, 1]) - self.major
        return np.asarray(np.abs(np.hypot(ring, points[:, 2]) - abs(self.minor)))

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        return "TORUS", "cm", {"majorradius": self.major, "minorradius": self.minor}
