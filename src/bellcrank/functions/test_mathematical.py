"""The mathematical functions: definitions at the places where languages differ."""

import math

import pytest

from bellcrank.expression import constant, parse


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("MOD(45,16)", 13.0),
        ("MOD(-45,16)", -13.0),
        ("MOD(45,-16)", 13.0),
        ("MOD(-45,-16)", -13.0),
        ("SIGN(3,0)", 3.0),
        ("SIGN(-3,2)", 3.0),
        ("SIGN(3,-2)", -3.0),
        ("SIGN(-3,-2)", -3.0),
        ("AINT(6.5)", 6.0),
        ("AINT(-6.5)", -6.0),
        ("ANINT(4.5)", 5.0),
        ("ANINT(-4.5)", -5.0),
        ("ANINT(-4.6)", -5.0),
        ("ANINT(-4.4)", -4.0),
        ("DIM(20,5)", 15.0),
        ("DIM(5,20)", 0.0),
        ("MAX(1,2,-3)", 2.0),
        ("MIN(1,2,-3)", -3.0),
        ("ABS(-2)", 2.0),
        ("ATAN2(0,-1)", math.pi),
        ("ATAN2(-1,0)", -math.pi / 2),
        ("LOG(EXP(2))", 2.0),
        ("LOG10(1000)", 3.0),
        ("SQRT(2)", math.sqrt(2.0)),
        ("ASIN(1)", math.pi / 2),
        ("ACOS(-1)", math.pi),
        ("ATAN(1)", math.pi / 4),
        ("TAN(45D)", 1.0),
        ("COSH(1)**2 - SINH(1)**2", 1.0),
        ("TANH(0.5)", math.tanh(0.5)),
        ("MOD(7.5*PI+PI, 2*PI) - PI", -0.5 * math.pi),
        ("DTOR*RTOD", 1.0),
    ],
)
def test_value(text, value):
    assert constant(parse(text)) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    "text",
    [
        "LOG(0)",
        "LOG(-1)",
        "LOG10(0)",
        "SQRT(-1)",
        "ASIN(2)",
        "ACOS(-1.5)",
        "ATAN2(0,0)",
        "MOD(1,0)",
        "EXP(710)",
        "SINH(800)",
    ],
)
def test_outside_the_domain_there_is_no_value(text):
    assert constant(parse(text)) is None
