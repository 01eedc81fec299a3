"""PTCV and CVCV: cams with point, roller and flat followers, a pin in a slot, a bead on a helix; planetary gears."""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.model import load_text
from bellcrank.schema.subroutine import SUBROUTINES

CAM = """an eccentric cam
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
MARKER/12, PART=1, ZP=0,1,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/29, PART=2, FLOATING
PART/3, MASS=0.6, CM=30, IP=1,1,1, QG=0,{y!r},0
MARKER/30, PART=3, ZP=0,9,0
MARKER/31, PART=3
MARKER/39, PART=3, FLOATING
JOINT/1, REVOLUTE, I=20, J=11
JOINT/2, TRANSLATIONAL, I=30, J=12
MOTION/1, JOINT=1, ROTATION, FUNCTION={w}*TIME
SFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=12, FUNCTION=-80-2000*(DY(30)-{free})
ACCGRAV/JGRAV=-9.81
{pair}
END
"""


@pytest.fixture(autouse=True)
def curves():
    """Circles as functions of the parameter, -1 to 1: radius and centre are numbers of USER."""
    before = dict(SUBROUTINES)
    circle = lambda par, a: (
        par[1] + par[0] * math.cos(math.pi * a),
        par[2] + par[0] * math.sin(math.pi * a),
        0.0,
    )
    bc.subroutine(name="circle")(circle)
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


def circle(id: int, *numbers: float) -> str:
    return f"CURVE/{id}, CLOSED, FUNCTION=USER({','.join(map(repr, numbers))})\\, ROUTINE=a::circle\n"


def points(id: int, radius: float, x: float, n: int = 60) -> str:
    """The same circle by points."""
    values = ", ".join(
        f"{x + radius * math.cos(2 * math.pi * k / n)!r},{radius * math.sin(2 * math.pi * k / n)!r},0"
        for k in [*range(n), 0]
    )
    matrix = f"MATRIX/{id}, FULL=RORDER, ROWS={n + 1}, COLUMNS=3, VALUES={values}\n"
    return f"{matrix}CURVE/{id}, CLOSED, MATRIX={id}, ORDER=6\n"


def model_of(text: str) -> bc.Model:
    model, report = load_text(text)
    assert not report.errors, report.render()
    return model


POINT = "PTCV/1, I=30, JFLOAT=29, CURVE=1, RM=20"
ROLLER = circle(2, 0.02, 0.0, 0.0) + "CVCV/1, ICURVE=2, JCURVE=1, IRM=31, JRM=20, IFLOAT=39, JFLOAT=29"
SWAPPED = circle(2, 0.02, 0.0, 0.0) + "CVCV/1, ICURVE=1, JCURVE=2, IRM=20, JRM=31, IFLOAT=29, JFLOAT=39"
POINT_VALUES = [
    (0.04, 0.05965599501756, 0.2550087515481, -4.401152468648, 104.8736348628, 1.30765043332),
    (0.1, 0.06324828024891, -0.1591687064193, -6.665370058958, 109.2379752053, -0.8625617890235),
    (0.25, 0.03543476238682, 0.06052857843432, 4.225600546956, 59.5067440225, 0.1794396494663),
]
ROLLER_VALUES = [
    (0.04, 0.07997583779499, 0.241505323158, -4.357358329749, 104.3932155944, 1.246448345336),
    (0.1, 0.08336058379257, -0.1492671462338, -6.308100350246, 109.2575858664, -0.8121797634221),
    (0.25, 0.05548669868744, 0.06757986875191, 4.668348356526, 59.77092897804, 0.201592121672),
]


@pytest.mark.parametrize(
    ("pair", "r", "values"),
    [
        pytest.param(circle(1, 0.05, 0.015, 0.0) + POINT, 0.0, POINT_VALUES, id="point"),
        pytest.param(points(1, 0.05, 0.015) + POINT, 0.0, POINT_VALUES, id="point, curve by points"),
        pytest.param(circle(1, 0.05, 0.015, 0.0) + ROLLER, 0.02, ROLLER_VALUES, id="roller"),
        pytest.param(circle(1, 0.05, 0.015, 0.0) + SWAPPED, 0.02, ROLLER_VALUES, id="roller, I and J swapped"),
    ],
)
def test_an_eccentric_cam(pair, r, values):
    """Problem 4.3 of the reference collection (40 digits). 60 points make a circle to 1e-9 of its radius."""
    y = math.sqrt((0.05 + r) ** 2 - 0.015**2)
    model = model_of(CAM.format(y=y, w=20, free=0.05 + r, pair=pair))
    for t, *wanted in values:
        run = model.simulate(end=t, steps=1, error=1e-8)
        entity = "PTCV_1" if r == 0.0 else "CVCV_1"
        found = [run["PART_3.Y"][-1], run["PART_3.VY"][-1], run["PART_3.ACCY"][-1]]
        assert found == pytest.approx(wanted[:3], rel=1e-6)
        assert run[f"{entity}.PRESS"][-1] == pytest.approx(wanted[3], rel=1e-5)
        assert run["MOTION_1.TORQUE"][-1] == pytest.approx(wanted[4], rel=1e-5)
        assert not any("pulls" in message for message in run.attrs["messages"])


FLAT = (
    circle(1, 0.05, 0.015, 0.0)
    + "MATRIX/2, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=-0.1,0,0, -0.03,0,0, 0.03,0,0, 0.1,0,0\n"
    + "CURVE/2, OPEN, MATRIX=2\n"
)


