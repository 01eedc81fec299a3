"""The numbers of PROBLEMS2 topic 1 and 7 and of PROBLEMS 5.2 that test_balls, test_simple_solids, test_nets leave out.

Tolerances of their pages: 1e-4 relative after the first blow, 1e-3 later, times of events 1e-5 s; 5.2 1e-6.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from bellcrank.testing.transmit import Transmit
from bellcrank.testing.transmit_solids import tube

from .scenes import at, ball, impact, model
from .test_nets import written
from .test_simple_solids import box, slope

G = (0, 0, -9.81)
EARTH = (0, 0, -9.80665)


def blows(run, gap):
    """Times of touch and of leaving: zeros of a gap, between rows by a parabola through three of them."""
    gap = np.asarray(gap)
    found = []
    for k in np.flatnonzero(np.sign(gap[1:]) * np.sign(gap[:-1]) < 0.0):
        rows = slice(max(k - 1, 0), max(k - 1, 0) + 3)
        t, g = run.time[rows] - run.time[k], gap[rows]
        roots = np.roots(np.polyfit(t, g, 2))
        found.append(
            run.time[k] + float(roots[np.argmin(np.abs(roots.real - 0.5 * (run.time[k + 1] - run.time[k])))].real)
        )
    return found


def value(run, name, time):
    """A channel between its rows."""
    return float(np.interp(time, run.time, run[name]))


def dropped(radius, mass, height, law, gravity, end, rows=20_000, error=1e-8):
    m = model(ball(2, radius, mass, (0, 0, height)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", gravity)
    return m.simulate(end=end, steps=rows, error=error)


def test_1_1_the_times_of_three_blows():
    run = dropped(0.08, 2.5, 0.6, impact(400000, 1.5, 150, 0.002), EARTH, 1.0)
    times = blows(run, run["PART_2.Z"] - 0.08)
    wanted = [0.32565393618, 0.348920637419, 0.698935000052, 0.726077577832, 0.895902064513, 0.929619777763]
    assert times[:6] == pytest.approx(wanted, abs=1e-5)
    speeds = [value(run, "PART_2.VZ", t) for t in times[1:6:2]]
    assert speeds == pytest.approx([1.71623417466, 0.832704651153, 0.3171074562], rel=1e-4)


def test_1_2_where_sliding_becomes_rolling():
    law = impact(1e8, 1.0, 0.0, 1e-3, (0.3, 0.2, 0.05, 0.25))
    m = model(ball(2, 0.1, 3.0, (0, 0, 0.1 - 2.943e-07), v=(4, 0, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", G)
    run = m.simulate(end=0.6, steps=6000, error=1e-8)
    slip = run["CONTACT_1.SLIP"][5000:]
    assert np.interp(-0.25, -slip, run.time[5000:]) == pytest.approx(0.546089995631, abs=1e-5)
    assert np.interp(-0.05, -slip, run.time[5000:]) == pytest.approx(0.569856392758, abs=1e-5)


def test_1_3_two_oblique_blows():
    law = impact(1e7, 1.5, 300, 0.001, (0.3, 0.2, 0.05, 0.2))
    m = model(ball(2, 0.1, 1.0, (0, 0, 0.5), v=(2, 0, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", G)
    run = m.simulate(end=0.65, steps=26_000, error=1e-8)
    times = blows(run, run["PART_2.Z"] - 0.1)
    assert times == pytest.approx([0.285568624585, 0.29004468491, 0.61939577023, 0.624433657706], abs=1e-5)
    for t, vz in ((times[1], 1.61546707349), (times[3], 0.905655958664)):
        got = [value(run, f"PART_2.{n}", t) for n in ("VX", "VZ", "WY")]
        assert got == pytest.approx([1.42857142857, vz, 14.2857142857], rel=1e-4 if t < 0.5 else 1e-3)


def test_1_4_how_long_two_balls_touch():
    balls = ball(2, 0.1, 1.0, (0, 0, 0), v=(3, 0, 0)) + ball(3, 0.15, 2.0, (0.5, 0.1, 0))
    run = model(balls + f"CONTACT/1, IGEOM=2, JGEOM=3, {impact(1e6, 1.5)}").simulate(end=0.12, steps=24_000, error=1e-8)
    gap = np.hypot(run["PART_3.X"] - run["PART_2.X"], run["PART_3.Y"] - run["PART_2.Y"]) - 0.25
    assert blows(run, gap) == pytest.approx([0.0902904050841, 0.0991654529041], abs=1e-5)


def test_1_5_a_ball_rolls_down_with_a_little_slip():
    law = impact(1e8, 1.0, 1e3, 1e-3, (0.3, 0.2, 0.05, 0.25))
    depth = 9.81 * math.cos(math.radians(20)) / 1e8
    m = model(ball(2, 0.1, 1.0, (0, 0, 0.1 - depth)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(20.0))
    run = m.simulate(end=1.0, steps=20, error=1e-8)
    wanted = {0.05: (0.003151912695, 0.123192663277, 0.0117721207153)}
    wanted[0.2] = 0.0485923827542, 0.482680267471, 0.0117721331345
    wanted[1.0] = 1.20164347811, 2.39994747091, 0.0117721331345
    for time, values in wanted.items():
        assert at(run, time, "PART_2.X", "PART_2.VX", "CONTACT_1.SLIP") == pytest.approx(values, rel=1e-4)


@pytest.mark.parametrize("degrees", [25.9, 26.6])
def test_1_5_a_box_tips_at_its_slope(degrees):
    """e: b/h = 0.5, 26.565 degrees. It starts leaning by 0.3 degrees onto its lower edge, at rest: below 26.265 degrees
    it falls back onto its face, above it tips over."""
    lean = math.radians(0.3)
    width, height, k = 0.05, 0.1, 1e8
    reach = math.hypot(width, height) / 2.0
    angle = math.atan2(height, width) + lean
    x, z = width / 2.0 - reach * math.cos(angle), reach * math.sin(angle)
    text = box(width, 0.1, height, 1.0, (x, 0, z), turn=(0, lean, 0))
    law = impact(k, 1.0, 1e4, 1e-7, (2.0, 2.0, 0.002, 0.25)) + ", STICTION=ON, MAX_STICTION_DEFORMATION=1E-6"
    run = model(text + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", slope(degrees)).simulate(end=0.8, steps=20, error=1e-6)
    stands = degrees + 0.3 < math.degrees(math.atan(0.5))
    assert stands == (run["PART_2.CM_Z"][-1] > 0.048)


def test_1_6_balls_with_gaps_hit_one_after_the_other():
    balls = "".join(
        ball(n, 0.05, 1.0, (0.1 * (n - 2) + 0.02 * (n == 4), 0, 0), v=(float(n == 2), 0, 0)) for n in (2, 3, 4)
    )
    contacts = "\n".join(f"CONTACT/{n}, IGEOM={n}, JGEOM={n + 1}, {impact(1e8, 1.5)}" for n in (2, 3))
    run = model(balls + contacts).simulate(end=0.1, steps=10, error=1e-8)
    assert [run[f"PART_{n}.VX"][-1] for n in (2, 3, 4)] == pytest.approx([0.0, 0.0, 1.0], abs=1e-6)


def test_1_7_poisson_bounces_with_its_ratio():
    """Stiff limit: heights h eps^2n at times that are known; p = 1e8: a blow takes 0.5 ms of them."""
    law = "POISSON, PENALTY=1E8, RESTITUTION_COEFFICIENT=0.8"
    run = dropped(0.1, 2.0, 1.35, law, EARTH, 2.2, 22_000)
    z = run["PART_2.Z"] - 0.1
    times = blows(run, z)
    assert times[0:6:2] == pytest.approx([0.504904994276, 1.31275298512, 1.95903137779], abs=2e-3)
    peaks = [z[(run.time > a) & (run.time < b)].max() for a, b in itertools.pairwise(times[1:5:2])]
    assert peaks[0] == pytest.approx(0.8, rel=2e-3)
    law = "POISSON, PENALTY=1E7, RESTITUTION_COEFFICIENT=0.8"
    m = model(ball(2, 0.1, 2.0, (0, 0, 0.101), v=(0, 0, -2)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}")
    run = m.simulate(end=0.004, steps=4000, error=1e-8)
    times = blows(run, run["PART_2.Z"] - 0.1)
    assert times[1] - times[0] == pytest.approx(0.00158058331448, rel=1e-3)


def bore(folder):
    """A hollow cylinder of radius 1 along y."""
    t = Transmit()
    t.body(tube(t, 1.3, 1.0, 2.0), "TUBE")
    (folder / "tube.xmt_txt").write_bytes(t.text())
    return "MARKER/8, PART=1, QP=0,1,0, ZP=0,0,0, XP=1,1,0\nGRAPHICS/8, EXTERNAL, RM=8, FILE=tube.xmt_txt\n"


def test_1_8_small_oscillations_in_a_bore(tmp_path):
    """At rest 0.000458260760594 deep; with rolling friction sqrt(5 g/(7 (R - r))) = 2.95954871077 rad/s."""
    pipe, a = bore(tmp_path), math.radians(1.0)
    law = impact(1e6, 1.5, 0.0, 1e-3, (2.0, 2.0, 0.01, 0.02))
    start = ball(2, 0.2, 1.0, (0.80045 * math.sin(a), 0, -0.80045 * math.cos(a)))
    m = written(tmp_path, pipe + start + f"CONTACT/1, IGEOM=2, JGEOM=8, {law}", G)
    run = m.simulate(end=2.4, steps=2400, error=1e-7)
    zeros = blows(run, run["PART_2.X"])
    assert math.pi / (zeros[1] - zeros[0]) == pytest.approx(2.95954871077, rel=1e-3)
    rest = m.statics()
    assert rest["CONTACT_1.DEPTH"][-1] == pytest.approx(0.000458260760594, rel=1e-6)


def solid_net(points, faces):
    return "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points) + "".join(
        "f " + " ".join(str(n + 1) for n in f) + "\n" for f in faces
    )


def platonic(name):
    """Corners of a body of edge 0.3 about its centre, faces that look outwards, height of the centre on a face."""
    if name == "tetrahedron":
        p = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]) * 0.3 / (2.0 * math.sqrt(2.0))
        f, high = [(0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)], 0.0612372435696
    elif name == "octahedron":
        p = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]) * 0.3 / math.sqrt(2.0)
        f = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
        high = 0.122474487139
    else:
        p = np.array(list(itertools.product((-0.15, 0.15), repeat=3)))
        f = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        high = 0.15
    return p, f, high


@pytest.mark.parametrize("name", ["tetrahedron", "octahedron", "cube"])
def test_1_9_bodies_end_on_a_face(tmp_path, name):
    """Standing 1 degree off an edge or a corner: at rest on a face, the force is the weight, energy only falls."""
    points, faces, high = platonic(name)
    (tmp_path / "body.obj").write_text(solid_net(points.tolist(), faces))
    start = 0.3 if name == "octahedron" else 0.27
    part = (
        f"PART/2, MASS=2, CM=20, IP=0.01,0.01,0.01, QG=0,0,{start!r}, REULER=0.3,1D,0.2\nMARKER/20, PART=2\n"
        "GRAPHICS/2, EXTERNAL, RM=20, FILE=body.obj\n"
    )
    law = impact(1e5, 1.0, 400, 1e-5, (0.4, 0.3, 0.02, 0.1))
    m = written(tmp_path, part + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", G)
    run = m.simulate(end=4.0, steps=200)
    assert run["PART_2.CM_Z"][-1] == pytest.approx(high - 2 * 9.81 / 1e5, abs=1e-4)
    assert at(run, 4.0, "CONTACT_1.FZ")[0] == pytest.approx(19.62, rel=1e-2)
    assert np.hypot(run["CONTACT_1.FX"][-1], run["CONTACT_1.FY"][-1]) < 0.1
    assert np.hypot(*(run[f"CONTACT_1.P{a}"][-1] - run[f"PART_2.CM_{a}"][-1] for a in "XY")) < 2e-3


def cone(beta):
    """A funnel with its tip at the origin: REVOLUTION of its section."""
    r = 0.7 * math.tan(beta)
    points = [(0.0, -0.1), (0.6, -0.1), (0.6, 0.7), (r, 0.7), (0.0, 0.0)]
    return "GRAPHICS/8, REVOLUTION, RM=1, POINTS=" + ", ".join(f"{x!r},0,{z!r}" for x, z in points) + "\n"


def test_7_1_a_ball_in_a_funnel():
    """The compliant one, k = 1e5, e = 1.5, against the cone of a REVOLUTION, which is exact: 1e-4 and 1e-3."""
    beta = math.radians(35.0)
    s, radius = 0.5, 0.05
    place = (s * math.sin(beta), 0.0, radius / math.sin(beta) + s * math.cos(beta))
    m = model(
        cone(beta) + ball(2, radius, 1.0, place, v=(0, 1.5, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=8, {impact(1e5, 1.5)}", G
    )
    run = m.simulate(end=2.0, steps=20, error=1e-8)
    wanted = {0.3: (-0.075477728205, 0.20269998256, 0.3931651638), 0.8: (0.2852898771, -0.03981769796, 0.49218076828)}
    wanted[2.0] = -0.13161738158, 0.1657428269, 0.38486113742
    for time, values in wanted.items():
        assert at(run, time, "PART_2.X", "PART_2.Y", "PART_2.Z") == pytest.approx(
            values, abs=2e-5 if time < 1 else 2e-4
        )
    about_z = run["PART_2.X"] * run["PART_2.VY"] - run["PART_2.Y"] * run["PART_2.VX"]
    assert about_z == pytest.approx(about_z[0], rel=1e-6)


def test_7_1_the_rigid_funnel_is_the_limit_of_stiff_ones():
    """s = 0.378585795646, s' = -0.526074061065, phi = 1.94467880657 at 0.3 s; k = 1e9, damped: depths of 1e-8 m."""
    beta = math.radians(35.0)
    s, radius = 0.5, 0.05
    place = (s * math.sin(beta), 0.0, radius / math.sin(beta) + s * math.cos(beta))
    law = impact(1e9, 1.0, 2e4, 1e-9)
    m = model(cone(beta) + ball(2, radius, 1.0, place, v=(0, 1.5, 0)) + f"CONTACT/1, IGEOM=2, JGEOM=8, {law}", G)
    run = m.simulate(end=0.3, steps=30, error=1e-7)
    x, y = at(run, 0.3, "PART_2.X", "PART_2.Y")
    assert math.hypot(x, y) / math.sin(beta) == pytest.approx(0.378585795646, rel=1e-4)
    assert math.atan2(y, x) == pytest.approx(1.94467880657, rel=1e-4)
    assert at(run, 0.3, "PART_2.VZ")[0] / math.cos(beta) == pytest.approx(-0.526074061065, rel=1e-3)


