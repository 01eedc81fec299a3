"""GSTIFF: Gear's backward difference formulas of order 1 to 6 in Nordsieck form, variable step, with constraints.

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
             k! z_k / k and the change of y - z_0 divided by k+2; step factors 1/(1.2 E^(1/(k+1))), ...              (4)
Output       the polynomial (1) at the output time, then positions, velocities, accelerations and multipliers made
             consistent by one linear solve each; no step is cut to hit an output time but the last one.
References   Gear (1971), Numerical Initial Value Problems in ODEs, chapters 9 and 11; Hindmarsh (1983), ODEPACK;
             Gear, Leimkuhler & Gupta (1985), J. Comput. Appl. Math. 12, 77-90; Orlandea, Chace & Calahan (1977).
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.consistent import STEPS, factor, make_consistent, run, solve, solve_both
from bellcrank.integrators.problem import (
    BEFORE,
    CLOSING,
    DELTA,
    F_ACCEPT,
    F_APPLY,
    F_MATRIX,
    F_POSITIONS,
    F_RATES,
    F_REPORT,
    F_RESIDUAL,
    FORM,
    INTS,
    KEEP,
    KEEP_RATE,
    KIND,
    LAST,
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
    NUM,
    OUT,
    PHI,
    PHID,
    PSI,
    REAL,
    RES,
    ROUNDING,
    ROW,
    SIZES,
    STEP,
    TOL,
    WORK,
    YD,
    Y,
    Z,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

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
(
    R_T,
    R_H,
    R_END,
    R_HMAX,
    R_HMIN,
    R_HB,
    R_CRATE,
    R_OUT,
    R_DTOUT,
    R_WORST,
    R_SCALE,
    R_ERROR,
    R_LENGTH,
    R_OUT0,
    R_PHI,
    R_PHID,
    R_ERROR_NOW,
    R_INERTIA,
    R_SEEN,
) = (_n(k) for k in range(19))
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
    I_STATUS,
    I_ERROR,
    I_DRIVEN,
    I_ORDERS,  # and the six after it: steps taken with order 1 to 6
) = (_n(k) for k in range(22))

RUNNING, DONE, FULL, TOO_SMALL, NOT_FINITE, PIVOTS, PIVOTS_OUT = 0, 1, 2, 3, 4, 5, 6
"""What `advance` says; PIVOTS: the factorisation of steps (or of outputs) needs new pivots, then call again."""
CONVERGED, DIVERGED, BROKEN, LOST = 0, 1, 2, 3
SLOW = 0.2
"""Rate of Newton's convergence above which the matrix is renewed for the next step."""


@kernel
def set_tolerances(c):
    """Tolerance of each unknown: ERROR times the model's length, one radian, and the largest turning speed so far."""
    real, sizes, y, tol, kinds = view1(c, REAL), index1(c, SIZES), view1(c, Y), view1(c, TOL), index1(c, KIND)
    error, length, pace = real[R_ERROR], real[R_LENGTH], real[R_SCALE]
    bodies = sizes[0]
    for b in range(bodies):
        for n in range(3):
            at = 7 * bodies + 6 * b + n
            pace = max(pace, abs(y[at + 3]), abs(y[at]) / length)
    real[R_SCALE] = pace
    for n in range(tol.shape[0]):
        kind = kinds[n]
        if kind == 0:
            tol[n] = error * length
        elif kind == 1:
            tol[n] = error * 0.5
        elif kind == 2:
            tol[n] = error * length * pace
        elif kind == 3:
            tol[n] = error * pace
        elif kind == 4:
            tol[n] = error * max(1.0, abs(y[n]))
        elif kind == 6:
            tol[n] = error * max(real[R_INERTIA] * pace * pace, abs(y[n]))


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
def drop_rounding(c):
    """Violations that are only rounding count as none: near a singular position they would be amplified for ever."""
    phi, rounding = view1(c, PHI), view1(c, ROUNDING)
    for r in range(phi.shape[0]):
        if abs(phi[r]) <= rounding[r]:
            phi[r] = 0.0


