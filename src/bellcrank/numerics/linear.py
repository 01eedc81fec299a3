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
from bellcrank.numerics.context import Context, index1, longs2, table, view1
from bellcrank.numerics.factors import Arrays, Factors, refactor, solve, solve_two
from bellcrank.numerics.sparse_lu import SparseLU

# kernel constants
VALUES, RIGHT, SECOND, STATUS = (np.intp(len(Arrays._fields) + k) for k in range(4))
COUNTS, ROW_SLOT, COLUMN_SLOT, ROW_START, ROWS, TARGET_START, TARGETS, V, Y = (
    np.intp(Arrays._fields.index(name)) for name in Factors._fields
)


class Linear:
    """A factorisation and its context; see the module docstring."""

    def __init__(self, lu: SparseLU, values: np.ndarray, b: np.ndarray, d: np.ndarray, status: np.ndarray) -> None:
        self.lu = lu
        arrays: list[Any] = [*lu.arrays, values, b, d, status]
        self.context = Context(arrays)


@kernel
def factor(c, k):  # type: ignore[no-untyped-def]
    """Factor the matrix VALUES; STATUS 0 when the pivots are still good."""
    values = view1(c, VALUES)
    lu = Arrays(
        index1(c, 0),
        index1(c, 1),
        table(c, 2),
        view1(c, 3),
        table(c, 4),
        table(c, 5),
        table(c, 6),
        table(c, 7),
        view1(c, 8),
        view1(c, 9),
        table(c, 10),
        table(c, 11),
        index1(c, 12),
        index1(c, 13),
        table(c, 14),
        index1(c, 15),
        index1(c, 16),
        index1(c, 17),
        index1(c, 18),
        table(c, 19),
        table(c, 20),
        index1(c, 21),
        index1(c, 22),
        index1(c, 23),
        view1(c, 24),
        view1(c, 25),
        view1(c, 26),
        table(c, 27),
        table(c, 28),
        view1(c, 29),
        table(c, 30),
        table(c, 31),
        table(c, 32),
        table(c, 33),
        view1(c, 34),
        longs2(c, 35),
    )
    table(c, STATUS)[0] = refactor(lu, values)


@kernel
def solve_in_place(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT in place."""
    lu = Factors(
        table(c, COUNTS),
        index1(c, ROW_SLOT),
        index1(c, COLUMN_SLOT),
        index1(c, ROW_START),
        index1(c, ROWS),
        index1(c, TARGET_START),
        index1(c, TARGETS),
        view1(c, V),
        view1(c, Y),
    )
    solve(lu, view1(c, RIGHT))


@kernel
def solve_both(c, k):  # type: ignore[no-untyped-def]
    """Solve for RIGHT and SECOND in place."""
    lu = Factors(
        table(c, COUNTS),
        index1(c, ROW_SLOT),
        index1(c, COLUMN_SLOT),
        index1(c, ROW_START),
        index1(c, ROWS),
        index1(c, TARGET_START),
        index1(c, TARGETS),
        view1(c, V),
        view1(c, Y),
    )
    solve_two(lu, view1(c, RIGHT), view1(c, SECOND))
