"""Expressions that read accelerations, reactions and forces: each closes a loop with the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

GROUND = "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/19, PART=1, FLOATING\nACCGRAV/KGRAV=-10\n"
BOX = f"{GROUND}PART/2, MASS=2, CM=20, IP=1,1,1{{more}}\nMARKER/20, PART=2\n"
MOVING = BOX.format(more=", VX=3")
SLIDE = (  # along x of ground
    "MARKER/2, PART=1, REULER=90D,90D,0\nMARKER/22, PART=2, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=22, J=2\n"
)


def simulate(statements: str, end: float = 0.5, **options):
    model, report = load_text(f"t\n{statements}\nEND\n")
    assert not report.errors, report.render()
    return model.simulate(end=end, steps=10, error=1e-7, **options)


def test_added_mass():
    """(m + m_a) a = -m g with m = 2, m_a = 3: a = -4."""
    run = simulate(f"{MOVING}VFORCE/1, I=20, JFLOAT=19, RM=1, FZ=-3*ACCZ(20)\\")
    assert run["PART_2.ACCZ"] == pytest.approx(-4.0, abs=1e-12)
    assert run["VFORCE_1.FZ"] == pytest.approx(12.0, abs=1e-12)
    assert run["PART_2.Z"] == pytest.approx(-2.0 * run.time**2, abs=1e-6)


def test_friction_reads_the_normal_force_of_the_joint():
    """x'' = -mu g with mu = 0.3."""
    run = simulate(
        f"{MOVING}{SLIDE}VFORCE/1, I=20, JFLOAT=19, RM=1, FX=-0.3*JOINT(1,0,4,0)\\\nVARIABLE/1, FUNCTION=JOINT(1,0,4,0)"
    )
    assert run["VARIABLE_1.Q"] == pytest.approx(20.0, abs=1e-11)
    assert run["PART_2.ACCX"] == pytest.approx(-3.0, abs=1e-11)
    assert run["PART_2.X"] == pytest.approx(3.0 * run.time - 1.5 * run.time**2, abs=1e-6)


def test_friction_that_increases_its_own_normal_force():
    """N = m g + 0.1 N and f = 0.3 N: the force depends on the reaction it causes; N = m g/0.9."""
    law = "FX=-0.3*JOINT(1,0,1,0)\\ FZ=-0.1*JOINT(1,0,1,0)\\"
    run = simulate(f"{MOVING}{SLIDE}VFORCE/1, I=20, JFLOAT=19, RM=1, {law}")
    normal = 20.0 / 0.9
    assert run["JOINT_1.FZ"] == pytest.approx(normal, abs=1e-10)
    assert run["PART_2.ACCX"] == pytest.approx(-0.15 * normal, abs=1e-10)


def test_forces_and_their_sums():
    """A spring (K = 8, free length 1) and a force 2 t, both between the markers 21 and 3."""
    texts = (
        "SFORCE(1,0,2,0)+10*SPDP(1,1,2,0)",
        "FX(21,3,0)",
        "FX(3,21,0)+FM(21,3)",
        "FX(21)",
        "FM(21,3)-ABS(FX(21,3))",
    )
    run = simulate(
        f"{MOVING}{SLIDE}MARKER/21, PART=2\nMARKER/3, PART=1, QP=-1,0,0\n"
        "SPRINGDAMPER/1, TRANSLATION, I=21, J=3, K=8, LENGTH=1\n"
        "SFORCE/1, TRANSLATION, I=21, J=3, FUNCTION=2*TIME\n"
        + "\n".join(f"VARIABLE/{n}, FUNCTION={text}" for n, text in enumerate(texts, 1))
    )
    spring, force = -8.0 * run["PART_2.X"], 2.0 * run.time
    both = spring + force
    wanted = [force - 10.0 * spring, both, -both + np.abs(both), both, 0.0 * both]
    for n, value in enumerate(wanted, 1):
        assert run[f"VARIABLE_{n}.Q"] == pytest.approx(value, abs=1e-12), texts[n - 1]
    assert run["SFORCE_1.FX"] == pytest.approx(force, abs=1e-12)


PAIR = (
    f"{GROUND}PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0.1,0.2, REULER=20D,15D,-10D, VX=1, WY=2, WZ=-1\n"
    "MARKER/20, PART=2\nMARKER/21, PART=2, QP=0.1,0.2,-0.3, REULER=30D,0,0\n"
    "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\nMARKER/31, PART=3, QP=0.2,0,0.1\nMARKER/39, PART=3, FLOATING\n"
)
LOADS = {
    "BUSH": "BUSHING/1, I=21, J=31, K=10,20,30, C=1,2,3, KT=4,5,6, CT=0.1,0.2,0.3, FORCE=1,2,3, TORQUE=3,2,1",
    "SPDP": "SPRINGDAMPER/1, TRANSLATION, I=21, J=31, K=10, C=1, LENGTH=0.1",
    "SFORCE": "SFORCE/1, ROTATION, I=21, J=31, FUNCTION=3-WZ(21,31,31)",
    "GFORCE": "GFORCE/1, I=21, JFLOAT=39, RM=31, FX=DX(21,31)\\ FY=2\\ FZ=TIME\\ TX=1\\ TY=AY(21,31)\\ TZ=2\\",
    "VTORQ": "VTORQUE/1, I=21, JFLOAT=39, RM=31, TX=1\\ TY=AY(21,31)\\ TZ=2\\",
    "JOINT": "JOINT/1, SPHERICAL, I=21, J=31",
    "JPRIM": "JPRIM/1, INLINE, I=21, J=31",
    "MOTION": "MOTION/1, I=21, J=31, X, FUNCTION=0.2+TIME",
}


@pytest.mark.parametrize("name", LOADS)
def test_an_equation_and_a_request_read_the_same_force(name):
    """All components on I and on J, on the axes of a turning marker; on J stand -F and -T - d x F."""
    calls = [f"{name}(1,{on_j},{component},20)" for on_j in (0, 1) for component in range(1, 9)]
    variables = "\n".join(f"VARIABLE/{n}, FUNCTION={text}" for n, text in enumerate(calls, 1))
    requests = "\n".join(
        f"REQUEST/{1 + on_j}, " + " ".join(f"F{c}={calls[8 * on_j + c - 1]}\\ " for c in range(1, 9)).rstrip("\\ ")
        for on_j in (0, 1)
    )
    distance = "\n".join(f"VARIABLE/{20 + n}, FUNCTION=D{axis}(21,31,20)" for n, axis in enumerate("XYZ", 1))
    run = simulate(f"{PAIR}{LOADS[name]}\n{variables}\n{requests}\n{distance}", end=0.2)
    read = np.array([run[f"VARIABLE_{n}.Q"] for n in range(1, 17)])
    seen = np.array([run[f"REQ_{1 + on_j}.F{c}"] for on_j in (0, 1) for c in range(1, 9)])
    assert np.abs(read).max() > 0.1
    assert read == pytest.approx(seen, abs=1e-9)
    d = np.array([run[f"VARIABLE_{20 + n}.Q"] for n in (1, 2, 3)])
    force, torque = read[1:4], read[5:8]
    assert read[9:12] == pytest.approx(-force, abs=1e-12)
    assert read[0] == pytest.approx(np.linalg.norm(force, axis=0), abs=1e-12)
    arm = 0.0 if name in ("GFORCE", "VTORQ") else np.cross(d, force, axis=0)
    assert read[13:16] == pytest.approx(-torque - arm, abs=1e-9)


HINGE = (  # a rod driven about z, and a force and a torque that act on it alone, along and about z of a third part
    f"{GROUND}PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2, QP=1,0,0\nMARKER/22, PART=2\n"
    "JOINT/1, REVOLUTE, I=22, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=SIN(2*TIME)\n"
    "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=30, FUNCTION=3\n"
    "SFORCE/2, ROTATION, ACTIONONLY, I=20, J=30, FUNCTION=2\n"
)
SUMS = {  # 3 phi'' is the whole torque about z, 2 of it is that of SFORCE/2
    "TZ(22,1,0)": lambda t: -12 * np.sin(2 * t) - 2,
    "TZ(1,22,0)": lambda t: 12 * np.sin(2 * t) + 2,
    "TZ(22)-MOTION(1,0,8,0)": lambda t: 0 * t,
    "FZ(20,30)+TZ(20)": lambda t: 5 + 0 * t,
    "FZ(30,20)+TZ(30)+FM(30)": lambda t: 0 * t,
    "SFORCE(1,1,4,0)+SFORCE(2,1,8,0)+SFORCE(1,1,7,0)": lambda t: 0 * t,
}


@pytest.mark.parametrize("text", SUMS)
def test_motions_of_joints_are_forces_and_action_alone_has_no_reaction(text):
    run = simulate(f"{HINGE}VARIABLE/1, FUNCTION={text}\nREQUEST/1, F1={text}")
    wanted = SUMS[text](run.time)
    assert run["VARIABLE_1.Q"] == pytest.approx(wanted, abs=1e-8)
    assert run["REQ_1.F1"] == pytest.approx(wanted, abs=1e-8)


MOTIONS = {
    "a variable": "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=VARVAL(1)\nVARIABLE/1, FUNCTION=SIN(2*TIME)",
    "a state": "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=DIF(1)\nDIFF/1, FUNCTION=2*COS(2*TIME)",
    "a velocity": "MOTION/1, JOINT=1, TRANSLATION, VELOCITY, FUNCTION=2*COS(2*TIME)",
    "an acceleration": "MOTION/1, JOINT=1, TRANSLATION, ACCELERATION, ICVEL=2, FUNCTION=-4*SIN(2*TIME)",
    "time": "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=SIN(2*TIME)",
}


@pytest.mark.parametrize("formulation", ["I3", "SI2"])
@pytest.mark.parametrize("name", MOTIONS)
def test_a_motion_follows(name, formulation):
    """x = sin 2t with all its derivatives, and the force 2 x'' that this takes."""
    run = simulate(f"{BOX.format(more='')}{SLIDE}{MOTIONS[name]}", 1.0, formulation=formulation)
    t = run.time
    assert run["PART_2.X"] == pytest.approx(np.sin(2 * t), abs=3e-6)
    assert run["PART_2.VX"] == pytest.approx(2 * np.cos(2 * t), abs=3e-6)
    assert run["PART_2.ACCX"] == pytest.approx(-4 * np.sin(2 * t), abs=3e-6)
    assert run["MOTION_1.FX"] == pytest.approx(-8 * np.sin(2 * t), abs=6e-6)


ELASTIC = "LENGTH=1, AREA=1E-4, IXX=1E-9, IYY=1E-9, IZZ=1E-9, EMODULUS=1E9, GMODULUS=4E8, CRATIO=1E-3"
ANY_KERNEL = {
    "BEAM": f"BEAM/1, I=20, J=1, {ELASTIC}, FORMULATION=NONLINEAR",
    "FIELD": "FIELD/1, I=20, J=1, FORMULATION=NONLINEAR, CRATIO=1E-3, LENGTH=1,0,0,0,0,0, KMATRIX="
    + ",".join("300" if n % 7 == 0 else "0" for n in range(36)),
    "CONTACT": "GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2\n"
    "GRAPHICS/2, PLANE, RM=1\nCONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=50, DMAX=1E-3",
}


@pytest.mark.parametrize("keyword", ANY_KERNEL)
def test_a_force_with_a_kernel_of_its_own_is_read_wherever_the_equation_stands(keyword):
    """A VARIABLE before the element, a DIFF behind it; both see what the request sees."""
    at = "0,0,0.099" if keyword == "CONTACT" else "1.01,0,0.02"
    run = simulate(
        f"{BOX.format(more=f', QG={at}')}VARIABLE/1, FUNCTION={keyword}(1,0,4,0)\n{ANY_KERNEL[keyword]}\n"
        f"DIFF/1, FUNCTION={keyword}(1,0,4,0)\nREQUEST/1, F2={keyword}(1,0,4,0)",
        end=0.05,
    )
    assert run["VARIABLE_1.Q"] == pytest.approx(run["REQ_1.F2"], rel=1e-6, abs=1e-6)
    impulse = 2.0 * (run["PART_2.VZ"] + 10.0 * run.time)
    assert run["DIFF_1.Q"] == pytest.approx(impulse, abs=2e-4), "the impulse of the force moves the box"