@kernel
def constraint_rows(c, hb):
    """Residual of the constraint rows: phi/(h b) for I3, phi' for SI2 and velocity constraints."""
    sizes, ints, phi, form, res, phid = (
        index1(c, SIZES),
        table(c, INTS),
        view1(c, PHI),
        index1(c, FORM),
        view1(c, RES),
        view1(c, PHID),
    )
    first = 6 * sizes[0]
    si2 = ints[I_SI2] == 1
    for r in range(phi.shape[0]):
        if form[r] == 2:
            res[first + r] = 0.0
        elif si2 or form[r] == 1:
            res[first + r] = phid[r]
        else:
            res[first + r] = phi[r] / hb


@kernel
def new_matrix(c, hb):
    """Evaluate and factor the matrix; False when it is singular."""
    ints, real, num = table(c, INTS), view1(c, REAL), view1(c, NUM)
    run(c, F_MATRIX)
    ints[I_MATRICES] += 1
    ints[I_AGE] = 0
    real[R_HB] = hb
    real[R_CRATE] = 0.7
    real[R_SEEN] = 0.0
    num[N_NJAC] += 1.0
    return factor(c, STEPS)


@kernel
def size_of_step(c, hb):
    """The largest change of an unknown by `step`, in units of its tolerance, and the unknown it belongs to."""
    sizes, ints, step, tol, y, real = (
        index1(c, SIZES),
        table(c, INTS),
        view1(c, STEP),
        view1(c, TOL),
        view1(c, Y),
        view1(c, REAL),
    )
    bodies, rows = sizes[0], sizes[3]
    worst, where = 0.0, 0
    speeds = ints[I_SI2] == 1
    for b in range(bodies):
        line, turn = hb / tol[7 * b], hb / tol[7 * b + 3]
        if speeds:
            at = 7 * bodies + 6 * b
            line, turn = max(line, 1.0 / tol[at]), max(turn, 1.0 / tol[at + 3])
        for n in range(6 * b, 6 * b + 6):
            size = abs(step[n]) * (line if n < 6 * b + 3 else turn)
            if not size <= worst:
                worst, where = size, n
    at = 6 * bodies + rows
    for n in range(sizes[1]):
        size = abs(step[at + n]) / tol[13 * bodies + n]
        if not size <= worst:
            worst, where = size, at + n
    at += sizes[1]
    for n in range(sizes[2]):
        value = y[13 * bodies + sizes[1] + n]
        size = abs(step[at + n]) / (real[R_ERROR] * max(1.0, abs(value)))
        if not size <= worst:
            worst, where = size, at + n
    ints[I_WORST] = where
    return worst


@kernel
def close_constraints(c, hb):
    """Add the position correction (3) to DELTA; returns the largest in units of the tolerance."""
    closing, tol, delta = view1(c, CLOSING), view1(c, TOL), view2(c, DELTA)
    worst = 0.0
    for b in range(delta.shape[0]):
        line, turn = 0.0, 0.0
        for n in range(3):
            line = max(line, abs(closing[6 * b + n]))
            turn = max(turn, abs(closing[6 * b + 3 + n]))
        for n in range(6):
            delta[b, n] += hb * closing[6 * b + n]
        worst = max(worst, hb * line / tol[7 * b], hb * turn / tol[7 * b + 3])
    return worst


@kernel
def right_hand_sides(c, hb):
    """STEP: minus the residual; CLOSING: the position correction (3) that the new velocities do not make."""
    step, res, closing, phi, phid, form = (
        view1(c, STEP),
        view1(c, RES),
        view1(c, CLOSING),
        view1(c, PHI),
        view1(c, PHID),
        index1(c, FORM),
    )
    first = 6 * index1(c, SIZES)[0]
    for n in range(step.shape[0]):
        step[n] = -res[n]
        closing[n] = 0.0
    for r in range(phi.shape[0]):
        if form[r] == 0:
            closing[first + r] = phid[r] - phi[r] / hb  # (3)


