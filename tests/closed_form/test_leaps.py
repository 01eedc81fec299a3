"""Motions given by straight lines: the speed jumps at each corner, by an impulse.

A rod hangs on a slide without gravity. Between corners the slide moves evenly, so that the rod turns evenly. At
a corner the speed of the slide jumps by d; with the angle a from hanging and the length l of the rod

    w+ = w- - 3 d cos(a) / (2 l)                                                                                   (1)

from the angular momentum about the hinge, J = m l^2 / 3.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.model import load_text

TEXT = """slide and rod
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1, REULER=90D,90D,0
PART/2, MASS=3, CM=20, IP=1,1,1, VX=0.8
MARKER/20, PART=2
MARKER/21, PART=2, REULER=90D,90D,0
MARKER/22, PART=2
PART/3, MASS=2, CM=30, IP=0.01,0.01,{inertia}, QG=0,-0.5,0, VX=0.8, WZ=0
MARKER/30, PART=3
MARKER/31, PART=3, QP=0,0.5,0
JOINT/1, TRANSLATIONAL, I=21, J=1
JOINT/2, REVOLUTE, I=31, J=22
SPLINE/1, X=0,0.5,1.2,2,3, Y=0,0.4,-0.3,0.1,0.1
MOTION/1, TRANSLATION, JOINT=1, {motion}
ACCGRAV/IGRAV=0, JGRAV=0, KGRAV=0
END
"""
CORNERS, PLACES = (0.0, 0.5, 1.2, 2.0, 3.0), (0.0, 0.4, -0.3, 0.1, 0.1)
RATES = [(b - a) / (d - c) for a, b, c, d in zip(PLACES, PLACES[1:], CORNERS, CORNERS[1:], strict=False)]
IFS = "IF(TIME-0.5: 0.8*TIME, 0.4, IF(TIME-1.2: 0.4-(TIME-0.5), -0.3, IF(TIME-2: -0.3+0.5*(TIME-1.2), 0.1, 0.1)))"
SPEEDS = "IF(TIME-0.5: 0.8, 0.8, IF(TIME-1.2: -1, -1, IF(TIME-2: 0.5, 0.5, 0)))"
MOTIONS = {
    "INTERP": "FUNCTION=INTERP(TIME, 1, 1)",
    "IF": f"FUNCTION={IFS}",
    "VELOCITY": f"VELOCITY, FUNCTION={SPEEDS}",
}
LENGTH = 1.0


def exact(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Angle and angular velocity of the rod, (1); the speed at 0 is that of the first line."""
    a = w = 0.0
    angles, rates = np.zeros(len(times)), np.zeros(len(times))
    for k, start in enumerate(CORNERS[:-1]):
        if k:
            w -= 1.5 * (RATES[k] - RATES[k - 1]) * math.cos(a) / LENGTH
        inside = times > start
        angles[inside], rates[inside] = a + w * (times[inside] - start), w
        a += w * (CORNERS[k + 1] - start)
    return angles, rates


@pytest.mark.parametrize("method", ["GSTIFF", "WSTIFF", "HHT", "ABAM", "RKF45", "DOP853", "RADAU5", "auto"])
@pytest.mark.parametrize("kind", MOTIONS)
def test_the_rod_leaps_with_the_slide(kind, method):
    """Errors are those of even turning: rounding, and for HHT what its tolerance allows."""
    model, report = load_text(TEXT.format(inertia=2 / 12, motion=MOTIONS[kind]))
    assert not report.errors
    run = model.simulate(end=2.7, steps=27, method=method, error=1e-8)
    angle, rate = exact(run.time)
    assert run.verdict == "good", run.audit
    assert list(run.time) == pytest.approx(np.linspace(0, 2.7, 28), abs=1e-12) and len(run.time) == 28
    assert run["JOINT_2.ANGLE"] == pytest.approx(angle, abs=1e-6)
    assert run["PART_3.WZ"] == pytest.approx(rate, abs=1e-6)


@pytest.mark.parametrize("formulation", ["SI2", "I3"])
def test_rows_beside_a_leap(formulation):
    """The row of a corner is the state before it; reactions do not see the other side."""
    model = load_text(TEXT.format(inertia=2 / 12, motion=MOTIONS["IF"]))[0]
    run = model.simulate(end=2.7, dtout=0.25, formulation=formulation, error=1e-8)
    angle, rate = exact(run.time)
    assert run["PART_3.WZ"] == pytest.approx(rate, abs=1e-6) and run.verdict == "good"
    carried = 2.0 * rate**2 * 0.5 * LENGTH
    along = carried * np.sin(angle)  # what the motion holds is the rod's pull along the slide
    assert np.abs(run["MOTION_1.FORCE"]) == pytest.approx(np.abs(along), abs=2e-5)


def test_going_on_behind_a_leap():
    """Two analyses, the corner in the second one; and a start on a corner."""
    model = load_text(TEXT.format(inertia=2 / 12, motion=MOTIONS["IF"]))[0]
    once = model.simulate(end=2.0, steps=20, error=1e-9)
    twice = model.simulate(end=2.0, steps=20, error=1e-9)
    assert np.array_equal(once["PART_3.WZ"], twice["PART_3.WZ"]), "the integrator is used again"
    on_corner = load_text(TEXT.format(inertia=2 / 12, motion="FUNCTION=IF(TIME: 0, 0, TIME)"))[0]
    run = on_corner.simulate(end=1.0, steps=4)
    assert run["PART_2.VX"] == pytest.approx([0, 1, 1, 1, 1]) and run.verdict == "good"
    assert run["PART_3.WZ"] - run["PART_3.WZ"][0] == pytest.approx([0, -1.5, -1.5, -1.5, -1.5], abs=1e-6)


@pytest.mark.parametrize("kind", ["INTERP", "IF"])
def test_kinematics_leap_too(kind):
    """The slide alone has no freedom; its audit counts the work of the impulses."""
    text = "\n".join(
        line for line in TEXT.splitlines() if not line.startswith(("PART/3", "MARKER/3", "JOINT/2", "MARKER/22"))
    )
    run = load_text(text.format(motion=MOTIONS[kind]))[0].kinematics(end=2.7, steps=27)
    places = np.interp(run.time, CORNERS, PLACES)
    assert run["PART_2.X"] == pytest.approx(places, abs=1e-12) and run.verdict == "good"
    before = np.array([RATES[max(0, int(np.searchsorted(CORNERS, t - 1e-9)) - 1)] for t in run.time])
    assert run["PART_2.VX"] == pytest.approx(before, abs=1e-9)
    assert run["PART_2.ACCX"] == pytest.approx(np.zeros(28), abs=1e-6)
