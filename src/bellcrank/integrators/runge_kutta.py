"""What explicit Runge-Kutta methods share: stages, the end of a step, its length.

Stages      k_i = f(t + c_i h, y + h sum_j a_ij k_j);  y_{n+1} = y + h sum b_i k_i                                  (1)
Step        h SAFE error^(-0.8/p) error_before^(0.3/p), p the order of the estimate plus one: where motion quickens,
            errors grow from step to step, and steps become shorter before one fails; not longer after a failure   (2)
References  Hairer, Norsett & Wanner (1993), Solving ODEs I, sections II.1, II.4; Gustafsson (1991), ACM TOMS 17, 533.
"""

from __future__ import annotations

from bellcrank.integrators.explicit import evaluate, evaluate_end, give_up, refuse
from bellcrank.integrators.problem import (
    INTS,
    N_T,
    NUM,
    RATED,
    REAL,
    SIZES,
    STAGES,
    STORY_F,
    STORY_Y,
    YD,
    Y,
)
from bellcrank.integrators.stepper import I_IN_A_ROW, R_ERROR_NOW, R_H, R_T, R_WORST, RUNNING
from bellcrank.integrators.stepping import FOUND, ends_earlier, note_sensors
from bellcrank.integrators.story import accept, prepare_hermite
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

REACHED = -1
"""The end of the step is reached, and good: take it."""
MOST, LEAST = 5.0, 0.2
"""Largest and smallest change of the step."""
SAFE, NOW, BEFORE = 0.8, 0.8, 0.3
"""(2). For errors of 1e-3 to 1e-7 in four mechanisms (double pendulum, chain, parallelogram, squeezer) DOP853 takes 5 %
fewer evaluations than with 0.9, 0.7 and 0.4, RKF45 2 %, and half as many steps fail."""
SMALL = 1e-4
"""An error counts as no less: the first steps are short."""


@kernel
def combine(c, h, weights, count):
    """Y = y_n + h sum of weights times the stages."""
    y, past, stages = view1(c, Y), view2(c, STORY_Y), view2(c, STAGES)
    rated, last = index1(c, SIZES)[RATED], y.shape[0] - 1
    for n in range(rated):
        y[n] = past[0, n] + h * weights[0] * stages[0, n]
    y[last] = past[0, last] + h * weights[0] * stages[0, last]
    for i in range(1, count):
        w = h * weights[i]
        if w != 0.0:
            for n in range(rated):
                y[n] += w * stages[i, n]
            y[last] += w * stages[i, last]


@kernel
def keep_stage(c, i):
    """Stage i from the rates of now."""
    stages, yd = view2(c, STAGES), view1(c, YD)
    for n in range(yd.shape[0]):
        stages[i, n] = yd[n]


@kernel
def find_stages(c, h, a, at, first, end):
    """(1): the stages from `first` on; FOUND, BROKEN or LOST."""
    for i in range(first, end):
        combine(c, h, a[i], i)
        view1(c, NUM)[N_T] = view1(c, REAL)[R_T] + at[i] * h
        status = evaluate(c)
        if status != FOUND:
            return status
        keep_stage(c, i)
    return FOUND


@kernel
def all_stages(c, h, a, at, count):
    """(1): the first stage is known."""
    stages, rate = view2(c, STAGES), view2(c, STORY_F)
    for n in range(rate.shape[1]):
        stages[0, n] = rate[0, n]
    return find_stages(c, h, a, at, 1, count)


@kernel
def difference(c, h, weights, count, row):
    """h sum of weights times the stages, in a row of STAGES."""
    stages, last = view2(c, STAGES), view1(c, Y).shape[0] - 1
    rated = index1(c, SIZES)[RATED]
    for n in range(last + 1):
        stages[row, n] = 0.0
    for i in range(count):
        w = h * weights[i]
        if w != 0.0:
            for n in range(rated):
                stages[row, n] += w * stages[i, n]
            stages[row, last] += w * stages[i, last]


@kernel
def reach(c, t, status, error, order):
    """The rates at the end Y of the step, on the constraints: REACHED, or what comes instead."""
    if status != FOUND:
        return give_up(c, status)
    if not error <= 1.0:
        view1(c, REAL)[R_WORST] = error
        return refuse(c, error, order)
    view1(c, NUM)[N_T] = t
    status = evaluate_end(c, 1)
    if status != FOUND:
        return give_up(c, status)
    return RUNNING if ends_earlier(c) else REACHED


@kernel
def take(c, error, order, depth, points, error_of_work):
    """Accept the step, and the length of the next one (2); order: of the estimate."""
    real, most = view1(c, REAL), MOST if table(c, INTS)[I_IN_A_ROW] == 0 else 1.0
    accept(c, depth, order + 1, error_of_work)
    note_sensors(c)
    error = max(error, SMALL)
    before = real[R_ERROR_NOW] if real[R_ERROR_NOW] > 0.0 else error
    real[R_ERROR_NOW] = error
    growth = SAFE * error ** (-NOW / (order + 1.0)) * before ** (BEFORE / (order + 1.0))
    real[R_H] *= max(LEAST, min(most, growth))
    prepare_hermite(c, points)
