"""Plane double pendula from the horizontal at rest.

Numbers: own high-precision computation in minimal coordinates (long-double Gragg-Bulirsch-Stoer, compared with
DOP853: they differ by 1e-11, by 1e-8 for the rods at 10 s). The motion is chaotic: tolerances grow with time. Linear
frequencies of the point masses: closed form, omega^2 = (2 -+ sqrt 2) g / l.
"""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.simulate import simulate

POINTS = {  # t: th1, th2, w1, w2, angles from the downward vertical
    1.0: (-0.62508769980639, -1.03458508568001, -3.92227957288798, -1.30309924869633),
    2.0: (-0.48297153425175, -1.32404871230236, 3.06528819207340, 2.94927154757162),
    5.0: (-0.62718670506653, -1.30131555020981, 2.12540867384291, 3.88188872726561),
    10.0: (-0.56847466401595, -0.52639372793240, 6.07838488576196, -9.68136068170888),
}
RODS = {
    1.0: (-1.20771623819064, -0.81439102309130, -3.40651753297196, -0.51604547210521),
    2.0: (-0.08275830682057, 0.40736207491191, -0.96114544454600, 11.89895505304530),
    5.0: (1.13854379667188, 1.24437992775026, 4.91095002400445, -5.42471059315887),
    10.0: (-0.74440708851, -14.34571973471, -4.0351713205, 4.8968140782),
}
TOLERANCE = {1.0: 1e-8, 2.0: 1e-8, 5.0: 1e-6, 10.0: 1e-4}
CHANNELS = ("REQ_1.F2", "REQ_1.F3", "REQ_1.F6", "REQ_1.F7")


@pytest.mark.parametrize(
    ("name", "values"), [("double_pendulum_points", POINTS), ("double_pendulum_rods", RODS)], ids=["points", "rods"]
)
def test_motion(runs, at, name, values):
    """Angles and angular velocities of both bars."""
    run = runs(name, end=10.0, steps=100, error=1e-12)
    for time, wanted in values.items():
        np.testing.assert_allclose(
            at(run, time, *CHANNELS), wanted, rtol=0, atol=TOLERANCE[time], err_msg=f"t = {time}"
        )


@pytest.mark.parametrize("name", ["double_pendulum_points", "double_pendulum_rods"])
def test_pin_carries_the_momentum(runs, name):
    """The force of the upper pin is the rate of momentum of both bars less their weight."""
    run = runs(name, end=10.0, steps=100, error=1e-12)
    for axis, weight in (("X", 0.0), ("Y", 2 * 9.81)):
        rate = run[f"PART_2.CM_ACC{axis}"] + run[f"PART_3.CM_ACC{axis}"]
        np.testing.assert_allclose(run[f"JOINT_1.F{axis}"], rate + weight, atol=1e-9)


def test_linear_frequencies(model, formulation):
    """A small swing in one mode returns after its period."""
    for sign, frequency in ((1.0, 2.397199397864086), (-1.0, 5.787351298036094)):
        assert frequency == pytest.approx(np.sqrt((2 - sign * np.sqrt(2)) * 9.81), rel=1e-14)
        m = model("double_pendulum_points")
        small = 1e-5
        upper, lower = m.parts[2], m.parts[3]
        upper.reuler, lower.reuler = (small, 0.0, 0.0), (sign * np.sqrt(2) * small, 0.0, 0.0)
        lower.qg = (np.sin(small), -np.cos(small), 0.0)
        run = simulate(m, 2 * np.pi / frequency, 100, error=1e-13, formulation=formulation)
        np.testing.assert_allclose(run["REQ_1.F2"], small * np.cos(frequency * run.time), atol=1e-4 * small)
