"""Newton's iterations of the corrector y = psi + h b y' for the equations of motion with constraints.

Unknowns     D = velocity increments (rotations so chosen that d theta = h b D), h b dlam, states, algebraic unknowns;
             matrix [M - h b f_u - (h b)^2 f_q + stiffness of the multipliers, J^T; J, 0]                           (1)
I3           constraint rows phi/(h b) = 0: positions exact, velocities follow.                                     (2)
SI2          constraint rows phi' = 0, and a position correction with the same factorisation,
             [.. J^T; J 0][delta; mu] = [0; -phi]: the stabilised index-2 form of Gear, Gupta and Leimkuhler.        (3)
References   Gear, Leimkuhler & Gupta (1985), J. Comput. Appl. Math. 12, 77-90; Orlandea, Chace & Calahan (1977).
"""

from __future__ import annotations

import math

from bellcrank.integrators.consistent import STEPS, factor, run, solve, solve_both
from bellcrank.integrators.history import COEFFICIENTS
from bellcrank.integrators.past import predict_past
from bellcrank.integrators.problem import (
    CLOSING,
    DELTA,
    F_ADVANCE,
    F_FOLLOW,
    F_MATRIX,
    F_RESIDUAL,
    FORM,
    INTS,
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
    PHI,
    PHID,
    PSI,
    REAL,
    RES,
    ROUNDING,
    SIZES,
    STEP,
    TOL,
    Y,
    Z,
)
from bellcrank.integrators.stepper import (
    I_AGE,
    I_ITERATIONS,
    I_MATRICES,
    I_MAXIT,
    I_ORDER,
    I_RESIDUALS,
    I_SI2,
    I_STALE,
    I_WORST,
    R_CRATE,
    R_ERROR,
    R_H,
    R_HB,
    R_NOISE,
    R_SCALE,
    R_SEEN,
    R_STUCK,
    R_T,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

CONVERGED, DIVERGED, BROKEN, LOST = 0, 1, 2, 3
SLOW = 0.2
"""Rate of Newton's convergence above which the matrix is renewed for the next step."""


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
    """The largest change of an unknown by `step`, in units of its tolerance; where it is goes to I_WORST."""
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
    line, turn = weights(c, hb)
    for b in range(bodies):
        at = 6 * b
        move = max(abs(step[at]), abs(step[at + 1]), abs(step[at + 2]))
        swing = max(abs(step[at + 3]), abs(step[at + 4]), abs(step[at + 5]))
        total = step[at] + step[at + 1] + step[at + 2] + step[at + 3] + step[at + 4] + step[at + 5]
        size = max(move * line, swing * turn) + 0.0 * total  # max alone may lose what is no number
        if not size <= worst:
            worst, where = size, at if move * line >= swing * turn else at + 3
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


@kernel(inline=True)
def weights(c, hb):
    """Units of the tolerance for each unit of a step: translation, rotation; the tolerances of all bodies are alike."""
    tol, bodies = view1(c, TOL), index1(c, SIZES)[0]
    if bodies == 0:
        return 0.0, 0.0
    line, turn = hb / tol[0], hb / tol[3]
    if table(c, INTS)[I_SI2] == 1:
        line, turn = max(line, 1.0 / tol[7 * bodies]), max(turn, 1.0 / tol[7 * bodies + 3])
    return line, turn


@kernel
def close_constraints(c, hb):
    """Add the position correction (3) to DELTA; returns the largest in units of the tolerance."""
    closing, tol, delta = view1(c, CLOSING), view1(c, TOL), view2(c, DELTA)
    line, turn = 0.0, 0.0
    for b in range(delta.shape[0]):
        for n in range(3):
            line = max(line, abs(closing[6 * b + n]))
            turn = max(turn, abs(closing[6 * b + 3 + n]))
        for n in range(6):
            delta[b, n] += hb * closing[6 * b + n]
    return max(hb * line / tol[0], hb * turn / tol[3]) if delta.shape[0] > 0 else 0.0


@kernel
def right_hand_sides(c, hb):
    """STEP: minus the residual, with phi/(h b) (I3) or phi' (SI2, velocity constraints) in constraint rows; CLOSING:
    the position correction (3) that the new velocities do not make.

    Violations that are only rounding count as none: near a singular position they would be amplified for ever.
    """
    step, res, closing, phi, phid, form = (
        view1(c, STEP),
        view1(c, RES),
        view1(c, CLOSING),
        view1(c, PHI),
        view1(c, PHID),
        index1(c, FORM),
    )
    rounding, pace = view1(c, ROUNDING), view1(c, REAL)[R_SCALE]
    first, per_hb, si2 = 6 * index1(c, SIZES)[0], 1.0 / hb, table(c, INTS)[I_SI2] == 1
    for n in range(step.shape[0]):
        step[n] = -res[n]
    if si2:
        for n in range(closing.shape[0]):
            closing[n] = 0.0
    for r in range(phi.shape[0]):
        gap = phi[r] * per_hb if abs(phi[r]) > rounding[r] else 0.0
        if form[r] == 0 and not si2:
            step[first + r] = -gap
            continue
        speed = phid[r] if abs(phid[r]) > rounding[r] * pace else 0.0
        step[first + r] = -speed if form[r] < 2 else 0.0
        if form[r] == 0:
            closing[first + r] = speed - gap  # (3)


@kernel
def newton(c, hb):
    """Solve the corrector (1); the unknowns start at the prediction."""
    ints, num, real = table(c, INTS), view1(c, NUM), view1(c, REAL)
    before = 0.0
    for iteration in range(ints[I_MAXIT]):
        run(c, F_RESIDUAL)
        ints[I_RESIDUALS] += 1
        if num[N_BAD] != 0.0:
            return BROKEN
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
        if ints[I_SI2] == 1:
            size = max(size, close_constraints(c, hb))
        run(c, F_ADVANCE)
        real[R_STUCK] = size if iteration == 0 else min(size, real[R_STUCK])
        if iteration > 0 and before > 0.0:
            real[R_CRATE] = max(0.3 * real[R_CRATE], size / before, 0.01)  # never trust one lucky iteration
            real[R_SEEN] = size / before
        crate = min(1.0, real[R_CRATE])
        if size * crate < 0.01 and (iteration > 0 or size < 0.1):
            return CONVERGED
        grown = size > (2.0 if iteration > 1 else 100.0) * before  # near singular positions the second step is large
        if iteration > 0 and (grown or (iteration >= 3 and crate > 0.9)):
            if max(size, before) < max(0.2, real[R_NOISE]):
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
        predict_past(c)
        run(c, F_FOLLOW)
        status = newton(c, hb)
        if status != DIVERGED or fresh:
            return status
        ints[I_STALE] = 1
    return status
