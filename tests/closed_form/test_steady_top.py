"""Steady precession of a symmetric top: with the right speeds the nutation stays 30 degrees.

Closed form (Goldstein, Classical Mechanics, 5.7): the two roots p of I1 cos(theta) p^2 - I3 w3 p + m g l = 0 with
I1 = 0.012 and I3 = 0.002 kg m2 about the pivot and w3 = 150 rad/s, the total spin about the axis of the top.
"""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.simulate import simulate

NUTATION, AXIAL = np.radians(30.0), 150.0
PRECESSIONS = {"slow": 3.75964953893402748, "fast": 25.1078639205472607}
SPINS = {"slow": 146.74404798995668, "fast": 128.25595201004332}


@pytest.fixture(scope="module", params=["slow", "fast"])
def case(request):
    return request.param


@pytest.fixture(scope="module")
def run(case, model, formulation):
    """1 s: 24 turns; the speeds in the axes of the top, whose x axis is the line of nodes."""
    m, p = model("steady_top"), PRECESSIONS[case]
    top = m["top"]
    top.wx, top.wy, top.wz = 0.0, p * np.sin(NUTATION), AXIAL
    top.vx, top.vy, top.vz = 0.1 * np.sin(NUTATION) * p, 0.0, 0.0
    return simulate(m, 1.0, 100, error=1e-11, formulation=formulation)


def test_precessions_are_roots(case):
    p = PRECESSIONS[case]
    assert 0.012 * np.cos(NUTATION) * p**2 - 0.002 * AXIAL * p + 9.81 * 0.1 == pytest.approx(0.0, abs=1e-12)
    assert AXIAL - p * np.cos(NUTATION) == pytest.approx(SPINS[case], rel=1e-14)


def test_nutation_stays(run):
    np.testing.assert_allclose(run["REQ_1.F2"], NUTATION, atol=1e-7)


def test_mass_centre_runs_on_a_circle(run, case):
    """It starts on the -y side and turns with the precession."""
    p, r = PRECESSIONS[case], 0.1 * np.sin(NUTATION)
    np.testing.assert_allclose(run["PART_2.CM_X"], r * np.sin(p * run.time), atol=1e-7)
    np.testing.assert_allclose(run["PART_2.CM_Y"], -r * np.cos(p * run.time), atol=1e-7)
    np.testing.assert_allclose(run["PART_2.CM_Z"], 0.1 * np.cos(NUTATION), atol=1e-8)
    np.testing.assert_allclose(run["PART_2.CM_VX"], r * p * np.cos(p * run.time), atol=1e-6)
    np.testing.assert_allclose(run["PART_2.CM_VY"], r * p * np.sin(p * run.time), atol=1e-6)


def test_axial_spin_stays(run):
    np.testing.assert_allclose(run["REQ_1.F7"], AXIAL, rtol=1e-8)


def test_pivot_carries_weight_and_centripetal_force(run, case):
    p, r = PRECESSIONS[case], 0.1 * np.sin(NUTATION)
    np.testing.assert_allclose(run["JOINT_1.FX"], -r * p**2 * np.sin(p * run.time), atol=1e-5 * 9.81)
    np.testing.assert_allclose(run["JOINT_1.FY"], r * p**2 * np.cos(p * run.time), atol=1e-5 * 9.81)
    np.testing.assert_allclose(run["JOINT_1.FZ"], 9.81, atol=1e-5 * 9.81)
