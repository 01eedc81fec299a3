"""A falling rack turns its pinion: a = g / (1 + J / (m r^2)) = 9.80665 / 5 (closed form)."""

from __future__ import annotations

import numpy as np
import pytest

A, ALPHA, TOOTH = 1.96133, 19.6133, 7.84532


@pytest.fixture(scope="module")
def run(runs):
    return runs("rack_and_pinion", end=1.0, steps=100, error=1e-9)


def test_motion(run):
    t = run.time
    np.testing.assert_allclose(run["rack.Z"], -0.5 * A * t**2, atol=1e-9)
    np.testing.assert_allclose(run["rack.VZ"], -A * t, atol=1e-9)
    np.testing.assert_allclose(run["rack.ACCZ"], -A, rtol=1e-9)
    np.testing.assert_allclose(np.abs(run["pinion.WY"]), ALPHA * t, atol=1e-8)
    np.testing.assert_allclose(np.abs(run["pinion.WDY"]), ALPHA, rtol=1e-9)


def test_teeth(run):
    """On the pinion the teeth push down with m (g - a), and with the moment J alpha about its axis."""
    np.testing.assert_allclose(run["JOINT_3.FZ"], -TOOTH, rtol=1e-9)
    np.testing.assert_allclose(np.abs(run["JOINT_3.TY"]), 0.04 * ALPHA, rtol=1e-9)
    np.testing.assert_allclose([run["JOINT_3.FX"], run["JOINT_3.FY"]], 0.0, atol=1e-9)


def test_bearing_carries_weight_and_tooth_force(run):
    np.testing.assert_allclose(run["JOINT_1.FZ"], 9.80665 + TOOTH, rtol=1e-9)
