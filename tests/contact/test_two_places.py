"""One feature in two places of a hollow net: its depth does not jump, and the force is the gradient of its energy.

The net is a channel with two walls of different height; bars, rings and ellipsoids lie across it.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .poses import E, K, Poses

SIZES = {"metres": 1.0, "millimetres": 1000.0, "hair": 1e-4}
WALLS = ((0, 0), (1, 0), (1, 0.6), (0.8, 0.6), (0.8, 0.1), (0.2, 0.1), (0.2, 0.55), (0, 0.55), (0, 0))
ACROSS = {
    "BOX": "BOX, CORNER={{m}}, X={0}, Y={1}, Z={1}",
    "CYLINDER": "CYLINDER, CM={{m}}, LENGTH={0}, RADIUS={1}",
    "TORUS": "TORUS, CM={{m}}, MAJORRADIUS={2}, MINORRADIUS={3}",
    "ELLIPSOID": "ELLIPSOID, CM={{m}}, XSCALE={0}, YSCALE={1}, ZSCALE={1}",
}
ALONG = {"BOX": 0, "CYLINDER": 2, "TORUS": 2, "ELLIPSOID": 0}
"""The axis that lies across the channel; of a ring that which lies along it."""


def channel(size):
    """A channel along z, open towards y."""
    points = ", ".join(f"{size * x!r},{size * y!r},0" for x, y in WALLS)
    return f"EXTRUSION, RM={{m}}, LENGTH={0.8 * size!r}, POINTS={points}"


def bodies(name, size):
    """A body and the channel."""
    return Poses(ACROSS[name].format(1.4 * size, 0.3 * size, 0.5 * size, 0.1 * size), channel(size))


def across(name, rng):
    """A rotation vector by which a body lies across the channel, nearly."""
    e, to = np.eye(3)[ALONG[name]], np.array([0, 0, 1.0]) if name == "TORUS" else np.array([1.0, 0, 0])
    axis = np.cross(e, to)
    turn = Rotation.from_rotvec(0.5 * np.pi * axis) if axis.any() else Rotation.identity()
    own = Rotation.from_rotvec(rng.uniform(0.0, np.pi) * to)
    return (Rotation.from_rotvec(rng.normal(size=3) * 0.07) * own * turn).as_rotvec()


def lowered(poses, name, rng, size, depth):
    """A place above the channel from which a body is pushed into it until it is so deep; and its rotation."""
    turn, middle = across(name, rng), np.array([0.5, 0.0, 0.4])
    own = Rotation.from_rotvec(turn).apply([0.7, 0.15, 0.15]) if name == "BOX" else np.zeros(3)
    at = size * (middle + 0.05 * rng.normal(size=3) - own)
    poses.place((0.0, 9.0 * size, 0.0), turn)
    high = 2.0 * size
    while poses.evaluate()[0] == 0.0 and high > 0.0:
        high -= 5e-3 * size
        at[1] = high
        poses.place(at, turn)
    low, high = high - 2.0 * depth, high + 5e-3 * size
    for _ in range(60):
        at[1] = 0.5 * (low + high)
        poses.place(at, turn)
        low, high = (at[1], high) if poses.evaluate()[0] > depth else (low, at[1])
    return at, turn


def slopes(poses, at, turn, size):
    """-dE by displacements, and by rotations over the size, by differences."""
    h, found = 1e-6, []
    for m in range(6):
        values = []
        for sign in (1.0, -1.0):
            d = sign * h * np.eye(6)[m]
            poses.place(at + size * d[:3], (Rotation.from_rotvec(d[3:]) * Rotation.from_rotvec(turn)).as_rotvec())
            values.append(K * poses.evaluate()[0] ** (E + 1.0) / (E + 1.0))
        found.append((values[1] - values[0]) / (2.0 * h * size))
    return np.array(found)


@pytest.mark.parametrize("name", ACROSS)
@pytest.mark.parametrize("unit", SIZES)
def test_the_force_is_the_gradient_of_the_energy(name, unit):
    """Differences of 1e-6 are good to 1e-6 of the force; circles are integrated to 1e-4, as in test_all_pairs.py."""
    size, rng = SIZES[unit], np.random.default_rng(4)
    poses = bodies(name, size)
    for _ in range(6):
        at, turn = lowered(poses, name, rng, size, size * 10.0 ** rng.uniform(-3.0, -2.0))
        poses.place(at, turn)
        depth, wrench = poses.evaluate()
        assert depth > 1e-4 * size
        wrench[3:] /= size
        assert slopes(poses, at, turn, size) == pytest.approx(wrench, abs=1e-3 * np.abs(wrench).max())


@pytest.mark.parametrize("name", ACROSS)
@pytest.mark.parametrize("speed", [1e-5, 1e-4])
def test_the_depth_does_not_jump_where_it_tilts_from_wall_to_wall(name, speed):
    """From the one wall over both to the other: a step changes the depth by no more than its ends move, 0.8 each."""
    size, rng = 1.0, np.random.default_rng(7)
    poses = bodies(name, size)
    for _ in range(3):
        at, turn = lowered(poses, name, rng, size, 5e-3)
        centre = np.array([0.5, 0.55, 0.4])
        depths = []
        for angle in speed * np.arange(-300, 301):
            tilt = Rotation.from_rotvec([0.0, 0.0, angle])
            poses.place(centre + tilt.apply(at - centre), (tilt * Rotation.from_rotvec(turn)).as_rotvec())
            depths.append(poses.evaluate()[0])
        assert max(depths) > 4e-3
        assert np.abs(np.diff(depths)).max() < 1.6 * speed


def test_two_places_of_an_edge_count_together():
    """Of a bar that lies on one edge across both walls: g^4 of each, and the product of their squares (turns.py). Walls
    have edges of their own, which see the bar: with the same height all are as deep, 1/2 (1 + 1 + 1) of the bar's and
    1/2 of each of the four edges of the walls."""
    walls = "0,0,0, 1,0,0, 1,0.6,0, 0.8,0.6,0, 0.8,0.1,0, 0.2,0.1,0, 0.2,0.6,0, 0,0.6,0, 0,0,0"
    poses = Poses(ACROSS["BOX"].format(1.4, 0.3, 0, 0), f"EXTRUSION, RM={{m}}, LENGTH=0.8, POINTS={walls}")
    turn, g = Rotation.from_rotvec([-0.25 * np.pi, 0.0, 0.0]), 2e-3
    one = Poses(ACROSS["BOX"].format(1.4, 0.3, 0, 0), f"EXTRUSION, RM={{m}}, LENGTH=0.8, POINTS={walls}")
    one.place((0.3, 0.6 - g, 0.4), turn.as_rotvec())
    poses.place((-0.2, 0.6 - g, 0.4), turn.as_rotvec())
    single, both = one.evaluate()[0] ** 4, poses.evaluate()[0] ** 4
    assert both - 2.0 * single == pytest.approx(0.5 * g**4, rel=1e-6)
