"""The largest of many numbers in units of their tolerances."""

import numpy as np
import pytest

from bellcrank.integrators.largest import largest_product
from bellcrank.kernel import plain


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 8, 11])
def test_every_place_counts(size):
    """Wherever the largest one is, among groups of four or behind them."""
    rng = np.random.default_rng(size)
    a, per = rng.standard_normal(size), rng.random(size)
    with plain():
        assert largest_product(a, per) == pytest.approx(np.max(np.abs(a) * per, initial=0.0), rel=1e-15)
        for place in range(size):
            b = a.copy()
            b[place] = -1e3 / per[place]
            assert largest_product(b, per) == pytest.approx(1e3)


def test_what_is_longer_than_its_tolerances_is_cut():
    """The position correction has entries of constraint rows behind those of the positions."""
    with plain():
        assert largest_product(np.array([1.0, 2.0, 50.0]), np.array([1.0, 1.0])) == 2.0
