"""Distances of two runs: what is rounding, what an angle, what a channel is compared with."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, Results
from bellcrank.results.distances import Distances, common_rows, sizes

UNITS = {"length": "mm", "time": "sec"}
TIME = np.linspace(0.0, 1.0, 11)
PART = Entity("P", "Part", 2, ("X", "Y", "PSI", "THETA", "PHI", "VX"), ("mm", "mm", "rad", "rad", "rad", "mm/sec"))


def run(time=TIME, **columns):
    """A part that moves along x from 1000 to 1001 mm; columns given replace its own."""
    zero = np.zeros(len(time))
    own = {"X": 1000.0 + time, "Y": zero, "PSI": zero, "THETA": zero, "PHI": zero, "VX": zero + 1.0} | columns
    return Results([PART], np.column_stack([time, *(own[c] for c in PART.components)]), {"units": UNITS})


def at(found, name):
    return found.largest[PART.components.index(name)], found.when[PART.components.index(name)]


def test_the_largest_difference_and_its_time():
    bump = np.where(np.arange(11) == 4, 0.25, 0.1 * TIME)
    assert at(Distances(run(), run(X=1000.0 + TIME + bump)), "X") == (pytest.approx(0.25), TIME[4])


def test_rounding_is_no_difference():
    """1e-12 of the largest length in the run is 1e-9 mm."""
    assert at(Distances(run(), run(Y=np.full(11, 0.9e-9))), "Y")[0] == 0.0
    assert at(Distances(run(), run(Y=np.full(11, 1.1e-9))), "Y")[0] == pytest.approx(1.1e-9)


def test_euler_angles_count_as_an_orientation():
    """With THETA = 0 only PSI + PHI means anything; whole turns do not."""
    turned = Distances(run(), run(PSI=np.full(11, 0.7), PHI=np.full(11, -0.7 + 2.0 * math.pi + 1e-3)))
    assert all(at(turned, name)[0] == pytest.approx(1e-3, rel=1e-6) for name in ("PSI", "THETA", "PHI"))


def test_no_number_in_one_run_only_is_a_difference_without_bound():
    gap = np.where(TIME > 0.5, np.nan, 1.0)
    assert at(Distances(run(VX=gap), run(VX=gap)), "VX")[0] == 0.0
    assert at(Distances(run(VX=gap), run()), "VX")[0] == math.inf


def test_sizes_are_ranges_of_places_and_values_of_all_else():
    found = dict(zip(PART.components, sizes(run(), 1e-6), strict=True))
    assert found["X"] == pytest.approx(1.0) and found["Y"] == pytest.approx(1.0)  # one vector
    assert found["VX"] == pytest.approx(1.0)
    quick = sizes(run(PSI=3.0 * TIME), 1e-6)
    assert quick[2] == pytest.approx(1.0)  # at most one radian


def test_what_a_run_does_not_resolve_has_no_size_of_its_own():
    still = Entity("Q", "Part", 3, ("X",), ("mm",))
    both = Results([PART, still], np.column_stack([run().values, 1e-12 * TIME]), {"units": UNITS})
    assert sizes(both, 1e-4)[-1] == pytest.approx(10.0 * 1e-4 * 1.0)


def test_only_times_that_both_have_are_compared():
    """A sensor may have added a row; of a repeated time the last row counts."""
    time = np.array([0.0, 0.1, 0.15, 0.2, 0.2])
    mine, its = common_rows(run(), run(time))
    assert list(mine) == [0, 1, 2] and list(its) == [0, 1, 4]
    with pytest.raises(ResultsError):
        Distances(run(), run(TIME + 0.033))


def test_the_error_of_a_run_that_was_not_verified_is_not_known():
    with pytest.raises(ResultsError, match="not verified"):
        run().error("P.X")
    assert run().trust == ""
