"""GSTIFF: Gear's backward difference formulas of order 1 to 6 in Nordsieck form, variable step, for constrained mechanics.

History      z_j = h^j y^(j) / j!, j = 0..k                                                                  (1)
Predictor    z <- z P (Pascal's triangle), a Taylor expansion
Corrector    y = psi + h b y',  psi = z_0 - b z_1 (predicted),  b = l_0                                       (2)
             then z_j += l_j (y - z_0)/l_0
Newton       unknowns D = velocity increments (rotations so chosen that d theta = h b D), h b dlam, ...;
             matrix [M - h b f_u - (h b)^2 f_q + stiffness of the multipliers, J^T; J, 0]
I3           constraint rows phi/(h b) = 0: positions exact, velocities follow.
SI2          constraint rows phi' = 0, and a position correction with the same factorisation,
             [.. J^T; J 0][delta; mu] = [0; -phi]: the stabilised index-2 form of Gear, Gupta and Leimkuhler.       (3)
Error        E_k = |y - z_0| / (k+1) in units of the tolerance (largest component); orders k-1 and k+1 from
             k! z_k / k and the change of y - z_0 divided by k+2; step factors 1/(1.2 E^(1/(k+1))), ...               (4)
Output       the polynomial (1) at the output time, then positions, velocities, accelerations and multipliers made
             consistent by one linear solve each; the steps are not cut to hit output times.
References   Gear (1971), Numerical Initial Value Problems in ODEs, chapters 9 and 11; Hindmarsh (1983), ODEPACK (LSODE), section 4;
             Gear, Leimkuhler & Gupta (1985), J. Comput. Appl. Math. 12, 77-90; Orlandea, Chace & Calahan (1977).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from bellcrank.integrators.problem import (
    N_BAD,
    N_CA,
    N_CQ,
    N_CU,
    N_HALF,
    N_HSIZE,
    N_NJAC,
    N_NRHS,
    N_ORDER,
    N_SCALE,
    N_T,
    N_WITH_ACC,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import call
from bellcrank.numerics.sparse_lu import refactor, repivot, solve

_n = np.intp

COEFFICIENTS = np.zeros((7, 7))
"""l_j of order k (row k), normalised to l_1 = 1: Gear (1971), table 11.1."""
for _k, _row in enumerate(
    (
        (1, 1),
        (2 / 3, 1, 1 / 3),
        (6 / 11, 1, 6 / 11, 1 / 11),
        (24 / 50, 1, 35 / 50, 10 / 50, 1 / 50),
        (120 / 274, 1, 225 / 274, 85 / 274, 15 / 274, 1 / 274),
        (720 / 1764, 1, 1624 / 1764, 735 / 1764, 175 / 1764, 21 / 1764, 1 / 1764),
    ),
    start=1,
):
    COEFFICIENTS[_k, : len(_row)] = _row
FACTORIAL = np.array([math.factorial(k) for k in range(8)], dtype=float)

# reals of the stepper
R_T, R_H, R_END, R_HMAX, R_HMIN, R_HB, R_CRATE, R_OUT, R_DTOUT, R_WORST, R_SCALE, R_ERROR, R_LENGTH, R_OUT0 = (_n(k) for k in range(14))
# integers of the stepper
(
    I_ORDER,
    I_SINCE,
    I_STEPS,
    I_NEWTON_FAILS,
    I_ERROR_FAILS,
    I_ITERATIONS,
    I_MATRICES,
    I_STALE,
    I_KMAX,
    I_MAXIT,
    I_SI2,
    I_ROWS_OUT,
    I_OUT,
    I_N_OUT,
    I_WORST,
    I_IN_A_ROW,
    I_RESIDUALS,
    I_AGE,
) = (_n(k) for k in range(18))

RUNNING, DONE, FULL, TOO_SMALL, NOT_FINITE, SINGULAR = 0, 1, 2, 3, 4, 5
CONVERGED, DIVERGED, BROKEN, LOST = 0, 1, 2, 3


class Stepper(NamedTuple):
    """Memory of the method; see R_..., I_... for the numbers."""

    z: Any  # (8, n_y) history
    tol: Any  # (n_y,) tolerance of each unknown; inf where not controlled
    last: Any  # (n_y,) y - z_0 of the last step
    before: Any  # (n_y,) y - z_0 of the step before
    kind: Any  # (n_y,) uint32 kind of unknown: 0 length, 1 angle, 2 speed, 3 turning speed, 4 state, 5 not controlled
    keep: Any  # (n_y,) the unknowns during an output
    rate: Any  # accelerations during an output
    real: Any
    ints: Any
    out: Any  # (rows, columns) results


def make_stepper(n_y: int, n_rate: int, block: int, columns: int) -> Stepper:
    """A stepper with room for `block` rows of results."""
    return Stepper(
        np.zeros((8, n_y)),
        np.full(n_y, np.inf),
        np.zeros(n_y),
        np.zeros(n_y),
        np.full(n_y, 5, np.uint32),
        np.zeros(n_y),
        np.zeros(n_rate),
        np.zeros(16),
        np.zeros(20, np.int64),
        np.zeros((block, columns)),
    )


@kernel
def set_tolerances(p, s):
    """Tolerance of each unknown: ERROR times the model's length, one radian, and the largest turning speed so far."""
    error, length, pace = s.real[R_ERROR], s.real[R_LENGTH], s.real[R_SCALE]
    bodies = p.sizes[0]
    for b in range(bodies):
        for n in range(3):
            at = 7 * bodies + 6 * b + n
            pace = max(pace, abs(p.y[at + 3]), abs(p.y[at]) / length)
    s.real[R_SCALE] = pace
    for n in range(s.tol.shape[0]):
        kind = s.kind[n]
        if kind == 0:
            s.tol[n] = error * length
        elif kind == 1:
            s.tol[n] = error * 0.5
        elif kind == 2:
            s.tol[n] = error * length * pace
        elif kind == 3:
            s.tol[n] = error * pace
        elif kind == 4:
            s.tol[n] = error * max(1.0, abs(p.y[n]))


