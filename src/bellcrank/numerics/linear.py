"""The sparse factorisation behind addresses: a context with its arrays, the values, the right-hand side and the status.

linear = Linear(lu, values, b, d, status, pattern)
call(address of factor, linear.context.handle, 0)     refactor; a status other than 0 asks for `linear.lu.repivot`, or,
                                                      where `linear.outdated`, for a factorisation of another pattern
call(address of solve_in_place, ...)                  b becomes the solution
call(address of solve_both, ...)                      b and d become the solutions
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, table, view1
from bellcrank.numerics.factors import Arrays, arrays_of, refactor
from bellcrank.numerics.solution import factors_of, substitute, substitute_two
from bellcrank.numerics.sparse_lu import SparseLU

# kernel constants
VALUES, RIGHT, SECOND, STATUS, PATTERN, OWN = (np.intp(len(Arrays._fields) + k) for k in range(6))
OUTDATED = 9
"""Status of factors whose pattern is not the one asked for."""


class Linear:
    """A factorisation and its context; see the module docstring."""

    def __init__(
        self, lu: SparseLU, values: np.ndarray, b: np.ndarray, d: np.ndarray, status: np.ndarray, pattern: np.ndarray
    ) -> None:
        self.lu, self._pattern, self._own = lu, pattern, pattern.copy()
        arrays: list[Any] = [*lu.arrays, values, b, d, status, pattern, self._own]
        self.context = Context(arrays)

    @property
    def outdated(self) -> bool:
        """Whether another pattern is asked for than when it was made."""
        return bool(self._pattern[0] != self._own[0])


@kernel
def factor(c, k):  # type: ignore[no-untyped-def]
    """Factor the matrix VALUES; STATUS 0 when the pivots are still good."""
    if view1(c, PATTERN)[0] != view1(c, OWN)[0]:
        table(c, STATUS)[0] = OUTDATED
    else:
        table(c, STATUS)[0] = refactor(arrays_of(c), view1(c, VALUES))


@kernel
def solve_in_place(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT in place."""
    substitute(factors_of(c), view1(c, RIGHT))


@kernel
def solve_both(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT and SECOND in place."""
    substitute_two(factors_of(c), view1(c, RIGHT), view1(c, SECOND))
