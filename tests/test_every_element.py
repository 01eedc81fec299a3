"""Conformance of every element that is simulated, over the registry.

An element takes part by one example below (joints and primitives by themselves). Whatever it is, the same laws hold:
its derivatives are those of its equations, action is reaction, ideal constraints do no work, its file says what it
computes, and its text reads back as itself.
"""

from __future__ import annotations

import inspect
import math
import re
from types import SimpleNamespace

import pytest

import bellcrank as bc
import bellcrank.elements
from bellcrank import registry
from bellcrank.analysis import columns
from bellcrank.model import load_text
from bellcrank.schema.element import Element
from bellcrank.system.lowering import Lowering
from bellcrank.testing import Sample, check_constraint, check_equations, check_force, random_dataset
from bellcrank.testing.mechanics import resultant

registry.load_all(bellcrank.elements)

MORE = {"SCREW": ", PITCH=0.4", "RACKPIN": ", PD=0.4", "POINT_POINT": ", OFFSET=1.2"}
"""Required arguments of joints beside I and J."""

POINTS = "MATRIX/1, FULL=RORDER, ROWS=7, COLUMNS=3, VALUES=0,0,0, 1,1,0, 2,0,1, 3,-1,0, 4,0,-1, 5,1,1, 6,0,0\n"
"""The matrix of a curve."""
_AROUND = [2.0 * math.pi * k / 24 for k in (*range(24), 0)]
_VALUES = ", ".join(f"{0.5 * math.cos(a):.12f},{0.35 * math.sin(a):.12f},0" for a in _AROUND)
ELLIPSE = f"MATRIX/1, FULL=RORDER, ROWS=25, COLUMNS=3, VALUES={_VALUES}\nCURVE/1, CLOSED, MATRIX=1, ORDER=6\n"


@bc.subroutine("DX({1},{2},{2})", "AZ({1},{2})", derivatives=lambda par, x, a: (2.0 * x, -par[0]))
def on_a_parabola(par, x, a):
    """A constraint from a user subroutine."""
    return x * x - par[0] * a


@bc.subroutine()
def hard_ground(par, g, rate):
    """A normal force from a user subroutine."""
    return par[0] * g**1.5 * (1.0 + par[1] * math.tanh(rate))


@bc.subroutine()
def rubbing(par, v):
    """A coefficient of friction from a user subroutine."""
    return par[0] * math.tanh(v)


@bc.subroutine()
def four_springs(par, *u):
    """Twelve forces from a user subroutine, of twelve displacements and twelve rates."""
    return tuple(-par[0] * u[k] * u[11 - k] - par[1] * u[12 + k] for k in range(12))


