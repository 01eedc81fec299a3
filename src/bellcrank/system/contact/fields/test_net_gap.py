"""Triangles and segments, frustums and circles: distances against many points of both."""

import numpy as np
import pytest

from bellcrank.geometry import analytic
from bellcrank.system.contact.fields import net_gap


def rows(corners):
    """Triangles as rows of TRIANGLES."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    found = np.zeros((len(corners), 38))
    found[:, :9] = corners.reshape(-1, 9)
    found[:, net_gap.T_NORMAL : net_gap.T_NORMAL + 3] = normal / np.linalg.norm(normal, axis=1)[:, None]
    return found


def points_of(corners, count=60):
    """Points all over a triangle."""
    u, v = np.meshgrid(np.linspace(0.0, 1.0, count), np.linspace(0.0, 1.0, count))
    u, v = u[u + v <= 1.0 + 1e-12], v[u + v <= 1.0 + 1e-12]
    return corners[0] + u[:, None] * (corners[1] - corners[0]) + v[:, None] * (corners[2] - corners[0])


def test_the_distance_of_a_segment_and_a_triangle():
    rng = np.random.default_rng(1)
    corners = rng.normal(size=(60, 3, 3))
    for n, row in enumerate(rows(corners)):
        p, d = rng.normal(size=3), rng.normal(size=3)
        if n % 3 == 0:  # it crosses
            p = corners[n].mean(axis=0) - 0.4 * d
        found = net_gap.from_triangle(row[None], 0, tuple(p), tuple(d), 1e6) ** 0.5
        line = p + np.linspace(0.0, 1.0, 61)[:, None] * d
        least = np.linalg.norm(points_of(corners[n])[:, None] - line[None], axis=2).min()
        assert found <= least + 1e-12 and found > least - 0.08, "points are so far apart"
        assert n % 3 or found < 1e-12


@pytest.mark.parametrize(("l", "r", "q"), [(0.0, 1.0, 1.0), (0.7, 1.0, 1.0), (0.7, 1.0, 0.4), (3.0, 0.2, 0.5)])
def test_a_triangle_is_never_nearer_to_a_round_surface_than_told(l, r, q):
    """And what is told is not much less for small triangles."""
    rng = np.random.default_rng(2)
    a = np.array([0.48, -0.6, 0.64])
    for size, part in ((0.05, 0.6), (1.0, 0.0)):
        told, right = [], []
        for _ in range(150):
            corners = rng.uniform(-1.5, 1.5, 3) + size * rng.normal(size=(3, 3))
            p = rng.uniform(-0.3, 0.3, 3)
            row = rows(corners[None])
            told.append(net_gap.round_and_triangle(row, 0, tuple(p), tuple(a), l, r, q, 0.8))
            points = points_of(corners, 25)
            right.append(min(0.8, *(net_gap.from_round(tuple(x), tuple(p), tuple(a), l, r, q) for x in points)))
        told, right = np.maximum(told, 0.0), np.array(right)
        assert (told <= right + 1e-12).all()
        assert told.sum() > part * right.sum() and (told > 0.0).any()


def test_distances_of_many_points_are_those_of_one():
    rng = np.random.default_rng(3)
    faces = np.zeros((6, analytic.COLUMNS))
    faces[:, 0], faces[:, 1:4], faces[:, 7], faces[:, 8] = range(6), rng.normal(size=(6, 3)), 0.8, 0.3
    axes = rng.normal(size=(6, 3))
    faces[:, 4:7], faces[:, 9] = axes / np.linalg.norm(axes, axis=1)[:, None], [1, 1, -1, 1, -1, 1]
    points = rng.normal(size=(6, 3))
    found = analytic.distances(faces, np.arange(6), points)
    one = [analytic.distance(faces, k, points[k])[0] for k in range(1, 6)]
    np.testing.assert_allclose(found, [0.0, *one], rtol=1e-13)
