"""The sparse factorisation behind addresses: a context with its arrays, the values, the right-hand side and the status.

linear = Linear(lu, values, b, d, status)
call(address of factor, linear.context.handle, 0)     refactor; a status other than 0 asks for `linear.lu.repivot`
call(address of solve_in_place, ...)                  b becomes the solution
call(address of solve_both, ...)                      b and d become the solutions
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, table, view1
from bellcrank.numerics.factors import Arrays, arrays_of, refactor
from bellcrank.numerics.solution import factors_of, solve, solve_two
from bellcrank.numerics.sparse_lu import SparseLU

# kernel constants
VALUES, RIGHT, SECOND, STATUS = (np.intp(len(Arrays._fields) + k) for k in range(4))


class Linear:
    """A factorisation and its context; see the module docstring."""

    def __init__(self, lu: SparseLU, values: np.ndarray, b: np.ndarray, d: np.ndarray, status: np.ndarray) -> None:
        self.lu = lu
        arrays: list[Any] = [*lu.arrays, values, b, d, status]
        self.context = Context(arrays)


@kernel
def factor(c, k):  # type: ignore[no-untyped-def]
    """Factor the matrix VALUES; STATUS 0 when the pivots are still good."""
    table(c, STATUS)[0] = refactor(arrays_of(c), view1(c, VALUES))


@kernel
def solve_in_place(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT in place."""
    solve(factors_of(c), view1(c, RIGHT))


@kernel
def solve_both(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT and SECOND in place."""
    solve_two(factors_of(c), view1(c, RIGHT), view1(c, SECOND))
