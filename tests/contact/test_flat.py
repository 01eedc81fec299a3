"""What lies or stands flat: a face at depth p counts p, exactly flat or by rounding only, and nothing falls through."""

from __future__ import annotations

import numpy as np
import pytest

from .poses import Poses

DEPTH = 5e-3


@pytest.mark.parametrize("tilt", [0.0, 1e-15, 1e-12, 1e-6])
@pytest.mark.parametrize(("i", "j", "up", "where"), [
    ("CYLINDER", "PLANE", 0.0, (0.1, 0.2)), ("FRUSTUM", "PLANE", 0.9, (0.1, 0.2)), ("BOX", "PLANE", 0.0, (0.1, 0.2)),
    ("CYLINDER", "BOX", 0.7, (0.45, 0.6)), ("FRUSTUM", "BOX", 1.6, (0.4, 0.5)), ("FRUSTUM", "FRUSTUM", 0.9, (0.1, 0.1)),
])  # fmt: skip
def test_a_flat_face_is_as_deep_as_it_is(i, j, up, where, tilt):
    """A circle that stands has no lowest point: all of it counts, whatever rounding says about its valleys."""
    poses = Poses(i, j)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    for axis in np.random.default_rng(0).normal(size=(4, 3)):
        poses.place((*where, up - DEPTH), tilt * axis)
        assert poses.evaluate()[0] == pytest.approx(DEPTH, rel=1e-6 if tilt < 1e-6 else 1e-3)


@pytest.mark.parametrize("depth", [1e-3, 1e-2, 2e-2])
@pytest.mark.parametrize(("shape", "up"), [("BOX", 0.7), ("CYLINDER", 1.2)])
def test_equal_shapes_stand_on_each_other(shape, up, depth):
    """Flush: all corners and rims of each lie on the sides of the other."""
    poses = Poses(shape, shape)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place((0, 0, up - depth), (0, 0, 0))
    assert poses.evaluate()[0] == pytest.approx(depth, rel=1e-6)
    poses.place((1e-3, 5e-4, up - depth), (0, 0, 0))
    assert poses.evaluate()[0] == pytest.approx(depth, rel=0.02)
