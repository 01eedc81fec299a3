"""Nets of triangles as shapes of contacts: tables for their field, and what of them may touch.

Triangles   nine coordinates, the face, 1 for each sharp edge and corner, then the normals of face, edges and points
            (pseudo-normals, weighed by angles): the side of a point is that of the normal where it is nearest      (1)
            and last how far the surface of its face is outside of it
Tree        boxes, split at the median of the longest side
Features    corners of flat regions, each with half of its two borders over the perimeter of the region, of that
            which lies where it has several (shares.py); sharp edges between flat regions; circles and lines of whole
            cylinders and cones; whole tori and balls; points of other curved surfaces, a third each                (2)
References  Baerentzen, Aanaes (2005), IEEE Trans. Vis. Comp. Graphics 11, 243-253 (pseudo-normals).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.errors import Message, UnsupportedError
from bellcrank.geometry import analytic
from bellcrank.system.contact import layout as of
from bellcrank.system.contact.halves import halves
from bellcrank.system.contact.insets import corner_inset
from bellcrank.system.contact.shapes import INSET, Packed, feature
from bellcrank.system.contact.thickness import thickness

LEAF = 8
FLAT = 1e-5
"""Triangles whose normals differ by less are one flat region."""
SHARP = 0.02
"""Edges that bend by more are sharp, unless both sides belong to one face."""
WIDEST = 1.2
"""Radians: a circle is whole where no two neighbouring points of it are farther apart."""
MOST_EDGES = 400
ALIKE = 1e-6
"""Shares of a corner that differ by less, as a part of the largest, are one."""


@dataclass(frozen=True, eq=False)
class Net:
    """Tables of a net: triangles (n, 38), boxes (m, 6) and links (m, 2) of its tree, surfaces of its faces."""

    triangles: np.ndarray
    boxes: np.ndarray
    links: np.ndarray
    faces: np.ndarray


def pack_net(net: Any) -> Packed:
    """A net that is none of the simple shapes; it must be closed."""
    net = net.welded()
    if not net.closed:
        what = f"A net of a contact encloses no volume: {net.open_edges} of its edges are open or doubled."
        raise UnsupportedError(Message("error", "E512", what, cure="close the net in the program that made it."))
    edges = Edges(net)
    order, boxes, links = tree(net.points[net.corners])
    faces = net.surfaces if net.surfaces is not None else np.zeros((int(net.faces.max()) + 1, analytic.COLUMNS))
    low, high = net.points.min(axis=0), net.points.max(axis=0)
    centre = 0.5 * (low + high)
    radius = float(np.linalg.norm(net.points - centre, axis=1).max())
    thin = thickness(net.points, net.corners, edges.normals, edges.twice)
    features = tuple(features_of(net, edges, faces, INSET * thin))
    off, bent = outside(net, faces), float((faces[:, analytic.KIND] > analytic.PLANE).any())
    rows = np.ascontiguousarray(np.column_stack([rows_of(net, edges), off])[order])
    return Packed(
        "MESH", (0.0, 0.0, 0.0), tuple(centre), radius, thin, np.eye(3), np.zeros(3), features,
        (0.0, 0.0, 0.0, 0.0, bent, float(off.max())), Net(rows, boxes, links, faces),
    )  # fmt: skip


def outside(net: Any, faces: np.ndarray) -> np.ndarray:
    """How far the surface of its face is outside of each triangle: looked at in its corners, in the middle of its sides
    and in its own, since between points of a sphere there may be 4/3 of what is at the sides."""
    p = net.points[net.corners]
    places = [*p.transpose(1, 0, 2), *(0.5 * (p + p[:, [1, 2, 0]])).transpose(1, 0, 2), p.mean(axis=1)]
    return np.asarray(4.0 / 3.0 * np.max([-analytic.distances(faces, net.faces, x) for x in places], axis=0).clip(0.0))


class Edges:
    """Which triangle is behind each edge of each triangle, and which edges are sharp."""

    def __init__(self, net: Any) -> None:
        self.normals, self.twice = net.normals()
        c, n = net.corners, len(net.points)
        a, b = c.ravel(), c[:, [1, 2, 0]].ravel()
        forth, back = a * n + b, b * n + a
        order = np.argsort(forth)
        self.other = order[np.searchsorted(forth[order], back)].reshape(-1, 3) // 3
        """(m, 3): the triangle behind the edges 01, 12, 20."""
        bend = 1.0 - (self.normals[:, None, :] * self.normals[self.other]).sum(2)
        same = (net.faces[:, None] == net.faces[self.other]) & (net.surfaces is not None)
        self.sharp = (bend > 0.5 * SHARP**2) & ~same
        ends = net.points[c[:, [1, 2, 0]]] - net.points[c]
        self.convex = (np.cross(self.normals[:, None, :], self.normals[self.other]) * ends).sum(2) > 0.0
        self.region = regions(net, self, bend)
        """(m,): flat regions, numbered."""


def regions(net: Any, edges: Edges, bend: np.ndarray) -> np.ndarray:
    """The flat region of each triangle: neighbours with the same normal, spread until nothing changes."""
    region = np.arange(len(net.corners))
    joined = bend < 0.5 * FLAT**2 + 1e-15
    while True:
        near = np.where(joined, region[edges.other], region[:, None]).min(axis=1)
        new = np.minimum(region, near)
        new = new[new]
        if (new == region).all():
            return np.asarray(region)
        region = new


def rows_of(net: Any, edges: Edges) -> np.ndarray:
    """(1)"""
    p = net.points[net.corners]
    angle = np.empty(net.corners.shape)
    for k in range(3):
        u, v = p[:, (k + 1) % 3] - p[:, k], p[:, (k + 2) % 3] - p[:, k]
        angle[:, k] = np.arctan2(np.linalg.norm(np.cross(u, v), axis=1), (u * v).sum(1))
    at_points = np.zeros((len(net.points), 3))
    for k in range(3):
        np.add.at(at_points, net.corners[:, k], angle[:, k, None] * edges.normals)
    at_edges = edges.normals[:, None, :] + edges.normals[edges.other]
    touches = np.zeros(len(net.points), bool)  # points on a sharp edge
    for k in range(3):
        touches[net.corners[edges.sharp[:, k], k]] = touches[net.corners[edges.sharp[:, k], (k + 1) % 3]] = True
    sharp_points = touches[net.corners]
    rows = [p.reshape(-1, 9), net.faces[:, None], edges.sharp, sharp_points, edges.normals]
    rows += [at_edges.reshape(-1, 9), at_points[net.corners].reshape(-1, 9)]
    return np.ascontiguousarray(np.hstack([np.asarray(r, float) for r in rows]))


def tree(triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Order of the triangles, boxes and (first child or triangle, triangles of a leaf or 0) of a tree."""
    order, depths = halves(triangles.min(axis=1), triangles.max(axis=1), triangles.mean(axis=1), LEAF)
    boxes = np.vstack([np.hstack([depth.low, depth.high]) for depth in depths])
    return order, boxes, np.vstack([depth.links for depth in depths]).astype(np.uint32)


