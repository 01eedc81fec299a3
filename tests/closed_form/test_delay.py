"""DELAY against delay equations with known solutions.

Bellman & Cooke (1963), Differential-Difference Equations, chapter 3 (method of steps); Fox, Mayers, Ockendon & Tayler
(1971), J. Inst. Maths Applics 8, 271-307 (the pantograph equation).
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from bellcrank.errors import ConvergenceError, UnsupportedError
from bellcrank.model import load_text


def read(statements: str):
    model, report = load_text(f"delays\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n{statements}\nEND\n")
    assert not report.errors, report.render()
    return model


def by_steps(t: float) -> float:
    """x' = -x(t - 1), x = 1 before 0: a polynomial on every unit interval."""
    return sum((-1) ** k * (t - k + 1) ** k / math.factorial(k) for k in range(math.floor(t) + 2))


@pytest.mark.parametrize(("error", "allowed"), [(1e-6, 2e-5), (1e-8, 2e-7), (1e-10, 5e-9)])
def test_a_constant_delay(error, allowed):
    """The rate has kinks at every whole time: a few times the tolerance is lost at each."""
    run = read("DIFF/1, IC=1, FUNCTION=-DELAY(DIF(1), 1, 1)").simulate(end=6.0, steps=24, error=error)
    exact = [by_steps(t) for t in run.time]
    assert np.max(np.abs(run["DIFF_1.Q"] - exact)) < allowed


def test_the_history_before_the_start_is_a_function_of_the_earlier_time():
    """x' = DELAY(.., 2, SIN(TIME)) = sin(t - 2) until t = 2: x = cos 2 - cos(t - 2)."""
    run = read("DIFF/1, FUNCTION=DELAY(DIF(1), 2, SIN(TIME))").simulate(end=2.0, steps=10, error=1e-9)
    assert run["DIFF_1.Q"] == pytest.approx(np.cos(2.0) - np.cos(run.time - 2.0), abs=1e-7)


def test_a_delay_that_varies_and_is_shorter_than_the_step():
    """The pantograph equation x' = -x(t/2): x = sum (-1)^n t^n / (n! 2^(n(n-1)/2)); the delay is zero at the start."""
    run = read("DIFF/1, IC=1, FUNCTION=-DELAY(DIF(1), TIME/2, 1)").simulate(end=4.0, steps=8, error=1e-8)
    exact = sum((-1) ** n * run.time**n / (math.factorial(n) * 2.0 ** (n * (n - 1) / 2)) for n in range(30))
    assert run["DIFF_1.Q"] == pytest.approx(exact, abs=2e-6)


def test_a_short_delay_does_not_shorten_the_steps():
    """x' = -x(t - d) with the history exp(s t), s = -exp(-s d): the solution goes on as exp(s t)."""
    d = 1e-4
    s = brentq(lambda s: s + math.exp(-s * d), -2.0, -0.5, xtol=1e-15)
    model = read(f"DIFF/1, IC=1, FUNCTION=-DELAY(DIF(1), {d}, EXP({s!r}*TIME))")
    run = model.simulate(end=5.0, steps=50, error=1e-9)
    assert run["DIFF_1.Q"] == pytest.approx(np.exp(s * run.time), abs=1e-7)
    assert run.attrs["statistics"]["steps"] < 1000  # 5 s are 50 000 delays


def test_the_past_of_thousands_of_steps():
    """A request reads the position of an oscillator half a second ago; older steps are forgotten on the way."""
    model = read(
        "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2, QP=1,0,0\nMARKER/10, PART=1\nMARKER/11, PART=1, QP=1,0,0\n"
        "JOINT/1, TRANS, I=21, J=12\nMARKER/21, PART=2, QP=1,0,0, REULER=90D,90D,0\nMARKER/12, PART=1, "
        "REULER=90D,90D,0\nSFORCE/1, I=20, J=10, TRANSLATIONAL, FUNCTION=-100*(DX(20,10)-0.8)\n"
        "REQUEST/1, F2=DELAY(DX(20,10), 0.5, 1.0)"
    )
    run = model.simulate(end=12.0, steps=240, error=1e-8)
    assert run.attrs["statistics"]["steps"] > 1000
    then = run.time - 0.5
    exact = np.where(then < 0, 1.0, 0.8 + 0.2 * np.cos(10.0 * then))
    assert run["REQUEST_1.F2"] == pytest.approx(exact, abs=3e-6)


def test_a_signal_that_jumps_is_delayed_too():
    """x' is the signal IF(TIME-1: 0, 0, 1) one second later: x = max(0, t - 2)."""
    model = read("DIFF/1, FUNCTION=DELAY(IF(TIME-1: 0, 0, 1), 1, 0)")
    run = model.simulate(end=4.0, steps=40, error=1e-6)
    assert run["DIFF_1.Q"] == pytest.approx(np.maximum(0.0, run.time - 2.0), abs=1e-5)


def test_a_sensible_message_for_a_delay_into_the_future():
    with pytest.raises(UnsupportedError, match="DELAY looks 0.5 into the future"):
        read("DIFF/1, FUNCTION=DELAY(DIF(1), -0.5, 0)").simulate(end=1.0)
    with pytest.raises(ConvergenceError, match="DELAY"):
        read("DIFF/1, IC=1, FUNCTION=DELAY(DIF(1), 0.5-TIME, 0)").simulate(end=1.0)


def test_a_motion_cannot_be_delayed():
    model = read(
        "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nMARKER/10, PART=1\nJOINT/1, REVOLUTE, I=20, J=10\n"
        "MOTION/1, JOINT=1, ROTATION, FUNCTION=DELAY(SIN(TIME), 0.1, 0)"
    )
    with pytest.raises(UnsupportedError, match=r"DELAY.* cannot be read by a constraint"):
        model.simulate(end=1.0)
