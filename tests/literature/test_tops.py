"""A fast heavy top, and a free body that flips over (Dzhanibekov).

Heavy top: own high-precision computation. Free body: periods in closed form (elliptic integrals), values by own
high-precision computation.
"""

from __future__ import annotations

import numpy as np
import pytest

CENTRE = tuple(f"PART_2.CM_{axis}" for axis in "XYZ")
HEAVY = {
    0.1: (0.4212966589254, 0.8945719743456, -0.1491647005619),
    0.5: (-0.7024682970566, -0.0211651847019, -0.7114002576517),
    1.0: (0.1733439640984, 0.6400885920706, -0.7484907911336),
    2.0: (-0.1504168227456, -0.7241655916369, -0.6730222695604),
}
PIVOT_AT_1 = (-517.6007394769, -396.8431014896, 404.5749251629)
OMEGA = {
    10.0: (-0.87457343789109, 0.48499618734105, 0.50500122054791),
    20.0: (-0.00581383696219, -1.00003309910211, 0.00882799902248),
    40.0: (0.00201720755622, 1.00004796428655, 0.00824760826593),
}
QUATERNION_AT_20 = (-0.01415474504136, 0.99850693571904, -0.00390124341310, -0.05261485354558)
FLIP = 19.552867098634360


@pytest.fixture(scope="module")
def heavy(runs):
    return runs("heavy_top", end=2.0, steps=200, error=1e-12)


@pytest.fixture(scope="module")
def free(runs):
    return runs("free_body", end=40.0, steps=400, error=1e-12)


def test_heavy_top(heavy, at):
    for time, wanted in HEAVY.items():
        np.testing.assert_allclose(at(heavy, time, *CENTRE), wanted, rtol=0, atol=1e-6, err_msg=f"t = {time}")


def test_pivot_force(heavy, at):
    force = at(heavy, 1.0, "JOINT_1.FX", "JOINT_1.FY", "JOINT_1.FZ")
    np.testing.assert_allclose(force, PIVOT_AT_1, rtol=0, atol=1e-5 * 700)


def test_axial_spin_stays(heavy):
    np.testing.assert_allclose(heavy["REQ_1.F3"], 150.0, rtol=1e-8)


def test_energy_and_vertical_momentum(heavy):
    """E and Lz about the pivot are constants of the motion; the values follow from the start."""
    energy = heavy["ENERGY.KINETIC"] + heavy["ENERGY.GRAVITY"]
    np.testing.assert_allclose(energy, 5435.696790865547, rtol=1e-8)
    r, v = (np.array([heavy[f"PART_2.CM_{k}{axis}"] for axis in "XYZ"]) for k in ("", "V"))
    spin = np.array([heavy[f"PART_2.W{axis}"] for axis in "XYZ"])
    along = (spin * r).sum(axis=0)  # r is the unit vector of the axis
    momentum = 15 * np.cross(r, v, axis=0) + 0.234375 * spin + (0.46875 - 0.234375) * along * r
    np.testing.assert_allclose(momentum[2], -70.3124296875, rtol=1e-7)


def test_free_body_turns_over(free, at):
    for time, wanted in OMEGA.items():
        omega = at(free, time, "REQ_2.F2", "REQ_2.F3", "REQ_2.F4")
        np.testing.assert_allclose(omega, wanted, rtol=0, atol=1e-7, err_msg=f"t = {time}")


def test_orientation_after_20_s(free, at):
    """Euler parameters of ORIENT(27, ...), up to the free sign."""
    got = at(free, 20.0, "REQ_1.F2", "REQ_1.F3", "REQ_1.F4", "REQ_1.F6")
    got *= np.sign(got @ QUATERNION_AT_20)
    np.testing.assert_allclose(got, QUATERNION_AT_20, rtol=0, atol=1e-7)


def test_time_between_flips(free):
    """From one passage of omega_y through zero to the next: half of the published period."""
    t, w = free.time, free["REQ_2.F3"]
    rows = np.flatnonzero(np.sign(w[:-1]) != np.sign(w[1:]))
    assert len(rows) == 2
    crossings = []
    for k in rows:
        near = slice(k - 3, k + 5)
        roots = np.roots(np.polyfit(t[near] - t[k], w[near], 7))
        real = roots[np.abs(roots.imag) < 1e-9].real
        crossings.append(t[k] + real[np.argmin(np.abs(real - 0.05))])
    assert crossings[1] - crossings[0] == pytest.approx(FLIP, abs=1e-6)
