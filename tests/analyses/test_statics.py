"""Static equilibrium against closed forms and 40-digit solutions, from bad guesses, in metres and in millimetres.

Numbers: the second set of verification problems (3 Statics, 5.7), computed there with 40 digits; 12 are printed:
the tolerances are those of the printed digits, since Newton's method goes on to rounding.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

sys.path.insert(0, str(Path(__file__).parent))
import resting

MM = "mm kg N s"


def rest_of(model, millimetres: bool = False):
    """The run, its length unit and the summary of its equilibrium."""
    run = (model.convert(MM) if millimetres else model).statics()
    return run, 1000.0 if millimetres else 1.0, run.attrs["statics"][-1]


@pytest.mark.parametrize("millimetres", [False, True])
def test_a_chain_drawn_as_a_roof_hangs_as_a_catenary(millimetres):
    run, unit, rest = rest_of(resting.arch(), millimetres)
    joints = [np.zeros(2)]
    for n in range(1, 11):  # the middle of a link is half way from joint to joint
        joints.append(2 * np.array([run[f"link_{n}.X"][-1], run[f"link_{n}.Y"][-1]]) / unit - joints[-1])
    np.testing.assert_allclose(joints[1], (0.06808117407754, -0.1880557197647), atol=1e-12)
    np.testing.assert_allclose(joints[2], (0.1524789738802, -0.3693759100041), atol=1e-12)
    np.testing.assert_allclose(joints[3], (0.2616706832952, -0.5369383479043), atol=1e-12)
    np.testing.assert_allclose(joints[5], (0.6, -0.7310900725988), atol=1e-12)
    pull = run["pin_0.FX"][-1], run["pin_0.FY"][-1]
    assert pull == pytest.approx((-7.990832274109, 24.525), abs=1e-8)
    assert (run["end.FX"][-1], run["end.FY"][-1]) == pytest.approx((7.990832274109, 24.525), abs=1e-8)
    assert rest["stable"] and rest["neutral"] == 0 and rest["freedoms"] == 8


@pytest.mark.parametrize(("count", "millimetres"), [(10, False), (10, True), (200, False), (200, True)])
def test_a_chain_held_out_straight_hangs_down(count, millimetres):
    run, unit, rest = rest_of(resting.straight(count), millimetres)
    tip = run[f"link_{count}.X"][-1] / unit, run[f"link_{count}.Y"][-1] / unit
    assert tip == pytest.approx((0.0, -0.2 * (count - 0.5)), abs=1e-9 * count)
    assert run["pin_0.FY"][-1] == pytest.approx(0.5 * 9.81 * count, rel=1e-10)
    assert rest["stable"]


@pytest.mark.parametrize("millimetres", [False, True])
@pytest.mark.parametrize("at", [(0, 0, 0), (0.5, -1.0, 0.8)])
def test_an_engine_on_three_bushings(at, millimetres):
    m = resting.engine(at)
    mount = m["mount_1"]  # its markers are parallel to body and ground
    for axis in "XYZ":
        m.variable(f"A{axis}", function=f"A{axis}({mount.i},{mount.j})")
    run, unit, rest = rest_of(m, millimetres)
    turned = [run[f"A{axis}.Q"][-1] for axis in "XYZ"]
    np.testing.assert_allclose(turned, (0.03200673691239, 0.02158200786575, -0.01256527943286), atol=1e-12)
    theta, phi = run["engine.THETA"][-1], run["engine.PHI"][-1]  # the last row of the rotation matrix
    row = np.sin(theta) * np.sin(phi), np.sin(theta) * np.cos(phi)
    np.testing.assert_allclose(row, (-0.02198064385271, 0.03171262115096), atol=1e-12)
    place = [run[f"engine.{c}"][-1] / unit for c in "XYZ"]
    np.testing.assert_allclose(place, (0.01179585639062, -0.007449590386671, -0.01572463290476), atol=1e-12)
    assert np.cos(run["engine.THETA"][-1]) == pytest.approx(0.9992553031911, abs=1e-12)  # of the rotation matrix
    assert rest["stable"]


@pytest.mark.parametrize("millimetres", [False, True])
@pytest.mark.parametrize(("load", "sag"), [
    (50, 0.01635205920356), (120, 0.04554947990807), (180, 0.0870262975758), (300, 0.6684642580025),
])  # fmt: skip
def test_a_two_bar_truss_before_and_behind_the_limit_point(load, sag, millimetres):
    run, unit, rest = rest_of(resting.truss(f"{load}"), millimetres)
    assert 0.3 - run["node.Y"][-1] / unit == pytest.approx(sag, abs=1e-12)
    assert rest["stable"]


def test_a_balanced_arm_stays_where_it_is_and_says_that_it_is_neutral():
    run, _, rest = rest_of(resting.arm(196.2, 0.0, 1.0))
    angle = np.arctan2(run["arm.X"][-1], run["arm.Y"][-1])
    assert angle == pytest.approx(1.0, abs=1e-9)
    assert rest["neutral"] == 1 and "turns about z" in rest["summary"][-1]


@pytest.mark.parametrize("start", [0.4, 2.9])
def test_a_spring_holds_an_arm(start):
    run, _, rest = rest_of(resting.arm(900, 0.35, start))
    assert np.arctan2(run["arm.X"][-1], run["arm.Y"][-1]) == pytest.approx(1.362285386504, abs=1e-11)
    assert run["spring.LENGTH"][-1] == pytest.approx(0.4475703324808, abs=1e-12)
    assert rest["stable"]


@pytest.mark.parametrize("millimetres", [False, True])
@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("crank", [1.05, 2.4])
def test_a_preloaded_four_bar(crank, planar, millimetres):
    run, _, rest = rest_of(resting.four_bar(crank, planar), millimetres)
    angles = [np.arctan2(run["crank.Y"][-1], run["crank.X"][-1]), run["coupler.PSI"][-1] + run["coupler.PHI"][-1]]
    assert angles == pytest.approx((1.067298039982, 0.5003663384821), abs=1e-11)
    assert run["rocker.PSI"][-1] + run["rocker.PHI"][-1] == pytest.approx(1.639295548991, abs=1e-11)
    assert (run["q.FX"][-1], run["q.FY"][-1]) == pytest.approx((-19.732743761, 0.76752916331), abs=1e-8)
    assert rest["stable"] and rest["freedoms"] == 1


def test_stiffness_of_a_preloaded_four_bar():
    """Problem 3.5: U'' by the crank angle is the slope of the torque that turns the crank; differences of order 4."""
    m = resting.four_bar(1.067298039982)
    m.motion("turn", joint=m["o"], axis="ROTATION", function="1E-3*(TIME-2)")
    torque = m.statics(4.0, 4)["turn.TZ"]
    slope = (torque[0] - 8 * torque[1] + 8 * torque[3] - torque[4]) / 12e-3
    assert slope == pytest.approx(35.89194514234, rel=1e-8)


@pytest.mark.parametrize("millimetres", [False, True])
@pytest.mark.parametrize(("load", "height", "rod", "rate"), [
    (309.490289372, -0.0355549809207, -11.860037382, 12216.816935), (748.967188067, 0.0, -34.426883459, 12541.483386),
    (1211.50386115, 0.0361509902852, -64.885305904, 13079.777707),
])  # fmt: skip
def test_a_double_wishbone_without_mass_on_its_spring(load, height, rod, rate, millimetres):
    run, unit, _ = rest_of(resting.wishbone(f"{load}"), millimetres)
    assert run["knuckle.Z"][-1] / unit == pytest.approx(height, abs=1e-10)
    force = np.array([run[f"q.F{c}"][-1] for c in "XYZ"])  # on the rod at its outer end
    assert -np.sign(force[1]) * np.linalg.norm(force) == pytest.approx(rod, rel=1e-8)
    heights = [rest_of(resting.wishbone(f"{load + more}"))[0]["knuckle.Z"][-1] for more in (-1, 1)]
    assert 2.0 / np.diff(heights)[0] == pytest.approx(rate, rel=1e-7)  # a difference over 2 N


def test_a_block_with_a_rod_that_is_pulled():
    run, _, rest = rest_of(resting.hung_block(-2.0))
    assert (run["block.X"][-1], run["block.Y"][-1]) == pytest.approx((0.048, -0.1103625), abs=1e-12)
    reach = np.arctan2(run["rod.X"][-1] - 0.048, -(run["rod.Y"][-1] + 0.1103625))
    assert reach == pytest.approx(1.020781945978, abs=1e-11)
    assert rest["stable"]


@pytest.mark.parametrize("millimetres", [False, True])
def test_a_free_body_on_one_spring_hangs_below_it(millimetres):
    m = bc.Model("hung", units="SI", gravity=-9.81)
    box = m.part("box", at=(0.6, 0.2, 0.1), mass=2, ip=(0.1, 0.2, 0.3), cm=(0, 0, 0))
    m.springdamper("spring", i=box, at=((0.7, 0.3, 0.3), (0, 0, 1)), k=500, length=0.4)
    run, unit, rest = rest_of(m, millimetres)
    low = np.sqrt(0.1**2 + 0.1**2 + 0.2**2)  # the body hangs with its mass centre below the point of the spring
    place = [run[f"box.{c}"][-1] / unit for c in "XYZ"]
    np.testing.assert_allclose(place, (0, 0, 1 - 0.4 - 2 * 9.81 / 500 - low), atol=1e-9)
    assert rest["stable"] and rest["neutral"] == 1  # it may turn about the vertical


def test_an_unstable_rest_names_its_motion():
    run, _, rest = rest_of(resting.chain([(0, 0), (0, 1)], free=True))
    assert run["link_1.Y"][-1] == pytest.approx(0.5, abs=1e-12)
    assert not rest["stable"] and "link_1" in rest["motion"] and "turns about z" in rest["motion"]
    assert any("W710" in text for text in run.attrs["messages"])


def test_a_body_that_falls_for_ever_is_told():
    m = bc.Model("stone", units="SI", gravity=-9.81)
    m.part("stone", mass=1, ip=(1, 1, 1), cm=(0, 0, 0))
    with pytest.raises(bc.errors.ConvergenceError, match="Static equilibrium was not found") as failure:
        m.statics()
    assert "stone" in str(failure.value) and "holds" in str(failure.value)


def test_states_and_variables_come_to_rest_too():
    m = bc.Model("controlled", units="SI", gravity=-9.81)
    box = m.part("box", mass=2, ip=(1, 1, 1), cm=(0, 0, 0))
    slide = m.translational("slide", box, m.ground, at=(0, 0, 0), axis="z")
    m.diff("integral", function=f"0.25 - DZ({slide.i},{slide.j},{slide.j})", ic=(0.0,))
    m.variable("command", function="7*DIF(1)")
    m.sforce("lift", i=box, at=(0, 0, 0), axis="z", actiononly=True, function="VARVAL(1)")
    run, _, _ = rest_of(m)
    assert run["box.Z"][-1] == pytest.approx(0.25, abs=1e-12)
    assert run["integral.Q"][-1] == pytest.approx(2 * 9.81 / 7, rel=1e-12)


def test_a_state_that_adds_up_a_velocity_is_a_displacement():
    """x' = VZ is zero wherever the weight rests: the spring behind it holds the weight only if x follows the way."""
    m = bc.Model("integral control", units="SI", gravity=(0, 0, -9.8))
    weight = m.part("weight", mass=2.0, inertia=(1, 1, 1), cm=(0, 0, 0.1))
    slide = m.translational("slide", weight, at=(0, 0, 0.1), axis="z")
    way = m.diff("way", ic=3.0, function=f"VZ({slide.i},{slide.j},{slide.j})")
    force = f"-500*(DIF({way.id})-3)"
    m.sforce("drive", i=slide.i, j=slide.j, kind="TRANSLATION", actiononly=True, function=force)
    run, _, rest = rest_of(m)
    assert run["weight.Z"][-1] == pytest.approx(-2 * 9.8 / 500, abs=1e-12)
    assert run["way.Q"][-1] == pytest.approx(3 - 2 * 9.8 / 500, abs=1e-12)
    assert rest["stable"] and rest["smallest_stiffness"] == pytest.approx(500.0)


