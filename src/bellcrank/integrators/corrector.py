"""Newton's iterations of the corrector y = psi + h b y' for the equations of motion with constraints.

Unknowns     D = velocity increments (rotations so chosen that d theta = h b D), h b dlam, states, algebraic unknowns;
             matrix [M - h b f_u - (h b)^2 f_q + stiffness of the multipliers, J^T; J, 0]                           (1)
I3           constraint rows phi/(h b) = 0: positions exact, velocities follow.                                     (2)
SI2          constraint rows phi' = 0, and a position correction with the same factorisation,
             [.. J^T; J 0][delta; mu] = [0; -phi]: the stabilised index-2 form of Gear, Gupta and Leimkuhler.        (3)
Test         with the rate r of convergence, r |D| < KAPPA in units of the tolerances, of positions and of velocities,
             for both forms: what an iteration leaves in the velocities enters the history.                       (4)
References   Gear, Leimkuhler & Gupta (1985), J. Comput. Appl. Math. 12, 77-90; Orlandea, Chace & Calahan (1977).
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import STEPS, factor, run, solve, solve_both
from bellcrank.integrators.largest import invert_tolerances, largest_product
from bellcrank.integrators.past import predict_past
from bellcrank.integrators.problem import (
    CLOSING,
    DELTA,
    F_ADVANCE,
    F_FOLLOW,
    F_MATRIX,
    F_RESIDUAL,
    FIRST_ROW,
    FORM,
    FORMULA,
    GAP_ROUNDING,
    INTS,
    INVERSE,
    N_BAD,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_HSIZE,
    N_NJAC,
    N_NRHS,
    N_ORDER,
    N_SCALE,
    N_T,
    NUM,
    PER_GAP,
    PER_TOL,
    PHI,
    PHID,
    POSITION_OF,
    PSI,
    RATE_ROUNDING,
    RATED,
    REAL,
    RES,
    ROW_TOL,
    SIZES,
    SPEED_OF,
    STEP,
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
    R_H,
    R_HB,
    R_NOISE,
    R_SEEN,
    R_STUCK,
    R_T,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

CONVERGED, DIVERGED, BROKEN, LOST = 0, 1, 2, 3
KAPPA = 0.01
"""The part of the tolerance that an iteration may leave: IDA has 0.33, RADAU5 0.01 to 0.1. Measured: a hundredth of it
changes neither errors nor failures; three times it saves a tenth of the iterations and shows in some errors."""
SLOW = 0.1
"""Rate of convergence above which the matrix is renewed for the next step: a new one costs as much as an iteration, and
an iteration that gains less than a digit is followed by another. Measured: 0.2 takes a sixth more iterations, 0.05
as much time."""
OTHER_STEP, OLD = 0.25, 20
"""Relative change of h b, and steps, after which it is renewed: Newton converges like |1 - hb/hb'|."""
CAREFUL, FIRST_RATE, LEAST_RATE = 0.3, 0.7, 0.01
"""Of the rate of convergence: what is kept of the last one, the first guess, and what is never believed below."""
GROWS, GROWS_FIRST, STANDS = 2.0, 100.0, 0.9
"""Divergence: a step grows so much; the second one may, near singular positions; a rate, from the fourth one on."""
SMALL = 0.2
"""Steps of less than this part of the tolerance that shrink no more are rounding."""


@kernel
def new_matrix(c, hb):
    """Evaluate and factor the matrix; False when it is singular."""
    ints, real, num = table(c, INTS), view1(c, REAL), view1(c, NUM)
    run(c, F_MATRIX)
    ints[I_MATRICES] += 1
    ints[I_AGE] = 0
    real[R_HB] = hb
    real[R_CRATE] = FIRST_RATE
    real[R_SEEN] = 0.0
    num[N_NJAC] += 1.0
    return factor(c, STEPS)


@kernel
def weigh_unknowns(c, hb, h):
    """PER_TOL and PER_GAP of a step of h b; positions may err by so much in a step of h (math.inf: their tolerance)."""
    per, gap, inverse = view1(c, PER_TOL), view1(c, PER_GAP), view1(c, INVERSE)
    position, speed = index1(c, POSITION_OF), index1(c, SPEED_OF)
    invert_tolerances(c, h)
    for n in range(per.shape[0]):
        per[n] = max(hb * inverse[position[n]], inverse[speed[n]])
    for n in range(gap.shape[0]):
        gap[n] = hb * inverse[position[n]]


@kernel
def size_of_step(c):
    """The largest change of an unknown by `step`, in units of its tolerance."""
    return largest_product(view1(c, STEP), view1(c, PER_TOL))


@kernel
def find_worst(c):
    """To I_WORST, the unknown that has it: who asks is about to give up."""
    step, per = view1(c, STEP), view1(c, PER_TOL)
    worst, where = 0.0, 0
    for n in range(step.shape[0]):
        size = abs(step[n]) * per[n]
        if not size <= worst:
            worst, where = size, n
    table(c, INTS)[I_WORST] = where


@kernel
def close_constraints(c, hb):
    """Add the position correction (3) to DELTA; returns the largest in units of the tolerance."""
    closing, per, delta = view1(c, CLOSING), view1(c, PER_GAP), view1(c, DELTA)
    for n in range(delta.shape[0]):
        delta[n] += hb * closing[n]
    return largest_product(closing, per)


