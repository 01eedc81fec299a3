"""ABAM: Adams-Bashforth-Moulton of order 1 to 12 with variable steps, predict - evaluate - correct - evaluate.

Predictor   p = y_n + sum_{i<k} w_i d_i,  w_i = integral of psi_i over the step,
            psi_i = product over j < i of (t - t_{n-j})/(t_{n+1} - t_{n-j});
            d_i: divided differences of the last k rates times the denominators of psi_i                           (1)
Corrector   y = p + w_k D_k,  D_k = f(t_{n+1}, p) - sum_{i<k} d_i: the formula of order k + 1                      (2)
Error       of the formula of order j: (w_j - w_{j-1}) D_j, with D_{k-1} = D_k + d_{k-1}, D_{k+1} = D_k - d_k      (3)
The weights are exact: Gauss' rule with seven points. Coefficients follow the steps as they were, whatever they were.
References  Shampine & Gordon (1975), Computer Solution of Ordinary Differential Equations, chapters 5 to 10;
            Hairer, Norsett & Wanner (1993), Solving ODEs I, sections III.1, III.5.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.explicit import (
    DEEPEST,
    FOUND,
    LOST,
    MOST_GROWTH,
    SAFE,
    accept,
    before_step,
    begin,
    differences,
    end_of_step,
    error_of,
    evaluate,
    evaluate_end,
    event_before,
    note_sensors,
    prepare_outputs,
    reject,
    restart,
    shrink,
)
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    INTS,
    N_T,
    NUM,
    RATED,
    REAL,
    SIZES,
    STAGES,
    STORY_T,
    STORY_Y,
    YD,
    Y,
)
from bellcrank.integrators.stepper import (
    I_IN_A_ROW,
    I_KMAX,
    I_ORDER,
    I_ROWS,
    I_STATUS,
    PIVOTS_OUT,
    R_H,
    R_WORST,
    RUNNING,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

_nodes, _weights = np.polynomial.legendre.leggauss(7)
GAUSS = np.column_stack([0.5 * (1.0 + _nodes), 0.5 * _weights])
"""Nodes and weights of Gauss' rule on (0, 1)."""
CHANGE = 15
"""Row of STAGES for D_k."""
LOWER, HIGHER = 1.1, 1.3
"""How much longer a step another order must promise: going down is safe."""
WORTHWHILE = 1.1
"""Less growth is not worth a change of the step."""


@kernel
def weight(c, i, h):
    """w_i of (1)."""
    times_of, t = view1(c, STORY_T), view1(c, STORY_T)[0]
    total = 0.0
    for g in range(7):
        value = GAUSS[g, 1]
        for j in range(i):
            value *= (t + GAUSS[g, 0] * h - times_of[j]) / (t + h - times_of[j])
        total += value
    return h * total


@kernel
def scale_differences(c, rows, h):
    """d_i of (1) from the divided differences in STAGES."""
    stages, times_of = view2(c, STAGES), view1(c, STORY_T)
    part = 1.0
    for i in range(1, rows):
        part *= times_of[0] + h - times_of[i - 1]
        for n in range(stages.shape[1]):
            stages[i, n] *= part


@kernel
def predict(c, k, h):
    """p of (1) in Y."""
    y, past, stages = view1(c, Y), view2(c, STORY_Y), view2(c, STAGES)
    rated, last = index1(c, SIZES)[RATED], y.shape[0] - 1
    for n in range(rated):
        y[n] = past[0, n]
    y[last] = past[0, last]
    for i in range(k):
        w = weight(c, i, h)
        for n in range(rated):
            y[n] += w * stages[i, n]
        y[last] += w * stages[i, last]


