"""CYLINDER and FRUSTUM: along z from the centre of the bottom; RANGLE cuts out a sector.

Mass          with a = bottom, b = top, l = |length|, s_n = a^n + a^(n-1) b + ... + b^n:
              V = pi l s_2 / 3,   z_cm = l (a^2 + 2ab + 3b^2) / (4 s_2)
              J_zz = pi l s_4 / 10,   J_xx = J_zz / 2 + int z^2 dV - V z_cm^2,
              int z^2 dV = pi l^3 (a^2 + 3ab + 6b^2) / 30
References    Beer and Johnston, tables of mass moments (checked against the net of the same shape).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mass import Mass
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import TURN, Array, Shape, net, shape, solid_of, steps


@shape("FRUSTUM", "CYLINDER")
@dataclass(frozen=True)
class Frustum(Shape):
    """A cone cut off, or a cylinder."""

    length: float
    bottom: float
    top: float
    start: float = 0.0
    sweep: float = TURN

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Frustum:
        start, sweep = sector(graphic)
        if graphic.kind == "CYLINDER":
            return cls(graphic.length, graphic.radius, graphic.radius, start, sweep)
        return cls(graphic.length, graphic.bottom, graphic.top, start, sweep)

    @property
    def whole(self) -> bool:
        """Whether it is no sector."""
        return abs(self.sweep) >= TURN - 1e-9

    def mesh(self, angle: float = 0.2) -> Mesh:
        u = self.start + np.linspace(0.0, self.sweep, steps(self.sweep, angle) + 1)
        closed = (self.whole, False)
        rows = (0.0, 1.0) if self.bottom and self.top else (0.0, 0.75, 1.0) if self.bottom else (0.0, 0.25, 1.0)
        side = net(lambda u, s: self._place(u, np.ones_like(s), s), u, rows, closed)  # a row more towards a tip
        bottom = net(lambda u, r: self._place(u, r, np.zeros_like(r)), u, (0.0, 1.0), closed)
        top = net(lambda u, r: self._place(u, r, np.ones_like(r)), u, (1.0, 0.0), closed)
        ends = [net for net, radius in ((bottom, self.bottom), (top, self.top)) if radius]
        cuts = [] if self.whole else [self._cut(u[0]), self._cut(u[-1]).turned_over()]
        return solid_of([side, *ends, *cuts])

    def _place(self, u: Array, r: Array, s: Array) -> Array:
        """A point at an angle, a part r of the radius and a part s of the length."""
        radius = r * (self.bottom + s * (self.top - self.bottom))
        return np.stack([radius * np.cos(u), radius * np.sin(u), self.length * s], axis=-1)

    def _cut(self, at: float) -> Mesh:
        return net(lambda r, s: self._place(np.full_like(r, at), r, s), (0.0, 1.0), (0.0, 1.0))

    def mass(self) -> Mass:
        if not self.whole:
            return super().mass()
        a, b, l = abs(self.bottom), abs(self.top), abs(self.length)
        V = math.pi * l * (a * a + a * b + b * b) / 3.0
        z = math.pi * l**2 * (a * a + 2 * a * b + 3 * b * b) / 12.0 / V if V else 0.0
        Jzz = math.pi * l * (a**4 + a**3 * b + a * a * b * b + a * b**3 + b**4) / 10.0
        Jxx = Jzz / 2.0 + math.pi * l**3 * (a * a + 3 * a * b + 6 * b * b) / 30.0 - V * z * z
        return Mass(V, np.array([0.0, 0.0, math.copysign(z, self.length)]), np.diag([Jxx, Jxx, Jzz]))

    def off(self, points: Array) -> Array:
        """In the half plane of radius and height: the least distance from bottom, top and side."""
        radius, z = np.hypot(points[:, 0], points[:, 1]), points[:, 2] * np.sign(self.length)
        a, b, l = self.bottom, self.top, abs(self.length)
        ends = [np.hypot(np.maximum(radius - r, 0.0), z - h) for r, h in ((a, 0.0), (b, l))]
        s = np.clip(((radius - a) * (b - a) + z * l) / ((b - a) ** 2 + l * l), 0.0, 1.0)
        side = np.hypot(radius - a - s * (b - a), z - s * l)
        return np.asarray(np.minimum.reduce([side, *ends]))

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        if self.bottom == self.top:
            return "CYLINDER", "cm", {"length": self.length, "radius": self.top}
        return "FRUSTUM", "cm", {"length": self.length, "bottom": self.bottom, "top": self.top}


def sector(graphic: Any) -> tuple[float, float]:
    """Start and sweep of a round shape: RANGLE = a is a sweep from the x axis, RANGLE = a1, a2 two ends."""
    start, end = (0.0, *(graphic.rangle or (TURN,)))[-2:]
    return start, min(end - start, TURN)
