"""GSTIFF: Gear's backward difference formulas of order 1 to 6 in Nordsieck form, variable step, with constraints.

Predictor    the polynomial of the history (history.py) at t + h
Corrector    y = psi + h b y',  psi = z_0 - b z_1 (predicted),  b = l_0, solved by corrector.py                      (1)
             then z_j += l_j (y - z_0)/l_0
Error        E_k = |y - z_0| / (k+1) in units of the tolerance (largest component); orders k-1 and k+1 from
             k! z_k / k and the change of y - z_0 divided by k+2; step factors 1/(1.2 E^(1/(k+1))), ...              (2)
References   Gear (1971), Numerical Initial Value Problems in ODEs, chapters 9 and 11; Hindmarsh (1983), ODEPACK.
"""

from __future__ import annotations

import math

from bellcrank.integrators.consistent import make_consistent, run
from bellcrank.integrators.corrector import BROKEN, CONVERGED, LOST, correct
from bellcrank.integrators.held import count_fully, ease_of, foresee, note_accepted, note_rejected
from bellcrank.integrators.history import COEFFICIENTS, FACTORIAL, keep_unit_length, predict, rescale, retract, start
from bellcrank.integrators.noise import is_left_over, rounding_floor, tolerated
from bellcrank.integrators.past import forget_slopes, keep_past, past_is_full
from bellcrank.integrators.problem import (
    BEFORE,
    CHECKED,
    F_ACCEPT,
    F_RESIDUAL,
    HELD,
    INTS,
    LAST,
    REAL,
    SENSORS,
    SIZES,
    STOPS,
    TOL,
    WORK,
    Y,
    Z,
)
from bellcrank.integrators.rows import output, write_outputs
from bellcrank.integrators.sensors import look_for_events, note_events
from bellcrank.integrators.stepper import (
    DONE,
    EVENT,
    I_DRIVEN,
    I_ERROR,
    I_ERROR_FAILS,
    I_EVENT,
    I_IN_A_ROW,
    I_KMAX,
    I_N_OUT,
    I_NEWTON_FAILS,
    I_ORDER,
    I_ORDERS,
    I_OUT,
    I_SINCE,
    I_STALE,
    I_STATUS,
    I_STEPS,
    I_STOP,
    I_WORST,
    NOT_FINITE,
    PAST_FULL,
    PIVOTS,
    PIVOTS_OUT,
    R_END,
    R_ERROR,
    R_ERROR_NOW,
    R_H,
    R_HIGH,
    R_HMAX,
    R_HMIN,
    R_LENGTH,
    R_NOISE,
    R_STUCK,
    R_T,
    R_WORK_ERROR,
    R_WORK_HIGH,
    R_WORK_LOW,
    R_WORST,
    RUNNING,
    TOO_SMALL,
)
from bellcrank.integrators.tolerances import set_tolerances
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

ACCEPT, JUMP, AGAIN, REJECT = 0, 1, 2, 3
RESOLUTION = 1e-14
"""The shortest step, as a part of the time."""


@kernel
def largest_error(c, which, order):
    """Largest component in units of the tolerance: 0 y - z_0, 1 order! z_order, 2 change of y - z_0."""
    checked, y, z, last, earlier, tol, ints = (
        index1(c, CHECKED),
        view1(c, Y),
        view2(c, Z),
        view1(c, LAST),
        view1(c, BEFORE),
        view1(c, TOL),
        table(c, INTS),
    )
    worst, where, held = 0.0, 0, view2(c, HELD)
    for k in range(checked.shape[0]):
        n = checked[k]
        if which == 0:
            e = y[n] - z[0, n]
        elif which == 1:
            e = FACTORIAL[order] * z[order, n]
        else:
            e = last[n] - earlier[n]
        size = abs(e) / tol[n] * ease_of(held, n)
        if not size <= worst:
            worst, where = size, n
    if which == 0:
        ints[I_WORST] = where
    return worst


@kernel
def add_work(c):
    """The work done, w = psi + h b (power); it is controlled like a state, so that no burst of power is stepped over.

    The power of motions needs the multipliers of the last iteration: one more residual.
    """
    ints, y, z, real, work = table(c, INTS), view1(c, Y), view2(c, Z), view1(c, REAL), view1(c, WORK)
    if ints[I_DRIVEN] == 1:
        run(c, F_RESIDUAL)
    b = COEFFICIENTS[ints[I_ORDER], 0]
    n = y.shape[0] - 1
    y[n] = z[0, n] - b * z[1, n] + real[R_H] * b * (work[0] + work[1])


@kernel
def note_work(c):
    """For the audit: the range of the work done, and the errors (2) of its integral, added up."""
    y, z, real = view1(c, Y), view2(c, Z), view1(c, REAL)
    n = y.shape[0] - 1
    real[R_WORK_LOW], real[R_WORK_HIGH] = min(real[R_WORK_LOW], y[n]), max(real[R_WORK_HIGH], y[n])
    real[R_WORK_ERROR] += abs(y[n] - z[0, n]) / (table(c, INTS)[I_ORDER] + 1.0)


