"""The longest next step near a stop."""

import numpy as np
import pytest

from bellcrank.expression import parse
from bellcrank.expression.text import to_text
from bellcrank.system.stops import ANY, REACH, longest_steps, stop_step


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


def test_each_stop_of_an_expression_is_found():
    """BISTOP has two; without a rate that of the distance is taken, where it is known."""
    found = lambda text: [to_text(node).replace(" ", "") for node in longest_steps(parse(text))]
    stop = "IMPACT(DX(1,2),VX(1,2),3,100,1.5,4,0.1)"
    assert found("2*" + stop) == [f"$STOP_STEP(DX(1,2)-3,VX(1,2),{stop},0.1)"]
    both = "BISTOP(DX(1,2),VX(1,2),1,3,100,1.5,4,0.1)"
    assert found(both) == [f"$STOP_STEP(DX(1,2)-1,VX(1,2),{both},0.1)", f"$STOP_STEP(3-DX(1,2),-VX(1,2),{both},0.1)"]
    (alone,) = found("IMPACT(5-DM(1,2),0,0,100,1.5,0,0.1)")
    assert "-VR(1,2)" in alone
    assert not found("IMPACT(AX(1,2),0,0,100,1.5,0,0.1)") and not found("SIN(TIME)")