@kernel
def predict(z, order):
    """Pascal's triangle: the Taylor expansion at t + h."""
    for k in range(order):
        for j in range(order - 1, k - 1, -1):
            for n in range(z.shape[1]):
                z[j, n] += z[j + 1, n]


@kernel
def retract(z, order):
    """Undo `predict`."""
    for k in range(order):
        for j in range(order - 1, k - 1, -1):
            for n in range(z.shape[1]):
                z[j, n] -= z[j + 1, n]


@kernel
def rescale(z, order, factor):
    """Change the step of the history by a factor."""
    f = 1.0
    for j in range(1, order + 1):
        f *= factor
        for n in range(z.shape[1]):
            z[j, n] *= f


@kernel
def constraint_rows(p, s, hb):
    """Residual of the constraint rows: phi/(h b) for I3, phi' for SI2 and velocity constraints."""
    first = 6 * p.sizes[0]
    si2 = s.ints[I_SI2] == 1
    for r in range(p.phi.shape[0]):
        if p.form[r] == 2:
            p.res[first + r] = 0.0
        elif si2 or p.form[r] == 1:
            p.res[first + r] = p.phid[r]
        else:
            p.res[first + r] = p.phi[r] / hb


@kernel
def new_matrix(p, s, lu, hb):
    """Evaluate and factor the matrix; False when it is singular."""
    call(p.matrix, p.handle, 0)
    s.ints[I_MATRICES] += 1
    s.ints[I_AGE] = 0
    s.real[R_HB] = hb
    s.real[R_CRATE] = 0.7
    p.num[N_NJAC] += 1.0
    if refactor(lu, p.ax) == 0:
        return True
    return repivot(lu, p.ax) == 0


@kernel
def solve_rows(p, lu):
    """Solve in place in `step`."""
    solve(lu, p.step)


