"""Redundant constraints are told with the direction that the loop already resists."""

from __future__ import annotations

import pytest

import bellcrank as bc


def window(axis: str, turned: bool = False) -> bc.Model:
    """A parallelogram of three bars with four hinges about one axis: three equations are redundant."""
    m = bc.Model("window", units="SI")
    planes = {"z": lambda a, b: (a, b, 0.0), "y": lambda a, b: (a, 0.0, b)}
    place = planes[axis]
    ip = (0.1, 0.1, 0.1)
    left = m.part("left", at=place(0.0, 0.5), mass=1, ip=ip)
    top = m.part("top", at=place(0.5, 1.0), mass=1, ip=ip)
    right = m.part("right", at=place(1.0, 0.5), mass=1, ip=ip)
    for n, (a, b, at) in enumerate(
        [(left, m.ground, (0, 0)), (top, left, (0, 1)), (right, top, (1, 1)), (right, m.ground, (1, 0))], start=1
    ):
        m.revolute(f"hinge_{n}", a, b, at=place(*map(float, at)), axis=axis)
    return m


@pytest.mark.parametrize(
    ("axis", "wanted"),
    [
        ("z", {"turning about ground x", "turning about ground y", "moving along ground z"}),
        ("y", {"turning about ground x", "turning about ground z", "moving along ground y"}),
    ],
)
def test_hinges_of_a_flat_loop_resist_turning_out_of_the_plane_and_moving_along_their_axis(axis, wanted):
    run = window(axis).simulate(0.01, 1)
    told = [text for text in run.attrs["messages"] if text.startswith("redundant constraint left out")]
    assert len(told) == 3
    assert {text.split("already resist ")[1].split(":")[0] for text in told} == wanted
    assert all("follows from JOINT/" in text for text in told)
    assert all("is arbitrary; let JOINT/4" in text for text in told)
    assert sum("torque of each of them about ground" in text for text in told) == 2
    assert sum("(make it SPHERICAL or UNIVERSAL)" in text for text in told) == 2
    assert sum("force of each of them along ground" in text and "(make it CYLINDRICAL)" in text for text in told) == 1
