"""What two more runs say about a run: converged, too loose, chaotic, cut short."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.repeat import Act, Repeated, acts_of
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.verify import judge
from bellcrank.errors import ResultsError
from bellcrank.model import Model
from bellcrank.results import Entity, Results

TIME = np.linspace(0.0, 10.0, 101)
PART = Entity("P", "Part", 2, ("X", "VX"), ("mm", "mm/sec"))
JOINT = Entity("J", "Joint", 1, ("FX",), ("newton",))
ENERGY = Entity("ENERGY", "Energy", 0, ("WORK",), ("newton-mm",))


def run(x, end=10.0, work=0.0):
    rows = np.column_stack([TIME, x, np.cos(TIME), np.sin(3 * TIME), np.full(101, work)])[end >= TIME]
    return Results([PART, JOINT, ENERGY], rows, {"units": {"length": "mm"}, "non_unique": ["J.FX"]})


def beside(x, error, **how):
    return Repeated("SI2", error, 10.0, 100, how.pop("failure", ""), run(x, **how))


def wave(late):
    """A motion that comes late by so much; its range is 2."""
    return np.sin(TIME - late)


def test_small_differences_are_the_error():
    found = judge(run(wave(1e-3)), 1e-4, beside(wave(1e-4), 1e-5), beside(wave(0.0), 1e-6))
    assert found.converged and found.text.startswith("converged: worst P.X 1.0e-03 mm, 5.0e-04 of its size")
    error, time, relative = found.errors["P.X"]
    assert error == pytest.approx(1e-3, rel=1e-2) and relative == pytest.approx(5e-4, rel=2e-2)
    assert abs(np.cos(time)) == pytest.approx(1.0, abs=1e-2)


def test_channels_that_are_not_unique_are_left_out_and_counted():
    found = judge(run(wave(0.0)), 1e-4, beside(wave(0.0), 1e-5), beside(wave(0.0), 1e-6))
    assert "J.FX" not in found.errors and found.excluded == 1
    verified = run(wave(0.0))
    verified.attrs["verify"] = found.to_json()
    assert verified.trust.startswith("converged") and verified.error("p.x").error == 0.0
    with pytest.raises(ResultsError, match="redundant constraints"):
        verified.error("J.FX")


def test_a_tenth_of_the_size_is_too_loose_where_the_difference_falls():
    found = judge(run(wave(0.5)), 1e-2, beside(wave(0.05), 1e-3), beside(wave(0.0), 1e-4))
    assert not found.converged and "too loose" in found.text and "smaller ERROR" in found.text


def test_differences_that_do_not_fall_are_chaos_or_a_branch():
    apart = lambda by: np.where(TIME > 6.0, np.sin(TIME) + by, np.sin(TIME))
    found = judge(run(apart(0.5)), 1e-6, beside(apart(-0.4), 1e-7), beside(apart(0.4), 1e-8))
    assert not found.converged and "chaos or another branch" in found.text and "from time 6.1 on" in found.text


def test_two_percent_must_fall_and_half_a_percent_need_not():
    for late, converged in ((0.04, False), (0.01, True)):
        found = judge(run(wave(late)), 1e-6, beside(wave(0.0), 1e-7), beside(wave(late), 1e-8))
        assert found.converged is converged


def test_a_reference_that_stops_early_is_told():
    found = judge(run(wave(0.0)), 1e-4, beside(wave(0.0), 1e-5, end=4.0, failure="the mechanism locks up"), Repeated())
    assert not found.converged and "the mechanism locks up" in found.text


def test_a_witness_that_fails_is_told_and_does_not_decide():
    found = judge(run(wave(1e-4)), 1e-4, beside(wave(0.0), 1e-5), Repeated("I3", 1e-6, failure="no way"))
    assert found.converged and "I3 1e-06 (no way)" in found.text


def test_no_reference_no_verdict():
    found = judge(run(wave(0.0)), 1e-4, Repeated("SI2", 1e-5, failure="killed"), Repeated())
    assert not found.converged and found.text.startswith("not verified") and "killed" in found.text


def test_the_work_of_motions_is_left_to_the_audit():
    found = judge(run(wave(0.0), work=5.0), 1e-4, beside(wave(0.0), 1e-5), beside(wave(0.0), 1e-6))
    assert found.converged and found.errors["ENERGY.WORK"][0] == pytest.approx(5.0 / 0.9)


def test_acts_travel_as_lines_and_a_model_once():
    model = Model("m", units="MKS")
    model.part("bob", mass=1.0, cm=(0.0, 0.0, 0.0))
    settings = TransientSettings(error=1e-5, formulation="I3", h_max=0.5)
    acts = [Act(model, frozenset({("JOINT", 3)}), end, 7, None, 0.1, 1e-3, settings) for end in (1.0, 2.0)]
    first, second = acts_of([acts[0].to_json(None), acts[1].to_json(acts[0])])
    assert first.model == model and second.model is first.model
    assert (first.inactive, second.end, second.settings) == (frozenset({("JOINT", 3)}), 2.0, settings)
