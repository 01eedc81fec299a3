"""The longest next step near a stop."""

import numpy as np
import pytest

from bellcrank.expression import parse
from bellcrank.expression.text import to_text
from bellcrank.model import load_text
from bellcrank.system.stops import NONE, bends, known, push_way


def test_what_has_no_value_counts_as_nothing():
    """As in a branch of an IF that is not taken."""
    out = np.ones(2)
    for value, found in ((3.0, 3.0), (np.nan, 0.0), (np.inf, 0.0)):
        known(1, np.array([value]), out)
        assert (out == [found, float(found == value)]).all()


def way_of(depth, speed, k=100.0, e=1.0, c=50.0, d=0.1):
    out = np.ones(7)
    push_way(6, np.array([depth, speed, k, e, c, d]), out)
    return out[0]


def test_the_way_to_the_last_push():
    """k p = c v (3 q^2 - 2 q^3), q = p/d: with k d/(c v) = 0.8 at q = (3 - sqrt(9 - 6.4))/4."""
    d, v = 0.1, 0.25
    begins = d * (3.0 - 2.6**0.5) / 4.0
    assert way_of(0.09, v) == pytest.approx(0.5 * (0.09 - begins), rel=1e-9)
    assert way_of(1.0001 * begins, v) == pytest.approx(0.25 * begins, rel=1e-3)  # to its inside
    assert way_of(0.999 * begins, v) == NONE  # it pushes
    assert way_of(0.09, -v) == way_of(-0.01, v) == way_of(0.5, v) == NONE
    assert way_of(0.09, 1e5) == NONE  # a last push of nothing
    assert way_of(0.09, v, e=2.5, c=1e3) == NONE  # the force fades faster than the damping
    assert way_of(np.nan, v) == NONE


def found(text, variable=lambda id: None):
    """Gap, rate and push of each bend, as text without blanks."""
    write = lambda node: "" if node is None else to_text(node).replace(" ", "")
    return [tuple(map(write, bend)) for bend in bends(parse(text), variable)]


def test_each_stop_of_an_expression_is_found():
    """BISTOP has two; without a rate that of the distance is taken, where it is known."""
    stop, both = "IMPACT(DX(1,2),VX(1,2),3,100,1.5,4,0.1)", "BISTOP(DX(1,2),VX(1,2),1,3,100,1.5,4,0.1)"
    push = "$PUSH_WAY(-(DX(1,2)-3),VX(1,2),100,1.5,4,0.1)"
    assert found("2*" + stop) == [("DX(1,2)-3", "VX(1,2)", push)]
    assert [bend[:2] for bend in found(both)] == [("DX(1,2)-1", "VX(1,2)"), ("3-DX(1,2)", "-VX(1,2)")]
    assert found(stop.replace(",4,", ",0,")) == [("DX(1,2)-3", "VX(1,2)", "")]
    ((_, rate, push),) = found("IMPACT(5-DM(1,2),0,0,100,1.5,0,0.1)")
    assert "-VR(1,2)" in rate and not push
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
    assert [gap for gap, _, _ in found(text)] == gaps


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
    ((_, rate, _),) = found("MAX(0, VARVAL(2))", variable)
    assert "VX(1,2,0,0)" in rate and "WZ(1,2,2)" in rate
    assert not found("MAX(0, VARVAL(3))", variable)
