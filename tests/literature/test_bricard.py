"""Bricard's mechanism: six hinges in a loop that counting calls rigid, yet it moves (A04 of the library of La Coruna).

Numbers: own computation in one coordinate (two DOP853 tolerances and the energy agree); the geometry is that of the
library as other codes implement it. The published series was not to be had.
"""

from __future__ import annotations

import numpy as np
import pytest

ANGLES = tuple(f"REQ_1.F{n}" for n in (2, 3, 4, 6, 7, 8))
POINT = ("REQ_2.F6", "REQ_2.F7", "REQ_2.F8")
VALUES = {  # t: angles of hinge 1 and 2, rate of hinge 1
    0.5: (0.25252884053, -0.20126214561, 1.03355366631),
    1.0: (1.03502845952, -0.48062110418, 2.03641538097),
    2.0: (2.89332820598, -0.19855473780, 1.02443102773),
    4.0: (1.01819918185, -0.47776928207, -2.02441659335),
    8.0: (2.87604367039, -0.20940971822, -1.06094697818),
}
P3 = {
    1.0: (0.27448131926, -0.88670793873, -0.46233000269),
    2.0: (-0.77813537303, -0.98035268344, -0.19725267062),
    8.0: (-0.76435260223, -0.97815379441, -0.20788254973),
}


@pytest.fixture(scope="module")
def run(runs):
    return runs("bricard", end=8.0, steps=160, error=1e-10)


def test_one_equation_is_redundant(run):
    """It is found and named; the reactions of the loop are marked as not unique."""
    messages = [m for m in run.attrs["messages"] if "redundant" in m]
    assert len(messages) == 1 and "JOINT/6" in messages[0]
    assert "JOINT_1.FX" in run.attrs["non_unique"]


def test_first_acceleration(run):
    assert run["REQ_2.F3"][0] == pytest.approx(1.95808383233533, rel=1e-9)


def test_motion(run, at):
    for time, wanted in VALUES.items():
        np.testing.assert_allclose(at(run, time, "REQ_1.F2", "REQ_1.F3", "REQ_2.F2"), wanted, rtol=0, atol=1e-6)
    for time, wanted in P3.items():
        np.testing.assert_allclose(at(run, time, *POINT), wanted, rtol=0, atol=1e-6)


def test_angles_are_equal_in_threes(run):
    """th1 = th3 = th5 and th2 = th4 = th6."""
    angles = np.array([run[channel] for channel in ANGLES])
    np.testing.assert_allclose(np.abs(angles[[2, 4]]), np.abs(angles[[0, 0]]), atol=1e-9)
    np.testing.assert_allclose(np.abs(angles[[3, 5]]), np.abs(angles[[1, 1]]), atol=1e-9)


def test_ground_carries_the_momentum(run):
    """Single reactions are not unique, their sum is: rate of momentum of the rods less their weight.

    JOINT/1 acts on rod 1; JOINT/6 has its I marker on ground and shows the force on ground.
    """
    for axis, weight in (("X", 0.0), ("Y", 5 * 9.81), ("Z", 0.0)):
        rate = sum(run[f"PART_{n}.CM_ACC{axis}"] for n in range(2, 7))
        np.testing.assert_allclose(run[f"JOINT_1.F{axis}"] - run[f"JOINT_6.F{axis}"], rate + weight, atol=1e-6)
