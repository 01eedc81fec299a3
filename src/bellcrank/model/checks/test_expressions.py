"""Rules C301 to C304: dimensions, parameters, steps, jumps."""

import pytest

from bellcrank.testing.rules import findings

BODY = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2, QP=9,0,0\n"


def found(rule, function, kind="TRANSLATION"):
    return findings(f"{BODY}SFORCE/1, {kind}, I=20, J=1, FUNCTION={function}", rule)


@pytest.mark.parametrize("function", ["DZ(20,1) + VZ(20,1)", "5*SIN(DX(20,1))", "DX(20,1)"])
def test_dimensions_that_contradict(function):
    (message,) = found("C301", function)
    assert message.severity == "warning"


@pytest.mark.parametrize("function", ["-5*DZ(20,1) - 0.1*VZ(20,1)", "5*SIN(2*PI*TIME)", "7", "FX(20,1)"])
def test_dimensions_that_fit(function):
    assert found("C301", function) == []


def test_dimensions_go_through_variables():
    text = f"{BODY}VARIABLE/1, FUNCTION=VZ(20,1)\nVARIABLE/2, FUNCTION=DZ(20,1)+VARVAL(1)"
    (message,) = findings(text, "C301")
    assert message.element == "VARIABLE/2"


def test_variables_that_depend_on_each_other_are_not_followed_forever():
    text = f"{BODY}VARIABLE/1, FUNCTION=VARVAL(2)\nVARIABLE/2, FUNCTION=VARVAL(1)"
    assert findings(text, "C301") == []


IMPACT = "IMPACT(DX(20,1), VX(20,1), {x1}, {k}, {e}, {c}, {d})"


def impact(x1=1, k=100, e=1.5, c=2, d=0.1):
    return IMPACT.format(x1=x1, k=k, e=e, c=c, d=d)


def test_good_contact_parameters():
    assert found("C302", impact()) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"k": -1}, "stiffness"), ({"e": 0}, "exponent"), ({"c": -2}, "damping"), ({"d": 0}, "penetration")],
)
def test_impossible_contact_parameters(wrong, words):
    (message,) = found("C302", impact(**wrong))
    assert message.severity == "error" and words in message.what


def test_an_exponent_of_one_is_doubtful():
    (message,) = found("C302", impact(e=1))
    assert message.severity == "warning" and "1.5" in message.cure


def test_parameters_that_are_no_constants_are_not_judged():
    assert found("C302", impact(k="(100+TIME)", e="(1+TIME)")) == []


def test_stops_in_the_wrong_order():
    (message,) = found("C302", "BISTOP(DX(20,1), VX(20,1), 5, 1, 100, 1.5, 2, 0.1)")
    assert "x1 is not below x2" in message.what


@pytest.mark.parametrize("name", ["STEP", "STEP5", "HAVSIN"])
def test_steps(name):
    assert found("C303", f"{name}(TIME, 0, 0, 1, 5)") == []
    (message,) = found("C303", f"{name}(TIME, 1, 0, 0, 5)")
    assert message.severity == "warning" and "exchange" in message.cure
    (message,) = found("C303", f"{name}(TIME, 1, 0, 1, 5)")
    assert message.severity == "error"


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("MAX(0, 5*DX(20,1))", "MAX, which has a kink"),
        ("IF(TIME-1: 0, 1, 2)", "IF, which jumps"),
        ("ABS(DX(20,1))*SIGN(1, VX(20,1))", "ABS, SIGN, which jump or have a kink"),
    ],
)
def test_jumps_and_kinks(function, words):
    (message,) = found("C304", function)
    assert message.severity == "note" and words in message.what


@pytest.mark.parametrize("function", ["STEP(TIME,0,0,1,1)", "ABS(-3)", "IF(MODE-5: 0, 1, 0)", "MAX(1,2)*TIME"])
def test_smooth_functions(function):
    assert found("C304", function) == []


def test_requests_may_jump():
    assert findings(f"{BODY}REQUEST/1, F2=ABS(DX(20,1))", "C304") == []


@pytest.mark.parametrize(
    ("kind", "function", "words"),
    [
        ("TRANSLATION, JOINT=1", "VX(20,1)", "write VELOCITY if the function is one"),
        ("TRANSLATION, JOINT=1, VELOCITY", "DX(20,1)", "write DISPLACEMENT if"),
        ("TRANSLATION, JOINT=1", "FX(20,1)", "give the motion as length"),
    ],
)
def test_r8_a_motion_is_not_advised_to_take_a_stiffness(kind, function, words):
    """R8: C301 on a MOTION said "multiply by a constant such as a stiffness"."""
    text = f"{BODY}JOINT/1, TRANSLATIONAL, I=20, J=1\nMOTION/1, {kind}, FUNCTION={function}"
    (message,) = findings(text, "C301")
    assert words in message.cure and "stiffness" not in message.cure