@kernel
def ask_for_positions(c, hb):
    """STEP of I3: minus the residual, with phi/(h b) in constraint rows, phi' in those of velocities.

    Violations that are only rounding count as none: near a singular position they would be amplified for ever.
    """
    step, res, phi, phid, form = view1(c, STEP), view1(c, RES), view1(c, PHI), view1(c, PHID), index1(c, FORM)
    tol, first, per_hb = view2(c, ROW_TOL), index1(c, SIZES)[FIRST_ROW], 1.0 / hb
    for n in range(step.shape[0]):
        step[n] = -res[n]
    for r in range(phi.shape[0]):
        gap = phi[r] * per_hb if abs(phi[r]) > tol[r, GAP_ROUNDING] else 0.0
        speed = phid[r] if form[r] == 1 and abs(phid[r]) > tol[r, RATE_ROUNDING] else 0.0
        step[first + r] = -gap if form[r] == 0 else -speed


@kernel
def ask_for_speeds(c, hb):
    """STEP of SI2: the same with phi' in all constraint rows; CLOSING: the position correction (3) that the new
    velocities do not make."""
    step, res, closing, phi, phid, form = (
        view1(c, STEP),
        view1(c, RES),
        view1(c, CLOSING),
        view1(c, PHI),
        view1(c, PHID),
        index1(c, FORM),
    )
    tol, first, per_hb = view2(c, ROW_TOL), index1(c, SIZES)[FIRST_ROW], 1.0 / hb
    for n in range(step.shape[0]):
        step[n] = -res[n]
    for n in range(closing.shape[0]):
        closing[n] = 0.0
    for r in range(phi.shape[0]):
        gap = phi[r] * per_hb if abs(phi[r]) > tol[r, GAP_ROUNDING] else 0.0
        speed = phid[r] if abs(phid[r]) > tol[r, RATE_ROUNDING] else 0.0
        step[first + r] = -speed if form[r] < 2 else 0.0
        closing[first + r] = speed - gap if form[r] == 0 else 0.0  # (3)


@kernel
def newton_step(c, hb):
    """Solve for STEP (and the position correction) at the state of the last residual; its size in tolerances."""
    if table(c, INTS)[I_SI2] == 1:
        ask_for_speeds(c, hb)
        solve_both(c, STEPS)
        size = size_of_step(c)
        return max(size, close_constraints(c, hb)) if math.isfinite(size) else size
    ask_for_positions(c, hb)
    solve(c, STEPS)
    return size_of_step(c)


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
        size = newton_step(c, hb)
        ints[I_ITERATIONS] += 1
        if not math.isfinite(size):
            break
        run(c, F_ADVANCE)
        real[R_STUCK] = size if iteration == 0 else min(size, real[R_STUCK])
        if iteration > 0 and before > 0.0:
            real[R_CRATE] = max(CAREFUL * real[R_CRATE], size / before, LEAST_RATE)
            real[R_SEEN] = size / before
        crate = min(1.0, real[R_CRATE])
        if size * crate < KAPPA and (iteration > 0 or size < 10.0 * KAPPA):
            return CONVERGED  # (4)
        grown = size > (GROWS if iteration > 1 else GROWS_FIRST) * before
        if iteration > 0 and (grown or (iteration >= 3 and crate > STANDS)):
            if max(size, before) < max(SMALL, real[R_NOISE]):
                return CONVERGED  # rounding
            if size > 10.0 or iteration > 5:
                break
        before = size
    find_worst(c)
    return DIVERGED


@kernel
def prepare(c, hb, order):
    """Seeds of the matrix, time and bookkeeping of the step; whether the matrix is to be renewed."""
    ints, real, num = table(c, INTS), view1(c, REAL), view1(c, NUM)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED] = hb, 1.0, 1.0 / hb, hb, hb
    num[N_T] = real[R_T] + real[R_H]
    num[N_HSIZE], num[N_ORDER], num[N_NRHS] = real[R_H], float(order), float(ints[I_RESIDUALS])
    ratio = hb / real[R_HB] if real[R_HB] > 0.0 else 0.0
    if abs(ratio - 1.0) > OTHER_STEP or ints[I_AGE] >= OLD or real[R_SEEN] > SLOW:
        ints[I_STALE] = 1
    ints[I_AGE] += 1
    weigh_unknowns(c, hb, real[R_H])


@kernel
def begin_at_prediction(c, b):
    """Unknowns, psi and the model at the prediction."""
    y, z, psi, delta, num = view1(c, Y), view2(c, Z), view1(c, PSI), view1(c, DELTA), view1(c, NUM)
    for n in range(y.shape[0]):
        y[n] = z[0, n]
    for n in range(index1(c, SIZES)[RATED]):
        psi[n] = z[0, n] - b * z[1, n]
    for n in range(delta.shape[0]):
        delta[n] = 0.0
    num[N_BAD] = 0.0
    predict_past(c)
    run(c, F_FOLLOW)


@kernel
def correct(c):
    """One corrector: prepare psi and the start values, iterate, once more with a fresh matrix when that fails."""
    ints, real = table(c, INTS), view1(c, REAL)
    order = ints[I_ORDER]
    b = view2(c, FORMULA)[0, 0]
    hb = real[R_H] * b
    prepare(c, hb, order)
    status = DIVERGED
    for _ in range(2):
        fresh = ints[I_STALE] == 1
        begin_at_prediction(c, b)
        status = newton(c, hb)
        if status != DIVERGED or fresh:
            return status
        ints[I_STALE] = 1
    return status