@kernel
def newton(c, hb):
    """Solve the corrector (2); the unknowns start at the prediction."""
    ints, num, real = table(c, INTS), view1(c, NUM), view1(c, REAL)
    before = 0.0
    for iteration in range(ints[I_MAXIT]):
        run(c, F_RATES)
        run(c, F_RESIDUAL)
        ints[I_RESIDUALS] += 1
        if num[N_BAD] != 0.0:
            return BROKEN
        if iteration > 2:
            drop_rounding(c)
        constraint_rows(c, hb)
        if ints[I_STALE] == 1:
            if not new_matrix(c, hb):
                return LOST
            ints[I_STALE] = 0
        right_hand_sides(c, hb)
        if ints[I_SI2] == 1:
            solve_both(c, STEPS)
        else:
            solve(c, STEPS)
        ints[I_ITERATIONS] += 1
        size = size_of_step(c, hb)
        if not math.isfinite(size):
            return DIVERGED
        run(c, F_APPLY)
        if ints[I_SI2] == 1:
            size = max(size, close_constraints(c, hb))
        run(c, F_POSITIONS)
        if iteration > 0 and before > 0.0:
            real[R_CRATE] = max(0.3 * real[R_CRATE], size / before, 0.01)  # never trust one lucky iteration
            real[R_SEEN] = size / before
        crate = min(1.0, real[R_CRATE])
        if size * crate < 0.01 and (iteration > 0 or size < 0.1):
            return CONVERGED
        if iteration > 0 and (size > 2.0 * before or (iteration >= 3 and crate > 0.9)):
            if max(size, before) < 0.2:
                return CONVERGED  # rounding
            if size > 10.0 or iteration > 5:
                return DIVERGED
        before = size
    return DIVERGED


@kernel
def correct(c):
    """One corrector: prepare psi and the start values, iterate, once more with a fresh matrix when that fails."""
    ints, real, sizes, num, y, z, psi, delta = (
        table(c, INTS),
        view1(c, REAL),
        index1(c, SIZES),
        view1(c, NUM),
        view1(c, Y),
        view2(c, Z),
        view1(c, PSI),
        view2(c, DELTA),
    )
    order = ints[I_ORDER]
    b = COEFFICIENTS[order, 0]
    hb = real[R_H] * b
    n_controlled = 13 * sizes[0] + sizes[1]
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_HALF] = hb, 1.0, 1.0 / hb, hb, 0.5 * hb
    num[N_T] = real[R_T] + real[R_H]
    num[N_HSIZE], num[N_ORDER], num[N_NRHS] = real[R_H], float(order), float(ints[I_RESIDUALS])
    ratio = hb / real[R_HB] if real[R_HB] > 0.0 else 0.0
    if abs(ratio - 1.0) > 0.25 or ints[I_AGE] >= 20 or real[R_SEEN] > SLOW:
        ints[I_STALE] = 1
    ints[I_AGE] += 1
    status = DIVERGED
    for _ in range(2):
        fresh = ints[I_STALE] == 1
        for n in range(y.shape[0]):
            y[n] = z[0, n]
        for n in range(n_controlled):
            psi[n] = z[0, n] - b * z[1, n]
        for n in range(delta.shape[0]):
            for k in range(6):
                delta[n, k] = 0.0
        num[N_BAD] = 0.0
        run(c, F_POSITIONS)
        status = newton(c, hb)
        if status != DIVERGED or fresh:
            return status
        ints[I_STALE] = 1
    return status


@kernel
def largest_error(c, which, order):
    """Largest component in units of the tolerance: 0 y - z_0, 1 order! z_order, 2 change of y - z_0."""
    sizes, y, z, last, earlier, tol, ints = (
        index1(c, SIZES),
        view1(c, Y),
        view2(c, Z),
        view1(c, LAST),
        view1(c, BEFORE),
        view1(c, TOL),
        table(c, INTS),
    )
    worst, where = 0.0, 0
    controlled = 13 * sizes[0] + sizes[1]
    for k in range(controlled + 1):
        n = k if k < controlled else y.shape[0] - 1  # the work done comes last
        if which == 0:
            e = y[n] - z[0, n]
        elif which == 1:
            e = FACTORIAL[order] * z[order, n]
        else:
            e = last[n] - earlier[n]
        size = abs(e) / tol[n]
        if not size <= worst:
            worst, where = size, n
    if which == 0:
        ints[I_WORST] = where
    return worst


