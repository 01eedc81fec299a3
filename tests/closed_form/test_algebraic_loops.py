"""VARIABLEs that depend on themselves and each other, and DIFFs that are given implicitly: the first guess chooses."""

from __future__ import annotations

import numpy as np
import pytest

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
