"""Every rule of `check` has a dataset in which it finds something and one, a small change away, without a finding."""

from __future__ import annotations

import pytest

from bellcrank.model.checks import rules
from bellcrank.testing.rules import HEAD, findings

BODY = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nMARKER/21, PART=2, QP=9,0,0\nMARKER/2, PART=1, QP=9,0,0\n"
TABLE = "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\nMARKER/31, PART=3, QP=0,0,5\n"
SLIDE = f"{BODY}JOINT/1, TRANSLATIONAL, I=20, J=1\n"
FORCE = "SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=30, FUNCTION={}"
NO_UNITS = "title\nPART/1, GROUND\nMARKER/1, PART=1\n"
GEARED = (
    "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\nGEAR/1, JOINTS=1,2, CV=3\nMARKER/3, PART=1, QP=4,0,0\n"
)
HINGES = BODY + TABLE + GEARED
SPIN = "MOTION/{}, JOINT={}, ROTATION, FUNCTION=TIME\n"
SPRING = "IMPACT(DZ(20,1,1), VZ(20,1,1,1), {x1}, {k}, {e}, {c}, {d})"
STEEL = "MATERIAL/1, NAME=steel, DENSITY=7.8E-6\n"
CUBE = f"{STEEL}MARKER/22, PART=2, QP=-5,-5,-5\nGRAPHICS/1, BOX, CORNER=22, X=10, Y=10, Z=10\n"
BALL = (
    "ACCGRAV/KGRAV=-9806.65\nPART/2, MASS=3, CM=20, IP=9,9,9, QG=0,0,500\nMARKER/20, PART=2\n"
    "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=200, YSCALE=200, ZSCALE=200\n"
    "GRAPHICS/1, PLANE, RM=1, XMIN=-900, XMAX=900, YMIN=-900, YMAX=900\n"
    "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS={k}, EXPONENT={e}, DAMPING={c}, DMAX={d}{friction}\n"
)  # fmt: skip


def impact(x1=1, k=1e4, e=1.5, c=0.01, d=0.01):
    force = f"SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1\n, FUNCTION={SPRING.format(x1=x1, k=k, e=e, c=c, d=d)}"
    return f"ACCGRAV/KGRAV=-9806.65\n{SLIDE}{force}"


def ball(k=1e3, e=1.5, c=1.0, d=0.1, friction=""):
    return BALL.format(k=k, e=e, c=c, d=d, friction=friction)