@kernel
def accept(c):
    """Take the step: correct the history and the discrete memory."""
    ints, y, real, z, earlier, last = (
        table(c, INTS),
        view1(c, Y),
        view1(c, REAL),
        view2(c, Z),
        view1(c, BEFORE),
        view1(c, LAST),
    )
    order = ints[I_ORDER]
    note_work(c)
    for n in range(y.shape[0]):
        earlier[n] = last[n]
        last[n] = y[n] - z[0, n]
    for j in range(order + 1):
        part = COEFFICIENTS[order, j] / COEFFICIENTS[order, 0]
        for n in range(y.shape[0]):
            z[j, n] += part * last[n]
    real[R_T] += real[R_H]
    ints[I_STEPS] += 1
    ints[I_ORDERS + order] += 1
    note_accepted(c)
    ints[I_SINCE] += 1
    ints[I_IN_A_ROW] = 0
    real[R_NOISE] = 0.5 * real[R_NOISE] if real[R_NOISE] > 0.01 else 0.0
    keep_unit_length(c)
    keep_past(c)
    run(c, F_ACCEPT)


@kernel
def factor_for(error, bias, order):
    """Step factor that would bring the error to the tolerance."""
    return 1.0 / (bias * error ** (1.0 / (order + 1.0)) + 1e-6)


@kernel
def change(c, order, factor):
    """Change order and step."""
    ints, z, real = table(c, INTS), view2(c, Z), view1(c, REAL)
    ints[I_ORDER] = order
    rescale(z, order, factor)
    real[R_H] *= factor
    ints[I_SINCE] = 0
    foresee(c, math.inf)


@kernel
def choose_step(c, error):
    """After an accepted step: order and step of the next one (2)."""
    ints, real, y, z, last = table(c, INTS), view1(c, REAL), view1(c, Y), view2(c, Z), view1(c, LAST)
    order = ints[I_ORDER]
    if ints[I_SINCE] <= order:
        return
    same = factor_for(error, 1.2, order)
    down, up = 0.0, 0.0
    if order > 1:
        down = factor_for(largest_error(c, 1, order) / order, 1.3, order - 1)
    if order < ints[I_KMAX]:
        up = factor_for(largest_error(c, 2, order) / (order + 2.0), 1.4, order + 1)
    best = max(same, down, up)
    limit = real[R_HMAX] / real[R_H]
    if best < 1.15 or (limit <= 1.0 and up < best):
        ints[I_SINCE] = max(0, order - 2)
        if not (order > 1 and down > same * 1.2 and best >= 1.0):
            return
    new_order = order
    if best == up:
        for n in range(y.shape[0]):
            z[order + 1, n] = last[n] / FACTORIAL[order + 1]
        new_order = order + 1
    elif best == down:
        new_order = order - 1
    factor, bias = min(best, limit, 10.0 if ints[I_STEPS] < 20 else 4.0), 1.2 + 0.1 * abs(new_order - order)
    change(c, new_order, factor)
    foresee(c, (factor / (bias * best)) ** (new_order + 1.0))  # (2) backwards, with about its margin


@kernel
def restart(c):
    """Back to order 1 with the rates from the corrector's own history; the matrix is renewed."""
    ints = table(c, INTS)
    ints[I_ORDER] = 1
    ints[I_SINCE] = 0
    ints[I_STALE] = 1


@kernel
def reject(c, converged, error):
    """After a failed step: a smaller step or a lower order (2), and after repeated failures order 1.

    Order 6 with a smaller step after each step is unstable: its history shrinks, its errors do not. Order 5 promises
    the longer step.
    """
    ints, z = table(c, INTS), view2(c, Z)
    order = ints[I_ORDER]
    retract(z, order)
    if converged:
        note_rejected(c, error)
    ints[I_IN_A_ROW] += 1
    if not converged:
        ints[I_NEWTON_FAILS] += 1
        change(c, order, 0.25)
        ints[I_STALE] = 1
    else:
        ints[I_ERROR_FAILS] += 1
        same, down = factor_for(error, 1.2, order), 0.0
        if order > 1:
            down = factor_for(largest_error(c, 1, order) / order, 1.3, order - 1)
        if down > same:
            change(c, order - 1, max(0.1, min(1.0 if ints[I_IN_A_ROW] < 3 else 0.25, down)))
        else:
            change(c, order, max(0.1, min(0.9, 0.95 * same)))
    if ints[I_IN_A_ROW] >= 4 and order > 1:
        restart(c)


@kernel
def has_jumped(c, error):
    """Whether an algebraic unknown whose past is kept jumps here: a tiny step of order 1 has not helped."""
    sizes, ints, real = index1(c, SIZES), table(c, INTS), view1(c, REAL)
    algebraic = 13 * sizes[0] + sizes[1] <= ints[I_WORST] < view1(c, Y).shape[0] - 1
    tiny = real[R_H] < real[R_ERROR] * real[R_HMAX]
    return algebraic and tiny and ints[I_ORDER] == 1 and 0.0 < 0.7 * real[R_WORST] < error