CONSTRAINTS = {
    "MOTION": [
        f"MOTION/1, I=21, J=31, {axis}, {level}, FUNCTION=0.2*SIN(3*TIME)"
        for axis in ("X", "Y", "Z", "B1", "B2", "B3")
        for level in ("DISPLACEMENT", "VELOCITY", "ACCELERATION")
    ]
    + [
        f"JOINT/1, CYLINDRICAL, I=21, J=31\nMOTION/1, JOINT=1, {axis}, FUNCTION=0.3*TIME**2"
        for axis in ("ROTATION", "TRANSLATION")
    ]
    + [
        "VARIABLE/1, FUNCTION=TIME**2\nMOTION/1, I=21, J=31, Z, FUNCTION=0.2*SIN(3*VARVAL(1))",
        "VARIABLE/1, FUNCTION=TIME**2\nDIFF/1, FUNCTION=-DIF(1)*VARVAL(1)\n"
        "MOTION/1, I=21, J=31, B2, FUNCTION=0.2*SIN(3*VARVAL(1))*DIF(1)",
        f"{POINTS}CURVE/1, OPEN, MATRIX=1, CURVE_POINTS, ORDER=6\n"
        "MOTION/1, I=21, J=31, Z, FUNCTION=CURVE(0.3*TIME-0.5,0,2,1) + 0.1*CURVE(0.3*TIME,2,3,1)",
        f"{POINTS}CURVE/1, OPEN, MATRIX=1, CONTROL_POINTS, ORDER=6\n"
        "MOTION/1, I=21, J=31, X, VELOCITY, FUNCTION=CURVE(0.3*TIME-0.5,1,1,1)",
        "SPLINE/1, X=0.1,0.5,1,2, Y=0.1,0.3,0.2,0.1\nMOTION/1, I=21, J=31, B1, FUNCTION=INVPSD(TIME,1,0.1,0.6,4,1,3)",
    ],
    "GCON": [
        "GCON/1, I=21, FUNCTION=DX(21,31,31)**2 - 0.3*AZ(21,31)*DM(21,31)",
        "GCON/1, I=21, FUNCTION=INCANG(21,31,41) - 1 + 0.1*PSI(21,31) + THETA(21,41)*PHI(31,21) + PITCH(41,31)",
        "GCON/1, I=21, FUNCTION=VX(21,31,31,31)*DX(21,31,31) - 0.3*WZ(21,31,31)",
        "GCON/1, I=21, FUNCTION=VR(21,31)*DM(21,31) - 0.2*TIME",
    ],
    "UCON": ["UCON/1, FUNCTION=USER(0.3, 21, 31)\\, ROUTINE=tests::on_a_parabola"],
    "PTCV": [f"{ELLIPSE}PTCV/1, I=21, JFLOAT=39, CURVE=1, RM=31"],
    "CVCV": [
        f"{ELLIPSE}MATRIX/2, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=-2,0.1,0, -0.5,0.1,0, 0.5,0.1,0, 2,0.1,0\n"
        "CURVE/2, OPEN, MATRIX=2\nCVCV/1, ICURVE=1, JCURVE=2, IRM=21, JRM=31, IFLOAT=29, JFLOAT=39",
    ],
    "COUPLER": [
        "JOINT/1, REVOLUTE, I=21, J=31\nJOINT/2, TRANSLATIONAL, I=41, J=32\n"
        "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=1,-0.3"
    ],
    "GEAR": [
        "JOINT/1, REVOLUTE, I=21, J=31\nJOINT/2, REVOLUTE, I=41, J=32\n"
        "MARKER/35, PART=3, QP=0.1,0.7,-0.3\nGEAR/1, JOINTS=1,2, CV=35"
    ],
}
for _keyword, _kind in registry.ELEMENTS:
    if _keyword in ("JOINT", "JPRIM"):
        CONSTRAINTS.setdefault(_keyword, []).append(f"{_keyword}/1, {_kind}, I=21, J=31{MORE.get(_kind, '')}")

BEAM = (
    "BEAM/1, I=21, J=31, LENGTH=1.1, IXX=0.01, IYY=0.02, IZZ=0.03, AREA=0.5, EMODULUS=100, GMODULUS=40, "
    "ASY=1.2, ASZ=1.1"
)
KMATRIX = ",".join(f"{1 + 7 * n % 11 * 0.7 - n * n % 13 * 0.3:g}" for n in range(36))
"""A matrix that is neither symmetric nor definite."""
TRIANGLE = ",".join(f"{0.1 * n:g}" for n in range(21))

