"""Accelerations that a motion prescribes: second derivatives of its function, however few outputs are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

MODEL = """a driven slide
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
MOTION/1, JOINT=1, TRANSLATION, FUNCTION={function}
END
"""


def step5_bend(t):
    """Second derivative of 1e-3 STEP5 from 0.4995 to 0.5015 s."""
    s = np.clip((t - 0.4995) / 2e-3, 0.0, 1.0)
    return 1e-3 * (60.0 * s - 180.0 * s**2 + 120.0 * s**3) / 2e-3**2


FUNCTIONS = {
    "short": ("STEP5(TIME, 0.4995, 0, 0.5015, 1e-3)", step5_bend),
    "fast": ("SIN(5000*TIME)/5000**2", lambda t: -np.sin(5000.0 * t)),
    "slow": ("SIN(TIME)", lambda t: -np.sin(t)),
    "even": ("3*TIME", lambda t: 0.0 * t),
    "begins": ("TIME**3*SQRT(TIME)", lambda t: 8.75 * t**1.5),
}


@pytest.mark.parametrize("steps", [2, 200])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_acceleration_is_that_of_the_function(name, steps):
    function, bend = FUNCTIONS[name]
    model, report = load_text(MODEL.format(function=function))
    assert not report.errors
    run = model.simulate(end=1.0, steps=steps, error=1e-3, h_max=1e-3)
    wanted = bend(run.time)
    assert run["PART_2.ACCZ"] == pytest.approx(wanted, abs=1e-7 * (1.0 + np.abs(wanted).max()))
    assert run["MOTION_1.FZ"] == pytest.approx(2.0 * wanted, abs=2e-7 * (1.0 + np.abs(wanted).max()))
