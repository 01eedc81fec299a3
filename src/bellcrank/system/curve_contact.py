"""Where a point or a curve of I touches a curve of J: parameters, normal, and how both follow the motion.

In the axes of J, c(beta) the curve of J, t = c', P the point of I: its origin, or p + A b(alpha) on its own curve b
Point        F2 = t . (P - c) = 0: the foot of P on the curve                                                     (1)
Curve        F1 = z . (T x t) = 0, F2 = t . (P - c) = 0,  T = A b'; everything projected onto the x-y plane        (2)
Normal       n = s a x t/|a x t|, or t^ x n for the second one of a curve in space;  s = 1 or -1                   (3)
             a = z for plane curves: then n' is along t
Gap          phi = n . (P - c),  d phi = n . dP with the parameters fixed: n . T = n . t = 0, n' . (P - c) = 0     (4)
Parameters   [z.(T' x t), z.(T x t'); t.T, t'.(P-c) - t.t] (dalpha, dbeta) = -(z . (dT x t), t . dP)              (5)
             where dP, dT are the changes with the parameters fixed
Fails when   the determinant of (5) is zero: both curves have the same curvature on the same side.
References   Haug (1989), 3.4 (cam-followers) in another form: there the parameters are unknowns of their own.
"""

import math

from bellcrank.expression.curves import curve
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.kind import INTS, I, J
from bellcrank.system.layout import MARK, X_AXIS, R, _n

# ---- integers: 1 with a curve on I, second normal, tables of the curves of I and J  # kernel constants
ROLLS, SECOND, TABLE_I, TABLE_J = (_n(int(INTS) + k) for k in range(4))
GROUPS = _n(int(INTS) + 4)
# ---- numbers: alpha, beta at the start, side, a, 1 where it can only press
START, SIDE, A, PRESSES = _n(0), _n(2), _n(3), _n(6)
# ---- memory: alpha, beta at the last accepted step, first time at which it pulled, 1 if it did
PULLED_AT, PULLED = _n(2), _n(3)
# ---- outputs: alpha, beta now, pressing force
ALPHA, BETA, PRESS = _n(0), _n(1), _n(2)
MOST = 50


@kernel(inline=True)
def in_j(c, k, n, v):
    """A vector in the axes of J."""
    mark, j = view2(c, MARK), index2(c, k)[n, J]
    return dot(v, row3(mark, j, X_AXIS)), dot(v, row3(mark, j, X_AXIS + 3)), dot(v, row3(mark, j, X_AXIS + 6))


@kernel(inline=True)
def to_ground(mark, m, v):
    """A vector of marker m in ground axes."""
    x, y = times(v[0], row3(mark, m, X_AXIS)), times(v[1], row3(mark, m, X_AXIS + 3))
    return plus(plus(x, y), times(v[2], row3(mark, m, X_AXIS + 6)))


@kernel
def along(table, start, order, at):
    """The derivative of an order of a curve."""
    return (
        curve(table, start, 0, order, at)[0], curve(table, start, 1, order, at)[0], curve(table, start, 2, order, at)[0]
    )  # fmt: skip


@kernel(inline=True)
def flat(v, rolls):
    """v, of two curves its projection onto the plane."""
    return (v[0], v[1], 0.0) if rolls == 1 else v


@kernel
def shape(c, k, n, alpha, beta):
    """In J axes: P - c, T, T', t, t' of (1) and (2); T and T' are zero for a point."""
    ints, mark, table = index2(c, k), view2(c, MARK), view1(c, k + 4)
    rolls, i = ints[n, ROLLS], ints[n, I]
    p = in_j(c, k, n, minus(row3(mark, i, R), row3(mark, ints[n, J], R)))
    tangent, bend = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if rolls == 1:
        own = ints[n, TABLE_I]
        p = plus(p, in_j(c, k, n, to_ground(mark, i, along(table, own, 0, alpha))))
        tangent = flat(in_j(c, k, n, to_ground(mark, i, along(table, own, 1, alpha))), 1)
        bend = flat(in_j(c, k, n, to_ground(mark, i, along(table, own, 2, alpha))), 1)
    of = ints[n, TABLE_J]
    gap = flat(minus(p, along(table, of, 0, beta)), rolls)
    return gap, tangent, bend, flat(along(table, of, 1, beta), rolls), flat(along(table, of, 2, beta), rolls)


@kernel(inline=True)
def across(a, b):
    """z . (a x b)."""
    return a[0] * b[1] - a[1] * b[0]


@kernel(inline=True)
def follow(gap, tangent, bend, t, t_bend, rolls, first, second):
    """Equation (5) for the right side -(first, second): dalpha, dbeta."""
    d = dot(t_bend, gap) - dot(t, t)
    if rolls == 0:
        return 0.0, -second / d
    a, b, c = across(bend, t), across(tangent, t_bend), dot(t, tangent)
    determinant = a * d - b * c
    return (b * second - d * first) / determinant, (c * first - a * second) / determinant


@kernel
def touch(c, k, n):
    """Newton for (1) or (2) from the parameters of the last accepted step."""
    memory, rolls = view2(c, k + 2), index2(c, k)[n, ROLLS]
    alpha, beta = memory[n, ALPHA], memory[n, BETA]
    for _ in range(MOST):
        gap, tangent, bend, t, t_bend = shape(c, k, n, alpha, beta)
        da, db = follow(gap, tangent, bend, t, t_bend, rolls, across(tangent, t), dot(t, gap))
        most = max(abs(da), abs(db))
        share = min(1.0, 0.1 / most) if most > 0.0 else 1.0
        alpha, beta = alpha + share * da, beta + share * db
        if not most > 1e-14:
            break
    return alpha, beta


@kernel(inline=True)
def normal(c, k, n, t, t_bend):
    """Equation (3): n and n' in J axes."""
    number = view2(c, k + 1)
    a, side = row3(number, n, A), number[n, SIDE]
    v, v_bend = times(side, cross(a, t)), times(side, cross(a, t_bend))
    size, length = math.sqrt(dot(v, v)), math.sqrt(dot(t, t))
    unit = times(1.0 / size, v)
    unit_bend = times(1.0 / size, minus(v_bend, times(dot(unit, v_bend), unit)))
    if index2(c, k)[n, SECOND] == 0:
        return unit, unit_bend
    e = times(1.0 / length, t)
    e_bend = times(1.0 / length, minus(t_bend, times(dot(e, t_bend), e)))
    return cross(e, unit), plus(cross(e_bend, unit), cross(e, unit_bend))
