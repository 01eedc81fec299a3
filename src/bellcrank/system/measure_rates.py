"""Time derivatives of measures, first and second, for constraints given by expressions.

Displacement   d' of (D . e) with the axes of k seen as still: v, a of D seen from k                     (1)
Angles         from the rates of their sines and cosines, atan2' = (c s' - s c')/(s^2 + c^2)              (2)
Velocities     first rate only (non-holonomic constraints)
References     measures.py, equations (1) to (5).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    E_INT,
    IN_AXIS,
    IN_COSINE,
    IN_NUMBER,
    IN_SINE,
    L_ACC,
    L_ACOS,
    L_ASIN,
    L_ATAN2,
    L_COSINE,
    L_D,
    L_INCANG,
    L_PARAMETER,
    L_TIME,
    L_VEL,
    L_VR,
    L_W,
    L_X,
    LEAF,
    MARK,
    MEMORY,
    OMEGA,
    RATE,
    VEL,
    X_AXIS,
    XD,
    XDD,
    R,
)
from bellcrank.system.measures import cosine, normal, side, sine, vector_of
from bellcrank.system.primitives.perpendicular import second_rate


@kernel
def rates(c, e):
    """RATE of all leaves of expression e."""
    ints = index2(c, E_INT)
    for n in range(ints[e, 0], ints[e, 0] + ints[e, 1]):
        leaf_rates(c, n)


@kernel
def leaf_rates(c, n):
    """Set RATE of leaf n: first and second time derivative along the motion of the markers."""
    leaf, mark, rate = index2(c, LEAF), view2(c, MARK), view2(c, RATE)
    kind = leaf[n, 0]
    i, j, k = leaf[n, 1], leaf[n, 2], leaf[n, 3]
    rate[n, 0] = 0.0
    rate[n, 1] = 0.0
    if kind == L_TIME:
        rate[n, 0] = 1.0
    elif kind == L_X:
        rate[n, 0] = view1(c, XD)[leaf[n, IN_NUMBER]]
        rate[n, 1] = view1(c, XDD)[leaf[n, IN_NUMBER]]
    elif kind == L_D:
        y, v, a = vector_of(mark, L_D, i, j, k), vector_of(mark, L_VEL, i, j, k), vector_of(mark, L_ACC, i, j, k)
        if leaf[n, IN_AXIS] == 3:
            size = math.sqrt(dot(y, y))
            if size > 0.0:
                rate[n, 0] = dot(y, v) / size
                rate[n, 1] = (dot(y, a) + dot(v, v) - rate[n, 0] * rate[n, 0]) / size
        else:
            e = row3(mark, k, X_AXIS + 3 * leaf[n, IN_AXIS])
            rate[n, 0] = dot(v, e)
            rate[n, 1] = dot(a, e)
    elif kind in (L_VEL, L_W, L_VR):
        rate[n, 0] = velocity_rate(mark, leaf, n, kind)
    elif kind == L_INCANG:
        s, co, sd, cd, sdd, cdd = corner(mark, i, j, k)
        put_angle_rates(rate, n, s, co, sd, cd, sdd, cdd)
        a, b = minus(row3(mark, i, R), row3(mark, j, R)), minus(row3(mark, k, R), row3(mark, j, R))
        sign = side(mark, j, view2(c, MEMORY), n, cross(a, b))
        rate[n, 0] *= sign
        rate[n, 1] *= sign
    elif kind >= L_ATAN2 and kind != L_PARAMETER:
        w = minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA))
        s, sd, sdd = (
            cosine(mark, leaf, n, IN_SINE),
            dot(normal(mark, leaf, n, IN_SINE), w),
            cosine_second(mark, leaf, n, IN_SINE),
        )
        if kind == L_COSINE:
            rate[n, 0] = sd
            rate[n, 1] = sdd
        elif kind in (L_ASIN, L_ACOS):
            f = sine(mark, leaf, n)
            if f > 0.0:
                sign = 1.0 if kind == L_ASIN else -1.0
                rate[n, 0] = sign * sd / f
                rate[n, 1] = sign * (sdd / f + s * sd * sd / (f * f * f))
        else:
            co, cd, cdd = (
                cosine(mark, leaf, n, IN_COSINE),
                dot(normal(mark, leaf, n, IN_COSINE), w),
                cosine_second(mark, leaf, n, IN_COSINE),
            )
            put_angle_rates(rate, n, s, co, sd, cd, sdd, cdd)


@kernel(inline=True)
def put_angle_rates(rate, n, s, co, sd, cd, sdd, cdd):
    """First and second rate of atan2(s, co), from the rates of s and co."""
    rho = s * s + co * co
    if rho > 0.0:
        rate[n, 0] = (co * sd - s * cd) / rho
        rate[n, 1] = (co * sdd - s * cdd) / rho - 2.0 * rate[n, 0] * (s * sd + co * cd) / rho


@kernel(inline=True)
def corner(mark, i, j, k):
    """s = |a x b| and co = a . b, then their first and second rates, for a from j to i and b from j to k."""
    a, b = minus(row3(mark, i, R), row3(mark, j, R)), minus(row3(mark, k, R), row3(mark, j, R))
    ad, bd = minus(row3(mark, i, VEL), row3(mark, j, VEL)), minus(row3(mark, k, VEL), row3(mark, j, VEL))
    add, bdd = minus(row3(mark, i, ACC), row3(mark, j, ACC)), minus(row3(mark, k, ACC), row3(mark, j, ACC))
    co, cd = dot(a, b), dot(ad, b) + dot(a, bd)
    cdd = dot(add, b) + 2.0 * dot(ad, bd) + dot(a, bdd)
    n = cross(a, b)
    s = math.sqrt(dot(n, n))
    if s <= 0.0:
        return 0.0, co, 0.0, cd, 0.0, cdd
    n_dot = plus(cross(ad, b), cross(a, bd))
    n_ddot = plus(plus(cross(add, b), times(2.0, cross(ad, bd))), cross(a, bdd))
    sd = dot(n, n_dot) / s
    return s, co, sd, cd, (dot(n, n_ddot) + dot(n_dot, n_dot) - sd * sd) / s, cdd


@kernel(inline=True)
def velocity_rate(mark, leaf, n, kind):
    """Time derivative of a velocity measure (V, W, VR), for non-holonomic constraints."""
    i, j, k, l = leaf[n, 1], leaf[n, 2], leaf[n, 3], leaf[n, 4]
    d = minus(row3(mark, i, R), row3(mark, j, R))
    v = minus(row3(mark, i, VEL), row3(mark, j, VEL))
    a = minus(row3(mark, i, ACC), row3(mark, j, ACC))
    if kind == L_VR:
        size = math.sqrt(dot(d, d))
        speed = dot(d, v) / size
        return (dot(d, a) + dot(v, v) - speed * speed) / size
    if kind == L_W:
        y, y_dot = vector_of(mark, L_W, i, j, l), minus(row3(mark, i, ALPHA), row3(mark, j, ALPHA))
    else:
        y = vector_of(mark, L_VEL, i, j, l)
        y_dot = minus(minus(a, cross(row3(mark, l, ALPHA), d)), cross(row3(mark, l, OMEGA), v))
    if leaf[n, IN_AXIS] == 3:
        size = math.sqrt(dot(y, y))
        return dot(y, y_dot) / size if size > 0.0 else 0.0
    e = row3(mark, k, X_AXIS + 3 * leaf[n, IN_AXIS])
    return dot(y_dot, e) + dot(y, cross(row3(mark, k, OMEGA), e))


@kernel(inline=True)
def cosine_second(mark, leaf, n, at):
    """Second rate of a direction cosine."""
    i, j = leaf[n, 1], leaf[n, 2]
    a, b = row3(mark, i, X_AXIS + 3 * leaf[n, at]), row3(mark, j, X_AXIS + 3 * leaf[n, at + 1])
    value = second_rate(mark, i, j, a, b)
    return value if leaf[n, at + 2] == 0 else -value
