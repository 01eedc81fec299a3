"""Real datasets whose user subroutines were never published run with Python stand-ins, and say what is missing without.

Stand-ins (benchmarks/stand_ins.py) give zeros: no wind, no tyre force. What is tested is that all the rest is there.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.errors import UnsupportedError
from bellcrank.schema.subroutine import SUBROUTINES

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / ".." / "shared" / "corpus"
sys.path.insert(0, str(ROOT / "benchmarks"))
stand_ins = importlib.import_module("stand_ins")
sys.path.remove(str(ROOT / "benchmarks"))
MODELS = {
    "quarter-car/Controls_Plant": 3,
    "fast/Test01_ADAMS": 4,
    "fast/Test14_ADAMS": 3,
    "fast/Test17_ADAMS": 4,
    "adamspy/drill_test_analysis_1": 6,
}
"""How many functions each of them needs at least."""

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the corpus ../shared/corpus is not there")


@pytest.fixture(autouse=True)
def nothing_registered():
    before = dict(SUBROUTINES)
    SUBROUTINES.clear()
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_runs_with_stand_ins(name):
    model = bc.read(CORPUS / f"{name}.adm")
    with pytest.raises(UnsupportedError, match="asks for the user subroutine"):
        model.simulate(end=0.01, steps=1)
    assert stand_ins.stand_in(model) >= MODELS[name]
    run = model.simulate(end=0.01, steps=1)
    assert run.time[-1] == pytest.approx(0.01)
    assert run.attrs["audit"]["verdict"].startswith("good")
