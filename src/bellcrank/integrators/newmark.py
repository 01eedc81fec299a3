"""HHT and NEWMARK: the formulas of structural dynamics, in the form of the generalised alpha method.

Speeds      u_{n+1} = u_n + h [(1 - g) A_n + g A_{n+1}],  A_{n+1} = (1 - f) u'_{n+1} + f u'_n;  states alike         (1)
Positions   q_{n+1} = q_n + h q'_n + h^2 [(1/2 - b) B_n + b B_{n+1}],  q'_{n+1} = q'_n + h [(1 - g) B_n + g B_{n+1}]
            so that  q = psi + (h b/g) q',  u = psi + h g (1 - f) u': Newton's steps of corrector.py              (2)
            u' obeys the equations of motion at every t_n; A and B are accelerations of the formulas only.
HHT         alpha in [-1/3, 0]:  f = -alpha, g = 1/2 - alpha, b = (1 - alpha)^2/4: order 2, damps what is fast
NEWMARK     f = 0, beta and gamma given: order 1 unless gamma = 1/2
Steps       A_n and B_n belong to t_n - f h: for a step h' they become A_n - f (h' - h) A'_n                        (3)
Error       |b - f/2 - 1/6| h^3 q''' of positions; of speeds (1/12 + f/2 - f^2) h times the second difference of A after
            equal steps and, of NEWMARK, (g - 1/2) h (A_{n+1} - A_n)                                               (4)
            q''' is that of q' at the last three points or of q'' at two: differences of B keep what iterations leave,
            for ever with g = 1/2, where nothing damps them.
            Errors of order 3 in each of many short steps add up to order 2: a tolerance for each step would be missed
            the more, the smaller it is. What positions err by in a unit of time is a speed, so (4) of positions over h
            must keep the tolerance of speeds too: errors of a run are then proportional to ERROR.                 (5)
            Where displacements alone have a tolerance (ERROR of a dataset), it is one of their root mean square, as
            in Negrut et al., over the n freedoms: e = sqrt(sum (e_i/tol_i)^2 / n) <= 1, h' = h OF_MEAN e^(-1/3)     (6)
References  Hilber, Hughes & Taylor (1977), Earthquake Eng. Struct. Dyn. 5, 283-292; Chung & Hulbert (1993),
            J. Appl. Mech. 60, 371-375; Arnold & Bruls (2007), Multibody Syst. Dyn. 18, 185-202; Negrut et al. (2007),
            J. Comput. Nonlin. Dyn. 2, 73-85.
"""

from __future__ import annotations

import math

