"""A rod whose end runs on a circle, the example of a paper on the orthogonal-complement method.

The paper gives the geometry and the start; mass, inertia, value and direction of gravity are not given and were
chosen so that the start is the horizontally stretched position (g along x, uniform rod of 1 m). Numbers: own high-
precision computation (DOP853 and Gragg-Bulirsch-Stoer agree to 5e-13); the motion is regular.
"""

from __future__ import annotations

import numpy as np
import pytest

CHANNELS = (
    "REQ_1.F2", "REQ_1.F3", "PART_2.X", "PART_2.Y", "PART_2.CM_X", "PART_2.CM_Y", "REQ_1.F4", "REQ_1.F6",
)  # fmt: skip
VALUES = {  # t: phi1, omega1, x, y of O1, x, y of C, velocity of O1 on the axes of the rod
    0.25: (1.54240402624, -0.60785034598, 0.28747994436, 0.95778665766, 0.30167418740, 1.45758514052, -0.55463488648,
           -2.05836979785),
    0.5: (0.85859934288, -5.41069891052, 0.73085375059, 0.68253409824, 1.05760290329, 1.06099808755, -0.16927075209,
          -1.57038180578),
    1.0: (-1.02658185447, -4.54279946850, 0.71170861608, -0.70247480083, 0.97058171831, -1.13024193016, 0.47139815268,
          -1.86391704250),
    2.0: (-0.73676569847, 5.75667563142, 0.77287534066, -0.63455788373, 1.14319811211, -0.97050586325, -0.07681147720,
          1.55585178663),
    5.0: (-0.41512971987, 5.11526542634, 0.82716267348, -0.56196255357, 1.28469467900, -0.76361687145, 0.40833290983,
          2.22342143888),
    10.0: (-1.48342640262, -1.32018584740, 0.40672361131, -0.91355125965, 0.45035301638, -1.41164409739, 0.75375907722,
           -2.18991278606),
}  # fmt: skip
GUIDE_FORCE_AT_1 = (-12.47038262085, 12.30858999035)


@pytest.fixture(scope="module")
def run(runs):
    return runs("guided_rod", end=10.0, steps=200, error=1e-12)


def test_motion(run, at):
    for time, wanted in VALUES.items():
        np.testing.assert_allclose(at(run, time, *CHANNELS), wanted, rtol=0, atol=1e-7, err_msg=f"t = {time}")


def test_guide_force(run, at):
    np.testing.assert_allclose(at(run, 1.0, "GCON_1.FX", "GCON_1.FY"), GUIDE_FORCE_AT_1, rtol=0, atol=1e-6)


def test_guide_pushes_along_its_radius(run):
    across = run["GCON_1.FX"] * run["PART_2.Y"] - run["GCON_1.FY"] * run["PART_2.X"]
    assert np.abs(across).max() < 1e-9
    assert max(np.abs(run[f"GCON_1.{c}"]).max() for c in ("FZ", "TX", "TY", "TZ")) < 1e-9


def test_end_stays_on_the_circle(run):
    np.testing.assert_allclose(np.hypot(run["PART_2.X"], run["PART_2.Y"]), 1.0, atol=1e-12)


def test_on_the_orthogonal_complement(model, at):
    """The method of the paper: the same numbers; measured 2.7e-9 for the motion, 1.5e-9 for the force."""
    run = model("guided_rod").simulate(end=10.0, steps=200, error=1e-10, method="abam", formulation="complement")
    for time, wanted in VALUES.items():
        np.testing.assert_allclose(at(run, time, *CHANNELS), wanted, rtol=0, atol=1e-7, err_msg=f"t = {time}")
    np.testing.assert_allclose(at(run, 1.0, "GCON_1.FX", "GCON_1.FY"), GUIDE_FORCE_AT_1, rtol=0, atol=1e-6)
