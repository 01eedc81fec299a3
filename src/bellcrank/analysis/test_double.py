"""Models built in a loop: a double runs in their place, and nobody can tell."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis import double
from bellcrank.system import refill


def swing(k: float = 30.0, mass: float = 2.0, x: float = 0.3, law: str = "0", name: str = "bob") -> bc.Model:
    model = bc.Model("swing", units="MKS", gravity=(0.0, -9.81, 0.0))
    bob = model.part(name, mass=mass, ip=(0.1, 0.1, 0.1), at=(x, 0.0, 0.0))
    model.revolute("pin", bob, model.ground, at=(0.0, 0.0, 0.0), axis="z")
    model.springdamper("rope", i=bob, j=model.ground, at=((x, 0.1, 0.0), (0.0, 1.0, 0.0)), k=k, length=0.9)
    model.sforce("push", i=bob, j=model.ground, at=((x, 0.0, 0.0), (2.0, 0.5, 0.0)), function=law)
    return model


@pytest.fixture(autouse=True)
def nobody_has_run(monkeypatch):
    monkeypatch.setattr(double, "_forms", {})


def run(model: bc.Model) -> bc.Results:
    return model.simulate(end=0.4, steps=20)


def alone(**numbers) -> bc.Results:
    """The run of a model that has never met another."""
    kept, double._forms = double._forms, {}
    found = run(swing(**numbers))
    double._forms = kept
    return found


@pytest.mark.parametrize(
    "numbers",
    [{}, {"k": 77.0}, {"mass": 5.0, "k": 11.0}, {"x": 0.7}, {"law": "3*TIME"}, {"law": "-DM(4,5)", "x": 0.2}],
)
def test_a_double_gives_what_the_model_itself_gives(numbers):
    """Bit for bit, whatever has changed: numbers, places, functions; the text of the model is its own."""
    for _ in range(2):
        run(swing())
    for given in ({}, numbers, {}):
        found, expected = run(swing(**given)), alone(**given)
        assert np.array_equal(found.values, expected.values) and found.channels == expected.channels
        for what in ("dataset", "messages", "title", "audit", "non_unique"):
            assert found.attrs[what] == expected.attrs[what], what


def test_the_third_model_of_a_form_is_not_lowered(monkeypatch):
    """Its numbers are put into the tables of the double."""
    for k in (30.0, 40.0):
        run(swing(k))
    monkeypatch.setattr(refill.Lowering, "run", None)  # whoever lowers, fails
    assert run(swing(50.0))["bob.X"][-1] != run(swing(60.0))["bob.X"][-1]


def test_another_name_is_another_form():
    """Results bear names."""
    for _ in range(3):
        run(swing())
    assert "weight.X" in run(swing(name="weight")).channels and "bob.X" in run(swing()).channels


def test_models_of_the_user_are_neither_changed_nor_kept():
    """A double is a copy: it has no part in what the user holds."""
    models = [swing(k) for k in (30.0, 40.0, 50.0)]
    for model in models:
        before = model.text()
        run(model)
        assert model.text() == before
    models[2]["rope"].k = 99.0
    assert np.array_equal(run(swing(50.0)).values, alone(k=50.0).values)
    assert np.array_equal(run(models[2]).values, alone(k=99.0).values)
    gone = [weakref.ref(model) for model in models]
    del model, models
    gc.collect()
    assert not any(ref() for ref in gone)


def test_a_model_that_fails_leaves_the_next_one_alone():
    for _ in range(3):
        run(swing())
    for _ in range(2):
        with pytest.raises(bc.BellcrankError):
            run(swing(law="LOG(0.2-TIME)"))
    assert np.array_equal(run(swing()).values, alone().values)


def test_few_forms_are_remembered():
    """And no more than that, whoever builds models of ever new names."""
    for n in range(double.FORMS + 3):
        run(swing(name=f"bob{n}"))
    assert len(double._forms) == double.FORMS


def test_threads_that_build_models_of_one_form():
    """Who lends the double has it alone; the others build their own."""
    expected = {k: alone(k=k).values for k in (20.0, 30.0, 40.0, 50.0)}
    wrong: list[float] = []

    def work(k: float) -> None:
        for _ in range(12):
            if not np.array_equal(run(swing(k)).values, expected[k]):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_model_whose_numbers_are_in_a_file_is_looked_at_each_time(tmp_path):
    """The table is another one: so is the run, of the same model and of one built anew."""
    table = tmp_path / "force.txt"

    def loaded() -> bc.Model:
        text = f"""pushed
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/10, PART=1
MARKER/20, PART=2
SPLINE/1, FILE={table.name}
SFORCE/1, TRANSLATION, I=20, J=10, ACTIONONLY, FUNCTION=AKISPL(TIME, 0, 1)
END
"""
        (tmp_path / "pushed.adm").write_text(text)
        return bc.read(tmp_path / "pushed.adm")

    same, ends = None, []
    for force in (1.0, 2.0, 3.0, 4.0):
        table.write_text("".join(f"{t} {force}\n" for t in range(6)))
        same = same or loaded()
        ends += [(run(same)["PART_2.Z"][-1] / force, run(loaded())["PART_2.Z"][-1] / force)]
    np.testing.assert_allclose(ends, 0.5 * 0.4**2 / 2.0, rtol=1e-6)  # F t^2 / 2 m
