"""Past values as a story: times, unknowns and rates of the last steps, the newest first; outputs between them.

The model carries the story along when it changes its coordinates (F_KEEP). Two polynomials for outputs:
Integral    of the polynomial through the last rates:  y(t) = y_n + integral P                                      (1)
Hermite     through values and rates at the last points: P = d_0 + (x - x_0) [d_0' + (x - x_0) [d_1 + ...]], divided
            differences over doubled points                                                                        (2)
References  Hairer, Norsett & Wanner (1993), Solving ODEs I, sections II.6, III.5.
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import run
from bellcrank.integrators.consistent import make_consistent
from bellcrank.integrators.problem import (
    F_ENCODE,
    F_KEEP,
    F_RESIDUAL,
    F_WEIGH,
    FORMULA,
    INTS,
    N_HSIZE,
    N_NRHS,
    N_ORDER,
    N_T,
    NUM,
    RATED,
    REAL,
    SIZES,
    STAGES,
    STORY_F,
    STORY_T,
    STORY_Y,
    YD,
    Y,
    Z,
)
from bellcrank.integrators.rows import note_step, note_violations
from bellcrank.integrators.stepper import (
    I_IN_A_ROW,
    I_N_OUT,
    I_ORDER,
    I_ORDERS,
    I_OUT,
    I_RESIDUALS,
    I_ROWS,
    I_STATUS,
    I_STEPS,
    PIVOTS_OUT,
    R_DTOUT,
    R_END,
    R_H,
    R_OUT0,
    R_T,
    R_WORK_ERROR,
    R_WORK_HIGH,
    R_WORK_LOW,
    RUNNING,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

DEEPEST = 13
"""Rows of the story."""
AT, DIFFERENCES = 0, 1
"""Rows of FORMULA for the points of (2) and the differences over them."""


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
    rated, last = index1(c, SIZES)[RATED], rate.shape[1] - 1
    for j in range(rows):
        for n in range(rated):
            stages[j, n] = rate[j, n]
        stages[j, last] = rate[j, last]
    for i in range(1, rows):
        for j in range(rows - 1, i - 1, -1):
            per = 1.0 / (times_of[j] - times_of[j - i])
            for n in range(rated):
                stages[j, n] = (stages[j, n] - stages[j - 1, n]) * per
            stages[j, last] = (stages[j, last] - stages[j - 1, last]) * per


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
def newton_form(c, n, points, h, at, d):
    """(2) of unknown n: divided differences d over the doubled points at[0], at[0], at[1], ... in units of h."""
    past, rate = view2(c, STORY_Y), view2(c, STORY_F)
    count = 2 * points
    for i in range(count):
        d[i] = past[i // 2, n]
    for k in range(1, count):
        for i in range(count - 1, k - 1, -1):
            apart = at[i // 2] - at[(i - k) // 2]
            d[i] = (d[i] - d[i - 1]) / apart if apart != 0.0 else h * rate[i // 2, n]


@kernel
def hermite(c, points):
    """(2) as powers of (t - t_0)/h in Z; I_ORDER tells its degree."""
    z, ints, times_of, room = view2(c, Z), table(c, INTS), view1(c, STORY_T), view2(c, FORMULA)
    h, rated, last = view1(c, REAL)[R_H], index1(c, SIZES)[RATED], z.shape[1] - 1
    count, at, d = 2 * points, room[AT, :], room[DIFFERENCES, :]
    for i in range(points):
        at[i] = (times_of[i] - times_of[0]) / h
    for n in range(z.shape[1]):
        for j in range(1, count):
            z[j, n] = 0.0
        z[0, n] = view2(c, STORY_Y)[0, n]
        if n >= rated and n != last:
            continue
        newton_form(c, n, points, h, at, d)
        z[0, n] = d[count - 1]
        for i in range(count - 2, -1, -1):  # Horner: P = d_i + (x - x_i) P
            for j in range(count - 1, 0, -1):
                z[j, n] = z[j - 1, n] - at[i // 2] * z[j, n]
            z[0, n] = d[i] - at[i // 2] * z[0, n]
    ints[I_ORDER] = count - 1


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
    note_step(c)
    push(c, depth)
    real[R_T] = num[N_T]
    ints[I_STEPS] += 1
    ints[I_ORDERS + min(order, 12)] += 1
    ints[I_IN_A_ROW] = 0
    num[N_HSIZE], num[N_ORDER], num[N_NRHS] = real[R_H], float(ints[I_ROWS]), float(ints[I_RESIDUALS])
    run(c, F_WEIGH)
    run(c, F_KEEP)


@kernel
def next_output(c):
    """The next output time; infinite when all are written."""
    real, ints = view1(c, REAL), table(c, INTS)
    if ints[I_OUT] > ints[I_N_OUT]:
        return math.inf
    return real[R_OUT0] + real[R_DTOUT] * ints[I_OUT] if ints[I_OUT] < ints[I_N_OUT] else real[R_END]


@kernel
def passes_output(c):
    """Whether the next output time is not after the present time."""
    return next_output(c) <= view1(c, REAL)[R_T] * (1.0 + 1e-14) + 1e-300


@kernel
def is_within(c, t):
    """Whether the next output time is before the end t of the step."""
    return next_output(c) < t - 1e-14 * abs(t)


@kernel
def stay(c):
    """Z where no output is passed: the unknowns of now."""
    y, z = view1(c, Y), view2(c, Z)
    for n in range(y.shape[0]):
        z[0, n] = y[n]


@kernel
def prepare_outputs(c, order):
    """Z by (1) for the rows of results between the last two steps, in units of the step in R_H: it must not change."""
    if passes_output(c):
        polynomial(c, min(table(c, INTS)[I_ROWS], order))
    else:
        stay(c)


@kernel
def prepare_hermite(c, points):
    """Z by (2), the same."""
    if passes_output(c):
        hermite(c, min(table(c, INTS)[I_ROWS], points))
    else:
        stay(c)