LAW = "-3*DM(21,31)**2 - 0.5*VR(21,31) + SIN(TIME)*ACCX(21,31,41) + 0.1*VARVAL(1)*DIF(1)"
OTHERS = "VARIABLE/1, FUNCTION=DX(21,31)*TIME\nDIFF/1, FUNCTION=-DIF(1) + AZ(21,31)\n"
FORCES = {
    "SFORCE": [
        f"{OTHERS}SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION={LAW}",
        f"{OTHERS}SFORCE/1, ROTATION, I=21, J=31, FUNCTION={LAW}",
    ],
    "VFORCE": [
        f"{OTHERS}VFORCE/1, I=21, JFLOAT=39, RM=41, FX={LAW}\\ FY=DX(21,31,31)\\ FZ=VY(21,31,31,31)\\",
        "VFORCE/1, I=21, JFLOAT=39, RM=21, FX=DX(21,31,31)\\ FY=2\\ FZ=0\\",
        "VFORCE/1, I=21, JFLOAT=39, RM=32, FX=DX(21,31,31)\\ FY=2\\ FZ=TIME\\",
    ],
    "VTORQUE": [f"{OTHERS}VTORQUE/1, I=21, JFLOAT=39, RM=41, TX={LAW}\\ TY=2*TIME\\ TZ=WZ(21,31,31)\\"],
    "GFORCE": [
        f"{OTHERS}GFORCE/1, I=21, JFLOAT=39, RM=31, FX={LAW}\\ FY=2\\ FZ=DY(21,31,31)\\ "
        "TX=AX(21,31)\\ TY=AY(21,31)\\ TZ=WZ(21,31,31)**2\\"
    ],
    "SPRINGDAMPER": [
        "SPRINGDAMPER/1, TRANSLATION, I=21, J=31, K=100, C=3, LENGTH=0.4, FORCE=2",
        "SPRINGDAMPER/1, ROTATION, I=21, J=31, KT=100, CT=3, ANGLE=0.4, TORQUE=2",
    ],
    "BEAM": [
        f"{BEAM}, CRATIO=0.02",
        f"{BEAM}, CMATRIX={TRIANGLE}",
        f"{BEAM}, CRATIO=0.02, FORMULATION=STRING",
        f"{BEAM}, CRATIO=0.02, FORMULATION=NONLINEAR",
        f"VARIABLE/1, FUNCTION=BEAM(1,1,6,0)\n{BEAM}, CRATIO=0.02",
        f"VARIABLE/1, FUNCTION=BEAM(1,0,3,0)\n{BEAM}, CRATIO=0.02, FORMULATION=STRING",
    ],
    "FIELD": [
        f"FIELD/1, I=21, J=31, KMATRIX={KMATRIX}, CMATRIX={KMATRIX}, LENGTH=.1,.2,.3,.1,.2,.3, FORCE=1,2,3,4,5,6",
        f"FIELD/1, I=21, J=31, KMATRIX={KMATRIX}, CRATIO=0.1, LENGTH=.1,.2,.3,0,0,0, FORCE=1,2,3,4,5,6, "
        "FORMULATION=NONLINEAR",
        f"VARIABLE/1, FUNCTION=FIELD(1,1,6,0)\nFIELD/1, I=21, J=31, KMATRIX={KMATRIX}, CRATIO=0.1",
    ],
    "TIRE": [
        "TIRE/1, FIALA, I=21, J=31, RADIUS=4, WIDTH=0.2, K=20, C=2, CSLIP=60, CALPHA=46, UMIN=0.8, UMAX=1, RR=0.1",
        "SPLINE/1, X=-9,-4,-1,0,1,3,9, Y=0,0.5,0.2,0.3,0.1,0.6,0\n"
        "TIRE/1, FIALA, I=21, J=31, RADIUS=4, WIDTH=0.2, K=20, CSLIP=60, CALPHA=46, UMIN=0.8, UMAX=1, SPLINE=1",
    ],
    "NFORCE": [
        f"MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES={','.join([KMATRIX] * 4)}\n"
        f"MATRIX/2, FULL=RORDER, ROWS=12, COLUMNS=1, VALUES={TRIANGLE[:44]}\n"
        "NFORCE/1, I=21,41, J=31, K=1, CRATIO=0.1, LENGTH=2, FORCE=2",
        "NFORCE/1, I=21,41, J=31, FUNCTION=USER(3, 0.2)\\, ROUTINE=tests::four_springs",
    ],
    "BUSHING": [
        "BUSHING/1, I=21, J=31, K=100,200,300, C=1,2,3, KT=10,20,30, CT=0.1,0.2,0.3, FORCE=1,2,3, TORQUE=4,5,6"
    ],
    "CONTACT": [
        "GRAPHICS/1, ELLIPSOID, CM=21, XSCALE=9\nGRAPHICS/2, ELLIPSOID, CM=31, XSCALE=1.5, YSCALE=2, ZSCALE=3\n"
        f"CONTACT/1, IGEOM=1, JGEOM=2, {law}, COULOMB_FRICTION={mode}, MU_STATIC=0.5, MU_DYNAMIC=0.3, "
        "STICTION_TRANSITION_VELOCITY=0.8, FRICTION_TRANSITION_VELOCITY=40"
        for law in (
            "IMPACT, STIFFNESS=7, EXPONENT=1.5, DAMPING=0.7, DMAX=3",
            "POISSON, PENALTY=7, RESTITUTION_COEFFICIENT=0.5",
        )
        for mode in ("ON", "OFF", "DYNAMICS_ONLY")
    ]
    + [
        "GRAPHICS/1, ELLIPSOID, CM=21, XSCALE=9\nGRAPHICS/2, ELLIPSOID, CM=31, XSCALE=1.5, YSCALE=2, ZSCALE=3\n"
        "CONTACT/1, IGEOM=1, JGEOM=2, NORMAL_FUNCTION=USER(7, 0.3)\\, NORMAL_ROUTINE=tests::hard_ground, "
        "FRICTION_FUNCTION=USER(0.4)\\, FRICTION_ROUTINE=tests::rubbing"
    ],
    "FRICTION": [
        f"JOINT/1, {kind}, I=21, J=31\nFRICTION/1, JOINT=1, MU_STATIC=0.02, MU_DYNAMIC=0.01{more}, "
        "STICTION_TRANSITION_VELOCITY=30, MAX_STICTION_DEFORMATION=0.5, FRICTION_TORQUE_PRELOAD=1"
        for kind, more in (("TRANSLATIONAL", ""), ("CYLINDRICAL", ""), ("HOOKE", ", YOKE=J_YOKE"), ("SPHERICAL", ""))
    ],
}
"""Small coefficients of friction: the size of a reaction bends, and differences see it."""
EXTERNAL = {
    "SFORCE": [
        f"{OTHERS}SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=31, FUNCTION={LAW}",
        f"{OTHERS}SFORCE/1, ROTATION, ACTIONONLY, I=21, J=31, FUNCTION={LAW}",
    ],
    "VFORCE": ["MARKER/19, PART=1, FLOATING\nVFORCE/1, I=21, JFLOAT=19, RM=31, FX=DX(21,31,31)\\ FY=2\\ FZ=0\\"],
}
"""Forces without a reaction on a part."""
EQUATIONS = {
    "PART": ["PART/9, MASS=2, CM=90, IP=1,2,2.5\nMARKER/90, PART=9, QP=0.1,0.2,0.3"],
    "POINT_MASS": [
        "POINT_MASS/9, MASS=2, CM=90\nMARKER/90, POINT_MASS=9\n"
        "SFORCE/1, TRANSLATION, I=90, J=21, FUNCTION=-5*DM(90,21)\nVTORQUE/1, I=90, JFLOAT=29, RM=11, TX=2\\"
    ],
    "VARIABLE": ["VARIABLE/1, FUNCTION=DX(21,31)**2 + VARVAL(2)\nVARIABLE/2, FUNCTION=COS(VARVAL(1))*WDTX(21,31)"],
    "DIFF": [
        "DIFF/1, FUNCTION=-DIF(1)**2 + VX(21,31)*TIME + DIF1(2)\nDIFF/2, FUNCTION=DIF(1)*ACCM(21)",
        "DIFF/1, IMPLICIT, FUNCTION=DIF1(1)**3 + DIF1(1) + DIF(1)*DX(21,31)",
    ],
}
SYSTEM = """VARIABLE/1, FUNCTION=DX(21,31)*2
VARIABLE/2, FUNCTION=SIN(TIME)+ARYVAL(3,1)
ARRAY/1, X, SIZE=3
ARRAY/2, U, VARIABLES=1,2
ARRAY/3, Y, SIZE=2
ARRAY/4, IC, NUMBERS=1,0,-0.5
ARRAY/5, U, VARIABLES=2
MATRIX/1, FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=-1,2,0,-3,-2,1,0,-1,-4
MATRIX/2, FULL=RORDER, ROWS=3, COLUMNS=2, VALUES=0,1,1,2,2,0
MATRIX/3, FULL=RORDER, ROWS=2, COLUMNS=3, VALUES=1,0,-1,2,0,1
MATRIX/4, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0.5,0,1,0
"""
EQUATIONS["LSE"] = [
    f"{SYSTEM}SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=ARYVAL(3,2)*ARYVAL(1,2)\n"
    "LSE/1, X=1, A=1, U=2, B=2, Y=3, C=3, D=4, IC=4"
]
EQUATIONS["TFSISO"] = [
    f"{SYSTEM.replace('Y, SIZE=2', 'Y, SIZE=1')}SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=ARYVAL(3,1)*ARYVAL(1,2)\n"
    "TFSISO/1, X=1, U=5, Y=3, NUMERATOR=1,2,3,4, DENOMINATOR=4,3,2,1.5"
]
WITHOUT_EQUATIONS = {"ACCGRAV", "GSE", "REQUEST", "MREQUEST", "SENSOR"}


