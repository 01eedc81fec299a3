"""EXTRUSION: a closed profile in the x-y plane drawn along z."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.shape import Shape, shape, solid_of


@shape("EXTRUSION")
@dataclass(frozen=True)
class Extrusion(Shape):
    """A prism."""

    profile: tuple[tuple[float, float], ...]
    length: float

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Extrusion:
        return cls(tuple((p[0], p[1]) for p in graphic.profile(model)), graphic.length or 0.0)

    def mesh(self, angle: float = 0.2) -> Mesh:
        from manifold3d import triangulate

        ring = np.array(self.profile, dtype=float).reshape(-1, 2)
        ring = ring[:-1] if len(ring) > 1 and (ring[0] == ring[-1]).all() else ring
        x, y = ring.T
        if x @ np.roll(y, -1) - y @ np.roll(x, -1) < 0.0:
            ring = ring[::-1]
        n = len(ring)
        caps = np.asarray(triangulate([np.ascontiguousarray(ring)]), dtype=np.int64).reshape(-1, 3)
        k = np.arange(n)
        j = (k + 1) % n
        sides = np.concatenate([np.stack([k, j, j + n], 1), np.stack([k, j + n, k + n], 1)])
        points = np.concatenate([np.c_[ring, np.zeros(n)], np.c_[ring, np.full(n, self.length)]])
        return solid_of([Mesh.of(points, np.concatenate([sides, caps[:, ::-1], caps + n]))])
