"""What the unknown of rotation D, d theta = c_q D, does to the angular velocity and acceleration of a body.

In a step    d w = P D with the rotation vector x of charts.py, w = dexp(x) x' + q, q = w_s exp(x) S (motion.py):
             P = 1 + h b [G dexp(x)^-1 - q~],  G = d(dexp(x) x')/dx = (f_2 d + g_2 x * d) x^T - v~ - g x~ x'~,
             d = x * x', v = f x' + g d, f_2 = 2 df/d(x^2)                                                    (1)
             multiplied out, a~ b~ = b a^T - (a . b) 1, with e of math/rotations.py (4) and r = x . x':
             P = 1 + h b [p x^T + x z^T + (a x - v - q)~ + b 1],  p = f_2 d + g_2 x * d - g x',
             z = v/2 + e x * v + g r e x,  a = (f e - g/2) r,  b = (g - g e x^2 - f/2) r                       (2)
Elsewhere    P = 1. In all:  d w = c_u P D,  d al = c_a P D                                                     (3)
             where w is followed in body axes:  d al = (c_a P + c_a c_q w~ - c_q al~) D                         (4)
Seen by one  who turns with the body:  W D = d w - d theta x w = (c_u P + c_q w~) D,
             B D = d al - d theta x al = (c_a P + c_q al~) D, or by (4) (c_a P + c_a c_q w~) D                  (5)
References   coefficients e, f, g: math/rotations.py.
"""

from bellcrank.kernel import kernel
from bellcrank.math.rotations import half_angle, inverse_third, third, twice_slopes
from bellcrank.math.vec3 import cross, dot, mat_plus, minus, outer, plus, plus_tilde, put3, row3, row9, times
from bellcrank.system.layout import C_A, C_LOCAL, C_P, C_Q, C_RATE, C_U, CHARTED


@kernel(inline=True)
def find_p(y, w, chart, b, hb):
    """P of (2), kept in CHART; without a step, h b = 0, the identity."""
    if hb == 0.0:
        return 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    at = 6 * b + 3
    x, rate = (y[at], y[at + 1], y[at + 2]), row3(chart, b, C_RATE)
    t2 = dot(x, x)
    co, si = half_angle(t2)
    f, g = 2.0 * si * si, third(t2, 2.0 * si * co)
    slope_f, slope_g = twice_slopes(t2)
    e, r, d = inverse_third(t2), dot(x, rate), cross(x, rate)
    v, xd = plus(times(f, rate), times(g, d)), cross(x, d)
    spin = minus(w, plus(rate, plus(times(f, d), times(g, xd))))
    along = times(hb, minus(plus(times(slope_f, d), times(slope_g, xd)), times(g, rate)))
    across = times(hb, plus(plus(times(0.5, v), times(e, cross(x, v))), times(g * r * e, x)))
    turn = times(hb, minus(times((f * e - 0.5 * g) * r, x), plus(v, spin)))
    one = 1.0 + hb * (g - g * e * t2 - 0.5 * f) * r
    p = plus_tilde(1.0, mat_plus(outer(along, x), outer(x, across)), turn)
    p = (one + p[0], p[1], p[2], p[3], one + p[4], p[5], p[6], p[7], one + p[8])
    put3(chart, b, C_P, (p[0], p[1], p[2]))
    put3(chart, b, C_P + 3, (p[3], p[4], p[5]))
    put3(chart, b, C_P + 6, (p[6], p[7], p[8]))
    return p


@kernel(inline=True)
def known_p(chart, b, charted):
    """P as the last matrix found it."""
    if charted == 0.0:
        return 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    return row9(chart, b, C_P)


@kernel(inline=True)
def seen_from_body(num, chart, b, p, w, al):
    """W and B of (5)."""
    cq, local = num[C_Q], chart[b, C_LOCAL] if num[CHARTED] != 0.0 else 0.0
    swung = plus(times(local * num[C_A] * cq, w), times((1.0 - local) * cq, al))
    return plus_tilde(num[C_U], p, times(cq, w)), plus_tilde(num[C_A], p, swung)
