"""Rounding errors near singular positions.

Where constraints become dependent, s being the distance from there, rounding of the constraints is magnified by
g = 1/s in the positions and by g^2 in the velocities, since the directions of the constraints turn with the positions.
Close to it a tight tolerance cannot be met by any step, and smaller steps would only creep towards it. So when a step
fails, one solve with the factored matrix and constraint rows of the size of the tolerances measures g, and

    N = ROUNDING / ERROR g^2                                                                                    (1)

in units of the tolerance is what rounding alone may do; the prediction of order k magnifies it by 2^k. Errors up to
that are accepted, the step jumps over the position, and behind it the constraints hold the motion as before. N fades
with the steps that follow, as it does in the history.
"""

from __future__ import annotations

import math

from bellcrank.integrators.consistent import STEPS, solve
from bellcrank.integrators.corrector import size_of_step
from bellcrank.integrators.history import COEFFICIENTS
from bellcrank.integrators.problem import FORM, INTS, REAL, SIZES, STEP
from bellcrank.integrators.stepper import I_IN_A_ROW, I_ORDER, R_ERROR, R_H, R_NOISE, R_SCALE, R_UNIT, R_WORST
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1

ROUNDING = 1e-15
"""Rounding of a constraint, as in analysis/transient.py: four to five units in the last place of the model's size."""
MOST = 1e-6
"""More than this part of the motion is never taken for rounding."""


@kernel
def rounding_floor(c):
    """N of (1) at the state of the last corrector; 0 where it cannot be told."""
    real, step, form, first = view1(c, REAL), view1(c, STEP), index1(c, FORM), 6 * index1(c, SIZES)[0]
    for n in range(step.shape[0]):
        step[n] = 0.0
    speed = real[R_ERROR] * real[R_SCALE]
    for r in range(form.shape[0]):
        if form[r] == 0:
            step[first + r] = math.sin(1.7 * r * r + 0.3) * speed * real[R_UNIT]  # no pattern of a mechanism
    solve(c, STEPS)
    g = size_of_step(c, real[R_H] * COEFFICIENTS[table(c, INTS)[I_ORDER], 0])
    floor = ROUNDING / real[R_ERROR] * g * g
    return floor if math.isfinite(floor) and floor * real[R_ERROR] < MOST else 0.0


@kernel
def is_left_over(c, error):
    """Whether an error was made before: three smaller steps have not made it smaller.

    Where the convergence of Newton changes suddenly, as near a singular position, a step may end beside the solution.
    """
    real = view1(c, REAL)
    small = error < 100.0 and error * real[R_ERROR] < MOST
    return table(c, INTS)[I_IN_A_ROW] > 2 and small and 0.0 < 0.7 * real[R_WORST] < error


@kernel(inline=True)
def tolerated(c):
    """The largest error that is accepted, in units of the tolerance."""
    order = table(c, INTS)[I_ORDER]
    return max(1.0, 2.0**order / (order + 1.0) * view1(c, REAL)[R_NOISE])
