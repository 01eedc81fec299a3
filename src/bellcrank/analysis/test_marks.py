"""The way back from singular positions: other steps from an earlier state, the same motion, no row twice."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis import transient
from bellcrank.analysis.locked import Dependence
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.integrators import stepper as st
from bellcrank.model import load_text

PENDULUM = """a pendulum whose spring has a memory of its angle and a delay
UNITS/SYSTEM=MKS
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=21, IP=0.1,0.1,0.1, QG=0.5,0,0
MARKER/21, PART=2
MARKER/22, PART=2, QP=-0.5,0,0
JOINT/1, REVOLUTE, I=22, J=1
DIFF/1, IC=0, FUNCTION=AZ(21,1)
SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-0.3*DIF(1) - STEP(TIME,1,0,1.2,0.5)
{more}
END
"""
DELAYED = "VARIABLE/1, FUNCTION=WZ(21,1)\nSFORCE/2, ROTATION, I=21, J=1, FUNCTION=-0.1*DELAY(VARVAL(1), 0.1, 0)"


def run_of(text: str, fails_at: tuple[float, ...], method: str = "GSTIFF") -> tuple[Transient, np.ndarray, Reason]:
    """A run of 3 s whose integrator says, after the first step beyond each of these times, that it cannot go on."""
    settings = TransientSettings(error=1e-9, method=method)
    run = Transient(Session(load_text(text)[0]).prepare(), settings, 0.0)
    run.begin(3.0, 30)
    left, advance = list(fails_at), run.integration.advance

    def failing(steps: int) -> int:
        status = advance(min(steps, 5))
        if left and run.real[st.R_T] > left[0]:
            del left[0]
            return st.TOO_SMALL
        return status

    run.integration.advance = failing  # type: ignore[method-assign]
    rows: list[np.ndarray] = []
    reason = run.run(rows.append)
    return run, np.concatenate(rows), reason


@pytest.mark.parametrize(
    ("more", "method"), [("", "GSTIFF"), (DELAYED, "GSTIFF"), ("", "RADAU5")], ids=["plain", "delayed", "radau"]
)
def test_the_way_back_changes_steps_only(compiled, monkeypatch, more, method):
    """Three failures, two of them at one place: all rows once, the motion within 100 tolerances (GSTIFF's ten, and a
    new beginning at order 1); a method that does not pass singular positions is replaced before them."""
    text = PENDULUM.format(more=more)
    _, plain, _ = run_of(text, (), method)
    monkeypatch.setattr(transient, "dependence", lambda sim, duration: Dependence([], dead=False))
    monkeypatch.setattr("bellcrank.analysis.marks.EVERY", 40)
    run, rows, reason = run_of(text, (0.7, 0.70001, 2.0), method)
    assert reason is Reason.DONE
    assert rows[:, 0] == pytest.approx(np.linspace(0.0, 3.0, 31), abs=1e-12)
    assert np.abs(rows[:, 1:4] - plain[:, 1:4]).max() < 100 * 1e-9
    if method != "GSTIFF":
        assert run.taken_over is not None and run.taken_over < 0.7


def test_dead_points_and_other_failures_stop(compiled, monkeypatch):
    """There is no way back from a dead point, nor where nothing is singular, nor for ever."""
    text = PENDULUM.format(more="")
    for found in (Dependence([], dead=True), None):
        monkeypatch.setattr(transient, "dependence", lambda sim, duration, found=found: found)
        assert run_of(text, (0.7,))[2] is Reason.STEP_TOO_SMALL
    monkeypatch.setattr(transient, "dependence", lambda sim, duration: Dependence([], dead=False))
    assert run_of(text, (0.7,) * 20)[2] is Reason.STEP_TOO_SMALL
