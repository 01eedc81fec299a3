"""From the unknowns of a linear solve to positions, velocities and rates.

Corrector     y = psi + h beta y'                                     (any backward difference formula)   (1)
Translation   r = psi_r + h beta v
Rotation      x = psi_x + h beta x' with the rotation vector x of charts.py;  w = dexp(x) x' + w_s exp(x) S  (2)
Unknowns      D = (dv, d theta / h beta), ground axes:  dx' = dexp(x)^-1 D, dx = h beta dx',  dw: turning.py   (3)
Correction    r += delta_r, x += dexp(x)^-1 delta_x, a turn: closes the position constraints               (4)
A velocity may be followed in body axes: w_loc = psi + h beta w_loc', w' = A w_loc'.
References    coefficients f, g: math/rotations.py.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.rotations import (
    half_angle,
    product,
    third,
    turned,
    turned_back,
    untwisted,
    velocity,
)
from bellcrank.math.vec3 import (
    cross,
    dot,
    minus,
    plus,
    put3,
    rotate,
    rotate_back,
    row3,
    row9,
    times,
)
from bellcrank.numerics.context import view1, view2
from bellcrank.system.bodies import inertia
from bellcrank.system.charts import put4, refer, row4
from bellcrank.system.layout import (
    BODY,
    C_A,
    C_LOCAL,
    C_Q,
    C_RATE,
    C_REF,
    C_S,
    C_SPIN,
    CHANGE,
    CHART,
    DELTA,
    LAM,
    MASS,
    NUM,
    PSI,
    SCALE,
    STEP,
    UD,
    XD,
    Q,
    T,
    U,
    V,
    X,
    Y,
)
from bellcrank.system.reference_points import errors_of_centres, to_centre, to_point


@kernel
def follow(c, k):
    """At the start of a step: positions, velocities and rates of the prediction Y, with the velocities as they are."""
    num, psi, y, q, u, ud = view1(c, NUM), view1(c, PSI), view1(c, Y), view2(c, Q), view2(c, U), view2(c, UD)
    delta, chart, x, xd = view1(c, DELTA), view2(c, CHART), view1(c, X), view1(c, XD)
    hb, per_hb, bodies = num[C_Q], num[C_A], q.shape[0]
    for b in range(bodies):
        speed = 6 * (bodies + b)
        refer(chart, b, num[T])
        put3(u, b, 0, (y[speed], y[speed + 1], y[speed + 2]))
        wanted = (y[speed + 3], y[speed + 4], y[speed + 5])
        closing = turn_as_wanted(psi, y, delta, chart, b, hb, wanted)
        follow_body(psi, y, q, u, ud, delta, chart, b, hb, per_hb, closing)
    to_centre(c, k)
    follow_states(psi, x, xd, 12 * bodies, per_hb)


@kernel(inline=True)
def turn_as_wanted(psi, y, delta, chart, b, hb, wanted):
    """The rate x' at the prediction x, changed by D so that w is as wanted: (1 + t~) D = w_wanted - w, t~ of (3) for a
    small x, and of the axes of the body, where it is followed in them. Returns the change of x by (4).
    """
    at = 6 * b + 3
    x = (y[at], y[at + 1], y[at + 2])
    closing = untwisted(x, (delta[at], delta[at + 1], delta[at + 2]))  # (4)
    rate = times(1.0 / hb, minus(minus(x, closing), (psi[at], psi[at + 1], psi[at + 2])))
    t2 = dot(x, x)
    co, si = half_angle(t2)
    sine, f = 2.0 * si * co, 2.0 * si * si
    w = velocity(sine, f, third(t2, sine), x, rate, times(chart[b, C_SPIN], row3(chart, b, C_S)))  # (2)
    t = minus(times(0.5, rate), w)
    if chart[b, C_LOCAL] == 1.0:
        e = product((co, si * x[0], si * x[1], si * x[2]), row4(chart, b, C_REF))
        wanted = turned(e, wanted)
        t = plus(t, wanted)
    t, d = times(hb, t), minus(wanted, w)
    d = times(1.0 / (1.0 + dot(t, t)), plus(minus(d, cross(t, d)), times(dot(t, d), t)))
    put3(chart, b, C_RATE, plus(rate, untwisted(x, d)))
    return closing


@kernel(inline=True)
def follow_states(psi, x, xd, at, per_hb):
    """XD from X (1); `at`: where the states are in PSI."""
    for n in range(x.shape[0]):
        xd[n] = (x[n] - psi[at + n]) * per_hb


@kernel(inline=True)
def follow_body(psi, y, q, u, ud, delta, chart, b, hb, per_hb, closing):
    """Rows b of Y, Q, U, UD from its velocity and rate of turning: (1), (2); closing: the change of x by (4)."""
    at, speed = 6 * b, 6 * (q.shape[0] + b)
    v = row3(u, b, 0)
    put3(ud, b, 0, times(per_hb, minus(v, (psi[speed], psi[speed + 1], psi[speed + 2]))))
    for n in range(3):
        q[b, n] = psi[at + n] + hb * v[n] + delta[at + n]
        y[at + n], y[speed + n] = q[b, n], v[n]
    at += 3
    speed += 3
    rate = row3(chart, b, C_RATE)
    x = plus(plus((psi[at], psi[at + 1], psi[at + 2]), times(hb, rate)), closing)
    t2 = dot(x, x)
    co, si = half_angle(t2)
    sine, f = 2.0 * si * co, 2.0 * si * si
    w = velocity(sine, f, third(t2, sine), x, rate, times(chart[b, C_SPIN], row3(chart, b, C_S)))  # (2)
    e = product((co, si * x[0], si * x[1], si * x[2]), row4(chart, b, C_REF))
    put4(q, b, 3, e)
    put3(u, b, 3, w)
    known = (psi[speed], psi[speed + 1], psi[speed + 2])
    followed = w
    if chart[b, C_LOCAL] == 1.0:
        followed = turned_back(e, w)
        put3(ud, b, 3, turned(e, times(per_hb, minus(followed, known))))
    else:
        put3(ud, b, 3, times(per_hb, minus(w, known)))
    for n in range(3):
        y[at + n], y[speed + n] = x[n], followed[n]


@kernel
def advance(c, k):
    """Add the unknowns STEP to velocities, rotation vectors (3), LAM, X, V, and what follows from them."""
    num, psi, y, q, u, ud = view1(c, NUM), view1(c, PSI), view1(c, Y), view2(c, Q), view2(c, U), view2(c, UD)
    step, chart, lam, x, xd, v = view1(c, STEP), view2(c, CHART), view1(c, LAM), view1(c, X), view1(c, XD), view1(c, V)
    hb, delta = num[C_Q], view1(c, DELTA)
    per_hb, per_scale = num[C_A], 1.0 / num[SCALE]
    to_point(c, k)
    for b in range(u.shape[0]):
        at = 6 * b
        put3(u, b, 0, plus(row3(u, b, 0), (step[at], step[at + 1], step[at + 2])))
        x_b, turn = (y[at + 3], y[at + 4], y[at + 5]), (step[at + 3], step[at + 4], step[at + 5])
        closing = untwisted(x_b, (delta[at + 3], delta[at + 4], delta[at + 5]))  # (4)
        put3(chart, b, C_RATE, plus(row3(chart, b, C_RATE), untwisted(x_b, turn)))
        follow_body(psi, y, q, u, ud, delta, chart, b, hb, per_hb, closing)
    to_centre(c, k)
    at = 6 * u.shape[0]
    for n in range(lam.shape[0]):
        lam[n] += step[at + n] * per_scale
    at += lam.shape[0]
    for n in range(x.shape[0]):
        x[n] += step[at + n]
    at += x.shape[0]
    for n in range(v.shape[0]):
        v[n] += step[at + n]
    follow_states(psi, x, xd, 12 * q.shape[0], per_hb)


@kernel(inline=True)
def turn(q, b, e0, e1, e2, e3, x, y, z):
    """p = (1, x, y, z) o (e0, e1, e2, e3), stored in Q."""
    q[b, 3] = e0 - x * e1 - y * e2 - z * e3
    q[b, 4] = e1 + x * e0 + y * e3 - z * e2
    q[b, 5] = e2 + y * e0 + z * e1 - x * e3
    q[b, 6] = e3 + z * e0 + x * e2 - y * e1


@kernel
def shift_positions(c, k):
    """Move the bodies by the body part of STEP (translation, rotation vector): assembly, projection, statics."""
    step, q = view1(c, STEP), view2(c, Q)
    for b in range(q.shape[0]):
        at = 6 * b
        for n in range(3):
            q[b, n] += step[at + n]
        e0, e1, e2, e3 = q[b, 3], q[b, 4], q[b, 5], q[b, 6]
        turn(q, b, e0, e1, e2, e3, 0.5 * step[at + 3], 0.5 * step[at + 4], 0.5 * step[at + 5])


@kernel
def shift_velocities(c, k):
    """Add the body part of STEP (ground axes) to the velocities."""
    step, u = view1(c, STEP), view2(c, U)
    for b in range(u.shape[0]):
        for n in range(6):
            u[b, n] += step[6 * b + n]


@kernel(inline=True)
def largest(array, first, count):
    """The largest absolute value of some neighbours."""
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for n in range(first, first + count - 3, 4):  # four that do not wait for each other
        w, x = max(w, abs(array[n])), max(x, abs(array[n + 1]))
        y, z = max(y, abs(array[n + 2])), max(z, abs(array[n + 3]))
    for n in range(first + count - count % 4, first + count):
        w = max(w, abs(array[n]))
    return max(w, x, y, z)


@kernel
def apply_accelerations(c, k):
    """Add STEP to UD, LAM, XD, V: the unknowns of the acceleration analysis; CHANGE: the largest, of its kind."""
    step, ud, lam, xd, v = view1(c, STEP), view2(c, UD), view1(c, LAM), view1(c, XD), view1(c, V)
    bodies, rows, states = 6 * ud.shape[0], lam.shape[0], xd.shape[0]
    acceleration = 1.0
    for b in range(ud.shape[0]):
        a, al = row3(ud, b, 0), row3(ud, b, 3)
        line, turn = max(abs(a[0]), abs(a[1]), abs(a[2])), max(abs(al[0]), abs(al[1]), abs(al[2]))
        acceleration = max(acceleration, max(line, turn))
        for n in range(6):
            ud[b, n] += step[6 * b + n]
    change = max(
        largest(step, 0, bodies) / acceleration,
        largest(step, bodies, rows) / max(1.0, largest(lam, 0, rows)),
        largest(step, bodies + rows, states) / max(1.0, largest(xd, 0, states)),
        largest(step, bodies + rows + states, v.shape[0]) / max(1.0, largest(v, 0, v.shape[0])),
    )
    view1(c, NUM)[CHANGE] = change
    for n in range(rows):
        lam[n] += step[bodies + n]
    for n in range(states):
        xd[n] += step[bodies + rows + n]
    for n in range(v.shape[0]):
        v[n] += step[bodies + rows + states + n]


@kernel
def forget(c, k):
    """Accelerations, multipliers and rates of states of a state that was only tried, which may be none: zero.

    They are where the next search begins: one from 1e180 finds nothing but rounding errors.
    """
    ud, lam, xd, v = view2(c, UD), view1(c, LAM), view1(c, XD), view1(c, V)
    for b in range(ud.shape[0]):
        for n in range(6):
            ud[b, n] = 0.0
    for n in range(lam.shape[0]):
        lam[n] = 0.0
    for n in range(xd.shape[0]):
        xd[n] = 0.0
    for n in range(v.shape[0]):
        v[n] = v[n] if math.isfinite(v[n]) else 0.0


@kernel
def times_mass(c, k):
    """STEP, errors of velocities as they are followed, times the masses: forces and moments, ground axes."""
    step, mass, body, chart = view1(c, STEP), view2(c, MASS), view2(c, BODY), view2(c, CHART)
    errors_of_centres(c, k)
    for b in range(mass.shape[0]):
        at = 6 * b
        for n in range(3):
            step[at + n] *= mass[b, 0]
        e, axes = (step[at + 3], step[at + 4], step[at + 5]), row9(body, b, 0)
        if chart[b, C_LOCAL] == 0.0:
            e = rotate_back(axes, e)
        e = rotate(axes, rotate(inertia(mass, b), e))
        for n in range(3):
            step[at + 3 + n] = e[n]
