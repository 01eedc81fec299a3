"""A number changed: the same system with other tables, as if the model had been lowered anew."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from bellcrank.analysis.simulation import Simulation
from bellcrank.model import load_text
from bellcrank.system import refill
from bellcrank.testing.sample import random_dataset

STATEMENTS = """BUSHING/1, I=21, J=31, K=1,2,3, KT=4,5,6, C=1,2,3, CT=1,2,3
SPRINGDAMPER/1, TRANSLATION, I=22, J=11, K=100, C=1, LENGTH=0.5
JOINT/1, SPHERICAL, I=41, J=32
SFORCE/1, TRANSLATION, I=21, J=41, FUNCTION=-3*DM(21,41)
"""


def model_of(statements: str = STATEMENTS):
    model, report = load_text(random_dataset(statements, 3))
    assert not report.errors, report.render()
    return model


CHANGES = {
    "stiffness": lambda m: setattr(m.get("BUSHING", 1), "k", (7.0, 8.0, 9.0)),
    "length": lambda m: setattr(m.get("SPRINGDAMPER", 1), "length", 0.1),
    "mass": lambda m: setattr(m.get("PART", 3), "mass", 5.0),
    "inertia": lambda m: setattr(m.get("PART", 2), "ip", (3.0, 2.0, 2.5)),
    "start": lambda m: setattr(m.get("PART", 2), "vx", 0.7),
    "gravity": lambda m: setattr(m.single("ACCGRAV"), "igrav", 3.0),
}
TOPOLOGY = {
    "marker": lambda m: setattr(m.get("MARKER", 21), "qp", (0.3, 0.2, 0.1)),
    "place": lambda m: setattr(m.get("PART", 2), "qg", (1.0, 0.2, 0.1)),
    "other marker": lambda m: setattr(m.get("BUSHING", 1), "i", 22),
    "function": lambda m: setattr(m.get("SFORCE", 1), "function", "-4*DM(21,41)"),
}


def equal(one: Simulation, other: Simulation) -> None:
    """Equal tables and equal start, bit for bit."""
    for k, table in one.system.tables.items():
        if isinstance(table, np.ndarray) and isinstance(other.system.tables[k], np.ndarray):
            assert np.array_equal(table, other.system.tables[k]), k
    for name in ("q", "u", "x", "v", "num"):
        assert np.array_equal(getattr(one.state, name), getattr(other.state, name)), name


@pytest.mark.parametrize("name", CHANGES)
def test_a_number_is_put_into_the_tables_without_lowering(name, monkeypatch, compiled):
    model = model_of()
    first = Simulation(model)
    CHANGES[name](model)
    fresh = model_of()
    CHANGES[name](fresh)
    wanted = Simulation(fresh)
    monkeypatch.setattr(refill.Lowering, "run", None)  # whoever lowers, fails
    changed = Simulation(model)
    equal(changed, wanted)
    assert changed.system.pattern is first.system.pattern
    with pytest.raises(AssertionError):
        equal(first, changed)


@pytest.mark.parametrize("name", TOPOLOGY)
def test_what_is_more_than_a_number_is_lowered_anew(name, compiled):
    model = model_of()
    Simulation(model)
    TOPOLOGY[name](model)
    fresh = model_of()
    TOPOLOGY[name](fresh)
    equal(Simulation(model), Simulation(fresh))


def test_an_element_more_or_less_is_lowered_anew(compiled):
    model = model_of()
    n = Simulation(model).system.n
    model.remove(model.get("JOINT", 1))
    assert Simulation(model).system.n == n - 3


def test_what_is_kept_dies_with_the_model_and_a_copy_has_none(compiled):
    model = model_of()
    system = weakref.ref(Simulation(model).system)
    assert Simulation(model).system is system()
    copied = model.copy()
    assert Simulation(copied).system is not system()
    del model, copied
    gc.collect()
    assert system() is None
