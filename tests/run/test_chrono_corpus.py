"""The unmodified command files of the Chrono project's comparison with Adams, through the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "chrono"
FAST = ("test_Revolute_Case01", "test_Universal_Case03")
NAMES = sorted(path.stem for path in CORPUS.glob("*.acf"))


@pytest.mark.skipif(not NAMES, reason="the corpus (../shared/corpus/chrono) is not here")
@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in FAST else pytest.mark.slow) for n in NAMES])
def test_command_file_runs_as_it_is(bench, name):
    for path in CORPUS.glob(f"{name}.a??"):
        shutil.copy(path, bench.folder)
    outcome = bench.run(f"{name}.acf")
    assert outcome.code == 0, outcome.err
    assert "audit   good" in outcome.out
    run = outcome.results(f"{name}_ADAMS")
    assert len(run) == 501 and run.time[-1] == 5.0
    assert run.attrs["statistics"]["steps"] >= 499_000  # HMAX = 1e-5 is obeyed
    theirs = CORPUS / f"{name}_ADAMS.req"
    if theirs.exists():
        ours = bc.load(bench.folder / f"{name}_ADAMS.req")
        assert [e.object_id for e in ours.entities] == [e.object_id for e in bc.load(theirs).entities]
        np.testing.assert_allclose(ours.time, np.linspace(0, 5, 501), atol=1e-6)