@pytest.mark.parametrize(
    "pair",
    [
        "CVCV/1, ICURVE=2, JCURVE=1, IRM=31, JRM=20, IFLOAT=39, JFLOAT=29",
        "CVCV/1, ICURVE=1, JCURVE=2, IRM=20, JRM=31, IFLOAT=29, JFLOAT=39",
    ],
)
def test_a_flat_follower_and_its_lift_off(pair):
    """y = R + e sin wt; N = m (y'' + g) + 80 + 2000 (y - R): a pull from the time on at which this is below zero."""
    e, big = 0.015, 150.0
    for w, lifts in ((20.0, False), (big, True)):
        run = model_of(CAM.format(y=0.05, w=w, free=0.05, pair=FLAT + pair)).simulate(end=0.04, steps=400, error=1e-8)
        t = run.time
        assert run["PART_3.Y"] == pytest.approx(0.05 + e * np.sin(w * t), abs=1e-9)
        press = 0.6 * (9.81 - e * w * w * np.sin(w * t)) + 80 + 2000 * e * np.sin(w * t)
        assert run["CVCV_1.PRESS"] == pytest.approx(press, abs=1e-4)
        told = [message for message in run.attrs["messages"] if "W511" in message]
        assert bool(told) is lifts is bool((press < 0).any())
    first = t[np.argmax(press < 0)]
    said = float(told[0].split("from time ")[1].split()[0])
    assert said == pytest.approx(first, abs=2e-3) and "CVCV/1" in told[0]


def test_a_pin_in_a_slot():
    """Problem 4.8, a Geneva wheel: angle, rate and acceleration of the wheel when the crank is at 0.2 rad."""
    c = 0.0707106781186547524
    start = -0.7
    beta = math.atan2(0.05 * math.sin(start), c - 0.05 * math.cos(start))
    text = f"""geneva
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
MARKER/12, PART=1, QP={c!r},0,0
PART/2, MASS=1, CM=20, IP=1,1,1, REULER={start!r},0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=0.05,0,0
PART/3, MASS=1, CM=30, IP=1,1,1, QG={c!r},0,0, REULER={-beta!r},0,0
MARKER/30, PART=3
MARKER/39, PART=3, FLOATING
JOINT/1, REVOLUTE, I=20, J=11
JOINT/2, REVOLUTE, I=30, J=12
MOTION/1, JOINT=1, ROTATION, FUNCTION=-0.7+10*TIME
MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=-0.2,0,0, -0.1,0,0, -0.05,0,0, 0.1,0,0
CURVE/1, OPEN, MATRIX=1
PTCV/1, I=21, JFLOAT=39, CURVE=1, RM=30
END
"""
    run = model_of(text).simulate(end=0.09, steps=9, error=1e-9)
    assert run["PART_3.WZ"][-1] == pytest.approx(-16.93433580234, rel=1e-8)
    assert run["PART_3.WDZ"][-1] == pytest.approx(540.698038433, rel=1e-6)
    assert run["PART_3.WZ"][0] == pytest.approx(-0.9758603114756, rel=1e-8)


def test_a_bead_slides_down_a_helix():
    """Radius 0.3, pitch 0.1 x 2 pi: along it the bead falls with g sin(slope), tan(slope) = 0.1/0.3; 1e-6 of it."""

    @bc.subroutine(name="CURSUB")
    def helix(par, a):
        return par[0] * math.cos(6 * a), par[0] * math.sin(6 * a), par[1] * 6 * a

    a = 0.9
    x, y, z = helix((0.3, 0.1), a)
    text = f"""bead
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
MARKER/19, PART=1, FLOATING
PART/2, MASS=2, CM=20, IP=1,1,1, QG={x!r},{y!r},{z!r}
MARKER/20, PART=2
CURVE/1, OPEN, FUNCTION=USER(0.3, 0.1)
PTCV/1, I=20, JFLOAT=19, CURVE=1, RM=11
ACCGRAV/KGRAV=-9.81
END
"""
    run = model_of(text).simulate(end=0.9, steps=9, error=1e-8)
    slope = 0.1 / math.hypot(0.1, 0.3)
    assert run["PART_2.Z"] == pytest.approx(z - 0.5 * 9.81 * slope**2 * run.time**2, abs=2e-7)
    assert np.hypot(run["PART_2.X"], run["PART_2.Y"]) == pytest.approx(0.3, abs=1e-9)


def test_a_planetary_gear_with_a_moving_carrier():
    """Problem 4.6: ring fixed, 5 N m on the sun; one planet with three times the mass stands for three."""
    text = """planets
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
PART/2, MASS=1, CM=20, IP=0.001,0.001,0.001
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=0.02,0.02,0.02
MARKER/30, PART=3
MARKER/31, PART=3, QP=0.05,0,0
MARKER/32, PART=3, QP=0.02,0,0, ZP=0.02,1,0
MARKER/33, PART=3, QP=0.08,0,0, ZP=0.08,1,0
PART/4, MASS=1.5, CM=40, IP=0.0024,0.0024,0.0024, QG=0.05,0,0
MARKER/40, PART=4
JOINT/1, REVOLUTE, I=20, J=30
JOINT/2, REVOLUTE, I=40, J=31
JOINT/3, REVOLUTE, I=30, J=11
GEAR/1, JOINTS=1,2, CV=32
GEAR/2, JOINTS=3,2, CV=33
SFORCE/1, ROTATION, ACTIONONLY, I=20, J=11, FUNCTION=5
END
"""
    run = model_of(text).simulate(end=0.02, steps=4, error=1e-8)
    assert run["PART_2.WDZ"][-1] == pytest.approx(2255.639097744, rel=1e-7)
    assert run["PART_3.WDZ"][-1] == pytest.approx(451.1278195489, rel=1e-7)
    assert run["PART_4.WZ"][-1] / run["PART_2.WZ"][-1] == pytest.approx(-1 / 3, rel=1e-7)