def test_7_1_a_horizontal_circle():
    """v^2 = g s cos(beta): the normal force is m g/sin(beta) = 17.103213065 N all the time, k = 1e6 N/m."""
    beta = math.radians(35.0)
    s, radius, k = 0.4, 0.05, 1e6
    depth = 17.103213065 / k
    x = s * math.sin(beta) + depth * math.cos(beta)
    z = radius / math.sin(beta) + s * math.cos(beta) - depth * math.sin(beta)
    speed = math.sqrt(9.81 * x / math.tan(beta))
    start = ball(2, radius, 1.0, (x, 0, z), v=(0, speed, 0))
    m = model(cone(beta) + start + f"CONTACT/1, IGEOM=2, JGEOM=8, {impact(k, 1.0)}", G)
    run = m.simulate(end=1.0, steps=50, error=1e-8)
    assert run["CONTACT_1.NORMAL"] == pytest.approx(17.103213065, rel=2e-3)
    assert run["PART_2.Z"] == pytest.approx(z, abs=1e-5)


IMPACTS = {
    "A": ((1.0, 1.0, 2.0), (100, 1.5, 25, 0.1), 2.0,
          {0.5: (0.837283462444, -1.933096259352), 1.0: (0.778353568919, 0.028870096650)}),
    "C": ((0.1, 1.0, 1.0), (1e5, 1.5, 0, 0.1), 1.0, {1.0: (0.930766587756, -1.165287811807)}),
    "D": ((1.0, 1.0, 2.0), (2000, 1.5, 6, 0.1), 2.6, {2.0: (0.921448993970, 1.772236660029)}),
}  # fmt: skip


