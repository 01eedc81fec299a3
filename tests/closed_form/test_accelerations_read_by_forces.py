"""Forces and variables that read accelerations of markers: an added mass that pulsates.

(m + a(t)) z'' = -m g with a(t) = 1 + sin(20 t)/2: the reference is an integration by DOP853 at 1e-12.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from bellcrank.model import load_text

MODEL = """added mass
UNITS/SYSTEM=MKS
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/10, PART=1
ACCGRAV/KGRAV=-9.81
SFORCE/1, I=20, J=10, TRANSLATIONAL, ACTIONONLY, FUNCTION={force}
VARIABLE/1, FUNCTION=ACCZ(20)
END
"""


@pytest.mark.parametrize("steps", [5, 50])
@pytest.mark.parametrize("formulation", ["SI2", "I3"])
@pytest.mark.parametrize(
    "force", ["-(1 + 0.5*SIN(20*TIME))*ACCZ(20)", "-(1 + 0.5*SIN(20*TIME))*VARVAL(1)"], ids=["direct", "variable"]
)
def test_an_added_mass(force, formulation, steps):
    model, report = load_text(MODEL.format(force=force))
    assert not report.errors
    run = model.simulate(end=1.0, steps=steps, error=1e-9, formulation=formulation)

    def rates(t, y):
        return y[1], -9.81 / (2.0 + 0.5 * np.sin(20.0 * t))

    exact = solve_ivp(rates, (0.0, 1.0), (0.0, 0.0), method="DOP853", rtol=1e-12, atol=1e-12, t_eval=run.time)
    assert run["PART_2.Z"] == pytest.approx(exact.y[0], abs=2e-7)
    assert run["PART_2.VZ"] == pytest.approx(exact.y[1], abs=2e-6)
    assert run["VARIABLE_1.Q"] == pytest.approx([rates(t, y)[1] for t, y in zip(run.time, exact.y.T)], abs=1e-9)
