"""What methods that keep past values see of orientations: their charts with rates, and the past in another chart.

Chart       R = exp(x) R_ref(t),  w = dexp(x) x' + w_s exp(x) S   (charts.py), so that
            x = log(R R_ref^-1),  x' = dexp(x)^-1 (w - w_s exp(x) S)                                                (1)
Another     past values x_j, x_j' give R_j and w_j, and by (1) those of the chart that takes over, without any error;
            the vector of an earlier time is that one of its turns (2 pi apart) which is nearest to the next later. (2)
References  math/rotations.py; Hairer, Lubich & Wanner (2006), Geometric Numerical Integration, section IV.8.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.rotations import half_angle, product, third, turned_back, twist, unit
from bellcrank.math.vec3 import dot, minus, plus, put3, row3, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.charts import FAR, centre, refer, row4
from bellcrank.system.expressions import accept_step
from bellcrank.system.layout import (
    C_AXIS,
    C_CENTRE,
    C_LOCAL,
    C_REF,
    C_S,
    C_SPIN,
    C_TIME,
    CHART,
    NUM,
    ORDER,
    STORY_F,
    STORY_T,
    STORY_Y,
    UD,
    WORK,
    XD,
    YD,
    Q,
    T,
    U,
    Y,
)
from bellcrank.system.reference_points import encode_points

A, B, C, D, E, F, G, H = (
    1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1209600.0, 1.0 / 47900160.0, 691.0 / 1307674368000.0,
    1.0 / 74724249600.0, 3617.0 / 10670622842880000.0,
)  # fmt: skip
"""|B_2n|/(2n)!, Bernoulli's numbers: e of math/rotations.py (4); the first neglected one is 9e-15 at one radian."""


@kernel(inline=True)
def vector_of(e):
    """The rotation vector, at most pi long, of a unit quaternion."""
    f = 1.0 if e[0] >= 0.0 else -1.0
    v = (f * e[1], f * e[2], f * e[3])
    s = math.sqrt(dot(v, v))
    angle = 2.0 * math.atan2(s, f * e[0])
    return times(angle / s if s > 1e-8 else 2.0 + s * s / 3.0, v)


@kernel(inline=True)
def inverse_dexp(x, y):
    """dexp(x)^-1 y, for any x shorter than 2 pi."""
    t2 = dot(x, x)
    if t2 < 1.0:
        t4 = t2 * t2
        e = (A + B * t2) + t4 * ((C + D * t2) + t4 * ((E + F * t2) + t4 * (G + H * t2)))
    else:
        t = math.sqrt(t2)
        e = (1.0 - 0.5 * t / math.tan(0.5 * t)) / t2
    return twist(-0.5, e, x, y)


@kernel(inline=True)
def spin_of(chart, b, x):
    """w_s exp(x) S."""
    co, si = half_angle(dot(x, x))
    return times(chart[b, C_SPIN], twist(2.0 * si * co, 2.0 * si * si, x, row3(chart, b, C_S)))


@kernel
def rates(c, k):
    """Y and its rates YD of the present positions, velocities, accelerations and states, in the charts as they are."""
    q, u, chart, t, y = view2(c, Q), view2(c, U), view2(c, CHART), view1(c, NUM)[T], view1(c, Y)
    for b in range(q.shape[0]):
        refer(chart, b, t)
        e, w, ref = unit(row4(q, b, 3)), row3(u, b, 3), row4(chart, b, C_REF)
        x = vector_of(product(e, (ref[0], -ref[1], -ref[2], -ref[3])))
        if chart[b, C_LOCAL] == 1.0:
            w = turned_back(e, w)
        at, speed = 6 * b, 6 * (q.shape[0] + b)
        for n in range(3):
            y[at + n], y[at + 3 + n], y[speed + n], y[speed + 3 + n] = q[b, n], x[n], u[b, n], w[n]
    slopes(c, k)


