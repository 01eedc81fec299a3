"""REVOLUTION: a profile (distance from z, height) turned about z.

It encloses a volume where the profile is closed, or where both its ends lie on the axis, and the turn is whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import TURN, Array, Shape, net, shape, solid_of, steps
from bellcrank.geometry.shapes.frustum import sector


@shape("REVOLUTION")
@dataclass(frozen=True)
class Revolution(Shape):
    """A turned profile."""

    profile: tuple[tuple[float, float], ...]
    sweep: float = TURN

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Revolution:
        profile = tuple((math.hypot(p[0], p[1]), p[2]) for p in graphic.profile(model))
        return cls(profile, sector(graphic)[1])

    def mesh(self, angle: float = 0.2) -> Mesh:
        r, z = np.array(self.profile, dtype=float).T
        u = np.linspace(0.0, self.sweep, steps(self.sweep, angle) + 1)

        def place(u: Array, s: Array) -> Array:
            radius, height = np.interp(s, np.arange(len(r)), r), np.interp(s, np.arange(len(r)), z)
            return np.stack([radius * np.cos(u), radius * np.sin(u), height], axis=-1)

        ring = bool(r[0] == r[-1] and z[0] == z[-1])
        return solid_of([net(place, u, np.arange(float(len(r))), (abs(self.sweep) >= TURN - 1e-9, ring))])
