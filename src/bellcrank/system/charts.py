"""The orientation of a body near a spinning reference: what an integrator sees of it.

Chart       R(t) = exp(x(t)) R_c exp(w_s (t - t_c) s),  x small (ground axes)                                     (1)
            R_c, t_c: orientation and time at the centre;  s: an axis of the body;  w_s: the spin about it there
Velocity    w = dexp(x) x' + w_s exp(x) S,  S = R_c s                                                             (2)
Even turning is x = 0: its steps are as long as the change of the angular velocity allows, whatever the turns.
Centre      when |x| > FAR a chart about the present orientation takes over, with the spin w~ of now; its history
            is that of exp(x~) = exp(x) A(t) exp(-x_0), A the difference of the two spins, whose velocity is
            om = dexp(x) x' + exp(x) U,  U = w_s S - w~ exp(w_s tau S) R_ref s~  ((w_s - w~) S for the same axis)  (3)
            x~' = (1 - ad/2 + ad^2/12 - ad^4/720 + ...) om,  ad y = x~ * y,  x~(0) = 0                              (4)
            both as power series in tau/h up to the order of the method: the order is kept.
Axis        that of the joint on which the body turns; else kept while w is near it (COS), then the axis of the body
            near w, else w itself; a body that tumbles (followed in body axes) has then no spin. The axis may change
            only while a step turns less than one radian: (3) would be fast.
References  Iserles et al. (2000), Acta Numerica 9, 215-365 (series); Arnold & Hante (2017), J. Comput. Nonlin. Dyn. 12
            (BDF on Lie groups).
"""

import math

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.math.rotations import cosine_and_sine, half_angle, product, third, turned, turned_back, twist, unit
from bellcrank.math.vec3 import cross, dot, minus, plus, put3, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.layout import (
    C_AXIS,
    C_CENTRE,
    C_FIXED,
    C_LOCAL,
    C_REF,
    C_S,
    C_SPIN,
    C_TIME,
    CHART,
    HISTORY,
    HSIZE,
    JETS,
    LAST,
    NUM,
    ORDER,
    UD,
    WORK,
    XD,
    YD,
    Q,
    T,
    U,
    Y,
)
from bellcrank.system.reference_points import decode_points, encode_points

FAR = 0.9
"""Radians from the centre at which another one is taken: coefficients of rotations are power series below 1, and each
change costs a little time, and accuracy of the history."""
COS = 0.98
"""Cosine of 0.2 rad: so near its axis a body is said to spin about it."""
TERMS = 9
"""Of the series below: the first neglected one is 1/21!, 2e-20, at one radian."""
SINE, COSINE, THIRD = (np.array([(-1.0) ** n / math.factorial(2 * n + m) for n in range(TERMS + 1)]) for m in (1, 2, 3))
"""Coefficients of sin t/t, (1 - cos t)/t^2 and (t - sin t)/t^3 in t^2."""


@kernel(inline=True)
def row4(a, i, k):
    """A quaternion from row i of a 2-D array."""
    return a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3]


@kernel(inline=True)
def put4(a, i, k, e):
    """Store a quaternion."""
    a[i, k], a[i, k + 1], a[i, k + 2], a[i, k + 3] = e[0], e[1], e[2], e[3]


@kernel(inline=True)
def refer(chart, b, t):
    """The reference orientation R_c exp(w_s (t - t_c) s) at time t."""
    co, si = cosine_and_sine(0.5 * chart[b, C_SPIN] * (t - chart[b, C_TIME]))
    spin = (co, si * chart[b, C_AXIS], si * chart[b, C_AXIS + 1], si * chart[b, C_AXIS + 2])
    put4(chart, b, C_REF, product(row4(chart, b, C_CENTRE), spin))


@kernel(inline=True)
def choose_axis(chart, b, w_loc, may_change):
    """The axis s of body b for the angular velocity w_loc (body axes)."""
    size, along = math.sqrt(dot(w_loc, w_loc)), abs(dot(row3(chart, b, C_AXIS), w_loc))
    if chart[b, C_FIXED] == 1.0 or not may_change or along >= COS * size:
        return
    if chart[b, C_LOCAL] == 0.0:
        put3(chart, b, C_AXIS, times(1.0 / size, w_loc))
    for n in range(3):
        if abs(w_loc[n]) > COS * size:
            put3(chart, b, C_AXIS, (0.0, 0.0, 0.0))
            chart[b, C_AXIS + n] = 1.0


@kernel(inline=True)
def centre(chart, b, e, w, t, may_change):
    """The orientation e (a unit quaternion) with angular velocity w at time t is the centre of the chart."""
    choose_axis(chart, b, turned_back(e, w), may_change)
    s = turned(e, row3(chart, b, C_AXIS))
    put3(chart, b, C_S, s)
    put4(chart, b, C_CENTRE, e)
    put4(chart, b, C_REF, e)
    spins = chart[b, C_LOCAL] == 0.0 or abs(dot(s, w)) >= COS * math.sqrt(dot(w, w))
    chart[b, C_SPIN], chart[b, C_TIME] = dot(s, w) if spins else 0.0, t


