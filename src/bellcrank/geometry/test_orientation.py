"""Nets of files whose triangles look the wrong way: one, some, all, a whole body of two, a hollow, a band."""

import numpy as np
import pytest

from bellcrank.geometry.mass import mass_of
from bellcrank.geometry.mesh import Mesh, joined
from bellcrank.geometry.orientation import oriented
from bellcrank.geometry.shapes.box import Box

EYE = np.eye(3)


def cube(size, at):
    return Box(size, size, size).mesh().moved(EYE, np.array(at, float)).welded()


def flipped(mesh, which):
    corners = mesh.corners.copy()
    corners[which] = corners[which, ::-1]
    return Mesh.of(mesh.points, corners)


@pytest.mark.parametrize("which", [[3], [0, 5, 7], slice(None), slice(0, 11)])
def test_triangles_that_look_the_wrong_way_are_turned_over(which):
    """The volume is 8 whatever way they were; a net that was right is the same one."""
    good = cube(2.0, (5, 0, 0))
    assert oriented(good) is good
    found = oriented(flipped(good, which))
    assert found.closed
    assert mass_of(found).mass == pytest.approx(8.0, rel=1e-12)


def test_of_two_bodies_one_is_inside_out():
    """It had 7 of 9 kg and moments of inertia below 0; in another body it is a hole, and stays one."""
    big, small, within = cube(2.0, (5, 0, 0)), cube(1.0, (20, 0, 0)), cube(1.0, (5.5, 0.5, 0.5))
    beside = mass_of(oriented(joined([big, small.turned_over()]).welded()))
    assert beside.mass == pytest.approx(9.0, rel=1e-12)
    assert np.linalg.eigvalsh(beside.inertia).min() > 0.0
    assert mass_of(oriented(joined([big, within.turned_over()]).welded())).mass == pytest.approx(7.0, rel=1e-12)
    assert mass_of(oriented(joined([big.turned_over(), within]).welded())).mass == pytest.approx(9.0, rel=1e-12)


def test_what_is_open_or_has_one_side_only_is_left_as_it_is():
    """A cube without a triangle, and a cube with a triangle twice."""
    good = cube(2.0, (0, 0, 0))
    for corners in (good.corners[:-1], np.concatenate([good.corners, good.corners[:1]])):
        net = Mesh.of(good.points, corners)
        assert oriented(net) is net
