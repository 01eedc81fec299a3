"""REVOLUTION: a profile (distance from z, height) turned about z.

It encloses a volume where the profile is closed, or where both its ends lie on the axis, and the turn is whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry import analytic
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

        ring, whole = bool(r[0] == r[-1] and z[0] == z[-1]), abs(self.sweep) >= TURN - 1e-9
        found = solid_of([net(place, u, np.arange(float(len(r))), (whole, ring))])
        return with_surfaces(found, r, z) if whole else found


def with_surfaces(mesh: Mesh, r: Array, z: Array) -> Mesh:
    """A whole turn: each side of the profile is a face, and its surface a plane, a cylinder or a cone."""
    p = mesh.points[mesh.corners]
    at = np.stack([np.hypot(p[..., 0], p[..., 1]), p[..., 2]], axis=-1)
    outward = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    middle = p.mean(axis=1)
    near = 1e-9 * max(float(np.abs(r).max()), float(np.abs(z).max()))
    rows, faces = np.zeros((len(r), analytic.COLUMNS)), np.full(len(p), len(r) - 1)
    for k in range(len(r) - 1):
        ends = np.array([[r[k], z[k]], [r[k + 1], z[k + 1]]])
        own = (np.abs(at[:, :, None, :] - ends).max(axis=3).min(axis=2) <= near).all(axis=1)
        if own.any():
            faces[own] = k
            flat = abs(z[k + 1] - z[k]) <= near
            n = outward[own][0]
            side = n[2] if flat else n[:2] @ middle[own][0, :2]
            slope = 0.0 if flat else (r[k + 1] - r[k]) / (z[k + 1] - z[k])
            kind = analytic.PLANE if flat else analytic.CYLINDER if slope == 0.0 else analytic.CONE
            rows[k] = (kind, 0.0, 0.0, z[k], 0.0, 0.0, 1.0, 0.0 if flat else r[k], slope, np.sign(side))
    return Mesh.of(mesh.points, mesh.corners, faces, mesh.middles, rows)
