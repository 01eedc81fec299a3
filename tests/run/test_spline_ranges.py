"""A spline that is read beyond its points is told with the place and the time (W514)."""

from __future__ import annotations

import pytest

import bellcrank as bc


def falling(points: list[float], **arguments: object) -> bc.Model:
    """A body on a spring whose force is a table; from rest it falls by 2 m g/k = 0.1962 m."""
    m = bc.Model("falling", units="SI", gravity=-9.81)
    body = m.part("body", mass=1, ip=(1, 1, 1))
    m.translational("guide", body, m.ground, axis="z")
    m.spline("table", x=points, y=[-100 * x for x in points], **arguments)
    law = "AKISPL(DZ(body, ground), 0, table)"
    m.sforce("spring", i=body, at=(0, 0, 0), axis="z", actiononly=True, function=law)
    return m


def said(model: bc.Model) -> list[str]:
    return [text for text in model.simulate(end=1.0, steps=100).attrs["messages"] if "[W514 " in text]


def test_what_is_read_beyond_the_points_is_told():
    (text,) = said(falling([-0.1, 0.0, 0.1, 0.2]))
    assert 'SFORCE/1 (name "spring"' in text and 'SPLINE/1 (name "table") beyond its points' in text
    assert "x = -0.196" in text and "points from -0.1 to 0.2" in text and "LINEAR_EXTRAPOLATE" in text


@pytest.mark.parametrize(
    "model", [falling([-0.2, 0.0, 0.1, 0.2]), falling([-0.1, 0.0, 0.1, 0.2], linear_extrapolate=True)]
)
def test_nothing_is_told_among_the_points_or_where_it_was_said_how_to_go_on(model):
    assert said(model) == []


def test_a_second_run_with_another_number_tells_again_and_columns_stay_hidden():
    model = falling([-0.1, 0.0, 0.1, 0.2])
    channels = model.simulate(end=1.0, steps=100).channels
    assert not any(name.startswith("$") for name in channels)
    model["body"].mass = 0.4
    assert said(model) == []
    model["body"].mass = 2.0
    assert len(said(model)) == 1


def test_both_directions_of_a_surface():
    m = bc.Model("surface", units="SI", gravity=0)
    m.spline("map", x=[0, 1, 2, 3], y=[(0, 0, 0, 0, 0), (1, 1, 1, 1, 1)])
    m.diff("state", ic=0, function="1")
    m.variable("read", function="AKISPL(2, 4*TIME, map)")
    (text,) = said(m)
    assert "z = 4 at time 1, points from 0 to 1" in text
