"""Spatial slider-crank of the IFToMM benchmark library.

Numbers: own high-precision computation (the two integrators differ by up to 3e-10). The axis of the universal joint
that is fixed in the slider is x, the only choice that gives the published initial angular velocity of the rod.
"""

from __future__ import annotations

import numpy as np
import pytest

CHANNELS = ("REQ_1.F2", "REQ_1.F3", "REQ_1.F4", "REQ_1.F6")
VALUES = {  # t: crank angle, rate, slider x, slider speed
    0.5: (5.5837625533073, 14.4081608102004, 0.1849526297778, -0.0045602906325),
    1.0: (10.9135907298647, 10.4275930004120, 0.2117216613934, -0.5034918649250),
    2.0: (21.0727445227765, 22.5842400278, 0.2890851970671, 0.2165394234534),
    5.0: (54.3333321683132, 11.4949962650, 0.2407195737296, -0.5959844120449),
}


@pytest.fixture(scope="module")
def run(runs):
    return runs("slider_crank", end=5.0, steps=500, error=1e-12)


def test_starts_as_published(run, at):
    """Angular velocity of the rod, speed of the slider."""
    np.testing.assert_allclose(at(run, 0.0, "PART_3.WX", "PART_3.WY", "PART_3.WZ"), (1.92, -0.96, 0.48), atol=1e-9)
    np.testing.assert_allclose(at(run, 0.0, *CHANNELS), (0.0, 6.0, 0.2, 0.24), atol=1e-9)


def test_motion(run, at):
    for time, wanted in VALUES.items():
        np.testing.assert_allclose(at(run, time, *CHANNELS), wanted, rtol=0, atol=1e-6, err_msg=f"t = {time}")


def test_slider_is_pushed_by_the_rod_alone(run):
    """Newton's law of the slider along x: the universal joint acts on the rod, its opposite on the slider."""
    np.testing.assert_allclose(2.0 * run["PART_4.CM_ACCX"], -run["JOINT_3.FX"], atol=1e-7)


def test_ball_joint_transmits_no_torque(run):
    assert max(np.abs(run[f"JOINT_2.T{axis}"]).max() for axis in "XYZ") < 1e-12


def test_forces_of_the_rod_add_up(run):
    """The rod hangs on the ball (I on the rod) and on the cross (I on the rod): m a = their sum and its weight."""
    for axis, weight in (("X", 0.0), ("Y", 0.0), ("Z", -9.81 * 0.5)):
        total = run[f"JOINT_2.F{axis}"] + run[f"JOINT_3.F{axis}"] + weight
        np.testing.assert_allclose(0.5 * run[f"PART_3.CM_ACC{axis}"], total, atol=1e-7)
