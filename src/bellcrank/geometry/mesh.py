"""A net of triangles, flat or curved.

    points    (n, 3)
    corners   (m, 3) point numbers, left about seen from outside
    faces     (m,) number of the face a triangle is a piece of; one face for all where nothing is known
    surfaces  (faces, 10) exact surfaces of the faces (see analytic.py); None: not known
    middles   (m, 3, 3) points on the true surface half way along the edges 01, 12, 20; None: the triangles are flat

A net is closed where every edge is run through once in each direction; then it encloses a volume.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry import analytic

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
WIDE = 1 << 31
ANGLE = 0.176
"""Usual bend between neighbouring points in radians: 36 sides to a circle, with room for the rounding of 10 degrees."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """A net of triangles."""

    points: Array
    corners: Indices
    faces: Indices
    middles: Array | None = None
    surfaces: Array | None = None

    @classmethod
    def of(cls, points: Any, corners: Any, faces: Any = None, middles: Any = None, surfaces: Any = None) -> Mesh:
        """A net from anything NumPy understands; ValueError where the numbers cannot be one."""
        points = np.ascontiguousarray(points, dtype=float).reshape(-1, 3)
        corners = np.ascontiguousarray(corners, dtype=np.int64).reshape(-1, 3)
        faces = np.zeros(len(corners), np.int64) if faces is None else np.ascontiguousarray(faces, dtype=np.int64)
        if not np.isfinite(points).all():
            raise ValueError("a coordinate is not a finite number")
        if len(corners) and not (corners.min() >= 0 and corners.max() < len(points)):
            raise ValueError("a triangle names a point that is not there")
        if middles is not None:
            middles = np.ascontiguousarray(middles, dtype=float).reshape(len(corners), 3, 3)
        faces = faces.reshape(len(corners))
        if surfaces is not None:
            surfaces = np.ascontiguousarray(surfaces, dtype=float).reshape(-1, analytic.COLUMNS)
            if len(faces) and not 0 <= faces.min() <= faces.max() < len(surfaces):
                raise ValueError("a triangle names a face that is not there")
        return cls(points, corners, faces, middles, surfaces)

    def moved(self, rotation: Array, origin: Array, scale: float = 1.0) -> Mesh:
        """Turned, scaled and shifted: x' = scale R x + r; a scale below zero mirrors and turns the triangles over.

        Exact surfaces are lost where the matrix does not keep angles.
        """
        R = np.asarray(rotation, dtype=float)
        turn = scale * R.T
        stretch = float(np.cbrt(np.linalg.det(R)))
        surfaces = None
        if self.surfaces is not None and stretch and np.abs(R @ R.T - stretch**2 * np.eye(3)).max() < 1e-9 * stretch**2:
            surfaces = analytic.moved(self.surfaces, R / stretch, np.asarray(origin, dtype=float), scale * stretch)
        points = self.points @ turn + origin
        middles = None if self.middles is None else self.middles @ turn + origin
        moved = replace(self, points=points, middles=middles, surfaces=surfaces)
        return replace(moved.turned_over(), surfaces=surfaces) if np.linalg.det(turn) < 0.0 else moved

    def turned_over(self) -> Mesh:
        """The same triangles seen from the other side."""
        middles = None if self.middles is None else self.middles[:, [1, 0, 2]]
        surfaces = None if self.surfaces is None else self.surfaces * np.append(np.ones(analytic.SIDE), -1.0)
        return replace(self, corners=self.corners[:, ::-1], middles=middles, surfaces=surfaces)

    def welded(self) -> Mesh:
        """Equal points stored once, unused ones left out, triangles without three corners too."""
        used, back = np.unique(self.corners, return_inverse=True)
        points, place = np.unique(self.points[used], axis=0, return_inverse=True)
        corners = place.reshape(-1)[back].reshape(-1, 3)
        real = (corners != corners[:, [1, 2, 0]]).all(1)
        middles = None if self.middles is None else self.middles[real]
        return Mesh(points, corners[real].astype(np.int64), self.faces[real], middles, self.surfaces)

    @cached_property
    def open_edges(self) -> int:
        """Number of edges that are not run through once in each direction."""
        a, b = self.corners, self.corners[:, [1, 2, 0]]
        forth, counts = np.unique((a * WIDE + b).ravel(), return_counts=True)
        back = np.unique((b * WIDE + a).ravel())
        return int((counts - 1).sum()) + len(np.setdiff1d(forth, back, assume_unique=True))

    @property
    def closed(self) -> bool:
        """Whether it encloses a volume."""
        return len(self.corners) > 0 and self.open_edges == 0

    @property
    def chord_middles(self) -> Array:
        """The middles (m, 3, 3) of the straight edges."""
        ends = self.points[self.corners]
        return np.asarray(0.5 * (ends + ends[:, [1, 2, 0]]))

    @property
    def size(self) -> float:
        """The diagonal of its box."""
        return float(np.linalg.norm(np.ptp(self.points, axis=0))) if len(self.points) else 0.0

    def normals(self) -> tuple[Array, Array]:
        """Unit normals of the triangles (0 where a triangle has no area), and twice the areas."""
        a, b, c = (self.points[self.corners[:, k]] for k in range(3))
        normals = np.cross(b - a, c - a)
        twice = np.sqrt((normals * normals).sum(1))
        return normals / np.maximum(twice, 1e-300)[:, None], twice


def joined(meshes: list[Mesh]) -> Mesh:
    """Several nets as one; flat ones get the middles of their chords where others are curved."""
    if len(meshes) == 1:
        return meshes[0]
    shifts = np.cumsum([0, *(len(m.points) for m in meshes)])
    surfaces = [m.surfaces if m.surfaces is not None else _no_surfaces(m) for m in meshes]
    first = np.cumsum([0, *(len(s) for s in surfaces)])
    curved = any(m.middles is not None for m in meshes)
    known = any(m.surfaces is not None for m in meshes)
    return Mesh(
        np.concatenate([m.points for m in meshes] or [np.empty((0, 3))]),
        np.concatenate([m.corners + s for m, s in zip(meshes, shifts)] or [np.empty((0, 3), np.int64)]),
        np.concatenate([m.faces + s for m, s in zip(meshes, first)] or [np.empty(0, np.int64)]),
        np.concatenate([m.chord_middles if m.middles is None else m.middles for m in meshes]) if curved else None,
        np.concatenate(surfaces) if known else None,
    )


def _no_surfaces(mesh: Mesh) -> Array:
    return np.zeros((int(mesh.faces.max(initial=-1)) + 1, analytic.COLUMNS))
