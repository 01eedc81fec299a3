"""How a method calls the functions of its problem."""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.problem import F_FACTOR, F_SOLVE, F_SOLVE_BOTH, FUNCTIONS, HANDLES, LU_STATUS
from bellcrank.kernel import kernel
from bellcrank.numerics.context import call, table

STEPS, OUTPUTS = np.intp(1), np.intp(2)
"""Numbers of the two factorisations in HANDLES."""


@kernel(inline=True)
def run(c, function):
    """Call a function of the problem on the model's context."""
    call(table(c, FUNCTIONS)[function], table(c, HANDLES)[0], 0)


@kernel(inline=True)
def factor(c, which):
    """Factor the matrix; False when it is singular."""
    call(table(c, FUNCTIONS)[F_FACTOR], table(c, HANDLES)[which], 0)
    return table(c, LU_STATUS)[which - 1] == 0


@kernel(inline=True)
def solve(c, which):
    """Solve in place in STEP."""
    call(table(c, FUNCTIONS)[F_SOLVE], table(c, HANDLES)[which], 0)


@kernel(inline=True)
def solve_both(c, which):
    """Solve in place in STEP and CLOSING."""
    call(table(c, FUNCTIONS)[F_SOLVE_BOTH], table(c, HANDLES)[which], 0)
