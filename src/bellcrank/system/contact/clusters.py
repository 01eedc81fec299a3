"""Trees of spheres about the features of a shape: what is far from a field is passed over as a whole.

A sphere of radius r whose centre is phi > r away from a field has no feature in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bellcrank.system.contact import layout as of
from bellcrank.system.contact.halves import halves

LEAF = 6


def spheres_of(features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centre and radius of a sphere about each feature, and (3) of lying.py."""
    kind, point, along = features[:, of.F_TYPE], features[:, 2:5], features[:, 5:8]
    r, s, ball = features[:, of.F_R], features[:, of.F_S], features[:, of.F_BALL]
    length = np.linalg.norm(along, axis=1)
    long = (kind == of.EDGE) | (kind == of.LINE)
    centre = np.where(long[:, None], point + 0.5 * along, point)
    reach = np.where((kind == of.CORNER) & (s > 0.0), 0.5 * (length + s), 0.0)
    radius = np.where(long, 0.5 * length + np.maximum(r, s), r + ball) + reach
    return centre, np.where(kind == of.SUPPORT, np.abs(along).max(axis=1), radius)


def cluster(features: Sequence[tuple[float, ...]]) -> tuple[np.ndarray, np.ndarray]:
    """The features in the order of a tree, and its nodes: centre, radius, first feature or child, number or 0."""
    rows = np.array(features, float).reshape(-1, of.FEATURE_COLUMNS)
    centre, radius = spheres_of(rows)
    if not len(rows):
        return rows, np.zeros((1, 6))
    order, depths = halves(centre - radius[:, None], centre + radius[:, None], centre, LEAF)
    nodes = []
    for depth in depths:
        middle = 0.5 * (depth.low + depth.high)
        reach = np.linalg.norm(centre[depth.own] - middle[depth.box], axis=1) + radius[depth.own]
        nodes.append(np.column_stack([middle, np.maximum.reduceat(reach, depth.first), depth.links]))
    return rows[order], np.vstack(nodes)
