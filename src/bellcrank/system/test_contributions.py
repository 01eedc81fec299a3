"""Contributions of elements to the matrix."""

from __future__ import annotations

import numpy as np

from bellcrank.system.contributions import Contributions
from bellcrank.testing.sample import Sample


def test_contributions_are_summed_ground_and_held_rows_count_nothing():
    c = Contributions(4)
    own = c.add([(k, k) for k in range(4)])
    ground = [(None, 0), (0, None), (None, None)]
    table = c.table([(7,), (8,)], [[[(0, 1), (1, 0)], ground], [[(0, 1), (3, 3)], [(0, None), (2, 0), (None, None)]]])
    c.fix(0, 1, 5.0)  # number 1 of the first group of both elements
    c.finish(still=[3], own=4)
    assert own == 0 and table[:, 0].tolist() == [7, 8]
    first, second = table[:, 1].tolist(), table[:, 2].tolist()
    assert first == [4, 6] and second == [len(c.values), 8], "the group of ground is in the scratch area"
    assert len(c.with_scratch) == len(c.values) + 3
    c.with_scratch[:4] = 1.0
    for start, value in zip(first, (10.0, 20.0), strict=True):
        c.with_scratch[start] = value
    c.with_scratch[second[0] : second[0] + 3] = c.with_scratch[second[1] : second[1] + 3] = 99.0
    wanted = np.eye(4)
    wanted[0, 1], wanted[1, 0], wanted[2, 0] = 30.0, 5.0, 99.0
    assert np.array_equal(c.matrix().dense(), wanted)


def test_the_components_of_one_force_share_their_entries():
    """Six rows of twelve columns for each body, and eight blocks; the sum begins anew with every matrix."""
    bushing = "BUSHING/1, I=21, J=31, K=1,2,3, KT=4,5,6, C=1,1,1, CT=1,1,1, FORCE=7,8,9, TORQUE=1,2,3"
    sample = Sample(bushing)
    assert len(sample.system.contributions.pairs) - len(Sample("").system.contributions.pairs) == 2 * 72 + 8 * 9
    first = sample.matrix(1.0, 0.5, 0.25)
    assert np.array_equal(sample.matrix(1.0, 0.5, 0.25), first)
