"""RackPinion_Case01 (Project Chrono) against the request file that MSC Adams wrote for its dataset (5 s, every 0.01 s).

Adams printed six digits; its accelerations and reactions scatter by 5e-4 about the constant values of this motion.
"""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.simulate import simulate

CASE = "test_RackPinion_Case01"
SLOTS = ("F2", "F3", "F4", "F6", "F7", "F8")
DIGITS = 6e-6
SCATTER = 1e-3


@pytest.fixture(scope="module")
def both(formulation, shared):
    """Our run and that of Adams."""
    folder = shared / "corpus" / "chrono"
    run = simulate(bc.read(folder / f"{CASE}.adm"), 5.0, 500, error=1e-10, formulation=formulation)
    return run, bc.load(folder / f"{CASE}_ADAMS.req")


@pytest.mark.parametrize("request_id", [1, 5], ids=["pinion", "rack"])
def test_displacement(both, request_id):
    """X, Y, Z and the angles, which the request file has in degrees."""
    ours, adams = both
    for slot in SLOTS:
        unit = 1.0 if slot in SLOTS[:3] else 180.0 / np.pi
        difference = unit * ours[f"REQ_{request_id}.{slot}"] - adams[f"REQ_{request_id}.{slot}"]
        if unit != 1.0:
            difference = (difference + 180.0) % 360.0 - 180.0
        assert np.abs(difference).max() < DIGITS * max(1.0, 180.0 * (unit != 1.0)), slot


@pytest.mark.parametrize("request_id", [2, 6], ids=["pinion", "rack"])
def test_velocity(both, request_id):
    """The pinion reaches 24 rad/s: six digits leave 5e-5."""
    ours, adams = both
    for slot in SLOTS:
        wanted = adams[f"REQ_{request_id}.{slot}"]
        assert np.abs(ours[f"REQ_{request_id}.{slot}"] - wanted).max() < DIGITS * max(1.0, np.abs(wanted).max()), slot


@pytest.mark.parametrize("request_id", [3, 7, 9, 10, 11], ids=["pinion", "rack", "hinge", "guide", "teeth"])
def test_accelerations_and_reactions(both, request_id):
    """Forces and torques on ground at the hinge and the guide, on the pinion at the teeth."""
    ours, adams = both
    for slot in SLOTS:
        assert np.abs(ours[f"REQ_{request_id}.{slot}"] - adams[f"REQ_{request_id}.{slot}"]).max() < SCATTER, slot


@pytest.mark.parametrize("request_id", [4, 8], ids=["pinion", "rack"])
def test_euler_parameters(both, request_id):
    """ORIENT(27, ...), up to the free sign."""
    ours, adams = both
    slots = ("F2", "F3", "F4", "F6")
    got = np.column_stack([ours[f"REQ_{request_id}.{slot}"] for slot in slots])
    wanted = np.column_stack([adams[f"REQ_{request_id}.{slot}"] for slot in slots])
    assert np.minimum(np.abs(got - wanted).max(axis=1), np.abs(got + wanted).max(axis=1)).max() < DIGITS


def test_closed_form(both):
    """a = g / (1 + J / (m r^2)) with J = 0.1 kg m2, r = PD/2 = 0.05 m; the teeth carry m (g - a)."""
    ours, _ = both
    a = 9.80665 / (1 + 0.1 / 0.05**2)
    np.testing.assert_allclose(ours["REQ_7.F4"], -a, rtol=1e-9)
    np.testing.assert_allclose(ours["REQ_3.F6"], a / 0.05, rtol=1e-9)
    np.testing.assert_allclose(ours["REQ_5.F4"], -0.5 * a * ours.time**2, atol=1e-9)
    np.testing.assert_allclose(ours["REQ_11.F4"], -(9.80665 - a), rtol=1e-9)
