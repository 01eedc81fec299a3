"""STEP, STEP5, HAVSIN, POLY, CHEBY, FORCOS, FORSIN, SHF, SWEEP: values from formulas done by hand, ends, frequencies.

Numbers marked [5.3] come from a list of function values computed independently with 16 digits.
"""

import math

import pytest

from bellcrank.errors import ExpressionError
from bellcrank.expression import constant, evaluate, flatten, parse


def at(text, time):
    """Value and slope of an expression of TIME."""
    value, slopes = evaluate(flatten(parse(text)), [time])
    return value, slopes[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [  # [5.3]
        ("STEP(0.3,0,0,1,1)", 0.216),
        ("STEP(1.25,1,-2,3,5)", -1.69921875),
        ("STEP5(0.3,0,0,1,1)", 0.16308),
        ("HAVSIN(0.3,0,0,1,1)", 0.2061073738537634),
        ("SHF(0.7,0.2,25D,2*PI*0.5,0.3,0.1)", 0.5168441799921206),
        ("POLY(1.5,0.5,1,2,3,4)", 10.0),
        ("CHEBY(0.4,0.1,1,2,3,4,5)", -2.304),
        ("FORCOS(0.6,0.1,2*PI,0.5,1,-2,0.25)", -2.75),
        ("BISTOP(-0.02,-0.5,0,1,1E4,1.5,100,0.05)", 45.8842712474619),
    ],
)
def test_published_values(text, value):
    assert constant(parse(text)) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("name", ["STEP", "STEP5", "HAVSIN"])
def test_a_step_is_flat_at_both_ends_and_constant_outside(name):
    text = f"{name}(TIME, 1, -2, 3, 5)"
    for time, value in ((-7.0, -2.0), (1.0, -2.0), (3.0, 5.0), (10.0, 5.0)):
        assert at(text, time) == (value, 0.0)
    for time, value in ((1.0 + 1e-6, -2.0), (3.0 - 1e-6, 5.0)):
        assert at(text, time)[0] == pytest.approx(value, abs=1e-9)
        assert at(text, time)[1] == pytest.approx(0.0, abs=2e-5)
    assert at(text, 2.0)[0] == pytest.approx(1.5, rel=1e-15)


@pytest.mark.parametrize("name", ["STEP", "STEP5", "HAVSIN"])
def test_a_step_with_its_ends_exchanged_is_the_same_step(name):
    for time in (-1.0, 0.2, 0.5, 0.9, 2.0):
        value, slope = at(f"{name}(TIME, 1, 4, 0, 2)", time)
        assert value == pytest.approx(at(f"{name}(TIME, 0, 2, 1, 4)", time)[0], rel=1e-14)
        assert slope == pytest.approx(at(f"{name}(TIME, 0, 2, 1, 4)", time)[1], abs=1e-13)


def test_a_step_of_no_width_is_an_error():
    with pytest.raises(ExpressionError, match="STEP"):
        at("STEP(TIME, 1, 0, 1, 5)", 2.0)


@pytest.mark.parametrize("t", [-1.3, 0.0, 0.4, 2.0])
def test_series_against_their_formulas(t):
    degree = math.pi / 180.0
    assert at("CHEBY(TIME,1,1,0,-1)", t)[0] == pytest.approx(-2.0 * t * t + 4.0 * t, abs=1e-14)
    w = 2.0 * math.pi
    cosines = 1.0 + 2.0 * math.cos(w * t) + 3.0 * math.cos(2.0 * w * t) + 4.0 * math.cos(3.0 * w * t)
    assert at("FORCOS(TIME,0,360D,1,2,3,4)", t)[0] == pytest.approx(cosines, rel=1e-13)
    sines = 1.0 + 2.0 * math.sin(w * t) + 3.0 * math.sin(2.0 * w * t) + 4.0 * math.sin(3.0 * w * t)
    assert at("FORSIN(TIME,0,360D,1,2,3,4)", t)[0] == pytest.approx(sines, rel=1e-13)
    harmonic = 5.0 + math.pi * math.sin(w * (t - 25.0 * degree))
    assert at("SHF(TIME,25D,PI,360D,0,5)", t)[0] == pytest.approx(harmonic, rel=1e-13)


def test_chebyshev_polynomials_are_cosines():
    for j in range(12):
        coefficients = ",".join("1" if k == j else "0" for k in range(j + 1))
        value, _ = at(f"CHEBY(TIME,0,{coefficients})", math.cos(0.7))
        assert value == pytest.approx(math.cos(j * 0.7), abs=1e-13)


def test_the_frequency_of_a_sweep_runs_from_f0_to_f1():
    """Past the switching-on, the distance of two rising zeros around x is one period of the frequency at x."""
    text = "SWEEP(TIME, 1, 0, 2, 10, 6, 0.001)"

    def frequency(x):
        sine, slope = at(text, x)
        amplitude_slope = abs(slope) / math.sqrt(1.0 - sine * sine)
        return amplitude_slope / (2.0 * math.pi)

    assert frequency(0.0017) == pytest.approx(2.0, rel=1e-3)
    assert frequency(5.003) == pytest.approx(2.0 + 4.0 * 0.5003, rel=1e-9)
    assert frequency(9.9999) == pytest.approx(6.0, rel=1e-4)
    assert frequency(10.02) == pytest.approx(6.0, rel=1e-9)


def test_a_sweep_is_continuous_at_its_end_and_silent_before_its_start():
    text = "SWEEP(TIME, 3, 1, 2, 10, 6, 0.5)"
    assert at(text, 0.999) == (0.0, 0.0)
    assert at(text, 10.0 - 1e-9)[0] == pytest.approx(at(text, 10.0 + 1e-9)[0], abs=1e-6)
    assert at(text, 1.25)[0] == pytest.approx(
        3.0 * math.sin(2 * math.pi * (0.5 + 0.5 * 4 / 9 * 0.0625)) * 0.5, rel=1e-13
    )
    with pytest.raises(ExpressionError):
        at("SWEEP(TIME, 3, 1, 2, 1, 6, 0.5)", 2.0)
    with pytest.raises(ExpressionError):
        at("SWEEP(TIME, 3, 1, 2, 10, 6, 0)", 2.0)
