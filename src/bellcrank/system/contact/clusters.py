"""Trees of spheres about the features of a shape: what is far from a field is passed over as a whole.

A sphere of radius r whose centre is phi > r away from a field has no feature in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bellcrank.system.contact import layout as of

LEAF = 6


def spheres_of(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre and radius of a sphere about each feature."""
    kind, point, along = features[:, of.F_TYPE], features[:, 2:5], features[:, 5:8]
    r, s, ball = features[:, of.F_R], features[:, of.F_S], features[:, of.F_BALL]
    length = np.linalg.norm(along, axis=1)
    long = (kind == of.EDGE) | (kind == of.LINE)
    centre = np.where(long[:, None], point + 0.5 * along, point)
    radius = np.where(long, 0.5 * length + np.maximum(r, s), r + ball)
    return centre, np.where(kind == of.SUPPORT, np.abs(along).max(axis=1), radius)


def cluster(features: Sequence[tuple[float, ...]]) -> tuple[np.ndarray, np.ndarray]:
    """The features in the order of a tree, and its nodes: centre, radius, first feature or child, number or 0."""
    rows = np.array(features, float).reshape(-1, of.FEATURE_COLUMNS)
    centre, radius = spheres_of(rows)
    order, nodes, todo = np.arange(len(rows)), [np.zeros(6)], [(0, 0, len(rows))]
    while todo:
        n, a, b = todo.pop()
        own = order[a:b]
        low = (centre[own] - radius[own, None]).min(axis=0) if len(own) else np.zeros(3)
        high = (centre[own] + radius[own, None]).max(axis=0) if len(own) else np.zeros(3)
        middle = 0.5 * (low + high)
        reach = (np.linalg.norm(centre[own] - middle, axis=1) + radius[own]).max(initial=0.0)
        nodes[n] = np.array([*middle, reach, a, b - a])
        if b - a > LEAF:
            order[a:b] = own[np.argsort(centre[own, int(np.argmax(high - low))], kind="stable")]
            nodes[n][4:] = len(nodes), 0
            todo += [(len(nodes), a, (a + b) // 2), (len(nodes) + 1, (a + b) // 2, b)]
            nodes += [np.zeros(6), np.zeros(6)]
    return rows[order], np.array(nodes)
