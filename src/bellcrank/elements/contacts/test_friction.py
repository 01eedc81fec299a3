"""FRICTION: derivatives on every surface and in every regime; blocks, wheels and belts with known times."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from bellcrank.model import load_text
from bellcrank.system.friction_surface import CREEP, MEMORY, SPEED, STUCK, WHEN
from bellcrank.testing import Sample
from bellcrank.testing.derivatives import check_newton_matrix
from bellcrank.testing.mechanics import check_action_reaction

JOINTS = {
    "TRANSLATIONAL": (1, ", OVERLAP_DELTA=INCREASE, INITIAL_OVERLAP=2"),
    "REVOLUTE": (1, ""),
    "CYLINDRICAL": (2, ", OVERLAP_DELTA=DECREASE, INITIAL_OVERLAP=3"),
    "SPHERICAL": (3, ""),
    "HOOKE": (1, ", YOKE=I_YOKE"),
    "UNIVERSAL": (1, ", YOKE=J_YOKE"),
}
LAW = "MU_STATIC=0.3, MU_DYNAMIC=0.2, TRANSITION_VELOCITY_COEFFICIENT=8, MAX_STICTION_DEFORMATION=0.5"
ARMS = "REACTION_ARM=0.7, PIN_RADIUS=0.6, FRICTION_ARM=0.5, BENDING_REACTION_ARM=0.4, BALL_RADIUS=0.3"
PRELOAD = "FRICTION_FORCE_PRELOAD=0.3, FRICTION_TORQUE_PRELOAD=0.4"


def sample(kind: str, vs: float, more: str = "", state: str = "") -> Sample:
    """A joint with friction between two parts; large reactions, so that their size bends little over a difference."""
    components, own = JOINTS[kind]
    friction = f"FRICTION/1, JOINT=1, STICTION_TRANSITION_VELOCITY={vs}, {LAW}, {ARMS}{own}{more}"
    found = Sample(f"JOINT/1, {kind}, I=21, J=31\n{friction}", seed=1)
    found.work.lam[:] *= 30.0
    (memory,) = (a[0] for a in found.work.state.own if a.shape == (1, len(MEMORY)))
    if state == "creeping":
        memory[CREEP : CREEP + components] = (0.1, 0.2, 0.05)[:components]
        memory[STUCK] = 1.0
    elif state == "caught":
        memory[SPEED : SPEED + components] = (40.0, 20.0, 30.0)[:components]
        memory[STUCK], memory[WHEN] = 0.0, 0.1
    return found


@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize(
    ("vs", "more", "state"),
    [
        pytest.param(0.05, f", {PRELOAD}", "", id="sliding"),
        pytest.param(0.7, f", {PRELOAD}, EFFECT=STICTION", "", id="transition"),
        pytest.param(30.0, f", {PRELOAD}", "creeping", id="sticking"),
        pytest.param(30.0, "", "caught", id="the step that begins to stick"),
        pytest.param(0.7, f", FORMULATION=LUGRE, {PRELOAD}, DECAY_EXPONENT=1.5", "", id="bristles"),
        pytest.param(0.7, ", EFFECT=SLIDING, INPUTS=REACTION_FORCE:TORSIONAL_MOMENT", "", id="inputs"),
    ],
)
def test_derivatives_by_positions_velocities_and_multipliers(kind, vs, more, state):
    """As an implicit step has them, all at once; the examples of tests/test_every_element.py take them one by one."""
    check_newton_matrix(sample(kind, vs, more, state))


@pytest.mark.parametrize("kind", JOINTS)
def test_action_is_reaction(kind):
    check_action_reaction(sample(kind, 30.0, f", {PRELOAD}", "creeping"))


SLOPE = """block
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1, ZP=1,0,0
PART/2, MASS=2, CM=20, IP=1,1,1, VX={v}
MARKER/20, PART=2, ZP=1,0,0
JOINT/1, TRANSLATIONAL, I=20, J=1
{more}
ACCGRAV/IGRAV={gx!r}, KGRAV={gz!r}
END
"""
RUB = "FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2"


def slope(degrees: float, v: float = 0.0, more: str = RUB):
    """A block of 2 kg on an incline, at v up the slope."""
    a = math.radians(degrees)
    text = SLOPE.format(v=v, more=more, gx=-9.81 * math.sin(a), gz=-9.81 * math.cos(a))
    model, report = load_text(text)
    assert not report.errors, report.render()
    return model


T2 = 0.521080876178
"""When the block of the incline sticks: problem 2.1 of the reference collection (quadrature and DOP853, 2e-15)."""


@pytest.mark.parametrize(
    ("t", "x", "v", "creep"),
    [
        (0.508845462239, 0.547008871906, 0.15, 0.0),
        (T2, 0.548553730598, 0.1, 0.0),
        (T2 + 0.05, 0.549344102081, -0.0275951127109, 0.000790371482765),
        (T2 + 0.2, 0.545419312116, -0.01310796686, -0.0031344184822),
        (T2 + 0.6, 0.545123818811, 0.000238093312722, -0.00342991178753),
        (20.0, None, 0.0, -0.00338421866972),
    ],
)
def test_a_block_slides_up_a_slope_turns_and_sticks(t, x, v, creep):
    """At ERROR 1e-8 positions are good to 1e-7, and rest is rest: v below 1e-12."""
    run = slope(10.0, v=2.0).simulate(end=t, steps=1, error=1e-8)
    if x is not None:
        assert run["PART_2.X"][-1] == pytest.approx(x, abs=1e-7)
    assert run["PART_2.VX"][-1] == pytest.approx(v, abs=1e-6 if v else 1e-12)
    if t != T2:  # there the creep begins
        assert run["FRICTION_1.CREEP_Z"][-1] == pytest.approx(creep, abs=1e-7)


def test_a_block_sticks_below_its_threshold_and_slips_above():
    """tan of the threshold is MU_STATIC. Below, the block stops after the way on which its creep builds up; above, it
    slides down with g (sin - MU_DYNAMIC cos)."""
    threshold = math.degrees(math.atan(0.3))
    held = slope(threshold - 1.0).simulate(end=20.0, steps=20, error=1e-6)
    assert abs(held["PART_2.X"][-1]) < 0.03 and abs(held["PART_2.VX"][-1]) < 1e-9
    gone = slope(threshold + 1.0).simulate(end=3.0, steps=30, error=1e-6)
    a = math.radians(threshold + 1.0)
    assert gone["PART_2.ACCX"][-1] == pytest.approx(-9.81 * (math.sin(a) - 0.2 * math.cos(a)), rel=1e-9)
    assert gone["FRICTION_1.FX"][-1] == pytest.approx(0.2 * 2 * 9.81 * math.cos(a), rel=1e-9)


def test_sticking_costs_no_more_steps_than_moving_without_friction():
    """A force that swings below the threshold, for five periods; without friction the same force moves the block.

    Each turning point is a bend of the law (b = |v| ..): 1.3 times the steps at 1e-5, fewer than without it at 1e-4.
    """
    swing = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=3*SIN(PI*TIME)"
    steps = {}
    for more in (swing, f"{swing}\n{RUB}"):
        run = slope(0.0, more=more).simulate(end=10.0, steps=100, error=1e-5)
        steps[more] = run.attrs["statistics"]["steps"]
    assert abs(run["PART_2.X"]).max() < 0.01
    assert steps[f"{swing}\n{RUB}"] <= 2 * steps[swing]


WHEEL = """wheel
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=4, CM=20, IP=0.02,0.02,0.02, WZ=60
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=1
FRICTION/1, JOINT=1, MU_STATIC=0.2, MU_DYNAMIC=0.15, STICTION_TRANSITION_VELOCITY=0.01, PIN_RADIUS=0.015{more}
ACCGRAV/JGRAV=-9.81
END
"""


@pytest.mark.parametrize(
    ("more", "t", "angle", "w"),
    [
        ("", 13.3650470042, 407.633933628, 1.0),
        ("", 13.4305302906, 407.689174929, 2.0 / 3.0),
        (", FRICTION_TORQUE_PRELOAD=0.05", 5.0, 60 * 5 - 6.9145 * 12.5, 60 - 6.9145 * 5),
        (", FRICTION_TORQUE_PRELOAD=0.05, INPUTS=PRELOAD", 5.0, 60 * 5 - 2.5 * 12.5, 60 - 2.5 * 5),
        (", MAX_FRICTION_TORQUE=0.04", 5.0, 60 * 5 - 2 * 12.5, 60 - 2 * 5),
    ],
)
def test_a_wheel_coasts_to_rest_in_its_bearing(more, t, angle, w):
    """Problem 2.2 of the reference collection: mud Rp m g = 0.08829 N m. 65 turns in 90 steps: 1e-6 of the angle."""
    model, report = load_text(WHEEL.format(more=more))
    assert not report.errors, report.render()
    run = model.simulate(end=t, steps=1, error=1e-8)
    assert run["JOINT_1.RATE"][-1] == pytest.approx(w, abs=1e-7 * 60)
    model.request("turn", f1="AZ(20,1)")
    assert model.simulate(end=t, steps=1, error=1e-8)["turn.F1"][-1] == pytest.approx(angle, rel=1e-6)


def test_a_wheel_that_has_come_to_rest_stays():
    model, _ = load_text(WHEEL.format(more=""))
    run = model.simulate(end=60.0, steps=60, error=1e-6)
    assert abs(run["PART_2.WZ"][-1]) < 1e-9
    assert run.attrs["statistics"]["steps"] < 300


BELT = """a mass on a belt
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1, ZP=1,0,0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, ZP=1,0,0
PART/3, MASS=1, CM=30, IP=1,1,1, VX=0.15
MARKER/30, PART=3, ZP=1,0,0
JOINT/1, TRANSLATIONAL, I=20, J=30
JOINT/2, TRANSLATIONAL, I=30, J=1
MOTION/1, JOINT=2, TRANSLATION, FUNCTION=0.15*TIME
FRICTION/1, JOINT=1, MU_STATIC=0.4, MU_DYNAMIC=0.25, STICTION_TRANSITION_VELOCITY=1E-4, MAX_STICTION_DEFORMATION=1E-6
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-100*DX(20,1)
VFORCE/1, I=20, JFLOAT=39, RM=1, FX=0\\ FY=10\\ FZ=0\\
MARKER/39, PART=3, FLOATING
END
"""


def test_a_mass_on_a_belt_sticks_and_slips():
    """Limit of small thresholds, problem 2.4: slip begins at x = 0.04, lasts 0.471 s, period 0.6712 s.

    With thresholds the spring must pull a little further before the mass is faster than vs: 0.5 % of the period here,
    1.6 % with ten times the thresholds.
    """
    model, report = load_text(BELT)
    assert not report.errors, report.render()
    run = model.simulate(end=4.0, steps=4000, error=1e-6)
    x, slip = run["PART_2.X"], run["FRICTION_1.VZ"]
    sticking = np.abs(slip) < 1e-3
    starts = [n for n in range(400, len(slip) - 1) if sticking[n] and not sticking[n + 1]]
    assert x[starts] == pytest.approx(0.04, abs=6e-4)
    assert np.diff(run.time[starts]) == pytest.approx(0.671238898, rel=6e-3)
    assert x[400:].min() >= -0.02


def test_bristles_bend_and_slip():
    """LUGRE, thrown and pulled back by a spring, against another integration of x, v, z; ours is at 1e-7."""
    s0, s1, s2, v0, normal = 500.0, 3.0, 0.02, 0.05, 2 * 9.81
    bristles = f"BRISTLE_STIFFNESS_COEFFICIENT={s0}, DAMPING_COEFFICIENT={s1}, VISCOUS_FRICTION_COEFFICIENT={s2}"
    spring = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-50*DX(20,1)"
    model = slope(0.0, 1.5, f"{RUB}, FORMULATION=LUGRE, {bristles}, STRIBECK_VELOCITY={v0}\n{spring}")

    def rates(t, y):
        x, v, z = y
        z_rate = v - s0 * abs(v) * z / (0.2 + 0.1 * math.exp(-((v / v0) ** 2)))
        return v, (-50 * x - normal * (s0 * z + s1 * z_rate + s2 * v)) / 2, z_rate

    wanted = solve_ivp(rates, (0, 2), (0.0, 1.5, 0.0), "LSODA", rtol=1e-11, atol=1e-13, t_eval=np.linspace(0, 2, 21))
    run = model.simulate(end=2.0, steps=20, error=1e-7)
    assert run["PART_2.X"] == pytest.approx(wanted.y[0], abs=3e-6)
    assert run["FRICTION_1.CREEP_Z"][-1] == pytest.approx(wanted.y[2][-1], abs=1e-6)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("JOINT/1, FIXED, I=21, J=31\nFRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2", "has no friction surface"),
        ("JOINT/1, HOOKE, I=21, J=31\nFRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2", "YOKE is missing"),
        ("JOINT/1, REVOLUTE, I=21, J=31\nFRICTION/1, JOINT=1, MU_STATIC=0.3", "MU_DYNAMIC is missing"),
    ],
)
def test_what_is_wrong_is_told(text, what):
    with pytest.raises(AssertionError, match=what):
        Sample(text)
