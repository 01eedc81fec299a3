"""Motions given by CURVE and INVPSD of TIME: position, velocity and acceleration follow the curve and the signal."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.functions.invpsd import bands, splitmix64
from bellcrank.model import load_text

MODEL = """slide
UNITS/LENGTH=METER, MASS=KILOGRAM, TIME=SECOND, FORCE=NEWTON
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
{statements}
REQUEST/1, F1=DZ(20,1,1)\\F2=VZ(20,1,1)\\F3=ACCZ(20,1,1)\\F4=MOTION(1,0,4,0)
END
"""


def simulated(statements, end):
    model, report = load_text(MODEL.format(statements=statements))
    assert not report.errors, report.render()
    run = model.simulate(end=end, steps=50)
    return [np.asarray(run[f"REQ_1.F{k}"]) for k in (1, 2, 3, 4)], np.asarray(run.time)


@pytest.mark.parametrize("form", ["CURVE_POINTS", "CONTROL_POINTS"])
def test_a_cubic_is_followed_exactly(form):
    """z = a³ with a = 0.5 t - 1 from -1 to 1: as a curve through points, and as a Bezier curve.

    The Bezier points of a³ between -1 and 1 are -1, 1, -1, 1: the blossom a b c of a³ at (-1,-1,-1), (-1,-1,1), ...
    """
    a = [-1.0, -0.6, -0.1, 0.5, 1.0]
    if form == "CURVE_POINTS":
        rows = ", ".join(f"{x}, {x}, 0, {x**3}" for x in a)
        matrix = f"MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=4, VALUES={rows}"
    else:
        matrix = "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=-1,0,-1, 0,0,1, 0,0,-1, 1,0,1"
    motion = "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=CURVE(0.5*TIME-1, 0, 3, 1)"
    (z, v, acceleration, force), t = simulated(f"{matrix}\nCURVE/1, OPEN, MATRIX=1, {form}\n{motion}", 4.0)
    alpha = 0.5 * t - 1.0
    assert z == pytest.approx(alpha**3, abs=1e-9)
    assert v == pytest.approx(1.5 * alpha**2, abs=1e-7)
    assert acceleration == pytest.approx(1.5 * alpha, abs=1e-6)
    assert force == pytest.approx(3.0 * alpha, abs=1e-5)


def test_the_slope_and_the_bend_of_a_curve_are_motions_too():
    """With iord = 2 the acceleration is the fourth derivative: z = d²(a⁶)/da² = 30 a⁴ with a = t - 1."""
    rows = ", ".join(f"{x!r}, 0, 0, {x**6!r}" for x in np.linspace(-1.0, 1.0, 8).tolist())
    statements = (
        f"MATRIX/1, FULL=RORDER, ROWS=8, COLUMNS=4, VALUES={rows}\nCURVE/1, OPEN, MATRIX=1, CURVE_POINTS, ORDER=7\n"
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=CURVE(TIME-1, 2, 3, 1)"
    )
    (z, v, acceleration, _), t = simulated(statements, 1.9)
    assert z == pytest.approx(30.0 * (t - 1.0) ** 4, abs=1e-7)
    assert v == pytest.approx(120.0 * (t - 1.0) ** 3, abs=1e-5)
    assert acceleration == pytest.approx(360.0 * (t - 1.0) ** 2, abs=1e-3)


def test_a_closed_curve_is_passed_through_several_times():
    """A ring of 60 points, y against time: a sine, three times around; knots are passed smoothly."""
    angles = [2.0 * math.pi * k / 60 for k in range(60)]
    points = [(math.cos(x), math.sin(x), 0.0) for x in angles]
    rows = ", ".join(f"{x:.15g}, {y:.15g}, {z:.15g}" for x, y, z in [*points, points[0]])
    statements = (
        f"MATRIX/1, FULL=RORDER, ROWS=61, COLUMNS=3, VALUES={rows}\nCURVE/1, CLOSED, MATRIX=1, CURVE_POINTS\n"
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=CURVE(2*TIME-1, 0, 2, 1)"
    )
    (z, v, acceleration, _), t = simulated(statements, 3.0)
    w = 2.0 * math.pi
    assert z == pytest.approx(np.sin(w * t), abs=1e-6)
    assert v == pytest.approx(w * np.cos(w * t), abs=1e-4)
    assert acceleration == pytest.approx(-(w**2) * np.sin(w * t), abs=1e-2 * w**2)


def test_a_random_signal_is_followed():
    statements = (
        "SPLINE/1, X=1,3,6,10, Y=4E-6,2E-6,1E-6,1E-7\n"
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=INVPSD(TIME, 1, 1, 10, 30, 0, 11)"
    )
    (z, v, acceleration, _), t = simulated(statements, 2.0)
    expected = np.zeros((3, len(t)))
    for (f, width), u in zip(bands(1.0, 10.0, 30, False), splitmix64(11), strict=False):
        amplitude = math.sqrt(2.0 * float(np.interp(f, [1, 3, 6, 10], [4e-6, 2e-6, 1e-6, 1e-7])) * width)
        w, angle = 2.0 * math.pi * f, 2.0 * math.pi * (f * t + u)
        expected += amplitude * np.array([np.cos(angle), -w * np.sin(angle), -w * w * np.cos(angle)])
    assert z == pytest.approx(expected[0], abs=1e-9)
    assert v == pytest.approx(expected[1], abs=1e-5)
    assert acceleration == pytest.approx(expected[2], abs=1e-3)
