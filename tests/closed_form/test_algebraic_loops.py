"""VARIABLEs that depend on themselves and each other, and DIFFs that are given implicitly: the first guess chooses."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.errors import BellcrankError
from bellcrank.model import load_text

HEAD = "loops\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"
LOOPS = {
    "VARIABLE/1, FUNCTION=3-2*VARVAL(1)": lambda t: 1.0 + 0.0 * t,
    "VARIABLE/1, FUNCTION=4-VARVAL(1)**2+TIME": lambda t: (np.sqrt(17.0 + 4.0 * t) - 1.0) / 2.0,
    "VARIABLE/1, IC=-3, FUNCTION=4-VARVAL(1)**2+TIME": lambda t: -(np.sqrt(17.0 + 4.0 * t) + 1.0) / 2.0,
    "VARIABLE/1, IC=1, FUNCTION=VARVAL(1)**3+VARVAL(1)-1-TIME": lambda t: np.cbrt(1.0 + t),
    "VARIABLE/1, FUNCTION=2/VARVAL(2)\nVARIABLE/2, FUNCTION=2+TIME": lambda t: 2.0 / (2.0 + t),
    "VARIABLE/1, FUNCTION=2*VARVAL(2)-VARVAL(3)\nVARIABLE/2, FUNCTION=VARVAL(3)+0.3*VARVAL(1)\n"
    "VARIABLE/3, FUNCTION=TIME+0.2*VARVAL(1)": lambda t: 5.0 * t,
}


def simulate(statements):
    model, report = load_text(f"{HEAD}{statements}\nEND\n")
    assert not report.errors
    return model.simulate(end=1.0, steps=4, error=1e-8)


@pytest.mark.parametrize("statements", LOOPS)
def test_variables(statements):
    run = simulate(f"{statements}\nDIFF/1, FUNCTION=VARVAL(1)")
    assert run["VARIABLE_1.Q"] == pytest.approx(LOOPS[statements](run.time), abs=1e-12)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_guess_of_the_rate_chooses_the_solution(sign):
    """x'^2 = 4 + t, and x'^2 - s x'/10 = 3.8 with the solutions 2 s and -1.9 s, s the sign."""
    run = simulate(
        f"DIFF/1, IC=0, {2.0 * sign}, IMPLICIT, FUNCTION=DIF1(1)**2-4-TIME\n"
        f"DIFF/2, IC=0, {2.0 * sign}, IMPLICIT, FUNCTION=DIF1(2)**2-{0.1 * sign}*DIF1(2)-3.8"
    )
    assert run["DIFF_1.Q"] == pytest.approx(sign * 2.0 / 3.0 * ((4.0 + run.time) ** 1.5 - 8.0), abs=1e-8)
    assert run["DIFF_2.Q"] == pytest.approx(2.0 * sign * run.time, abs=1e-8)


def test_an_implicit_equation_without_a_rate_is_algebraic():
    """x^3 = 8 + t from the guess 2; others read x, and their states follow it: y' = x, and y''s own rate is a state."""
    run = simulate(
        "DIFF/1, IC=2, IMPLICIT, FUNCTION=DIF(1)**3-8-TIME\nDIFF/2, FUNCTION=DIF(1)\n"
        "DIFF/3, IC=1, IMPLICIT, FUNCTION=DIF1(4)-DIF(3)\nDIFF/4, IC=0, IMPLICIT, FUNCTION=DIF1(3)+DIF(4)\n"
        "VARIABLE/1, FUNCTION=2*DIF(1)"
    )
    t = run.time
    assert run["DIFF_1.Q"] == pytest.approx(np.cbrt(8.0 + t), abs=1e-12)
    assert run["VARIABLE_1.Q"] == pytest.approx(2.0 * np.cbrt(8.0 + t), abs=1e-12)
    assert run["DIFF_2.Q"] == pytest.approx(0.75 * ((8.0 + t) ** (4.0 / 3.0) - 16.0), abs=1e-6)
    assert run["DIFF_3.Q"] == pytest.approx(np.cos(t), abs=1e-6), "rates in each other's equations are states"


def test_the_rate_of_an_algebraic_unknown():
    """A filter y' = sin t - y, x = y^2/3 + e^(-t): x' is read by a VARIABLE, a DIFF and a request."""
    run = simulate(
        "DIFF/1, FUNCTION=SIN(TIME)-DIF(1)\nVARIABLE/1, FUNCTION=DIF(1)**2\n"
        "DIFF/2, IC=1, IMPLICIT, FUNCTION=VARVAL(1)/3-DIF(2)+EXP(-TIME)\n"
        "VARIABLE/2, FUNCTION=DIF1(2)\nDIFF/3, IC=1, FUNCTION=DIF1(2)\nREQUEST/1, F2=DIF1(2)"
    )
    t = run.time
    y = 0.5 * (np.sin(t) - np.cos(t) + np.exp(-t))
    rate = 2.0 / 3.0 * y * (np.sin(t) - y) - np.exp(-t)
    assert run["DIFF_2.Q"] == pytest.approx(y**2 / 3.0 + np.exp(-t), abs=1e-7)
    assert run["VARIABLE_2.Q"] == pytest.approx(rate, abs=1e-6)
    assert run["REQ_1.F2"] == pytest.approx(rate, abs=1e-6)
    assert run["DIFF_3.Q"] == pytest.approx(run["DIFF_2.Q"], abs=1e-6)


def test_the_rate_of_an_algebraic_unknown_that_is_not_known():
    with pytest.raises(BellcrankError, match=r"DIF1\(1\) is not known: no rate of ABS"):
        simulate("DIFF/1, IC=2, IMPLICIT, FUNCTION=DIF(1)-ABS(TIME)\nDIFF/2, FUNCTION=1\nREQUEST/1, F2=DIF1(1)")
