"""A part with almost no mass that starts out of balance: its first motion is over in picoseconds."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

DUMMY = """a dummy part between a spring and a damper
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS={mass}, CM=20, IP=1,1,1, QG=0,0,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-1E5*(DZ(20,1)-0.99)-100*VZ(20,1)
END
"""


@pytest.mark.parametrize("mass", [1e-6, 1e-10, 1e-13])
@pytest.mark.parametrize("end", [0.1, 100.0])
def test_a_dummy_part_that_starts_out_of_balance(mass, end, formulation):
    """c z' = -k (z - z_0) but for the first m/c = 1e-15 to 1e-8 s: z - z_0 = 0.01 exp(-1000 t).

    Within 200 times ERROR, the size of the model being 1 m (at most 80 times was measured): steps grow from picoseconds
    to the output interval at low order.
    """
    model, report = load_text(DUMMY.format(mass=mass))
    assert not report.errors
    run = model.simulate(end=end, steps=1000, error=1e-6, formulation=formulation)
    np.testing.assert_allclose(run["PART_2.Z"], 0.99 + 0.01 * np.exp(-1000.0 * run.time), atol=2e-4)
    assert run.attrs["statistics"]["steps"] < 20000
