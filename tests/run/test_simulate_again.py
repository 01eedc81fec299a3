"""`simulate` after `simulate`: what was built is used again, and nothing but time shows it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis import session
from bellcrank.errors import BellcrankError

MODELS = Path(__file__).resolve().parents[1] / "models"


def what_is_told(run):
    """All that a run says beside its numbers, without the time that it took."""
    return run.attrs | {"statistics": run.attrs["statistics"] | {"cpu": 0.0}}


@pytest.mark.parametrize(
    ("name", "find", "attribute"),
    [
        ("four_bar", ("PART", 2), "mass"),
        ("quarter_car", ("SPRINGDAMPER", None), "k"),
        ("double_pendulum_rods", ("PART", 2), "vx"),
    ],
)
def test_numbers_changed_between_two_runs_give_what_a_new_model_gives(name, find, attribute):
    """Bit for bit, with all messages; `vx` changes the start, masses and stiffnesses do not."""
    model = bc.read(MODELS / f"{name}.adm")
    element = next(e for e in model.all(find[0]) if find[1] in (None, e.id))
    base = getattr(element, attribute) or 0.1
    for factor in (1.0, 1.0, 1.3, 0.7, 1.0):
        setattr(element, attribute, base * factor)
        run = model.simulate(0.3, 20, error=1e-5)
        other = bc.model.load_text(model.text())[0]
        other.file = model.file
        new = other.simulate(0.3, 20, error=1e-5)
        assert np.array_equal(run.values, new.values)
        assert what_is_told(run) == what_is_told(new)


def test_the_second_run_builds_nothing_until_more_than_a_number_changes(monkeypatch):
    model, built = bc.read(MODELS / "four_bar.adm"), []
    plain = session.Simulation
    monkeypatch.setattr(session, "Simulation", lambda *given: built.append(1) or plain(*given))
    first = model.simulate(0.1, 5, error=1e-5)
    model.get("PART", 2).mass *= 1.1
    model.simulate(0.1, 5, error=1e-5)
    assert len(built) == 1
    model.simulate(0.1, 5, error=1e-5, formulation="I3")
    assert len(built) == 1
    joint = next(iter(model.all("JOINT")))
    joint.name = "another_name"
    assert any(name.startswith("another_name.") for name in model.simulate(0.1, 5, error=1e-5).channels)
    assert len(built) == 2
    marker = next(m for m in model.all("MARKER") if m.qp)
    marker.qp = tuple(1.0001 * x for x in marker.qp)
    assert not np.array_equal(model.simulate(0.1, 5, error=1e-5).values, first.values)
    assert len(built) == 3


def test_a_run_that_failed_leaves_nothing_behind():
    model = bc.read(MODELS / "quarter_car.adm")
    spring = next(iter(model.all("SPRINGDAMPER")))
    first, stiffness = model.simulate(0.2, 10, error=1e-5), spring.k
    spring.k = 1e300
    with pytest.raises(BellcrankError):
        model.simulate(0.2, 10, error=1e-5)
    spring.k = stiffness
    assert np.array_equal(model.simulate(0.2, 10, error=1e-5).values, first.values)


def test_threads_share_a_model_but_not_what_was_built():
    model = bc.read(MODELS / "four_bar.adm")
    first = model.simulate(0.2, 10, error=1e-5)
    with ThreadPoolExecutor(4) as several:
        runs = list(several.map(lambda _: model.simulate(0.2, 10, error=1e-5), range(12)))
    assert all(np.array_equal(run.values, first.values) for run in runs)


def test_a_changed_number_costs_little_beside_the_integration():
    """About 1.8 times the integration on an idle machine; all of it was 2.9 times when everything was built anew."""
    model = bc.read(MODELS / "four_bar.adm")
    part, whole, integration = model.get("PART", 2), [], []
    for _ in range(12):
        part.mass *= 1.0001
        start = time.process_time()
        run = model.simulate(2.0, 1, error=1e-6)
        whole.append(time.process_time() - start)
        integration.append(run.attrs["statistics"]["cpu"])
    assert min(whole[2:]) < 4.0 * min(integration) + 0.005