@kernel
def add_work(c):
    """The work done, w = psi + h b (power); it is controlled like a state, so that no burst of power is stepped over.

    The power of motions needs the multipliers of the last iteration: one more residual.
    """
    ints, y, z, real, work = table(c, INTS), view1(c, Y), view2(c, Z), view1(c, REAL), view1(c, WORK)
    if ints[I_DRIVEN] == 1:
        run(c, F_RATES)
        run(c, F_RESIDUAL)
    b = COEFFICIENTS[ints[I_ORDER], 0]
    n = y.shape[0] - 1
    y[n] = z[0, n] - b * z[1, n] + real[R_H] * b * (work[0] + work[1])


@kernel
def accept(c):
    """Take the step: correct the history and the discrete memory."""
    ints, y, real, z, earlier, last = (
        table(c, INTS),
        view1(c, Y),
        view1(c, REAL),
        view2(c, Z),
        view1(c, BEFORE),
        view1(c, LAST),
    )
    order = ints[I_ORDER]
    for n in range(y.shape[0]):
        earlier[n] = last[n]
        last[n] = y[n] - z[0, n]
    for j in range(order + 1):
        part = COEFFICIENTS[order, j] / COEFFICIENTS[order, 0]
        for n in range(y.shape[0]):
            z[j, n] += part * last[n]
    real[R_T] += real[R_H]
    ints[I_STEPS] += 1
    ints[I_ORDERS + order] += 1
    ints[I_SINCE] += 1
    ints[I_IN_A_ROW] = 0
    run(c, F_ACCEPT)


@kernel
def factor_for(error, bias, order):
    """Step factor that would bring the error to the tolerance."""
    return 1.0 / (bias * error ** (1.0 / (order + 1.0)) + 1e-6)


@kernel
def change(c, order, factor):
    """Change order and step."""
    ints, z, real = table(c, INTS), view2(c, Z), view1(c, REAL)
    ints[I_ORDER] = order
    rescale(z, order, factor)
    real[R_H] *= factor
    ints[I_SINCE] = 0


@kernel
def choose_step(c, error):
    """After an accepted step: order and step of the next one (4)."""
    ints, real, y, z, last = table(c, INTS), view1(c, REAL), view1(c, Y), view2(c, Z), view1(c, LAST)
    order = ints[I_ORDER]
    if ints[I_SINCE] <= order:
        return
    same = factor_for(error, 1.2, order)
    down, up = 0.0, 0.0
    if order > 1:
        down = factor_for(largest_error(c, 1, order) / order, 1.3, order - 1)
    if order < ints[I_KMAX]:
        up = factor_for(largest_error(c, 2, order) / (order + 2.0), 1.4, order + 1)
    best = max(same, down, up)
    limit = real[R_HMAX] / real[R_H]
    if best < 1.15 or (limit <= 1.0 and up < best):
        ints[I_SINCE] = max(0, order - 2)
        if not (order > 1 and down > same * 1.2 and best >= 1.0):
            return
    new_order = order
    if best == up:
        for n in range(y.shape[0]):
            z[order + 1, n] = last[n] / FACTORIAL[order + 1]
        new_order = order + 1
    elif best == down:
        new_order = order - 1
    first_steps = ints[I_STEPS] < 20
    change(c, new_order, min(best, limit, 10.0 if first_steps else 4.0))


@kernel
def restart(c):
    """Back to order 1 with the rates from the corrector's own history; the matrix is renewed."""
    ints = table(c, INTS)
    ints[I_ORDER] = 1
    ints[I_SINCE] = 0
    ints[I_STALE] = 1


