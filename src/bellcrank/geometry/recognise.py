"""Which simple shape a net is: a box, ball, ellipsoid, cylinder, frustum, cone or torus, in whatever file it came.

A net is a shape where every one of its points lies on the surface of the shape, and it encloses the volume of the
shape but for what its facets cut off. Shapes are proposed by what a net has anyway: its principal
axes, the normals of its largest flat regions, its sharp edges, its extent. So a proposal may be wrong at no risk;
what holds for all points is no accident.

    tolerance   points: 1e-6 of the size (binary STL has 24 bits; six digits are usual in text)
                volume: a net of flat triangles may lack 5 % (a circle of 12 sides), never have more
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bellcrank.geometry.mass import Mass, mass_of
from bellcrank.geometry.mesh import Array, Mesh
from bellcrank.geometry.shading import feature_edges
from bellcrank.geometry.shape import Shape
from bellcrank.geometry.shapes.box import Box
from bellcrank.geometry.shapes.ellipsoid import Ellipsoid
from bellcrank.geometry.shapes.frustum import Frustum
from bellcrank.geometry.shapes.torus import Torus

ON = 1e-6
LACK = 0.05
EXCESS = 1e-4
NORMALS = 6
"""How many directions of flat regions are tried."""


class Recognised(NamedTuple):
    """A shape and its place: x = R x_shape + r."""

    shape: Shape
    R: Array
    r: Array


def recognise(mesh: Mesh) -> Recognised | None:
    """The shape a net is; None where it is none of those known."""
    if not mesh.closed:
        return None
    whole = mass_of(mesh)
    if whole.mass <= 0.0:
        return None
    for propose in (_ball, _box, _frustum, _torus, _ellipsoid):
        for found in propose(mesh, whole):
            if _is(mesh, whole, found):
                return found
    return None


def _is(mesh: Mesh, whole: Mass, found: Recognised) -> bool:
    volume = found.shape.mass().mass
    if not (1.0 - LACK) * volume < whole.mass < (1.0 + EXCESS) * volume:
        return False
    points = mesh.points[np.unique(mesh.corners)]
    if mesh.middles is not None:
        points = np.concatenate([points, mesh.middles.reshape(-1, 3)])
    return bool(found.shape.off((points - found.r) @ found.R).max() < ON * mesh.size)


def _ball(mesh: Mesh, whole: Mass) -> Iterator[Recognised]:
    points = mesh.points[np.unique(mesh.corners)]
    centre = _centre(points)
    d = 2.0 * float(np.linalg.norm(points - centre, axis=1).mean())
    yield Recognised(Ellipsoid(d, d, d), np.eye(3), centre)


def _box(mesh: Mesh, whole: Mass) -> Iterator[Recognised]:
    """Along its longest sharp edge and the longest one normal to that."""
    ends = mesh.points[feature_edges(mesh)]
    if not 12 <= len(ends) <= 10_000:
        return
    edges = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(edges, axis=1)
    x = edges[np.argmax(length)] / length.max()
    normal = np.abs(edges @ x) < 1e-2 * length
    if normal.any():
        y = edges[normal][np.argmax(length[normal])]
        y = y - (y @ x) * x
        y /= np.linalg.norm(y)
        R = np.column_stack([x, y, np.cross(x, y)])
        local = mesh.points @ R
        low, high = local.min(axis=0), local.max(axis=0)
        yield Recognised(Box(*(high - low).tolist()), R, R @ low)


def _frustum(mesh: Mesh, whole: Mass) -> Iterator[Recognised]:
    """Along each likely axis: the circle at its wider end, the largest radius at the other."""
    points, slack = mesh.points[np.unique(mesh.corners)] - whole.cm, 1e-6 * mesh.size
    for axis in _axes(mesh, whole):
        for sign in (1.0, -1.0):
            R = _frame(sign * axis)
            local = points @ R
            low, high = float(local[:, 2].min()), float(local[:, 2].max())
            lower, upper = (local[np.abs(local[:, 2] - end) < slack, :2] for end in (low, high))
            middle = _centre(lower)
            bottom, top = (float(np.linalg.norm(end - middle, axis=1).max()) for end in (lower, upper))
            if top < slack:
                top = 0.0
            elif abs(bottom - top) < slack:
                top = bottom
            if bottom >= top:
                yield Recognised(Frustum(high - low, bottom, top), R, whole.cm + R @ np.append(middle, low))


def _centre(points: Array) -> Array:
    """The point that is as far from all points (in the plane or in space), by least squares; their mean where few."""
    mean = points.mean(axis=0)
    p = points - mean
    p = p[np.linalg.norm(p, axis=1) > 0.5 * np.linalg.norm(p, axis=1).max(initial=0.0)]  # points inside a flat end
    if len(p) <= p.shape[1]:
        return np.asarray(mean)
    found, *_ = np.linalg.lstsq(np.column_stack([2.0 * p, np.ones(len(p))]), (p * p).sum(1), rcond=None)
    return np.asarray(mean + found[:-1])


def _torus(mesh: Mesh, whole: Mass) -> Iterator[Recognised]:
    for axis in _axes(mesh, whole):
        R = _frame(axis)
        local = (mesh.points[np.unique(mesh.corners)] - whole.cm) @ R
        radius = np.hypot(local[:, 0], local[:, 1])
        minor = float(radius.max() - radius.min()) / 2.0
        major = float(radius.max() + radius.min()) / 2.0
        if 0.0 < minor < major:
            yield Recognised(Torus(major, minor), R, whole.cm)


def _ellipsoid(mesh: Mesh, whole: Mass) -> Iterator[Recognised]:
    """Half axes by the extent along the principal axes."""
    R = np.linalg.eigh(whole.inertia)[1]
    R[:, 2] = np.cross(R[:, 0], R[:, 1])
    local = (mesh.points - whole.cm) @ R
    moments = np.diag(R.T @ whole.inertia @ R) / whole.mass
    half = np.sqrt(np.maximum(2.5 * (moments.sum() - 2.0 * moments), 0.0))
    rows = local**2
    found, *_ = np.linalg.lstsq(rows, np.ones(len(rows)), rcond=None)
    if (found > 0.0).all() and np.abs(np.sqrt(1.0 / found) / half - 1.0).max() < 0.1:
        yield Recognised(Ellipsoid(*(2.0 / np.sqrt(found)).tolist()), R, whole.cm)


def _axes(mesh: Mesh, whole: Mass) -> Iterator[Array]:
    yield from _directions(mesh)[:3]
    yield from np.linalg.eigh(whole.inertia)[1].T


def _directions(mesh: Mesh) -> list[Array]:
    """The normals of the largest flat regions, without their opposites."""
    normals, twice = mesh.normals()
    signs = np.where((np.round(normals, 5) @ np.array([1.0, 1e-3, 1e-6])) < 0.0, -1.0, 1.0)
    turned = normals * signs[:, None]
    names, group = np.unique(np.round(turned, 5), axis=0, return_inverse=True)
    group = group.reshape(-1)
    area = np.bincount(group, twice, len(names))
    best = np.argsort(-area)[:NORMALS]
    mean = [np.array([np.bincount(group, twice * turned[:, k], len(names))[b] for k in range(3)]) for b in best]
    return [m / np.linalg.norm(m) for m in mean if np.linalg.norm(m) > 0.0]


def _frame(z: Array) -> Array:
    """A rotation whose third column is a direction."""
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
