"""Boxes, cylinders, rings on planes and on each other: PROBLEMS2 topic 1 (1.5, 1.9) and energy of undamped rocking."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .scenes import at, impact, model

G = 9.81
PLANE = (0.0, 0.0, -G)


def solid(shape, mass, ip, r, turn=(0, 0, 0), v=(0, 0, 0), w=(0, 0, 0)):
    """PART/2 whose mass centre is at r, turned by a rotation vector, with GRAPHICS/2; shape: text with {m}."""
    R = Rotation.from_rotvec(turn).as_matrix()
    z, x = r + R[:, 2], r + R[:, 0]
    place = ", ".join(
        f"{key}={','.join(repr(float(c)) for c in value)}" for key, value in (("QG", r), ("ZG", z), ("XG", x))
    )
    speeds = ", ".join(f"{n}={float(s)!r}" for n, s in zip(("VX", "VY", "VZ", "WX", "WY", "WZ"), (*v, *w)))
    inertia = ",".join(repr(float(i)) for i in ip)
    return f"PART/2, MASS={mass!r}, CM=20, IP={inertia}, {place}, {speeds}\nMARKER/20, PART=2\nGRAPHICS/2, {shape}\n"


def box(x, y, z, mass, r, **pose):
    """A box about its mass centre."""
    ip = [mass / 12.0 * s for s in (y * y + z * z, x * x + z * z, x * x + y * y)]
    corner = f"MARKER/21, PART=2, QP={-x / 2!r},{-y / 2!r},{-z / 2!r}\n"
    return corner + solid(f"BOX, CORNER=21, X={x!r}, Y={y!r}, Z={z!r}", mass, ip, np.array(r, float), **pose)


FLOOR = "MARKER/9, PART=1, QP=-1,-1,-0.1\nGRAPHICS/9, BOX, CORNER=9, X=2, Y=2, Z=0.1\n"
STARTS = [
    ((0.05, 0, 0), 0),
    ((0, 0.03, 0), 0),
    ((0.04, 0.02, 0), 0.3),
    ((0.3, 0, 0), 0),
    ((0.1, 0.2, 0), 1),
    ((0, 0, 0), 0),
]


@pytest.mark.parametrize("floor", [1, 9], ids=["plane", "box"])
@pytest.mark.parametrize("start", range(6))
def test_a_rocking_box_keeps_its_energy(floor, start):
    """Six starts, undamped, frictionless, 1 s, k and e of a usual contact: energy within 1e-6 at 1e-9."""
    turn, yaw = STARTS[start]
    pose = (Rotation.from_rotvec(turn) * Rotation.from_rotvec((0, 0, yaw))).as_rotvec()
    text = box(0.1, 0.06, 0.05, 1.0, (0, 0, 0.06), turn=pose)
    m = model(FLOOR + text + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {impact(1e8, 2.2)}", PLANE)
    run = m.simulate(end=1.0, steps=200, error=1e-9)
    energy = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]
    free = run["CONTACT_1.NORMAL"] == 0.0
    assert free.sum() > 20
    drop = energy[free] - energy[0]
    assert np.abs(drop).max() < 1e-6 * energy[0], np.abs(drop).max() / energy[0]


def slope(angle):
    """Gravity on a plane that slopes down towards +x."""
    return G * math.sin(math.radians(angle)), 0.0, -G * math.cos(math.radians(angle))


def on_slope(angle, height, friction, floor, v=0.0, end=1.0, width=0.1):
    """A box at its static depth on a slope."""
    k = 1e7
    rest = height / 2 - 1.0 * G * math.cos(math.radians(angle)) / k
    text = box(width, 0.1, height, 1.0, (0, 0, rest), v=(v, 0, 0))
    m = model(FLOOR + text + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {impact(k, 1.0, 3e3, 1e-7, friction)}", slope(angle))
    return m.simulate(end=end, steps=100, error=1e-6)


@pytest.mark.parametrize("floor", [1, 9], ids=["plane", "box"])
def test_a_box_creeps_slides_and_topples_on_a_slope(floor):
    """1.5 b, c, e: creep at mu(v) = tan; sliding with g (sin - mud cos); toppling above b/h = tan 26.565 deg."""
    friction = (0.3, 0.2, 0.05, 0.25)
    run = on_slope(10, 0.05, friction, floor)
    assert run["PART_2.VX"][-1] == pytest.approx(0.0207900144486, rel=1e-3)
    run = on_slope(30, 0.05, friction, floor, v=0.3, end=0.5)
    assert run["PART_2.ACCX"][50] == pytest.approx(3.20585815777, rel=1e-3)
    assert run["CONTACT_1.NORMAL"][50] == pytest.approx(G * math.cos(math.radians(30)), rel=1e-3)
    firm = (2.0, 2.0, 0.002, 0.25)
    # it starts flat, and overshoots the tilt that it has at rest: some degrees below the threshold it topples already
    assert on_slope(21.0, 0.1, firm, floor, width=0.05)["PART_2.CM_Z"][-1] == pytest.approx(0.05, rel=0.05)
    assert on_slope(28.0, 0.1, firm, floor, width=0.05)["PART_2.CM_Z"][-1] < 0.045


def test_cylinders_roll_without_slip():
    """1.5 d: 2/3 g sin of a solid one, 1/2 g sin of a hoop, on a plane and on a box; the depth is that of k p^e."""
    for inertia, wanted in ((0.5, 3.27), (1.0, 2.4525)):
        for floor in (1, 9):
            ip = [inertia * 0.05**2, 1.0, 1.0]
            shape = "CYLINDER, CM=21, LENGTH=0.2, RADIUS=0.05"
            text = solid(shape, 1.0, [1.0, 1.0, ip[0]], np.array([-0.5, 0, 0.05 - 8.5e-6]), turn=(math.pi / 2, 0, 0))
            text += "MARKER/21, PART=2, QP=0,0,-0.1\n"
            law = impact(1e6, 1.0, 100, 1e-4, (0.6, 0.5, 0.01, 0.1))
            run = model(FLOOR + text + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {law}", slope(30)).simulate(
                end=0.5, steps=50
            )
            gained = run["PART_2.VX"][-1] - run["PART_2.VX"][25]
            assert gained / (run.time[-1] - run.time[25]) == pytest.approx(wanted, rel=5e-3)
            assert run["CONTACT_1.DEPTH"][-1] == pytest.approx(G * math.cos(math.pi / 6) / 1e6, rel=5e-2)


def test_shapes_come_to_rest_where_they_must():
    """1.9: height of the mass centre at rest, and the sum of the forces."""
    law = impact(1e6, 1.0, 2e3, 1e-4, (0.3, 0.2, 0.01, 0.1))
    cases = [
        ("TORUS, CM=20, MAJORRADIUS=0.2, MINORRADIUS=0.05", (0.03, 0.02, 0), 0.05, 0.06),
        ("CYLINDER, CM=21, LENGTH=0.2, RADIUS=0.15", (0.05, 0.02, 0), 0.1, 0.12),
        ("ELLIPSOID, CM=20, XSCALE=0.3, YSCALE=0.3, ZSCALE=0.2", (0.1, 0.05, 0), 0.1, 0.12),
    ]
    for shape, turn, wanted, start in cases:
        for floor in (1, 9):
            text = solid(shape, 2.0, (0.02, 0.02, 0.02), np.array([0, 0, start]), turn=turn)
            text += "MARKER/21, PART=2, QP=0,0,-0.1\n"
            run = model(FLOOR + text + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {law}", PLANE).simulate(end=3.0, steps=30)
            assert run["PART_2.CM_Z"][-1] == pytest.approx(wanted, abs=3e-4), shape
            assert at(run, 3.0, "CONTACT_1.FZ")[0] == pytest.approx(19.62, rel=2e-2)
