"""A factorisation whose arrays are too small for new pivots is replaced by one with room."""

import numpy as np
import pytest

from bellcrank.analysis.transient import Transient
from bellcrank.model import load_text
from bellcrank.numerics.pivoting import FULL, SHRINK

PENDULUM = """a pendulum
UNITS/SYSTEM=MKS
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2, QP=0.5,0,0
MARKER/21, PART=2
JOINT/1, REVOLUTE, I=21, J=1
END
"""


@pytest.mark.parametrize("which", [0, 1])
def test_a_factorisation_that_is_full_is_replaced(which, monkeypatch):
    wanted = load_text(PENDULUM)[0].simulate(end=0.5, steps=5)
    start, asked = Transient.run, []

    def run(self, *given):
        lu = self.problem.linears[which].lu
        lu.arrays.option[SHRINK] = 0.0  # no pivots are good enough
        monkeypatch.setattr(lu, "repivot", lambda values: asked.append(which) or FULL)
        return start(self, *given)

    monkeypatch.setattr(Transient, "run", run)
    found = load_text(PENDULUM)[0].simulate(end=0.5, steps=5)
    assert asked == [which]
    np.testing.assert_allclose(found.values, wanted.values, rtol=0, atol=1e-10)  # another order: rounding of 50 N