RUBS = (
    ", COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2"
    ", STICTION_TRANSITION_VELOCITY={}, FRICTION_TRANSITION_VELOCITY=200"
)
ROAD = f"{SLIDE}SPLINE/1, X=0,1,2,3,4, Y=0,0,5,0,0\nMOTION/1, JOINT=1, TRANSLATION, FUNCTION={{}}"
TURNED = f"{BODY}JOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION={{}}"
TABLED = f"{BODY}SPLINE/1, X=1,2,3,4, Y=1,1,1,1\nVARIABLE/1, FUNCTION={{}}"
CASES: dict[str, tuple[str, str]] = {
    "C001": tuple(BODY + TABLE + FORCE.format(f"-5*DZ(21,31,31) - 2*{v}") for v in ("VZ(21,31,31)", "VZ(21,31,31,31)")),
    "C002": tuple(BODY + TABLE + FORCE.format(f"-5*DM(21,31) - 2*{v}") for v in ("VM(21,31)", "VR(21,31)")),
    "C101": (BODY.replace("IP=1,1,1", "IP=1,-1,1"), BODY),
    "C102": (BODY.replace("IP=1,1,1", "IP=1,1,9"), BODY),
    "C103": (BODY.replace("MASS=1, ", "MASS=0, "), BODY),
    "C104": (
        BODY.replace("MASS=1", "MASS=1, MATERIAL=steel") + CUBE,
        BODY.replace("MASS=1", "MASS=7.8E-3, MATERIAL=steel").replace("IP=1,1,1", "IP=0.13,0.13,0.13") + CUBE,
    ),
    "C105": (f"{BODY}GRAPHICS/1, EXTERNAL, RM=20, FILE=absent.x_t", f"{BODY}GRAPHICS/1, BOX, CORNER=20, X=1, Y=1, Z=1"),
    "C106": (BODY.replace("MASS=1, ", ""), BODY.replace("MASS=1, ", "").replace(", IP=1,1,1", "")),
    "C201": (f"{BODY}JOINT/1, REVOLUTE, I=21, J=1", f"{BODY}JOINT/1, REVOLUTE, I=20, J=1"),
    "C202": tuple(f"{BODY}SPRINGDAMPER/1, TRANSLATION, I={i}, J=1, K=2" for i in (20, 21)),
    "C203": tuple(f"{BODY}SPRINGDAMPER/1, TRANSLATION, I=21, J={j}, K=2" for j in (20, 1)),
    "C204": tuple(
        f"{BODY}MARKER/5, PART=1, REULER=0,90D,0\nJOINT/1, REVOLUTE, I=20, J=1\n"
        f"SFORCE/1, ROTATION, I=20, J={j}, FUNCTION=1"
        for j in (5, 1)
    ),
    "C205": tuple(
        f"{BODY}PART/3, MASS=1, CM=33, IP=1,1,1, QG=100,0,0\nMARKER/33, PART=3\nMARKER/34, PART=1, QP=100,0,0\n"
        f"MARKER/35, PART=1, QP=40,0,0, ZP=40,{y},{1 - y}\n"
        "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=33, J=34\nGEAR/1, JOINTS=1,2, CV=35"
        for y in (0, 1)
    ),
    "C301": tuple(BODY + TABLE + FORCE.format(f) for f in ("DZ(21,30) + VZ(21,30)", "-5*DZ(21,30) - 2*VZ(21,30)")),
    "C302": (impact(e=0.9), impact()),
    "C303": tuple(BODY + TABLE + FORCE.format(f"STEP(TIME, {a}, 0, {b}, 1)") for a, b in ((2, 1), (1, 2))),
    "C304": tuple(BODY + TABLE + FORCE.format(f) for f in ("SIGN(1, VZ(21,30))", "TANH(VZ(21,30))")),
    "C305": (impact(k=0.01), impact()),
    "C306": tuple(ROAD.format(f) for f in ("INTERP(9*TIME,1,1)", "AKISPL(9*TIME,0,1)")),
    "C307": tuple(TURNED.format(f) for f in ("STEP5(TIME,0,0,1,60)", "STEP5(TIME,0,0,1,60D)")),
    "C308": tuple(f"{SLIDE}VARIABLE/1, FUNCTION=FX(20,{j})" for j in (2, 1)),
    "C401": (f"ACCGRAV/KGRAV=-9.81\n{BODY}", f"ACCGRAV/KGRAV=-9806.65\n{BODY}"),
    "C402": (BODY, BODY),  # the units are in the head
    "C403": tuple(f"{BODY}INTEGRATOR/GSTIFF, ERROR={error}" for error in (1.0, 1e-4)),
    "C404": (BODY, f"ACCGRAV/KGRAV=0\n{BODY}"),
    "C501": (f"{BODY}ARRAY/1, NUMBERS=1,2", f"{BODY}ARRAY/1, NUMBERS=1,2\nVARIABLE/1, FUNCTION=ARYVAL(1,1)"),
    "C502": tuple(f"!  adams_view_name='rod'\nPART/2\n!  adams_view_name='{name}'\nPART/3" for name in ("ROD", "arm")),
    "C503": tuple(f"{BODY}JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, {kind}, I=20, J=1" for kind in ("REVOLUTE", "PLANAR")),
    "C504": (f"{BODY}JOINT/1, FIXED, I=20, J=1\nJOINT/2, REVOLUTE, I=21, J=2", f"{BODY}JOINT/1, FIXED, I=20, J=1"),
    "C505": (HINGES + SPIN.format(1, 1) + SPIN.format(2, 2), HINGES + SPIN.format(1, 1)),
    "C601": (f"{BODY}ROAD/1", BODY),
    "C602": tuple(TABLED.format(f) for f in ("INVPSD(TIME,1,1,3,10,0,1)", "AKISPL(TIME,0,1)")),
    "C801": (ball(k=1e-6), ball()),
    "C802": (ball(friction=RUBS.format(100)), ball(friction=RUBS.format(1))),
    "C803": (ball(c=1e6), ball()),
}  # fmt: skip
"""Rule -> statements with a finding, statements without."""
HEADS = {"C402": (NO_UNITS, HEAD)}
FILES = {"C404": ""}
"""Of models that were built and not read."""
COUNTED = {"C501": lambda message: "ARRAY" in message.what}
"""Findings of other elements that both datasets have are left out."""


def test_every_rule_has_its_two_datasets():
    assert sorted(CASES) == sorted(rules())


@pytest.mark.parametrize("rule", CASES)
def test_a_rule_finds_what_it_is_for_and_nothing_where_it_is_not(rule):
    heads, counted = HEADS.get(rule, (HEAD, HEAD)), COUNTED.get(rule, lambda message: True)
    bad, good = (
        [m for m in findings(text, rule, head, FILES.get(rule, "test.adm")) if counted(m)]
        for text, head in zip(CASES[rule], heads, strict=True)
    )
    assert bad and all(message.what and message.cure for message in bad), rule
    assert not good, [message.what for message in good]
    assert rules()[rule].explanation