from bellcrank.integrators.calls import run
from bellcrank.integrators.corrector import new_matrix, newton_step, weigh_unknowns
from bellcrank.integrators.explicit import error_of
from bellcrank.integrators.gstiff import write_now
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import (
    CHECKED,
    DELTA,
    F_ADVANCE,
    F_FOLLOW,
    F_RESIDUAL,
    FORM,
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
    I_MAXIT,
    I_NEWTON_FAILS,
    I_RESIDUALS,
    I_ROWS,
    I_STALE,
    I_STATUS,
    PIVOTS,
    R_BETA,
    R_CRATE,
    R_FORCES,
    R_GAMMA,
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
from bellcrank.integrators.story import accept, prepare_outputs
from bellcrank.integrators.story import begin as begin_story
from bellcrank.integrators.story import restart as restart_story
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.registry import entry

DIVERGED = 3
"""Beside FOUND, BROKEN, LOST: Newton does not converge."""
NOW, BEFORE, NEXT, ERROR, OLD, START = 10, 11, 12, 13, 14, 15
"""Rows of STAGES: A and B of the last two steps and of the present one; the error (4); unknowns before a change of
coordinates; A_n and B_n for the present step (3)."""
KAPPA = 1e-3
"""The part of the tolerance that Newton's iterations may leave."""
STANDS, ROUNDED = 0.9, 0.1
"""From the fourth iteration on a step that shrinks by less does not converge: it goes to and fro where a force jumps,
or is rounding, if less than this part of the tolerance."""
OTHER_STEP, AGE, SLOW = 0.2, 20, 0.3
"""Relative change of the step, age and rate of convergence that ask for a new matrix."""
SAFE, OF_MEAN, LEAST, LARGEST, SAME = 0.8, 0.78, 0.3, 2.0, 1.25
"""Of the step: part of what the error allows, the same of (6), least and largest change, and growth that is not worth
a new matrix."""
ROWS = 4
"""Rates kept for the polynomial of outputs."""


@kernel
def start_accelerations(c, h):
    """(3), the slopes of A and B being those of the true rates: differences of A would keep its lag."""
    stages, times_of, rate, f = view2(c, STAGES), view1(c, STORY_T), view2(c, STORY_F), view1(c, REAL)[R_FORCES]
    position, rows = index1(c, POSITION_OF), table(c, INTS)[I_ROWS]
    for n in range(stages.shape[1]):
        stages[START, n] = stages[NOW, n]
    if rows < 3:
        return
    a, b = times_of[0] - times_of[1], times_of[0] - times_of[2]
    for n in range(index1(c, SIZES)[RATED]):
        stages[START, n] = rate[0, n] - f * h * (rate[0, n] - rate[1, n]) / a
    for n in range(view1(c, DELTA).shape[0]):
        p = position[n]
        bend = 2.0 * ((rate[0, p] - rate[1, p]) / a - (rate[1, p] - rate[2, p]) / (b - a)) / b
        stages[START, p] = stages[NOW, p] - f * (h - a) * bend


@kernel
def predict(c, h):
    """psi of (2), and the model at constant accelerations; the seeds of the matrix."""
    y, psi, past, rate, stages = view1(c, Y), view1(c, PSI), view2(c, STORY_Y), view2(c, STORY_F), view2(c, STAGES)
    real, num, delta = view1(c, REAL), view1(c, NUM), view1(c, DELTA)
    f, g, b = real[R_FORCES], real[R_GAMMA], real[R_BETA]
    hq, ha = h * b / g, h * g * (1.0 - f)
    num[N_CQ], num[N_CU], num[N_CA], num[N_SCALE], num[N_CHARTED] = hq, 1.0, 1.0 / ha, ha, hq
    start_accelerations(c, h)
    for n in range(index1(c, SIZES)[RATED]):
        acc = stages[START, n]
        psi[n] = past[0, n] + h * (1.0 - g) * acc + h * g * f * rate[0, n]
        y[n] = psi[n] + ha * rate[0, n]
    position = index1(c, POSITION_OF)
    for n in range(delta.shape[0]):
        p = position[n]
        acc, speed = stages[START, p], rate[0, p]
        psi[p] = past[0, p] + h * speed + h * h * (0.5 - b) * acc - hq * (speed + h * (1.0 - g) * acc)
        y[p] = psi[p] + hq * (speed + h * acc)
        delta[n] = 0.0
    num[N_T], num[N_BAD] = view1(c, STORY_T)[0] + h, 0.0
    weigh_unknowns(c, hq, math.inf)
    run(c, F_FOLLOW)


@kernel
def newton(c, h):
    """(2) from the prediction: FOUND, BROKEN, LOST or DIVERGED."""
    ints, real, num, before = table(c, INTS), view1(c, REAL), view1(c, NUM), 0.0
    hq = num[N_CQ]
    for iteration in range(ints[I_MAXIT]):
        run(c, F_RESIDUAL)
        ints[I_RESIDUALS] += 1
        if num[N_BAD] != 0.0:
            return BROKEN
        if ints[I_STALE] == 1:
            if not new_matrix(c, hq):
                return LOST
            ints[I_STALE] = 0
        size = newton_step(c, hq)
        ints[I_ITERATIONS] += 1
        if not math.isfinite(size):
            return DIVERGED
        run(c, F_ADVANCE)
        if iteration > 0 and before > 0.0:
            real[R_SEEN] = size / before
            real[R_CRATE] = max(0.3 * real[R_CRATE], size / before, 0.01)
        if size * min(1.0, real[R_CRATE]) < KAPPA and (iteration > 0 or size < KAPPA):
            return FOUND
        if iteration > 1 and size > 2.0 * before and size > 1.0:
            return DIVERGED
        if iteration > 2 and size > STANDS * before:
            return FOUND if size < ROUNDED else DIVERGED
        before = size
    return FOUND if before < ROUNDED else DIVERGED


@kernel
def accelerations_of_formula(c, h):
    """YD, and A and B of the step just computed in the row NEXT."""
    y, yd, psi, stages, rate = view1(c, Y), view1(c, YD), view1(c, PSI), view2(c, STAGES), view2(c, STORY_F)
    real, num, delta, work = view1(c, REAL), view1(c, NUM), view1(c, DELTA), view1(c, WORK)
    f, g, per_a, last = real[R_FORCES], real[R_GAMMA], num[N_CA], y.shape[0] - 1
    for n in range(index1(c, SIZES)[RATED]):
        yd[n] = (y[n] - psi[n]) * per_a
        stages[NEXT, n] = (1.0 - f) * yd[n] + f * rate[0, n]
    position = index1(c, POSITION_OF)
    for n in range(delta.shape[0]):
        p = position[n]
        yd[p] = (y[p] - psi[p] - delta[n]) / num[N_CQ]
        stages[NEXT, p] = (yd[p] - rate[0, p] - h * (1.0 - g) * stages[START, p]) / (h * g)
    yd[last] = work[0] + work[1]
    stages[NEXT, last] = 0.0


@kernel
def change_of_bend(c, p, speed, h):
    """h times the third derivative of position p in (4): of q' at three points, or of q'' at two, whichever is less.

    Rounding of q' is that of q over h, very short steps would see nothing else; iterations leave more in q''.
    """
    yd, rate = view1(c, YD), view2(c, STORY_F)
    direct = abs(yd[speed] - rate[0, speed])
    if table(c, INTS)[I_ROWS] < 2:
        return direct
    before = view1(c, STORY_T)[0] - view1(c, STORY_T)[1]
    return min(direct, 2.0 * abs((yd[p] - rate[0, p]) - (rate[0, p] - rate[1, p]) * h / before) / (h + before))


@kernel
def places_alone(c):
    """Whether speeds have no tolerance (6)."""
    return view1(c, DELTA).shape[0] > 0 and math.isinf(view1(c, TOL)[index1(c, SPEED_OF)[0]])


@kernel
def mean_error(c):
    """(6), of what is controlled: each constraint equation takes a freedom away."""
    stages, tol, checked, form = view2(c, STAGES), view1(c, TOL), index1(c, CHECKED), index1(c, FORM)
    total, freedoms = 0.0, checked.shape[0]
    for r in range(form.shape[0]):
        freedoms -= 1 if form[r] < 2 else 0
    for k in range(checked.shape[0]):
        n = checked[k]
        total += (stages[ERROR, n] / tol[n]) ** 2
    return math.sqrt(total / max(1, freedoms))


@kernel
def estimate(c, h):
    """(4) and (5), or (6), in tolerances."""
    stages, real, tol = view2(c, STAGES), view1(c, REAL), view1(c, TOL)
    f, g, b, position, speed = real[R_FORCES], real[R_GAMMA], real[R_BETA], index1(c, POSITION_OF), index1(c, SPEED_OF)
    bend, lean, times_of = h * (1.0 / 12.0 + 0.5 * f - f * f), h * abs(g - f - 0.5), view1(c, STORY_T)
    if table(c, INTS)[I_ROWS] < 3 or abs(times_of[0] - times_of[1] - h) > 1e-6 * h:
        bend = 0.0  # A lags behind by a part of the step: it jumps when that changes
    for n in range(stages.shape[1]):
        step, before = stages[NEXT, n] - stages[START, n], stages[NOW, n] - stages[BEFORE, n]
        stages[ERROR, n] = bend * abs(step - before) + lean * abs(step)
    part = h * abs(b - 0.5 * f - 1.0 / 6.0)
    for n in range(view1(c, DELTA).shape[0]):
        p = position[n]
        stages[ERROR, p] = part * max(h, tol[p] / tol[speed[n]]) * change_of_bend(c, p, speed[n], h)
    largest = error_of(c, ERROR, 1.0)
    return mean_error(c) if places_alone(c) else largest


@kernel
def keep_accelerations(c):
    """A and B of now for the next step; where coordinates have changed, B is the difference quotient of the rates."""
    stages, past, rate, times_of = view2(c, STAGES), view2(c, STORY_Y), view2(c, STORY_F), view1(c, STORY_T)
    for n in range(stages.shape[1]):
        stages[BEFORE, n], stages[NOW, n] = stages[NOW, n], stages[NEXT, n]
        if stages[OLD, n] != past[0, n]:
            stages[NOW, n] = (rate[0, n] - rate[1, n]) / (times_of[0] - times_of[1])
            stages[BEFORE, n] = stages[NOW, n]


@kernel
def renew(c, h):
    """Whether the matrix is to be renewed."""
    real, ints = view1(c, REAL), table(c, INTS)
    hq = h * real[R_BETA] / real[R_GAMMA]
    ratio = hq / real[R_HB] if real[R_HB] > 0.0 else 0.0
    if abs(ratio - 1.0) > OTHER_STEP or ints[I_AGE] >= AGE or real[R_SEEN] > SLOW:
        ints[I_STALE] = 1
    ints[I_AGE] += 1


@kernel
def fail(c, status):
    """After an iteration without a result."""
    ints = table(c, INTS)
    ints[I_STALE] = 1
    ints[I_NEWTON_FAILS] += 1
    return reject(c, BROKEN if status == BROKEN else DIVERGED, 0.0, 2)


@kernel
def try_step(c):
    """One step: taken, or to be tried again; RUNNING, or what stops the integration."""
    real, ints, num = view1(c, REAL), table(c, INTS), view1(c, NUM)
    t = end_of_step(c)
    h = real[R_H]
    renew(c, h)
    fresh = ints[I_STALE] == 1
    predict(c, h)
    status = newton(c, h)
    if status == DIVERGED and not fresh:
        ints[I_STALE] = 1
        return RUNNING  # once more with a matrix of now
    if status == LOST:
        return PIVOTS
    if status != FOUND or stays_open(c):
        return fail(c, status)
    run(c, F_RESIDUAL)  # with the last multipliers: power
    accelerations_of_formula(c, h)
    error = estimate(c, h)
    if not error <= 1.0:
        real[R_WORST] = error
        return reject(c, FOUND, error, 2 if places_alone(c) else 1)
    num[N_T] = t
    if ends_earlier(c):
        return RUNNING
    take(c, h, error)
    return RUNNING


@kernel
def allowed(c, error):
    """How much longer than a step of this error the next one may be."""
    return OF_MEAN * error ** (-1.0 / 3.0) if places_alone(c) else SAFE * error**-0.5


@kernel
def take(c, h, error):
    """Accept the step, and the length of the next one."""
    real, y, yd, stages, past, rate = (
        view1(c, REAL),
        view1(c, Y),
        view1(c, YD),
        view2(c, STAGES),
        view2(c, STORY_Y),
        view2(c, STORY_F),
    )
    last = y.shape[0] - 1
    y[last] = past[0, last] + 0.5 * h * (rate[0, last] + yd[last])
    for n in range(last + 1):
        stages[OLD, n] = y[n]
    accept(c, ROWS, 2, h * (yd[last] - rate[0, last]) / 12.0)
    keep_accelerations(c)
    note_sensors(c)
    growth = min(LARGEST, max(LEAST, allowed(c, max(error, 1e-9))))
    if not 1.0 <= growth <= SAME:
        real[R_H] *= growth
    prepare_outputs(c, ROWS)


@kernel
def step(c, k):
    """What comes next goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = try_step(c)


@kernel
def begin_formula(c):
    """A and B at the start: the accelerations."""
    stages, rate, y = view2(c, STAGES), view2(c, STORY_F), view1(c, Y)
    position, speed = index1(c, POSITION_OF), index1(c, SPEED_OF)
    for n in range(y.shape[0]):
        stages[NOW, n], stages[BEFORE, n] = rate[0, n], rate[0, n]
    for n in range(view1(c, DELTA).shape[0]):
        stages[NOW, position[n]], stages[BEFORE, position[n]] = rate[0, speed[n]], rate[0, speed[n]]
    table(c, INTS)[I_STALE] = 1


@kernel
def begin(c, k):
    """Make the state consistent and start; I_STATUS tells when new pivots are needed."""
    begin_story(c, k)
    if table(c, INTS)[I_STATUS] == RUNNING:
        begin_formula(c)


@kernel
def restart(c, k):
    """Start again from the present state and rates with the step in R_H."""
    restart_story(c, k)
    begin_formula(c)


for _name, _what in (("HHT", "Hilber, Hughes and Taylor, order 2"), ("NEWMARK", "Newmark, order 1 or 2")):
    entry(METHODS, _name)(Method(_name, _what, ("SI2", "I3"), 2, begin, restart, advance, shrink, write_now, step))