@kernel
def reject(c, converged, error):
    """After a failed step: a smaller step or a lower order (4), and after repeated failures order 1.

    Order 6 with a smaller step after each step is unstable: its history shrinks, its errors do not. Order 5 promises
    the longer step.
    """
    ints, z = table(c, INTS), view2(c, Z)
    order = ints[I_ORDER]
    retract(z, order)
    ints[I_IN_A_ROW] += 1
    if not converged:
        ints[I_NEWTON_FAILS] += 1
        change(c, order, 0.25)
        ints[I_STALE] = 1
    else:
        ints[I_ERROR_FAILS] += 1
        same, down = factor_for(error, 1.2, order), 0.0
        if order > 1:
            down = factor_for(largest_error(c, 1, order) / order, 1.3, order - 1)
        if down > same:
            change(c, order - 1, max(0.1, min(1.0, down)))
        else:
            change(c, order, max(0.1, min(0.9, 0.95 * same)))
    if ints[I_IN_A_ROW] >= 4 and order > 1:
        restart(c)


@kernel
def note_violations(c):
    """Largest violation of the constraints and of their rates by the integrated motion so far."""
    phi, phid, real = view1(c, PHI), view1(c, PHID), view1(c, REAL)
    for r in range(phi.shape[0]):
        real[R_PHI] = max(real[R_PHI], abs(phi[r]))
        real[R_PHID] = max(real[R_PHID], abs(phid[r]))


@kernel
def output(c, t_out):
    """One row: interpolate (1), make consistent, report; the state of the integration is kept."""
    y, keep, yd, keep_rate, real, ints, z, num, row_out, out = (
        view1(c, Y),
        view1(c, KEEP),
        view1(c, YD),
        view1(c, KEEP_RATE),
        view1(c, REAL),
        table(c, INTS),
        view2(c, Z),
        view1(c, NUM),
        view1(c, ROW),
        view2(c, OUT),
    )
    for n in range(y.shape[0]):
        keep[n] = y[n]
    for n in range(yd.shape[0]):
        keep_rate[n] = yd[n]
    x = (t_out - real[R_T]) / real[R_H]
    for n in range(y.shape[0]):
        value = 0.0
        for j in range(ints[I_ORDER], -1, -1):
            value = value * x + z[j, n]
        y[n] = value
    num[N_T] = t_out
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE] = 0.0, 0.0, 1.0, 1.0
    run(c, F_RESIDUAL)
    note_violations(c)
    good = make_consistent(c, real[R_LENGTH])
    if good:
        run(c, F_REPORT)
        row = ints[I_ROWS_OUT]
        for n in range(row_out.shape[0]):
            out[row, n] = row_out[n]
        ints[I_ROWS_OUT] += 1
    for n in range(y.shape[0]):
        y[n] = keep[n]
    for n in range(yd.shape[0]):
        yd[n] = keep_rate[n]
    num[N_T] = real[R_T]
    return good


@kernel
def write_outputs(c):
    """Rows of results at every output time passed: RUNNING, or FULL, or PIVOTS_OUT."""
    ints, real, out = table(c, INTS), view1(c, REAL), view2(c, OUT)
    while ints[I_OUT] <= ints[I_N_OUT]:
        t_out = real[R_OUT0] + real[R_DTOUT] * ints[I_OUT]
        if ints[I_OUT] == ints[I_N_OUT]:
            t_out = real[R_END]
        if t_out > real[R_T] * (1.0 + 1e-14) + 1e-300:
            return RUNNING
        if ints[I_ROWS_OUT] == out.shape[0]:
            return FULL
        if not output(c, t_out):
            return PIVOTS_OUT
        ints[I_OUT] += 1
    return RUNNING


