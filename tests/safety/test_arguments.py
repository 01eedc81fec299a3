"""Arguments of the Python interface are refused where they are given, with the cure (items P6 and S8)."""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError, ModelError, ResultsError


def free_body() -> bc.Model:
    model = bc.Model("t", units="SI", gravity=-9.81)
    model.part("p", mass=1, cm=np.array([0.0, 0.0, 0.5]), ip=np.array([1.0, 1.0, 1.0]))
    return model


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"steps": -3}, "steps = -3 is not a whole number"),
        ({"steps": 0}, "give steps=100"),
        ({"steps": 2.5}, "steps = 2.5"),
        ({"steps": "ten"}, "not a finite number"),
        ({"dtout": 0.0}, "dtout = 0 is not above 0"),
        ({"dtout": math.nan}, "dtout = nan"),
        ({"formulation": "BDF"}, 'use "SI2"'),
        ({"error": -1}, "error = -1 is not above 0"),
        ({"error": 0}, "error = 0 is not above 0"),
        ({"error": math.nan}, "not a finite number"),
        ({"error": 1e-30}, "cannot be met"),
        ({"h_max": -1.0}, "h_max = -1"),
        ({"integrator": 3}, "use one of"),
    ],
)  # fmt: skip
def test_p6_arguments_of_simulate(given, said):
    """P6: steps=-3 hung, BDF was accepted silently, error=-1 gave wrong advice."""
    with pytest.raises(BellcrankError, match=said):
        free_body().simulate(end=0.1, **given)


@pytest.mark.parametrize("end", [math.nan, math.inf, "1", None])
def test_p6_an_end_that_is_no_number(end):
    with pytest.raises(ModelError, match="end = "):
        free_body().simulate(end=end)


def test_s8_more_outputs_than_there_is_room(tmp_path):
    """S8: STEPS=1e9 was accepted without a word; now the room in memory or on the disk decides."""
    with pytest.raises(ResultsError, match="rows of results need .* GB; the memory has"):
        free_body().simulate(end=1.0, steps=10**10)
    with pytest.raises(ResultsError, match="fewer outputs"):
        free_body().simulate(end=1.0, steps=10**13, path=tmp_path / "x.h5")
    assert not list(tmp_path.iterdir())


def test_p6_what_is_written_can_be_read(tmp_path):
    """P6: a model without ground gave a file that `read` refused."""
    free_body().write(tmp_path / "x.adm")
    assert bc.read(tmp_path / "x.adm").parts["p"].mass == 1.0


def test_p6_arrays_and_words_are_taken():
    """P6: NumPy arrays were refused for cm=, axis=, z=, x=; so was axis="z"."""
    model = free_body()
    part = model.parts["p"]
    model.revolute("j", part, model.ground, at=np.zeros(3), axis="z")
    model.marker("m", part=part, z=np.array([0.0, 0.0, 1.0]), x=np.array([1.0, 0.0, 0.0]))
    with pytest.raises(ModelError, match="is no direction"):
        model.revolute("k", part, model.ground, at=(0, 0, 0), axis="q")


def test_p6_a_wrong_function_is_told_at_once_with_its_element():
    """P6: it was found by `simulate` only, and E301 did not name the element."""
    model = free_body()
    i, j = model.marker(part=model.parts["p"]), model.marker(part=model.ground)
    with pytest.raises(ModelError, match="SFORCE.*E301"):
        model.sforce("f", i=i, j=j, function="DX(1,")
    with pytest.raises(ModelError, match=r"bc\.user"):
        model.sforce("f", i=i, j=j, function=lambda t: t)
    with pytest.raises(ModelError, match="look like degrees"):
        model.marker("a", part=model.parts["p"], euler=(90, 0, 0))
