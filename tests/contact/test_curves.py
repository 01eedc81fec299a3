"""Curves in a plane: circles, arcs, outlines, B-splines and points against each other; a Geneva drive, a cam."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.errors import UnsupportedError

from .poses import E, K, Poses
from .scenes import at, impact, model

G = 9.81
FLAT = (0.0, -G, 0.0)
"""Gravity in the plane of the curves, x-y."""


def wheel(id, radius, mass, place, v=(0, 0), w=0.0, inertia=0.5):
    """A disc with a CIRCLE: PART, MARKER id0, GRAPHICS."""
    j = inertia * mass * radius**2
    return (
        f"PART/{id}, MASS={mass!r}, CM={id}0, IP={j!r},{j!r},{j!r}, QG={place[0]!r},{place[1]!r},0, VX={v[0]!r}, "
        f"VY={v[1]!r}, WZ={w!r}\nMARKER/{id}0, PART={id}\nGRAPHICS/{id}, CIRCLE, CM={id}0, RADIUS={radius!r}\n"
    )


def outline(first, part, points, graphic, closed=True):
    """An OUTLINE through points (x, y) of a part, on markers from `first` on."""
    lines = [f"MARKER/{first + n}, PART={part}, QP={x!r},{y!r},0" for n, (x, y) in enumerate(points)]
    ids = [*range(first, first + len(points)), *([first] if closed else [])]
    return "\n".join(lines) + f"\nGRAPHICS/{graphic}, OUTLINE={','.join(map(str, ids))}\n"


GROUND = outline(100, 1, [(-5.0, -1.0), (5.0, -1.0), (5.0, 0.0), (-5.0, 0.0)], 9)
"""A block whose top is y = 0."""


@pytest.mark.parametrize("floor", ["outline", "plane", "open"])
def test_a_disc_bounces_on_a_line_as_a_ball_on_a_plane(floor):
    """The numbers of PROBLEMS2 1.1 again, in the plane: whatever the floor is made of."""
    other = {
        "outline": GROUND,
        "plane": "MARKER/9, PART=1, ZP=0,1,0, XP=1,0,0\nGRAPHICS/9, PLANE, RM=9\n",
        "open": outline(100, 1, [(5.0, 0.0), (-5.0, 0.0)], 9, closed=False),  # free on the right of its way to -x
    }[floor]
    law = impact(400000, 1.5, 150, 0.002)
    m = model(other + wheel(2, 0.08, 2.5, (0.1, 0.6)) + f"CONTACT/1, IGEOM=2, JGEOM=9, {law}", (0, -9.80665, 0))
    run = m.simulate(end=1.2, steps=12, error=1e-8)
    wanted = {0.5: (0.2273693005, 0.234651743603), 0.8: (0.114761205174, 0.107773329801)}
    wanted[1.2] = 0.0784430978329, -0.00179771365373
    for time, values in wanted.items():
        assert at(run, time, "PART_2.Y", "PART_2.VY") == pytest.approx(values, abs=1e-6)
    assert np.abs(run["PART_2.Z"]).max() < 1e-12 and np.abs(run["PART_2.WX"]).max() < 1e-12


def test_flip_makes_a_circle_hollow():
    """PROBLEMS2 1.8 in the plane: a disc in a hollow circle, IFLIP on either side; as an ARC of 200 degrees too."""
    start = wheel(2, 0.2, 1.0, (0.51447670085128, -0.61312945654553))
    hollow = "GRAPHICS/9, CIRCLE, CM=1, RADIUS=1\n"
    arc = "MARKER/9, PART=1, REULER=170D,0,0\nGRAPHICS/9, ARC, CM=9, RADIUS=1, RANGLE=200D\n"
    for wall, order in (
        (hollow, "IGEOM=2, JGEOM=9, JFLIP=TRUE"),
        (hollow, "IGEOM=9, JGEOM=2, IFLIP=TRUE"),
        (arc, "IGEOM=2, JGEOM=9, JFLIP=YES"),
    ):
        run = model(wall + start + f"CONTACT/1, {order}, {impact(1e6, 1.5)}", FLAT).simulate(
            end=1.0, steps=10, error=1e-8
        )
        wanted = {0.5: (-0.070976979218, -0.797436157158, -1.89294361699, 0.168651660163)}
        wanted[1.0] = -0.501064391372, -0.624155610585, 0.362283336228, -0.291331967436
        for time, values in wanted.items():
            got = at(run, time, "PART_2.X", "PART_2.Y", "PART_2.VX", "PART_2.VY")
            assert got == pytest.approx(values, abs=1e-4), (order, time)


def test_a_point_slides_along_a_curve():
    """A frictionless point on a B-spline y = x^2/2 - 1 in the plane, without bounce: its energy is kept."""
    x = np.linspace(2.0, -2.0, 41)
    rows = ",".join(f"{a!r},{0.5 * a * a - 1.0!r},0.0" for a in x.tolist())
    curve = (
        f"MATRIX/1, FULL=RORDER, ROWS=41, COLUMNS=3, VALUES={rows}\nCURVE/1, CURVE_POINTS, MATRIX=1, ORDER=4, OPEN\n"
    )
    part = "PART/2, MASS=1, CM=20, IP=1,1,1, QG=1.0,-0.50001,0\nMARKER/20, PART=2\nGRAPHICS/2, POINT, RM=20\n"
    text = curve + part + "GRAPHICS/9, CURVE, CID=1, CRM=1\n"
    run = model(text + f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(1e6, 1.0, 2e3, 1e-6)}", FLAT).simulate(
        end=1.0, steps=50, error=1e-7
    )
    below = 0.5 * run["PART_2.X"] ** 2 - 1.0 - run["PART_2.Y"]
    assert np.abs(below[5:]).max() < 2e-4
    speed = run["PART_2.VX"] ** 2 + run["PART_2.VY"] ** 2
    energy = 0.5 * speed + G * run["PART_2.Y"]
    assert energy[10:] == pytest.approx(energy[10], abs=2e-3 * G * 0.5)
    assert run["PART_2.X"].min() < -0.5


SQUARE = [(-0.3, -0.2), (0.3, -0.2), (0.3, 0.2), (-0.3, 0.2)]


def plate(id, points, place, turn=0.0, mass=2.0):
    """A part with an OUTLINE."""
    return (
        f"PART/{id}, MASS={mass!r}, CM={id}0, IP=0.1,0.1,0.1, QG={place[0]!r},{place[1]!r},0, REULER={turn!r},0,0\n"
        f"MARKER/{id}0, PART={id}\n" + outline(1000 * id, id, points, id)
    )


def test_a_plate_comes_to_rest_on_its_side():
    law = impact(1e6, 1.0, 3e3, 1e-5, (0.3, 0.2, 0.01, 0.1))
    m = model(GROUND + plate(2, SQUARE, (0.0, 0.28), 0.3) + f"CONTACT/1, IGEOM=2, JGEOM=9, {law}", FLAT)
    run = m.simulate(end=2.0, steps=40)
    assert run["PART_2.Y"][-1] == pytest.approx(0.2 - 2 * G / 1e6, abs=1e-5)  # a line that lies flat gives k p
    assert run["CONTACT_1.FY"][-1] == pytest.approx(2 * G, rel=1e-3)
    assert run["CONTACT_1.DEPTH"][-1] == pytest.approx(2 * G / 1e6, rel=1e-2)


CIRCLE = "CIRCLE, CM={m}, RADIUS=0.4"
ARC = "ARC, CM={m}, RADIUS=0.5, RANGLE=300D"


class Flat(Poses):
    """Two curves that move in the plane x-y."""

    def __init__(self, i, j):
        shapes = {
            "circle": CIRCLE,
            "arc": ARC,
            "point": "POINT, RM={m}",
            "outline": "OUTLINE={m}1,{m}2,{m}3,{m}4,{m}1",
        }
        markers = ""
        for m, part in ((20, 2), (30, 3)):
            for n, (x, y) in enumerate([(0.0, 0.0), (1.0, 0.0), (0.9, 0.4), (0.3, 0.5)]):
                markers += f"\nMARKER/{m}{n + 1}, PART={part}, QP={x},{y},0"
        super().__init__(shapes[i], shapes[j] + markers)


@pytest.mark.parametrize(("i", "j"), [("circle", "circle"), ("circle", "outline"), ("outline", "outline"),
                                      ("point", "outline"), ("arc", "circle"), ("point", "arc")])  # fmt: skip
def test_the_force_of_curves_is_the_gradient_of_its_energy_and_does_not_jump(i, j):
    """Along a way in small steps: -dE against the force (weights of corners are smooth, but count as fixed)."""
    poses, rng = Flat(i, j), np.random.default_rng(5)
    good, jumps = [], []
    for _ in range(12):
        poses.place((0, 0, 0), (0, 0, rng.uniform(0, 6)), 1)
        turn, angle = rng.uniform(0, 6), rng.uniform(0, 6)
        away = np.array([math.cos(angle), math.sin(angle), 0.0])
        high = 2.5
        while high > 0.0:
            poses.place(high * away, (0, 0, turn))
            if 0.0 < poses.evaluate()[0] < 0.02:
                break
            high -= 1e-3
        else:
            continue
        shift = (high - 1e-3) * away
        poses.place(shift, (0, 0, turn))
        depth, wrench = poses.evaluate()
        if not 1e-5 < depth < 0.03:
            continue
        slopes, h = [], 1e-6
        for m in range(3):
            values = []
            for sign in (1.0, -1.0):
                d = sign * h * np.eye(3)[m]
                poses.place(shift + [d[0], d[1], 0.0], (0, 0, turn + d[2]))
                values.append(K * poses.evaluate()[0] ** (E + 1.0) / (E + 1.0))
            slopes.append((values[1] - values[0]) / (2.0 * h))
        good.append(np.abs(np.array(slopes) - wrench[[0, 1, 5]]).max() / np.abs(wrench).max())
        along = np.array([-away[1], away[0], 0.0])
        depths = []
        for s in np.linspace(0.0, 2e-3, 400):
            poses.place(shift + s * along, (0, 0, turn + 0.5 * s))
            depths.append(poses.evaluate()[0])
        jumps.append(np.abs(np.diff(depths)).max())
    assert len(good) >= 2
    assert np.median(good) < 1e-2, good
    assert max(jumps) < 2e-5, jumps  # steps of 5e-6


def test_what_is_no_plane_curve_is_refused():
    text = wheel(2, 0.1, 1.0, (0, 1)) + "MARKER/9, PART=1, REULER=0,30D,0\nGRAPHICS/9, CIRCLE, CM=9, RADIUS=1\n"
    with pytest.raises(UnsupportedError, match="not parallel"):
        model(text + f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(1e6, 1.5)}", FLAT).simulate(end=0.1)
    box = "GRAPHICS/9, BOX, CORNER=1, X=1, Y=1, Z=1\n"
    with pytest.raises(UnsupportedError, match="cannot be simulated"):
        model(wheel(2, 0.1, 1.0, (0, 1)) + box + f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(1e6, 1.5)}", FLAT).simulate(
            end=0.1
        )


ARM, DISTANCE, PIN = 0.1, 0.1 * math.sqrt(2.0), 0.01


def geneva_wheel():
    """The outline of a wheel with four slots as wide as the pin, the first towards +x, about the origin."""
    points = []
    for n in range(4):
        turn = 0.5 * math.pi * n
        rim, base = 0.095, DISTANCE - ARM - 1.5 * PIN
        for x, y in ((rim, -PIN), (base, -PIN), (base, PIN), (rim, PIN), (0.085, 0.04), (0.06, 0.06)):
            points.append((x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)))
    return points


def test_a_geneva_drive():
    """A pin (CIRCLE) on a crank of 0.1 m turns a wheel with four slots (OUTLINE) by 90 degrees each time.

    With b = C - a cos(alpha), tan(beta) = a sin(alpha)/b, so w_wheel/w_crank = a (C cos(alpha) - a)/(C^2 + a^2 - 2 a C
    cos(alpha)). The wheel at x = C starts with a slot in line with the pin, which enters at alpha = -45 degrees; the
    contact is stiff (k = 1e8 N/m, torques below 1 N m): 1e-3 of the largest ratio, 2.414.
    """
    start = -0.25 * math.pi
    crank = (
        "PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, QG=0,0,0, WZ=2\nMARKER/20, PART=2\n"
        f"MARKER/21, PART=2, QP={ARM * math.cos(start)!r},{ARM * math.sin(start)!r},0\n"
        f"GRAPHICS/2, CIRCLE, CM=21, RADIUS={PIN!r}\n"
        "JOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, ROTATION, JOINT=1, FUNCTION=2*TIME\n"
    )
    turn = 0.75 * math.pi  # a slot towards the pin, which comes from the lower left
    wheel_points = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
                    for x, y in geneva_wheel()]  # fmt: skip
    driven = (
        f"PART/3, MASS=1, CM=30, IP=1E-3,1E-3,1E-3, QG={DISTANCE!r},0,0\nMARKER/30, PART=3\n"
        f"MARKER/5, PART=1, QP={DISTANCE!r},0,0\nJOINT/2, REVOLUTE, I=30, J=5\n"
        "SFORCE/1, ROTATION, I=30, J=5, FUNCTION=-0.05*WZ(30,5,5)\n" + outline(3000, 3, wheel_points, 3)
    )
    law = impact(1e8, 1.0, 2e3, 1e-7)
    run = model(crank + driven + f"CONTACT/1, IGEOM=2, JGEOM=3, {law}").simulate(end=4.0, steps=800, error=1e-6)
    alpha = start + 2.0 * run.time
    alpha = (alpha + math.pi) % (2.0 * math.pi) - math.pi
    ratio = ARM * (DISTANCE * np.cos(alpha) - ARM) / (DISTANCE**2 + ARM**2 - 2.0 * ARM * DISTANCE * np.cos(alpha))
    inside = np.abs(alpha) < math.radians(40.0)
    assert -run["PART_3.WZ"][inside] / 2.0 == pytest.approx(ratio[inside], abs=2.4e-3)
    assert inside.sum() > 100 and run.time[inside][-1] > 3.4  # it has come twice
    assert run["JOINT_2.ANGLE"][run.time > 3.95] == pytest.approx(-math.pi, abs=0.01)


def test_a_cam_lets_its_follower_go():
    """An eccentric circle (e = 20 mm, 30 rad/s) under a flat follower that only its weight holds down.

    It follows y = e sin(w t) until e w^2 sin(w t) = g, flies, and is caught again; m = 1 kg, k = 1e8 N/m: 1e-5 m.
    """
    e, r, w = 0.02, 0.05, 30.0
    cam = (
        "PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, WZ=30\nMARKER/20, PART=2\n"
        f"MARKER/21, PART=2, QP=0,{-e!r},0\nGRAPHICS/2, CIRCLE, CM=21, RADIUS={r!r}\n"
        "JOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, ROTATION, JOINT=1, FUNCTION=30*TIME\n"
    )
    follower = (
        f"PART/3, MASS=1, CM=30, IP=0.01,0.01,0.01, QG=0,{r - e!r},0\nMARKER/30, PART=3, ZP=0,1,0, XP=1,0,0\n"
        "MARKER/5, PART=1, ZP=0,1,0, XP=1,0,0\nJOINT/2, TRANSLATIONAL, I=30, J=5\n"
        + outline(3000, 3, [(-0.1, 0.0), (0.1, 0.0), (0.1, 0.02), (-0.1, 0.02)], 3)
    )
    m = model(cam + follower + f"CONTACT/1, IGEOM=3, JGEOM=2, {impact(1e8, 1.0, 5e3, 1e-7)}", FLAT)
    run = m.simulate(end=0.12, steps=240, error=1e-8)
    rises = -0.5 * math.pi + w * run.time
    leaves = (math.asin(G / (e * w * w)) + 0.5 * math.pi) / w
    y, v = e * math.sin(-0.5 * math.pi + w * leaves) + r, e * w * math.cos(-0.5 * math.pi + w * leaves)
    late = run.time - leaves
    flies = (late > 0.0) & (y + v * late - 0.5 * G * late**2 > r + e * np.sin(rises))
    assert flies.sum() > 20
    follows = (run.time > 0.01) & (late < 0.0)
    assert run["PART_3.Y"][follows] == pytest.approx((r + e * np.sin(rises))[follows], abs=1e-5)
    assert run["PART_3.Y"][flies] == pytest.approx((y + v * late - 0.5 * G * late**2)[flies], abs=1e-5)
    assert run["CONTACT_1.NORMAL"][flies][1:].max() == 0.0 and run["CONTACT_1.NORMAL"][follows].min() > 0.0