@kernel
def slopes(c, k):
    """Rates YD of the unknowns Y, which the model is at, and of the present accelerations and states."""
    q, u, ud, chart, y = view2(c, Q), view2(c, U), view2(c, UD), view2(c, CHART), view1(c, Y)
    yd, xd, work, bodies = view1(c, YD), view1(c, XD), view1(c, WORK), view2(c, Q).shape[0]
    for b in range(bodies):
        at, speed = 6 * b, 6 * (bodies + b)
        x, w, al = (y[at + 3], y[at + 4], y[at + 5]), row3(u, b, 3), row3(ud, b, 3)
        rate = inverse_dexp(x, minus(w, spin_of(chart, b, x)))  # (1)
        if chart[b, C_LOCAL] == 1.0:
            al = turned_back(row4(q, b, 3), al)
        for n in range(3):
            yd[at + n], yd[at + 3 + n], yd[speed + n], yd[speed + 3 + n] = u[b, n], rate[n], ud[b, n], al[n]
    encode_points(c, k)
    for n in range(xd.shape[0]):
        yd[12 * bodies + n] = xd[n]
    yd[yd.shape[0] - 1] = work[0] + work[1]


@kernel
def accept_with_story(c, k):
    """After an accepted step: discrete memory, and the past of bodies far from the centre of their chart."""
    accept_step(c, k)
    y = view1(c, Y)
    for b in range(view2(c, Q).shape[0]):
        at = 6 * b + 3
        if y[at] * y[at] + y[at + 1] * y[at + 1] + y[at + 2] * y[at + 2] > FAR * FAR:
            move_past(c, b)


@kernel
def move_past(c, b):
    """(2): the rows of the story, the newest first; ORDER tells how many there are."""
    chart, times_of, past, rate, num = (
        view2(c, CHART),
        view1(c, STORY_T),
        view2(c, STORY_Y),
        view2(c, STORY_F),
        view1(c, NUM),
    )
    y, yd, at, rows = view1(c, Y), view1(c, YD), 6 * b + 3, int(num[ORDER])
    before, spin, s = row4(chart, b, C_CENTRE), chart[b, C_SPIN], row3(chart, b, C_S)
    axis, since = row3(chart, b, C_AXIS), chart[b, C_TIME]
    w = row3(view2(c, U), b, 3)
    short = (times_of[0] - times_of[rows - 1]) * math.sqrt(dot(w, w)) < 1.0
    centre(chart, b, unit(row4(view2(c, Q), b, 3)), w, num[T], short)
    near = (0.0, 0.0, 0.0)
    for j in range(rows):
        t, x, d = times_of[j], row3(past, j, at), row3(rate, j, at)
        co, si = half_angle(dot(x, x))
        f = 0.5 * spin * (t - since)
        turn = (math.cos(f), math.sin(f) * axis[0], math.sin(f) * axis[1], math.sin(f) * axis[2])
        e = product((co, si * x[0], si * x[1], si * x[2]), product(before, turn))
        sine, g = 2.0 * si * co, 2.0 * si * si
        w = plus(twist(g, third(dot(x, x), sine), x, d), times(spin, twist(sine, g, x, s)))
        refer(chart, b, t)
        ref = row4(chart, b, C_REF)
        near = nearest(vector_of(product(e, (ref[0], -ref[1], -ref[2], -ref[3]))), near)
        put3(past, j, at, near)
        put3(rate, j, at, inverse_dexp(near, minus(w, spin_of(chart, b, near))))
    refer(chart, b, num[T])
    for n in range(3):
        y[at + n], yd[at + n] = past[0, at + n], rate[0, at + n]


@kernel(inline=True)
def nearest(x, near):
    """x, or the same turn the other way round, whichever is nearer."""
    size = math.sqrt(dot(x, x))
    if size < 1e-3:
        return x
    other = times(1.0 - 2.0 * math.pi / size, x)
    a, b = minus(x, near), minus(other, near)
    return x if dot(a, a) <= dot(b, b) else other