@kernel
def size_of_step(p, s, hb):
    """The largest change of an unknown by `step`, in units of its tolerance, and the unknown it belongs to."""
    bodies, rows = p.sizes[0], p.sizes[3]
    worst, where = 0.0, 0
    speeds = s.ints[I_SI2] == 1
    for n in range(6 * bodies):
        b, k = n // 6, n % 6
        size = abs(p.step[n]) * hb / s.tol[7 * b + k if k < 3 else 7 * b + 3]
        if speeds:
            size = max(size, abs(p.step[n]) / s.tol[7 * bodies + n])
        if not size <= worst:
            worst, where = size, n
    at = 6 * bodies + rows
    for n in range(p.sizes[1]):
        size = abs(p.step[at + n]) / s.tol[13 * bodies + n]
        if not size <= worst:
            worst, where = size, at + n
    at += p.sizes[1]
    for n in range(p.sizes[2]):
        value = p.y[13 * bodies + p.sizes[1] + n]
        size = abs(p.step[at + n]) / (s.real[R_ERROR] * max(1.0, abs(value)))
        if not size <= worst:
            worst, where = size, at + n
    s.ints[I_WORST] = where
    return worst


@kernel
def size_of_correction(p, s, hb):
    """The largest position correction by `step`, in units of the tolerance."""
    worst = 0.0
    for n in range(6 * p.sizes[0]):
        b, k = n // 6, n % 6
        worst = max(worst, abs(p.step[n]) * hb / s.tol[7 * b + k if k < 3 else 7 * b + 3])
    return worst


@kernel
def newton(p, s, lu, hb):
    """Solve the corrector (2); the unknowns start at the prediction."""
    before = 0.0
    n_dynamic = 6 * p.sizes[0]
    for iteration in range(s.ints[I_MAXIT]):
        call(p.rates, p.handle, 0)
        call(p.residual, p.handle, 0)
        s.ints[I_RESIDUALS] += 1
        if p.num[N_BAD] != 0.0:
            return BROKEN
        constraint_rows(p, s, hb)
        if s.ints[I_STALE] == 1:
            if not new_matrix(p, s, lu, hb):
                return LOST
            s.ints[I_STALE] = 0
        for n in range(p.step.shape[0]):
            p.step[n] = -p.res[n]
        solve_rows(p, lu)
        s.ints[I_ITERATIONS] += 1
        size = size_of_step(p, s, hb)
        if not math.isfinite(size):
            return DIVERGED
        call(p.apply, p.handle, 0)
        if s.ints[I_SI2] == 1:
            for n in range(p.step.shape[0]):
                p.step[n] = 0.0
            for r in range(p.phi.shape[0]):
                if p.form[r] == 0:
                    p.step[n_dynamic + r] = p.phid[r] - p.phi[r] / hb  # (3)
            solve_rows(p, lu)
            size = max(size, size_of_correction(p, s, hb))
            call(p.correct, p.handle, 0)
        call(p.positions, p.handle, 0)
        if iteration > 0 and before > 0.0:
            s.real[R_CRATE] = max(0.2 * s.real[R_CRATE], size / before)
        crate = min(1.0, s.real[R_CRATE])
        if size * crate < 0.02 or size < 1e-4:
            return CONVERGED
        if iteration > 0 and (size > 2.0 * before or (iteration >= 3 and crate > 0.9)):
            return DIVERGED
        before = size
    return DIVERGED


@kernel
def correct(p, s, lu):
    """One corrector: prepare psi and the start values, iterate, once more with a fresh matrix when that fails."""
    order = s.ints[I_ORDER]
    b = COEFFICIENTS[order, 0]
    hb = s.real[R_H] * b
    n_controlled = 13 * p.sizes[0] + p.sizes[1]
    p.num[N_CQ], p.num[N_CU], p.num[N_CA], p.num[N_SCALE], p.num[N_HALF] = hb, 1.0, 1.0 / hb, hb, 0.5 * hb
    p.num[N_T] = s.real[R_T] + s.real[R_H]
    p.num[N_HSIZE], p.num[N_ORDER], p.num[N_NRHS] = s.real[R_H], float(order), float(s.ints[I_RESIDUALS])
    ratio = hb / s.real[R_HB] if s.real[R_HB] > 0.0 else 0.0
    if abs(ratio - 1.0) > 0.25 or s.ints[I_AGE] >= 20 or s.real[R_CRATE] > 0.4:
        s.ints[I_STALE] = 1
    s.ints[I_AGE] += 1
    status = DIVERGED
    for attempt in range(2):
        fresh = s.ints[I_STALE] == 1
        for n in range(p.y.shape[0]):
            p.y[n] = s.z[0, n]
        for n in range(n_controlled):
            p.psi[n] = s.z[0, n] - b * s.z[1, n]
        for n in range(p.delta.shape[0]):
            for k in range(6):
                p.delta[n, k] = 0.0
        p.num[N_BAD] = 0.0
        call(p.positions, p.handle, 0)
        status = newton(p, s, lu, hb)
        if status != DIVERGED or fresh:
            return status
        s.ints[I_STALE] = 1
    return status


