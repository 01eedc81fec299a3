"""What the unknown of rotation D, d theta = c_q D, does to the angular velocity and acceleration of a body.

Seen by one who turns with the body:  W D = d w - d theta x w,  B D = d al - d theta x al                       (1)
At rest      d w = c_u D, d al = c_a D:  W = c_u 1 + c_q w~,  B = c_a 1 + c_q al~                                (2)
In a step    w = dexp(x) x' + q with the rotation vector x of charts.py, dx = h b dx', q = w_s exp(x) S (motion.py):
             W = 1 + h b [G dexp(x)^-1 + (w - q)~],  G = d(dexp(x) x')/dx = (f_2 d + g_2 x * d) x^T - v~ - g x~ x'~,
             d = x * x', v = f x' + g d, f_2 = 2 df/d(x^2)                                                    (3)
             multiplied out, a~ b~ = b a^T - (a . b) 1, with e of math/rotations.py (4) and r = x . x':
             W = 1 + h b [p x^T + x z^T + (a x + w - q - v)~ + b 1],  p = f_2 d + g_2 x * d - g x',
             z = v/2 + e x * v + g r e x,  a = (f e - g/2) r,  b = (g - g e x^2 - f/2) r                       (4)
             w = psi + h b al:  d al = d w/(h b), B = c_a W + c_q (al - c_a w)~; in body axes B = c_a W         (5)
References   coefficients e, f, g: math/rotations.py.
"""

from bellcrank.kernel import kernel
from bellcrank.math.rotations import half_angle, inverse_third, third, twice_slopes
from bellcrank.math.vec3 import (
    cross,
    dot,
    mat_plus,
    minus,
    outer,
    plus,
    plus_tilde,
    put3,
    rotate_back,
    row3,
    row9,
    times,
)
from bellcrank.system.layout import C_A, C_LOCAL, C_Q, C_RATE, C_TURN, C_U, CHARTED

ONE = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel(inline=True)
def find_turning(y, chart, b, hb):
    """W of (4), kept in CHART."""
    at = 6 * b + 3
    x, rate = (y[at], y[at + 1], y[at + 2]), row3(chart, b, C_RATE)
    t2 = dot(x, x)
    co, si = half_angle(t2)
    f, g = 2.0 * si * si, third(t2, 2.0 * si * co)
    slope_f, slope_g = twice_slopes(t2)
    e, r, d = inverse_third(t2), dot(x, rate), cross(x, rate)
    v, xd = plus(times(f, rate), times(g, d)), cross(x, d)
    along = times(hb, minus(plus(times(slope_f, d), times(slope_g, xd)), times(g, rate)))
    across = times(hb, plus(plus(times(0.5, v), times(e, cross(x, v))), times(g * r * e, x)))
    speed = plus(rate, plus(times(f, d), times(g, xd)))  # w - q
    turn = times(hb, plus(times((f * e - 0.5 * g) * r, x), minus(speed, v)))
    one = 1.0 + hb * (g - g * e * t2 - 0.5 * f) * r
    m = plus_tilde(1.0, mat_plus(outer(along, x), outer(x, across)), turn)
    put3(chart, b, C_TURN, (one + m[0], m[1], m[2]))
    put3(chart, b, C_TURN + 3, (m[3], one + m[4], m[5]))
    put3(chart, b, C_TURN + 6, (m[6], m[7], one + m[8]))


@kernel(inline=True)
def seen_from_body(num, chart, b, w, al):
    """W and B of (2), or of (4) and (5) as the last matrix has found them."""
    ca, cq = num[C_A], num[C_Q]
    if num[CHARTED] == 0.0:
        return plus_tilde(num[C_U], ONE, times(cq, w)), plus_tilde(ca, ONE, times(cq, al))
    m = row9(chart, b, C_TURN)
    return m, plus_tilde(ca, m, times(1.0 - chart[b, C_LOCAL], minus(times(cq, al), times(ca * cq, w))))


@kernel(inline=True)
def by_turning(num, chart, b, w, row):
    """c_u times a derivative by w, or c_a times one by al, as one by D: row (W - c_q w~) in a step."""
    if num[CHARTED] == 0.0:
        return row
    return minus(rotate_back(row9(chart, b, C_TURN), row), times(num[C_Q], cross(row, w)))
