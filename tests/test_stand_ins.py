"""Real datasets whose user subroutines were never published run with Python stand-ins, and say what is missing without.

A stand-in gives zeros: no wind, no tire force. What is tested is that all the rest of these models is there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.errors import UnsupportedError
from bellcrank.schema.subroutine import SUBROUTINES, routine_of, unattached

CORPUS = Path(__file__).resolve().parents[1] / ".." / "shared" / "corpus"
MODELS = ("quarter-car/Controls_Plant.adm", "fast/Test14_ADAMS.adm", "fast/Test17_ADAMS.adm")

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the corpus ../shared/corpus is not there")


@pytest.fixture(autouse=True)
def nothing_registered():
    before = dict(SUBROUTINES)
    SUBROUTINES.clear()
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


def zeros(count: int):
    """A function of time that gives one or several zeros."""
    return (lambda par, t: 0.0) if count == 0 else (lambda par, t: (0.0,) * count)


def stand_in(model: bc.Model) -> int:
    """Register stand-ins for everything that a model asks for; returns how many."""
    for element in model.all():
        for field, _ in [(f, e) for f, e in element.expressions() if e.is_user and unattached(element, model)]:
            if field.attribute in element.subroutines:
                usual, components = element.subroutines[field.attribute]
                name = routine_of(element, field.attribute, usual, model)[1]
                bc.subroutine(name=name)(zeros(len(components)))
            elif element.keyword == "GSE":
                name = element.routine[0].partition("::")[2]
                states, outputs = [0.0] * (element.ns or 0), [0.0] * (element.no or 0)
                bc.subroutine(name=name)(lambda par, t, x, u, xd, found=(states, outputs): found)
    return len(SUBROUTINES)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_runs_with_stand_ins(name):
    model = bc.read(CORPUS / name)
    with pytest.raises(UnsupportedError, match="asks for the user subroutine"):
        model.simulate(end=0.01, steps=1)
    assert stand_in(model) >= 3
    run = model.simulate(end=0.01, steps=1)
    assert run.time[-1] == pytest.approx(0.01)
    assert run.attrs["audit"]["verdict"].startswith("good")
