"""KINEMATIC: motion without freedoms. The constraints alone give positions, velocities, accelerations and reactions.

Positions    phi(q, t) = 0 by Newton from the prediction q + h u + h^2/2 u' + h^3/6 u''; the step is taken only if the
             second correction is less than a quarter of the first: then the solution belongs to the branch of the
             prediction, whatever the units (Deuflhard). Else the step is halved.                                 (1)
The rest     J u = -phi_t,  J u' = gamma,  M u' + J^T lam = f at the end of every step (consistent.py)              (2)
Work         of motions and forces: the integral of the parabola through the last three powers                      (3)
Lock-up      steps are halved until the time does not change any more: that is where the mechanism locks
Change       where branches meet, J loses rank and the motion goes on. tau = 1/(l.J^-1 r), l and r any constant vectors,
             passes through zero there; the time of that by interpolation (Keller's test function).                (4)
References   Haug (1989), sections 3.6, 4.5; Deuflhard (2004), Newton Methods for Nonlinear Problems, section 5.1;
             Govaerts (2000), Numerical Methods for Bifurcations of Dynamical Equilibria, section 4.2.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.calls import OUTPUTS, factor, run, solve
from bellcrank.integrators.consistent import is_closed_to_rounding, make_consistent, rows_only
from bellcrank.integrators.gstiff import note_work, write_now
from bellcrank.integrators.history import place
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    F_ACCEPT,
    F_ENCODE,
    F_MATRIX,
    F_RESIDUAL,
    F_SHIFT_POSITIONS,
    F_WEIGH,
    FIRST_ROW,
    FORM,
    INTS,
    LAST,
    N_BAD,
    N_CA,
    N_CHARTED,
    N_CQ,
    N_CU,
    N_HSIZE,
    N_LONGEST,
    N_ORDER,
    N_SCALE,
    N_T,
    NUM,
    POSITION_OF,
    REAL,
    SENSORS,
    SIZES,
    SPEED_OF,
    STAGES,
    STEP,
    STOPS,
    TOL,
    WORK,
    YD,
    Y,
    Z,
)
from bellcrank.integrators.rows import note_step, note_violations, write_outputs
from bellcrank.integrators.sensors import look_for_events, note_events
from bellcrank.integrators.singular import stays_open
from bellcrank.integrators.step_control import too_small
from bellcrank.integrators.stepper import (
    DONE,
    EVENT,
    I_EVENT,
    I_ITERATIONS,
    I_MATRICES,
    I_MAXIT,
    I_N_OUT,
    I_NEWTON_FAILS,
    I_ORDER,
    I_OUT,
    I_RESIDUALS,
    I_STATUS,
    I_STEPS,
    I_STOP,
    NOT_FINITE,
    PIVOTS_OUT,
    R_CHANGE,
    R_DTOUT,
    R_END,
    R_H,
    R_HIGH,
    R_HMAX,
    R_OUT0,
    R_T,
    R_TEST,
    RUNNING,
    TOO_SMALL,
    TURNED,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

CONTRACTS = 0.25
"""A correction by the one before: Newton then converges to the solution nearest to the prediction, see (1)."""
SETTLED = 1e-3
"""A first correction of so little of the tolerances needs no second one to be believed."""
AROUND = np.array([0.2, -0.1, 0.05, -0.025])
"""Parts of the step: so far from the first guess tau is looked at. Nearer the matrix is too nearly singular."""
SHARP, AT_IT = 0.5, 1e-3
"""At AROUND[3] tau is less than this part of that at either end: it passes zero. A step ends there when it is AT_IT."""
SOLVED, FAILED, LOST = 0, 1, 2
BEFORE, JERK, POWER = 0, 1, 1
"""Rows of LAST: accelerations of the step before; their rate. The last column of LAST: powers of two steps."""


@kernel
def remember(c):
    """History of the state just reached: positions with speed, acceleration and jerk, for steps of R_H."""
    y, yd, z, last, real = view1(c, Y), view1(c, YD), view2(c, Z), view2(c, LAST), view1(c, REAL)
    h = real[R_H]
    run(c, F_ENCODE)
    for n in range(y.shape[0]):
        z[0, n], z[1, n], z[2, n], z[3, n] = y[n], h * yd[n], 0.0, 0.0
    position, speed = index1(c, POSITION_OF), index1(c, SPEED_OF)
    for n in range(position.shape[0]):
        p, s = position[n], speed[n]
        if p < y.shape[0]:
            z[2, p], z[3, p] = 0.5 * h * h * yd[s], h**3 / 6.0 * last[JERK, s]
            z[2, s] = 0.5 * h * h * last[JERK, s]
    z[1, y.shape[0] - 1] = 0.0
    table(c, INTS)[I_ORDER] = 3


@kernel
def rescale(c, h):
    """The same history for steps of h."""
    z, real = view2(c, Z), view1(c, REAL)
    factor_h = h / real[R_H]
    for j in range(1, 4):
        part = factor_h**j
        for n in range(z.shape[1]):
            z[j, n] *= part
    real[R_H] = h


@kernel
def seeds(c):
    """Derivatives by accelerations: the matrix is [M, J^T; J, 0]."""
    num = view1(c, NUM)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED] = 0.0, 0.0, 1.0, 1.0, 0.0


@kernel
def size_of_correction(c):
    """The largest correction of a position in STEP, in tolerances."""
    step, tol, position = view1(c, STEP), view1(c, TOL), index1(c, POSITION_OF)
    worst = 0.0
    for n in range(index1(c, SIZES)[FIRST_ROW]):
        size = abs(step[n]) / tol[position[n]]
        if not size <= worst:
            worst = size
    return worst


@kernel
def close_positions(c):
    """(1) at the time in NUM: SOLVED, FAILED, or LOST when new pivots are needed."""
    ints, num, before = table(c, INTS), view1(c, NUM), 0.0
    seeds(c)
    for iteration in range(ints[I_MAXIT] + 15):
        run(c, F_RESIDUAL)
        ints[I_RESIDUALS] += 1
        if is_closed_to_rounding(c):
            return SOLVED
        run(c, F_MATRIX)
        ints[I_MATRICES] += 1
        if not factor(c, OUTPUTS):
            return LOST
        rows_only(c, 0)
        solve(c, OUTPUTS)
        ints[I_ITERATIONS] += 1
        size = size_of_correction(c)
        if not math.isfinite(size) or num[N_BAD] != 0.0:
            return FAILED
        if iteration > 0 and size > CONTRACTS * before and before > SETTLED:
            return FAILED
        run(c, F_SHIFT_POSITIONS)
        before = size
    return FAILED


@kernel
def solve_at(c, t):
    """The model at time t, from the history: (1) and (2)."""
    num = view1(c, NUM)
    num[N_BAD] = 0.0
    num[N_HSIZE], num[N_ORDER] = view1(c, REAL)[R_H], 3.0
    place(c, t)
    found = close_positions(c)
    if found != SOLVED:
        return found
    if not make_consistent(c):
        return LOST
    run(c, F_RESIDUAL)  # with the multipliers: power, wrenches
    if num[N_BAD] != 0.0 or not is_closed_to_rounding(c):
        return FAILED
    return SOLVED


@kernel
def test_function(c):
    """1/tau of (4) with the matrix factored last; l and r without a pattern of a mechanism, in tolerances."""
    step, form, tol, position = view1(c, STEP), index1(c, FORM), view1(c, TOL), index1(c, POSITION_OF)
    first, total = index1(c, SIZES)[FIRST_ROW], 0.0
    for n in range(step.shape[0]):
        step[n] = 0.0
    for r in range(form.shape[0]):
        step[first + r] = math.sin(1.7 * r * r + 0.3) if form[r] != 2 else 0.0
    solve(c, OUTPUTS)
    for n in range(first):
        total += math.cos(1.3 * n * n + 0.7) * step[n] / tol[position[n]]
    return total


@kernel
def first_guess(c, before, after):
    """Where in the step tau, of opposite signs at its ends, is about zero: three chords."""
    real, low = view1(c, REAL), 0.0
    high = real[R_H]
    guess = high * before / (before - after)
    for _ in range(2):
        if before * after >= 0.0 or solve_at(c, real[R_T] + guess) != SOLVED:
            break
        value = 1.0 / test_function(c)
        if value * before > 0.0:
            low, before = guess, value
        else:
            high, after = guess, value
        guess = low + (high - low) * before / (before - after)
    return guess


@kernel
def turning(c, now):
    """Whether branches meet within the step just computed; then the model is there and R_CHANGE tells when (4)."""
    real = view1(c, REAL)
    before, h, told = 1.0 / real[R_TEST], real[R_H], real[R_CHANGE]
    after = 1.0 / now
    if not math.isfinite(before - after) or not (before * after < 0.0 or abs(after) < AT_IT * abs(before)):
        return False
    stages, guess = view2(c, STAGES), first_guess(c, before, after)
    for k in range(4):  # columns 0 to 3: time and tau
        stages[0, k] = guess + h * AROUND[k]
        if solve_at(c, real[R_T] + stages[0, k]) != SOLVED:
            return False
        stages[1, k] = 1.0 / test_function(c)
    if not abs(stages[1, 3]) < SHARP * min(abs(before), max(abs(after), abs(stages[1, 0]))):
        return False
    for level in range(1, 4):  # Neville: the time as a function of tau, at tau = 0
        for k in range(4 - level):
            low, high = stages[1, k], stages[1, k + level]
            stages[0, k] = (high * stages[0, k] - low * stages[0, k + 1]) / (high - low)
    real[R_CHANGE] = real[R_T] + stages[0, 0]
    solve_at(c, real[R_CHANGE])  # as well as it can be
    return abs(real[R_CHANGE] - told) > 1e-3 * h


@kernel
def add_work(c, h):
    """(3), with its difference from the trapezium as the error."""
    last, work, y, z = view2(c, LAST), view1(c, WORK), view1(c, Y), view2(c, Z)
    n, now = y.shape[0] - 1, work[0] + work[1]
    p, q, h_before = last[0, n], last[1, n], z[7, n]
    y[n] = z[0, n] + 0.5 * h * (p + now)
    z[0, n] = y[n]
    if h_before > 0.0:
        bend = ((now - p) / h - (p - q) / h_before) / (h + h_before)
        y[n] -= bend * h**3 / 6.0
    last[0, n], last[1, n], z[7, n] = now, p, h


@kernel
def note_jerk(c, h):
    """The rate of the accelerations over the step just taken."""
    yd, last, speed = view1(c, YD), view2(c, LAST), index1(c, SPEED_OF)
    run(c, F_ENCODE)
    for n in range(index1(c, SIZES)[FIRST_ROW]):
        s = speed[n]
        last[JERK, s] = (yd[s] - last[BEFORE, s]) / h
        last[BEFORE, s] = yd[s]


@kernel
def accept(c, t):
    """Take the step to t: the model is there."""
    real, ints = view1(c, REAL), table(c, INTS)
    h = real[R_H]
    add_work(c, h)
    note_work(c, 4.0)
    note_violations(c)
    note_step(c)
    real[R_T] = t
    ints[I_STEPS] += 1
    run(c, F_WEIGH)
    run(c, F_ACCEPT)
    note_jerk(c, h)
    remember(c)
    rescale(c, min(2.0 * h, real[R_HMAX]))


@kernel
def next_time(c):
    """The end of the next step: not beyond an output time, a corner of a function of time, what sensors may miss."""
    real, ints, stops = view1(c, REAL), table(c, INTS), view1(c, STOPS)
    t = real[R_T]
    while ints[I_STOP] < stops.shape[0] - 1 and stops[ints[I_STOP]] - t <= 1e-13 * abs(t):
        ints[I_STOP] += 1
    end = min(stops[ints[I_STOP]], real[R_END])
    if ints[I_OUT] < ints[I_N_OUT]:
        end = min(end, real[R_OUT0] + real[R_DTOUT] * ints[I_OUT])
    h = min(real[R_H], real[R_HMAX], view1(c, NUM)[N_LONGEST])
    if t + 1.001 * h >= end:
        return end
    return t + min(h, 0.5 * (end - t)) if t + 2.0 * h > end else t + h


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what is to be told."""
    real, ints, num = view1(c, REAL), table(c, INTS), view1(c, NUM)
    t = next_time(c)
    rescale(c, t - real[R_T])
    found = solve_at(c, t)
    if found == LOST:
        return PIVOTS_OUT
    if found == FAILED:
        stays_open(c)
        ints[I_NEWTON_FAILS] += 1
        real[R_HIGH] = 0.0
        rescale(c, 0.5 * real[R_H])
        if too_small(c):
            return NOT_FINITE if num[N_BAD] != 0.0 else TOO_SMALL
        return RUNNING
    return take(c, t)


