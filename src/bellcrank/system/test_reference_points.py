"""Bodies that are followed at a point of the axis on which they turn, not at their mass centre."""

from __future__ import annotations

import time
from types import SimpleNamespace

import numpy as np
import pytest

from bellcrank.system import charts, motion
from bellcrank.system import layout as at
from bellcrank.system.reference_points import _ways_to_ground, reference_points
from bellcrank.testing import Sample
from bellcrank.testing.derivatives import check_newton_matrix

HINGE = "JOINT/1, REVOLUTE, I=21, J=11"
FORCES = """
SFORCE/1, TRANSLATIONAL, I=22, J=32, FUNCTION=-3*VR(22,32)-2*DM(22,32)
BUSHING/1, I=22, J=32, K=1,2,3, C=4,5,6, KT=1,2,3, CT=1,2,3
SFORCE/2, ROTATION, I=22, J=32, FUNCTION=ACCX(22,32)
"""


def offset(sample: Sample) -> np.ndarray:
    """From the axis to the mass centre of the first part, ground axes."""
    turn = sample.work.body[0, :9].reshape(3, 3)
    return turn @ sample.system.tables[at.OFFSET][0]


@pytest.mark.parametrize("joint", ["REVOLUTE", "CYLINDRICAL"])
def test_the_point_is_on_the_axis_of_the_joint(joint):
    sample = Sample(HINGE.replace("REVOLUTE", joint))
    ((body, c),) = reference_points(sample.builder).items()
    position, axes = sample.builder.marker_local[sample.builder.uses["PARALLEL"][0].i]
    z = np.array(axes).reshape(3, 3)[:, 2]
    assert body == 0 and np.array(c) @ z == pytest.approx(0.0, abs=1e-14)
    assert np.cross(np.array(c) + position, z) == pytest.approx(np.zeros(3), abs=1e-14)


@pytest.mark.parametrize("joint", ["SPHERICAL", "FIXED", "TRANSLATIONAL", "HOOKE", "PLANAR"])
def test_other_joints_have_none(joint):
    assert not reference_points(Sample(HINGE.replace("REVOLUTE", joint)).builder)


def test_a_rotor_on_a_part_has_one_and_a_link_of_a_chain_has_none():
    """Mass centre 0.01 m or 1 m off its axis, radius of gyration 0.1 m; the part it turns on slides on ground."""
    text = "PART/7, MASS=1, CM=70, IP=0.01,0.01,0.01\nMARKER/70, PART=7, QP={},0,0\nMARKER/71, PART=7\n"
    held = "JOINT/1, TRANSLATIONAL, I=21, J=11\nJOINT/2, REVOLUTE, I=71, J=22\n"
    assert list(reference_points(Sample(held + text.format(0.01)).builder)) == [3]
    assert not reference_points(Sample(held + text.format(1.0)).builder)
    assert not reference_points(Sample(held + text.format(0.0)).builder)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("more", ["", FORCES], ids=["hinge", "forces"])
def test_the_matrix_of_a_step(more, seed):
    """Inertia, and forces that read velocities and accelerations, against differences; J is what it was."""
    check_newton_matrix(Sample(HINGE + more, seed))


def test_what_is_followed_is_the_point():
    """p and p' = v - w x d, with their rates; and back."""
    sample = Sample(HINGE)
    s, bodies = sample.work, sample.work.n_bodies
    sample.residual()
    d, (w, al) = offset(sample), (s.u[0, 3:], s.ud[0, 3:])
    sample.call(charts.encode)
    y, yd = s.y.reshape(-1)[: 12 * bodies].reshape(2, bodies, 6), s.yd[: 12 * bodies].reshape(2, bodies, 6)
    assert y[0, 0, :3] == pytest.approx(s.q[0, :3] - d)
    assert y[1, 0, :3] == pytest.approx(s.u[0, :3] - np.cross(w, d))
    assert yd[0, 0, :3] == pytest.approx(y[1, 0, :3])
    assert yd[1, 0, :3] == pytest.approx(s.ud[0, :3] - np.cross(al, d) - np.cross(w, np.cross(w, d)))
    before = s.q.copy(), s.u.copy()
    s.q[:, :3], s.u[:, :3] = 0.0, 0.0
    sample.call(charts.decode)
    assert s.q == pytest.approx(before[0], abs=1e-14) and s.u == pytest.approx(before[1], abs=1e-14)


def test_the_point_solves_the_corrector():
    """p = psi + h b p', and the mass centre is at p + d with its velocity and acceleration."""
    sample = Sample(HINGE)
    s, hb, speed = sample.work, 0.07, 6 * sample.work.n_bodies
    sample.set_corrector(hb)
    s.y[speed : 2 * speed] += 0.03
    s.delta[:] = 0.0
    sample.call(motion.follow)
    p, rate = s.y[:3].copy(), s.y[speed : speed + 3].copy()
    sample.residual()
    d, w, al = offset(sample), s.u[0, 3:], s.ud[0, 3:]
    assert p == pytest.approx(s.psi[:3] + hb * rate, abs=1e-14)
    assert s.q[0, :3] == pytest.approx(p + d) and s.u[0, :3] == pytest.approx(rate + np.cross(w, d))
    turned = np.cross(al, d) + np.cross(w, np.cross(w, d))
    assert s.ud[0, :3] == pytest.approx((rate - s.psi[speed : speed + 3]) / hb + turned)


def test_ways_to_ground_are_counted_in_proportion_to_the_joints():
    """Of a chain of 20 000 bodies with a loop: each joint is looked at twice; all of them for each would take 15 s."""
    bodies = 20_000
    joints = [([], SimpleNamespace(i=n, j=n + 1)) for n in range(bodies)] + [([], SimpleNamespace(i=2, j=10))]
    started = time.process_time()
    ways = _ways_to_ground(joints, range(-1, bodies))
    assert time.process_time() - started < 2.0
    assert [ways[n] for n in (-1, 0, 1, 8, 9, 10)] == [0, 1, 2, 4, 3, 4] and ways[bodies - 1] == ways[9] + bodies - 10
