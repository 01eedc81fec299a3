"""Simple pendulum of 1 m from the horizontal (A01 of the library of La Coruna).

Closed form: sin(phi/2) = k sn(omega t + K), k = sin 45 deg, omega = sqrt(g/l); the numbers are printed with 16 digits
from the elliptic functions. `A01_solution_data.txt` is the published series (6 digits, 2000 s).
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from bellcrank.analysis.simulate import simulate

G = 9.81
CHANNELS = ("PART_2.CM_X", "PART_2.CM_Y", "PART_2.CM_VX", "PART_2.CM_VY")
VALUES = {
    1.0: (0.9862917511318753, -0.1650108531255412, 0.2969055159163158, 1.774643641112656),
    10.0: (-0.2750874625761169, -0.9614192050991251, 4.175598100951729, -1.194749054560475),
}
AT_2000 = (0.8146030685890322, -0.5800188278369355, -1.956647707882658, -2.747999117430392)
PERIOD = 2.3678419475762374


def exact(time):
    """x, y and their rates; phi from the lowest position, towards -x."""
    k, omega = np.sqrt(0.5), np.sqrt(G)
    sn, cn, _, _ = ellipj(omega * time + ellipk(0.5), 0.5)
    phi, rate = 2 * np.arcsin(k * sn), 2 * k * omega * cn
    return np.array([-np.sin(phi), -np.cos(phi), -rate * np.cos(phi), rate * np.sin(phi)])


@pytest.fixture(scope="module")
def run(runs):
    return runs("pendulum", end=10.0, steps=1000, error=1e-11)


def test_closed_form_gives_the_printed_numbers():
    for time, values in VALUES.items():
        np.testing.assert_allclose(exact(np.array([time]))[:, 0], values, rtol=1e-12)
    assert 4 * ellipk(0.5) / np.sqrt(G) == pytest.approx(PERIOD, rel=1e-15)


def test_motion_is_that_of_the_elliptic_functions(run):
    got = np.array([run[channel] for channel in CHANNELS])
    np.testing.assert_allclose(got, exact(run.time), atol=1e-7)


def test_printed_values(run, at):
    for time, values in VALUES.items():
        np.testing.assert_allclose(at(run, time, *CHANNELS), values, atol=1e-7)


def test_pin_force(run):
    """Along the bar: m g cos phi + m l phi'^2 = 3 m g cos phi; on the mass towards the pin."""
    x, y, *_ = exact(run.time)
    force = 3 * G * -y
    np.testing.assert_allclose(run["JOINT_1.FX"], -force * x, atol=1e-6)
    np.testing.assert_allclose(run["JOINT_1.FY"], -force * y, atol=1e-6)
    assert np.abs(run["JOINT_1.TZ"]).max() < 1e-12


def test_acceleration(run):
    """The rate of the velocity: g along -y plus the pin force over the mass."""
    np.testing.assert_allclose(run["PART_2.CM_ACCX"], run["JOINT_1.FX"], atol=1e-6)
    np.testing.assert_allclose(run["PART_2.CM_ACCY"], run["JOINT_1.FY"] - G, atol=1e-6)


def test_published_series(run, shared, at):
    """Every 0.5 s, six digits."""
    table = np.loadtxt(shared / "reference/data/lacoruna/A01_solution_data.txt", comments="%")
    for time, x, y in table[table[:, 0] <= 10.0]:
        np.testing.assert_allclose(at(run, time, *CHANNELS[:2]), (x, y), atol=6e-7)


@pytest.mark.slow
def test_after_845_swings(model, formulation):
    """2000 s: the error of the period adds up, the energy does not drift away."""
    run = simulate(model("pendulum"), 2000.0, 10, error=1e-11, formulation=formulation)
    np.testing.assert_allclose([run[channel][-1] for channel in CHANNELS], AT_2000, atol=1e-3)