# ---- features


def features_of(net: Any, edges: Edges, faces: np.ndarray, rho: float) -> list[tuple[float, ...]]:
    """(2), with balls of radius rho inside of corners (insets.py)."""
    found, done = round_features(net, edges, faces)
    shares = Shares(net, edges)
    weight = shares.weight
    curved = np.zeros(len(net.points), bool)
    flat = np.bincount(edges.region[edges.region], minlength=len(net.corners))[edges.region] > 1
    single = ~flat & ~edges.sharp.all(axis=1)
    curved[net.corners[single].ravel()] = True
    around = normals_around(net, edges)
    for point in np.unique(net.corners):
        if not done[point] and (weight[point] > 0.0 or curved[point]):
            share = max(float(weight[point]), 1.0 / 3.0 if curved[point] else 0.0)
            inset, ball = corner_inset(around[point], rho) if weight[point] > 0.0 else (np.zeros(3), 0.0)
            faces = np.zeros((0, 4)) if curved[point] else shares.faces(point)
            found.append(feature(of.CORNER, share, net.points[point], inset, s=ball, faces=faces))
    bent = float((faces[:, analytic.KIND] > analytic.PLANE).any())
    return found + edge_features(net, edges, done, bent)


def normals_around(net: Any, edges: Edges) -> list[np.ndarray]:
    """The normals of the triangles around each point."""
    order = np.argsort(net.corners.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(net.corners.ravel(), minlength=len(net.points)))
    return np.split(edges.normals[order // 3], ends[:-1])


class Shares:
    """Of each corner of flat regions: half of its two borders, as far as they are straight, over the perimeter."""

    def __init__(self, net: Any, edges: Edges) -> None:
        border = edges.region[:, None] != edges.region[edges.other]
        t, k = np.nonzero(border)
        a, b = net.corners[t, k], net.corners[t, (k + 1) % 3]
        region, points = edges.region[t], len(net.points)
        length = np.linalg.norm(net.points[b] - net.points[a], axis=1)
        straight = straight_points(net, edges, t, k)
        half = 0.5 * length / np.bincount(region, length, len(net.corners))[region]
        ahead, behind = region * points + b, region * points + a
        keys = np.concatenate([behind, ahead])
        shares = np.concatenate([along(half, behind, ahead, straight[b]), along(half, ahead, behind, straight[a])])
        kept = ~straight[keys % points]
        found, place = np.unique(keys[kept], return_inverse=True)
        share = np.bincount(place, shares[kept], len(found))
        self.point, self.region, self.share = found % points, found // points, share
        self.weight = np.zeros(points)
        """Of each point the largest share."""
        np.maximum.at(self.weight, self.point, share)
        order = np.argsort(self.point, kind="stable")
        ends = np.cumsum(np.bincount(self.point, minlength=points))
        self._of, self._normals = np.split(order, ends[:-1]), edges.normals

    def faces(self, point: int) -> np.ndarray:
        """Normals and shares of the faces around a point, at most MOST_FACES; none where all shares are alike."""
        of_point = self._of[point]
        share = self.share[of_point]
        if len(share) < 2 or share.max() - share.min() < ALIKE * share.max():
            return np.zeros((0, 4))
        largest = of_point[np.argsort(-share, kind="stable")[: of.MOST_FACES]]
        return np.column_stack([self._normals[self.region[largest]], self.share[largest]])


def along(half: np.ndarray, here: np.ndarray, there: np.ndarray, goes_on: np.ndarray) -> np.ndarray:
    """Half lengths of borders from `here` to `there`, and of those that go on straight from there."""
    order = np.argsort(here, kind="stable")
    following = order[np.searchsorted(here[order], there).clip(max=max(0, len(order) - 1))] if len(order) else order
    total = half
    for _ in range(len(half)):
        longer = half + np.where(goes_on, total[following], 0.0)
        if (longer == total).all():
            break
        total = longer
    return total


def straight_points(net: Any, edges: Edges, t: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Points in the middle of straight borders: they are no corners."""
    a, b = net.corners[t, k], net.corners[t, (k + 1) % 3]
    d = net.points[b] - net.points[a]
    d /= np.maximum(np.linalg.norm(d, axis=1), 1e-300)[:, None]
    total, size = np.zeros((len(net.points), 3, 3)), np.zeros(len(net.points))
    for ends in (a, b):
        np.add.at(total, ends, d[:, :, None] * d[:, None, :])
        np.add.at(size, ends, 1.0)
    largest = np.linalg.eigvalsh(total)[:, 2]
    return np.asarray((size > 0.0) & (largest > (1.0 - 1e-9) * size))


def edge_features(net: Any, edges: Edges, done: np.ndarray, bent: float) -> list[tuple[float, ...]]:
    """Sharp convex edges, the longest ones; bent: 1 where the net has curved faces."""
    t, k = np.nonzero(edges.sharp & edges.convex)
    a, b = net.corners[t, k], net.corners[t, (k + 1) % 3]
    once = (a < b) & ~(done[a] & done[b])
    a, b = a[once], b[once]
    d = net.points[b] - net.points[a]
    longest = np.argsort(-np.linalg.norm(d, axis=1))[:MOST_EDGES]
    return [feature(of.EDGE, 0.5, net.points[a[n]], d[n], faces=[(bent, 0.0, 0.0, 0.0)]) for n in longest]


def round_features(net: Any, edges: Edges, faces: np.ndarray) -> tuple[list[tuple[float, ...]], np.ndarray]:
    """Circles, lines and balls of whole round faces, and the points that they stand for."""
    done, found = np.zeros(len(net.points), bool), []
    for f, row in enumerate(faces):
        kind, side = int(row[analytic.KIND]), row[analytic.SIDE]
        own = net.faces == f
        if side < 0.0 or not own.any() or kind not in (2, 3, 4, 5):
            continue
        ids = np.unique(net.corners[own])
        d = net.points[ids] - row[1:4]
        s = d @ row[4:7]
        across = d - s[:, None] * row[4:7]
        rho = np.linalg.norm(across, axis=1)
        if kind == analytic.SPHERE:
            if 0.5 * edges.twice[own].sum() > 0.3 * 4.0 * np.pi * row[7] ** 2:
                found.append(feature(of.CORNER, 1.0, row[1:4], ball=float(row[7])))
                done[ids] = True
            continue
        if not whole(across, row[4:7]):
            continue
        if kind == analytic.TORUS:
            if rho.max() > row[7] + 0.9 * row[8]:
                found.append(feature(of.CIRCLE, 1.0, row[1:4], row[4:7], float(row[7]), ball=float(row[8])))
                done[ids] = True
            continue
        low, high = float(s.min()), float(s.max())
        radius = [float(row[7] + (row[8] if kind == analytic.CONE else 0.0) * z) for z in (low, high)]
        ends = [row[1:4] + z * row[4:7] for z in (low, high)]
        found += [feature(of.CIRCLE, 0.5, ends[n], row[4:7], radius[n]) for n in range(2)]
        found.append(feature(of.LINE, 0.5, ends[0], ends[1] - ends[0], radius[0], radius[1]))
        done[ids] = True
    return found, done


def whole(across: np.ndarray, axis: np.ndarray) -> bool:
    """Whether points go all around an axis."""
    e = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    e /= np.linalg.norm(e)
    angle = np.sort(np.arctan2(across @ np.cross(axis, e), across @ e))
    return bool(len(angle) > 5 and np.diff(np.append(angle, angle[0] + 2.0 * np.pi)).max() < WIDEST)