@kernel
def largest_error(p, s, which, order):
    """Largest component in units of the tolerance: 0 y - z_0, 1 order! z_order, 2 change of y - z_0."""
    worst, where = 0.0, 0
    for n in range(13 * p.sizes[0] + p.sizes[1]):
        if which == 0:
            e = p.y[n] - s.z[0, n]
        elif which == 1:
            e = FACTORIAL[order] * s.z[order, n]
        else:
            e = s.last[n] - s.before[n]
        size = abs(e) / s.tol[n]
        if not size <= worst:
            worst, where = size, n
    if which == 0:
        s.ints[I_WORST] = where
    return worst


@kernel
def accept(p, s):
    """Take the step: correct the history, the work, the discrete memory."""
    order = s.ints[I_ORDER]
    n_y = p.y.shape[0]
    hb = s.real[R_H] * COEFFICIENTS[order, 0]
    p.y[n_y - 1] = s.z[0, n_y - 1] - COEFFICIENTS[order, 0] * s.z[1, n_y - 1] + hb * (p.work[0] + p.work[1])
    for n in range(n_y):
        e = p.y[n] - s.z[0, n]
        s.before[n] = s.last[n]
        s.last[n] = e
        e /= COEFFICIENTS[order, 0]
        for j in range(order + 1):
            s.z[j, n] += COEFFICIENTS[order, j] * e
    s.real[R_T] += s.real[R_H]
    s.ints[I_STEPS] += 1
    s.ints[I_SINCE] += 1
    s.ints[I_IN_A_ROW] = 0
    call(p.accept, p.handle, 0)


@kernel
def factor_for(error, bias, order):
    """Step factor that would bring the error to the tolerance."""
    return 1.0 / (bias * error ** (1.0 / (order + 1.0)) + 1e-6)


@kernel
def choose_step(p, s, error):
    """After an accepted step: order and step of the next one (4)."""
    order = s.ints[I_ORDER]
    if s.ints[I_SINCE] <= order:
        return
    same = factor_for(error, 1.2, order)
    down, up = 0.0, 0.0
    if order > 1:
        down = factor_for(largest_error(p, s, 1, order) / order, 1.3, order - 1)
    if order < s.ints[I_KMAX] and s.ints[I_SINCE] > order + 1:
        up = factor_for(largest_error(p, s, 2, order) / (order + 2.0), 1.4, order + 1)
    best = max(same, down, up)
    limit = s.real[R_HMAX] / s.real[R_H]
    if best < 1.15 or (limit <= 1.0 and up < best):
        s.ints[I_SINCE] = max(0, order - 2)
        if not (order > 1 and down > same * 1.2 and best >= 1.0):
            return
    new_order = order
    if best == up:
        for n in range(p.y.shape[0]):
            s.z[order + 1, n] = s.last[n] / FACTORIAL[order + 1]
        new_order = order + 1
    elif best == down:
        new_order = order - 1
    first_steps = s.ints[I_STEPS] < 20
    change(s, new_order, min(best, limit, 10.0 if first_steps else 4.0))


@kernel
def change(s, order, factor):
    """Change order and step."""
    s.ints[I_ORDER] = order
    rescale(s.z, order, factor)
    s.real[R_H] *= factor
    s.ints[I_SINCE] = 0


