"""The longest next step near a stop."""

import numpy as np
import pytest

from bellcrank.expression import parse
from bellcrank.expression.text import to_text
from bellcrank.model import load_text
from bellcrank.system.stops import ANY, REACH, quiet_sides, quiet_step, stop_step, stops


@pytest.mark.parametrize(
    ("gap", "rate", "force", "longest"),
    [
        (2.0, -4.0, 0.0, (2.0 + 0.1 * REACH) / 4.0),  # apart and closing: to the touch
        (2.0, 4.0, 0.0, ANY),  # apart and going away
        (-0.3, -4.0, 7.0, ANY),  # going in: the force is there for the error control
        (-0.3, 4.0, 7.0, 0.3 / 4.0),  # coming out: to the end of the force
        (-0.3, 4.0, 0.0, 0.15 / 4.0),  # coming out where damping has taken the force: half of the way
        (-1e-9, 4.0, 0.0, 0.1 * REACH / 4.0),  # nearly out
        (np.nan, 4.0, 0.0, ANY),  # in a branch of an IF that is not taken
        (2.0, -4.0, np.nan, (2.0 + 0.1 * REACH) / 4.0),
    ],
)
def test_the_way_to_the_touch_limits_a_step(gap, rate, force, longest):
    out = np.ones(5)
    stop_step(4, np.array([gap, rate, force, 0.1]), out)
    assert out[0] == pytest.approx(longest, rel=1e-15)
    assert not out[1:].any()


@pytest.mark.parametrize(
    ("gap", "rate", "longest"), [(2, -4, 0.5), (-2, 4, 0.5), (2, 4, ANY), (-2, -4, ANY), (np.nan, -4, ANY)]
)
def test_the_way_to_the_lively_side_and_back_limits_a_step(gap, rate, longest):
    out = np.ones(3)
    quiet_step(2, np.array([gap, rate], float), out)
    assert (out == [longest, 0.0, 0.0]).all()


def told(found):
    """As text without blanks."""
    return [to_text(node).replace(" ", "") for node in found]


def no_variable(_):
    return None


def test_each_stop_of_an_expression_is_found():
    """BISTOP has two; without a rate that of the distance is taken, where it is known."""
    found = lambda text: told(stops(parse(text), no_variable))
    stop = "IMPACT(DX(1,2),VX(1,2),3,100,1.5,4,0.1)"
    assert found("2*" + stop) == [f"$STOP_STEP(DX(1,2)-3,VX(1,2),{stop},0.1)"]
    both = "BISTOP(DX(1,2),VX(1,2),1,3,100,1.5,4,0.1)"
    assert found(both) == [f"$STOP_STEP(DX(1,2)-1,VX(1,2),{both},0.1)", f"$STOP_STEP(3-DX(1,2),-VX(1,2),{both},0.1)"]
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
    assert told(node.arguments[0] for node in quiet_sides(parse(text), no_variable)) == gaps


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
    (found,) = told(quiet_sides(parse("MAX(0, VARVAL(2))"), variable))
    assert "VX(1,2,0,0)" in found and "WZ(1,2,2)" in found
    assert not told(quiet_sides(parse("MAX(0, VARVAL(3))"), variable))
