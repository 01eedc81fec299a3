"""Every pair of the registry at random poses: the elastic force is the gradient of the energy, action is reaction.

With E = k G^(e+1)/(e+1) and no damping the wrench on I is -dE by the motion of I, by differences: what a pair leaves
out of its weights (curved fields, moving overlaps) is of the order of depth over size, here 1e-3.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .poses import SHAPES, E, K, Poses, random_touch

NAMES = [name for name in SHAPES if name not in ("PLANE", "NET")]
PAIRS = [*((a, "PLANE") for a in NAMES), *itertools.combinations_with_replacement(NAMES, 2)]
PAIRS.remove(("POINT", "POINT"))
PAIRS += [("NET", other) for other in ("PLANE", "BALL", "CYLINDER", "TORUS")]
"""With boxes, ellipsoids and other nets a net is sharp: at random poses edge meets edge, where its normal jumps."""


def energy_slopes(poses, shift, turn, h=1e-6):
    """-dE by displacements and rotations of I about its origin."""
    found = []
    for m in range(6):
        values = []
        for sign in (1.0, -1.0):
            d = sign * h * np.eye(6)[m]
            poses.place(shift + d[:3], (Rotation.from_rotvec(d[3:]) * Rotation.from_rotvec(turn)).as_rotvec())
            values.append(K * poses.evaluate()[0] ** (E + 1.0) / (E + 1.0))
        found.append((values[1] - values[0]) / (2.0 * h))
    return np.array(found)


@pytest.mark.parametrize(("i", "j"), PAIRS)
def test_the_elastic_force_is_the_gradient_of_its_energy(i, j):
    poses, rng = Poses(i, j), np.random.default_rng(7)
    good = []
    for _ in range(4):
        shift, turn = random_touch(poses, rng, 1e-3)
        poses.place(shift, turn)
        depth, wrench = poses.evaluate()
        if depth > 1e-4:
            good.append(np.abs(energy_slopes(poses, shift, turn) - wrench).max() / np.abs(wrench).max())
    assert len(good) >= 2 or i == "POINT"
    assert np.median(good or [0.0]) < 3e-3, good


@pytest.mark.parametrize(("i", "j"), [("CYLINDER", "BOX"), ("TORUS", "ELLIPSOID"), ("BALL", "FRUSTUM"), ("BOX", "BOX")])
def test_the_order_of_the_sides_makes_no_difference(i, j):
    forth, back, rng = Poses(i, j), Poses(j, i), np.random.default_rng(3)
    shift, turn = random_touch(forth, rng, 1e-3)
    forth.place(shift, turn)
    depth, wrench = forth.evaluate()
    back.work.q[[1, 0]] = forth.work.q
    other, opposite = back.evaluate()
    assert depth > 5e-5 and other == pytest.approx(depth, rel=1e-9)
    assert opposite[:3] == pytest.approx(-wrench[:3], abs=1e-9 * np.abs(wrench).max())