@kernel
def reject(p, s, converged, error):
    """After a failed step: a smaller step, and after repeated failures order 1."""
    order = s.ints[I_ORDER]
    retract(s.z, order)
    s.ints[I_IN_A_ROW] += 1
    if not converged:
        s.ints[I_NEWTON_FAILS] += 1
        change(s, order, 0.25)
        s.ints[I_STALE] = 1
    else:
        s.ints[I_ERROR_FAILS] += 1
        change(s, order, max(0.1, min(0.9, 0.95 * factor_for(error, 1.2, order))))
    if s.ints[I_IN_A_ROW] >= 4 and order > 1:
        restart(p, s)


@kernel
def restart(p, s):
    """Back to order 1 with the rates from the corrector's own history; the matrix is renewed."""
    s.ints[I_ORDER] = 1
    s.ints[I_SINCE] = 0
    s.ints[I_STALE] = 1


@kernel
def write_outputs(p, s, lu):
    """Rows of results at every output time passed; False when the buffer is full."""
    while s.ints[I_OUT] <= s.ints[I_N_OUT]:
        t_out = s.real[R_OUT0] + s.real[R_DTOUT] * s.ints[I_OUT]
        if s.ints[I_OUT] == s.ints[I_N_OUT]:
            t_out = s.real[R_END]
        if t_out > s.real[R_T] * (1.0 + 1e-14) + 1e-300:
            return True
        if s.ints[I_ROWS_OUT] == s.out.shape[0]:
            return False
        output(p, s, lu, t_out)
        s.ints[I_OUT] += 1
    return True


@kernel
def output(p, s, lu, t_out):
    """One row: interpolate (1), make consistent, report; the state of the integration is kept."""
    for n in range(p.y.shape[0]):
        s.keep[n] = p.y[n]
    for n in range(p.rate.shape[0]):
        s.rate[n] = p.rate[n]
    x = (t_out - s.real[R_T]) / s.real[R_H]
    for n in range(p.y.shape[0]):
        value = 0.0
        for j in range(s.ints[I_ORDER], -1, -1):
            value = value * x + s.z[j, n]
        p.y[n] = value
    p.num[N_T] = t_out
    make_consistent(p, s.real[R_LENGTH], lu)
    call(p.report, p.handle, 0)
    row = s.ints[I_ROWS_OUT]
    for n in range(p.row.shape[0]):
        s.out[row, n] = p.row[n]
    s.ints[I_ROWS_OUT] += 1
    for n in range(p.y.shape[0]):
        p.y[n] = s.keep[n]
    for n in range(p.rate.shape[0]):
        p.rate[n] = s.rate[n]
    p.num[N_T] = s.real[R_T]


@kernel
def make_consistent(p, length, lu):
    """Positions, velocities, then accelerations and multipliers that satisfy the equations at the time in `num`; the size left."""
    num = p.num
    first = 6 * p.sizes[0]
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_HALF], num[N_WITH_ACC] = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0
    call(p.residual, p.handle, 0)
    call(p.matrix, p.handle, 0)
    if refactor(lu, p.ax) != 0:
        repivot(lu, p.ax)
    for _ in range(4):
        worst = 0.0
        for r in range(p.phi.shape[0]):
            if p.form[r] == 0:
                worst = max(worst, abs(p.phi[r]))
        if worst <= 1e-13 * length:
            break
        rows_only(p, first, 0)
        solve(lu, p.step)
        call(p.shift_positions, p.handle, 0)
        call(p.residual, p.handle, 0)
    rows_only(p, first, 1)
    solve(lu, p.step)
    call(p.shift_velocities, p.handle, 0)
    left = accelerations(p, lu, 8)
    num[N_WITH_ACC] = 0.0
    return left


@kernel
def rows_only(p, first, level):
    """Right-hand side with constraint rows only: minus phi (0) or minus phi' (1)."""
    for n in range(p.step.shape[0]):
        p.step[n] = 0.0
    for r in range(p.phi.shape[0]):
        if p.form[r] == 2 or (level == 0 and p.form[r] == 1):
            continue
        p.step[first + r] = -p.phi[r] if level == 0 else -p.phid[r]