def test_arguments_of_equilibrium_are_obeyed():
    m = resting.truss("50")
    m.equilibrium(maxit=2)
    assert m.statics().attrs["statics"][0]["tried"][0] == "Newton with a trust region"  # MAXIT ends a search
    small = resting.truss("300")
    small.equilibrium(tlimit=0.01)
    assert small.statics().attrs["statics"][0]["iterations"] > 0.66 / 0.015  # a step may be half as long again
    loose = resting.truss("50")
    loose.equilibrium(error=1e-2, imbalance=1.0)
    rest = loose.statics().attrs["statics"][0]
    assert rest["iterations"] < 4 and 1e-9 < rest["imbalance"] < 1.0


def test_stability_changes_neither_the_rest_nor_the_way():
    """Real files have STABILITY up to 10, against freedoms that nothing holds: the search looks after them itself."""
    plain, steady = resting.arch(), resting.arch()
    steady.equilibrium(stability=10.0)
    (run, _, rest), (other, _, as_well) = rest_of(plain), rest_of(steady)
    assert as_well["iterations"] == rest["iterations"]
    np.testing.assert_array_equal(other.values, run.values)


@pytest.mark.parametrize("slope", [0.1, 0.2])
@pytest.mark.parametrize("millimetres", [False, True])
def test_friction_holds_a_block_on_a_slope(slope, millimetres):
    """Below MU_STATIC = 0.3 it rests where it sticks: the friction is the weight along the slope, by a little creep."""
    m = bc.Model("slope", units="SI", gravity=-9.81)
    block = m.part("block", mass=2, ip=(0.1, 0.1, 0.1), cm=(0, 0, 0))
    down = (np.cos(np.arctan(slope)), 0.0, -np.sin(np.arctan(slope)))
    guide = m.translational("guide", block, m.ground, at=(0, 0, 0), axis=down)
    m.friction("rub", joint=guide, mu_static=0.3, mu_dynamic=0.2, max_stiction_deformation=0.01)
    run, unit, rest = rest_of(m, millimetres)
    assert rest["stable"] and rest["neutral"] == 0
    way = np.hypot(run["block.X"][-1], run["block.Z"][-1]) / unit
    assert 0 < way < 0.01  # it creeps less than the deformation of sticking
    assert np.arctan2(-run["block.Z"][-1], run["block.X"][-1]) == pytest.approx(np.arctan(slope), rel=1e-6)


