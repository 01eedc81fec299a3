"""Make a state consistent with the constraints: positions, velocities, then accelerations and multipliers.

All three use one matrix [M - f_a, J^T; J, 0] (derivatives by accelerations only):
    positions      J dq = -phi, smallest in the metric of the masses                     (repeated until closed)
    velocities     J du = -(J u + phi_t)
    accelerations  M u' + J^T lam = f, phi'' = 0, with algebraic unknowns and state rates: Newton
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import OUTPUTS, factor, run, solve
from bellcrank.integrators.problem import (
    F_APPLY_ACCELERATIONS,
    F_MATRIX,
    F_RESIDUAL,
    F_SECOND,
    F_SHIFT_POSITIONS,
    F_SHIFT_VELOCITIES,
    FIRST_ROW,
    FORM,
    GAP_ROUNDING,
    INTS,
    N_CA,
    N_CHANGE,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_SCALE,
    N_WITH_ACC,
    NUM,
    PHI,
    PHID,
    PHIDD,
    RES,
    ROW_TOL,
    SIZES,
    STATES,
    STEP,
)
from bellcrank.integrators.stepper import I_UNSETTLED
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

MOST = 30
"""Newton iterations for accelerations: functions of accelerations and reactions may be steep."""
SETTLED, NEARLY = 1e-12, 1e-6
"""Changes of accelerations, relative to the largest: rounding; and small enough when they shrink no more."""
SLOW = 0.1
"""A rate of convergence that asks for a new matrix."""
CLOSINGS = 8
"""Projections of positions: from the error of a step they converge quadratically; at a singular position they halve."""


@kernel
def accelerations(c, most):
    """Newton for accelerations, multipliers, state rates and algebraic unknowns; positions and velocities stay.

    Steps that hardly shrink ask for a new matrix; small ones that stay alike are rounding errors, and good enough.
    False: new pivots needed. Where they do not settle, I_UNSETTLED counts it.
    """
    before, num = math.inf, view1(c, NUM)
    for iteration in range(most):
        run(c, F_RESIDUAL)
        run(c, F_SECOND)
        newton_step(c)
        run(c, F_APPLY_ACCELERATIONS)
        change = num[N_CHANGE]
        if change <= SETTLED or (iteration > 1 and change < NEARLY and change > 0.5 * before):
            return True
        if iteration > 0 and change > SLOW * before:
            run(c, F_RESIDUAL)
            run(c, F_MATRIX)
            if not factor(c, OUTPUTS):
                return False
        before = change
    if most > 1:
        table(c, INTS)[I_UNSETTLED] += 1
    return True


@kernel
def newton_step(c):
    """Solve for the changes of `accelerations`."""
    step, res, form, phidd = view1(c, STEP), view1(c, RES), index1(c, FORM), view1(c, PHIDD)
    first = index1(c, SIZES)[FIRST_ROW]
    for n in range(step.shape[0]):
        step[n] = -res[n]
    for r in range(form.shape[0]):
        step[first + r] = 0.0 if form[r] == 2 else -phidd[r]
    solve(c, OUTPUTS)


@kernel
def rows_only(c, level):
    """Right-hand side with constraint rows only: minus phi (0) or minus phi' (1)."""
    step, phi, form, phid = view1(c, STEP), view1(c, PHI), index1(c, FORM), view1(c, PHID)
    first = index1(c, SIZES)[FIRST_ROW]
    for n in range(step.shape[0]):
        step[n] = 0.0
    for r in range(phi.shape[0]):
        if form[r] == 2 or (level == 0 and form[r] == 1):
            continue
        step[first + r] = -phi[r] if level == 0 else -phid[r]


@kernel
def is_closed_to_rounding(c):
    """Whether no position constraint is violated by more than 100 times its rounding."""
    phi, form, tol = view1(c, PHI), index1(c, FORM), view2(c, ROW_TOL)
    closed = True
    for r in range(phi.shape[0]):
        closed = closed and (form[r] != 0 or abs(phi[r]) <= 100.0 * tol[r, GAP_ROUNDING])
    return closed


@kernel
def make_consistent(c):
    """Positions, velocities, then accelerations and multipliers that satisfy the equations at the time in NUM.

    False when the matrix needs new pivots: nothing is lost, call again.
    """
    num = view1(c, NUM)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED], num[N_WITH_ACC] = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0
    run(c, F_RESIDUAL)
    run(c, F_MATRIX)
    if not factor(c, OUTPUTS):
        num[N_WITH_ACC] = 0.0
        return False
    for _ in range(CLOSINGS):
        if is_closed_to_rounding(c):
            break
        rows_only(c, 0)
        solve(c, OUTPUTS)
        run(c, F_SHIFT_POSITIONS)
        run(c, F_RESIDUAL)
    if index1(c, SIZES)[STATES] > 0:  # motions may follow states: their rates come before the velocities
        accelerations(c, 1)
        run(c, F_RESIDUAL)
    rows_only(c, 1)
    solve(c, OUTPUTS)
    run(c, F_SHIFT_VELOCITIES)
    good = accelerations(c, MOST)
    num[N_WITH_ACC] = 0.0
    return good