@pytest.mark.parametrize("which", IMPACTS)
def test_5_2_balls_on_impact(which):
    """The ball of the problem is a ball of radius x1 on a plane; 1e-6."""
    (radius, mass, height), law, end, wanted = IMPACTS[which]
    run = dropped(radius, mass, height, impact(*law), EARTH, end, int(end * 10_000), 1e-10)
    for time, values in wanted.items():
        assert at(run, time, "PART_2.Z", "PART_2.VZ") == pytest.approx(values, abs=2e-6)
    times, depth = blows(run, run["PART_2.Z"] - radius), run["CONTACT_1.DEPTH"]
    if which == "A":
        assert at(run, 2.0, "PART_2.Z")[0] == pytest.approx(0.786969703702, abs=1e-6)
        assert (times[0], depth.max()) == pytest.approx((0.451600755752, 0.237039914155), abs=1e-6)
        assert run.time[depth.argmax()] == pytest.approx(0.642579906, abs=1e-4) and len(times) == 1
    elif which == "C":
        assert times == pytest.approx([0.428426094369, 0.452747618183], abs=1e-6)
        assert depth.max() == pytest.approx(0.0350033442651, abs=1e-6)
        assert run["CONTACT_1.NORMAL"].max() == pytest.approx(654.883893135, rel=1e-4)
        assert value(run, "PART_2.VZ", times[1]) == pytest.approx(4.20142475834, rel=1e-4)
    else:
        assert times[0:8:2] == pytest.approx([0.451600755752, 1.25398578942, 1.8992818105, 2.4314439076], abs=2e-6)
        got = [value(run, "PART_2.VZ", t) for t in times[1:8:2]]
        assert got == pytest.approx([3.33438580309, 2.52124194993, 1.91919755826, 1.47106392183][: len(got)], rel=1e-4)
        deep = [depth[(run.time > a) & (run.time < b)].max() for a, b in zip(times[0::2], times[1::2])]
        assert deep == pytest.approx(
            [0.167178275008, 0.137596171193, 0.114938870267, 0.0977824466][: len(deep)], abs=1e-6
        )


