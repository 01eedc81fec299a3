"""Shapes as triangles and lines, for pictures drawn without a browser (viewer/src/view/shapes.ts is its twin)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.files.obj import fan
from bellcrank.geometry.shapes.extrusion import triangles
from bellcrank.scene import contract as c
from bellcrank.scene.frames import matrix

Array = NDArray[np.float64]
ROUND = 40
SHARP = math.cos(math.radians(28.0))
"""Faces that meet at a larger angle have an edge between them."""


class Surface(NamedTuple):
    """points (t, 3, 3) of triangles, normals (t, 3, 3) at their corners, lines (k, 2, 3)."""

    points: Array
    normals: Array
    lines: Array


NOTHING = Surface(np.empty((0, 3, 3)), np.empty((0, 3, 3)), np.empty((0, 2, 3)))


def joined(surfaces: Sequence[Surface]) -> Surface:
    """Several surfaces as one."""
    if not surfaces:
        return NOTHING
    return Surface(*(np.concatenate([s[k] for s in surfaces]) for k in range(3)))


def moved(surface: Surface, frame: Sequence[float] | Array) -> Surface:
    """A surface carried by a frame (x y z qx qy qz qw)."""
    R, r = matrix(frame[3:]), np.asarray(frame[:3], dtype=float)
    return Surface(surface.points @ R.T + r, surface.normals @ R.T, surface.lines @ R.T + r)


def surface(shape: c.AnyShape, meshes: bytes, point_size: float) -> Surface:
    """The surface of a shape in the frame of its part."""
    return moved(BUILDERS[type(shape)](shape, meshes, point_size), shape.frame)


def grid(points: Array, normals: Array) -> Surface:
    """A net (m, n, 3) of points with normals as triangles, without lines."""
    corners = (np.s_[:-1, :-1], np.s_[1:, :-1], np.s_[1:, 1:], np.s_[:-1, 1:])
    quads, turns = (np.stack([a[k] for k in corners], axis=2).reshape(-1, 4, 3) for a in (points, normals))
    halves = [0, 1, 2, 0, 2, 3]
    return Surface(quads[:, halves].reshape(-1, 3, 3), turns[:, halves].reshape(-1, 3, 3), NOTHING.lines)


def flat(points: Array, corners: Any) -> Surface:
    """Triangles with the normals of their planes, and lines at sharp or open edges."""
    corners = np.asarray(corners, dtype=np.intp).reshape(-1, 3)
    triangles = points[corners]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    sides = np.sort(corners[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    owner = np.repeat(np.arange(len(corners)), 3)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    sides, owner = sides[order], owner[order]
    same = (sides[1:] == sides[:-1]).all(axis=1)
    smooth = same & ((normals[owner[1:]] * normals[owner[:-1]]).sum(axis=1) > SHARP)
    inner = np.zeros(len(sides), dtype=bool)
    inner[1:] |= smooth
    inner[:-1] |= smooth
    return Surface(triangles, np.repeat(normals[:, None], 3, axis=1), points[np.unique(sides[~inner], axis=0)])


def creased(points: Array, corners: Any) -> Surface:
    """As `flat`, with normals averaged over neighbours that are nearly in one plane."""
    sharp = flat(points, corners)
    corners = np.asarray(corners, dtype=np.intp).reshape(-1, 3)
    total = np.zeros_like(points)
    np.add.at(total, corners.reshape(-1), sharp.normals.reshape(-1, 3))
    total /= np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-300)
    mean = total[corners]
    smooth = (mean * sharp.normals).sum(axis=2, keepdims=True) > SHARP
    return Surface(sharp.points, np.where(smooth, mean, sharp.normals), sharp.lines)


def _line(points: Array) -> Surface:
    return NOTHING._replace(lines=np.stack([points[:-1], points[1:]], axis=1))


def _circle(start: float, sweep: float, radius: float = 1.0, z: float = 0.0) -> Array:
    angle = start + np.linspace(0.0, sweep, max(3, math.ceil(ROUND * abs(sweep) / (2 * math.pi))) + 1)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full_like(angle, z)], axis=1)


def _box(shape: c.Box, meshes: bytes, size: float) -> Surface:
    low, high = np.minimum(0.0, (shape.x, shape.y, shape.z)), np.maximum(0.0, (shape.x, shape.y, shape.z))
    corners = np.array([[(low, high)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)])
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return flat(corners, [triangle for face in faces for triangle in fan([*face])])


def _frustum(shape: c.Frustum, meshes: bytes, size: float) -> Surface:
    ring = _circle(shape.start, shape.sweep)
    bottom = ring * (shape.bottom, shape.bottom, 0.0)
    top = ring * (shape.top, shape.top, 0.0) + (0.0, 0.0, shape.length)
    slope = (shape.bottom - shape.top) / shape.length if shape.length else 0.0
    outward = ring + (0.0, 0.0, slope)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    side = grid(np.stack([bottom, top]), np.stack([outward, outward]))
    caps = [_disc(edge, z) for edge, z in ((bottom, -shape.length), (top, shape.length))]
    rims = [_line(bottom), _line(top)]
    return joined([side, *caps, *rims])


def _disc(edge: Array, direction: float) -> Surface:
    centre = np.array([0.0, 0.0, edge[0, 2]])
    triangles = np.stack([np.broadcast_to(centre, edge[1:].shape), edge[:-1], edge[1:]], axis=1)
    normals = np.broadcast_to(np.array([0.0, 0.0, math.copysign(1.0, direction)]), triangles.shape)
    return Surface(triangles, normals, NOTHING.lines)


def _ball(x: float, y: float, z: float) -> Surface:
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, ROUND + 1), np.linspace(-np.pi / 2, np.pi / 2, ROUND // 2 + 1))
    unit = np.stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)], axis=-1)
    normals = unit / np.maximum(np.abs((x, y, z)), 1e-300)
    return grid(unit * (x / 2, y / 2, z / 2), normals / np.linalg.norm(normals, axis=-1, keepdims=True))


def _ellipsoid(shape: c.Ellipsoid, meshes: bytes, size: float) -> Surface:
    return _ball(shape.x, shape.y, shape.z)


def _torus(shape: c.Torus, meshes: bytes, size: float) -> Surface:
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, ROUND + 1), np.linspace(0, 2 * np.pi, ROUND // 2 + 1))
    normals = np.stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)], axis=-1)
    centre = shape.major * np.stack([np.cos(u), np.sin(u), 0 * u], axis=-1)
    return grid(centre + shape.minor * normals, normals)


def _plate(shape: c.Plate, meshes: bytes, size: float) -> Surface:
    x, y = (shape.xmin, shape.xmax), (shape.ymin, shape.ymax)
    corners = np.array([[x[0], y[0], 0], [x[1], y[0], 0], [x[1], y[1], 0], [x[0], y[1], 0]], dtype=float)
    return flat(corners, [(0, 1, 2), (0, 2, 3)])


def _extrusion(shape: c.Extrusion, meshes: bytes, size: float) -> Surface:
    return flat(*triangles(shape.profile, shape.length))


def _revolution(shape: c.Revolution, meshes: bytes, size: float) -> Surface:
    ring = _circle(0.0, shape.sweep)
    points = np.array([[(r * x, r * y, z) for x, y, _ in ring] for r, z in shape.profile], dtype=float)
    m, n = points.shape[:2]
    quads = [
        (i * n + k, i * n + k + 1, (i + 1) * n + k + 1, (i + 1) * n + k) for i in range(m - 1) for k in range(n - 1)
    ]
    return creased(points.reshape(-1, 3), [t for quad in quads for t in fan([*quad])])


def _mesh(shape: c.Mesh, meshes: bytes, size: float) -> Surface:
    at, n = shape.offset, shape.vertices
    points = np.frombuffer(meshes, "<f4", 3 * n, at).reshape(-1, 3).astype(float)
    at += 12 * n
    normals = np.frombuffer(meshes, "<i2", 3 * n, at).reshape(-1, 3) / 32767.0
    at += 6 * n + (-6 * n) % 4
    corners = np.frombuffer(meshes, "<u4", 3 * shape.triangles, at).reshape(-1, 3)
    edges = np.frombuffer(meshes, "<u4", 2 * shape.edges, at + 12 * shape.triangles).reshape(-1, 2)
    return Surface(points[corners], normals[corners], points[edges])


BUILDERS: dict[type, Callable[[Any, bytes, float], Surface]] = {
    c.Box: _box,
    c.Frustum: _frustum,
    c.Ellipsoid: _ellipsoid,
    c.Torus: _torus,
    c.Plate: _plate,
    c.Extrusion: _extrusion,
    c.Revolution: _revolution,
    c.Mesh: _mesh,
    c.Point: lambda shape, meshes, size: _ball(2 * size, 2 * size, 2 * size),
    c.Arc: lambda shape, meshes, size: _line(_circle(0.0, shape.sweep, shape.radius)),
    c.Polyline: lambda shape, meshes, size: _line(np.array(shape.points, dtype=float)),
}
"""Shape -> its surface about its own frame."""
