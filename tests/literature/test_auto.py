"""method="auto": the choice, the reason it gives, and that the motion is the same."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc


def reason(run) -> str:
    return next(message for message in run.attrs["messages"] if "N506" in message)


def test_smooth_motion_takes_adams(model):
    run = model("double_pendulum_points").simulate(end=2.0, steps=40, error=1e-10, method="auto")
    assert "Method: ABAM, because the model is smooth" in reason(run)
    other = model("double_pendulum_points").simulate(end=2.0, steps=40, error=1e-8)
    np.testing.assert_allclose(run["REQ_1.F2"], other["REQ_1.F2"], atol=1e-5)


def mass_on_spring(k: float) -> bc.Model:
    """A pendulum of 1 kg whose rod is a spring of stiffness k: modes sqrt(k/m) and sqrt(g/l)."""
    m = bc.Model("spring", units="mks", gravity=(0, 0, -9.81))
    bob = m.part(name="bob", mass=1.0, cm=(0, 0, -1), ip=(0.1, 0.1, 0.1), vx=1.0)
    m.sforce(i=bob, j=m.ground, at=((0, 0, -1), (0, 0, 0)), function=f"-{k}*(DM(2,3)-1)")
    return m


@pytest.mark.parametrize(("k", "method"), [(100.0, "ABAM"), (1e8, "GSTIFF")])
def test_a_stiff_spring_takes_gstiff(k, method):
    run = mass_on_spring(k).simulate(end=0.2, steps=4, error=1e-10, method="auto")
    assert f"Method: {method}, because the model is" in reason(run)


def test_a_common_tolerance_takes_gstiff():
    """Smooth or not: benchmarks/peers.py shows ABAM behind at the same accuracy."""
    run = mass_on_spring(100.0).simulate(end=0.2, steps=4, error=1e-6, method="auto")
    assert "Method: GSTIFF, because ERROR 1e-06 is not so small" in reason(run)


def test_stops_take_gstiff(model):
    run = model("ball").simulate(end=0.05, steps=2, method="auto")
    assert "Method: GSTIFF, because" in reason(run) and "suddenly" in reason(run)


def test_without_freedoms_nothing_is_integrated(model):
    run = model("four_bar_driven").simulate(end=0.1, steps=2, method="auto")
    assert run.attrs["analysis"] == "kinematic"
