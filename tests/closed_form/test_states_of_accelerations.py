"""States that filter or integrate accelerations and reactions of a pendulum, with both formulations.

The reference is DOP853 at 1e-12: 3 q'' = -20 cos q for a rod of mass 2, its centre 1 from the pin, J = 1, g = 10.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from bellcrank.model import load_text

MODEL = """pendulum
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2, QP=1,0,0
MARKER/22, PART=2
JOINT/1, REVOLUTE, I=22, J=1
ACCGRAV/JGRAV=-10
{state}
END
"""
STATES = {
    "DIFF/1, FUNCTION=ACCX(20)": lambda q, w, a, x: a[0],
    "DIFF/1, FUNCTION=10*(ACCX(20)-DIF(1))": lambda q, w, a, x: 10.0 * (a[0] - x),
    "DIFF/1, FUNCTION=JOINT(1,0,2,0)": lambda q, w, a, x: 2.0 * a[0],
    "DIFF/1, FUNCTION=10*(VARVAL(1)-DIF(1))\nVARIABLE/1, FUNCTION=FM(22,1)": lambda q, w, a, x: (
        10.0 * (2.0 * np.hypot(a[0], a[1] + 10.0) - x)
    ),
}


def rates(law):
    """q, q', x with the acceleration of the mass centre a."""

    def f(t, y):
        q, w, x = y
        turn = -20.0 / 3.0 * np.cos(q)
        a = (-turn * np.sin(q) - w * w * np.cos(q), turn * np.cos(q) - w * w * np.sin(q))
        return w, turn, law(q, w, a, x)

    return f


@pytest.mark.parametrize("error", [1e-4, 1e-7])
@pytest.mark.parametrize("state", STATES)
def test_a_state_that_reads_accelerations(state, error, formulation):
    model, report = load_text(MODEL.format(state=state))
    assert not report.errors
    run = model.simulate(end=2.0, steps=10, error=error, formulation=formulation)
    exact = solve_ivp(rates(STATES[state]), (0, 2), (0, 0, 0), "DOP853", run.time, rtol=1e-12, atol=1e-12).y
    assert run["DIFF_1.Q"] == pytest.approx(exact[2], abs=300.0 * error)
    assert run["PART_2.WZ"] == pytest.approx(exact[1], abs=100.0 * error)
