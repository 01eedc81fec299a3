"""A coarser net for pictures: points of one cell of a grid become one point.

The point is the one with the least sum of squared distances from the planes of the triangles that met in the cell,
so corners and edges stay where they are (Lindstrom 2000, after Garland and Heckbert 1997). The grid is made coarser
until few enough triangles are left.
"""

from __future__ import annotations

import numpy as np

from bellcrank.geometry.mesh import Array, Indices, Mesh

ROUNDS = 12


def decimated(mesh: Mesh, most: int) -> Mesh:
    """The net itself, or a coarser one of at most so many triangles."""
    cell = mesh.size / max(np.sqrt(most), 2.0)
    for _ in range(ROUNDS):
        if len(mesh.corners) <= most:
            break
        coarse = _clustered(mesh, cell)
        if len(coarse.corners) <= most and len(coarse.corners):
            return coarse
        cell *= 1.3
    return mesh


def _clustered(mesh: Mesh, cell: float) -> Mesh:
    place = np.floor((mesh.points - mesh.points.min(axis=0)) / cell).astype(np.int64)
    names = (place[:, 0] << 42) + (place[:, 1] << 21) + place[:, 2]
    _, cluster = np.unique(names, return_inverse=True)
    cluster = cluster.reshape(-1)
    corners = cluster[mesh.corners]
    real = (corners != corners[:, [1, 2, 0]]).all(axis=1)
    points = _representatives(mesh, cluster, cell)
    corners, faces = corners[real], mesh.faces[real]
    _, first = np.unique(np.sort(corners, axis=1), axis=0, return_index=True)  # flaps of two equal triangles vanish too
    keep = np.sort(first)
    return Mesh(points, corners[keep], faces[keep]).welded()


def _representatives(mesh: Mesh, cluster: Indices, cell: float) -> Array:
    """The best points of the clusters: minimise sum of area (n . (x - p))^2, kept near the mean of the cluster's
    points."""
    count = int(cluster.max()) + 1
    size = np.bincount(cluster, minlength=count)
    mean = np.stack([np.bincount(cluster, mesh.points[:, k], count) / size for k in range(3)], axis=1)
    normals, twice = mesh.normals()
    A, b = np.zeros((count, 3, 3)), np.zeros((count, 3))
    for k in range(3):
        at = cluster[mesh.corners[:, k]]
        arm = (normals * (mesh.points[mesh.corners[:, 0]] - mean[at])).sum(axis=1)
        outer = twice[:, None, None] * normals[:, :, None] * normals[:, None, :]
        np.add.at(A, at, outer)
        np.add.at(b, at, (twice * arm)[:, None] * normals)
    A += 1e-3 * (np.trace(A, axis1=1, axis2=2)[:, None, None] + 1e-300) * np.eye(3)
    step = np.linalg.solve(A, b[:, :, None])[:, :, 0]
    length = np.linalg.norm(step, axis=1, keepdims=True)
    return np.asarray(mean + step * np.minimum(1.0, cell / np.maximum(length, 1e-300)))