@pytest.mark.parametrize("millimetres", [False, True])
@pytest.mark.parametrize("height", [0.8, 0.1, 0.05])
def test_a_ball_comes_to_rest_on_a_floor(height, millimetres):
    """The weight is k d^1.5; the ball is drawn above, touching, and far inside the floor."""
    from bellcrank.model import load_text

    model, report = load_text(
        "ball\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1\n"
        f"PART/2, MASS=2, CM=20, IP=0.008,0.008,0.008, QG=0.1,0,{height}\nMARKER/20, PART=2\n"
        "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2\nACCGRAV/KGRAV=-9.81\n"
        "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=100, DMAX=1E-4\nEND\n"
    )
    assert not report.errors
    run, unit, rest = rest_of(model, millimetres)
    assert run["PART_2.Z"][-1] / unit == pytest.approx(0.1 - (2 * 9.81 / 1e5) ** (1 / 1.5), abs=1e-12)
    assert rest["stable"] and rest["neutral"] == 5  # it may roll


def cantilever(count, load="0", moment="0"):
    """A clamped beam of length 1 and EI = 1 from BEAMs; EA so large that it hardly stretches."""
    m = bc.Model("beam", units="SI")
    before, length, inertia = m.ground, 1.0 / count, 1e-6
    for n in range(1, count + 1):
        body = m.part(f"n{n}", at=(length * n, 0, 0), mass=0.1 / count, ip=(1e-5,) * 3, cm=(0, 0, 0))
        ends = [m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1)))]
        m.beam(f"beam_{n}", i=ends[0], j=ends[1], length=length, area=1e-1, ixx=2 * inertia, iyy=inertia, izz=inertia,
               emodulus=1 / inertia, gmodulus=0.4 / inertia, asy=0, asz=0)  # fmt: skip
        before = body
    m.vforce("load", i=before, at=(1, 0, 0), fx="0", fy=load, fz="0")
    m.vtorque("moment", i=before, at=(1, 0, 0), tx="0", ty="0", tz=moment)
    return m