@kernel
def start(c):
    """History of order 1 from consistent unknowns and rates in y and rate."""
    sizes, real, y, z, last, yd, work, ints = (
        index1(c, SIZES),
        view1(c, REAL),
        view1(c, Y),
        view2(c, Z),
        view1(c, LAST),
        view1(c, YD),
        view1(c, WORK),
        table(c, INTS),
    )
    bodies, states = sizes[0], sizes[1]
    h = real[R_H]
    for n in range(y.shape[0]):
        z[0, n] = y[n]
        for j in range(1, 8):
            z[j, n] = 0.0
        last[n] = 0.0
    for b in range(bodies):
        at, v = 7 * b, 7 * bodies + 6 * b
        wx, wy, wz = y[v + 3], y[v + 4], y[v + 5]
        e0, e1, e2, e3 = y[at + 3], y[at + 4], y[at + 5], y[at + 6]
        for n in range(3):
            z[1, at + n] = h * y[v + n]
        z[1, at + 3] = 0.5 * h * (-e1 * wx - e2 * wy - e3 * wz)
        z[1, at + 4] = 0.5 * h * (e0 * wx + e2 * wz - e3 * wy)
        z[1, at + 5] = 0.5 * h * (e0 * wy + e3 * wx - e1 * wz)
        z[1, at + 6] = 0.5 * h * (e0 * wz + e1 * wy - e2 * wx)
        for n in range(6):
            z[1, v + n] = h * yd[6 * b + n]
    for n in range(states):
        z[1, 13 * bodies + n] = h * yd[6 * bodies + n]
    z[1, y.shape[0] - 1] = h * (work[0] + work[1])
    ints[I_ORDER] = 1
    ints[I_SINCE] = 0
    ints[I_STALE] = 1


@kernel
def only_rounding(c, error):
    """Whether an error is rounding (amplified near a singular position): smaller steps have not made it smaller."""
    real = view1(c, REAL)
    return table(c, INTS)[I_IN_A_ROW] > 2 and error < 100.0 and 0.0 < 0.7 * real[R_WORST] < error


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told: RUNNING after most_steps, DONE, FULL, PIVOTS, TOO_SMALL or NOT_FINITE."""
    real, ints, z = view1(c, REAL), table(c, INTS), view2(c, Z)
    steps = 0
    while True:
        told = write_outputs(c)
        if told != RUNNING:
            return told
        if ints[I_ERROR] >= 0:
            choose_step(c, real[R_ERROR_NOW])
            ints[I_ERROR] = -1
        if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
            return DONE
        if steps >= most_steps:
            return RUNNING
        steps += 1
        left = real[R_END] - real[R_T]
        if 1.001 * real[R_H] > left:  # the last step ends at the end, nothing is evaluated beyond it
            change(c, ints[I_ORDER], left / real[R_H])
        set_tolerances(c)
        predict(z, ints[I_ORDER])
        status = correct(c)
        if status == LOST:
            retract(z, ints[I_ORDER])
            return PIVOTS
        error = 0.0
        if status == CONVERGED:
            add_work(c)
            error = largest_error(c, 0, 0) / (ints[I_ORDER] + 1.0)
            if error <= 1.0 or only_rounding(c, error):
                accept(c)
                real[R_ERROR_NOW] = error
                ints[I_ERROR] = 1
                continue
        real[R_WORST] = error
        reject(c, status == CONVERGED, error)
        if real[R_H] < real[R_HMIN]:
            return NOT_FINITE if status == BROKEN else TOO_SMALL


@kernel
def advance(c, k):
    """Integrate until the end, a full output buffer, k steps, or a failure; the reason goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = go_on(c, k)


@kernel
def shrink(c, k):
    """A quarter of the step: the matrix has no inverse here."""
    change(c, table(c, INTS)[I_ORDER], 0.25)
    table(c, INTS)[I_STALE] = 1


@kernel
def begin(c, k):
    """Make the state consistent and start the history at order 1; I_STATUS tells when new pivots are needed."""
    good = make_consistent(c, view1(c, REAL)[R_LENGTH])
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT
    set_tolerances(c)
    start(c)


@kernel
def restart_history(c, k):
    """Start the history again at order 1 from the present state and rates, with the step in R_H."""
    start(c)
