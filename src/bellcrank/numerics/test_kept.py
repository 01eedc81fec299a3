"""Arrays of all kinds are put back bit for bit, also views of one memory."""

from __future__ import annotations

import numpy as np

from bellcrank.numerics.kept import Kept


def test_all_arrays_are_as_they_were(compiled):
    """Floats with no numbers among them, whole numbers, odd sizes, one inside another."""
    y = np.array([1.0, np.nan, -0.0, np.inf])
    arrays = [y, y[1:3], np.arange(3, dtype=np.uint32), np.arange(6.0).reshape(2, 3), np.array([7], np.int64)]
    before = [array.tobytes() for array in arrays]
    kept = Kept(arrays)
    assert kept.nbytes == sum(len(data) for data in before)
    for _ in range(2):
        for array in arrays:
            array[...] = 5
        kept.put_back()
        assert [array.tobytes() for array in arrays] == before


def test_nothing_to_keep():
    """A model without anything that is written to."""
    Kept([]).put_back()
