"""What explicit methods share: rates at a state, and the way back onto the constraints.

Rates       y' = f(t, y) of all unknowns with a rate: accelerations, multipliers and rates of states from
            [M, J^T; J, 0] [u'; lam] = [f; gamma], as in consistent.py                                            (1)
Constraints are invariants of (1). At the end of every step positions and velocities are moved onto them by the least
            change in the metric of the masses; the order of a method stays (Hairer, Lubich & Wanner, section IV.4).
            Rows that follow from others are left out beforehand; where a formulation of its own is asked for,
            complement.py solves (1) with a basis of the motions that the constraints allow.
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import OUTPUTS, factor, run, solve_both
from bellcrank.integrators.consistent import MOST, accelerations, newton_step
from bellcrank.integrators.largest import total_of
from bellcrank.integrators.problem import (
    CHECKED,
    CLOSING,
    F_APPLY_ACCELERATIONS,
    F_DECODE,
    F_FORGET,
    F_MASSES,
    F_RATES,
    F_RESIDUAL,
    F_SECOND,
    F_SHIFT_POSITIONS,
    F_SHIFT_VELOCITIES,
    F_SLOPES,
    FIRST_ROW,
    FORM,
    GAP,
    GAP_ROUNDING,
    INTS,
    N_BAD,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_SCALE,
    N_WITH_ACC,
    NONLINEAR,
    NUM,
    PHI,
    PHID,
    RATE_GAP,
    RATE_ROUNDING,
    ROW_TOL,
    SIZES,
    STAGES,
    STEP,
    TOL,
    YD,
)
from bellcrank.integrators.stepper import I_DRIVEN, I_ITERATIONS, I_MATRICES, I_RESIDUALS, I_WORST
from bellcrank.integrators.stepping import BROKEN, FOUND, LOST, failed, reject
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

LEFT = 1e-3
"""The part of a constraint's tolerance that may stay open: it is closed anew in every step, nothing adds up."""
CLOSINGS = 4
"""Corrections of positions and velocities in a step: with the matrix of a state nearby each leaves a small part."""


@kernel
def seeds(c):
    """Derivatives by accelerations: the matrix is [M, J^T; J, 0]; accelerations of what equations read are needed."""
    num = view1(c, NUM)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED], num[N_WITH_ACC] = 0.0, 0.0, 1.0, 1.0, 0.0, 2.0


@kernel
def look(c):
    """The residual at the unknowns Y and the time in NUM; False where an expression gives no number."""
    num = view1(c, NUM)
    num[N_BAD] = 0.0
    run(c, F_DECODE)
    seeds(c)
    run(c, F_RESIDUAL)
    table(c, INTS)[I_RESIDUALS] += 1
    return num[N_BAD] == 0.0


@kernel
def new_matrix(c):
    """At the state of the last residual; False when new pivots are needed."""
    run(c, F_MASSES)
    table(c, INTS)[I_MATRICES] += 1
    return factor(c, OUTPUTS)


@kernel
def find_accelerations(c):
    """(1) at the state of the last residual, with the matrix factored last; False when new pivots are needed."""
    ints, good = table(c, INTS), True
    ints[I_ITERATIONS] += 1
    if index1(c, SIZES)[NONLINEAR] == 1:
        good = accelerations(c, MOST)
    else:
        run(c, F_SECOND)
        newton_step(c)
        run(c, F_APPLY_ACCELERATIONS)
    if ints[I_DRIVEN] == 1:
        run(c, F_RESIDUAL)  # the power of motions needs the multipliers
    view1(c, NUM)[N_WITH_ACC] = 0.0
    return good


@kernel
def are_numbers(c):
    """Whether all expressions and rates of the last evaluation are numbers."""
    return view1(c, NUM)[N_BAD] == 0.0 and math.isfinite(total_of(view1(c, YD)))


@kernel
def refuse(c, error, order):
    """A step whose error is too large, and what it has tried: RUNNING, or what stops the integration."""
    run(c, F_FORGET)
    return reject(c, FOUND if math.isfinite(error) else BROKEN, error, order)


@kernel
def give_up(c, status):
    """A step whose stages have no rates; what is to be told."""
    run(c, F_FORGET)
    return failed(c, status)


@kernel
def evaluate(c):
    """Rates YD of the unknowns Y at the time in NUM: FOUND, BROKEN or LOST."""
    if not look(c):
        return BROKEN
    if not new_matrix(c) or not find_accelerations(c):
        view1(c, NUM)[N_WITH_ACC] = 0.0
        return LOST
    run(c, F_SLOPES)
    return FOUND if are_numbers(c) else BROKEN


@kernel
def evaluate_end(c, fresh):
    """The same at the end of a step, after positions and velocities were moved onto the constraints; Y changes.

    fresh 0: the matrix of a state that differs by less than the error of a step serves.
    """
    if not look(c):
        return BROKEN
    if fresh == 1 and not new_matrix(c):
        view1(c, NUM)[N_WITH_ACC] = 0.0
        return LOST
    if index1(c, FORM).shape[0] > 0:
        close(c)
    if not find_accelerations(c):
        return LOST
    run(c, F_RATES)
    return FOUND if are_numbers(c) else BROKEN


@kernel
def open_rows(c):
    """Right-hand sides of the closing: minus phi in STEP, minus phi' in CLOSING, nothing else."""
    step, closing, phi, phid, form = view1(c, STEP), view1(c, CLOSING), view1(c, PHI), view1(c, PHID), index1(c, FORM)
    first = index1(c, SIZES)[FIRST_ROW]
    for n in range(step.shape[0]):
        step[n], closing[n] = 0.0, 0.0
    for r in range(phi.shape[0]):
        if form[r] == 0:
            step[first + r] = -phi[r]
        if form[r] != 2:
            closing[first + r] = -phid[r]


@kernel
def is_closed(c):
    """Whether no constraint and none of their rates is open by more than LEFT of its tolerance, or rounding."""
    phi, phid, form, tol = view1(c, PHI), view1(c, PHID), index1(c, FORM), view2(c, ROW_TOL)
    for r in range(phi.shape[0]):
        if form[r] == 0 and abs(phi[r]) > max(100.0 * tol[r, GAP_ROUNDING], LEFT * tol[r, GAP]):
            return False
        if form[r] != 2 and abs(phid[r]) > max(100.0 * tol[r, RATE_ROUNDING], LEFT * tol[r, RATE_GAP]):
            return False
    return True


@kernel
def close(c):
    """Onto the constraints, with the matrix factored last; the residual is that of the state reached."""
    step, closing = view1(c, STEP), view1(c, CLOSING)
    for _ in range(CLOSINGS):
        if is_closed(c):
            break
        open_rows(c)
        solve_both(c, OUTPUTS)
        run(c, F_SHIFT_POSITIONS)
        for n in range(step.shape[0]):
            step[n] = closing[n]
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
            if not math.isfinite(size):
                break
    table(c, INTS)[I_WORST] = where
    return worst * abs(factor_of)