def cases(table):
    return [pytest.param(text, id=f"{text.splitlines()[-1][:60]}") for texts in table.values() for text in texts]


@pytest.mark.parametrize("text", cases(CONSTRAINTS))
def test_a_constraint_has_exact_derivatives_and_obeys_mechanics(text):
    check_constraint(text, seed=1)


@pytest.mark.parametrize("text", cases(FORCES))
def test_a_force_has_exact_derivatives_and_an_equal_reaction(text):
    check_force(text, seed=1)


@pytest.mark.parametrize("text", cases(EXTERNAL))
def test_a_force_without_reaction_acts_on_one_part_only(text):
    check_force(text, seed=1, internal=False)
    sample = Sample(text, seed=1)
    total, on_ground = resultant(sample), sample.forces()[-1]
    assert abs(sample.forces()[0]).max() > 0.1
    assert abs(sample.forces()[1:-1]).max() == 0.0
    assert total[:3] - on_ground[:3] == pytest.approx(sample.forces()[0][:3])


@pytest.mark.parametrize("text", cases(EQUATIONS))
def test_equations_have_exact_derivatives(text):
    check_equations(text, seed=1)


@pytest.mark.parametrize("text", [t.replace("J=31", "J=11") for t in CONSTRAINTS["JOINT"] + CONSTRAINTS["MOTION"][:3]])
def test_ground_is_a_body_like_any_other(text):
    check_equations(text, seed=2)
    check_equations(text.replace("I=21, J=11", "I=11, J=21"), seed=3)


