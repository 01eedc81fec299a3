"""Kane's chaotic babyboot: a plate that turns about a swinging rod.

Numbers: own high-precision computation; MotionGenesis (as published with Drake) prints -61.312983340691 and
-929.47789677244 degrees at 10 s. The motion is unstable: tolerances grow with time.
"""

from __future__ import annotations

import numpy as np
import pytest

CHANNELS = ("REQ_1.F2", "REQ_1.F3", "REQ_1.F6", "REQ_1.F7")
VALUES = {  # t: qA, qB in degrees, their rates in rad/s
    2.0: (56.4260438450292, 3.913478816586, 7.21862933684, 1.63576252617),
    4.0: (-10.83234541112, 37.74619201702, 9.6366107552, -5.6832077684),
    10.0: (-61.31298352, -929.477898, -6.744008075, -2.77956967),
}
MOTION_GENESIS = (-61.312983340691, -929.47789677244)
DEGREE = 180 / np.pi


@pytest.fixture(scope="module")
def run(runs):
    return runs("babyboot", end=10.0, steps=100, error=5e-14)


@pytest.mark.parametrize(("time", "tolerance"), [(2.0, 1e-9), (4.0, 1e-7), (10.0, 1e-4)])
def test_motion(run, at, time, tolerance):
    angles, rates = np.split(at(run, time, *CHANNELS), 2)
    np.testing.assert_allclose(angles, VALUES[time][:2], rtol=0, atol=tolerance * DEGREE)
    np.testing.assert_allclose(rates, VALUES[time][2:], rtol=0, atol=10 * tolerance)


def test_agrees_with_motion_genesis(run, at):
    np.testing.assert_allclose(at(run, 10.0, *CHANNELS[:2]), MOTION_GENESIS, rtol=0, atol=1e-4 * DEGREE)


def test_hinge_carries_the_momentum(run):
    """Force of the hinge on the rod: rate of momentum of rod and plate less their weight."""
    for axis, weight in (("X", 0.0), ("Y", 0.0), ("Z", 0.11 * 9.81)):
        rate = 0.01 * run[f"PART_2.CM_ACC{axis}"] + 0.1 * run[f"PART_3.CM_ACC{axis}"]
        np.testing.assert_allclose(run[f"JOINT_1.F{axis}"], rate + weight, atol=1e-9)