@pytest.mark.parametrize(("load", "down", "short", "angle"), [
    (1, 0.301720773799814, 0.0564332362833769, 0.461351949711879),
    (2, 0.493457480396712, 0.160641720825167, 0.781749831556543),
    (10, 0.810609024880296, 0.554995597753751, 1.43028553880386),
])  # fmt: skip
def test_the_elastica_from_straight(load, down, short, angle):
    """Tip force P L^2 / EI: first set of verification problems, 6; beams of a twentieth: 0.25 %."""
    run = cantilever(20, load=str(load)).statics()
    assert (run["n20.Y"][-1], 1 - run["n20.X"][-1]) == pytest.approx((down, short), rel=2.5e-3)
    assert run["n20.PSI"][-1] + run["n20.PHI"][-1] == pytest.approx(angle, rel=2.5e-3)


def test_a_beam_rolled_up_to_a_circle():
    """End moment 2 pi EI / L, exact for any number of elements in pure bending."""
    run = cantilever(10, moment=repr(2 * np.pi)).statics()
    assert (run["n10.X"][-1], run["n10.Y"][-1]) == pytest.approx((0.0, 0.0), abs=1e-9)


def test_the_tip_of_a_cantilever():
    """PROBLEMS2, 5.6: L^3/3EI = 0.000952380952381 m/N, exact for any number of BEAMs."""
    for count in (1, 5):
        m = bc.Model("cantilever", units="SI")
        before, length = m.ground, 1.0 / count
        for n in range(1, count + 1):
            body = m.part(f"n{n}", at=(length * n, 0, 0), mass=0.314, ip=(1e-5,) * 3, cm=(0, 0, 0))
            i, j = (m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1))))
            m.beam(f"beam_{n}", i=i, j=j, length=length, area=2e-4, ixx=1e-9, iyy=1.6666666666666667e-9,
                   izz=1.6666666666666667e-9, emodulus=2.1e11, gmodulus=8e10, asy=0, asz=0)  # fmt: skip
            before = body
        m.vforce("load", i=before, at=(1, 0, 0), fx="0", fy="1E-3", fz="0")
        assert m.statics()[f"n{count}.Y"][-1] == pytest.approx(0.000952380952381e-3, rel=1e-9)


