"""What a study tells before its runs, and how its table is shown."""

from __future__ import annotations

import pytest

import bellcrank as bc
from bellcrank.errors import ModelError


def block() -> bc.Model:
    m = bc.Model("block on a spring", units="SI", gravity=0)
    part = m.part("block", mass=2, ip=(1, 1, 1), v=(0, 0, 1))
    m.translational("guide", part, m.ground, axis="z")
    m.springdamper("spring", i=part, at=((0, 0, 0), (0, 0, -0.5)), k=200, c=5, length=0.5)
    return m


def study_of(model: bc.Model, text: str = "max(block.Z)") -> bc.Study:
    study = bc.Study(model, end=0.02, steps=4)
    study.variable("k", 100, 2000, sets="spring.k", levels=22)
    return study.response("top", text).response("when", "time_of_max(block.Z)")


def nothing_runs(*_: object) -> None:
    raise AssertionError("a worker was started")


def test_a_wrong_model_and_a_misspelt_channel_are_told_before_a_worker_starts(monkeypatch):
    monkeypatch.setattr("bellcrank.study.evaluation.Workers", nothing_runs)
    wrong = block()
    wrong.spline("law", x=[0, 1], y=[0, 1]).y = ((0.0,),)
    with pytest.raises(ModelError, match="2 abscissae, but 1 ordinates"):
        study_of(wrong).run()
    with pytest.raises(ModelError, match=r"top = 'max\(blok.Z\)'(?s:.*)did you mean block.Z"):
        study_of(block(), "max(blok.Z)").run()
    built = bc.Study(lambda k: block(), end=0.02, steps=4)
    built.variable("k", 100, 2000, levels=2).response("top", "max(blok.Z)")
    with pytest.raises(ModelError, match="did you mean block.Z"):
        built.run()


def test_a_table_shows_numbers_and_its_picture_has_units():
    table = study_of(block(), "max(block.VZ) * 2").run(workers=0)
    text = str(table)
    assert "newton/meter" in text and "and 2 more rows" in text and "22 runs, none failed" in text
    assert text.splitlines()[2].split()[:2] == ["1", "100"]
    assert table.units == {"k": "newton/meter", "top": "meter/sec", "when": "sec"}
    axes = table.plot("top").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("k [N/m]", "top [m/s]")
    assert axes.get_title() == "block on a spring"
