"""GSTIFF: Gear's backward difference formulas of order 1 to 6 in Nordsieck form, variable step, with constraints.

Predictor    the polynomial of the history (history.py) at t + h
Corrector    y = psi + h b y',  psi = z_0 - b z_1 (predicted),  b = l_0, solved by corrector.py                      (1)
             then z_j += l_j (y - z_0)/l_0
Error        E_k = |y - z_0| / (k+1) in units of the tolerance (estimate.py), that of positions by the unit of time
             (largest.py), order and step by step_control.py      (2)
References   Gear (1971), Numerical Initial Value Problems in ODEs, chapters 9 and 11; Hindmarsh (1983), ODEPACK.
"""

from __future__ import annotations

from bellcrank.integrators.calls import run
from bellcrank.integrators.consistent import make_consistent
from bellcrank.integrators.corrector import BROKEN, CONVERGED, LOST, correct
from bellcrank.integrators.estimate import NOW, error_of_step, largest_error
from bellcrank.integrators.formula import MEASURES, NEXT, ROOM, L, choose_formula, forget_steps, remember_step
from bellcrank.integrators.history import HIGHEST, add_polynomial, predict, retract, start
from bellcrank.integrators.largest import invert_tolerances
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.past import forget_slopes, keep_past, past_is_full
from bellcrank.integrators.problem import (
    F_ACCEPT,
    F_RESIDUAL,
    F_WEIGH,
    FORMULA,
    INTS,
    LAST,
    RATED,
    REAL,
    SENSORS,
    SIZES,
    WORK,
    Y,
    Z,
)
from bellcrank.integrators.rows import note_step, note_violations, output, write_outputs
from bellcrank.integrators.sensors import look_for_events, note_events
from bellcrank.integrators.singular import fade, is_left_over, magnification, rounding_floor, stays_open, tolerated
from bellcrank.integrators.step_control import change, choose_step, end_at_stops, reject, too_small
from bellcrank.integrators.stepper import (
    DONE,
    EVENT,
    I_CHOOSE,
    I_DRIVEN,
    I_EVENT,
    I_IN_A_ROW,
    I_N_OUT,
    I_ORDER,
    I_ORDERS,
    I_OUT,
    I_SHORTER,
    I_SINCE,
    I_STALE,
    I_STATUS,
    I_STEPS,
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
    R_NOISE,
    R_STUCK,
    R_T,
    R_USUAL,
    R_WORK_ERROR,
    R_WORK_HIGH,
    R_WORK_LOW,
    R_WORST,
    RUNNING,
    TOO_SMALL,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

ACCEPT, JUMP, AGAIN, REJECT, OPEN = 0, 1, 2, 3, 4


@kernel
def add_work(c):
    """The work done, w = psi + h b (power); it is controlled like a state, so that no burst of power is stepped over.

    The power of motions needs the multipliers of the last iteration: one more residual.
    """
    ints, y, z, real, work = table(c, INTS), view1(c, Y), view2(c, Z), view1(c, REAL), view1(c, WORK)
    if ints[I_DRIVEN] == 1:
        run(c, F_RESIDUAL)
    b = view2(c, FORMULA)[L, 0]
    n = y.shape[0] - 1
    y[n] = z[0, n] - b * z[1, n] + real[R_H] * b * (work[0] + work[1])


@kernel
def note_work(c, measure):
    """For the audit: the range of the work done, and the errors (2) of its integral, added up."""
    y, z, real = view1(c, Y), view2(c, Z), view1(c, REAL)
    n = y.shape[0] - 1
    real[R_WORK_LOW], real[R_WORK_HIGH] = min(real[R_WORK_LOW], y[n]), max(real[R_WORK_HIGH], y[n])
    real[R_WORK_ERROR] += abs(y[n] - z[0, n]) / measure


@kernel
def correct_history(c):
    """z_j += l_j (y - z_0)/l_0, and the corrections of the last two steps."""
    y, z, last, f = view1(c, Y), view2(c, Z), view2(c, LAST), view2(c, FORMULA)
    per = 1.0 / f[L, 0]
    for n in range(y.shape[0]):
        last[1, n] = last[0, n]
        last[0, n] = y[n] - z[0, n]
    for j in range(HIGHEST + 1):
        f[ROOM, j] = per * f[L, j]
    add_polynomial(z, f[ROOM], last[0])


@kernel
def accept(c):
    """Take the step: correct the history and the discrete memory."""
    ints, real = table(c, INTS), view1(c, REAL)
    note_work(c, view2(c, FORMULA)[MEASURES, NEXT])
    note_violations(c)
    note_step(c)
    correct_history(c)
    remember_step(c)
    real[R_T] += real[R_H]
    ints[I_STEPS] += 1
    ints[I_ORDERS + ints[I_ORDER]] += 1
    ints[I_SINCE] += 1
    ints[I_IN_A_ROW], ints[I_SHORTER] = 0, 0
    if real[R_USUAL] == 0.0:
        magnification(c)
    fade(c)
    keep_past(c)
    run(c, F_WEIGH)
    run(c, F_ACCEPT)


@kernel
def has_jumped(c, error):
    """Whether an algebraic unknown whose past is kept jumps here: a tiny step of order 1 has not helped."""
    ints, real = table(c, INTS), view1(c, REAL)
    algebraic = index1(c, SIZES)[RATED] <= ints[I_WORST] < view1(c, Y).shape[0] - 1
    tiny = real[R_H] < real[R_ERROR] * real[R_HMAX]
    return algebraic and tiny and ints[I_ORDER] == 1 and 0.0 < 0.7 * real[R_WORST] < error


@kernel
def error_now(c):
    """The error of the step (2): as the equations see it, where the plain estimate does not do."""
    order, measure = table(c, INTS)[I_ORDER], view2(c, FORMULA)[MEASURES, NEXT]
    add_work(c)
    error = error_of_step(c) / measure
    return error if error <= 1.0 else largest_error(c, NOW, order, True) / measure


@kernel
def test_step(c, status):
    """ACCEPT, JUMP (accept, and forget the slopes), AGAIN (the same step), REJECT, OPEN; R_ERROR_NOW: the error."""
    real, error = view1(c, REAL), 0.0
    if status == CONVERGED:
        if stays_open(c):
            return OPEN
        error = error_now(c)
    real[R_ERROR_NOW] = error
    if status == CONVERGED and error <= tolerated(c):
        return ACCEPT
    if status == CONVERGED and has_jumped(c, error):
        return JUMP
    if status == BROKEN:
        return REJECT
    floor, known = rounding_floor(c), real[R_NOISE]
    real[R_NOISE] = max(floor, known)
    if status == CONVERGED:
        invert_tolerances(c, real[R_H])  # rounding of positions is known now
        error = error_now(c)
        real[R_ERROR_NOW] = error
        return ACCEPT if error <= tolerated(c) or is_left_over(c, error) else REJECT
    return AGAIN if floor > known and real[R_STUCK] < floor else REJECT


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
    ints[I_CHOOSE] = 1


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    real, ints, z = view1(c, REAL), table(c, INTS), view2(c, Z)
    end_at_stops(c)
    choose_formula(c)
    predict(z)
    status = correct(c)
    if status == LOST:
        retract(z, ints[I_ORDER])
        return PIVOTS
    verdict = test_step(c, status)
    if verdict in (ACCEPT, JUMP):
        take(c, verdict)
        return RUNNING
    real[R_HIGH] = 0.0
    if verdict == AGAIN:
        retract(z, ints[I_ORDER])
        return RUNNING
    real[R_WORST] = real[R_ERROR_NOW]
    reject(c, status == CONVERGED and verdict != OPEN, real[R_ERROR_NOW])
    if too_small(c):
        return NOT_FINITE if status == BROKEN else TOO_SMALL
    return RUNNING


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told: RUNNING after most_steps, DONE, FULL, PIVOTS, TOO_SMALL or NOT_FINITE."""
    real, ints = view1(c, REAL), table(c, INTS)
    steps = 0
    while True:
        told = write_outputs(c)
        if told != RUNNING:
            return told
        if ints[I_EVENT] == 1:
            ints[I_EVENT] = 0
            return EVENT
        if ints[I_CHOOSE] == 1:
            choose_step(c)
            ints[I_CHOOSE] = 0
        if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
            return DONE
        if steps >= most_steps:
            return RUNNING
        if past_is_full(c):
            return PAST_FULL
        steps += 1
        told = try_step(c)
        if told != RUNNING:
            return told


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
    good = make_consistent(c)
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT
    start(c)
    forget_steps(c)


@kernel
def restart(c, k):
    """Start the history again at order 1 from the present state and rates, with the step in R_H."""
    start(c)
    forget_steps(c)


GSTIFF = entry(METHODS, "GSTIFF")(
    Method(
        "GSTIFF",
        "backward differences of order 1 to 6",
        ("SI2", "I3"),
        6,
        begin,
        restart,
        advance,
        shrink,
        write_now,
        keeps_past=True,
    )
)
