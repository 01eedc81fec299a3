"""Two boxes: what they are worth in the simplest poses, no jump between faces, the gradient of the energy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .poses import Poses
from .test_two_places import SIZES, slopes

CUBE, PLATE, BAR = (0.5, 0.5, 0.5), (2.0, 2.0, 0.3), (2.0, 0.2, 0.3)


def boxes(one, two, size=1.0):
    """Boxes with these edges, by corners."""
    shape = "BOX, CORNER={{m}}, X={!r}, Y={!r}, Z={!r}"
    return Poses(*(shape.format(*(size * x for x in edges)) for edges in (one, two)))


@pytest.mark.parametrize("unit", SIZES)
@pytest.mark.parametrize(
    ("one", "at"), [(CUBE, (0.7, 0.8)), (CUBE, (-0.2, 1.7)), (CUBE, (-0.1, 0.4)), (BAR, (-0.5, 1))]
)
def test_a_face_on_a_face_is_as_deep_as_it_is(unit, one, at):
    """All of it, a part of it, and a corner of it."""
    size, p = SIZES[unit], 2e-3 * SIZES[unit]
    poses = boxes(one, PLATE, size)
    for yaw in (0.0, 0.2, 0.7):
        poses.place((size * at[0], size * at[1], 0.3 * size - p), (0, 0, yaw))
        assert poses.evaluate()[0] == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize("unit", SIZES)
@pytest.mark.parametrize("angle", [0.1, 0.5, 0.25 * np.pi, 0.9, 1.4])
def test_an_edge_counts_half_and_a_corner_a_quarter(unit, angle):
    """G = (1/2)^(1/4) p and (1/4)^(1/4) p, whatever the angle."""
    size, p = SIZES[unit], 2e-3 * SIZES[unit]
    poses = boxes(CUBE, PLATE, size)
    edge = Rotation.from_rotvec((angle, 0, 0)) * Rotation.from_rotvec((0, 0, 0))
    poses.place((0.7 * size, 0.9 * size, 0.3 * size - p), edge.as_rotvec())
    assert poses.evaluate()[0] == pytest.approx(0.5**0.25 * p, rel=1e-9)
    corner = Rotation.from_rotvec((angle, 0, 0)) * Rotation.from_rotvec((0, -0.4, 0))
    poses.place((0.7 * size, 0.9 * size, 0.3 * size - p), corner.as_rotvec())
    assert poses.evaluate()[0] == pytest.approx(0.25**0.25 * p, rel=1e-9)


def crossed(poses, two, size, rng, depth):
    """An edge of a cube across the edge of a plate, at random angles, about so deep; its place and turn."""
    turn = (Rotation.from_rotvec(rng.normal(size=3) * 0.2) * Rotation.from_rotvec((0, -0.25 * np.pi, 0))).as_rotvec()
    at = size * np.array([0.0, rng.uniform(0.2, 0.8) * two[1] - 0.25, two[2]])
    out = np.array([-1.0, 0.0, 1.0]) / np.sqrt(2.0)
    way = 0.8 * size
    poses.place(at + way * out, turn)
    while poses.evaluate()[0] == 0.0 and way > -0.8 * size:
        way -= 2e-3 * size
        poses.place(at + way * out, turn)
    low, high = way - 4.0 * depth, way + 2e-3 * size
    for _ in range(50):
        way = 0.5 * (low + high)
        poses.place(at + way * out, turn)
        low, high = (way, high) if poses.evaluate()[0] > depth else (low, way)
    return at + way * out, turn


@pytest.mark.parametrize("unit", SIZES)
@pytest.mark.parametrize("two", [PLATE, CUBE, BAR])
def test_the_force_of_crossed_edges_is_the_gradient_of_the_energy(unit, two):
    """Differences inside are over 1e-5 of the rounding, along which n turns: they are good to 1e-5. (Where a corner
    of the overlap begins the slope is that of one side or of the other; none of these poses is there.)"""
    size, rng = SIZES[unit], np.random.default_rng(3)
    poses = boxes(CUBE, two, size)
    for _ in range(8):
        at, turn = crossed(poses, two, size, rng, size * 10.0 ** rng.uniform(-3.0, -2.3))
        poses.place(at, turn)
        depth, wrench = poses.evaluate()
        assert depth > 1e-4 * size
        wrench[3:] /= size
        assert slopes(poses, at, turn, size) == pytest.approx(wrench, abs=1e-4 * np.abs(wrench).max())


def test_the_depth_does_not_jump_where_another_face_looks_at_the_other():
    """A cube turns about its edge, which lies across that of a plate: a step of 1e-4 moves nothing by more."""
    rng = np.random.default_rng(5)
    poses = boxes(CUBE, PLATE)
    for _ in range(5):
        at, turn = crossed(poses, PLATE, 1.0, rng, 4e-3)
        depths = []
        for n in range(-2000, 2001):
            tilt = Rotation.from_rotvec((0.0, 1e-4 * n, 0.0))
            poses.place(at, (tilt * Rotation.from_rotvec(turn)).as_rotvec())
            depths.append(poses.evaluate()[0])
        assert max(depths) > 3e-3
        assert np.abs(np.diff(depths)).max() < 1e-4
