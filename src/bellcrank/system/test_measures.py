"""Every measure: its value against a formula, its gradient against differences, and angles that count turns."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bellcrank.system import expressions
from bellcrank.testing import Sample, check_measure
from bellcrank.testing.derivatives import along_motion, columns_by_differences, difference
from bellcrank.testing.measures import check_measures, measuring, values

X, Y, Z = range(3)


def d(m, i, j):
    return m(i).r - m(j).r


def velocity(m, i, j, l):
    return m(i).v - m(j).v - np.cross(m(l).w, d(m, i, j))


def acceleration(m, i, j, l):
    turning = np.cross(m(l).al, d(m, i, j)) + 2.0 * np.cross(m(l).w, m(i).v - m(j).v)
    return m(i).a - m(j).a - turning + np.cross(m(l).w, np.cross(m(l).w, d(m, i, j)))


def turning(m, i, j):
    return m(i).w - m(j).w


def turning_rate(m, i, j, l):
    return m(i).al - m(j).al - np.cross(m(l).w, turning(m, i, j))


def relative(m, i, j):
    return m(j).A.T @ m(i).A


VECTORS = {"D": lambda m, i, j, l: d(m, i, j), "V": velocity, "ACC": acceleration, "WDT": turning_rate}
VECTORS["W"] = lambda m, i, j, l: turning(m, i, j)
FRAMES = [(21, 31, 41, 22), (21, 31, 0, 0), (21, 11, 31, 41), (21, 22, 31, 31), (12, 31, 31, 12), (21, 31, 31, 31)]
"""Markers i, j, k, l: all different, ground, the same body twice, l equal to k."""


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", VECTORS)
def test_components_of_vectors_resolved_in_k_and_seen_from_l(name, frame):
    i, j, k, l = frame
    if name in ("D", "W"):
        l = 0
    arguments = f"{i},{j},{k}" if name in ("D", "W") else f"{i},{j},{k},{l}"
    check_measures(
        {
            f"{name}{letter}({arguments})": lambda m, axis=axis: VECTORS[name](m, i, j, l) @ m(k).A[:, axis]
            for axis, letter in enumerate("XYZ")
        }
    )


def test_magnitudes_and_separation_speed():
    check_measures(
        {
            "DM(21,31)": lambda m: np.linalg.norm(d(m, 21, 31)),
            "DM(21)": lambda m: np.linalg.norm(m(21).r),
            "VM(21,31,41)": lambda m: np.linalg.norm(velocity(m, 21, 31, 41)),
            "VM(21)": lambda m: np.linalg.norm(m(21).v),
            "WM(21,31)": lambda m: np.linalg.norm(turning(m, 21, 31)),
            "ACCM(21,31,41)": lambda m: np.linalg.norm(acceleration(m, 21, 31, 41)),
            "WDTM(21,31,41)": lambda m: np.linalg.norm(turning_rate(m, 21, 31, 41)),
            "VR(21,31)": lambda m: velocity(m, 21, 31, 0) @ d(m, 21, 31) / np.linalg.norm(d(m, 21, 31)),
            "VR(21,31,41)": lambda m: velocity(m, 21, 31, 41) @ d(m, 21, 31) / np.linalg.norm(d(m, 21, 31)),
        }
    )


def euler(m, i, j, axes, which):
    return Rotation.from_matrix(relative(m, i, j)).as_euler(axes)[which]


ANGLES = {
    "AX": lambda m, i, j: np.arctan2(-m(i).z @ m(j).y, m(i).z @ m(j).z),
    "AY": lambda m, i, j: np.arctan2(m(i).z @ m(j).x, m(i).z @ m(j).z),
    "AZ": lambda m, i, j: np.arctan2(m(i).x @ m(j).y, m(i).x @ m(j).x),
    "PSI": lambda m, i, j: euler(m, i, j, "ZXZ", 0),
    "THETA": lambda m, i, j: euler(m, i, j, "ZXZ", 1),
    "PHI": lambda m, i, j: euler(m, i, j, "ZXZ", 2),
    "YAW": lambda m, i, j: euler(m, i, j, "ZYX", 0),
    "PITCH": lambda m, i, j: -euler(m, i, j, "ZYX", 1),
    "ROLL": lambda m, i, j: euler(m, i, j, "ZYX", 2),
}


@pytest.mark.parametrize("pair", [(21, 31), (21, 11), (12, 31)])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_angles_against_matrices(pair, seed):
    i, j = pair
    check_measures(
        {f"{name}({i},{j})": lambda m, formula=formula: formula(m, i, j) for name, formula in ANGLES.items()}, seed
    )


@pytest.mark.parametrize("corner", [(21, 31, 41), (21, 11, 12), (21, 22, 31)])
def test_the_angle_at_the_middle_marker(corner):
    def angle(m):
        a, b = d(m, corner[0], corner[1]), d(m, corner[2], corner[1])
        return np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    check_measure("INCANG({},{},{})".format(*corner), angle)


def test_euler_parameters():
    """ORIENT type 27: e0 to e3 of i in j, e0 not negative."""

    def parameter(m, n):
        p = Rotation.from_matrix(relative(m, 21, 31)).as_quat()
        return np.roll(p * np.sign(p[3]), 1)[n]

    check_measures({f"ORIENT(27,{n + 1},21,31)": lambda m, n=n: parameter(m, n) for n in range(4)}, seed=3)


def test_reactions_are_differentiated_by_all_but_the_positions():
    """An expression that reads a joint: exact by velocities, accelerations and multipliers (see expressions.py)."""
    sample = Sample(
        "JOINT/1, REVOLUTE, I=21, J=31\nVARIABLE/1, FUNCTION=JOINT(1,0,2,41)*JOINT(1,1,5,0)+JOINT(1,1,7,21)"
    )
    s = sample.work
    row, multipliers = s.n - 1, slice(6 * s.n_bodies, 6 * s.n_bodies + s.n_rows)

    def residual_at(step):
        sample.move(step, 0.0, 1.0, 0.0)
        return sample.residual(1)

    wanted = columns_by_differences(sample, residual_at)[row]
    assert np.abs(wanted[multipliers]).max() > 0.1
    assert sample.matrix(0.0, 1.0, 0.0)[row] == pytest.approx(wanted, abs=1e-9)
    assert sample.matrix(1.0, 0.0, 0.0)[row, multipliers] == pytest.approx(wanted[multipliers], abs=1e-9)


def put_axes(sample, marker, axes):
    """Another orientation of a marker on its part; tables of a system are closed to everybody else."""
    local = sample.system.marker_local
    local.setflags(write=True)
    local[sample.lowering.marker(marker), 3:] = axes.T.ravel()


def test_euler_angles_in_the_straight_position():
    """Only psi + phi is defined there: psi takes all of it."""
    sample = measuring(["PSI(21,31)", "THETA(21,31)", "PHI(21,31)"])
    sample.work.q[:, 3:] = 1.0, 0.0, 0.0, 0.0
    for marker, turn in ((21, 0.3), (31, 0.0)):
        put_axes(sample, marker, Rotation.from_euler("z", turn).as_matrix())
    assert values(sample) == pytest.approx([0.3, 0.0, 0.0], abs=1e-15)
    assert np.all(np.isfinite(sample.matrix(1.0, 0.0, 0.0)))


@pytest.mark.parametrize("axis", "XYZ")
def test_the_rate_of_a_distance_is_the_velocity_seen_from_the_frame_of_resolution(axis):
    """d/dt DX(i,j,k) = VX(i,j,k,k), and not VX(i,j,k)."""
    texts = [f"D{axis}(21,31,41)", f"V{axis}(21,31,41,41)", f"V{axis}(21,31,41)", f"ACC{axis}(21,31,41,41)"]
    sample = measuring(texts)
    rate = difference(along_motion(sample, lambda: sample.work.v))
    _, seen_from_k, seen_from_ground, acceleration = values(sample)
    assert rate[0] == pytest.approx(seen_from_k, abs=1e-10)
    assert abs(rate[0] - seen_from_ground) > 1e-2
    assert rate[1] == pytest.approx(acceleration, abs=1e-10)


@pytest.mark.parametrize(("name", "letter"), [("AX", "x"), ("AY", "y"), ("AZ", "z")])
def test_angles_count_ten_turns_and_do_not_remember_rejected_steps(name, letter):
    sample = measuring([f"{name}(20,0)"])
    s = sample.work
    put_axes(sample, 20, np.eye(3))

    def angle(turn: float) -> float:
        s.q[0, 3:] = np.roll(Rotation.from_euler(letter, turn).as_quat(), 1)
        return float(values(sample)[0])

    s.memory[:] = 0.0
    for turn in np.arange(0.0, 20.0 * np.pi, 0.7):
        assert angle(turn) == pytest.approx(turn, abs=1e-9)
        before = s.memory.copy()
        for trial in (2.5, -3.0, 9.0):  # steps that are tried and given up
            angle(turn + trial)
        assert np.array_equal(s.memory, before)
        assert angle(turn) == pytest.approx(turn, abs=1e-9)
        sample.call(expressions.accept_step)
    for turn in np.arange(20.0 * np.pi, -10.0 * np.pi, -0.7):
        assert angle(turn) == pytest.approx(turn, abs=1e-9)
        sample.call(expressions.accept_step)


def test_yaw_does_not_count_turns():
    sample = measuring(["YAW(20,0)"])
    s = sample.work
    put_axes(sample, 20, np.eye(3))
    s.memory[:] = 50.0
    s.q[0, 3:] = np.roll(Rotation.from_euler("z", 3.0).as_quat(), 1)
    assert values(sample) == pytest.approx([3.0])