@kernel
def take(c, t):
    """Accept a step, unless an event is behind its beginning; TURNED where branches meet in it."""
    real, sensing = view1(c, REAL), view2(c, SENSORS).shape[0] > 0
    shorter = look_for_events(c) if sensing else 0.0
    if shorter > 0.0:
        rescale(c, shorter)
        return RUNNING
    now = test_function(c)
    before = real[R_TEST]
    if turning(c, now):
        return TURNED  # told once: the next trial finds the same time
    if (before * now < 0.0 or abs(before) < AT_IT * abs(now)) and solve_at(c, t) != SOLVED:
        return PIVOTS_OUT
    real[R_TEST] = now if abs(before) > AT_IT * abs(now) else -before
    if sensing:
        note_events(c)
    accept(c, t)
    return RUNNING


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told."""
    real, ints = view1(c, REAL), table(c, INTS)
    steps = 0
    while True:
        told = write_outputs(c)
        if told != RUNNING:
            return told
        if ints[I_EVENT] == 1:
            ints[I_EVENT] = 0
            return EVENT
        if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
            return DONE
        if steps >= most_steps:
            return RUNNING
        steps += 1
        told = try_step(c)
        if told != RUNNING:
            return told


@kernel
def advance(c, k):
    """Until the end, a full output buffer, k steps, or a failure; the reason goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = go_on(c, k)


