"""Positions in which constraints become dependent: those that a mechanism passes, and dead points where it stops."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.analysis import locked, transient
from bellcrank.analysis.failure import lock_up
from bellcrank.analysis.locked import dependence
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.errors import ConvergenceError
from bellcrank.model import load_text


def row(n: int, inline: bool) -> str:
    """A row of n parallelograms, upright, pushed to the side: all bars come in line four times in 5 s."""
    lines = ["row", "UNITS/SYSTEM=MKS", "ACCGRAV/JGRAV=-9.81", "PART/1, GROUND", "MARKER/1, PART=1"]
    bar = "MASS=1, CM={p}0, IP=0.0833,0.0833,0.0833"
    for k in range(n + 1):
        p = 100 + k
        lines += [
            f"PART/{p}, {bar.format(p=p)}, QG={k},0.5,0, VX=0.5, WZ=-1",
            f"MARKER/{p}0, PART={p}",
            f"MARKER/{p}1, PART={p}, QP=0,-0.5,0",
            f"MARKER/{p}2, PART={p}, QP=0,0.5,0",
            f"MARKER/{p}3, PART=1, QP={k},0,0",
            f"JOINT/{p}, REVOLUTE, I={p}1, J={p}3",
        ]
    for k in range(n):
        p = 200 + k
        lines += [
            f"PART/{p}, {bar.format(p=p)}, QG={k + 0.5},1,0, VX=1",
            f"MARKER/{p}0, PART={p}",
            f"MARKER/{p}1, PART={p}, QP=-0.5,0,0",
            f"MARKER/{p}2, PART={p}, QP=0.5,0,0",
            f"JOINT/{p}, REVOLUTE, I={p}1, J={100 + k}2",
            f"JPRIM/{p}, INLINE, I={p}2, J={101 + k}2"
            if inline
            else f"JOINT/{300 + k}, REVOLUTE, I={p}2, J={101 + k}2",
        ]
    return "\n".join([*lines, "END", ""])


@pytest.mark.parametrize("error", [1e-4, 1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize("inline", [False, True], ids=["revolutes", "inline"])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_parallelograms_pass_the_position_in_line(n, inline, error, formulation):
    """N5: the cranks stay parallel, the branch of their inertia, at three neighbouring tolerances."""
    model = load_text(row(n, inline))[0]
    for k in range(3):
        run = model.simulate(5.0, 25, error=error * (1.0 + 0.03 * k), formulation=formulation)
        turns = np.array([run[f"PART_{p}.PSI"] + run[f"PART_{p}.PHI"] for p in range(100, 101 + n)])
        assert np.abs(np.angle(np.exp(1j * (turns - turns[0])))).max() < 1e-2


@pytest.mark.parametrize("inline", [False, True], ids=["revolutes", "inline"])
def test_a_long_row_passes_at_a_tight_tolerance(inline, formulation):
    """N5, forty loops at 1e-10: rounding is magnified so much that steps which end near the position fail."""
    model = load_text(row(40, inline))[0]
    for k in (0, 1, 2, 8, 18):  # those that stopped before steps ended elsewhere
        run = model.simulate(5.0, 25, error=1e-10 * (1.0 + 0.03 * k), formulation=formulation)
        turns = np.array([run[f"PART_{p}.PSI"] + run[f"PART_{p}.PHI"] for p in range(100, 141)])
        assert np.abs(np.angle(np.exp(1j * (turns - turns[0])))).max() < 1e-2


@pytest.mark.parametrize(
    ("method", "error"),
    [("RADAU5", 1.03e-6), ("RADAU5", 1e-8), ("DOP853", 1e-6), ("DOP853", 1e-8), ("ABAM", 1e-8), ("HHT", 1e-6)],
)
def test_other_methods_pass_the_position_too(method, error):
    """RADAU5 and DOP853 crept into the position; GSTIFF takes over from before it, on the right branch."""
    run = load_text(row(5, False))[0].simulate(5.0, 25, error=error, method=method)
    turns = np.array([run[f"PART_{p}.PSI"] + run[f"PART_{p}.PHI"] for p in range(100, 106)])
    assert np.abs(np.angle(np.exp(1j * (turns - turns[0])))).max() < 1e-2


def test_steps_that_go_nowhere_end(monkeypatch):
    """DOP853 at 1e-8 goes on in steps of 1e-12 s before the position, for ever; here it may not go back."""
    monkeypatch.setattr(transient, "dependence", lambda sim, duration: None)
    with pytest.raises(ConvergenceError, match="integrate with GSTIFF from the start"):
        load_text(row(5, False))[0].simulate(5.0, 25, error=1e-8, method="DOP853")


def stopped_at(text: str, time: float) -> Transient:
    """A run until then."""
    run = Transient(Session(load_text(text)[0]).prepare(), TransientSettings(error=1e-8), 0.0)
    run.begin(time, 10)
    run.run(lambda rows: None)
    return run


@pytest.mark.parametrize("dense", [1000, 0], ids=["all singular values", "inverse iterations"])
def test_a_singular_position_is_told_from_a_dead_point(compiled, monkeypatch, dense):
    """The parallelogram in line asks for nothing that its joints forbid; the slider-crank at its dead point does."""
    monkeypatch.setattr(locked, "DENSE", dense)
    fine = load_text(row(2, True))[0].simulate(1.0, 1000, error=1e-10)
    angle = np.unwrap(fine["PART_100.PSI"] + fine["PART_100.PHI"])  # upright at the start
    flat = float(np.interp(math.pi / 2, -angle, fine.time))
    passing, beside = stopped_at(row(2, True), flat), stopped_at(row(2, True), 0.5 * flat)
    found = dependence(passing.sim, 5.0)
    assert found is not None and not found.dead and dependence(beside.sim, 5.0) is None
    told = lock_up(passing.sim, passing, "Integration stopped", found)
    assert told.rule == "E704" and "singular position" in told.what and "JPRIM/200" in told.why
    dead = stopped_at(DEAD, math.pi + math.asin(0.8) - 2e-6)
    found = dependence(dead.sim, 6.0)
    assert found is not None and found.dead
    assert lock_up(dead.sim, dead, "Integration stopped", found).rule == "E702"


DEAD = f"""a crank of 1 m drives a slider 0.3 m above by a rod of 1.1 m: at sin t = -0.8 it can turn no further
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=0,0.3,0, REULER=90D,90D,0D
PART/2, MASS=1, CM=21, IP=0.1,0.1,0.1
MARKER/21, PART=2, QP=0.5,0,0
MARKER/22, PART=2
MARKER/23, PART=2, QP=1,0,0
PART/3, QG=1,0,0, REULER={math.degrees(math.asin(0.3 / 1.1)):.12f}D,0,0, MASS=1, CM=31, IP=0.1,0.1,0.1
MARKER/31, PART=3, QP=0.55,0,0
MARKER/32, PART=3
MARKER/33, PART=3, QP=1.1,0,0
PART/4, QG={1.0 + math.sqrt(1.1**2 - 0.3**2):.12f},0.3,0, MASS=1, CM=41, IP=0.1,0.1,0.1
MARKER/41, PART=4
MARKER/42, PART=4, REULER=90D,90D,0D
JOINT/1, REVOLUTE, I=22, J=1
JOINT/2, REVOLUTE, I=32, J=23
JOINT/3, REVOLUTE, I=33, J=41
JOINT/4, TRANSLATIONAL, I=42, J=2
MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=TIME
END
"""


@pytest.mark.parametrize("error", [1e-3, 1e-4, 1e-6, 1e-8, 1e-10])
def test_a_dead_point_stops_the_run(error, formulation):
    """N6: within a microsecond of the dead point, never beyond; the message names the drive and the joints."""
    with pytest.raises(ConvergenceError, match="locks up") as stopped:
        load_text(DEAD)[0].simulate(6.0, 600, error=error, formulation=formulation)
    end = float(str(stopped.value).partition("stopped at time ")[2].partition(":")[0])
    assert end == pytest.approx(math.pi + math.asin(0.8), abs=1e-6)
    rod = np.hypot(*(stopped.value.results[f"PART_4.{a}"] - stopped.value.results[f"PART_3.{a}"] for a in "XY"))
    assert np.abs(rod - 1.1).max() < 1e-9
