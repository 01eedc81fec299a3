"""Every method of integration on the same reference problems: PROBLEMS 3.3 (double pendulum), 4.5 (Dzhanibekov body).

The numbers have 14 digits there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

EXPLICIT = ("ABAM", "RKF45", "DOP853")
STIFF = ("RADAU5", "WSTIFF")
METHODS = (*EXPLICIT, *STIFF)
SECOND_ORDER = ("HHT", "NEWMARK")
PENDULUM_AT_2 = (-0.48297153425175, -1.32404871230236, 3.06528819207340, 2.94927154757162)
TUMBLING_AT_40 = (0.00201720755622, 1.00004796428655, 0.00824760826593)


def pendulum_error(model, **settings):
    run = model("double_pendulum_points").simulate(end=2.0, steps=40, **settings)
    found = [run[f"REQ_1.{c}"][-1] for c in ("F2", "F3", "F6", "F7")]
    return float(np.abs(np.subtract(found, PENDULUM_AT_2)).max()), run


@pytest.fixture(scope="module")
def exact():
    """Angles and speeds at all outputs, and the largest of each: ABAM at 1e-13."""
    m = bc.read(Path(__file__).parents[1] / "models" / "double_pendulum_points.adm")
    run = m.simulate(end=2.0, steps=40, error=1e-13, method="ABAM")
    found = np.array([run[f"REQ_1.{c}"] for c in ("F2", "F3", "F6", "F7")])
    np.testing.assert_allclose(found[:, -1], PENDULUM_AT_2, atol=1e-10)
    return found, np.abs(found).max(axis=1, keepdims=True)


@pytest.mark.parametrize(("method", "tolerances"), [
    ("RADAU5", 1), ("DOP853", 10), ("ABAM", 10), ("RKF45", 10), ("HHT", 10), ("GSTIFF", 10), ("WSTIFF", 10),
])  # fmt: skip
def test_double_pendulum(model, exact, method, tolerances):
    """The largest error at any output, of the largest value, in tolerances: errors of steps add up."""
    wanted, size = exact
    for error in (1e-4, 1e-6):
        run = pendulum_error(model, method=method, error=error)[1]
        found = np.array([run[f"REQ_1.{c}"] for c in ("F2", "F3", "F6", "F7")])
        assert (np.abs(found - wanted) / size).max() < tolerances * error
        assert run.attrs["audit"]["verdict"].startswith("good")


@pytest.mark.parametrize("method", ["ABAM", "DOP853", "RADAU5"])
def test_double_pendulum_to_eight_digits(model, method):
    assert pendulum_error(model, method=method, error=1e-10)[0] < 1e-8


@pytest.mark.parametrize(("name", "end", "channels", "most_steps"), [
    ("bricard", 4.0, ("REQ_1.F2", "REQ_1.F3", "REQ_2.F2"), 1000),
    ("slider_crank", 2.0, ("PART_3.X", "PART_3.Y", "PART_3.Z", "PART_3.VX"), 6000),
    ("heavy_top", 1.0, ("REQ_1.F2", "REQ_1.F3", "REQ_1.F4"), 1000),
])  # fmt: skip
@pytest.mark.parametrize("error", [1e-9, 1e-10])
def test_radau_closes_loops_of_turned_bodies(model, name, end, channels, most_steps, error):
    """Ten tolerances from ABAM at 1e-13. Corrections of positions are turns: taken for changes of rotation vectors they
    went from stage to stage with a rate of -1, and the first two stopped, while the top took 2462 steps at 1e-10.
    """
    settings = {"end": end, "steps": 40}
    run = model(name).simulate(error=error, method="RADAU5", **settings)
    other = model(name).simulate(error=1e-13, method="ABAM", **settings)
    for channel in channels:
        np.testing.assert_allclose(run[channel], other[channel], atol=10.0 * error * np.abs(other[channel]).max())
    assert run.attrs["statistics"]["steps"] < most_steps


@pytest.mark.parametrize("method", METHODS)
def test_dzhanibekov_body(model, method):
    """An unstable motion: errors of steps grow with it."""
    run = model("free_body").simulate(end=40.0, steps=40, error=1e-10, method=method)
    off = np.array([run[f"REQ_2.{c}"][-1] for c in ("F2", "F3", "F4")]) - TUMBLING_AT_40
    assert np.abs(off).max() < 1e-8


@pytest.mark.parametrize(
    ("method", "loose", "order"),
    [
        ("RKF45", 1e-5, 5), ("RADAU5", 1e-5, 5), ("HHT", 1e-6, 2), ("GSTIFF", 1e-7, 4.5),
        ("WSTIFF", 1e-7, 4.5),
    ],
)  # fmt: skip
def test_observed_order(model, method, loose, order):
    """Errors against the number of steps, at two tolerances a thousand apart; backward differences change theirs."""
    (first, low), (second, high) = (pendulum_error(model, method=method, error=e) for e in (loose, 1e-3 * loose))
    steps = high.attrs["statistics"]["steps"] / low.attrs["statistics"]["steps"]
    assert np.log(first / second) / np.log(steps) > order - 0.6


@pytest.mark.parametrize(("method", "order"), [("DOP853", 8), ("ABAM", 7)])
def test_observed_order_of_high_orders(model, method, order):
    """The slope of errors over steps at seven tolerances: single errors of so few steps scatter by a factor of five.

    ABAM takes orders 5 to 9 from 1e-5 to 1e-11, and higher ones at smaller tolerances: the slope is larger than these.
    """
    runs = [pendulum_error(model, method=method, error=10.0**-k, h_max=2.0) for k in range(5, 12)]
    steps = [run.attrs["statistics"]["steps"] for _, run in runs]
    assert -np.polyfit(np.log(steps), np.log([off for off, _ in runs]), 1)[0] > order - 0.6


def test_newmark_is_of_order_two_with_gamma_one_half_and_damps_otherwise(model):
    errors, steps = [], []
    for error in (1e-6, 1e-8):
        m = model("double_pendulum_points")
        m.integrator(method="NEWMARK", gamma=0.5, beta=0.25)
        off, run = pendulum_error(lambda name, m=m: m, error=error, formulation="SI2")  # I3 without damping is unstable
        errors.append(off)
        steps.append(run.attrs["statistics"]["steps"])
    assert np.log(errors[0] / errors[1]) / np.log(steps[1] / steps[0]) > 1.5
    damped = pendulum_error(model, method="NEWMARK", error=1e-6)[1]
    assert damped.attrs["audit"]["verdict"].startswith("doubtful")  # gamma = 0.7 takes energy: it is told


@pytest.mark.parametrize("method", ["GSTIFF", *STIFF])
@pytest.mark.parametrize("error", [1e-4, 1e-6])
def test_van_der_pol(method, error):
    """mu = 1000 to t = 2000; x = 1.706167732170483, x' = -8.928097010247975e-4: test set for IVP solvers (Bari).

    Phase errors are magnified by the slow manifold: 1000 tolerances.
    """
    m = bc.Model("van der Pol", units="mks")
    m.diff(name="x", function="DIF(2)", ic=(2.0,))
    m.diff(name="v", function="1000*((1-DIF(1)**2)*DIF(2)) - DIF(1)", ic=(0.0,))
    run = m.simulate(end=2000.0, steps=10, error=error, method=method)
    assert run["x.Q"][-1] == pytest.approx(1.706167732170483, abs=1000.0 * error)
    assert run.attrs["statistics"]["steps"] < 2500


@pytest.mark.parametrize("method", [*METHODS, "HHT"])
def test_redundant_constraints_and_reactions(model, method):
    """A planar parallelogram of hinges: three redundant equations; its angle by one equation (test_four_bar.py)."""
    run = model("four_bar").simulate(end=0.5, steps=10, error=1e-8, method=method)
    other = model("four_bar").simulate(end=0.5, steps=10, error=1e-8)
    assert sum("redundant" in message for message in run.attrs["messages"]) == 3
    for channel in ("REQ_1.F2", "REQ_1.F3"):
        np.testing.assert_allclose(run[channel], other[channel], atol=1e-5 if method != "HHT" else 1e-4)
    unique = [c for c in run.channels if c.startswith("JOINT") and c not in run.non_unique]
    for channel in unique:
        np.testing.assert_allclose(run[channel], other[channel], atol=1e-4 * (1.0 + np.abs(other[channel]).max()))


@pytest.mark.parametrize("method", [*METHODS, *SECOND_ORDER])
def test_events_are_located_and_restarts_are_clean(method):
    """A ball thrown up and reset at its top by a sensor that restarts: t = v/g, height v^2/(2 g)."""
    m = bc.Model("ball", units="mks", gravity=(0, 0, -10.0))
    ball = m.part(name="ball", mass=1.0, cm=(0, 0, 0), ip=(0.1, 0.1, 0.1), vz=5.0)
    m.sensor(name="top", function=f"VZ({ball.cm})", value=0.0, error=1e-9, relation="EQ", restart=True)
    run = m.simulate(end=1.0, steps=7, method=method, error=1e-8)
    top = [event["time"] if isinstance(event, dict) else event.time for event in run.events]
    assert top == pytest.approx([0.5], abs=1e-8)
    np.testing.assert_allclose(run["ball.Z"], 5.0 * run.time - 5.0 * run.time**2, atol=1e-7)


def test_a_delay_is_integrated_by_gstiff(model):
    m = bc.Model("late", units="mks")
    m.variable(name="now", function="SIN(TIME)")
    m.diff(name="late", function="DELAY(VARVAL(1), 0.3, 0)", ic=(0.0,))
    run = m.simulate(end=1.0, steps=5, method="ABAM")
    assert any("keeps no past for DELAY" in message for message in run.attrs["messages"])
    assert run["late.Q"][-1] == pytest.approx(1.0 - np.cos(0.7), abs=1e-4)


@pytest.mark.parametrize("method", EXPLICIT)
def test_the_orthogonal_complement_is_the_same_motion(model, method):
    """The rod of the paper on the orthogonal complement (test_guided_rod.py), and a loop with redundant equations."""
    settings = {"end": 1.0, "steps": 10, "error": 1e-9, "method": method}
    for name, channels in (("guided_rod", ("REQ_1.F2", "GCON_1.FX", "GCON_1.FY")), ("four_bar", ("REQ_1.F2",))):
        run = model(name).simulate(formulation="complement", **settings)
        other = model(name).simulate(**settings)
        for channel in channels:
            np.testing.assert_allclose(run[channel], other[channel], atol=1e-6)