@kernel
def encode(c, k):
    """Y and its rates YD of the present positions, velocities, accelerations, states; the charts begin here."""
    q, u, ud, chart, t = view2(c, Q), view2(c, U), view2(c, UD), view2(c, CHART), view1(c, NUM)[T]
    y, yd, xd, work = view1(c, Y), view1(c, YD), view1(c, XD), view1(c, WORK)
    bodies = q.shape[0]
    for n in range(yd.shape[0]):
        yd[n] = 0.0
    for b in range(bodies):
        e, w, al = unit(row4(q, b, 3)), row3(u, b, 3), row3(ud, b, 3)
        centre(chart, b, e, w, t, True)
        put4(q, b, 3, e)
        away = minus(w, times(chart[b, C_SPIN], row3(chart, b, C_S)))
        if chart[b, C_LOCAL] == 1.0:
            w, al = turned_back(e, w), turned_back(e, al)
        at, speed = 6 * b, 6 * (bodies + b)
        for n in range(3):
            y[at + n], y[at + 3 + n], y[speed + n], y[speed + 3 + n] = q[b, n], 0.0, u[b, n], w[n]
            yd[at + n], yd[at + 3 + n], yd[speed + n], yd[speed + 3 + n] = u[b, n], away[n], ud[b, n], al[n]
    encode_points(c, k)
    for n in range(xd.shape[0]):
        yd[12 * bodies + n] = xd[n]
    yd[yd.shape[0] - 1] = work[0] + work[1]


@kernel
def decode(c, k):
    """Positions and velocities of the unknowns Y at the time in NUM."""
    q, u, chart, t, y = view2(c, Q), view2(c, U), view2(c, CHART), view1(c, NUM)[T], view1(c, Y)
    bodies = q.shape[0]
    for b in range(bodies):
        refer(chart, b, t)
        at, speed = 6 * b, 6 * (bodies + b)
        x = (y[at + 3], y[at + 4], y[at + 5])
        co, si = half_angle(dot(x, x))
        e = product((co, si * x[0], si * x[1], si * x[2]), row4(chart, b, C_REF))
        put4(q, b, 3, e)
        put3(q, b, 0, (y[at], y[at + 1], y[at + 2]))
        w = (y[speed + 3], y[speed + 4], y[speed + 5])
        put3(u, b, 0, (y[speed], y[speed + 1], y[speed + 2]))
        put3(u, b, 3, turned(e, w) if chart[b, C_LOCAL] == 1.0 else w)
    decode_points(c, k)


@kernel
def recentre(c, k):
    """After an accepted step: new charts, with their history, for bodies far from the centre of theirs."""
    y = view1(c, Y)
    for b in range(view2(c, Q).shape[0]):
        at = 6 * b + 3
        if y[at] * y[at] + y[at + 1] * y[at + 1] + y[at + 2] * y[at + 2] > FAR * FAR:
            recentre_body(c, b)


@kernel
def recentre_body(c, b):
    """Equations (3) and (4) for body b at the state just accepted."""
    chart, y, last = view2(c, CHART), view1(c, Y), view2(c, LAST)
    num, q, u = view1(c, NUM), view2(c, Q), view2(c, U)
    at, h, w = 6 * b + 3, num[HSIZE], row3(u, b, 3)
    e, spin, s, ref = unit(row4(q, b, 3)), chart[b, C_SPIN], row3(chart, b, C_S), row4(chart, b, C_REF)
    x, axis = (y[at], y[at + 1], y[at + 2]), row3(chart, b, C_AXIS)
    centre(chart, b, e, w, num[T], h * math.sqrt(dot(w, w)) < 1.0)
    axis_now, spin_now = row3(chart, b, C_AXIS), chart[b, C_SPIN]
    same = axis[0] == axis_now[0] and axis[1] == axis_now[1] and axis[2] == axis_now[2]
    spins(c, h, spin, s, spin_now, s if same else turned(ref, axis_now), same)
    series_of_velocity(c, at)
    series_of_vector(c, at)
    co, si = half_angle(dot(x, x))
    f, sine = 2.0 * si * si, 2.0 * si * co
    for m in range(2):
        d = twist(f, third(dot(x, x), sine), x, row3(last, m, at))
        put3(last, m, at, d)
    for n in range(3):
        y[at + n] = 0.0


# ---- power series in tau/h: rows of JETS, eight for each
SPINS, VELOCITY, ONCE, TWICE, THRICE, FACTORS, SQUARE = range(0, 56, 8)