@kernel
def correct(c, k, h):
    """(2): Y, and D_k in STAGES; the errors of orders k - 1, k, k + 1."""
    y, yd, stages, ints = view1(c, Y), view1(c, YD), view2(c, STAGES), table(c, INTS)
    past, rated, last = view2(c, STORY_Y), index1(c, SIZES)[RATED], view1(c, Y).shape[0] - 1
    below, here, above = weight(c, k - 1, h), weight(c, k, h), weight(c, k + 1, h)
    for n in range(y.shape[0]):
        total = yd[n]
        for i in range(k):
            total -= stages[i, n]
        stages[CHANGE, n] = total
    e_up = 0.0
    if k < ints[I_ROWS]:
        move(stages, k, -1.0)
        e_up = error_of(c, CHANGE, above - here)
        move(stages, k, 1.0)
    move(stages, k - 1, 1.0)
    e_down = error_of(c, CHANGE, below - weight(c, k - 2, h)) if k > 1 else 0.0
    move(stages, k - 1, -1.0)
    e_same = error_of(c, CHANGE, here - below)
    for n in range(rated):
        y[n] = past[0, n] + here * stages[CHANGE, n]
    y[last] = past[0, last] + here * stages[CHANGE, last]
    for i in range(k):
        w = weight(c, i, h)
        for n in range(rated):
            y[n] += w * stages[i, n]
        y[last] += w * stages[i, last]
    return e_down, e_same, e_up


@kernel(inline=True)
def move(stages, row, sign):
    """D_k plus or minus a difference."""
    for n in range(stages.shape[1]):
        stages[CHANGE, n] += sign * stages[row, n]


@kernel(inline=True)
def longer(error, order):
    """The factor of the step that this error allows."""
    return SAFE * (0.5 / max(error, 1e-12)) ** (1.0 / (order + 1.0))


@kernel
def choose(c, k, e_down, e_same, e_up):
    """Order and step of the next step."""
    ints, real = table(c, INTS), view1(c, REAL)
    best, order = longer(e_same, k), k
    if k > 1 and longer(e_down, k - 1) > LOWER * best:
        best, order = longer(e_down, k - 1), k - 1
    elif k < ints[I_KMAX] and e_up > 0.0 and longer(e_up, k + 1) > (HIGHER if k > 3 else 1.0) * best:
        best, order = longer(e_up, k + 1), k + 1
    ints[I_ORDER] = min(order, ints[I_ROWS])
    if best > WORTHWHILE or best < 1.0:
        real[R_H] *= max(0.5, min(MOST_GROWTH, best))


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    real, ints, num, y = view1(c, REAL), table(c, INTS), view1(c, NUM), view1(c, Y)
    t, k = end_of_step(c), min(ints[I_ORDER], ints[I_ROWS])
    h, rows = real[R_H], min(k + 1, ints[I_ROWS])
    num[N_T] = t
    differences(c, rows)
    scale_differences(c, rows, h)
    predict(c, k, h)
    status = evaluate(c)
    if status == LOST:
        return PIVOTS_OUT
    if status != FOUND:
        return reject(c, status, 0.0, k)
    e_down, e_same, e_up = correct(c, k, h)
    if not e_same <= 1.0:
        real[R_WORST] = e_same
        ints[I_ORDER] = 1 if ints[I_IN_A_ROW] >= 3 else k - 1 if k > 1 and e_down < e_same else k
        return reject(c, FOUND, e_same, k)
    last = y.shape[0] - 1
    error_of_work = view2(c, STAGES)[CHANGE, last] * (weight(c, k, h) - weight(c, k - 1, h))
    status = evaluate_end(c, 0)
    if status != FOUND:
        return PIVOTS_OUT if status == LOST else reject(c, status, 0.0, k)
    shorter = event_before(c)
    if shorter > 0.0:
        real[R_H] = shorter
        return RUNNING
    accept(c, DEEPEST - 1, k, error_of_work)
    note_sensors(c)
    choose(c, k, e_down, e_same, e_up)
    prepare_outputs(c, ints[I_ORDER])
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


ABAM = entry(METHODS, "ABAM")(
    Method(
        "ABAM", "Adams formulas of order 1 to 12", ("SI2", "COMPLEMENT"), 12, begin, restart, advance, shrink, write_now
    )
)