def test_a_turning_bar_stretches():
    """PROBLEMS 6: L = 10, EA = 2.8e7, rho A = 1.2, 6 rad/s. A lumped chain in the turning frame: its own closed form

    to rounding, and 5.1431746e-4 (first order 5.1428571e-4) as the square of the length of a beam."""
    count, mass = 20, 1.2 * 10 / 20
    m = bc.Model("bar", units="SI")
    before, length = m.ground, 10.0 / count
    for n in range(1, count + 1):
        here = mass if n < count else 0.5 * mass
        body = m.part(f"n{n}", at=(length * n, 0, 0), mass=here, ip=(1.0,) * 3, cm=(0, 0, 0))
        i, j = (m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1))))
        m.beam(f"beam_{n}", i=i, j=j, length=length, area=1e-2, ixx=1e-4, iyy=1e-4, izz=1e-4, emodulus=2.8e9,
               gmodulus=1e9, asy=0, asz=0)  # fmt: skip
        m.vforce(f"out_{n}", i=i, jfloat=m.ground, fx=f"{36 * here!r}*DX({i.id})", fy="0", fz="0")
        before = body
    stretch = m.statics()[f"n{count}.X"][-1] - 10.0
    k, masses = 2.8e7 / length, np.array([mass] * (count - 1) + [0.5 * mass])
    stiff = k * (2 * np.eye(count) - np.eye(count, k=1) - np.eye(count, k=-1))
    stiff[-1, -1] = k
    exact = np.linalg.solve(stiff - 36 * np.diag(masses), 36 * masses * length * np.arange(1, count + 1))[-1]
    assert stretch == pytest.approx(exact, rel=1e-9)
    assert stretch == pytest.approx(5.1431746e-4, rel=2e-3) and exact > 0.998 * 5.1428571e-4


def test_a_soft_direction_beside_stiff_ones_comes_to_rest_exactly():
    m = bc.Model("bushing", units="SI", gravity=-9.81)
    body = m.part("body", at=(0, 0, 1), mass=1, ip=(1, 1, 1), cm=(0, 0, 0))
    m.bushing("rubber", i=body, at=(0, 0, 1), k=(1e9, 1e9, 10.0), c=(0,) * 3, kt=(1e6,) * 3, ct=(0,) * 3)
    assert m.statics()["body.Z"][-1] == pytest.approx(1 - 9.81 / 10, abs=1e-13)
