"""Forces that act for a short time, or from some time on: no step passes over them, however few outputs there are."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

MODEL = """a block of 2 kg at rest
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=VARVAL(1)
VARIABLE/1, FUNCTION={force}
END
"""
PULSES = {  # force: velocity at the end, 4 s
    "STEP(TIME, 2, 0, 2.005, 100)-STEP(TIME, 2.01, 0, 2.015, 100)": 0.5,
    "IF(TIME-2.001: 0, 0, IF(TIME-2.002: 1000, 1000, 0))": 0.5,
    "STEP5(TIME*1000, 3000, 0, 3001, 1000)*(1-STEP5(TIME*1000, 3001, 0, 3002, 1))": 0.5,
    "IF(TIME-1.03: 0, 0, 10)": 14.85,
}


@pytest.mark.parametrize("steps", [2, 100])
@pytest.mark.parametrize(("error", "most"), [(1e-3, 3e-2), (1e-6, 1e-3)])
@pytest.mark.parametrize("force", PULSES)
def test_the_momentum_of_a_pulse(force, error, most, steps, formulation):
    model, report = load_text(MODEL.format(force=force))
    assert not report.errors
    run = model.simulate(end=4.0, steps=steps, error=error, formulation=formulation)
    assert run["PART_2.VZ"][-1] == pytest.approx(PULSES[force], abs=most)
    assert np.all(run["PART_2.Z"][run.time <= 1.0] == 0.0)


def test_an_end_that_is_a_whole_number():
    model, _ = load_text(MODEL.format(force="10"))
    assert model.simulate(end=4, steps=2)["PART_2.VZ"][-1] == pytest.approx(20.0)


PEAK = "SPLINE/1, X=0, 1, 2, 3, 3.6995, 3.7, 3.7005, 5, 6, 10\n, Y=0, 0, 0, 0, 0, 4000, 0, 0, 0, 0\nEND"
"""A triangle of 4000 N and 1 ms, or two cubics with level ends in its place: 2 N s."""
PEAKS = {  # force: velocity at the end, 10 s
    "INTERP(TIME, 1, 1)": 1.0,
    "AKISPL(TIME, 0, 1)": 1.0,
    "AKISPL(2*TIME - 3.7, 0, 1)": 0.5,
    "AKISPL(7.4 - TIME, 0, 1)": 1.0,
}


@pytest.mark.parametrize("steps", [2, 100])
@pytest.mark.parametrize(("error", "si2", "i3"), [(1e-3, 1e-2, 3e-2), (1e-6, 1e-5, 1e-3), (1e-8, 1e-7, 1e-4)])
@pytest.mark.parametrize("force", PEAKS)
def test_the_momentum_of_a_peak_in_a_table(force, error, si2, i3, steps, formulation):
    """I3 controls positions only: its velocities are less exact."""
    model, report = load_text(MODEL.format(force=force).replace("END", PEAK))
    assert not report.errors
    run = model.simulate(end=10.0, steps=steps, error=error, formulation=formulation)
    assert run["PART_2.VZ"][-1] == pytest.approx(PEAKS[force], abs=si2 if formulation == "SI2" else i3)
    assert run.attrs["statistics"]["steps"] < 600
