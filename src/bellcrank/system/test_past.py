"""The past of an unknown: polynomials of earlier steps, the step being taken, and derivatives against differences."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.system import layout as at
from bellcrank.system.past import past_value


def past_of(delay: float, now: float = 3.0, time: float = 2.0):
    """v at `time` - delay with three steps taken (0.5, 1, 1.6) and one being taken (2.0); the context is a list."""
    past = np.zeros((8, 9))
    past[:4, 0], past[:4, 1] = [2.0, 0.5, 1.0, 1.6], [0.4, 0.5, 0.5, 0.6]
    past[:4, 2:6] = np.random.default_rng(7).uniform(-1, 1, (4, 4))
    correction = np.array([1.0, 1.8, 1.0, 0.2, 0, 0, 0, 4.0])
    arrays = {at.PAST: past, at.PAST_NOW: correction, at.V: np.array([now, delay]), at.NUM: np.zeros(24)}
    arrays[at.NUM][at.T] = time
    leaf = np.zeros((1, 16), np.uint32)
    leaf[0, 9:12] = 0, 0, 1
    arrays[at.LEAF] = leaf
    context = [arrays.get(k) for k in range(int(at.FIRST))]
    return past, correction, past_value.py_func(context, 0)


def test_the_polynomial_of_the_step_that_contains_the_time():
    for delay, row in ((1.6, 1), (1.5, 1), (1.2, 2), (0.5, 3), (0.4, 3)):
        past, _, (value, by_now, _) = past_of(delay)
        x = (2.0 - delay - past[row, 0]) / past[row, 1]
        assert value == pytest.approx(np.polyval(past[row, 8:1:-1], x), rel=1e-14)
        assert by_now == 0.0


def test_the_step_being_taken_and_no_delay_at_all():
    past, correction, (value, by_now, _) = past_of(0.1)
    x = -0.1 / 0.4
    weight = np.polyval(correction[6::-1], x)
    assert value == pytest.approx(np.polyval(past[0, 8:1:-1], x) + (3.0 - past[0, 2]) * weight, rel=1e-14)
    assert by_now == pytest.approx(weight, rel=1e-14)
    assert past_of(0.0)[2] == (3.0, 1.0, 0.0)


def test_before_the_first_step_the_value_stays():
    assert past_of(5.0)[2][0] == past_of(2.0)[2][0]


@pytest.mark.parametrize("delay", [0.05, 0.3, 0.7, 1.2, 1.7])
def test_derivatives_against_differences(delay):
    """Central differences with a step of 1e-6: errors of about 1e-10 of numbers near one."""
    d = 1e-6
    _, by_now, by_time = past_of(delay)[2]
    assert by_time == pytest.approx((past_of(delay - d)[2][0] - past_of(delay + d)[2][0]) / (2 * d), abs=1e-8)
    assert by_now == pytest.approx((past_of(delay, 3 + d)[2][0] - past_of(delay, 3 - d)[2][0]) / (2 * d), abs=1e-8)


def test_no_look_into_the_future():
    assert past_of(-0.1)[2] == past_of(0.0)[2]
