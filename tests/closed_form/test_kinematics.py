"""Kinematic analysis against closed forms. Numbers: PROBLEMS2, topic 4 (derived there with 40 digits, two ways each).

Positions are solved to rounding, so the limits are those of the printed digits: ten or more.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ConvergenceError, ModelError


def bar(m: bc.Model, name: str, start: tuple[float, float], end: tuple[float, float], mass: float) -> object:
    """A uniform bar in the plane z = 0."""
    a, b = np.array([*start, 0.0]), np.array([*end, 0.0])
    length = float(np.linalg.norm(b - a))
    inertia = max(mass * length**2 / 12.0, 1e-12)
    return m.part(name=name, mass=mass, cm=tuple(0.5 * (a + b)), ip=(inertia, inertia, inertia))


def offset_slider_crank() -> bc.Model:
    """4.1: crank 0.1 from 30 deg at 12 rad/s, rod 0.35, slider on y = 0.04; three equations are redundant."""
    m = bc.Model("slider-crank", units="mks", gravity=(0, -9.81, 0))
    pin = (0.1 * math.cos(math.pi / 6), 0.1 * math.sin(math.pi / 6))
    x = pin[0] + math.sqrt(0.35**2 - (pin[1] - 0.04) ** 2)
    crank, rod = bar(m, "crank", (0, 0), pin, 0.8), bar(m, "rod", pin, (x, 0.04), 1.5)
    slider = m.part(name="slider", mass=2.0, cm=(x, 0.04, 0), ip=(1e-3, 1e-3, 1e-3))
    hinge = m.revolute(name="hinge", i=crank, j=m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute(i=rod, j=crank, at=(*pin, 0), axis=(0, 0, 1))
    m.revolute(i=rod, j=slider, at=(x, 0.04, 0), axis=(0, 0, 1))
    m.translational(name="guide", i=slider, j=m.ground, at=(x, 0.04, 0), axis=(1, 0, 0))
    m.motion(name="drive", joint=hinge, function="12*TIME")
    return m


SLIDER = {  # t: x, v, a, torque of the drive, guide force on the slider along y
    0.0: (0.4364596540692, -0.6297044262893, -15.35446408291, 3.346867285226, 23.99119136037),
    0.1: (0.3297986567307, -1.154871447992, 4.51926240273, -1.423440054201, 25.43951643219),
    0.35: (0.3219039967048, 1.205794995354, 6.121855474522, 1.699482634951, 23.91574991081),
}


def test_offset_slider_crank():
    run = offset_slider_crank().kinematics(end=0.35, steps=7)
    assert run.attrs["analysis"] == "kinematic" and run.attrs["audit"]["verdict"].startswith("good")
    for t, wanted in SLIDER.items():
        n = round(t / 0.05)
        along = [run[f"slider.{name}"][n] for name in ("CM_X", "CM_VX", "CM_ACCX")]
        np.testing.assert_allclose(along, wanted[:3], rtol=1e-11)
        assert run["drive.TZ"][n] == pytest.approx(wanted[3], rel=1e-10)
        assert abs(run["guide.FY"][n]) == pytest.approx(wanted[4], rel=1e-10)


def test_parts_may_be_without_mass():
    """Crank and rod without mass: the power of the drive is that of the slider, m a v (its weight does no work)."""
    m = offset_slider_crank()
    for name in ("crank", "rod"):
        m[name].mass, m[name].ip = 0.0, None
    run = m.kinematics(end=0.35, steps=7)
    np.testing.assert_allclose(12.0 * run["drive.TZ"], 2.0 * run["slider.CM_ACCX"] * run["slider.CM_VX"], atol=1e-10)


def test_a_transient_command_takes_it_and_says_so():
    run = offset_slider_crank().simulate(end=0.35, steps=7)
    assert run.attrs["analysis"] == "kinematic" and any("N505" in m for m in run.attrs["messages"])
    asked = offset_slider_crank().simulate(end=0.35, steps=7, formulation="SI2")
    assert asked.attrs["analysis"] == "dynamic"
    np.testing.assert_allclose(asked["drive.TZ"], run["drive.TZ"], atol=1e-4)


def test_it_is_verified_by_integration():
    run = offset_slider_crank().simulate(end=0.35, steps=7, verify=True)
    assert run.error("slider.CM_X").error < 1e-6


def non_grashof() -> bc.Model:
    """4.7: crank 0.5 from 20 deg at 1 rad/s, coupler 0.4, rocker 0.45, ground 0.7, without masses."""
    m = bc.Model("lock", units="mks")
    a = 0.5 * np.array([math.cos(math.radians(20)), math.sin(math.radians(20))])
    to = np.array([0.7, 0.0]) - a
    d = float(np.linalg.norm(to))
    along = (0.4**2 - 0.45**2 + d * d) / (2 * d)
    b = a + along * to / d + math.sqrt(0.4**2 - along**2) * np.array([-to[1], to[0]]) / d
    crank, coupler, rocker = (
        bar(m, "crank", (0, 0), a, 1.0),
        bar(m, "coupler", a, b, 1.0),
        bar(m, "rocker", b, (0.7, 0), 1.0),
    )
    hinge = m.revolute(i=crank, j=m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute(i=coupler, j=crank, at=(*a, 0), axis=(0, 0, 1))
    m.spherical(i=coupler, j=rocker, at=(*b, 0))
    m.cylindrical(i=rocker, j=m.ground, at=(0.7, 0, 0), axis=(0, 0, 1))
    m.motion(name="drive", joint=hinge, function="TIME")
    return m


def test_lock_up_is_found_at_its_time():
    with pytest.raises(ConvergenceError, match="locks up") as failure:
        non_grashof().kinematics(end=2.0, steps=20)
    text = str(failure.value)
    time = float(text.split("at time ")[1].split(":")[0])
    assert time == pytest.approx(1.19672787149667, abs=1e-8) and "drive" in text
    run = failure.value.results
    assert run.time[-1] == pytest.approx(1.1)
    assert run["rocker.WZ"][5] == pytest.approx(0.703620957818, rel=1e-9)
    angle = math.atan2(run["rocker.CM_Y"][5], run["rocker.CM_X"][5] - 0.7)
    assert angle == pytest.approx(1.51871319204, rel=1e-10)
    assert time + math.radians(20) == pytest.approx(1.545793721896, abs=1e-8)  # 88.56745626243 degrees


@pytest.mark.parametrize("steps", [37, 40])
def test_the_parallelogram_passes_its_change_points(steps):
    """Equal sides: flat at a quarter and three (with 40 steps: at an output), where the crossed linkage branches off.

    The coupler never turns.
    """
    m = bc.Model("parallelogram", units="mks")
    crank, rocker = bar(m, "crank", (0, 0), (0, 0.2), 1.0), bar(m, "rocker", (0.5, 0), (0.5, 0.2), 1.0)
    coupler = bar(m, "coupler", (0, 0.2), (0.5, 0.2), 1.0)
    hinge = m.revolute(i=crank, j=m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute(i=coupler, j=crank, at=(0, 0.2, 0), axis=(0, 0, 1))
    m.spherical(i=coupler, j=rocker, at=(0.5, 0.2, 0))
    m.cylindrical(i=rocker, j=m.ground, at=(0.5, 0, 0), axis=(0, 0, 1))
    m.motion(name="drive", joint=hinge, function="2*PI*TIME")
    run = m.kinematics(end=1.0, steps=steps)
    there = (np.abs(run.time - 0.25) < 1e-9) | (np.abs(run.time - 0.75) < 1e-9)  # speeds are 0/0, as the message says
    away = np.where(there, 1e-6, 1e-9)  # positions: what the prediction leaves, h^4/24
    assert np.all(np.abs(run["coupler.CM_Y"] - 0.2 * np.cos(2 * np.pi * run.time)) < away)
    np.testing.assert_allclose(run["rocker.WZ"][~there], 2 * np.pi, rtol=1e-7)
    told = [message for message in run.attrs["messages"] if "W603" in message]
    times = [float(text.split("At time ")[1].split(" ")[0]) for text in told]
    assert times == pytest.approx([0.25, 0.75], abs=1e-7)  # by interpolation
    assert "drive" in told[0]


def test_hooke_joint_ripple():
    """4.2: 25 deg, 10 rad/s, arm of the input yoke normal to the plane of the shafts at t = 0."""
    m, beta = bc.Model("hooke", units="mks"), math.radians(25)
    out_axis = (math.sin(beta), 0, math.cos(beta))
    shaft = m.part(name="input", mass=1e-9, cm=(0, 0, 0), ip=(1e-9, 1e-9, 1e-9))
    out = m.part(name="output", mass=1.0, cm=(0, 0, 0), ip=(0.05, 0.05, 0.05))
    hinge = m.revolute(i=shaft, j=m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.cylindrical(name="bearing", i=out, j=m.ground, at=(0, 0, 0), axis=out_axis)
    arm = m.marker(part=shaft, at=(0, 0, 0), z=(0, 1, 0))
    other = m.marker(part=out, at=(0, 0, 0), z=tuple(np.cross(out_axis, (0, 1, 0))))
    m.universal(i=arm, j=other)
    m.motion(name="drive", joint=hinge, function="10*TIME")
    run = m.kinematics(end=1.0, steps=10)
    table = {  # t: angle, speed, acceleration, drive torque
        0.1: (0.954407847282, 10.37518971659, 19.28940639383, 1.000656254282),
        0.3: (3.013113245465, 9.095429556357, -4.555307804467, -0.2071624062152),
        1.0: (9.956040671235, 9.568890426815, 16.47360711199, 0.7881707069451),
    }
    for t, (angle, speed, acceleration, torque) in table.items():
        n = round(10 * t)
        assert run["bearing.ANGLE"][n] == pytest.approx(angle, rel=1e-11)
        along = lambda name: sum(a * run[f"output.{name}{c}"][n] for a, c in zip(out_axis, "XYZ", strict=True))  # noqa: B023
        assert along("W") == pytest.approx(speed, rel=1e-10)
        assert along("WD") == pytest.approx(acceleration, rel=1e-9)
        assert run["drive.TZ"][n] == pytest.approx(torque, abs=2e-7)  # of 1e-9 kg m^2 of the input too
    quarter = m.kinematics(end=math.pi / 20, steps=1)
    ratio = [sum(a * quarter[f"output.W{c}"][n] for a, c in zip(out_axis, "XYZ", strict=True)) / 10 for n in (0, 1)]
    assert ratio == pytest.approx((0.9063077870366, 1.103377918962), rel=1e-10)


def test_freedoms_and_states_are_told():
    m = offset_slider_crank()
    m.remove(m["drive"])
    with pytest.raises(ModelError, match="1 degree of freedom"):
        m.kinematics(end=1.0)
    m = offset_slider_crank()
    m.diff(name="heat", function="TIME", ic=(0.0,))
    with pytest.raises(ModelError, match="state"):
        m.kinematics(end=1.0)
    assert m.simulate(end=0.1).attrs["analysis"] == "dynamic"
