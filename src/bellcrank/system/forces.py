"""Applied forces: the value is an expression, the direction one of two kinds.

LINE         F = f n on I, -F on J;  n = (r_i - r_j)/|r_i - r_j|                                           (1)
COMPONENT    F = f e (or torque T = f e), e an axis of the marker RM; on the body of I at the origin of I,
             the opposite on the body of J at the same point                                             (2)
A bushing is six components on the axes of J, an action-only force a component whose J body is ground.

Derivatives  d F = n df + (f/l) (1 - n n^T) d(r_i - r_j)                                                  (3)
             d F = e df + dtheta_rm x F                                                                   (4)
             moments about the mass centres: d(rho x F) = (dtheta x rho) x F + rho x dF                   (5)
The residual is inertia minus applied force: everything enters with minus SCALE.

Own arrays: k integers (expression, marker i, marker j or rm, residual row of body i, of body j, element, body j,
            axis + 3 if torque),
            k+1 places of the matrix entries: 12 x (gradient columns), then the 3x3 blocks of the turning direction.
References  Adams statements SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER, BUSHING.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import add3, cross, dot, mat_mul, minus, outer, plus, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.expressions import evaluate, gradient
from bellcrank.system.layout import (
    AX,
    B_R,
    B_W,
    BODY,
    C_Q,
    E_INT,
    E_VAL,
    E_WRENCH,
    GRAD,
    M_BODY,
    MARK,
    NUM,
    OMEGA,
    RES,
    SCALE,
    VEL,
    WORK,
    X_AXIS,
    R,
    U,
)
from bellcrank.system.primitives.places import add_block, add_wrench, turned


@kernel(inline=True)
def body_velocity(c, b, arm):
    """Velocity of the point of body b at `arm` from its mass centre; zero for ground."""
    u, body = view2(c, U), view2(c, BODY)
    if b >= u.shape[0]:
        return 0.0, 0.0, 0.0
    return plus(row3(u, b, 0), cross(row3(body, b, B_W), arm))


@kernel
def component_residual(c, k):
    ints, mark, body, of = index2(c, k), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    res, out, work = view1(c, RES), view2(c, E_WRENCH), view1(c, WORK)
    s = view1(c, NUM)[SCALE]
    zero = (0.0, 0.0, 0.0)
    for n in range(ints.shape[0]):
        i, b_j, axis = ints[n, 1], ints[n, 6], ints[n, 7]
        r_i = row3(mark, i, R)
        value = evaluate(c, ints[n, 0])
        if axis >= 3:
            t = times(value, row3(mark, ints[n, 2], X_AXIS + 3 * (axis - 3)))
            add_wrench(res, ints[n, 3], -s, zero, t)
            add_wrench(res, ints[n, 4], s, zero, t)
            add3(out, ints[n, 5], 3, t)
            work[0] += dot(t, minus(row3(mark, i, OMEGA), row3(body, b_j, B_W)))
        else:
            f = times(value, row3(mark, ints[n, 2], X_AXIS + 3 * axis))  # (2)
            arm = minus(r_i, row3(body, b_j, B_R))
            add_wrench(res, ints[n, 3], -s, f, cross(minus(r_i, row3(body, of[i], B_R)), f))
            add_wrench(res, ints[n, 4], s, f, cross(arm, f))
            add3(out, ints[n, 5], 0, f)
            work[0] += dot(f, minus(row3(mark, i, VEL), body_velocity(c, b_j, arm)))


@kernel
def line_residual(c, k):
    ints, mark, body, of = index2(c, k), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    res, out, work = view1(c, RES), view2(c, E_WRENCH), view1(c, WORK)
    s = view1(c, NUM)[SCALE]
    for n in range(ints.shape[0]):
        i, j = ints[n, 1], ints[n, 2]
        r_i, r_j = row3(mark, i, R), row3(mark, j, R)
        d = minus(r_i, r_j)
        f = times(evaluate(c, ints[n, 0]) / math.sqrt(dot(d, d)), d)  # (1)
        add_wrench(res, ints[n, 3], -s, f, cross(minus(r_i, row3(body, of[i], B_R)), f))
        add_wrench(res, ints[n, 4], s, f, cross(minus(r_j, row3(body, of[j], B_R)), f))
        add3(out, ints[n, 5], 0, f)
        work[0] += dot(f, minus(row3(mark, i, VEL), row3(mark, j, VEL)))


@kernel
def outer_product(c, k, n, force, torque_i, torque_j):
    """-SCALE times the wrench directions on I and J times the gradient of the value: 12 rows of columns."""
    ints, where, ax, grad = index2(c, k), index2(c, k + 1), view1(c, AX), view1(c, GRAD)
    table = index2(c, E_INT)
    s = -view1(c, NUM)[SCALE]
    e = ints[n, 0]
    columns = 6 * table[e, 3] + table[e, 5]
    p = 0
    for row in range(12):
        if row < 3:
            a = s * force[row]
        elif row < 6:
            a = s * torque_i[row - 3]
        elif row < 9:
            a = -s * force[row - 6]
        else:
            a = -s * torque_j[row - 9]
        for m in range(columns):
            ax[where[n, p]] += a * grad[table[e, 6] + m]
            p += 1
    return p


@kernel
def component_matrix(c, k):
    ints, where, mark, body, of = index2(c, k), index2(c, k + 1), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    ax, num, val = view1(c, AX), view1(c, NUM), view1(c, E_VAL)
    s = -num[SCALE] * num[C_Q]
    zero = (0.0, 0.0, 0.0)
    for n in range(ints.shape[0]):
        i, b_j, axis = ints[n, 1], ints[n, 6], ints[n, 7]
        gradient(c, ints[n, 0])
        direction = row3(mark, ints[n, 2], X_AXIS + 3 * (axis % 3))
        f = times(val[ints[n, 0]], direction)
        f_x = tilde(f)
        if axis >= 3:
            p = outer_product(c, k, n, zero, direction, direction)
            add_block(ax, where, n, p, -s, f_x)  # (4): theta_i by theta_rm
            add_block(ax, where, n, p + 9, s, f_x)
            continue
        r_i = row3(mark, i, R)
        rho, arm = minus(r_i, row3(body, of[i], B_R)), minus(r_i, row3(body, b_j, B_R))
        p = outer_product(c, k, n, direction, cross(rho, direction), cross(arm, direction))
        swing = turned(rho, f)
        add_block(ax, where, n, p, -s, f_x)  # r_i by theta_rm
        add_block(ax, where, n, p + 9, s, swing)  # theta_i by theta_i
        add_block(ax, where, n, p + 18, -s, turned(f, rho))  # theta_i by theta_rm
        add_block(ax, where, n, p + 27, s, f_x)  # r_j by theta_rm
        add_block(ax, where, n, p + 36, s, f_x)  # theta_j by r_i
        add_block(ax, where, n, p + 45, -s, f_x)  # theta_j by r_j
        add_block(ax, where, n, p + 54, -s, swing)  # theta_j by theta_i
        add_block(ax, where, n, p + 63, s, turned(f, arm))  # theta_j by theta_rm


@kernel
def line_matrix(c, k):
    ints, where, mark, body, of = index2(c, k), index2(c, k + 1), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    ax, num, val = view1(c, AX), view1(c, NUM), view1(c, E_VAL)
    s = -num[SCALE] * num[C_Q]
    for n in range(ints.shape[0]):
        i, j = ints[n, 1], ints[n, 2]
        gradient(c, ints[n, 0])
        r_i, r_j = row3(mark, i, R), row3(mark, j, R)
        rho_i, rho_j = minus(r_i, row3(body, of[i], B_R)), minus(r_j, row3(body, of[j], B_R))
        d = minus(r_i, r_j)
        length = math.sqrt(dot(d, d))
        e = times(1.0 / length, d)
        f = times(val[ints[n, 0]], e)
        p = outer_product(c, k, n, e, cross(rho_i, e), cross(rho_j, e))
        o, a = outer(e, e), val[ints[n, 0]] / length
        bend = (
            a * (1.0 - o[0]),
            -a * o[1],
            -a * o[2],
            -a * o[3],
            a * (1.0 - o[4]),
            -a * o[5],
            -a * o[6],
            -a * o[7],
            a * (1.0 - o[8]),
        )
        t_i, t_j = tilde(rho_i), tilde(rho_j)
        by_i, by_j = (
            mat_mul(bend, t_i),
            mat_mul(bend, t_j),
        )  # (3): dF = bend (dr_i - t_i dtheta_i - dr_j + t_j dtheta_j)
        line_rows(ax, where, n, p, s, bend, by_i, by_j)
        line_rows(ax, where, n, p + 36, s, mat_mul(t_i, bend), mat_mul(t_i, by_i), mat_mul(t_i, by_j))
        line_rows(ax, where, n, p + 72, -s, bend, by_i, by_j)
        line_rows(ax, where, n, p + 108, -s, mat_mul(t_j, bend), mat_mul(t_j, by_i), mat_mul(t_j, by_j))
        add_block(ax, where, n, p + 45, s, turned(rho_i, f))  # (5)
        add_block(ax, where, n, p + 135, -s, turned(rho_j, f))


@kernel(inline=True)
def line_rows(ax, where, n, p, s, by_r, by_i, by_j):
    """Three rows by the columns r_i, theta_i, r_j, theta_j."""
    add_block(ax, where, n, p, s, by_r)
    add_block(ax, where, n, p + 9, -s, by_i)
    add_block(ax, where, n, p + 18, -s, by_r)
    add_block(ax, where, n, p + 27, s, by_j)