@kernel
def start(c):
    """Begin at the present state: nothing is known of the past."""
    y, yd, last, work, z = view1(c, Y), view1(c, YD), view2(c, LAST), view1(c, WORK), view2(c, Z)
    run(c, F_ENCODE)
    for n in range(y.shape[0]):
        last[BEFORE, n], last[JERK, n] = yd[n], 0.0
    n = y.shape[0] - 1
    last[0, n], z[7, n] = work[0] + work[1], 0.0
    view1(c, REAL)[R_TEST] = test_function(c)
    remember(c)


@kernel
def begin(c, k):
    """Make the state consistent and start."""
    good = make_consistent(c)
    table(c, INTS)[I_STATUS] = RUNNING if good else PIVOTS_OUT
    if good:
        run(c, F_RESIDUAL)
        start(c)


@kernel
def restart(c, k):
    """Start again from the present state."""
    view1(c, NUM)[N_T] = view1(c, REAL)[R_T]
    remember(c)


@kernel
def shrink(c, k):
    """Half the step."""
    rescale(c, 0.5 * view1(c, REAL)[R_H])
    table(c, INTS)[I_STATUS] = TOO_SMALL if too_small(c) else RUNNING


KINEMATIC = entry(METHODS, "KINEMATIC")(
    Method("KINEMATIC", "no freedoms: from the constraints", ("SI2",), 3, begin, restart, advance, shrink, write_now)
)
