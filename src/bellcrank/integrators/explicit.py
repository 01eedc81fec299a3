"""What explicit methods share: rates at a state, the way back onto the constraints, past values, outputs.

Rates       y' = f(t, y) of all unknowns with a rate: accelerations, multipliers and rates of states from
            [M, J^T; J, 0] [u'; lam] = [f; gamma], as in consistent.py                                            (1)
Constraints are invariants of (1). At the end of every step positions and velocities are moved onto them by the least
            change in the metric of the masses; the order of a method stays (Hairer, Lubich & Wanner, section IV.4).
            Rows that follow from others are left out beforehand; where a formulation of its own is asked for,
            complement.py solves (1) with a basis of the motions that the constraints allow.
Story       times, unknowns and rates of the last steps, the newest first; the model carries them along when it changes
            its coordinates.
Outputs     the integral of the polynomial through the last rates:  y(t) = y_n + integral P                        (2)
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import OUTPUTS, factor, run, solve
from bellcrank.integrators.consistent import MOST, accelerations, is_closed_to_rounding, make_consistent, rows_only
from bellcrank.integrators.problem import (
    CHECKED,
    F_DECODE,
    F_ENCODE,
    F_KEEP,
    F_MATRIX,
    F_RATES,
    F_RESIDUAL,
    F_SHIFT_POSITIONS,
    F_SHIFT_VELOCITIES,
    F_WEIGH,
    FORM,
    INTS,
    N_BAD,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_HSIZE,
    N_LONGEST,
    N_NRHS,
    N_ORDER,
    N_SCALE,
    N_T,
    N_WITH_ACC,
    NONLINEAR,
    NUM,
    RATED,
    REAL,
    SENSORS,
    SIZES,
    STAGES,
    STOPS,
    STORY_F,
    STORY_T,
    STORY_Y,
    TOL,
    YD,
    Y,
    Z,
)
from bellcrank.integrators.rows import note_violations, write_outputs
from bellcrank.integrators.sensors import look_for_events, note_events
from bellcrank.integrators.step_control import too_small
from bellcrank.integrators.stepper import (
    DONE,
    EVENT,
    I_DRIVEN,
    I_ERROR_FAILS,
    I_EVENT,
    I_IN_A_ROW,
    I_ITERATIONS,
    I_MATRICES,
    I_N_OUT,
    I_ORDER,
    I_ORDERS,
    I_OUT,
    I_RESIDUALS,
    I_ROWS,
    I_STATUS,
    I_STEPS,
    I_STOP,
    I_WORST,
    NOT_FINITE,
    PIVOTS_OUT,
    R_DTOUT,
    R_END,
    R_H,
    R_HIGH,
    R_HMAX,
    R_OUT0,
    R_T,
    R_WORK_ERROR,
    R_WORK_HIGH,
    R_WORK_LOW,
    RUNNING,
    TOO_SMALL,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

FOUND, BROKEN, LOST = 0, 1, 2
"""Rates were found; an expression gave no number; new pivots are needed."""
DEEPEST = 13
"""Rows of the story."""
LEAST, MOST_GROWTH, SAFE = 0.2, 2.0, 0.9
"""Of the step: what is left at least after a rejection, the largest growth, and the part of what the error allows."""


@kernel
def seeds(c):
    """Derivatives by accelerations: the matrix is [M, J^T; J, 0]."""
    num = view1(c, NUM)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED], num[N_WITH_ACC] = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0


@kernel
def new_matrix(c):
    """At the state of the last residual; False when new pivots are needed."""
    run(c, F_MATRIX)
    table(c, INTS)[I_MATRICES] += 1
    return factor(c, OUTPUTS)


@kernel
def find_rates(c):
    """(1) at the state of the last residual, with the matrix factored last; then Y and YD."""
    ints, num = table(c, INTS), view1(c, NUM)
    ints[I_ITERATIONS] += 1
    good = accelerations(c, MOST if index1(c, SIZES)[NONLINEAR] == 1 else 1)
    if ints[I_DRIVEN] == 1:
        run(c, F_RESIDUAL)  # the power of motions needs the multipliers
    num[N_WITH_ACC] = 0.0
    if not good:
        return LOST
    run(c, F_RATES)
    return BROKEN if num[N_BAD] != 0.0 or not are_finite(c) else FOUND


@kernel
def are_finite(c):
    """Whether all rates are numbers."""
    yd, total = view1(c, YD), 0.0
    for n in range(yd.shape[0]):
        total += abs(yd[n])
    return math.isfinite(total)


@kernel
def evaluate(c):
    """Rates YD of the unknowns Y at the time in NUM: FOUND, BROKEN or LOST."""
    num, ints = view1(c, NUM), table(c, INTS)
    num[N_BAD] = 0.0
    run(c, F_DECODE)
    seeds(c)
    run(c, F_RESIDUAL)
    ints[I_RESIDUALS] += 1
    if num[N_BAD] != 0.0:
        return BROKEN
    if not new_matrix(c):
        num[N_WITH_ACC] = 0.0
        return LOST
    return find_rates(c)


@kernel
def evaluate_end(c, fresh):
    """The same at the end of a step, after positions and velocities were moved onto the constraints.

    fresh 0: the matrix of a state that differs by less than the error of a step serves.
    """
    num, ints = view1(c, NUM), table(c, INTS)
    num[N_BAD] = 0.0
    run(c, F_DECODE)
    seeds(c)
    run(c, F_RESIDUAL)
    ints[I_RESIDUALS] += 1
    if num[N_BAD] != 0.0:
        return BROKEN
    if fresh == 1 and not new_matrix(c):
        num[N_WITH_ACC] = 0.0
        return LOST
    if index1(c, FORM).shape[0] > 0:
        close(c)
    return find_rates(c)


@kernel
def close(c):
    """Onto the constraints, with the matrix factored last."""
    for _ in range(4):
        if is_closed_to_rounding(c):
            break
        rows_only(c, 0)
        solve(c, OUTPUTS)
        run(c, F_SHIFT_POSITIONS)
        run(c, F_RESIDUAL)
    rows_only(c, 1)
    solve(c, OUTPUTS)
    run(c, F_SHIFT_VELOCITIES)
    run(c, F_RESIDUAL)


@kernel
def error_of(c, row, factor_of):
    """The largest component of a row of STAGES times a factor, in tolerances; where it is goes to I_WORST."""
    stages, tol, checked = view2(c, STAGES), view1(c, TOL), index1(c, CHECKED)
    worst, where = 0.0, 0
    for k in range(checked.shape[0]):
        n = checked[k]
        size = abs(stages[row, n]) / tol[n]
        if not size <= worst:
            worst, where = size, n
    table(c, INTS)[I_WORST] = where
    return worst * abs(factor_of)


@kernel
def start(c):
    """The story begins at the present state."""
    real, ints, y, yd, z = view1(c, REAL), table(c, INTS), view1(c, Y), view1(c, YD), view2(c, Z)
    run(c, F_ENCODE)
    view1(c, STORY_T)[0] = real[R_T]
    past, rate = view2(c, STORY_Y), view2(c, STORY_F)
    for n in range(y.shape[0]):
        past[0, n], rate[0, n] = y[n], yd[n]
        z[0, n], z[1, n] = y[n], real[R_H] * yd[n]
    ints[I_ROWS], ints[I_ORDER], ints[I_IN_A_ROW] = 1, 1, 0


@kernel
def begin(c, k):
    """Make the state consistent and start; I_STATUS tells when new pivots are needed."""
    good = make_consistent(c)
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT
    if good:
        run(c, F_RESIDUAL)
        start(c)


@kernel
def restart(c, k):
    """Start again from the present state and rates with the step in R_H."""
    start(c)


@kernel
def push(c, depth):
    """The state just reached, Y and YD at the time in NUM, is the newest row of the story; at most depth + 1 rows."""
    ints, times_of, past, rate = table(c, INTS), view1(c, STORY_T), view2(c, STORY_Y), view2(c, STORY_F)
    y, yd = view1(c, Y), view1(c, YD)
    rows = min(ints[I_ROWS], depth)
    for j in range(rows, 0, -1):
        times_of[j] = times_of[j - 1]
        for n in range(y.shape[0]):
            past[j, n], rate[j, n] = past[j - 1, n], rate[j - 1, n]
    times_of[0] = view1(c, NUM)[N_T]
    for n in range(y.shape[0]):
        past[0, n], rate[0, n] = y[n], yd[n]
    ints[I_ROWS] = rows + 1


@kernel
def differences(c, rows):
    """Divided differences of the rates over `rows` rows of the story, in STAGES: f[t_0], f[t_0, t_1], ..."""
    times_of, rate, stages = view1(c, STORY_T), view2(c, STORY_F), view2(c, STAGES)
    for j in range(rows):
        for n in range(rate.shape[1]):
            stages[j, n] = rate[j, n]
    for i in range(1, rows):
        for j in range(rows - 1, i - 1, -1):
            per = 1.0 / (times_of[j] - times_of[j - i])
            for n in range(rate.shape[1]):
                stages[j, n] = (stages[j, n] - stages[j - 1, n]) * per


@kernel
def polynomial(c, rows):
    """(2) as powers of (t - t_0)/h in Z, of degree `rows`; I_ORDER tells it."""
    times_of, past, stages, z = view1(c, STORY_T), view2(c, STORY_Y), view2(c, STAGES), view2(c, Z)
    h, rated, last = view1(c, REAL)[R_H], index1(c, SIZES)[RATED], z.shape[1] - 1
    differences(c, rows)
    for n in range(z.shape[1]):
        for j in range(1, rows + 1):
            z[j, n] = 0.0
        z[0, n] = past[0, n]
        if n >= rated and n != last:
            continue
        for j in range(rows - 1, -1, -1):  # Horner: P = a_j + (t - t_j) P; coefficients of P in z[1], z[2], ...
            apart = times_of[0] - times_of[j]
            for i in range(rows - 1, 0, -1):
                z[i + 1, n] = z[i + 1, n] * apart + z[i, n] * h
            z[1, n] = z[1, n] * apart + stages[j, n]
        for j in range(1, rows + 1):
            z[j, n] *= h / j
    table(c, INTS)[I_ORDER] = rows


@kernel
def note_work(c, error):
    """For the audit: the range of the work done, and the errors of its integral, added up."""
    y, real = view1(c, Y), view1(c, REAL)
    n = y.shape[0] - 1
    real[R_WORK_LOW], real[R_WORK_HIGH] = min(real[R_WORK_LOW], y[n]), max(real[R_WORK_HIGH], y[n])
    real[R_WORK_ERROR] += abs(error)


@kernel
def accept(c, depth, order, error_of_work):
    """Take the step to the state just reached."""
    ints, real, num = table(c, INTS), view1(c, REAL), view1(c, NUM)
    note_work(c, error_of_work)
    note_violations(c)
    push(c, depth)
    real[R_T] = num[N_T]
    ints[I_STEPS] += 1
    ints[I_ORDERS + min(order, 12)] += 1
    ints[I_IN_A_ROW] = 0
    num[N_HSIZE], num[N_ORDER], num[N_NRHS] = real[R_H], float(ints[I_ROWS]), float(ints[I_RESIDUALS])
    run(c, F_WEIGH)
    run(c, F_KEEP)


@kernel
def prepare_outputs(c, order):
    """Z for the rows of results between the last two steps, in units of the step in R_H: it must not change then."""
    ints, y, z = table(c, INTS), view1(c, Y), view2(c, Z)
    if passes_output(c):
        polynomial(c, min(ints[I_ROWS], order))
    else:
        for n in range(y.shape[0]):
            z[0, n] = y[n]


@kernel
def passes_output(c):
    """Whether the next output time is not after the present time."""
    real, ints = view1(c, REAL), table(c, INTS)
    t_out = real[R_OUT0] + real[R_DTOUT] * ints[I_OUT] if ints[I_OUT] < ints[I_N_OUT] else real[R_END]
    return ints[I_OUT] <= ints[I_N_OUT] and t_out <= real[R_T] * (1.0 + 1e-14) + 1e-300


@kernel
def end_of_step(c):
    """The time at the end of the next step; R_H is made shorter where it would pass a corner of a function of time.

    A step by which an event is located lies inside one that was tried, and is left as it is.
    """
    real, ints, stops = view1(c, REAL), table(c, INTS), view1(c, STOPS)
    t = real[R_T]
    while ints[I_STOP] < stops.shape[0] - 1 and stops[ints[I_STOP]] - t <= 1e-13 * abs(t):
        ints[I_STOP] += 1
    end = stops[ints[I_STOP]]
    left = end - t
    if real[R_HIGH] > 0.0:
        return end if real[R_H] == left else t + real[R_H]
    real[R_H] = min(real[R_H], real[R_HMAX], view1(c, NUM)[N_LONGEST])
    if 1.001 * real[R_H] > left:
        real[R_H] = left
        return end
    if 2.0 * real[R_H] > left and ints[I_STOP] < stops.shape[0] - 1:  # two equal steps rather than a tiny one
        real[R_H] = 0.5 * left
    return t + real[R_H]


@kernel
def event_before(c):
    """0, or the length of the step to try because of an event in the one just computed."""
    return look_for_events(c) if view2(c, SENSORS).shape[0] > 0 else 0.0


@kernel
def note_sensors(c):
    """After an accepted step."""
    if view2(c, SENSORS).shape[0] > 0:
        note_events(c)


@kernel
def reject(c, status, error, order):
    """A shorter step; RUNNING, or what stops the integration."""
    real, ints = view1(c, REAL), table(c, INTS)
    real[R_HIGH] = 0.0
    ints[I_ERROR_FAILS] += 1
    ints[I_IN_A_ROW] += 1
    shorter = 0.25
    if status == FOUND:
        shorter = max(LEAST, min(0.9, SAFE * error ** (-1.0 / (order + 1.0)))) if error > 0.0 else LEAST
    real[R_H] *= shorter
    if too_small(c):
        return NOT_FINITE if status == BROKEN else TOO_SMALL
    return RUNNING


@kernel
def before_step(c):
    """RUNNING where a step is to be tried; else what is to be told."""
    real, ints = view1(c, REAL), table(c, INTS)
    told = write_outputs(c)
    if told != RUNNING:
        return told
    if ints[I_EVENT] == 1:
        ints[I_EVENT] = 0
        return EVENT
    if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
        return DONE
    return RUNNING


@kernel
def shrink(c, k):
    """A quarter of the step; I_STATUS tells when it is too small."""
    view1(c, REAL)[R_H] *= 0.25
    table(c, INTS)[I_STATUS] = TOO_SMALL if too_small(c) else RUNNING
