"""Triangulations in the plane."""

import numpy as np
import pytest

from bellcrank.geometry.parasolid.planar import area, crosses, flip, inside, keys, subdivide, unwrap


def areas(q, t):
    u, v = q[t[:, 1]] - q[t[:, 0]], q[t[:, 2]] - q[t[:, 0]]
    return 0.5 * (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])


def in_circle(q, t, p):
    """Whether p lies inside the circle about a triangle (left about)."""
    d = q[t] - p
    return np.linalg.det(np.column_stack([d, (d * d).sum(1)])) > 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_flipping_makes_triangles_whose_circles_are_empty(seed):
    random = np.random.default_rng(seed)
    turn = np.sort(random.uniform(0, 2 * np.pi, 24))
    q = np.column_stack([2 * np.cos(turn), np.sin(turn)])
    t = np.array([(0, k, k + 1) for k in range(1, 23)])  # a fan: as bad as can be
    flipped = flip(q, t, rounds=200)
    assert areas(q, flipped).sum() == pytest.approx(areas(q, t).sum()) and (areas(q, flipped) > 0).all()
    assert not any(in_circle(q, triangle, p) for triangle in flipped for p in q)


def test_points_around_a_centre_become_a_fan():
    n = 32
    turn = np.linspace(0, 2 * np.pi, n, endpoint=False)
    q = np.vstack([np.column_stack([np.cos(turn), np.sin(turn)]), [[0.0, 0.0]]])
    half = n // 2  # the centre lies on the edge 0-16
    strip = [(0, k, k + 1) for k in range(1, n - 1) if k != half]
    t = np.array([*strip, (0, half, n), (half, half + 1, n), (half + 1, 0, n)])
    assert (flip(q, t) == n).sum() == n


def test_subdividing_keeps_the_area_and_every_edge():
    q = np.array([[0.0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0], [2, 1]])
    t = np.array([[0, 1, 2], [0, 2, 3]])
    names = keys(t)
    fresh = np.full((2, 3), -1)
    for edge, point in (((0, 2), 4), ((0, 1), 5), ((1, 2), 6)):
        fresh[names == edge[0] * (1 << 31) + edge[1]] = point
    split = subdivide(t, fresh)
    assert areas(q, split).sum() == pytest.approx(4.0) and (areas(q, split) > 0).all() and len(split) == 6


def test_loops_around_a_cylinder_are_unwrapped():
    q = np.column_stack([np.arctan2(*np.sin(np.linspace(0, 6, 13)[:, None] + [0, np.pi / 2]).T), np.zeros(13)])
    flat, turns = unwrap(q, (2 * np.pi, None))
    assert turns == [1, 0] and (np.diff(flat[:, 0]) > 0).all()


def test_insides_crossings_areas():
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    assert area(square) == 1.0 and area(square[::-1]) == -1.0
    assert inside(np.array([0.5, 0.5]), square) and not inside(np.array([1.5, 0.5]), square)
    assert crosses(np.array([-1.0, 0.5]), np.array([2, 0.5]), square)
    assert not crosses(np.array([-1.0, 2]), np.array([2.0, 2]), square)