def test_5_2_a_blow_without_gravity():
    m = model(ball(2, 0.1, 1.0, (0, 0, 0.11), v=(0, 0, -2)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e5, 1.5)}")
    run = m.simulate(end=0.05, steps=5000, error=1e-9)
    times = blows(run, run["PART_2.Z"] - 0.1)
    assert times[1] - times[0] == pytest.approx(0.0280148869868221, abs=1e-6)
    assert run["CONTACT_1.DEPTH"].max() == pytest.approx(0.0190365393871588, abs=1e-6)
    assert run["CONTACT_1.NORMAL"].max() == pytest.approx(262.652780440377, rel=1e-5)


def test_a_handle_in_a_claw(tmp_path):
    """A hook of EXTRUSION (concave) catches a bar: pulled out by 50 N it stays, and the forces of the hook are 50 N."""
    hook = [
        (0, 0),
        (0.2, 0),
        (0.2, 0.04),
        (0.165, 0.04),
        (0.165, 0.012),
        (0.06, 0.012),
        (0.06, 0.08),
        (0.2, 0.08),
        (0.2, 0.1),
        (0, 0.1),
    ]
    points = ", ".join(f"{x},{y},0" for x, y in [*hook, hook[0]])
    claw = f"MARKER/8, PART=1, QP=0,0,-0.1\nGRAPHICS/8, EXTRUSION, RM=8, LENGTH=0.2, POINTS={points}\n"
    handle = (
        "PART/2, MASS=0.5, CM=20, IP=5E-4,5E-4,1E-4, QG=0.1,0.027,0\nMARKER/20, PART=2\n"
        "MARKER/21, PART=2, QP=0,0,-0.06\n"
        "GRAPHICS/2, CYLINDER, CM=21, LENGTH=0.12, RADIUS=0.014\n"
        "VFORCE/1, I=20, JFLOAT=9, RM=1, FX=50*STEP(TIME,0,0,0.2,1)\\ FY=0\\ FZ=0\nMARKER/9, PART=1, FLOATING\n"
    )
    law = impact(1e6, 1.5, 300, 1e-4, (0.2, 0.15, 0.02, 0.1))
    run = written(tmp_path, claw + handle + f"CONTACT/1, IGEOM=2, JGEOM=8, {law}", (0, -9.81, 0)).simulate(
        end=1.0, steps=100
    )
    assert 0.1 < run["PART_2.X"][-1] < 0.165 and abs(run["PART_2.VX"][-1]) < 1e-3
    assert run["CONTACT_1.FX"][-1] == pytest.approx(-50.0, rel=1e-2)
    assert run["CONTACT_1.FY"][-1] == pytest.approx(0.5 * 9.81, rel=5e-2)


