"""The audit of whole runs: good where the motion is, however few the outputs and however small ERROR."""

from __future__ import annotations

from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.analysis.audit import Audit

EXAMPLES = Path(bc.__file__).resolve().parent / "examples"


@pytest.mark.parametrize("error", [1e-6, 1e-8, 1e-11])
@pytest.mark.parametrize("steps", [10, 200])
@pytest.mark.parametrize("name", ["slider-crank", "double-wishbone", "boom-docking"])
def test_examples_balance(name, steps, error):
    run = bc.read(EXAMPLES / f"{name}.adm").simulate(end=3.0, steps=steps, error=error, formulation="SI2")
    assert run.attrs["audit"]["verdict"].startswith("good")


def test_the_error_of_the_work_is_known():
    """A driven crank moves as it must: the error of the balance is that of the work, and its estimate is no less."""
    run = bc.read(EXAMPLES / "slider-crank.adm").simulate(end=1.0, steps=20, error=1e-11, formulation="SI2")
    audit = run.attrs["audit"]
    assert audit["energy_error"] < audit["work_error"] < 1e-5 * audit["energy_scale"]


def test_a_real_error_of_the_energy_is_told(model):
    """The figures of a good run, with an inertia that is wrong by a thousandth."""
    spring = model("spring_mass")
    run = spring.simulate(end=1.0, steps=50, error=1e-8, formulation="SI2")
    kinetic, gravity, work = (run[f"ENERGY.{part}"] for part in ("KINETIC", "GRAVITY", "WORK"))
    total = 1.001 * kinetic + gravity - work
    audit = Audit(**run.attrs["audit"] | {"energy_error": float(abs(total - total[0]).max())})
    audit.judge(0.1, 10.0, 1e-8, run.attrs["statistics"]["steps"], spring.units)
    assert run.attrs["audit"]["verdict"].startswith("good") and audit.verdict.startswith("doubtful")