@kernel
def accelerations(p, lu, most):
    """Newton for accelerations, multipliers, state rates and algebraic unknowns at fixed positions and velocities."""
    first = 6 * p.sizes[0]
    last = 0.0
    for iteration in range(most):
        call(p.residual, p.handle, 0)
        call(p.second, p.handle, 0)
        if iteration > 1:
            call(p.matrix, p.handle, 0)
            if refactor(lu, p.ax) != 0:
                repivot(lu, p.ax)
        for n in range(p.step.shape[0]):
            p.step[n] = -p.res[n]
        for r in range(p.phi.shape[0]):
            p.step[first + r] = 0.0 if p.form[r] == 2 else -p.phidd[r]
        solve(lu, p.step)
        size, scale = 0.0, 0.0
        for n in range(p.step.shape[0]):
            size = max(size, abs(p.step[n]))
        call(p.apply_accelerations, p.handle, 0)
        for n in range(p.rate.shape[0]):
            scale = max(scale, abs(p.rate[n]))
        last = size
        if size <= 1e-12 * max(1.0, scale):
            break
    return last


@kernel
def start(p, s):
    """History of order 1 from consistent unknowns and rates in y and rate."""
    bodies, states = p.sizes[0], p.sizes[1]
    h = s.real[R_H]
    for n in range(p.y.shape[0]):
        s.z[0, n] = p.y[n]
        for j in range(1, 8):
            s.z[j, n] = 0.0
        s.last[n] = 0.0
    for b in range(bodies):
        at, v = 7 * b, 7 * bodies + 6 * b
        x, y, w = p.y[v + 3], p.y[v + 4], p.y[v + 5]
        e0, e1, e2, e3 = p.y[at + 3], p.y[at + 4], p.y[at + 5], p.y[at + 6]
        for n in range(3):
            s.z[1, at + n] = h * p.y[v + n]
        s.z[1, at + 3] = 0.5 * h * (-e1 * x - e2 * y - e3 * w)
        s.z[1, at + 4] = 0.5 * h * (e0 * x + e2 * w - e3 * y)
        s.z[1, at + 5] = 0.5 * h * (e0 * y + e3 * x - e1 * w)
        s.z[1, at + 6] = 0.5 * h * (e0 * w + e1 * y - e2 * x)
        for n in range(6):
            s.z[1, v + n] = h * p.rate[6 * b + n]
    for n in range(states):
        s.z[1, 13 * bodies + n] = h * p.rate[6 * bodies + n]
    s.z[1, p.y.shape[0] - 1] = h * (p.work[0] + p.work[1])
    s.ints[I_ORDER] = 1
    s.ints[I_SINCE] = 0
    s.ints[I_STALE] = 1


@kernel
def advance(p, s, lu, lu_out, most_steps):
    """Integrate until the end, a full output buffer, `most_steps` steps, or a failure; returns the reason."""
    steps = 0
    while True:
        if not write_outputs(p, s, lu_out):
            return FULL
        if s.real[R_T] >= s.real[R_END] * (1.0 - 1e-14) and s.ints[I_OUT] > s.ints[I_N_OUT]:
            return DONE
        if steps >= most_steps:
            return RUNNING
        steps += 1
        set_tolerances(p, s)
        predict(s.z, s.ints[I_ORDER])
        status = correct(p, s, lu)
        error = 0.0
        if status == CONVERGED:
            error = largest_error(p, s, 0, 0) / (s.ints[I_ORDER] + 1.0)
            if error <= 1.0:
                accept(p, s)
                if not write_outputs(p, s, lu_out):
                    choose_step(p, s, error)
                    return FULL
                choose_step(p, s, error)
                continue
        s.real[R_WORST] = error
        reject(p, s, status == CONVERGED, error)
        if s.real[R_H] < s.real[R_HMIN]:
            return NOT_FINITE if status == BROKEN else (SINGULAR if status == LOST else TOO_SMALL)