@pytest.mark.parametrize("error", [1e-2, 1e-4])
@pytest.mark.parametrize("speed", [10.0, 100.0, 1000.0])
@pytest.mark.parametrize("kind", ["plate", "bar", "net"])
def test_thin_bodies_do_not_pass_through_each_other(kind, speed, error):
    """A plate, a bar or a wedge of 2 mm meets a plate of 2 mm after 1 s, at any speed and tolerance, and comes back.

    k lets it go 0.2 mm deep; undamped, but what hits askew turns: of its energy nothing is lost to 50 ERROR at 1e-4. An
    ERROR of 1e-2, 1 mm here, is more than the depth of the blow, and promises only that it comes back.
    """
    k = 2.0 * speed**2 / (2e-4) ** 2
    wall = "MARKER/9, PART=1, QP=-1,-1,-0.002\nGRAPHICS/9, BOX, CORNER=9, X=2, Y=2, Z=0.002\n"
    height = speed + 0.01
    if kind == "plate":
        body = box(0.1, 0.08, 0.002, 1.0, (0, 0, height), v=(0, 0, -speed))
    elif kind == "bar":
        body = box(0.002, 0.08, 0.002, 1.0, (0, 0, height), turn=(0.0, 0.2, 0.0), v=(0, 0, -speed))
    else:
        points = "0,0,0, .05,0,0, .05,.002,0, .02,.002,0, .02,.03,0, 0,.03,0, 0,0,0"
        body = (
            f"PART/2, MASS=1, CM=20, IP=1E-3,1E-3,1E-3, QG=0,0,{height!r}, VZ={-speed!r}\nMARKER/20, PART=2\n"
            f"MARKER/21, PART=2, QP=-.02,-.01,-.001\nGRAPHICS/2, EXTRUSION, RM=21, LENGTH=.002, POINTS={points}\n"
        )
    m = model(wall + body + f"CONTACT/1, IGEOM=2, JGEOM=9, {impact(k, 1.0)}")
    run = m.simulate(end=1.2, steps=3, error=error)
    assert run["PART_2.VZ"][-1] > 0.0
    if error < 1e-3:
        assert run["ENERGY.KINETIC"][-1] == pytest.approx(run["ENERGY.KINETIC"][0], rel=50 * error)
