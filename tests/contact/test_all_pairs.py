"""Every pair of the registry at random poses: the elastic force is the gradient of the energy, action is reaction.

With E = k G^(e+1)/(e+1) and no damping the wrench on I is -dE by the motion of I, by differences of 1e-6, at depths
from 1e-3 to 1e-2: mostly 1e-6; EXACT is the limit.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bellcrank.system.contact.pair import find
from bellcrank.system.contact.shapes import KINDS

from .poses import SHAPES, E, K, Poses, random_touch

NAMES = [name for name in SHAPES if name != "PLANE"]
PAIRS = [*((a, "PLANE") for a in NAMES), *itertools.combinations_with_replacement(NAMES, 2)]
PAIRS.remove(("POINT", "POINT"))
EXACT = 1e-3
"""Circles at edges by the quadrature; mostly 1e-6."""


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


def touches(poses, rng, count=5, depth=None):
    """Poses of I at which it is about so deep in J, or 1e-3 to 1e-2, with depth and wrench."""
    for _ in range(count):
        shift, turn = random_touch(poses, rng, depth or 10.0 ** rng.uniform(-3.0, -2.0))
        poses.place(shift, turn)
        found, wrench = poses.evaluate()
        if found > 1e-4:
            yield shift, turn, found, wrench


def misses(poses, **which):
    """How far the force is off the gradient at some poses, as a part of it."""
    return [
        np.abs(energy_slopes(poses, shift, turn) - wrench).max() / np.abs(wrench).max()
        for shift, turn, _, wrench in touches(poses, np.random.default_rng(11), **which)
    ]


@pytest.mark.parametrize(("i", "j"), PAIRS)
def test_the_elastic_force_is_the_gradient_of_its_energy(i, j):
    good = misses(Poses(i, j))
    assert good or i == "POINT"
    assert max(good, default=0.0) < EXACT, good


def test_the_list_of_shapes_has_all_kinds_of_the_registry():
    """Each with each, but for planes, and curves, which have tests of their own (test_curves.py)."""
    kinds = {Poses(name, "BALL").pair.i.shape.kind for name in SHAPES}
    assert kinds == set(KINDS) - {"CURVE"}
    for a, b in itertools.combinations_with_replacement(sorted(kinds), 2):
        assert find(a, b) is not None or (a, b) == ("PLANE", "PLANE")


@pytest.mark.parametrize(("i", "j"), PAIRS)
def test_the_order_of_the_sides_makes_no_difference(i, j):
    """Bodies change places: the same depth, the opposite force, and the opposite torque about the origin of ground."""
    forth, back, rng = Poses(i, j), Poses(j, i), np.random.default_rng(3)
    for _, _, depth, wrench in touches(forth, rng):
        back.work.q[[1, 0]] = forth.work.q
        other, opposite = back.evaluate()
        small = 1e-12 * np.abs(wrench).max()
        assert other == pytest.approx(depth, rel=1e-12)
        assert opposite[:3] == pytest.approx(-wrench[:3], abs=small)
        about = [w[3:] + np.cross(q[:3], w[:3]) for w, q in zip((wrench, opposite), forth.work.q)]
        assert about[1] == pytest.approx(-about[0], abs=small)


@pytest.mark.parametrize(("i", "j"), PAIRS)
def test_depth_and_force_do_not_jump(i, j):
    """A walk in steps of 1e-6, with rotations: the depth follows (at most 4e-6), the force to 1e-2 of its size.

    Forces go with depth^1.5, at 1e-3 by 1.5e-3 of themselves in a step of 1e-6.
    """
    poses, rng = Poses(i, j), np.random.default_rng(11)
    shift, turn = random_touch(poses, rng, 1e-3)
    d, w = (x / np.linalg.norm(x) for x in rng.normal(size=(2, 3)))
    depths, forces = [], []
    for n in range(200):
        poses.place(shift + 1e-6 * n * d, (Rotation.from_rotvec(1e-6 * n * w) * Rotation.from_rotvec(turn)).as_rotvec())
        depth, wrench = poses.evaluate()
        depths.append(depth)
        forces.append(wrench[:3].copy())
    assert np.abs(np.diff(depths)).max() < 4e-6
    size = np.linalg.norm(forces, axis=1).max()
    assert np.linalg.norm(np.diff(forces, axis=0), axis=1).max() <= 1e-2 * size


CONVEX = [pair for pair in PAIRS if not {"PLANE", "POINT", "TORUS", "NET", "CONVEX"} & set(pair)]


def surface(poses, id, body):
    """Points of the surface of a GRAPHICS in ground."""
    (piece,) = poses.model.get("GRAPHICS", id).solid(poses.model).pieces
    points, q = piece.shape.mesh(0.05).points @ piece.R.T + piece.r, poses.work.q[body]
    return Rotation.from_quat(np.roll(q[3:], -1)).apply(points) + q[:3]


@pytest.mark.parametrize(("i", "j"), CONVEX)
def test_no_contact_is_missed(i, j):
    """Against the points of nets: at the first touch none of one body is deeper than 0.02 in the hull of the other.

    Edges are rounded by 2 % of the thickness (0.5 to 1), a corner counts 0.33 of its depth, steps are 2e-3.
    """
    from scipy.spatial import ConvexHull

    poses, rng = Poses(i, j), np.random.default_rng(5)
    for _ in range(3):
        shift, turn = random_touch(poses, rng, 1e-3)
        poses.place(shift, turn)
        if poses.evaluate()[0] < 1e-4:
            continue
        a, b = surface(poses, 2, 0), surface(poses, 3, 1)
        for points, other in ((a, b), (b, a)):
            planes = ConvexHull(other).equations
            inside = -(planes[:, :3] @ points.T + planes[:, 3:]).max(axis=0)
            assert inside.max() < 0.02
