"""Conventions of Adams that real files show (findings R1 to R4): each in a model whose answer is known."""

import math

import numpy as np
import pytest

from bellcrank.errors import ConvergenceError
from bellcrank.model import load_text

HEAD = """conventions
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=1,0,0
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21, PART=2
MARKER/22, PART=2, QP=1,0,0
"""


def model(text):
    found, report = load_text(f"{HEAD}{text}\nEND\n")
    assert not report.errors, report.render()
    return found


@pytest.mark.parametrize(
    ("given", "speed", "place"), [("IC=0.25, 3", 0.25, 3.0), ("IC=0.25", 0.25, 0.0), ("IC=,3", 0.0, 3.0)]
)
def test_r1_ic_of_a_joint_is_velocity_then_displacement(given, speed, place):
    """R1: a real run with `IC = -0.18, -147` starts at -147 with -0.18."""
    run = model(f"JOINT/1, TRANSLATIONAL, I=21, J=1, {given}").simulate(end=1.0, steps=1)
    np.testing.assert_allclose(run["PART_2.Z"], (place, place + speed), atol=1e-9)
    np.testing.assert_allclose(run["PART_2.VZ"], speed, atol=1e-9)


def test_r1_icrot_and_ictran_have_the_same_order():
    """R1: ICROT=vel,disp in radians (D: degrees), ICTRAN=vel,disp."""
    m = model("JOINT/1, CYLINDRICAL, I=21, J=1, ICROT=90D, 30D, ICTRAN=2, 5\nREQUEST/1, F2=AZ(21,1)\\F3=WZ(21,1)\\")
    run = m.simulate(end=0.1, steps=1)
    assert run["PART_2.Z"][0] == pytest.approx(5.0) and run["PART_2.VZ"][0] == pytest.approx(2.0)
    angle, rate = (run[c][0] for c in run.channels if c.startswith("REQ_1."))
    assert (angle, rate) == pytest.approx((math.pi / 6, math.pi / 2))


def test_r2_free_start_velocities_have_unit_weights():
    """R2: a rod of a kilometre (in mm) on a slide that a motion drives: |V|^2 + |omega|^2 is least, in mm and radians.

    The hinge is at the slide, speed s; the mass centre, a below it, moves with s + a omega: omega minimises
    (s + a omega)^2 + omega^2, so omega = -a s / (1 + a^2). A weight of length^2 on omega would halve it.
    """
    s, a = 7.0, 3.0
    text = f"""conventions
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1, REULER=90D,90D,0
MARKER/3, PART=1
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21, PART=2, REULER=90D,90D,0
MARKER/22, PART=2
PART/3, MASS=1, CM=31, IP=1,1,1
MARKER/31, PART=3, QP=0,-{a},0
MARKER/32, PART=3
JOINT/1, TRANSLATIONAL, I=21, J=1
JOINT/2, REVOLUTE, I=32, J=22
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION={s}*TIME
END
"""
    m, _ = load_text(text)
    run = m.simulate(end=0.01, steps=1)
    assert run["PART_3.WZ"][0] == pytest.approx(-a * s / (1.0 + a * a), abs=1e-9)


POINTER = "JOINT/1, REVOLUTE, I=21, J=1\nMOTION/1, ROTATIONAL, JOINT=1, FUNCTION={}\nREQUEST/1, F2=INCANG(22,1,2)\\"


@pytest.mark.parametrize("function", ["TIME", "90D*TIME", "1.0-1.5*SIN(TIME)", "3.0+0.5*SIN(2*TIME)"])
def test_r3_incang_goes_on_where_the_lines_pass_each_other(function):
    """R3: beyond 180 degrees (355 were seen in a real run), over several turns, below 0, and back; steps that end at
    180 degrees exactly (90D*TIME) too."""
    run = model(POINTER.format(function)).simulate(end=8.0, steps=160)
    (channel,) = (c for c in run.channels if c.startswith("REQ_1."))
    t = run.time
    turned = {"TIME": t, "90D*TIME": t * math.pi / 2, "1.0-1.5*SIN(TIME)": 1.0 - 1.5 * np.sin(t)}
    exact = turned.get(function, 3.0 + 0.5 * np.sin(2 * t))
    np.testing.assert_allclose(run[channel], exact, atol=1e-7)


def test_r3_an_angle_in_space_turns_back_before_180_degrees():
    """R3: a cone of half angle 80 degrees about an axis 90 degrees from the other line: between 10 and 170 degrees."""
    c, s = math.cos(math.radians(80)), math.sin(math.radians(80))
    m = model(
        f"MARKER/23, PART=2, QP={s},0,{c}\nMARKER/3, PART=1, QP=0,1,0\nJOINT/1, REVOLUTE, I=21, J=1\n"
        "MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=TIME\nREQUEST/1, F2=INCANG(23,1,3)\\"
    )
    run = m.simulate(end=15.0, steps=300)
    (channel,) = (c for c in run.channels if c.startswith("REQ_1."))
    np.testing.assert_allclose(run[channel], np.arccos(s * np.sin(run.time)), atol=1e-6)


def test_r4_zero_over_zero_is_zero_and_is_told():
    """R4: ATAN(ABS(a)/ABS(b)) of a part at rest did not stop Adams; the value written is 0."""
    m = model("ACCGRAV/IGRAV=-9.81\nREQUEST/1, F2=ATAN(ABS(VY(21,1))/ABS(VX(21,1)))\\F3=DX(21,1)/TIME\\")
    run = m.simulate(end=1.0, steps=4)
    first, second = (run[c] for c in run.channels if c.startswith("REQ_1."))
    np.testing.assert_allclose(first, 0.0, atol=1e-12)
    np.testing.assert_allclose(second, -9.81 * run.time / 2, atol=1e-6)
    assert sum("is 0/0 at the start and is taken as 0" in text for text in run.attrs["messages"]) == 1


def test_r4_zero_over_zero_in_a_force_and_its_slope():
    """R4: F = -x x / x: 0 with slope 0 at the start, -x from then on."""
    m = model(
        "VFORCE/1, I=21, JFLOAT=3, RM=1\n, FX=-DX(21,1)*DX(21,1)/DX(21,1)\\FY=0\\FZ=0\nMARKER/3, PART=1, FLOATING"
    )
    m.parts[2].vx = 1.0
    assert m.simulate(end=1.0, steps=4)["PART_2.X"][-1] == pytest.approx(math.sin(1.0), abs=1e-5)


def test_r4_anything_else_over_zero_is_a_mistake():
    with pytest.raises(ConvergenceError, match="is not a number"):
        model("SFORCE/1, ROTATION, I=21, J=1, FUNCTION=1/AZ(21,1)").simulate(end=1.0)
