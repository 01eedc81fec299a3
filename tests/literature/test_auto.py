"""method="auto": the choice, the reason it gives, and that the motion is the same."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.analysis.transient import Transient


def reason(run) -> str:
    return next(message for message in run.attrs["messages"] if "N506" in message)


@pytest.mark.parametrize(("error", "method"), [(1e-3, "DOP853"), (1e-8, "DOP853"), (1e-10, "ABAM")])
def test_smooth_motion_is_integrated_explicitly(model, error, method):
    run = model("double_pendulum_points").simulate(end=2.0, steps=40, error=error, method="auto")
    assert f"Method: {method}, because the model is smooth" in reason(run)
    other = model("double_pendulum_points").simulate(end=2.0, steps=40, error=1e-9)
    np.testing.assert_allclose(run["REQ_1.F2"], other["REQ_1.F2"], atol=max(10.0 * error, 1e-6))


def mass_on_spring(k: float) -> bc.Model:
    """A pendulum of 1 kg whose rod is a spring of stiffness k: modes sqrt(k/m) and sqrt(g/l)."""
    m = bc.Model("spring", units="mks", gravity=(0, 0, -9.81))
    bob = m.part(name="bob", mass=1.0, cm=(0, 0, -1), ip=(0.1, 0.1, 0.1), vx=1.0)
    m.sforce(i=bob, j=m.ground, at=((0, 0, -1), (0, 0, 0)), function=f"-{k}*(DM(2,3)-1)")
    return m


@pytest.mark.parametrize(("k", "method"), [(100.0, "DOP853"), (1e8, "GSTIFF")])
def test_a_stiff_spring_takes_gstiff(k, method):
    run = mass_on_spring(k).simulate(end=0.2, steps=4, error=1e-6, method="auto")
    assert f"Method: {method}, because the model is" in reason(run)


def rider(stiff_from: float) -> bc.Model:
    """A pendulum and a mass on a spring of 10 N/m, which becomes one of 1e6 N/m with a damper of 100 N s/m."""
    m = bc.Model("rider", units="mks", gravity=(0, 0, -9.81))
    bob = m.part(name="bob", mass=1.0, cm=(0, 0, -1), ip=(0.1, 0.1, 0.1), vx=1.0)
    m.revolute(i=bob, j=m.ground, at=(0, 0, 0), axis=(0, 1, 0))
    mass = m.part(name="rider", mass=0.1, cm=(0.2, 0, -1), ip=(0.01, 0.01, 0.01), vx=1.0)
    on = f"STEP(TIME, {stiff_from}, 0, {stiff_from + 0.5}, 1)"
    law = f"-(10 + 1e6*{on})*(DM(5,6) - 0.2) - 100*(0.01 + {on})*VR(5,6)"
    m.sforce(i=mass, j=bob, at=((0.2, 0, -1), (0, 0, -1)), function=law)
    return m


def test_what_becomes_stiff_is_handed_over():
    """DOP853 alone takes 36 000 evaluations here, GSTIFF 4000: no cliff. The motion is that of GSTIFF at 1e-8."""
    for error in (1.03e-5, 1e-5, 0.97e-5):
        run = rider(0.5).simulate(end=3.0, steps=30, error=error, method="auto")
        assert "Method: DOP853" in reason(run)
        assert any("From time 0." in m and "GSTIFF integrates" in m for m in run.attrs["messages"])
        assert run.attrs["statistics"]["residuals"] < 6000
        assert run.attrs["statistics"]["orders"][7] < 400, "steps of DOP853: it alone takes 3000"
    other = rider(0.5).simulate(end=3.0, steps=30, error=1e-8)
    for channel in ("bob.X", "bob.VX", "rider.X"):
        np.testing.assert_allclose(run[channel], other[channel], atol=3e-3)


@pytest.mark.parametrize(("error", "most"), [(1e-4, 6000), (1.1e-5, 6000), (0.97e-5, 6000), (1e-6, 7000), (1e-7, 9000)])
@pytest.mark.parametrize("method", ["GSTIFF", "WSTIFF"])
def test_orders_that_are_unstable_are_left(method, error, most):
    """A mode of 3000 rad/s with 16 % of damping lies where order 4 and higher ones are unstable: 11 000 to 17 000
    iterations at most of these tolerances, by luck 4000 at some; a lower order for some steps, and it is gone.
    """
    run = rider(0.5).simulate(end=3.0, steps=3, error=error, method=method)
    assert run.attrs["statistics"]["iterations"] < most


def test_a_method_that_was_asked_for_stays():
    run = rider(0.5).simulate(end=1.0, steps=4, error=1e-3, method="DOP853")
    assert not any("GSTIFF" in m for m in run.attrs["messages"])


def test_singular_positions_are_passed(model):
    """Bars in line again and again (test_four_bar.py): pivots and steps fail there, whoever integrates."""
    run = model("four_bar").simulate(end=3.0, steps=30, error=1e-6, method="auto")
    other = model("four_bar").simulate(end=3.0, steps=30, error=1e-9)
    np.testing.assert_allclose(run["REQ_1.F2"], other["REQ_1.F2"], atol=1e-3)


@pytest.mark.parametrize("error", [1e-7, 1.03e-8, 1e-9, 1e-10])
def test_singular_positions_are_passed_where_error_is_small(model, error):
    """Explicit stages near them are not as exact as that: where they creep, GSTIFF takes over from before. The limit is
    that of GSTIFF alone at 1e-9: a hundred tolerances, or what rounding does there."""
    run = model("four_bar").simulate(end=3.0, steps=30, error=error, method="auto")
    assert f"Method: {'ABAM' if error < 1e-9 else 'DOP853'}, because" in reason(run)
    other = model("four_bar").simulate(end=3.0, steps=30, error=1e-11)
    np.testing.assert_allclose(run["REQ_1.F2"], other["REQ_1.F2"], atol=max(100.0 * error, 1e-7))


@pytest.mark.parametrize("may_change", [False, True])
def test_steps_that_become_too_small_are_handed_over(may_change):
    """Steps of DOP853 must be 6e-4 s for the mode of 1e4 rad/s; they may not: GSTIFF needs only those of the motion.
    Also where DOP853 was asked for: what could not go on goes on, with a note."""
    settings = TransientSettings(error=1e-3, method="DOP853", h_min=1e-3, may_change=may_change)
    run = Transient(Session(mass_on_spring(1e8)).prepare(), settings, 0.0)
    run.begin(0.2, 3)
    assert run.run(lambda rows: None) is Reason.DONE and run.taken_over is not None


def test_stops_take_gstiff(model):
    run = model("ball").simulate(end=0.05, steps=2, method="auto")
    assert "Method: GSTIFF, because" in reason(run) and "suddenly" in reason(run)


def test_without_freedoms_nothing_is_integrated(model):
    run = model("four_bar_driven").simulate(end=0.1, steps=2, method="auto")
    assert run.attrs["analysis"] == "kinematic"
