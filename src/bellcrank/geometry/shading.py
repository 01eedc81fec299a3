"""How a net looks: normals for smooth shading, and the edges a draughtsman would draw.

A corner's normal is the mean of the normals of the triangles around its point, weighed by their angles there
(Thuermer and Wuethrich 1998), as far as they turn by less than the crease angle against its own triangle. Edges
where two triangles meet at more than the crease angle, and open ones, are drawn.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.mesh import WIDE, Array, Indices, Mesh

CREASE = math.cos(math.radians(30.0))
MOST = 128
"""Triangles at a point that a corner is compared with: where more meet, evenly chosen ones stand for them."""


class Shaded(NamedTuple):
    """Vertices with normals (a point once for each normal it has), triangles and edges as vertex numbers."""

    points: Array
    normals: Array
    corners: Indices
    edges: Indices


def shaded(mesh: Mesh, crease: float = CREASE) -> Shaded:
    """The vertices, triangles and edges of a picture."""
    normals, twice = mesh.normals()
    corner = _corner_normals(mesh, normals, twice, crease)
    rounded = np.round(corner * 4096.0).astype(np.int64)
    rows = np.column_stack([mesh.corners.reshape(-1), rounded @ np.array([1, 1 << 14, 1 << 28])])
    order = np.lexsort(rows.T[::-1])
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    vertex = np.empty(len(rows), np.int64)
    vertex[order] = np.cumsum(new) - 1
    first = order[new]
    at = np.empty(len(mesh.points), np.int64)
    at[mesh.corners.reshape(-1)] = vertex
    edges = at[feature_edges(mesh, crease)]
    return Shaded(mesh.points[rows[first, 0]], corner[first], vertex.reshape(-1, 3), edges)


def _corner_normals(mesh: Mesh, normals: Array, twice: Array, crease: float) -> Array:
    """Normals (3 m, 3) of all corners."""
    points = mesh.corners.reshape(-1)
    weights = _angles(mesh).reshape(-1)
    order = np.argsort(points, kind="stable")
    start = np.searchsorted(points[order], np.arange(len(mesh.points) + 1))
    total = np.zeros((len(points), 3))
    degree = np.diff(start)[points[order]]
    place = np.arange(len(points)) - start[points[order]]
    apart = -(-degree // MOST)
    for step in range(min(MOST, int(degree.max(initial=0)))):  # every corner against the others at its point
        has = np.flatnonzero(degree > step * apart)
        mine = order[has]
        other = order[start[points[mine]] + (place[has] + step * apart[has]) % degree[has]]
        a, b = normals[mine // 3], normals[other // 3]
        near = ((a * b).sum(1) > crease) | (mine == other) | (twice[mine // 3] <= 0.0)
        total[mine[near]] += weights[other[near], None] * b[near]
    length = np.sqrt((total * total).sum(1, keepdims=True))
    return np.where(length > 1e-12, total / np.maximum(length, 1e-300), np.array([0.0, 0.0, 1.0]))


def _angles(mesh: Mesh) -> Array:
    """The angles (m, 3) of triangles at their corners."""
    p = mesh.points[mesh.corners]
    forth, back = p[:, [1, 2, 0]] - p, p[:, [2, 0, 1]] - p
    sine = np.linalg.norm(np.cross(forth, back), axis=2)
    return np.asarray(np.arctan2(sine, (forth * back).sum(2)))


def feature_edges(mesh: Mesh, crease: float = CREASE) -> Indices:
    """Edges (k, 2) that are open or sharp."""
    normals, twice = mesh.normals()
    a, b = mesh.corners, mesh.corners[:, [1, 2, 0]]
    names = (np.minimum(a, b) * WIDE + np.maximum(a, b)).reshape(-1)
    order = np.argsort(names, kind="stable")
    sides, owner = names[order], order // 3
    same = sides[1:] == sides[:-1]
    flat = (normals[owner[1:]] * normals[owner[:-1]]).sum(1) > crease
    thin = (twice[owner[1:]] <= 0.0) | (twice[owner[:-1]] <= 0.0)
    inner: NDArray[np.bool_] = np.zeros(len(sides), dtype=bool)
    inner[1:] |= same & (flat | thin)
    inner[:-1] |= same & (flat | thin)
    if mesh.faces.max(initial=0) > 0:  # edges inside a face of a solid are none, however its triangles lie
        inner[1:] |= same & (mesh.faces[owner[1:]] == mesh.faces[owner[:-1]])
        inner[:-1] |= same & (mesh.faces[owner[1:]] == mesh.faces[owner[:-1]])
    drawn = np.unique(sides[~inner])
    return np.stack(np.divmod(drawn, WIDE), axis=1)
