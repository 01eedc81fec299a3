"""Nets from files whose triangles look the wrong way.

Neighbours    every edge of a closed net belongs to two triangles; each turns the other over where both run through it
              in the same direction, all through a shell                                                             (1)
Outside       the volume of a shell, sum a.(b x c)/6, is above 0 where its triangles are left about seen from outside;
              a shell that is inside out and lies in no other one is turned over, in another one it is a hole        (2)
Inside        the solid angles of a shell about a point add up to 4 pi within it, to 0 beyond (van Oosterom, Strackee
              1983, IEEE Trans. Biomed. Eng. 30, 125-126)                                                            (3)
A net with an edge of one triangle, or of more than two, is left as it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from bellcrank.geometry.mesh import WIDE, Array, Indices, Mesh


def oriented(mesh: Mesh) -> Mesh:
    """A welded net of flat triangles, those that look the wrong way turned over."""
    found = neighbours(mesh.corners)
    if found is None or mesh.middles is not None or mesh.surfaces is not None:
        return mesh
    one, two, against = found
    count = len(mesh.corners)
    links = coo_array((np.ones(len(one)), (one, two)), shape=(count, count)).tocsr()
    shells, shell = connected_components(links, directed=False)
    turned = np.zeros(count, bool) if mesh.closed else turned_by_neighbours(links, shells, shell, one, two, against)
    if turned is None:
        return mesh
    corners = np.where(turned[:, None], mesh.corners[:, ::-1], mesh.corners)
    turned_shells = inside_out(mesh.points[corners], shells, shell)
    corners = np.where(turned_shells[shell][:, None], corners[:, ::-1], corners)
    return replace(mesh, corners=np.ascontiguousarray(corners)) if (corners != mesh.corners).any() else mesh


def neighbours(corners: Indices) -> tuple[Indices, Indices, np.ndarray] | None:
    """The two triangles of each edge, and whether both run through it in the same direction; None where an edge has
    another number of them."""
    a, b = corners.ravel(), corners[:, [1, 2, 0]].ravel()
    low, high = np.minimum(a, b), np.maximum(a, b)
    order = np.argsort(low * WIDE + high, kind="stable")
    edges = (low * WIDE + high)[order]
    if not len(edges) or len(edges) % 2 or (edges[::2] != edges[1::2]).any() or (edges[1:-1:2] == edges[2::2]).any():
        return None
    first, second = order[::2], order[1::2]
    return first // 3, second // 3, a[first] == a[second]


def turned_by_neighbours(
    links: coo_array, shells: int, shell: Indices, one: Indices, two: Indices, against: np.ndarray
) -> np.ndarray | None:
    """Which triangles look another way than the first of their shell (1); None where that has no answer."""
    both = links + links.T
    size = len(shell)
    keys = np.concatenate([one * size + two, two * size + one])
    order = np.argsort(keys)
    keys, differ = keys[order], np.concatenate([against, against])[order]
    turned = np.zeros(size, bool)
    for start in np.unique(shell, return_index=True)[1]:
        along, before = breadth_first_order(both, start, directed=False)
        steps = differ[np.searchsorted(keys, before[along[1:]] * size + along[1:])]
        for triangle, step in zip(along[1:].tolist(), steps.tolist()):
            turned[triangle] = turned[before[triangle]] != step
    return turned if ((turned[one] != turned[two]) == against).all() else None


def inside_out(triangles: Array, shells: int, shell: Indices) -> np.ndarray:
    """Which shells are to be turned over (2)."""
    about = triangles.reshape(-1, 3).mean(axis=0)
    a, b, c = (triangles[:, k] - about for k in range(3))
    volumes = np.bincount(shell, (a * np.cross(b, c)).sum(1), minlength=shells)
    wrong = volumes < 0.0
    for n in np.flatnonzero(wrong):
        point = triangles[np.flatnonzero(shell == n)[0], 0]
        wrong[n] = not any(encloses(triangles[shell == m], point) for m in range(shells) if m != n)
    return wrong


def encloses(triangles: Array, point: Array) -> bool:
    """Whether a point is within a closed shell (3)."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    if (point < low).any() or (point > high).any():
        return False
    a, b, c = (triangles[:, k] - point for k in range(3))
    x, y, z = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    over = (a * np.cross(b, c)).sum(1)
    under = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
    return bool(abs(2.0 * np.arctan2(over, under).sum()) > 2.0 * np.pi)
