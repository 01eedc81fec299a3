"""STICTION, DYNAMICS_ONLY, switching, reading and statics of contacts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from .scenes import ball, impact, model
from .test_simple_solids import FLOOR, box, on_slope, slope

G81 = (0, 0, -9.81)


STICK = ", STICTION=ON, MAX_STICTION_DEFORMATION=1E-5"
FRICTION = (0.3, 0.2, 0.05, 0.25)


def sliding_box(angle, stiction=STICK, v=0.0, end=1.0, floor=1):
    k = 1e7
    rest = 0.025 - 9.81 * math.cos(math.radians(angle)) / k
    text = box(0.1, 0.1, 0.05, 1.0, (0, 0, rest), v=(v, 0, 0))
    law = impact(k, 1.0, 3e3, 1e-7, FRICTION) + stiction
    m = model(FLOOR + text + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {law}", slope(angle))
    return m.simulate(end=end, steps=100, error=1e-6)


@pytest.mark.parametrize("floor", [1, 9], ids=["plane", "box"])
def test_stiction_holds_a_box_below_the_angle_of_friction(floor):
    """tan(10 deg) = 0.176 < 0.3: it stands, some creep below D deep; without STICTION it creeps at 20.8 mm/s.

    On 20 degrees (tan 0.364) it slides, and ends with g (sin - mud cos).
    """
    run = sliding_box(10.0, floor=floor)
    assert np.abs(run["PART_2.X"] - run["PART_2.X"][0]).max() < 1e-5
    assert np.abs(run["PART_2.VX"][-10:]).max() < 1e-9  # it rang at 118 Hz, damped by the law itself
    assert run["CONTACT_1.FRICTION"][-1] == pytest.approx(9.81 * math.sin(math.radians(10.0)), rel=1e-4)
    assert sliding_box(10.0, "", floor=floor)["PART_2.X"][-1] > 0.015
    run = sliding_box(20.0, end=0.5, floor=floor)
    wanted = 9.81 * (math.sin(math.radians(20)) - 0.2 * math.cos(math.radians(20)))
    assert run["PART_2.ACCX"][-1] == pytest.approx(wanted, rel=1e-3)


def test_a_sliding_box_comes_to_a_stop_and_stays():
    """v^2/(2 (mud g cos - g sin)) at most: mus near the end; then nothing moves any more."""
    run = sliding_box(5.0, v=1.0, end=1.5)
    slow = 9.81 * (0.2 * math.cos(math.radians(5)) - math.sin(math.radians(5)))
    assert 0.9 / (2.0 * slow) < run["PART_2.X"][-1] < 1.0 / (2.0 * slow)
    assert np.abs(np.diff(run["PART_2.X"][-10:])).max() < 1e-8


def test_a_ball_rolls_with_stiction():
    """5/7 g sin from the start, without slip: the spring does not hold what rolls."""
    law = impact(1e7, 1.0, 3e3, 1e-7, (0.6, 0.5, 0.01, 0.1)) + STICK
    text = ball(2, 0.05, 1.0, (0, 0, 0.05 - 9.81 * math.cos(math.radians(20)) / 1e7))
    run = model(text + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(20.0)).simulate(end=0.5, steps=50, error=1e-6)
    assert run["PART_2.VX"][-1] == pytest.approx(5.0 / 7.0 * 9.81 * math.sin(math.radians(20)) * 0.5, rel=2e-3)


def test_dynamics_only_rubs_only_what_slides():
    """Below vs nothing holds: on 3 degrees the box takes g sin until vs = 0.05; sliding fast it has mud."""
    law = impact(1e7, 1.0, 3e3, 1e-7, FRICTION).replace("=ON", "=DYNAMICS_ONLY")
    text = box(0.1, 0.1, 0.05, 1.0, (0, 0, 0.025 - 9.81 * math.cos(math.radians(3)) / 1e7))
    m = model(text + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(3.0))
    run = m.simulate(end=0.08, steps=8, error=1e-6)
    assert run["PART_2.VX"][-1] == pytest.approx(9.81 * math.sin(math.radians(3)) * 0.08, rel=1e-4)
    m = model(text.replace("VX=0.0", "VX=1.0") + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(30.0))
    assert m.simulate(end=0.2, steps=20, error=1e-6)["PART_2.ACCX"][10] == pytest.approx(3.20585815777, rel=1e-2)


def test_sensors_requests_and_equations_read_contacts():
    """CONTACT(id, jflag, comp, rm): the force on J is the opposite; a sensor stops the run at the first touch."""
    text = ball(2, 0.1, 1.0, (0, 0, 0.5)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e6, 1.5, 100, 1e-3)}\n"
    text += "REQUEST/1, F2=CONTACT(1,0,4,0)\\ F3=CONTACT(1,1,4,0)\\ F4=CONTACT(1,0,1,0)\n"
    run = model(text, G81).simulate(end=0.6, steps=600, error=1e-6)
    assert run["REQUEST_1.F2"] == pytest.approx(run["CONTACT_1.FZ"], abs=1e-9)
    assert run["REQUEST_1.F3"] == pytest.approx(-run["CONTACT_1.FZ"], abs=1e-9)
    assert run["REQUEST_1.F4"] == pytest.approx(np.abs(run["CONTACT_1.FZ"]), abs=1e-9)
    assert run["REQUEST_1.F2"].max() > 100.0
    text += "SENSOR/1, GE, VALUE=5, RETURN, FUNCTION=CONTACT(1,0,1,0)\n"
    run = model(text, G81).simulate(end=0.6, steps=60, error=1e-6)
    assert run.time[-1] == pytest.approx(math.sqrt(2 * 0.4 / 9.81), abs=2e-4)


def test_a_list_of_geometries_is_one_contact_of_many_pairs():
    """A tripod of three balls (PROBLEMS2 1.9): each depth (mg/(3k))^(1/e) = 0.00034971841297, found by statics."""
    text = "PART/2, MASS=2, CM=20, IP=0.02,0.02,0.02, QG=0,0,0.3\nMARKER/20, PART=2\n"
    for n in range(3):
        x, y = 0.2 * math.cos(2.1 * n), 0.2 * math.sin(2.0 * math.pi / 3 * n)
        x = 0.2 * math.cos(2.0 * math.pi / 3 * n)
        text += f"MARKER/2{n + 1}, PART=2, QP={x!r},{y!r},-0.2\nGRAPHICS/2{n + 1}, ELLIPSOID, CM=2{n + 1}, XSCALE=0.2\n"
    text += f"CONTACT/1, IGEOM=21,22,23, JGEOM=1, {impact(1e6, 1.5, 100, 1e-3, FRICTION)}\n"
    m = model(text, G81)
    rest = m.statics()
    assert rest["PART_2.Z"][-1] == pytest.approx(0.3 - 0.00034971841297, abs=1e-9)
    run = m.simulate(end=1.0, steps=10, error=1e-7)
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(19.62, rel=1e-3)


def test_static_equilibrium_on_contacts():
    """A ball above a plane: depth (mg/k)^(1/e) of PROBLEMS2 1.9; with STICTION a box stands on a slope."""
    m = model(ball(2, 0.1, 2.0, (0, 0, 0.15)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e6, 1.5, 50, 1e-3)}", G81)
    assert m.statics()["PART_2.Z"][-1] == pytest.approx(0.1 - 0.000727443613442, abs=1e-9)
    text = box(0.1, 0.1, 0.05, 1.0, (0, 0, 0.0249))
    law = impact(1e7, 1.0, 3e3, 1e-7, FRICTION) + STICK
    rest = model(text + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(10.0)).statics()
    assert rest["CONTACT_1.FRICTION"][-1] == pytest.approx(9.81 * math.sin(math.radians(10)), rel=1e-6)


def test_the_creep_of_a_box_without_stiction_is_that_of_the_law():
    assert on_slope(10, 0.05, FRICTION, 1)["PART_2.VX"][-1] == pytest.approx(0.0207900144486, rel=1e-3)


def test_the_report_has_an_arrow_at_the_point_of_contact():
    """Its channels are those of the force and of the point; a snapshot draws it there."""
    from bellcrank.scene import scene_from

    m = model(ball(2, 0.1, 1.0, (0.3, 0, 0.1)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e6, 1.5, 100, 1e-3)}", G81)
    run = m.simulate(end=0.1, steps=10)
    scene = scene_from(m, run)
    (arrow,) = [f for f in scene.header.forces if f.keyword == "CONTACT"]
    assert arrow.marker >= 0 and arrow.at is not None and arrow.channels[3:] == (-1, -1, -1)
    assert [scene.channels[k, -1] for k in arrow.at] == pytest.approx([run[f"CONTACT_1.P{a}"][-1] for a in "XYZ"])
    assert scene.channels[arrow.at[0], -1] == pytest.approx(0.3, abs=1e-3)
