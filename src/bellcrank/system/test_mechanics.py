"""Bodies, markers, the corrector and the reported row against independent formulas."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bellcrank.system import assemble, motion, report
from bellcrank.system import layout as at
from bellcrank.system.kinematics import kinematics
from bellcrank.system.state import quaternion_of
from bellcrank.testing import Sample
from bellcrank.testing.derivatives import along_motion, difference
from bellcrank.testing.measures import moving
from bellcrank.testing.mechanics import kinetic_and_potential
from bellcrank.testing.sample import tangent

FREE = "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=0*DM(41,42)"
"""Markers 21, 31, 41, 42 are used, nothing acts."""


def test_markers_move_with_their_bodies():
    sample = Sample(FREE)
    sample.residual()
    for id in (21, 31, 41, 42):
        row, m = sample.work.mark[sample.lowering.marker(id)], moving(sample, id)
        wanted = np.concatenate([m.r, m.x, m.y, m.z, m.v, m.w, m.a, m.al])
        assert row == pytest.approx(wanted, abs=1e-13)


def test_accelerations_that_were_no_numbers_leave_no_trace_in_the_matrix():
    """An output at which an expression has no value; no equation reads accelerations, so nobody computes them anew."""
    sample = Sample("SFORCE/1, ROTATION, I=21, J=31, FUNCTION=-WZ(21,31) - VR(21,31)")
    s, kept = sample.work, sample.work.ud.copy()
    wanted = sample.matrix(0.1, 1.0, 10.0)
    s.ud[:] = np.nan
    sample.call(assemble.residual)
    s.ud[:], s.num[at.WITH_ACC] = kept, 0.0
    np.testing.assert_array_equal(sample.matrix(0.1, 1.0, 10.0), wanted)


def test_positions_velocities_and_accelerations_of_a_marker_belong_together():
    sample = Sample(FREE)
    number = sample.lowering.marker(21)
    row = sample.work.mark[number]
    rate = difference(along_motion(sample, lambda: row))
    sample.residual()
    assert rate[:3] == pytest.approx(row[12:15], abs=1e-10)
    assert rate[12:15] == pytest.approx(row[18:21], abs=1e-10)
    for axis in (3, 6, 9):
        assert rate[axis : axis + 3] == pytest.approx(np.cross(row[15:18], row[axis : axis + 3]), abs=1e-10)


def test_the_power_of_inertia_is_the_rate_of_the_energy():
    """u . (M u' - f) = d(T + U)/dt for any motion."""
    sample = Sample("")
    s = sample.work
    energy = along_motion(sample, lambda: np.array([sum(kinetic_and_potential(sample))]))
    rate = float(difference(energy)[0])
    residual = sample.residual()
    speeds = s.u.ravel()
    assert residual @ speeds == pytest.approx(rate, rel=1e-9)


def test_the_rotation_rows_are_the_rate_of_angular_momentum():
    sample = Sample("")
    s = sample.work

    def momentum() -> np.ndarray:
        found = []
        for b in range(s.n_bodies):
            xx, yy, zz, xy, xz, yz = s.mass[b, 1:7]
            tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            found.append((axes := s.body[b, :9].reshape(3, 3)) @ tensor @ axes.T @ s.u[b, 3:])
        return np.concatenate(found)

    rate = difference(along_motion(sample, momentum))
    rows = sample.residual().reshape(-1, 6)[:, 3:].ravel()
    assert rows == pytest.approx(rate, abs=1e-9)


# ---- the corrector
def test_positions_solve_the_corrector_exactly():
    """r = psi + h b v, x = psi_x + h b x' and w = dexp(x) x' + w_s exp(x) S hold to rounding."""
    sample = Sample("")
    s, hb = sample.work, 0.07
    sample.set_corrector(hb)
    s.y[6 * s.n_bodies : 12 * s.n_bodies] += 0.03  # other velocities: positions and rates must follow
    speeds = s.y[6 * s.n_bodies : 12 * s.n_bodies].reshape(-1, 6).copy()
    sample.call(motion.follow)
    psi = s.psi[: 12 * s.n_bodies].reshape(2, -1, 6)
    assert s.u[:, :3] == pytest.approx(speeds[:, :3], abs=1e-14)
    for b, row in enumerate(s.chart):
        now = Rotation.from_quat(np.roll(s.q[b, 3:], -1))
        x = s.y[6 * b + 3 : 6 * b + 6]
        w = tangent(x) @ (x - psi[0, b, 3:]) / hb + row[at.C_SPIN] * now.apply(row[at.C_AXIS : at.C_AXIS + 3])
        followed = now.inv().apply(w) if row[at.C_LOCAL] else w
        assert s.u[b, 3:] == pytest.approx(w, abs=1e-13)
        assert followed == pytest.approx(speeds[b, 3:], abs=1e-3)  # one Newton step
        ref = Rotation.from_quat(np.roll(row[at.C_REF : at.C_REF + 4], -1))
        assert (now * ref.inv()).as_rotvec() == pytest.approx(x, abs=1e-13)
        rate = (followed - psi[1, b, 3:]) / hb
        assert s.ud[b, 3:] == pytest.approx(now.apply(rate) if row[at.C_LOCAL] else rate, abs=1e-12)
    assert s.q[:, :3] == pytest.approx(psi[0, :, :3] + hb * s.u[:, :3], abs=1e-14)


def test_a_step_of_the_unknowns_turns_the_bodies_by_exactly_h_b_d():
    """The unknown of rotation is d theta/(h b), to first order, however fast the body turns."""
    sample = Sample("")
    s, hb = sample.work, 0.2
    s.u[:, 3:] *= 5.0
    sample.set_corrector(hb)
    s.num[[at.C_Q, at.C_U, at.C_A, at.SCALE, at.CHARTED]] = hb, 1.0, 1.0 / hb, hb, hb
    start = sample.state()
    sample.call(kinematics)
    before = [s.body[b, :9].reshape(3, 3).copy() for b in range(s.n_bodies)]

    def turned(h: float) -> np.ndarray:
        sample.restore(start)
        sample.call(kinematics)
        s.step[:] = 0.0
        s.step[: 6 * s.n_bodies] = h * np.tile([0.0, 0.0, 0.0, 0.3, -0.5, 0.7], s.n_bodies)
        for part in (motion.advance, kinematics):
            sample.call(part)
        now = [s.body[b, :9].reshape(3, 3) for b in range(s.n_bodies)]
        return np.concatenate([Rotation.from_matrix(n @ b.T).as_rotvec() for n, b in zip(now, before, strict=True)])

    assert difference(turned) == pytest.approx(np.tile(hb * np.array([0.3, -0.5, 0.7]), s.n_bodies), abs=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_the_quaternion_of_a_matrix(seed):
    rotation = Rotation.random(random_state=seed)
    if seed < 4:
        rotation = Rotation.from_rotvec(np.pi * np.eye(4, 3)[seed])  # half turns: e0 = 0
    p = quaternion_of(rotation.as_matrix().ravel())
    assert abs(p @ np.roll(rotation.as_quat(), 1)) == pytest.approx(1.0)


# ---- the reported row
def test_a_row_of_results_holds_the_motion_of_the_parts_and_the_energy():
    sample = Sample(FREE)
    s = sample.work
    sample.call(assemble.residual)
    sample.call(report.report)
    part = np.array(s.out[1:28])
    origin = np.array(sample.model.body_frame(2, "PART")[0])
    assert part[:3] == pytest.approx(origin)
    angles = Rotation.from_matrix(np.array(sample.model.body_frame(2, "PART")[1]).reshape(3, 3)).as_euler("ZXZ")
    assert part[3:6] == pytest.approx(angles)
    w = s.body[0, 9:12]
    assert part[9:12] == pytest.approx(w)
    assert part[6:9] == pytest.approx(s.u[0, :3] + np.cross(w, origin - s.q[0, :3]))
    assert part[18:27] == pytest.approx(np.concatenate([s.q[0, :3], s.u[0, :3], s.ud[0, :3]]))
    kinetic, potential = kinetic_and_potential(sample)
    assert s.out[-3:-1] == pytest.approx([kinetic, potential])


@pytest.mark.parametrize("joint", ["JOINT/1, FIXED", "JOINT/1, HOOKE", "JPRIM/1, INLINE", "JOINT/1, SCREW, PITCH=2"])
@pytest.mark.parametrize(("i", "j"), [(21, 31), (21, 11), (11, 21)])
def test_the_reported_reaction_is_what_acts_on_the_part_of_i(joint, i, j):
    """Moved to the mass centre of the moving part, with its sign, it is what the residual holds."""
    sample = Sample(f"{joint}, I={i}, J={j}")
    sample.assemble()
    sample.residual()
    sample.call(report.report)
    force, torque = sample.work.wrench[0, :3].copy(), sample.work.wrench[0, 3:].copy()
    sign = 1.0 if i == 21 else -1.0  # ground carries I: the part of J gets the opposite, at the same point
    arm = moving(sample, i).r - sample.work.q[0, :3]
    on_part = sample.forces()[0]
    assert np.abs(on_part).max() > 0.1
    assert sign * force == pytest.approx(on_part[:3], abs=1e-12)
    assert sign * (torque + np.cross(arm, force)) == pytest.approx(on_part[3:], abs=1e-12)
