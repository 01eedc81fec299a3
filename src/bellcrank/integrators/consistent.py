"""Make a state consistent with the constraints: positions, velocities, then accelerations and multipliers.

All three use one matrix [M - f_a, J^T; J, 0] (derivatives by accelerations only):
    positions      J dq = -phi, smallest in the metric of the masses                     (repeated until closed)
    velocities     J du = -(J u + phi_t)
    accelerations  M u' + J^T lam = f, phi'' = 0, with algebraic unknowns and state rates: Newton
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.problem import (
    F_APPLY_ACCELERATIONS,
    F_FACTOR,
    F_MATRIX,
    F_RESIDUAL,
    F_SECOND,
    F_SHIFT_POSITIONS,
    F_SHIFT_VELOCITIES,
    F_SOLVE,
    F_SOLVE_BOTH,
    FORM,
    FUNCTIONS,
    HANDLES,
    LU_STATUS,
    N_CA,
    N_CQ,
    N_CU,
    N_HALF,
    N_SCALE,
    N_WITH_ACC,
    NUM,
    PHI,
    PHID,
    PHIDD,
    RES,
    SIZES,
    STEP,
    YD,
    Y,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import call, index1, table, view1

_n = np.intp

STEPS, OUTPUTS = _n(1), _n(2)
"""Numbers of the two factorisations in HANDLES."""


@kernel(inline=True)
def run(c, function):
    """Call a function of the problem on the model's context."""
    call(table(c, FUNCTIONS)[function], table(c, HANDLES)[0], 0)


@kernel(inline=True)
def factor(c, which):
    """Factor the matrix; False when it is singular."""
    call(table(c, FUNCTIONS)[F_FACTOR], table(c, HANDLES)[which], 0)
    return table(c, LU_STATUS)[which - 1] == 0


@kernel(inline=True)
def solve(c, which):
    """Solve in place in STEP."""
    call(table(c, FUNCTIONS)[F_SOLVE], table(c, HANDLES)[which], 0)


@kernel(inline=True)
def solve_both(c, which):
    """Solve in place in STEP and CLOSING."""
    call(table(c, FUNCTIONS)[F_SOLVE_BOTH], table(c, HANDLES)[which], 0)


@kernel
def accelerations(c, most):
    """Newton for accelerations, multipliers, state rates and algebraic unknowns; positions and velocities stay.

    Steps that hardly shrink ask for a new matrix; small ones that stay alike are rounding errors, and good enough.
    False: new pivots needed.
    """
    before = math.inf
    for iteration in range(most):
        run(c, F_RESIDUAL)
        run(c, F_SECOND)
        size = newton_step(c)
        if iteration > 0 and size > 1e-8 and size > 0.1 * before:
            run(c, F_MATRIX)
            if not factor(c, OUTPUTS):
                return False
            size = newton_step(c)
        run(c, F_APPLY_ACCELERATIONS)
        if size <= 1e-12 or (iteration > 1 and size < 1e-6 and size > 0.5 * before):
            break
        before = size
    return True


@kernel
def newton_step(c):
    """Solve for the changes of `accelerations`; returns the largest, relative to the largest unknown of its kind."""
    step, res, form, phidd = view1(c, STEP), view1(c, RES), index1(c, FORM), view1(c, PHIDD)
    sizes, y, yd = index1(c, SIZES), view1(c, Y), view1(c, YD)
    bodies, states, rows = 6 * sizes[0], sizes[1], sizes[3]
    for n in range(step.shape[0]):
        step[n] = -res[n]
    for r in range(rows):
        step[bodies + r] = 0.0 if form[r] == 2 else -phidd[r]
    solve(c, OUTPUTS)
    unknowns = 13 * sizes[0] + states
    return max(
        largest(step, 0, bodies) / max(1.0, largest(yd, 0, bodies)),
        largest(step, bodies, rows) / max(1.0, largest(y, unknowns + sizes[2], rows)),
        largest(step, bodies + rows, states) / max(1.0, largest(yd, bodies, states)),
        largest(step, bodies + rows + states, sizes[2]) / max(1.0, largest(y, unknowns, sizes[2])),
    )


@kernel(inline=True)
def largest(array, first, count):
    """The largest absolute value of some neighbours."""
    most = 0.0
    for n in range(first, first + count):
        most = max(most, abs(array[n]))
    return most


@kernel
def rows_only(c, first, level):
    """Right-hand side with constraint rows only: minus phi (0) or minus phi' (1)."""
    step, phi, form, phid = view1(c, STEP), view1(c, PHI), index1(c, FORM), view1(c, PHID)
    for n in range(step.shape[0]):
        step[n] = 0.0
    for r in range(phi.shape[0]):
        if form[r] == 2 or (level == 0 and form[r] == 1):
            continue
        step[first + r] = -phi[r] if level == 0 else -phid[r]


@kernel
def make_consistent(c, length):
    """Positions, velocities, then accelerations and multipliers that satisfy the equations at the time in NUM.

    False when the matrix needs new pivots: nothing is lost, call again.
    """
    num, sizes, phi, form = view1(c, NUM), index1(c, SIZES), view1(c, PHI), index1(c, FORM)
    first = 6 * sizes[0]
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_HALF], num[N_WITH_ACC] = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0
    run(c, F_RESIDUAL)
    run(c, F_MATRIX)
    if not factor(c, OUTPUTS):
        num[N_WITH_ACC] = 0.0
        return False
    for _ in range(4):
        worst = 0.0
        for r in range(phi.shape[0]):
            if form[r] == 0:
                worst = max(worst, abs(phi[r]))
        if worst <= 1e-13 * length:
            break
        rows_only(c, first, 0)
        solve(c, OUTPUTS)
        run(c, F_SHIFT_POSITIONS)
        run(c, F_RESIDUAL)
    if sizes[1] > 0:  # motions may follow states: their rates come before the velocities
        accelerations(c, 1)
        run(c, F_RESIDUAL)
    rows_only(c, first, 1)
    solve(c, OUTPUTS)
    run(c, F_SHIFT_VELOCITIES)
    good = accelerations(c, 30)
    num[N_WITH_ACC] = 0.0
    return good
