"""Samplings and responses without a model."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.errors import BellcrankError
from bellcrank.results import Results
from bellcrank.results.entity import Entity
from bellcrank.study.assignments import Assignment
from bellcrank.study.responses import Constraint, Response
from bellcrank.study.variables import SAMPLINGS, Variable

T = np.linspace(0.0, 2.0, 201)


def run() -> Results:
    return Results([Entity("arm", components=("X", "Y"))], np.column_stack([T, T**2 - 1.0, np.sin(T)]), {})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("max(arm.X)", 3.0),
        ("min(arm.X) + 2*final(arm.Y)", -1.0 + 2 * np.sin(2.0)),
        ("initial(arm.X)", -1.0),
        ("mean(arm.X)", 8 / 6 - 1.0),
        ("rms(arm.X - mean(arm.X))", np.sqrt(np.mean((np.linspace(0, 2, 20001) ** 2 - 4 / 3) ** 2))),
        ("range(arm.Y)", 1.0),
        ("time_of_max(arm.Y)", 1.57),
        ("at(arm.X, 1.5)", 1.25),
        ("first_above(arm.X, 0)", 1.0),
        ("first_below(arm.X, -2)", np.nan),
        ("time_above(arm.X, 0)", 1.0),
        ("time_below(arm.X, 0)", 1.0),
        ("max(max(arm.X, arm.Y))", 3.0),
        ("sqrt(max(abs(arm.X)))/pi", np.sqrt(3.0) / np.pi),
    ],
)
def test_a_response_is_one_number(text, value):
    """Chords of 200 intervals: errors of h^2/8 x'' < 1e-4 in values, of the grid (0.01) in time_of_max."""
    tolerance = 1e-2 if text.startswith("time_of") else 2e-4
    assert Response(text).of(run()) == pytest.approx(value, abs=tolerance, nan_ok=True)


@pytest.mark.parametrize("text", ["arm.X", "max(arm.X) + arm.Y", "__import__('os')", "max(arm.Z)", "max("])
def test_what_is_no_response_is_refused(text):
    with pytest.raises(BellcrankError):
        Response(text).of(run())


def test_constraints_compare_numbers():
    rule = Constraint("0 < peak <= 2*limit")
    assert rule.holds({"peak": 4.0, "limit": 2.0}) and not rule.holds({"peak": float("nan"), "limit": 2.0})
    assert rule.margins({"peak": 5.0, "limit": 2.0}) == [5.0, -1.0]


def test_a_latin_hypercube_has_one_value_in_each_part_and_a_seed_decides():
    variables = [Variable("a", 0, 10), Variable("b", 1, 100, spread="log")]
    points = np.array(SAMPLINGS["lhs"](variables, 10, 3))
    assert sorted(int(x) for x in points[:, 0]) == list(range(10))
    assert sorted(int(10 * x) for x in np.log10(points[:, 1]) / 2) == list(range(10))
    assert np.array_equal(points, SAMPLINGS["lhs"](variables, 10, 3))
    assert not np.array_equal(points, SAMPLINGS["lhs"](variables, 10, 4))


def test_samplings_keep_to_the_range_and_their_number():
    variables = [Variable("a", -2, -1), Variable("b", values=(1, 5))]
    for name, sampling in SAMPLINGS.items():
        points = sampling(variables, 12, 1)
        assert len(points) == (10 if name == "grid" else 12)
        assert all(-2 <= a <= -1 and b in (1, 5) for a, b in points)


def test_a_normal_spread_has_its_mean_and_deviation():
    points = np.array(SAMPLINGS["sobol"]([Variable("a", -3, 3, spread="normal")], 4096, 1))
    assert points.mean() == pytest.approx(0.0, abs=1e-3) and points.std() == pytest.approx(1.0, abs=5e-3)


@pytest.mark.parametrize(
    ("text", "value"), [("PART/2.vx", 2.0), ("PART/2.vx = -3*v + w", -5.0), ("S/1.function = {v}*DZ(1)", "(2.0)*DZ(1)")]
)
def test_assignments(text, value):
    assert Assignment.read(text, "v").value({"v": 2.0, "w": 1.0}) == value
