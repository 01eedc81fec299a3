"""Driven machines: spatial four-bar, pin in a slot, planetary gear, double wishbone, platform on six legs.

Numbers: second set of verification problems, 4.4 to 4.6 and 4.8, and the suspension of the first set, 7; 40 digits
there, ten to thirteen are printed: the tolerances are those of the digits.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

sys.path.insert(0, str(Path(__file__).parents[1] / "analyses"))
import resting

RSSR = {  # input angle: output angle, rate, acceleration
    0.6: (2.158647758833, 1.951535569514, 7.040916965228),
    2.7: (3.243569264205, -0.2161206519112, -6.792706323503),
    4.8: (2.318098451906, -1.283071812771, 1.473581840794),
}


def spatial_four_bar(idle: bool) -> bc.Model:
    """Problem 4.5; `idle`: the rod hangs in two balls and may spin, else in a ball and a cross."""
    m = bc.Model("RSSR", units="SI")
    pivot, a = np.array([0.5, 0.1, 0.2]), np.array([0.1, 0.0, 0.0])
    d = pivot - a
    psi = math.atan2(d[2], d[1]) + math.acos((0.49 - d @ d - 0.16) / (0.8 * math.hypot(d[1], d[2])))
    b = pivot + 0.4 * np.array([0.0, math.cos(psi), math.sin(psi)])
    body = {"mass": 0.1, "ip": (1e-3, 1e-3, 1e-3)}
    crank = m.part("crank", cm=(0, 0, 0), **body)
    rod = m.part("rod", cm=tuple(0.5 * (a + b)), **body)
    arm = m.part("arm", at=tuple(pivot), cm=(0, 0, 0), **body)
    m.revolute("input", crank, m.ground, at=(0, 0, 0), axis="z")
    m.revolute("output", arm, m.ground, at=tuple(pivot), axis="x")
    m.spherical("ball", rod, crank, at=tuple(a))
    if idle:
        m.spherical("other", rod, arm, at=tuple(b))
    else:
        across = np.cross(b - a, (0.0, 0.0, 1.0))
        m.universal("other", rod, arm, at=tuple(b), axis=(tuple(across), tuple(np.cross(b - a, across))))
    tip = m.marker("tip", arm, at=tuple(b))
    m.marker("hub", m.ground, at=tuple(pivot))
    m.variable("y", function=f"DY({tip.id},{m['hub'].id})")
    m.variable("z", function=f"DZ({tip.id},{m['hub'].id})")
    m.motion("drive", joint=m["input"], function="3*TIME")
    return m


@pytest.mark.parametrize("idle", [False, True])
def test_spatial_four_bar(idle):
    """With a rod that may spin there is a freedom: the model is integrated, and only what does not spin is told."""
    m = spatial_four_bar(idle)
    run = m.simulate(end=1.6, steps=16, error=1e-9) if idle else m.kinematics(end=1.6, steps=16)
    assert run.attrs["analysis"] == ("dynamic" if idle else "kinematic")
    for angle, wanted in RSSR.items():
        n = round(angle / 0.3)
        psi = math.atan2(run["z.Q"][n], run["y.Q"][n]) % (2 * math.pi)
        found = psi, run["arm.WX"][n], run["arm.WDX"][n]
        np.testing.assert_allclose(found, wanted, rtol=1e-6 if idle else 1e-10)


def test_pin_in_a_slot():
    """Problem 4.8: drawn at -0.8 rad from the line of centres."""
    m, r, c, start = bc.Model("geneva", units="SI"), 0.05, 0.0707106781186547524, -0.8
    pin = (r * math.cos(start), r * math.sin(start), 0.0)
    body = {"mass": 0.1, "ip": (1e-4, 1e-4, 1e-4)}
    crank, wheel = m.part("crank", cm=(0, 0, 0), **body), m.part("wheel", cm=(c, 0, 0), **body)
    m.revolute("o", crank, m.ground, at=(0, 0, 0), axis="z")
    m.revolute("w", wheel, m.ground, at=(c, 0, 0), axis="z")
    m.inplane("slot", crank, wheel, at=pin, axis=(-pin[1], pin[0] - c, 0.0))  # no way across the slot
    m.motion("drive", joint=m["o"], function="10*TIME")
    run = m.kinematics(end=0.14, steps=14)
    first = math.atan2(pin[1], c - pin[0])
    table = {  # angle of the crank: of the wheel, clockwise, rate, acceleration
        -0.7: (-0.7814141620371, 0.9758603114756, 130.1393123776),
        0.0: (0.0, 24.14213562373, 0.0),
        0.2: (0.4291630759537, 16.93433580234, -540.698038433),
        0.6: (0.7643912453031, 2.512037742588, -180.2453440315),
    }
    for angle, wanted in table.items():
        n = round(100 * (angle - start) / 10)
        found = first - run["w.ANGLE"][n], -run["wheel.WZ"][n], -run["wheel.WDZ"][n]
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-9)


def planetary(planets: int, ring_fixed: bool = True, share: float = 1.0) -> bc.Model:
    """Problem 4.6: sun 0.02, planets 0.03, ring 0.08; `share`: a planet stands for so many."""
    m = bc.Model("planetary", units="SI")
    body = lambda j: {"mass": 1.0, "ip": (j, j, j), "cm": (0, 0, 0)}
    ring = m.part("ring", **body(0.05))
    carrier = m.part("carrier", **body(0.02))
    sun = m.part("sun", **body(0.001))
    m.revolute("bearing", ring, m.ground, at=(0, 0, 0), axis="z")
    if ring_fixed:
        m.motion("hold", joint=m["bearing"], function="0")
    m.revolute("ring_axis", ring, carrier, at=(0, 0, 0), axis="z")
    m.revolute("sun_axis", sun, carrier, at=(0, 0, 0), axis="z")
    for n in range(planets):
        a = 2 * math.pi * n / 3
        along = np.array([math.cos(a), math.sin(a), 0.0])
        place = tuple(0.05 * along)
        j = 0.0008 * share
        planet = m.part(f"planet_{n + 1}", at=place, cm=(0, 0, 0), mass=0.5 * share, ip=(j, j, j))
        m.revolute(f"axis_{n + 1}", planet, carrier, at=place, axis="z")
        for name, other, r in (("inner", "sun_axis", 0.02), ("outer", "ring_axis", 0.08)):
            mesh = m.marker("", carrier, at=tuple(r * along), z=(-along[1], along[0], 0.0))
            m.gear(f"{name}_{n + 1}", joints=(m[other], m[f"axis_{n + 1}"]), cv=mesh)
    return m


def test_speeds_of_a_planetary_gear():
    m = planetary(3)  # three planets: two equations say what others say already
    m.motion("drive", "B3", i=m["sun"], j=m.ground, at=(0, 0, 0), function="100*TIME")
    run = m.kinematics(end=0.01, steps=1)
    found = [run[f"{name}.WZ"][-1] for name in ("carrier", "planet_1", "planet_3")]
    np.testing.assert_allclose(found, (20.0, -33.33333333333, -33.33333333333), rtol=1e-11)
    assert found[1] - found[0] == pytest.approx(-53.33333333333, rel=1e-11)
    m = planetary(1, ring_fixed=False)
    m.motion("drive", "B3", i=m["sun"], j=m.ground, at=(0, 0, 0), function="100*TIME")
    m.motion("still", "B3", i=m["carrier"], j=m.ground, at=(0, 0, 0), function="0")
    assert m.kinematics(end=0.01, steps=1)["ring.WZ"][-1] == pytest.approx(-25.0, rel=1e-11)


def test_torques_of_a_planetary_gear_at_rest():
    m = planetary(3)
    m.motion("load", "B3", i=m["carrier"], j=m.ground, at=(0, 0, 0), function="0")
    m.sforce("torque", "ROTATION", i=m["sun"], at=(0, 0, 0), axis="z", actiononly=True, function="1")
    run = m.kinematics(end=0.01, steps=1)
    assert abs(run["load.TZ"][-1]) == pytest.approx(5.0, rel=1e-11)
    assert run["hold.TZ"][-1] == pytest.approx(4.0, rel=1e-11)  # in the sense of the sun torque


@pytest.mark.parametrize("planets", [1, 3])
def test_accelerations_of_a_planetary_gear(planets):
    """5 N m on the sun. Tooth forces of three planets are not unique; one that stands for three carries them all."""
    m = planetary(planets, share=3.0 / planets)
    m.sforce("torque", "ROTATION", i=m["sun"], at=(0, 0, 0), axis="z", actiononly=True, function="5")
    run = m.simulate(end=0.01, steps=2, error=1e-9)
    assert run["sun.WDZ"][-1] == pytest.approx(2255.639097744, rel=1e-9)
    assert run["carrier.WDZ"][-1] == pytest.approx(451.1278195489, rel=1e-9)
    assert run["hold.TZ"][-1] == pytest.approx(6.165413533835, rel=1e-8)
    if planets == 1:
        tooth = [
            abs(run[f"{name}_1.TZ"][-1]) / 0.03 / 3.0 for name in ("inner", "outer")
        ]  # by the torque on the planet
        assert tooth == pytest.approx((45.73934837093, 25.68922305764), rel=1e-8)


SUSPENSION = {  # angle of the lower arm, degrees: way of the wheel centre in mm, steer and camber in degrees
    -10: (3.566817762, -20.610694964, -70.198595737, 0.2045811665, 1.7981342672),
    -5: (1.789560499, -7.946948935, -35.554980921, 0.0843327746, 0.5874300279),
    5: (-1.787906359, 3.613205958, 36.150990285, -0.0669571373, -0.1292913463),
    10: (-3.557648744, 3.058799581, 72.591766230, -0.1252812340, 0.1272485610),
}


@pytest.mark.parametrize("sense", [-1, 1])
def test_double_wishbone(sense):
    m = resting.wishbone("0")
    m.remove(m["spring"])
    m.motion("lift", joint=m["lower_axis"], function=f"{sense}*{math.radians(10.0)!r}*TIME")
    run = m.kinematics(end=1.0, steps=2)
    psi, theta, phi = (run[f"knuckle.{name}"] for name in ("PSI", "THETA", "PHI"))
    y = np.array([  # the y axis of the knuckle, by its Euler angles
        -np.cos(psi) * np.sin(phi) - np.sin(psi) * np.cos(theta) * np.cos(phi),
        -np.sin(psi) * np.sin(phi) + np.cos(psi) * np.cos(theta) * np.cos(phi), np.sin(theta) * np.cos(phi),
    ])  # fmt: skip
    for n, angle in ((1, 5 * sense), (2, 10 * sense)):
        way = [1000.0 * (run[f"knuckle.{c}"][n] - run[f"knuckle.{c}"][0]) for c in "XYZ"]
        np.testing.assert_allclose(way, SUSPENSION[angle][:3], atol=1e-6)
        turned = np.degrees([np.arctan2(-y[0, n], y[1, n]), np.arcsin(y[2, n])])
        np.testing.assert_allclose(turned, SUSPENSION[angle][3:], atol=1e-8)


STEWART = {  # time: lengths of the legs, their forces on the platform, wrench at the mass centre
    0.2: ((1.33250862706, 1.38259602467, 1.32752084025, 1.40044364613, 1.340869298, 1.2511526172),
          (91.6960267408, 50.504499166, 152.01854096, 22.16319523, 21.7026489756, 165.239797943),
          (-57.388487272, -61.6677238667, 443.755313718, -2.76878631074, -4.93540642829, 3.48211210272)),
    0.9: ((1.22577906905, 1.2163655382, 1.21767509352, 1.17400089673, 1.24843274873, 1.34008777864),
          (124.974431555, 122.82228005, 54.870106115, 150.18599941, 153.258916657, 27.7777614423),
          (35.4016354636, 52.3697351081, 538.197168174, 7.22333338194, 5.63371334553, 3.15236324761)),
}  # fmt: skip


def test_platform_on_six_legs():
    """Problem 4.4: six motions; the legs, massless, are lengths that VARIABLEs measure, and share the wrench."""
    m = bc.Model("stewart", units="SI", gravity=(0, 0, -9.81))
    amp, ph = (0.1, 0.08, 0.06, 0.1, 0.12, 0.15), (0, 0.5, 1, 1.5, 2, 2.5)
    platform = m.part("platform", at=(0, 0, 1.1), mass=50.0, cm=(0, 0, 0), ip=(4, 5, 8))
    i, j = m.marker("centre", platform, at=(0, 0, 1.1)), m.marker("base", m.ground, at=(0, 0, 0))
    for axis, a, p, zero in zip(("X", "Y", "Z", "B1", "B2", "B3"), amp, ph, (0, 0, 1.1, 0, 0, 0), strict=True):
        m.motion(f"move_{axis}", axis=axis, i=i, j=j, function=f"{zero}+{a}*SIN(4*TIME+{p})")
    circle = lambda r, deg, z: (r * math.cos(math.radians(deg)), r * math.sin(math.radians(deg)), z)
    feet = zip((10, 110, 130, 230, 250, 350), (50, 70, 170, 190, 290, 310), strict=True)
    for n, (low, high) in enumerate(feet, start=1):
        top = m.marker(f"top_{n}", platform, at=circle(0.6, high, 1.1))
        foot = m.marker(f"foot_{n}", m.ground, at=circle(1.0, low, 0.0))
        for name, word, of in (("l", "DM", (top, foot)), ("x", "DX", (top, foot)), ("y", "DY", (top, foot)),
                               ("z", "DZ", (top, foot)), ("rx", "DX", (top, i)), ("ry", "DY", (top, i)),
                               ("rz", "DZ", (top, i))):  # fmt: skip
            m.variable(f"{name}{n}", function=f"{word}({of[0].id},{of[1].id})")
    run = m.kinematics(end=0.9, steps=9)
    for t, (lengths, forces, wrench) in STEWART.items():
        k = round(10 * t)
        value = lambda name: np.array([run[f"{name}{n}.Q"][k] for n in range(1, 7)])  # noqa: B023
        length = value("l")
        np.testing.assert_allclose(length, lengths, rtol=1e-11)
        along = np.array([value(c) for c in "xyz"]) / length
        arm = np.array([value(f"r{c}") for c in "xyz"])
        total = [sum(run[f"move_{a}.{kind}{c}"][k] for a in ("X", "Y", "Z", "B1", "B2", "B3"))
                 for kind in "FT" for c in "XYZ"]  # fmt: skip
        np.testing.assert_allclose(total, wrench, rtol=1e-9)
        legs = np.linalg.solve(np.vstack([along, np.cross(arm.T, along.T).T]), total)
        np.testing.assert_allclose(legs, forces, rtol=1e-8)
