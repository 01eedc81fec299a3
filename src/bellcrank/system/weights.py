"""Tolerances of what an integrator follows: each body has a size, a turning speed and a speed of its own.

Size        l = the largest of radius of gyration, distance of the markers in use from the mass centre, a part of
            the model, and what rounding far from the origin allows (analysis/sizes.py)                             (1)
Tolerance   e = ERROR, in sizes of the body; or, where ERROR counts in units of length, e = ERROR min(1, 1/l)      (2)
            position e l, angle e, speed e s, turning speed e p                                                     (3)
            where displacements alone have one, that of a position is ERROR itself, whatever the size of the body; a
            VARIABLE, a function of what is followed and of time, is as exact as that is: it has none of its own   (8)
Paces       p = max(|w|, p_before fade, p_0), s = max(|v|, s_before fade, s_0), fade = 1 - h c/40, c = max(p, s/l):
            a fast phase is forgotten after about six own turns, and no body's pace is another's                   (4)
Rest        s_0 is what a body gains by gravity in the time T asked for, or on the way of its size: min(g T, sqrt(g l));
            without gravity the same by its acceleration at the start, and at most l/T; where there is none, its
            speed, or l/T. Turning alike, p_0 = s_0/l. Accelerations of less than NOTHING of the largest of the model,
            or of l/T^2, and speeds of less than NOTHING of l/T, are rounding.                                      (5)
Work        e (m s^2 + J p^2), all bodies together; not looked at where nothing has mass.
Longest     a step turns a body whose orientation functions or sensors read by LOOK at most: nothing that happens once
            a turn is stepped over, though turning itself costs nothing.                                            (6)
First step  its term of second order is a tenth of the tolerance, h^2/2 |q''| = tol/10, of states x'^2/x; where speeds
            are watched it is also sqrt(e)/c, c the relative change of a body's velocities in a unit of time        (7)
Rows        a constraint between two bodies may be open by e l (an angle: e) of the larger; a rate that is within
            every tolerance of both is e min(s, l p) (an angle: e p) of the smaller.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, row3
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.layout import (
    ERROR,
    GAP,
    GAP_ROUNDING,
    GX,
    HSIZE,
    LONGEST,
    MASS,
    NUM,
    RATE_GAP,
    RATE_ROUNDING,
    ROW_BODY,
    ROW_TOL,
    TOL,
    UD,
    V_ERROR,
    W_ERROR,
    W_PACE,
    W_SIZE,
    W_SPEED,
    W_SPEED_0,
    W_SPEED_ERROR,
    W_TURN_ERROR,
    W_TURNING,
    W_TURNING_0,
    WATCHED,
    WEIGHT,
    XD,
    U,
    V,
    X,
    Y,
)

NOTHING = 1e-9
"""What a linear solve may leave of an acceleration that is zero, of the largest one."""
LOOK = 0.5
"""Radians: a thirteenth of a turn."""
MEMORY = 40.0
"""Own radians after which a pace has faded to 1/e."""


@kernel(inline=True)
def gained(start, acceleration, g, size, duration):
    """(5) for a body that has the speed `start` and this acceleration at the start."""
    if g > 0.0:
        return min(g * duration, math.sqrt(g * size))
    if acceleration > 0.0:
        return min(acceleration * duration, math.sqrt(acceleration * size), size / duration)
    return start if start > NOTHING * size / duration else size / duration


@kernel
def largest_acceleration(c, g):
    """Of the model at the start, that of turning and moving included: v^2/l, w^2 l, al l."""
    weight, u, ud = view2(c, WEIGHT), view2(c, U), view2(c, UD)
    most = g
    for b in range(weight.shape[0]):
        v, w, a, al, size = row3(u, b, 0), row3(u, b, 3), row3(ud, b, 0), row3(ud, b, 3), weight[b, W_SIZE]
        most = max(most, math.sqrt(dot(a, a)), size * math.sqrt(dot(al, al)), dot(v, v) / size, dot(w, w) * size)
    return most


@kernel
def start_paces(c, k):
    """The paces at the start; HSIZE holds the time asked for."""
    weight, u, ud, num = view2(c, WEIGHT), view2(c, U), view2(c, UD), view1(c, NUM)
    g = math.sqrt(num[GX] ** 2 + num[GX + 1] ** 2 + num[GX + 2] ** 2)
    largest, duration = largest_acceleration(c, g), num[HSIZE]
    for b in range(weight.shape[0]):
        v, w, a, al = row3(u, b, 0), row3(u, b, 3), row3(ud, b, 0), row3(ud, b, 3)
        size = weight[b, W_SIZE]
        rounding = NOTHING * max(largest, size / duration**2)
        speed, turning, fall = math.sqrt(dot(v, v)), math.sqrt(dot(w, w)), math.sqrt(dot(a, a))
        swing = size * math.sqrt(dot(al, al))
        fall, swing = fall if fall > rounding else 0.0, swing if swing > rounding else 0.0
        weight[b, W_SPEED_0] = gained(speed, fall, g, size, duration)
        weight[b, W_TURNING_0] = gained(turning * size, swing, g, size, duration) / size
        weight[b, W_SPEED] = max(speed, weight[b, W_SPEED_0])
        weight[b, W_TURNING] = max(turning, weight[b, W_TURNING_0])
    weigh(c, k)


@kernel
def first_step(c, k):
    """(7) at the present accelerations and rates, to HSIZE; k 1: speeds are watched."""
    weight, ud, tol, num = view2(c, WEIGHT), view2(c, UD), view1(c, TOL), view1(c, NUM)
    x, xd, bodies, worst, quickest = view1(c, X), view1(c, XD), view2(c, WEIGHT).shape[0], 0.0, 0.0
    for b in range(bodies):
        change = 0.0
        for n in range(6):
            worst = max(worst, abs(ud[b, n]) / tol[6 * b + n])
            change = max(change, abs(ud[b, n]) / tol[6 * (bodies + b) + n])
        quickest = max(quickest, change * math.sqrt(weight[b, W_ERROR]))
    for n in range(x.shape[0]):
        rate = abs(xd[n]) / max(1.0, abs(x[n]))
        worst = max(worst, rate * rate / num[ERROR])
    h = math.sqrt(0.2 / worst) if worst > 0.0 else math.inf
    num[HSIZE] = min(h, 1.0 / quickest) if k == 1 and quickest > 0.0 else h


@kernel
def note_paces(c, k):
    """(4), from the velocities of an accepted state and the step in HSIZE."""
    weight, u, h = view2(c, WEIGHT), view2(c, U), view1(c, NUM)[HSIZE]
    for b in range(weight.shape[0]):
        v, w = row3(u, b, 0), row3(u, b, 3)
        fade = max(0.0, 1.0 - h * weight[b, W_PACE] / MEMORY)
        weight[b, W_SPEED] = max(math.sqrt(dot(v, v)), fade * weight[b, W_SPEED], weight[b, W_SPEED_0])
        weight[b, W_TURNING] = max(math.sqrt(dot(w, w)), fade * weight[b, W_TURNING], weight[b, W_TURNING_0])
    weigh(c, k)


@kernel
def weigh(c, k):
    """TOL and ROW_TOL of the paces and of the present values of states and algebraic unknowns."""
    weight, tol, x, v, error = view2(c, WEIGHT), view1(c, TOL), view1(c, X), view1(c, V), view1(c, NUM)[ERROR]
    bodies, own, mass = weight.shape[0], view1(c, V_ERROR), view2(c, MASS)
    energy = 0.0
    for b in range(bodies):
        size, e, turning, speed = weight[b, W_SIZE], weight[b, W_ERROR], weight[b, W_TURNING], weight[b, W_SPEED]
        f, weight[b, W_PACE] = weight[b, W_SPEED_ERROR], max(turning, speed / size)
        angle = weight[b, W_TURN_ERROR]
        energy += mass[b, 0] * speed * speed + max(mass[b, 1], mass[b, 2], mass[b, 3]) * turning * turning
        for n in range(3):
            tol[6 * b + n], tol[6 * b + 3 + n] = e * size, angle
            tol[6 * (bodies + b) + n], tol[6 * (bodies + b) + 3 + n] = f * speed, f * turning
    at = 12 * bodies
    for n in range(x.shape[0]):
        tol[at + n] = error * max(1.0, abs(x[n]))
    at += x.shape[0]
    for n in range(v.shape[0]):
        tol[at + n] = own[n] * max(1.0, abs(v[n]))
    allow(c, k)
    work = tol.shape[0] - 2
    tol[work] = error * max(energy, abs(view1(c, Y)[work])) if energy > 0.0 else math.inf
    weigh_rows(c, weight)


@kernel
def allow(c, k):
    """(6): LONGEST, from the present angular velocities."""
    watched, u, num = index1(c, WATCHED), view2(c, U), view1(c, NUM)
    fastest = 0.0
    for n in range(watched.shape[0]):
        w = row3(u, watched[n], 3)
        fastest = max(fastest, dot(w, w))
    num[LONGEST] = LOOK / math.sqrt(fastest) if fastest > 0.0 else math.inf


@kernel
def weigh_rows(c, weight):
    """ROW_TOL: what constraint rows may be violated by, and what is rounding."""
    of, rows = index2(c, ROW_BODY), view2(c, ROW_TOL)
    for r in range(rows.shape[0]):
        gap, rate, pace = 0.0, math.inf, 0.0
        for n in range(2):
            b = of[r, n]
            if b < weight.shape[0]:
                e, size, turning = weight[b, W_ERROR], weight[b, W_SIZE], weight[b, W_TURNING]
                angle = weight[b, W_TURN_ERROR]
                gap = max(gap, angle if of[r, 2] == 1 else e * size)
                rate = min(rate, angle * turning if of[r, 2] == 1 else e * min(weight[b, W_SPEED], size * turning))
                pace = max(pace, weight[b, W_PACE])
        rows[r, GAP], rows[r, RATE_GAP], rows[r, RATE_ROUNDING] = gap, rate, rows[r, GAP_ROUNDING] * pace
