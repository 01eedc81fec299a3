"""Datasets of other people: every one is read and checked, and what is known to be in them is found."""

from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
FILES = sorted(CORPUS.glob("*/*.adm"))
pytestmark = pytest.mark.skipif(not FILES, reason="the collection of real datasets (../shared/corpus) is not here")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_real_datasets_are_checked_to_the_end(path, bellcrank):
    outcome = bellcrank("check", path)
    assert outcome.code == 0, outcome.out[-2000:] + outcome.err
    assert "no errors" in outcome.out.splitlines()[-1]


def test_velocities_that_are_not_rates_occur_in_practice(bellcrank):
    """44 sliders of a drill string: -k*DZ(i,j,j) - c*VZ(i,j,j) between parts that turn."""
    outcome = bellcrank("check", CORPUS / "adamspy" / "drill_test_analysis_1.adm", "--all")
    assert outcome.out.count("[C001 warning]") == 44
    assert "VZ(9000005,9000001,9000001) is not the rate of DZ(9000005,9000001,9000001)" in outcome.out
