"""The orthogonal complement against dense algebra: regular, and with rows that follow from others."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.kernel import plain
from bellcrank.numerics import complement
from bellcrank.numerics.context import run_kernel


@pytest.mark.parametrize("redundant", [0, 2])
def test_solves_as_dense_algebra(redundant):
    rng = np.random.default_rng(5)
    n, first, rows = 12, 8, 5  # unknowns 0 to 7, 13 to 16; multipliers 8 to 12
    a = rng.normal(size=(n, n)) + 6.0 * np.eye(n)
    jac = rng.normal(size=(rows, n))
    jac[rows - redundant :] = 2.0 * jac[:redundant]
    free = [*range(first), *range(first + rows, n + rows)]
    whole = np.zeros((n + rows, n + rows))
    whole[np.ix_(free, free)] = a
    whole[first : first + rows, free], whole[free, first : first + rows] = jac, jac.T
    places = np.argwhere(np.ones_like(whole) > 0)
    right = rng.normal(size=n + rows)
    right[first + rows - redundant : first + rows] = 2.0 * right[first : first + redundant]
    b, scratch = right.copy(), np.zeros(n + rows)
    with plain():
        solver = complement.Complement(
            complement.Places(n + rows, first, rows, places), whole.ravel(), b, scratch, np.zeros(1, np.int64)
        )
        run_kernel(complement.factor, solver.context)
        run_kernel(complement.solve_in_place, solver.context)
    assert solver.sizes[3] == rows - redundant
    np.testing.assert_allclose(whole @ b, right, atol=1e-10)
    if not redundant:
        np.testing.assert_allclose(b, np.linalg.solve(whole, right), atol=1e-10)
