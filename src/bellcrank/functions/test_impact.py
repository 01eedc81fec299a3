"""IMPACT and BISTOP: values of the formula, damping, clipping, domain."""

import math

import pytest

from bellcrank.errors import ExpressionError
from bellcrank.expression import evaluate, flatten, parse

IMPACT = flatten(parse("IMPACT(DX(1), VX(1), 1, 100, 1.5, 25, 0.1)"))


@pytest.mark.parametrize(
    ("x", "v", "force"),
    [  # F = max(0, k (x1-x)^e - cmax v STEP(x, x1-d, 1, x1, 0)), done by hand
        (1.0, -1.0, 0.0),
        (0.99, -1.0, 0.8),
        (0.95, -1.0, 13.6180339887499),
        (0.95, 0.0, 1.1180339887499),
        (0.95, 0.5, 0.0),
        (0.9, -2.0, 53.1622776601684),
        (0.8, -2.0, 58.9442719099992),
        (0.8, 3.0, 0.0),
        (1.2, -3.0, 0.0),
    ],
)
def test_impact(x, v, force):
    assert evaluate(IMPACT, [x, v])[0] == pytest.approx(force, abs=1e-12)


def test_half_way_to_full_damping_the_damping_is_half():
    assert evaluate(IMPACT, [0.95, -1.0])[1][1] == pytest.approx(-12.5, rel=1e-12)
    assert evaluate(IMPACT, [0.85, -1.0])[1][1] == -25.0


def test_a_force_that_would_pull_is_cut_off_with_its_slopes():
    assert evaluate(IMPACT, [0.95, 0.5]) == (0.0, [0.0, 0.0])


@pytest.mark.parametrize("wrong", ["-1, 1.5, 25, 0.1", "100, 0, 25, 0.1", "100, 1.5, -1, 0.1", "100, 1.5, 25, 0"])
def test_impact_outside_its_domain(wrong):
    with pytest.raises(ExpressionError, match="IMPACT"):
        evaluate(flatten(parse(f"IMPACT(DX(1), VX(1), 1, {wrong})")), [0.9, 0.0])


def test_bistop_is_impact_at_the_lower_stop_and_its_mirror_image_at_the_upper_one():
    bistop = flatten(parse("BISTOP(DX(1), VX(1), 1, 3, 100, 1.5, 25, 0.1)"))
    for x, v in ((0.95, -1.0), (0.8, -2.0), (0.8, 3.0), (0.99, 0.3)):
        value, slopes = evaluate(IMPACT, [x, v])
        assert evaluate(bistop, [x, v]) == (value, pytest.approx(slopes))
        mirrored, mirrored_slopes = evaluate(bistop, [4.0 - x, -v])
        assert mirrored == pytest.approx(-value, rel=1e-12)
        assert mirrored_slopes == pytest.approx(slopes, rel=1e-10)
    assert evaluate(bistop, [2.0, -5.0]) == (0.0, [0.0, 0.0])
    with pytest.raises(ExpressionError, match="BISTOP"):
        evaluate(flatten(parse("BISTOP(DX(1), VX(1), 3, 1, 100, 1.5, 25, 0.1)")), [0.9, 0.0])


def test_the_stiffness_scales_with_the_length_unit_to_the_power_of_the_exponent():
    """3800 N/mm² (e = 2) is 3.8e9 N/m²."""
    millimetres, _ = evaluate(flatten(parse("IMPACT(DX(1), VX(1), 10, 3800, 2, 0, 1)")), [7.0, 0.0])
    metres, _ = evaluate(flatten(parse("IMPACT(DX(1), VX(1), 0.010, 3.8E9, 2, 0, 0.001)")), [0.007, 0.0])
    assert metres == pytest.approx(millimetres, rel=1e-12)
    assert math.isclose(millimetres, 3800.0 * 9.0)
