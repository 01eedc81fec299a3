"""Solids that only graze each other: a touch of some milliseconds in a flight that any method takes in one step."""

from __future__ import annotations

from functools import cache

import pytest

from .scenes import ball, impact, model

G, K, E = 9.81, 1e6, 1.5
CONTACT = f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(K, E)}\n"
CEILINGS = {
    "PLANE": "MARKER/9, PART=1, QP=0,0,1, REULER=0,180D,0\nGRAPHICS/9, PLANE, RM=9\n",
    "BOX": "MARKER/9, PART=1, QP=-1,-1,1\nGRAPHICS/9, BOX, CORNER=9, X=2, Y=2, Z=0.3\n",
    "NET": "MARKER/9, PART=1, QP=0,0,1\n"
    "GRAPHICS/9, EXTRUSION, RM=9, LENGTH=0.3, POINTS=-1,-1,0, 1,-1,0, 1,0,0, 2,0,0, 2,1,0, -1,1,0, -1,-1,0\n",
}
THROWN = {
    "BALL": (0.05, "ELLIPSOID, CM=20, XSCALE=0.1"),
    "BOX": (0.1, "BOX, CORNER=21, X=0.3, Y=0.2, Z=0.1"),
    "CYLINDER": (0.1, "CYLINDER, CM=20, LENGTH=0.1, RADIUS=0.1"),
}
METHODS = ("GSTIFF", "WSTIFF", "HHT", "DOP853", "ABAM", "RADAU5", "RKF45")


def under(shape, ceiling, graze):
    """A shape thrown up, whose top would pass a ceiling at 1 m by `graze`."""
    top, words = THROWN[shape]
    speed = (2.0 * G * (1.0 - top + graze)) ** 0.5
    part = f"PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, VZ={speed!r}\nMARKER/20, PART=2\n"
    part += "MARKER/21, PART=2, QP=-0.15,-0.1,0\n"
    return model(f"{part}GRAPHICS/2, {words}\n{CEILINGS[ceiling]}{CONTACT}", gravity=(0, 0, -G))


def past(graze):
    """A ball that flies past another and would go into it by `graze`."""
    text = ball(2, 0.05, 1.0, (-0.5, 0, 0.1 - graze), (1, 0, 0)) + ball(9, 0.05, 1.0, (0, 0, 0))
    return model(text + CONTACT)


@cache
def case(shape, other, graze):
    """A model, and where its body is after 0.8 s: in steps of 0.1 ms nothing is passed."""
    found = past(graze) if other == "BALL" else under(shape, other, graze)
    return found, found.simulate(0.8, 2, error=1e-9, h_max=1e-4)["PART_2.Z"][-1]


PAIRS = [*((shape, ceiling) for shape in THROWN for ceiling in CEILINGS), ("BALL", "BALL")]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("shape", "other"), PAIRS)
def test_what_is_only_grazed_is_not_stepped_over(shape, other, method):
    """By 0.1 to 10 mm; passed over, bodies are 1.7 to 275 mm away from where they should be. Blows of flat shapes are
    stiff, and what HHT and WSTIFF make of one at 1e-6 is 20 to 40 ERROR: 100 are allowed there."""
    for graze in (1e-2, 1e-3, 1e-4):
        found, exact = case(shape, other, graze)
        for error in (1e-3, 1e-4, 1e-6):
            off = abs(found.simulate(0.8, 2, error=error, method=method)["PART_2.Z"][-1] - exact)
            assert off < (20.0 if error > 1e-5 else 100.0) * error, (graze, error)
