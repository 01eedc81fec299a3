"""Runs of one model with other numbers, without building anything anew: the same as runs from the beginning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.again import Again
from bellcrank.analysis.settings import settings_of
from bellcrank.study.task import Runner, Setup

MODELS = Path(__file__).resolve().parents[1] / "models"
CASES = {
    "four_bar": (0.5, "PART", 2, "mass"),
    "quarter_car": (0.5, "PART", 2, "mass"),
    "double_pendulum_rods": (0.5, "PART", 2, "mass"),
}


@pytest.mark.parametrize("name", CASES)
def test_runs_with_other_numbers_are_runs_from_the_beginning_in_any_order(name):
    """Bit for bit: the arithmetic is the same, only what was built before is used again."""
    end, keyword, id, attribute = CASES[name]
    model = bc.read(MODELS / f"{name}.adm")
    element = model.get(keyword, id)
    base, wanted = getattr(element, attribute), []
    factors = (1.0, 1.3, 0.7)
    for factor in factors:
        setattr(element, attribute, base * factor)
        wanted.append(model.simulate(end, 20, error=1e-5).values)
    assert not np.array_equal(wanted[0], wanted[1])
    setattr(element, attribute, base)
    settings = settings_of(model, error=1e-5)
    runs = Again(model, end, 20, None, settings)
    assert runs.suits
    for n in (0, 1, 2, 1, 0):
        setattr(element, attribute, base * factors[n])
        found = runs.run(settings)
        assert found is not None and np.array_equal(found.values, wanted[n]), (n, factors[n])


def vx(model, factor):
    next(p for p in model.all("PART") if p.mass).vx = 0.3 * factor


def gravity(model, factor):
    model.single("ACCGRAV").kgrav = -9.81 * factor


def stiffness(model, factor):
    spring = next(iter(model.all("SPRINGDAMPER")))
    spring.k = factor * 2e4


@pytest.mark.parametrize(
    ("name", "change"), [("quarter_car", stiffness), ("double_pendulum_rods", gravity), ("double_pendulum_rods", vx)]
)
def test_velocities_gravity_and_forces_are_those_of_a_run_from_the_beginning(name, change):
    """What the start depends on is put together anew, what it does not depend on is taken from the pattern."""
    model, wanted = bc.read(MODELS / f"{name}.adm"), []
    change(model, 1.0)
    text = model.text()
    for factor in (1.2, 0.8):
        change(model, factor)
        wanted.append(bc.model.load_text(model.text())[0].simulate(0.3, 20, error=1e-5).values)
    assert not np.array_equal(*wanted)
    model = bc.model.load_text(text)[0]
    settings = settings_of(model, error=1e-5)
    runs = Again(model, 0.3, 20, None, settings)
    assert runs.suits
    for n in (0, 1, 0):
        change(model, (1.2, 0.8)[n])
        found = runs.run(settings)
        assert found is not None and np.array_equal(found.values, wanted[n])


def test_a_change_of_more_than_numbers_is_left_to_a_session():
    model = bc.read(MODELS / "four_bar.adm")
    settings = settings_of(model, error=1e-5)
    runs = Again(model, 0.1, 5, None, settings)
    marker = next(m for m in model.all("MARKER") if m.qp)
    marker.qp = tuple(x * 1.001 for x in marker.qp)
    assert runs.run(settings) is None


def test_a_runner_takes_the_short_way_and_a_failing_run_does_not_spoil_the_next(monkeypatch):
    text = (MODELS / "quarter_car.adm").read_text(encoding="utf-8")
    part = next(p for p in bc.read(MODELS / "quarter_car.adm").all("PART") if p.mass)
    setup = Setup(
        ("m",), 0.2, 10, None, {"error": 1e-5}, responses={"z": f"final({part.label}.Z)"},
        sets=(("m", f"PART/{part.id}.mass"),), dataset=text,
    )  # fmt: skip
    runner = Runner(setup)
    monkeypatch.setattr("bellcrank.study.task.Session", None)  # whoever needs one, fails
    first = runner.run((1.2 * part.mass,))
    assert first.status == "done" and first.verdict == "good" and first.steps > 5
    assert runner.run((-1.0,)).status == "failed"
    assert runner.run((1.2 * part.mass,)) == first