@kernel
def spins(c, h, spin, s, spin_now, s_now, same):
    """U of (3), times h."""
    jets, k = view2(c, JETS), int(view1(c, NUM)[ORDER])
    for j in range(k + 1):
        put3(jets, SPINS + j, 0, (0.0, 0.0, 0.0))
    if same:
        put3(jets, SPINS, 0, times(h * (spin - spin_now), s))
        return
    put3(jets, SPINS, 0, minus(times(h * spin, s), times(h * spin_now, s_now)))
    across = cross(s, s_now)
    twice = cross(s, across)  # sin: first, third, ... power, 1 - cos: second, fourth, ...
    power, sign = -h * spin_now, 1.0
    for j in range(1, k + 1):
        power *= h * spin / j
        put3(jets, SPINS + j, 0, times(sign * power, twice if j % 2 == 0 else across))
        sign = -sign if j % 2 == 0 else sign


@kernel
def multiply(jets, z, at, a, to, degree):
    """The series x * a, x the history of three unknowns from `at`."""
    for j in range(degree + 1):
        total = (0.0, 0.0, 0.0)
        for i in range(j + 1):
            total = plus(total, cross((z[i, at], z[i, at + 1], z[i, at + 2]), row3(jets, a + j - i, 0)))
        put3(jets, to + j, 0, total)


@kernel
def coefficients(jets, z, at, degree):
    """The series of t^2, and of sin t/t, (1 - cos t)/t^2, (t - sin t)/t^3, t = |x|, by Horner's scheme."""
    for j in range(degree + 1):
        total = 0.0
        for i in range(j + 1):
            total += dot((z[i, at], z[i, at + 1], z[i, at + 2]), (z[j - i, at], z[j - i, at + 1], z[j - i, at + 2]))
        jets[SQUARE + j, 0] = total
        put3(jets, FACTORS + j, 0, (0.0, 0.0, 0.0))
    for n in range(TERMS, -1, -1):
        for j in range(degree, -1, -1):
            total = (SINE[n], COSINE[n], THIRD[n]) if j == 0 else (0.0, 0.0, 0.0)
            for i in range(j + 1):
                total = plus(total, times(jets[SQUARE + j - i, 0], row3(jets, FACTORS + i, 0)))
            put3(jets, FACTORS + j, 0, total)


@kernel
def series_of_velocity(c, at):
    """om of (3), times h: x' + f x*x' + g x*(x*x') + U + s x*U + f x*(x*U) of math/rotations.py, (2) and (3)."""
    jets, z, k = view2(c, JETS), view2(c, HISTORY), int(view1(c, NUM)[ORDER])
    coefficients(jets, z, at, k - 1)
    for j in range(k):
        put3(jets, VELOCITY + j, 0, times(j + 1.0, (z[j + 1, at], z[j + 1, at + 1], z[j + 1, at + 2])))
    multiply(jets, z, at, VELOCITY, ONCE, k - 1)
    multiply(jets, z, at, ONCE, TWICE, k - 1)
    for j in range(k - 1, -1, -1):
        total = plus(row3(jets, VELOCITY + j, 0), row3(jets, SPINS + j, 0))
        for i in range(j + 1):
            f, g = jets[FACTORS + i, 1], jets[FACTORS + i, 2]
            more = plus(times(f, row3(jets, ONCE + j - i, 0)), times(g, row3(jets, TWICE + j - i, 0)))
            total = plus(total, more)
        put3(jets, VELOCITY + j, 0, total)
    multiply(jets, z, at, SPINS, ONCE, k - 1)
    multiply(jets, z, at, ONCE, TWICE, k - 1)
    for j in range(k):
        total = row3(jets, VELOCITY + j, 0)
        for i in range(j + 1):
            s, f = jets[FACTORS + i, 0], jets[FACTORS + i, 1]
            more = plus(times(s, row3(jets, ONCE + j - i, 0)), times(f, row3(jets, TWICE + j - i, 0)))
            total = plus(total, more)
        put3(jets, VELOCITY + j, 0, total)


@kernel
def series_of_vector(c, at):
    """(4): the history of x~ in place of that of x."""
    jets, z, k = view2(c, JETS), view2(c, HISTORY), int(view1(c, NUM)[ORDER])
    for n in range(3):
        z[0, at + n] = 0.0
    for j in range(k):
        once, twice, thrice, fourth = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for i in range(1, j + 1):
            x = (z[i, at], z[i, at + 1], z[i, at + 2])
            once = plus(once, cross(x, row3(jets, VELOCITY + j - i, 0)))
            twice = plus(twice, cross(x, row3(jets, ONCE + j - i, 0)))
            thrice = plus(thrice, cross(x, row3(jets, TWICE + j - i, 0)))
            fourth = plus(fourth, cross(x, row3(jets, THRICE + j - i, 0)))
        put3(jets, ONCE + j, 0, once)
        put3(jets, TWICE + j, 0, twice)
        put3(jets, THRICE + j, 0, thrice)
        more = plus(times(1.0 / 12.0, twice), times(-1.0 / 720.0, fourth))
        rate = plus(plus(row3(jets, VELOCITY + j, 0), times(-0.5, once)), more)
        for n in range(3):
            z[j + 1, at + n] = rate[n] / (j + 1.0)
