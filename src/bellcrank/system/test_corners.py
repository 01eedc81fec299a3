"""Corners of expressions in time."""

from __future__ import annotations

import pytest

from bellcrank.expression import parse
from bellcrank.expression.piecewise import SplineData
from bellcrank.system.corners import corners

EXPRESSIONS = {
    "STEP(TIME, 1, 0, 2, 5)": {1.0, 2.0},
    "3*STEP5(2*TIME-1, 1, 0, 2*3, 5)": {1.0, 3.5},
    "HAVSIN(-TIME/2, -2, 0, -1, 1)": {4.0, 2.0},
    "IF(TIME-1.5: 0, 0, IF(TIME-SQRT(4): 1, 1, 2))": {1.5, 2.0},
    "ABS(TIME-3)+SIGN(2, 5-TIME)+DIM(TIME, 7)+MAX(2*TIME, TIME+9)": {3.0, 5.0, 7.0, 9.0},
    "STEP(DZ(1,2), 1, 0, 2, 5)*SIN(TIME)": set(),
    "STEP(TIME**2, 1, 0, 2, 5)+IF(3: 1, 2, 3)+STEP(TIME, DZ(1,2), 0, 4, 1)": {4.0},
    "AKISPL(TIME, 0, 1)+CUBSPL(2*TIME-1, 0, 1)": {6.9, 7.0, 3.95, 4.0},
    "INTERP(10-TIME, 1, 1)": {2.9, 3.0},
    "AKISPL(DZ(1,2), 0, 1)+AKISPL(TIME**2, 0, 1)": set(),
}


def points(keyword, id):
    """SPLINE/1: a narrow peak at 7."""
    assert (keyword, id) == ("SPLINE", 1)
    return SplineData((0.0, 4.0, 6.9, 7.0, 7.1, 10.0), ((0.0, 0.0, 0.0, 1.0, 0.0, 0.0),))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_corners(text):
    assert sorted(corners(parse(text), points)) == pytest.approx(sorted(EXPRESSIONS[text]))
