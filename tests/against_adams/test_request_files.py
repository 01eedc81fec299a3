"""R6: the .req that we write of a model meets the .req that MSC Adams wrote of it (models of Project Chrono)."""

from __future__ import annotations

from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.results.compare import compare

FOLDER = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "chrono"
CASES = sorted(path.name.removesuffix("_ADAMS.req") for path in FOLDER.glob("*_ADAMS.req"))


@pytest.mark.skipif(not CASES, reason="needs ../shared/corpus")
@pytest.mark.parametrize("case", CASES)
def test_r6_our_request_file_has_the_channels_of_adams(case, tmp_path):
    """R6: our .req of a model shared no channel with Adams' one."""
    adams = bc.load(FOLDER / f"{case}_ADAMS.req")
    run = bc.read(FOLDER / f"{case}.adm").simulate(end=0.02, steps=2)
    ours = bc.load(run.save(tmp_path / "x.req"))
    assert {entity.object_id for entity in ours.entities} == {entity.object_id for entity in adams.entities}
    found = compare(ours, adams)
    assert (found.only_first, found.only_second, found.incompatible) == ([], [], [])
    met = {difference.channel.partition(".")[0] for difference in found.differences}
    assert met == {entity.name for entity in adams.entities}, "every request of Adams meets one of ours"
