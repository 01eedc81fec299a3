"""Balls on planes, balls on balls: PROBLEMS2 topic 1 and PROBLEMS 5.2 of our reference collection.

The numbers come from extrapolation in long double with located switching points, checked by a second integrator.
Tolerances are those suggested there for tight settings: 1e-4 after the first blow, 1e-3 later; reached is 1e-6.
"""

from __future__ import annotations

import numpy as np
import pytest

from .scenes import at, ball, impact, model

G = (0, 0, -9.80665)
G81 = (0, 0, -9.81)


def test_a_ball_bounces_on_a_plane_as_computed_by_another_program():
    """1.1; at 1e-8 the error of positions is some 1e-8."""
    m = model(ball(2, 0.08, 2.5, (0, 0, 0.6)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(400000, 1.5, 150, 0.002)}", G)
    run = m.simulate(end=1.2, steps=120, error=1e-8)
    wanted = {0.5: (0.2273693005, 0.234651743603), 0.8: (0.114761205174, 0.107773329801)}
    wanted[1.2] = 0.0784430978329, -0.00179771365373
    for time, values in wanted.items():
        assert at(run, time, "PART_2.Z", "PART_2.VZ") == pytest.approx(values, abs=1e-6)
    depth, force = run["CONTACT_1.DEPTH"], run["CONTACT_1.FZ"]
    assert depth == pytest.approx(np.maximum(0.0, 0.08 - run["PART_2.Z"]), abs=1e-12)
    assert force == pytest.approx(run["CONTACT_1.NORMAL"], abs=1e-9) and run["CONTACT_1.FRICTION"].max() == 0.0
    touching = depth > 0.0
    assert run["CONTACT_1.PZ"][touching] == pytest.approx(-depth[touching], abs=1e-12)


def test_the_order_of_the_two_sides_only_turns_the_force():
    text = ball(2, 0.08, 2.5, (0, 0, 0.2), v=(0.3, 0.1, 0)) + "CONTACT/1, IGEOM={}, JGEOM={}, " + impact(
        4e5, 1.5, 150, 0.002, (0.3, 0.2, 0.05, 0.25)
    )  # fmt: skip
    a, b = (model(text.format(*order), G).simulate(end=0.5, steps=50, error=1e-6) for order in ((2, 1), (1, 2)))
    for name in ("X", "Z", "WX", "WY"):
        assert a[f"PART_2.{name}"] == pytest.approx(b[f"PART_2.{name}"], abs=1e-4)
    touching = a["CONTACT_1.DEPTH"] > 1e-4  # steps differ in their last digits: 1e-6 of the depth is 1e-5 of the force
    for name in ("FX", "FY", "FZ"):
        assert a[f"CONTACT_1.{name}"][touching] == pytest.approx(-b[f"CONTACT_1.{name}"][touching], rel=2e-2)


def test_sliding_becomes_rolling():
    """1.2: the contact point is the deepest one of the ball, and the normal force mg all the time."""
    law = impact(1e8, 1.0, 0.0, 1e-3, (0.3, 0.2, 0.05, 0.25))
    m = model(ball(2, 0.1, 3.0, (0, 0, 0.1 - 2.943e-07), v=(4, 0, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", G81)
    run = m.simulate(end=2.0, steps=20, error=1e-8)
    wanted = {0.2: (0.76076, 3.6076, 9.81), 0.5: (1.75475, 3.019, 24.525)}
    wanted |= {1.0: (3.18982372942, 2.85714285714, 28.5714285714), 2.0: (6.04696658657, 2.85714285714, 28.5714285714)}
    for time, values in wanted.items():
        assert at(run, time, "PART_2.X", "PART_2.VX", "PART_2.WY") == pytest.approx(values, rel=1e-6, abs=7e-6)
    assert at(run, 0.2, "CONTACT_1.FX", "CONTACT_1.SLIP") == pytest.approx([-0.2 * 3 * 9.81, 3.6076 - 0.981], rel=1e-5)


def test_an_oblique_throw_with_friction():
    """1.3, the column of the deepest point of the ball. Where the ball leaves, IMPACT pushes for some last microseconds
    behind a stretch without force; a step over them changed VZ by 1.4e-5 and, after the second bounce, by 2e-3."""
    law = impact(1e7, 1.5, 300, 0.001, (0.3, 0.2, 0.05, 0.2))
    m = model(ball(2, 0.1, 1.0, (0, 0, 0.5), v=(2, 0, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", G81)
    run = m.simulate(
        end=1.0, steps=10, error=2e-9
    )  # errors of neighbouring tolerances scatter by ten: 7e-7 to 4e-6 at 1e-8
    wanted = {0.4: (0.73526976114, 0.21832690078, 1.4285714286, 0.53680543246, 14.285714286)}
    wanted[0.7] = 1.1638411897, 0.14042822358, 1.4285714286, 0.16435014076, 14.285714286
    wanted[1.0] = 1.5924126183, 0.10081865531, 1.4285714286, -0.33151316044, 14.285714286
    for time, values in wanted.items():
        names = ("X", "Z", "VX", "VZ", "WY")
        assert at(run, time, *(f"PART_2.{n}" for n in names)) == pytest.approx(values, rel=1e-5)


def test_two_balls_meet_obliquely():
    """1.4: no spin, momentum and energy are kept."""
    balls = ball(2, 0.1, 1.0, (0, 0, 0), v=(3, 0, 0)) + ball(3, 0.15, 2.0, (0.5, 0.1, 0))
    m = model(balls + f"CONTACT/1, IGEOM=2, JGEOM=3, {impact(1e6, 1.5)}")
    run = m.simulate(end=0.3, steps=30, error=1e-8)
    got = at(run, 0.3, *(f"PART_{p}.{n}" for p in (2, 3) for n in ("X", "Y", "VX", "VY")))
    wanted = 0.223908985616, -0.313069396584, -0.293521540793, -1.52538586053
    assert got[:4] == pytest.approx(wanted, abs=1e-6)
    assert got[4:] == pytest.approx((0.838045507192, 0.256534698292, 1.6467607704, 0.762692930265), abs=1e-6)
    assert np.abs([run["PART_2.WZ"], run["PART_3.WZ"]]).max() < 1e-9
    assert run["ENERGY.KINETIC"][-1] == pytest.approx(4.5, rel=1e-6)


def test_newtons_cradle_is_the_chain_of_hertz():
    """1.6: -0.0709523536514, 0.0764030390712, 0.99454931458, whatever k."""
    balls = "".join(ball(n, 0.05, 1.0, (0.1 * (n - 2), 0, 0), v=(float(n == 2), 0, 0)) for n in (2, 3, 4))
    contacts = "\n".join(f"CONTACT/{n}, IGEOM={n}, JGEOM={n + 1}, {impact(1e6, 1.5)}" for n in (2, 3))
    run = model(balls + contacts).simulate(end=0.1, steps=10, error=1e-8)
    got = [run[f"PART_{n}.VX"][-1] for n in (2, 3, 4)]
    assert got == pytest.approx([-0.0709523536514, 0.0764030390712, 0.99454931458], abs=1e-6)


def test_poisson_separates_with_the_speed_ratio():
    """1.7: head-on without gravity 2 -> 1.6; the blending speed of 1 mm/s counts twice in 2 m/s."""
    law = "POISSON, PENALTY=1E7, RESTITUTION_COEFFICIENT=0.8"
    m = model(ball(2, 0.1, 2.0, (0, 0, 0.2), v=(0, 0, -2)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}")
    run = m.simulate(end=0.1, steps=10, error=1e-7)
    assert run["PART_2.VZ"][-1] == pytest.approx(1.6, rel=1e-4)


@pytest.mark.parametrize("error", [1e-2, 1e-3, 1e-5])
@pytest.mark.parametrize(("radius", "thickness"), [(0.05, 0.1), (1e-3, 2e-3)])
def test_nothing_is_stepped_over_at_any_tolerance(error, radius, thickness):
    """A ball at 200 m/s meets a plate after 1 s, and comes back: with k and e the deepest point is in the plate.

    e 1.5, no damping: depth (2.5/2 m v^2/k)^(2/5) is a tenth of the radius. Energy of the blow to 50 ERROR.
    """
    k = 1.25 * 200.0**2 / (0.1 * radius) ** 2.5
    plate = f"GRAPHICS/9, BOX, CORNER=9, X=20, Y=20, Z={thickness}\nMARKER/9, PART=1, QP=-10,-10,-{thickness}\n"
    m = model(plate + ball(2, radius, 1.0, (0, 0, 200.0 + radius), v=(0, 0, -200))
              + f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(k, 1.5)}")  # fmt: skip
    run = m.simulate(end=1.5, steps=3, error=error)
    assert run["PART_2.VZ"][-1] == pytest.approx(200.0, rel=50 * error)


def test_undamped_bounces_keep_the_energy():
    """Ten bounces without damping at 1e-8: what the steps lose is less than 1e-5 of the energy."""
    m = model(ball(2, 0.1, 1.0, (0, 0, 1.1)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e6, 2.2)}", G81)
    run = m.simulate(end=9.0, steps=90, error=1e-8)
    free = run["PART_2.Z"] > 0.11
    energy = (run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"])[free]
    assert np.abs(energy / energy[0] - 1.0).max() < 1e-5
    assert (np.diff(np.sign(run["PART_2.VZ"])) > 0).sum() >= 9


def test_sensors_requests_and_equations_read_the_force():
    """A sensor ends the run at 500 N; a DIFF adds up the impulse, which is what the momentum and gravity make it."""
    text = ball(2, 0.08, 2.5, (0, 0, 0.2)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(4e5, 1.5)}\n"
    sensor = "SENSOR/1, VALUE=500, GE, ERROR=1, HALT, FUNCTION=CONTACT(1,0,4,0)\nREQUEST/1, F1=CONTACT(1,0,1,0)\n"
    run = model(text + sensor, G).simulate(end=0.5, steps=50, error=1e-7)
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(500.0, abs=1.0)
    assert run["REQ_1.F1"] == pytest.approx(run["CONTACT_1.FZ"], abs=1e-6)
    run = model(text + "DIFF/1, IC=0, FUNCTION=CONTACT(1,0,4,0)\n", G).simulate(end=0.3, steps=30, error=1e-7)
    impulse = 2.5 * (run["PART_2.VZ"] - G[2] * run.time)
    assert run["DIFF_1.Q"] == pytest.approx(impulse, abs=1e-5 * np.abs(impulse).max())
    assert impulse[-1] > 5.0
