"""A tree of boxes holds everything once, and every box what is in it."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.system.contact.halves import halves


@pytest.mark.parametrize("count", [1, 4, 5, 9, 200])
def test_everything_is_in_one_leaf_and_in_all_boxes_above(count):
    centre = np.random.default_rng(count).standard_normal((count, 3))
    centre[::3] = centre[0]  # some at one place
    low, high = centre - 0.1, centre + 0.2
    order, depths = halves(low, high, centre, 4)
    assert sorted(order) == list(range(count))
    links, least, largest = (np.vstack([getattr(d, name) for d in depths]) for name in ("links", "low", "high"))

    def things(box):
        first, number = links[box]
        found = list(order[first : first + number]) if number else things(first) + things(first + 1)
        assert len(found) <= 4 or not number
        assert np.array_equal(least[box], low[found].min(axis=0))
        assert np.array_equal(largest[box], high[found].max(axis=0))
        return found

    assert sorted(things(0)) == list(range(count))


def test_nothing_has_no_boxes():
    order, depths = halves(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), 4)
    assert len(order) == 0 and depths == []
