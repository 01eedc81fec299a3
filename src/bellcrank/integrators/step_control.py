"""Order and step of the next step: the longest that keeps the estimated errors within the tolerance.

Factors     of the step, for the orders k-1, k, k+1: 1/(b E^(1/(order+1))) with b = 1.3, 1.2, 1.4                    (1)
Stability   orders above 2 are unstable for vibrations with little damping. Where that limits the steps, a vibration of
            the size of the tolerance is kept alive, and errors are alike in all orders: E_{k-1} <= 1 too, look by look.
            No single look can tell this from an accurate motion; a trial can: order k-1 with the same step, for some
            steps. If the vibration fades, steps grow, and have passed the unstable ones before it is back; if they do
            not grow, order k is taken again, and the next trial comes later.                                      (2)
References  Gear (1971), Numerical Initial Value Problems in ODEs, chapter 9; Hindmarsh (1983), ODEPACK.
            Of (2): Hindmarsh (1992), Detecting stability barriers in BDF solvers (CVODE asks for growth instead).
"""

from __future__ import annotations

from bellcrank.integrators.estimate import (
    HIGHER,
    LOWER,
    TAKEN,
    largest_error,
    neighbouring_errors,
    plain_error,
    slope_error,
)
from bellcrank.integrators.formula import AT, BEYOND, MEASURES, NEXT, lower_order, raise_order
from bellcrank.integrators.history import clear, rescale, retract
from bellcrank.integrators.largest import invert_tolerances
from bellcrank.integrators.problem import FORMULA, INTS, N_LONGEST, NUM, REAL, STOPS, Z
from bellcrank.integrators.singular import LONGER, history_is_useless, jumps_over, lands_elsewhere
from bellcrank.integrators.stepper import (
    I_CAP,
    I_ERROR_FAILS,
    I_FLAT,
    I_IN_A_ROW,
    I_KMAX,
    I_NEWTON_FAILS,
    I_ORDER,
    I_PATIENCE,
    I_PAUSE,
    I_SHORTER,
    I_SI2,
    I_SINCE,
    I_STALE,
    I_STEPS,
    I_STOP,
    I_UNTIL,
    R_H,
    R_HIGH,
    R_HMAX,
    R_HMIN,
    R_T,
    R_TRIED,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2

RESOLUTION = 1e-14
"""The shortest step, as a part of the time."""
AT_ZERO = 1e-20
"""The shortest step as a part of the longest: times near 0 are not rounded, and Robertson's equations over 1e11 s begin
with steps of 1e-16 of the longest. Steps that shrink without end would never stop a run there."""
SAME_BIAS, DOWN_BIAS, UP_BIAS = 1.2, 1.3, 1.4
WORTHWHILE = 1.15
"""A change of the step costs a new matrix; less gain is not worth it."""
HELD = 0.5
"""Where the equations see less than this part of the error of a step, springs hold something: they are asked of the
other orders too (estimate.py)."""
STABLE, SMOOTH = 2, 0.01
"""The highest order that is stable for every decay and vibration (A-stable): where HMAX limits the step no order
promises a longer one, and this one errs least without a risk, if the motion is smooth for the step: the error of order
2 is less than this part of that of order 1. What comes to rest is not; order 1 brings it there sooner."""
FLAT, PAUSE, GAIN, RARER = 12, 30, 1.15, 2
"""Of trials (2): looks at which a lower order would have done, steps of a trial, growth of the step that counts, and
what the next one waits for more after a trial in vain, or lasts longer after a good one. Four times and 50 steps: the
same."""
MOST, MOST_FIRST, FIRST = 4.0, 10.0, 20
"""The largest growth of a step, and that of the first steps."""
AFTER_NEWTON, LEAST = 0.25, 0.1
"""The step after a failure of Newton, and the shortest after a failed error test."""


@kernel
def factor_for(error, bias, order):
    """Step factor that would bring the error to the tolerance."""
    return 1.0 / (bias * error ** (1.0 / (order + 1.0)) + 1e-6)


SAME = 1e-3
"""The relative change of a step below which it is the same: analyses that follow each other end at even times."""


@kernel
def change(c, order, factor):
    """Change order and step; a step that ends a little earlier or later does not count as changed."""
    ints, real = table(c, INTS), view1(c, REAL)
    if order != ints[I_ORDER] or abs(factor - 1.0) > SAME:
        ints[I_SINCE] = 0
    if order < ints[I_ORDER]:
        lower_order(c)
    elif order > ints[I_ORDER]:
        raise_order(c)
    ints[I_ORDER] = order
    rescale(view2(c, Z), order, factor)
    real[R_H] *= factor


@kernel
def factor_down(c, order, held):
    """The factor for one order less."""
    if order == 1:
        return 0.0
    return factor_for(largest_error(c, LOWER, order, held) / view2(c, FORMULA)[MEASURES, AT], DOWN_BIAS, order - 1)


@kernel
def error_of(factor):
    """The error of order 1 that `factor_for` has made a factor of."""
    return ((1.0 / factor - 1e-6) / DOWN_BIAS) ** 2 if factor > 0.0 else 0.0


@kernel
def highest_order(c):
    """KMAX, or the order that is not to be raised for a while (2)."""
    ints = table(c, INTS)
    return min(ints[I_KMAX], ints[I_CAP]) if ints[I_CAP] > 0 else ints[I_KMAX]


@kernel
def returns(c, order):
    """(2), when its steps are over: whether the order before is taken again."""
    ints, real = table(c, INTS), view1(c, REAL)
    if ints[I_CAP] == 0 or ints[I_STEPS] < ints[I_UNTIL]:
        return False
    gained, tried = real[R_H] > GAIN * real[R_TRIED], ints[I_CAP]
    ints[I_CAP] = 0
    ints[I_PATIENCE] = FLAT if gained else RARER * ints[I_PATIENCE]
    ints[I_PAUSE] = 2 * ints[I_PAUSE] if gained else PAUSE
    return order == tried and not gained


@kernel
def begins_trial(c, order, down, best):
    """(2): whether one order less is to be tried."""
    ints, real = table(c, INTS), view1(c, REAL)
    if order > STABLE and down * DOWN_BIAS >= 1.0 and best < WORTHWHILE:
        ints[I_FLAT] += 1
    else:
        ints[I_FLAT] = max(0, ints[I_FLAT] - 1)
    if ints[I_FLAT] < max(FLAT, ints[I_PATIENCE]):
        return False
    ints[I_PATIENCE], ints[I_PAUSE] = max(FLAT, ints[I_PATIENCE]), max(PAUSE, ints[I_PAUSE])
    ints[I_FLAT], ints[I_CAP], ints[I_UNTIL] = 0, order - 1, ints[I_STEPS] + ints[I_PAUSE]
    real[R_TRIED] = real[R_H]
    return True


@kernel
def factors_of_neighbours(c, order, held, error):
    """The factors for one order less and one more, 0 where there is none, and the error with one more (or `error`)."""
    measures = view2(c, FORMULA)[MEASURES]
    if order >= highest_order(c):
        return factor_down(c, order, held), 0.0, error
    if order == 1:
        down, more = 0.0, largest_error(c, HIGHER, order, held)
    else:
        less, more = neighbouring_errors(c, order, held)
        down = factor_for(less / measures[AT], DOWN_BIAS, order - 1)
    beyond = more / measures[BEYOND]
    return down, factor_for(beyond, UP_BIAS, order + 1), beyond


@kernel
def choose_step(c):
    """After an accepted step: order and step of the next one (1)."""
    ints, real, measures = table(c, INTS), view1(c, REAL), view2(c, FORMULA)[MEASURES]
    order = ints[I_ORDER]
    if ints[I_SINCE] <= order:
        return
    if returns(c, order):
        change(c, order + 1, 1.0)
        return
    invert_tolerances(c, real[R_H])
    error = plain_error(c, TAKEN, order, 1)
    same, held = factor_for(error / measures[NEXT], SAME_BIAS, order), False
    if same < 1.0:
        seen = largest_error(c, TAKEN, order, True)
        same, held = factor_for(seen / measures[NEXT], SAME_BIAS, order), seen < HELD * error
    down, up, beyond = factors_of_neighbours(c, order, held, error)
    kept = order == STABLE and error / measures[NEXT] < SMOOTH * error_of(down)
    if order == 2 and ints[I_SI2] == 1:
        down = min(down, factor_for(slope_error(c), DOWN_BIAS, 0))
    best = max(same, down, up)
    if begins_trial(c, order, down, best):
        change(c, order - 1, 1.0)
        return
    limit = min(real[R_HMAX], view1(c, NUM)[N_LONGEST]) / real[R_H]
    better = limit < WORTHWHILE and order < STABLE and beyond < SMOOTH * error / measures[NEXT]
    if not better and (best < WORTHWHILE or (limit <= 1.0 and up < best)):
        ints[I_SINCE] = max(0, order - 2)
        if not (order > 1 and not (kept and limit <= 1.0) and down > same * SAME_BIAS and best >= 1.0):
            return
    new_order = order
    if better or best == up:
        new_order = order + 1
    elif best == down:
        new_order = order - 1
    change(c, new_order, min(best, limit, MOST_FIRST if ints[I_STEPS] < FIRST else MOST))


@kernel
def after_newton(c):
    """A failed iteration: a much shorter step, or one that ends elsewhere (singular.py), and a new matrix."""
    ints = table(c, INTS)
    ints[I_NEWTON_FAILS] += 1
    change(c, ints[I_ORDER], lands_elsewhere(c) if jumps_over(c) else AFTER_NEWTON)
    ints[I_STALE] = 1


@kernel
def after_error(c, error):
    """A failed error test: a shorter step or a lower order (1); near a singular position a longer one.

    Order 6 with a smaller step after each step is unstable: its history shrinks, its errors do not. Order 5 promises
    the longer step.
    """
    ints = table(c, INTS)
    order = ints[I_ORDER]
    ints[I_ERROR_FAILS] += 1
    if jumps_over(c):
        change(c, order, LONGER)
        return
    ints[I_SHORTER] += 1
    same, down = factor_for(error, SAME_BIAS, order), factor_down(c, order, True)
    if down > same:
        change(c, order - 1, max(LEAST, min(1.0 if ints[I_IN_A_ROW] < 3 else AFTER_NEWTON, down)))
    else:
        change(c, order, max(LEAST, min(0.9, 0.95 * same)))


@kernel
def reject(c, converged, error):
    """After a failed step; after repeated failures order 1, with the rates of the history."""
    ints = table(c, INTS)
    order = ints[I_ORDER]
    retract(view2(c, Z), order)
    ints[I_IN_A_ROW] += 1
    if converged:
        after_error(c, error)
    else:
        after_newton(c)
    if order > 1 and history_is_useless(c):
        ints[I_ORDER], ints[I_SINCE], ints[I_STALE] = 1, 0, 1
        clear(view2(c, Z), 1)


@kernel
def end_at_stops(c):
    """Shorten the step where it would pass a corner of a function of time, or the end: nothing is evaluated beyond.

    A step by which an event is located lies inside one that was tried, and is left as it is.
    """
    real, ints, stops = view1(c, REAL), table(c, INTS), view1(c, STOPS)
    while ints[I_STOP] < stops.shape[0] - 1 and stops[ints[I_STOP]] - real[R_T] <= 1e-13 * abs(real[R_T]):
        ints[I_STOP] += 1
    if real[R_HIGH] > 0.0:
        return
    longest = view1(c, NUM)[N_LONGEST]
    if real[R_H] > longest:
        change(c, ints[I_ORDER], longest / real[R_H])
    left = stops[ints[I_STOP]] - real[R_T]
    if 1.001 * real[R_H] > left:
        change(c, ints[I_ORDER], left / real[R_H])
    elif 2.0 * real[R_H] > left and ints[I_STOP] < stops.shape[0] - 1:  # two equal steps rather than a tiny one
        change(c, ints[I_ORDER], 0.5 * left / real[R_H])


@kernel
def too_small(c):
    """Whether the step is below HMIN, or no more than rounding of the time; at time 0 it may be much shorter."""
    real = view1(c, REAL)
    return real[R_H] < max(real[R_HMIN], RESOLUTION * abs(real[R_T]), AT_ZERO * real[R_HMAX])
