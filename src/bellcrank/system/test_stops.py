"""The longest next step near a stop."""

import numpy as np
import pytest

from bellcrank.expression import parse
from bellcrank.expression.text import to_text
from bellcrank.model import load_text
from bellcrank.system.stops import ANY, push_step, pushes, way_step, ways


@pytest.mark.parametrize(
    ("gap", "rate", "longest"), [(2, -4, 0.5), (-2, 4, 0.5), (2, 4, ANY), (-2, -4, ANY), (np.nan, -4, ANY)]
)
def test_the_way_to_a_bend_limits_a_step(gap, rate, longest):
    out = np.ones(3)
    way_step(2, np.array([gap, rate], float), out)
    assert (out == [longest, 0.0, 0.0]).all()


def longest_of(depth, speed, k=100.0, e=1.0, c=50.0, d=0.1):
    out = np.ones(7)
    push_step(6, np.array([depth, speed, k, e, c, d]), out)
    assert not out[1:].any()
    return out[0]


def test_the_way_to_the_last_push_limits_a_step():
    """k p = c v (3 q^2 - 2 q^3), q = p/d: with k d/(c v) = 0.8 at q = (3 - sqrt(9 - 6.4))/4."""
    d, v = 0.1, 0.25
    begins = d * (3.0 - 2.6**0.5) / 4.0
    assert longest_of(0.09, v) == pytest.approx((0.09 - begins) / v, rel=1e-9)
    assert longest_of(1.0001 * begins, v) == pytest.approx(0.25 * begins / v, rel=1e-3)  # to its inside
    assert longest_of(0.999 * begins, v) == ANY  # it pushes
    assert longest_of(0.09, -v) == longest_of(-0.01, v) == longest_of(0.5, v) == ANY
    assert longest_of(0.09, 1e5) == ANY  # a last push of nothing
    assert longest_of(0.09, v, e=2.5, c=1e3) == ANY  # the force fades faster than the damping
    assert longest_of(np.nan, v) == ANY


def told(found):
    """As text without blanks."""
    return [to_text(node).replace(" ", "") for node in found]


def no_variable(_):
    return None


def test_each_stop_of_an_expression_is_found():
    """BISTOP has two; without a rate that of the distance is taken, where it is known."""
    found = lambda text: told(ways(parse(text), no_variable))
    stop, both = "IMPACT(DX(1,2),VX(1,2),3,100,1.5,4,0.1)", "BISTOP(DX(1,2),VX(1,2),1,3,100,1.5,4,0.1)"
    assert found("2*" + stop) == ["$WAY_STEP(DX(1,2)-3,VX(1,2))"]
    assert found(both) == ["$WAY_STEP(DX(1,2)-1,VX(1,2))", "$WAY_STEP(3-DX(1,2),-VX(1,2))"]
    assert told(pushes(parse("2*" + stop))) == ["$PUSH_STEP(-(DX(1,2)-3),VX(1,2),100,1.5,4,0.1)"]
    assert len(told(pushes(parse(both)))) == 2 and not told(pushes(parse(stop.replace(",4,", ",0,"))))
    (alone,) = found("IMPACT(5-DM(1,2),0,0,100,1.5,0,0.1)")
    assert "-VR(1,2)" in alone
    assert not found("IMPACT(PITCH(1,2),0,0,100,1.5,0,0.1)") and not found("SIN(TIME)")


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("IF(DX(1,2): 0, 0, 9*DX(1,2))", ["-DX(1,2)"]),
        ("IF(DX(1,2): 9*DX(1,2), 0, 0)", ["DX(1,2)"]),
        ("IF(DX(1,2): 1, 0, 2)", ["-DX(1,2)", "DX(1,2)"]),
        ("IF(DX(1,2): DX(1,2), 0, DY(1,2))", []),  # lively on both sides
        ("MAX(5, DX(1,2))", ["5-DX(1,2)"]),
        ("MAX(DX(1,2), 5)", ["5-DX(1,2)"]),
        ("MIN(5, DX(1,2))", ["DX(1,2)-5"]),
        ("MIN(DX(1,2), 5)", ["DX(1,2)-5"]),
        ("DIM(DX(1,2), 5)", ["5-DX(1,2)"]),
        ("STEP(DX(1,2), 1, 0, 2, 9)", ["1-DX(1,2)", "DX(1,2)-2"]),
        ("STEP(TIME, 1, 0, 2, 9)", []),  # has corners
        ("STEP(VX(1,2), 1, 0, 2, 9)", []),  # accelerations are not known after a step
    ],
)
def test_quiet_sides_of_functions(text, gaps):
    assert told(node.arguments[0] for node in ways(parse(text), no_variable)) == gaps


def test_the_rate_of_a_variable_is_that_of_its_function():
    """Also through another one; one that reads itself has none."""
    text = """t
VARIABLE/1, FUNCTION=2*DX(1,2)
VARIABLE/2, FUNCTION=VARVAL(1)+AZ(1,2)
VARIABLE/3, FUNCTION=VARVAL(3)-1
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1
END
"""
    model = load_text(text)[0]
    variable = lambda id: model.find("VARIABLE", id)
    (found,) = told(ways(parse("MAX(0, VARVAL(2))"), variable))
    assert "VX(1,2,0,0)" in found and "WZ(1,2,2)" in found
    assert not told(ways(parse("MAX(0, VARVAL(3))"), variable))
