"""Near singular positions: what rounding does, errors of the past, steps that jump over, constraints that stay open.

Where constraints become dependent, s being the distance from there, rounding of the constraints is magnified by
g = 1/s in the positions and by g^2 in the velocities, since the directions of the constraints turn with the positions.
One solve with the factored matrix and constraint rows of the size of their tolerances measures g, in units of what it
is at the start, or the least since then.

Rounding    N = ROUNDING / ERROR g^2 in units of the tolerance is what rounding alone may do; the prediction of order k
            magnifies it by 2^k. Errors up to that are accepted. N fades with the steps that follow, as in it. (1)
Positions   the same solve, with constraint rows of the size of their rounding, tells what that does to positions
            themselves: less is no error of theirs (largest.py), however short the step. It fades slowly, since the
            next steps are as near. An error is looked at again when it has been measured.   (5)
Left over   an accepted velocity may be off the constraints in the weak direction; any next step corrects it, and its
            error does not depend on the step: after three shorter steps that hardly changed it, it is accepted. (2)
Jump        a step that fails its error test where g > WEAK is made longer, not shorter: short ones creep into the
            position, where errors grow like g^2, and behind it the constraints hold the motion as before. One whose
            iterations fail has ended at the position: another one ends well before it or well behind. Errors left
            over come from some steps ago, so g fades slowly; the order stays, lower ones need far shorter steps. (3)
Open        a step counts only if the constraints are closed to their tolerance at its end. At a dead point they
            cannot be, and the run stops there.   (4)
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import STEPS, solve_both
from bellcrank.integrators.problem import (
    CLOSING,
    DELTA,
    FIRST_ROW,
    FORM,
    GAP,
    GAP_ROUNDING,
    INTS,
    N_CQ,
    NUM,
    PER_TOL,
    PHI,
    POSITION_OF,
    RATE_GAP,
    REAL,
    ROW_TOL,
    SIZES,
    STEP,
    TOL,
)
from bellcrank.integrators.stepper import (
    I_IN_A_ROW,
    I_OPEN,
    I_ORDER,
    I_SHORTER,
    R_ERROR,
    R_H,
    R_HMAX,
    R_NOISE,
    R_ROUNDED,
    R_USUAL,
    R_WEAK,
    R_WORST,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

ROUNDING = 1e-15
"""Rounding of a constraint: four to five units in the last place of the model's size."""
MOST = 1e-6
"""More than this part of the motion is never taken for rounding."""
WEAK, LONGER, JUMPS = 30.0, 1.3, 3
"""Constraint errors count so much more than usual; the step is then made longer by this, so many times in a row."""
BEFORE, BEHIND, FURTHER = 0.6, 2.5, 1.5
"""Factors of a step whose iterations fail: two of the first pass the position as well, one of the others alone."""
PATIENCE, MORE_PATIENCE = 4, 8
"""Rejections in a row after which the history is begun anew at order 1; near a singular position, where an error left
over is known only after JUMPS and three shorter steps."""
SLOWLY = 0.9
"""What is left of (5) after a step: of what a step has measured a third after ten."""
SAME, LARGE = 0.7, 100.0
"""An error left over: so much of the last one, and never more than this."""


@kernel
def magnification(c):
    """g at the state of the last corrector, of rates that tolerances allow, also in a step; (5)."""
    step, form, tol, per = view1(c, STEP), index1(c, FORM), view2(c, ROW_TOL), view1(c, PER_TOL)
    first, hb, real = index1(c, SIZES)[FIRST_ROW], view1(c, NUM)[N_CQ], view1(c, REAL)
    closing, position, tolerance = view1(c, CLOSING), index1(c, POSITION_OF), view1(c, TOL)
    for n in range(step.shape[0]):
        step[n], closing[n] = 0.0, 0.0
    for r in range(form.shape[0]):
        if form[r] == 0:
            size = min(tol[r, RATE_GAP], tol[r, GAP] / hb)
            sign = math.sin(1.7 * r * r + 0.3)  # no pattern of a mechanism
            step[first + r], closing[first + r] = sign * size, sign * tol[r, GAP_ROUNDING]
    solve_both(c, STEPS)
    g, rounded = 0.0, 0.0
    for n in range(view1(c, DELTA).shape[0]):  # positions and velocities: what reads multipliers may do as it likes
        g = max(g, abs(step[n]) * per[n])
        rounded = max(rounded, abs(closing[n]) / tolerance[position[n]])
    if not math.isfinite(g):
        return 0.0
    real[R_ROUNDED] = max(rounded, real[R_ROUNDED])
    real[R_USUAL] = min(g, real[R_USUAL]) if real[R_USUAL] > 0.0 else g
    more = g / real[R_USUAL] if g > 0.0 else 0.0
    real[R_WEAK] = max(more, real[R_WEAK])
    return more


@kernel
def rounding_floor(c):
    """N of (1); 0 where it cannot be told."""
    error, g = view1(c, REAL)[R_ERROR], magnification(c)
    floor = ROUNDING / error * g * g
    return floor if floor * error < MOST else 0.0


@kernel(inline=True)
def tolerated(c):
    """The largest error that is accepted, in units of the tolerance."""
    order = table(c, INTS)[I_ORDER]
    return max(1.0, 2.0**order / (order + 1.0) * view1(c, REAL)[R_NOISE])


@kernel
def fade(c):
    """What was noted near a singular position, after an accepted step."""
    real = view1(c, REAL)
    real[R_NOISE] = 0.5 * real[R_NOISE] if real[R_NOISE] > 0.01 else 0.0
    real[R_WEAK] = 0.5 * real[R_WEAK]
    real[R_ROUNDED] = SLOWLY * real[R_ROUNDED]


@kernel
def is_left_over(c, error):
    """(2)"""
    real = view1(c, REAL)
    return table(c, INTS)[I_SHORTER] > 2 and error < LARGE and 0.0 < SAME * real[R_WORST] < error


@kernel
def jumps_over(c):
    """(3), for the step just rejected."""
    ints, real = table(c, INTS), view1(c, REAL)
    short = ints[I_IN_A_ROW] <= JUMPS and ints[I_ORDER] > 1 and LONGER * real[R_H] < real[R_HMAX]
    return short and is_weak(c)


@kernel
def is_weak(c):
    """Whether the constraints are nearly dependent at the end of the step just rejected, or were a few steps ago."""
    if index1(c, FORM).shape[0] == 0:
        return False
    magnification(c)
    return view1(c, REAL)[R_WEAK] > WEAK


@kernel
def lands_elsewhere(c):
    """(3), the factor of a step whose iterations failed."""
    tries = table(c, INTS)[I_IN_A_ROW]
    if tries == 1:
        return BEFORE
    return BEHIND if tries == 2 else FURTHER


@kernel
def history_is_useless(c):
    """Whether the steps rejected in a row are the fault of the history."""
    tries = table(c, INTS)[I_IN_A_ROW]
    return tries >= MORE_PATIENCE or (tries >= PATIENCE and not is_weak(c))


@kernel
def stays_open(c):
    """(4): whether a constraint is violated by more than its tolerance, and rounding, at the last residual."""
    phi, form, tol, ints = view1(c, PHI), index1(c, FORM), view2(c, ROW_TOL), table(c, INTS)
    ints[I_OPEN] = 0
    for r in range(phi.shape[0]):
        if form[r] == 0 and abs(phi[r]) > max(tol[r, GAP], 100.0 * tol[r, GAP_ROUNDING]):
            ints[I_OPEN] = r + 1
    return ints[I_OPEN] > 0
