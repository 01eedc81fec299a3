"""RADAU5: Radau IIA with three stages, order 5, for stiff equations and constraints.

Stages      Y_i = y_n + h sum_j a_ij F_j,  F_i the rates at t_n + c_i h;  y_{n+1} = Y_3                            (1)
Iteration   with a lower triangle T of one diagonal g in place of A, so that one factorisation serves all stages:
            Y_i = psi_i + h g F_i,  psi_i = y_n + h sum_j a_ij F_j + h sum_{j<i} t_ij dF_j - h g F_i (old F),
            one Newton step of corrector.py for each stage in turn. The iteration matrix z (1 - z T)^-1 (A - T) has a
            spectral radius of at most 0.32 for Re z <= 0 and is nilpotent for z -> infinity (g^3 = det A).        (2)
Error       h (g f_n + sum (b*_i - b_i) F_i), b* of order 3 with the weight g for f_n, as the equations see it      (3)
Constraints those of SI2 hold at every stage: velocities, and positions by the correction of Gear, Gupta & Leimkuhler.
Outputs     the polynomial of the stages.
References  Hairer & Wanner (1996), Solving ODEs II, sections IV.5, IV.8, VII.4; van der Houwen & de Swart (1997),
            SIAM J. Sci. Comput. 18, 41-55 (triangular iteration); T: the least spectral radius, found numerically.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.calls import STEPS, run, solve
from bellcrank.integrators.corrector import new_matrix, newton_step, weigh_unknowns
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    CHECKED,
    DELTA,
    F_ADVANCE,
    F_FOLLOW,
    F_RESIDUAL,
    F_TIMES_MASS,
    INTS,
    N_BAD,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_SCALE,
    N_T,
    NUM,
    POSITION_OF,
    PSI,
    RATED,
    REAL,
    SIZES,
    SPEED_OF,
    STAGES,
    STEP,
    STORY_F,
    STORY_T,
    STORY_Y,
    TOL,
    WORK,
    YD,
    Y,
)
from bellcrank.integrators.singular import stays_open
from bellcrank.integrators.stepper import (
    I_AGE,
    I_ITERATIONS,
    I_NEWTON_FAILS,
    I_RESIDUALS,
    I_ROWS,
    I_STALE,
    I_STATUS,
    I_WORST,
    PIVOTS,
    R_CRATE,
    R_H,
    R_HB,
    R_SEEN,
    R_WORST,
    RUNNING,
)
from bellcrank.integrators.stepping import (
    BROKEN,
    FOUND,
    LOST,
    advance,
    end_of_step,
    ends_earlier,
    note_sensors,
    reject,
    shrink,
)
from bellcrank.integrators.story import accept, begin, prepare_outputs, restart
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

_s = math.sqrt(6.0)
A = np.array(
    [
        [(88 - 7 * _s) / 360, (296 - 169 * _s) / 1800, (-2 + 3 * _s) / 225],
        [(296 + 169 * _s) / 1800, (88 + 7 * _s) / 360, (-2 - 3 * _s) / 225],
        [(16 - _s) / 36, (16 + _s) / 36, 1 / 9],
    ]
)
C = A.sum(axis=1)
G = float(np.linalg.det(A)) ** (1.0 / 3.0)
T = np.array([[G, 0, 0], [0.44069572, G, 0], [0.25805251, 0.23903192, G]])
ERROR = np.linalg.solve(np.vander(C, 3, increasing=True).T, [1.0 - G, 0.5, 1.0 / 3.0]) - A[2]
"""b* - b of (3)."""

DIVERGED = 3
"""Beside FOUND, BROKEN, LOST: the stages do not converge."""
STAGE, CHANGE, ESTIMATE, CLOSED = 3, 6, 9, 10
"""Rows of STAGES: rates F_i from 0, unknowns Y_i, changes dF_i, the error (3), position corrections."""
MOST, KAPPA = 12, 1e-3
"""Sweeps over the stages, and the part of the tolerance that they may leave: it adds up over the steps."""
OTHER_STEP, OLD, SLOW = 0.2, 20, 0.1
"""Relative change of the step, age and rate of convergence that ask for a new matrix."""
SAFE, LEAST, LARGEST, SAME = 0.9, 0.2, 5.0, 1.2
"""Of the step: part of what the error allows, least and largest change, and growth that is not worth a new matrix."""


@kernel
def guess(c, h):
    """F_i from the polynomial of the last step, or the rates now; Y_i with the multipliers of now."""
    stages, rate, y, times_of = view2(c, STAGES), view2(c, STORY_F), view1(c, Y), view1(c, STORY_T)
    past, rows = view2(c, STORY_Y), table(c, INTS)[I_ROWS]
    for i in range(3):
        t = times_of[0] + C[i] * h
        for n in range(y.shape[0]):
            stages[i, n], stages[CLOSED + i, n] = 0.0, 0.0
            stages[STAGE + i, n] = past[0, n]
        for j in range(3 if rows >= 3 else 1):
            w = 1.0
            for k in range(3 if rows >= 3 else 1):
                w *= (t - times_of[k]) / (times_of[j] - times_of[k]) if k != j else 1.0
            for n in range(y.shape[0]):
                stages[i, n] += w * rate[j, n]


@kernel
def seeds(c, hb):
    """Derivatives of a stage, and whether the matrix is to be renewed."""
    num, real, ints = view1(c, NUM), view1(c, REAL), table(c, INTS)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED] = hb, 1.0, 1.0 / hb, hb, hb
    ratio = hb / real[R_HB] if real[R_HB] > 0.0 else 0.0
    if abs(ratio - 1.0) > OTHER_STEP or ints[I_AGE] >= OLD or real[R_SEEN] > SLOW:
        ints[I_STALE] = 1
    ints[I_AGE] += 1
    weigh_unknowns(c, hb, math.inf)


@kernel
def place_stage(c, i, h):
    """psi_i of (2) and the model at the present stage."""
    stages, y, psi, past, delta = view2(c, STAGES), view1(c, Y), view1(c, PSI), view2(c, STORY_Y), view1(c, DELTA)
    rated, hb = index1(c, SIZES)[RATED], G * h
    for n in range(y.shape[0]):
        y[n] = stages[STAGE + i, n]
    for n in range(rated):
        value = past[0, n]
        for j in range(3):
            value += h * A[i, j] * stages[j, n]
        for j in range(i):
            value += h * T[i, j] * stages[CHANGE + j, n]
        y[n] = value
        psi[n] = value - hb * stages[i, n]
    for n in range(delta.shape[0]):
        delta[n] = stages[CLOSED + i, n]
    view1(c, NUM)[N_T] = view1(c, STORY_T)[0] + C[i] * h
    run(c, F_FOLLOW)


@kernel
def newton_of_stage(c, i, h):
    """One Newton step of stage i: its size in tolerances; -1: a value is no number, -2: new pivots."""
    stages, y, psi, work, delta = view2(c, STAGES), view1(c, Y), view1(c, PSI), view1(c, WORK), view1(c, DELTA)
    ints, rated, hb, last = table(c, INTS), index1(c, SIZES)[RATED], G * h, view1(c, Y).shape[0] - 1
    place_stage(c, i, h)
    run(c, F_RESIDUAL)
    ints[I_RESIDUALS] += 1
    if view1(c, NUM)[N_BAD] != 0.0:
        return -1.0
    if ints[I_STALE] == 1:
        if not new_matrix(c, hb):
            return -2.0
        ints[I_STALE] = 0
    size = newton_step(c, hb)
    if not math.isfinite(size):
        return math.inf
    run(c, F_ADVANCE)
    for n in range(y.shape[0]):
        stages[STAGE + i, n] = y[n]
    for n in range(delta.shape[0]):
        stages[CLOSED + i, n] = delta[n]
    for n in range(rated):
        stages[CHANGE + i, n] = (y[n] - psi[n]) / hb - stages[i, n]
    stages[CHANGE + i, last] = work[0] + work[1] - stages[i, last]
    return size


@kernel
def solve_stages(c, h):
    """(2): FOUND, BROKEN, LOST or DIVERGED."""
    stages, real, ints = view2(c, STAGES), view1(c, REAL), table(c, INTS)
    before = 0.0
    for sweep in range(MOST):
        size = 0.0
        for i in range(3):
            one = newton_of_stage(c, i, h)
            if one < 0.0:
                return BROKEN if one == -1.0 else LOST
            size = max(size, one)
        ints[I_ITERATIONS] += 1
        if not math.isfinite(size):
            return DIVERGED
        for i in range(3):
            for n in range(stages.shape[1]):
                stages[i, n] += stages[CHANGE + i, n]
                stages[CHANGE + i, n] = 0.0
        if sweep > 0 and before > 0.0:
            real[R_SEEN] = size / before
            real[R_CRATE] = max(0.3 * real[R_CRATE], size / before, 0.01)
        rate = min(real[R_CRATE], 0.99)
        if size * rate / (1.0 - rate) < KAPPA and sweep > 0:
            return FOUND
        if sweep > 1 and size > before and size > 1.0:
            return DIVERGED
        before = size
    return FOUND if before < 10.0 * KAPPA else DIVERGED


@kernel
def estimate(c, h):
    """(3) in tolerances: speeds and states as the equations see them, positions as they are; work plainly."""
    stages, step, tol, rate = view2(c, STAGES), view1(c, STEP), view1(c, TOL), view2(c, STORY_F)
    position, speed, checked = index1(c, POSITION_OF), index1(c, SPEED_OF), index1(c, CHECKED)
    rated, last = index1(c, SIZES)[RATED], stages.shape[1] - 1
    for n in range(last + 1):
        stages[ESTIMATE, n] = 0.0
        if n < rated or n == last:
            total = G * rate[0, n]
            for i in range(3):
                total += ERROR[i] * stages[i, n]
            stages[ESTIMATE, n] = h * total
    for n in range(step.shape[0]):
        step[n] = stages[ESTIMATE, speed[n]] if speed[n] <= last else 0.0
    run(c, F_TIMES_MASS)
    solve(c, STEPS)
    for n in range(step.shape[0]):
        if speed[n] < rated:
            stages[ESTIMATE, speed[n]] = step[n]
        if position[n] < rated:
            plain = stages[ESTIMATE, position[n]]
            stages[ESTIMATE, position[n]] = min(abs(plain), abs(G * h * step[n]) + 0.1 * abs(plain))
    worst, where = 0.0, 0
    for k in range(checked.shape[0]):
        n = checked[k]
        size = abs(stages[ESTIMATE, n]) / tol[n]
        if not size <= worst:
            worst, where = size, n
    table(c, INTS)[I_WORST] = where
    return worst


@kernel
def keep_stages(c, h):
    """The first two stages as past values; the third is the end of the step: Y, YD and the time in NUM."""
    stages, past, rate, times_of = view2(c, STAGES), view2(c, STORY_Y), view2(c, STORY_F), view1(c, STORY_T)
    y, yd, t = view1(c, Y), view1(c, YD), times_of[0]
    for i in range(2):
        times_of[i] = t + C[1 - i] * h
        for n in range(y.shape[0]):
            past[i, n], rate[i, n] = stages[STAGE + 1 - i, n], stages[1 - i, n]
    for n in range(y.shape[0]):
        yd[n] = stages[2, n]
    table(c, INTS)[I_ROWS] = 2


@kernel
def end_work(c, h):
    """The work done at the end of the step."""
    y, stages, past, last = view1(c, Y), view2(c, STAGES), view2(c, STORY_Y), view1(c, Y).shape[0] - 1
    y[last] = past[0, last]
    for j in range(3):
        y[last] += h * A[2, j] * stages[j, last]
    stages[STAGE, last], stages[STAGE + 1, last] = past[0, last], past[0, last]


@kernel
def fail(c, status):
    """After stages that were not found."""
    ints = table(c, INTS)
    ints[I_STALE] = 1
    if status == DIVERGED:
        ints[I_NEWTON_FAILS] += 1
    return reject(c, BROKEN if status == BROKEN else status, 0.0, 3)


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    real, ints, num = view1(c, REAL), table(c, INTS), view1(c, NUM)
    t = end_of_step(c)
    h = real[R_H]
    num[N_BAD] = 0.0
    seeds(c, G * h)
    fresh = ints[I_STALE] == 1
    guess(c, h)
    status = solve_stages(c, h)
    if status == DIVERGED and not fresh:
        ints[I_STALE] = 1
        return RUNNING  # once more with a matrix of now
    if status == LOST:
        return PIVOTS
    if status != FOUND or stays_open(c):
        return fail(c, status if status != FOUND else DIVERGED)
    error = estimate(c, h)
    if not error <= 1.0:
        real[R_WORST] = error
        return reject(c, FOUND, error, 3)
    place_stage(c, 2, h)
    num[N_T] = t
    if ends_earlier(c):
        return RUNNING
    run(c, F_RESIDUAL)
    end_work(c, h)
    work_error = view2(c, STAGES)[ESTIMATE, view1(c, Y).shape[0] - 1]
    keep_stages(c, h)
    accept(c, 2, 5, work_error)
    note_sensors(c)
    growth = min(LARGEST, max(LEAST, SAFE * max(error, 1e-8) ** -0.25))
    if not 1.0 <= growth <= SAME:
        real[R_H] *= growth
    prepare_outputs(c, 3)
    return RUNNING


@kernel
def step(c, k):
    """What comes next goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = try_step(c)


RADAU5 = entry(METHODS, "RADAU5")(
    Method("RADAU5", "Radau IIA of order 5", ("SI2",), 5, begin, restart, advance, shrink, write_now, step)
)
