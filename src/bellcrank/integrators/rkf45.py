"""RKF45: the explicit method of Runge, Kutta and Fehlberg of order 5 with an estimate of order 4.

Stages      k_i = f(t + c_i h, y + h sum_j a_ij k_j), i = 1..6;  y_{n+1} = y + h sum b_i k_i                       (1)
Error       h sum (b_i - b*_i) k_i, b* the formula of order 4                                                      (2)
Outputs     Hermite's polynomial of degree 5 through values and rates at the last three points: its error between
            two of them is 2e-4 h^6 y^(6), below that of the step                                                 (3)
References  Fehlberg (1969), NASA TR R-315, table III; Hairer, Norsett & Wanner (1993), Solving ODEs I, table II.5.1.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.explicit import (
    FOUND,
    LOST,
    SAFE,
    accept,
    before_step,
    begin,
    end_of_step,
    error_of,
    evaluate,
    evaluate_end,
    event_before,
    note_sensors,
    passes_output,
    reject,
    restart,
    shrink,
)
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    FORMULA,
    INTS,
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
from bellcrank.integrators.stepper import I_ORDER, I_ROWS, I_STATUS, PIVOTS_OUT, R_H, R_T, R_WORST, RUNNING
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

A = np.array(
    [
        [0, 0, 0, 0, 0],
        [1 / 4, 0, 0, 0, 0],
        [3 / 32, 9 / 32, 0, 0, 0],
        [1932 / 2197, -7200 / 2197, 7296 / 2197, 0, 0],
        [439 / 216, -8, 3680 / 513, -845 / 4104, 0],
        [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40],
    ]
)
B = np.array([16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55])
ERROR = B - np.array([25 / 216, 0, 1408 / 2565, 2197 / 4104, -1 / 5, 0])
C = A.sum(axis=1)
ROWS = 2
"""Points kept behind the newest one."""
DIFFERENCE = 6
"""Row of STAGES for (2)."""
AT, DIFFERENCES = 0, 1
"""Rows of FORMULA for the points of (3) and the differences over them."""
MOST, LEAST = 4.0, 0.2
"""Largest and smallest change of the step."""


@kernel
def combine(c, h, weights, count):
    """Y = y_n + h sum of weights times the stages."""
    y, past, stages = view1(c, Y), view2(c, STORY_Y), view2(c, STAGES)
    rated, last = index1(c, SIZES)[RATED], y.shape[0] - 1
    for m in range(rated + 1):
        n = m if m < rated else last
        total = 0.0
        for i in range(count):
            total += weights[i] * stages[i, n]
        y[n] = past[0, n] + h * total


@kernel
def stages_of(c, h):
    """(1): all stages; FOUND, BROKEN or LOST."""
    stages, yd, rate, num = view2(c, STAGES), view1(c, YD), view2(c, STORY_F), view1(c, NUM)
    for n in range(yd.shape[0]):
        stages[0, n] = rate[0, n]
    for i in range(1, 6):
        combine(c, h, A[i], i)
        num[N_T] = view1(c, REAL)[R_T] + C[i] * h
        status = evaluate(c)
        if status != FOUND:
            return status
        for n in range(yd.shape[0]):
            stages[i, n] = yd[n]
    return FOUND


@kernel
def estimate(c, h):
    """(2) in tolerances; the row DIFFERENCE of STAGES holds it."""
    stages = view2(c, STAGES)
    for n in range(stages.shape[1]):
        total = 0.0
        for i in range(6):
            total += ERROR[i] * stages[i, n]
        stages[DIFFERENCE, n] = h * total
    return error_of(c, DIFFERENCE, 1.0)


@kernel
def newton_form(c, n, points, h, at, d):
    """(3) of unknown n: divided differences d over the doubled points at[0], at[0], at[1], ... in units of h."""
    past, rate = view2(c, STORY_Y), view2(c, STORY_F)
    count = 2 * points
    for i in range(count):
        d[i] = past[i // 2, n]
    for k in range(1, count):
        for i in range(count - 1, k - 1, -1):
            apart = at[i // 2] - at[(i - k) // 2]
            d[i] = (d[i] - d[i - 1]) / apart if apart != 0.0 else h * rate[i // 2, n]


@kernel
def hermite(c):
    """(3) as powers of (t - t_0)/h in Z; I_ORDER tells its degree."""
    z, ints, times_of, room = view2(c, Z), table(c, INTS), view1(c, STORY_T), view2(c, FORMULA)
    h, rated, last = view1(c, REAL)[R_H], index1(c, SIZES)[RATED], z.shape[1] - 1
    points = min(ints[I_ROWS], ROWS + 1)
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
def prepare_outputs(c):
    """Z for the rows of results between the last two steps, in units of the step in R_H: it must not change then."""
    y, z = view1(c, Y), view2(c, Z)
    if passes_output(c):
        hermite(c)
    else:
        for n in range(y.shape[0]):
            z[0, n] = y[n]


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    real, num = view1(c, REAL), view1(c, NUM)
    t = end_of_step(c)
    h = real[R_H]
    status = stages_of(c, h)
    if status == LOST:
        return PIVOTS_OUT
    error = estimate(c, h) if status == FOUND else 0.0
    if status != FOUND or not error <= 1.0:
        real[R_WORST] = error
        return reject(c, status, error, 4)
    combine(c, h, B, 6)
    num[N_T] = t
    status = evaluate_end(c, 1)
    if status != FOUND:
        return PIVOTS_OUT if status == LOST else reject(c, status, 0.0, 4)
    shorter = event_before(c)
    if shorter > 0.0:
        real[R_H] = shorter
        return RUNNING
    accept(c, ROWS, 5, view2(c, STAGES)[DIFFERENCE, view1(c, Y).shape[0] - 1])
    note_sensors(c)
    real[R_H] *= max(LEAST, min(MOST, SAFE * max(error, 1e-12) ** -0.2))
    prepare_outputs(c)
    return RUNNING


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told."""
    steps = 0
    while True:
        told = before_step(c)
        if told != RUNNING or steps >= most_steps:
            return told
        steps += 1
        told = try_step(c)
        if told != RUNNING:
            return told


@kernel
def advance(c, k):
    """Integrate until the end, a full output buffer, k steps, or a failure; the reason goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = go_on(c, k)


RKF45 = entry(METHODS, "RKF45")(
    Method(
        "RKF45", "Runge-Kutta-Fehlberg of order 5", ("SI2", "COMPLEMENT"), 5, begin, restart, advance, shrink, write_now
    )
)