EVERY = [text for table in (CONSTRAINTS, FORCES, EXTERNAL, EQUATIONS) for texts in table.values() for text in texts]


@pytest.mark.parametrize("text", EVERY)
def test_an_example_reads_back_as_itself(text):
    model, report = load_text(random_dataset(text))
    assert not report.errors, report.render()
    again, report = load_text(model.text())
    assert not report.errors, report.render()
    assert again == model
    assert again.text() == model.text()


def simulated():
    return sorted(key for key, cls in registry.ELEMENTS.items() if cls.lower is not Element.lower)


def test_every_element_that_is_simulated_has_an_example_here():
    known = {keyword for table in (CONSTRAINTS, FORCES, EXTERNAL, EQUATIONS) for keyword in table}
    missing = {keyword for keyword, _ in simulated()} - known - WITHOUT_EQUATIONS
    assert not missing, f"give examples of {', '.join(sorted(missing))} in tests/test_every_element.py"


@pytest.mark.parametrize("key", sorted(registry.ELEMENTS))
def test_the_file_of_an_element_is_its_reference_page(key):
    text = inspect.getmodule(registry.ELEMENTS[key]).__doc__ or ""
    assert re.search(r"^References\s+\S", text, re.M), "no References"
    assert key[0] in text, "the statement is not named"


@pytest.mark.parametrize(
    "key", [key for key in simulated() if key[0] not in {*WITHOUT_EQUATIONS, "PART", "POINT_MASS"}]
)
def test_the_file_of_an_element_gives_its_numbered_equations(key):
    text = inspect.getmodule(registry.ELEMENTS[key]).__doc__ or ""
    assert re.search(r"^Equation\s+\S", text, re.M), "no Equation"
    assert "(1)" in text, "no equation number"


@pytest.mark.parametrize("text", EVERY)
def test_an_element_has_channels_in_the_results(text):
    """Forces for what pushes, a value for what is an equation, a place for what moves; a unit for every channel."""
    model, _ = load_text(random_dataset(text))
    lowering = Lowering(model)
    found = columns.shown(SimpleNamespace(model=model, lowering=lowering, builder=lowering.run()))
    for element in model.all():
        if (element.keyword, element.kind) in simulated() and element.keyword not in (*WITHOUT_EQUATIONS, "PART"):
            own = [e for e in found if e.name == element.label or e.name.startswith(f"{element.label}_")]
            assert own and all(e.components for e in own), f"no channel of {element.title}"
            assert all(len(e.units) == len(e.components) for e in own)
