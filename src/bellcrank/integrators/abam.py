"""ABAM: Adams-Bashforth-Moulton of order 1 to 12 with variable steps, predict - evaluate - correct - evaluate.

Predictor   p = y_n + h sum_{i<k} g_i d_i,  g_i = integral of psi_i over the step, by its length,
            psi_i = product over j < i of (t - t_{n-j})/(t_{n+1} - t_{n-j});
            d_i: divided differences of the last k rates times the denominators of psi_i                           (1)
Corrector   y = p + h g_k D_k,  D_k = f(t_{n+1}, p) - sum_{i<k} d_i: the formula of order k + 1                    (2)
Error       of the formula of order j: h (g_j - g_{j-1}) D_j, with D_{k-1} = D_k + d_{k-1}, D_{k+1} = D_k - d_k    (3)
Weights     g_i = c_{i,1},  c_{0,q} = 1/q,  c_{i,q} = c_{i-1,q} - c_{i-1,q+1} h/(t_{n+1} - t_{n-i+1})               (4)
Coefficients follow the steps as they were, whatever they were.
References  Shampine & Gordon (1975), Computer Solution of Ordinary Differential Equations, chapters 5 to 10;
            Hairer, Norsett & Wanner (1993), Solving ODEs I, sections III.1, III.5; Krogh (1974), Lect. Notes Math. 362.
"""

from __future__ import annotations

import math

from bellcrank.integrators.explicit import evaluate, evaluate_end, give_up, refuse
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    CHECKED,
    INTS,
    N_T,
    NUM,
    RATED,
    REAL,
    SIZES,
    STAGES,
    STORY_T,
    STORY_Y,
    TOL,
    WEIGHTS,
    YD,
    Y,
)
from bellcrank.integrators.stepper import (
    I_IN_A_ROW,
    I_KMAX,
    I_ORDER,
    I_ROWS,
    I_STATUS,
    I_WORST,
    R_H,
    R_WORST,
    RUNNING,
)
from bellcrank.integrators.stepping import (
    FOUND,
    SAFE,
    advance,
    end_of_step,
    ends_earlier,
    note_sensors,
    shrink,
)
from bellcrank.integrators.story import DEEPEST, accept, begin, differences, prepare_outputs, restart
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

G, PART, ROOM = 0, 1, 2
"""Rows of WEIGHTS: g_i, the denominators of psi_i, scratch."""
CHANGE = 15
"""Row of STAGES for D_k."""
LOWER, HIGHER = 1.1, 1.3
"""How much longer a step another order must promise: going down is safe."""
WORTHWHILE, MOST_GROWTH = 1.1, 2.0
"""Less growth is not worth a change of the step; the largest."""


@kernel
def weigh_past(c, count, h):
    """G by (4) and PART, for i < count."""
    w, times_of = view2(c, WEIGHTS), view1(c, STORY_T)
    end = times_of[0] + h
    for q in range(count):
        w[ROOM, q] = 1.0 / (q + 1.0)
    w[G, 0], w[PART, 0] = 1.0, 1.0
    for i in range(1, count):
        apart = end - times_of[i - 1]
        ratio = h / apart
        for q in range(count - i):
            w[ROOM, q] -= ratio * w[ROOM, q + 1]
        w[G, i], w[PART, i] = w[ROOM, 0], w[PART, i - 1] * apart


@kernel
def add_past(c, to, sign, count, row):
    """Add sum_{i < count} sign WEIGHTS[row, i] times the differences in STAGES to a vector of unknowns or rates."""
    stages, w, rated, last = view2(c, STAGES), view2(c, WEIGHTS), index1(c, SIZES)[RATED], view1(c, Y).shape[0] - 1
    for i in range(count):
        factor = sign * w[PART, i] * (w[row, i] if row == G else 1.0)
        for n in range(rated):
            to[n] += factor * stages[i, n]
        to[last] += factor * stages[i, last]


@kernel
def predict(c, k, h):
    """p of (1) in Y."""
    y, past, rated, last = view1(c, Y), view2(c, STORY_Y), index1(c, SIZES)[RATED], view1(c, Y).shape[0] - 1
    for n in range(rated):
        y[n] = past[0, n]
    y[last] = past[0, last]
    add_past(c, y, h, k, G)


@kernel
def correct(c, k, h):
    """(2): Y from p, and D_k in STAGES."""
    y, yd, change = view1(c, Y), view1(c, YD), view2(c, STAGES)[CHANGE]
    rated, last, weight = index1(c, SIZES)[RATED], y.shape[0] - 1, h * view2(c, WEIGHTS)[G, k]
    for n in range(y.shape[0]):
        change[n] = yd[n]
    add_past(c, change, -1.0, k, PART)
    for n in range(rated):
        y[n] += weight * change[n]
    y[last] += weight * change[last]


@kernel
def errors(c, k, h):
    """(3) in tolerances: of the orders k - 1, k, k + 1 (0: not known); infinite where a rate is no number."""
    stages, tol, checked, w = view2(c, STAGES), view1(c, TOL), index1(c, CHECKED), view2(c, WEIGHTS)
    down, same, up, where = 0.0, 0.0, 0.0, 0
    below, above = w[PART, k - 1], w[PART, k] if k < table(c, INTS)[I_ROWS] else 0.0
    for m in range(checked.shape[0]):
        n = checked[m]
        per, change = 1.0 / tol[n], stages[CHANGE, n]
        size = abs(change) * per
        if not size <= same:
            same, where = size, n
            if not math.isfinite(size):
                break
        down = max(down, abs(change + below * stages[k - 1, n]) * per)
        up = max(up, abs(change - above * stages[k, n]) * per)
    table(c, INTS)[I_WORST] = where
    down *= h * abs(w[G, k - 1] - w[G, k - 2]) if k > 1 else 0.0
    return down, same * h * abs(w[G, k] - w[G, k - 1]), up * h * abs(w[G, k + 1] - w[G, k]) if above > 0.0 else 0.0


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
    real, ints, last = view1(c, REAL), table(c, INTS), view1(c, Y).shape[0] - 1
    view1(c, NUM)[N_T], k = end_of_step(c), min(ints[I_ORDER], ints[I_ROWS])
    h = real[R_H]
    differences(c, min(k + 1, ints[I_ROWS]))
    weigh_past(c, k + 2, h)
    predict(c, k, h)
    status = evaluate(c)
    if status != FOUND:
        return give_up(c, status)
    correct(c, k, h)
    e_down, e_same, e_up = errors(c, k, h)
    if not e_same <= 1.0:
        real[R_WORST] = e_same
        ints[I_ORDER] = 1 if ints[I_IN_A_ROW] >= 3 else k - 1 if k > 1 and e_down < e_same else k
        return refuse(c, e_same, k)
    w = view2(c, WEIGHTS)
    error_of_work = h * (w[G, k] - w[G, k - 1]) * view2(c, STAGES)[CHANGE, last]
    status = evaluate_end(c, 0)
    if status != FOUND:
        return give_up(c, status)
    if ends_earlier(c):
        return RUNNING
    accept(c, min(DEEPEST - 1, k + 1), k, error_of_work)
    note_sensors(c)
    choose(c, k, e_down, e_same, e_up)
    prepare_outputs(c, ints[I_ORDER])
    return RUNNING


@kernel
def step(c, k):
    """What comes next goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = try_step(c)


ABAM = entry(METHODS, "ABAM")(
    Method(
        "ABAM",
        "Adams formulas of order 1 to 12",
        ("SI2", "COMPLEMENT"),
        12,
        begin,
        restart,
        advance,
        shrink,
        write_now,
        step,
        explicit=True,
    )
)