@kernel
def test_step(c, status):
    """ACCEPT, JUMP (accept, and forget the slopes), AGAIN (the same step), REJECT; the error goes to R_ERROR_NOW."""
    ints, real = table(c, INTS), view1(c, REAL)
    error = 0.0
    if status == CONVERGED:
        add_work(c)
        error = largest_error(c, 0, 0) / (ints[I_ORDER] + 1.0)
    real[R_ERROR_NOW] = error
    if status == CONVERGED and error <= tolerated(c):
        return ACCEPT
    if status == CONVERGED and has_jumped(c, error):
        return JUMP
    if status == BROKEN:
        return REJECT
    worst = ints[I_WORST]
    floor = rounding_floor(c)
    ints[I_WORST] = worst
    if floor <= real[R_NOISE]:
        return ACCEPT if status == CONVERGED and is_left_over(c, error) else REJECT
    real[R_NOISE] = floor
    if status == CONVERGED:
        return ACCEPT if error <= tolerated(c) else REJECT
    return AGAIN if real[R_STUCK] < floor else REJECT


@kernel
def end_at_stops(c):
    """Shorten the step where it would pass a corner of a function of time, or the end: nothing is evaluated beyond."""
    real, ints, stops = view1(c, REAL), table(c, INTS), view1(c, STOPS)
    while ints[I_STOP] < stops.shape[0] - 1 and stops[ints[I_STOP]] - real[R_T] <= 1e-13 * abs(real[R_T]):
        ints[I_STOP] += 1
    left = stops[ints[I_STOP]] - real[R_T]
    if 1.001 * real[R_H] > left:
        change(c, ints[I_ORDER], left / real[R_H])
    elif 2.0 * real[R_H] > left and ints[I_STOP] < stops.shape[0] - 1:  # two equal steps rather than a tiny one
        change(c, ints[I_ORDER], 0.5 * left / real[R_H])


@kernel
def too_small(c):
    """Whether the step is below HMIN, or no more than rounding of the time: at time 0 it may be as short as it must."""
    real = view1(c, REAL)
    return real[R_H] < max(real[R_HMIN], RESOLUTION * abs(real[R_T]))


@kernel
def take(c, verdict):
    """Accept a good step, unless an event is behind its beginning: then it is made shorter."""
    real, ints, sensing = view1(c, REAL), table(c, INTS), view2(c, SENSORS).shape[0] > 0
    shorter = look_for_events(c) if sensing else 0.0
    if shorter > 0.0:
        retract(view2(c, Z), ints[I_ORDER])
        change(c, ints[I_ORDER], shorter / real[R_H])
        return
    accept(c)
    if sensing:
        note_events(c)
    if verdict == JUMP:
        forget_slopes(c)
    ints[I_ERROR] = 1


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told: RUNNING after most_steps, DONE, FULL, PIVOTS, TOO_SMALL or NOT_FINITE."""
    real, ints, z = view1(c, REAL), table(c, INTS), view2(c, Z)
    steps = 0
    while True:
        told = write_outputs(c)
        if told != RUNNING:
            return told
        if ints[I_EVENT] == 1:
            ints[I_EVENT] = 0
            return EVENT
        if ints[I_ERROR] >= 0:
            choose_step(c, real[R_ERROR_NOW])
            ints[I_ERROR] = -1
        if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
            return DONE
        if steps >= most_steps:
            return RUNNING
        if past_is_full(c):
            return PAST_FULL
        steps += 1
        end_at_stops(c)
        set_tolerances(c)
        predict(z, ints[I_ORDER])
        status = correct(c)
        if status == LOST:
            retract(z, ints[I_ORDER])
            return PIVOTS
        verdict = test_step(c, status)
        if verdict in (ACCEPT, JUMP):
            take(c, verdict)
            continue
        real[R_HIGH] = 0.0
        if verdict == AGAIN:
            retract(z, ints[I_ORDER])
            continue
        real[R_WORST] = real[R_ERROR_NOW]
        reject(c, status == CONVERGED, real[R_ERROR_NOW])
        if too_small(c):
            return NOT_FINITE if status == BROKEN else TOO_SMALL


@kernel
def advance(c, k):
    """Integrate until the end, a full output buffer, k steps, or a failure; the reason goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = go_on(c, k)


@kernel
def shrink(c, k):
    """A quarter of the step: the matrix has no inverse here; I_STATUS tells when it is too small."""
    ints = table(c, INTS)
    change(c, ints[I_ORDER], 0.25)
    ints[I_STALE] = 1
    ints[I_STATUS] = TOO_SMALL if too_small(c) else RUNNING


@kernel
def write_now(c, k):
    """One row of results at the present time, beside those of the output times."""
    good = output(c, view1(c, REAL)[R_T])
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT


@kernel
def begin(c, k):
    """Make the state consistent and start the history at order 1; I_STATUS tells when new pivots are needed."""
    good = make_consistent(c, view1(c, REAL)[R_LENGTH])
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT
    start(c)
    set_tolerances(c)
    count_fully(c)
    foresee(c, math.inf)


@kernel
def restart_history(c, k):
    """Start the history again at order 1 from the present state and rates, with the step in R_H."""
    start(c)
