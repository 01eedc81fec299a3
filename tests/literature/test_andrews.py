"""Andrews' squeezing mechanism: seven bodies, a stiff spring, a crank that makes five turns in 0.05 s.

Numbers: own high-precision computation in minimal coordinates. The end values of the IVP test set (Bari), published
reference of the same problem, differ from it by 1e-9 in beta, which is their error.
"""

from __future__ import annotations

import numpy as np
import pytest

ANGLES = ("REQ_1.F2", "REQ_1.F3", "REQ_1.F4", "REQ_1.F6", "REQ_1.F7", "REQ_1.F8", "REQ_2.F2")
RATES = ("REQ_3.F2", "REQ_3.F3", "REQ_3.F4", "REQ_3.F6", "REQ_3.F7", "REQ_3.F8", "REQ_4.F2")
Q_03 = (
    15.810771195154, -15.756371058412, 0.040822240119645, -0.534730116342081, 0.524409965879954, 0.534730116342081,
    1.04808074104194,
)  # fmt: skip
QD_03 = (
    1139.92030225911, -1424.37929517754, 11.0329119106271, 19.2933741050470, 0.573569914829950, -19.2933741050470,
    0.323179149249365,
)  # fmt: skip
Q_05 = (
    33.8258677669541, -33.5834315174634, 0.113395073812664, -0.407852865601771, 0.526060444916996, 0.407852865601771,
    1.05690242943498,
)  # fmt: skip
F_03, F_05 = (-0.006963039427047, -0.000718388430717), (-0.005208504722295, 0.004676695260313)
ENERGY = 1.4357963991617
MASSES = {
    "crank_OF": 0.04325,
    "rod_EF": 0.00365,
    "triangle_BDE": 0.02373,
    "link_GE": 0.00706,
    "link_AG": 0.07050,
    "link_HE": 0.00706,
    "link_AH": 0.05498,
}


@pytest.fixture(scope="module")
def run(runs):
    return runs("andrews", end=0.05, steps=50, error=1e-11)


def test_nine_equations_are_redundant(run):
    """Three plane loops with revolute joints throughout."""
    assert sum("redundant" in message for message in run.attrs["messages"]) == 9


def test_starts_with_the_published_accelerations(run):
    """beta'', Theta'' and gamma'' at rest."""
    np.testing.assert_allclose(run["REQ_4.F6"][0], 14222.4439199541, rtol=1e-9)
    np.testing.assert_allclose(run["REQ_4.F7"][0], -10666.8329399656, rtol=1e-9)
    np.testing.assert_allclose(run["REQ_4.F8"][0], 0.0, atol=1e-5)


def test_after_0_03_s(run, at):
    np.testing.assert_allclose(at(run, 0.03, *ANGLES), Q_03, rtol=0, atol=1e-6)
    np.testing.assert_allclose(at(run, 0.03, *RATES), QD_03, rtol=0, atol=1e-3)
    np.testing.assert_allclose(at(run, 0.03, "REQ_4.F3", "REQ_4.F4"), F_03, rtol=0, atol=1e-8)


def test_after_0_05_s(run, at):
    np.testing.assert_allclose(at(run, 0.05, *ANGLES), Q_05, rtol=0, atol=1e-5)
    np.testing.assert_allclose(at(run, 0.05, "REQ_4.F3", "REQ_4.F4"), F_05, rtol=0, atol=1e-7)


def test_published_end_values(run, at, shared):
    lines = (shared / "reference/data/ivp_testset/andrews_reference.txt").read_text().splitlines()
    numbers = [
        float(word.replace("D", "E")) for line in lines if not line.startswith("#") for word in line.split()[-1:]
    ]
    np.testing.assert_allclose(at(run, 0.03, *ANGLES), numbers[:7], rtol=0, atol=1e-6)


def test_energy_less_the_work_of_the_torque_is_kept(run):
    """T + U - 0.033 (beta - beta0), U the energy of the spring; neighbouring tolerances scatter up to 1.4e-8 J (I3)."""
    c, d = np.array([0.014, 0.072]), np.array([0.018, 0.02])
    angle = run["REQ_1.F4"] - np.pi / 2
    x = -0.03635 + d[0] * np.cos(angle) - d[1] * np.sin(angle)
    y = 0.03273 + d[0] * np.sin(angle) + d[1] * np.cos(angle)
    stretch = np.hypot(x - c[0], y - c[1]) - 0.07785
    total = run["ENERGY.KINETIC"] + 0.5 * 4530 * stretch**2 - 0.033 * (run["REQ_1.F2"] - run["REQ_1.F2"][0])
    np.testing.assert_allclose(total, ENERGY, rtol=0, atol=3e-8)


def test_pins_and_spring_carry_the_momentum(run):
    """Forces in the plane are unique: pins on ground and spring together are the rate of momentum."""
    for axis in "XY":
        rate = sum(mass * run[f"{name}.CM_ACC{axis}"] for name, mass in MASSES.items())
        force = run[f"SPRINGDAMPER_1.F{axis}"] + sum(run[f"JOINT_{n}.F{axis}"] for n in (1, 3, 4, 5))
        np.testing.assert_allclose(force, rate, atol=1e-6 * np.abs(rate).max())
