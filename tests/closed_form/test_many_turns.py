"""A free rotor over thousands of turns: the error of its angle grows with the angle, not faster."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

MODEL = """rotor
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, WZ=100
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=1
REQUEST/1, F1=AZ(20,1)
END
"""


@pytest.mark.parametrize(("error", "most"), [(1e-3, 2e-3), (1e-5, 1e-5)])
def test_the_angle_of_a_rotor(error, most, formulation):
    """5000 turns; without control of the length of its quaternion the angle was 400 rad wrong at an error of 1e-3."""
    model, report = load_text(MODEL)
    assert not report.errors
    run = model.simulate(end=300.0, steps=300, error=error, formulation=formulation)
    angle = 100.0 * run.time
    assert np.all(np.abs(run["REQ_1.F1"] - angle) <= most * angle)
