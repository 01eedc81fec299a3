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
            axis + 3 if torque, 1 if it adds to the ENTRIES of the one before, 1 if these have room for a force;
            ENTRIES of the rows of body i and of body j: 6 x (gradient columns), then 3x3 blocks). The components of one
            bushing or GFORCE share their ENTRIES.
References  Adams statements SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER, BUSHING.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import add3, cross, cross_mat, dot, mat_minus, mat_mul, minus, outer, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.expressions import evaluate, gradient
from bellcrank.system.layout import (
    B_R,
    B_W,
    BODY,
    C_Q,
    E_INT,
    E_VAL,
    E_WRENCH,
    ENTRIES,
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
)
from bellcrank.system.primitives.places import add_block, add_wrench, put_block, turned
from bellcrank.system.wrench import body_velocity


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


@kernel(inline=True)
def put_rows(c, p, e, s, force, torque):
    """s times the wrench direction times the gradient of the value: six rows of columns; returns where they end."""
    entries, grad, table = view1(c, ENTRIES), view1(c, GRAD), index2(c, E_INT)
    first, columns = table[e, 6], 6 * table[e, 3] + table[e, 5]
    for row in range(6):
        a = s * (force[row] if row < 3 else torque[row - 3])
        for m in range(columns):
            entries[p + m] = a * grad[first + m]
        p += columns
    return p


@kernel(inline=True)
def add_rows(c, p, e, s, v):
    """Add s v times the gradient of the value: three rows of columns; returns where they end."""
    entries, grad, table = view1(c, ENTRIES), view1(c, GRAD), index2(c, E_INT)
    first, columns = table[e, 6], 6 * table[e, 3] + table[e, 5]
    x, y, z = s * v[0], s * v[1], s * v[2]
    for m in range(columns):
        g = grad[first + m]
        entries[p + m] += x * g
        entries[p + columns + m] += y * g
        entries[p + 2 * columns + m] += z * g
    return p + 3 * columns


@kernel(inline=True)
def clear(entries, p, count):
    """Zeros, to which components add."""
    for m in range(p, p + count):
        entries[m] = 0.0


@kernel
def component_matrix(c, k):
    ints, entries, mark, body, of = index2(c, k), view1(c, ENTRIES), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    num, val, table = view1(c, NUM), view1(c, E_VAL), index2(c, E_INT)
    for n in range(ints.shape[0]):
        e, i, b_j, axis, wide, at_i, at_j = (
            ints[n, 0], ints[n, 1], ints[n, 6], ints[n, 7], ints[n, 9] == 1, ints[n, 10], ints[n, 11],
        )  # fmt: skip
        gradient(c, e)
        half = 3 * (6 * table[e, 3] + table[e, 5])
        if ints[n, 8] == 0:
            clear(entries, at_i, 2 * half + (27 if wide else 9))
            clear(entries, at_j, 2 * half + (45 if wide else 9))
        direction, s = row3(mark, ints[n, 2], X_AXIS + 3 * (axis % 3)), num[SCALE]
        f = times(s * num[C_Q] * val[e], direction)
        f_x = tilde(f)
        if axis >= 3:
            p, q = add_rows(c, at_i + half, e, -s, direction), add_rows(c, at_j + half, e, s, direction)
            add_block(entries, p + 18 if wide else p, 1.0, f_x)  # (4): theta_i by theta_rm
            add_block(entries, q + 36 if wide else q, -1.0, f_x)
            continue
        r_i = row3(mark, i, R)
        rho, arm = minus(r_i, row3(body, of[i], B_R)), minus(r_i, row3(body, b_j, B_R))
        swing = turned(rho, f)
        p = add_rows(c, add_rows(c, at_i, e, -s, direction), e, -s, cross(rho, direction))
        add_block(entries, p, 1.0, f_x)  # r_i by theta_rm
        add_block(entries, p + 9, -1.0, swing)  # theta_i by theta_i
        add_block(entries, p + 18, 1.0, turned(f, rho))  # theta_i by theta_rm
        p = add_rows(c, add_rows(c, at_j, e, s, direction), e, s, cross(arm, direction))
        add_block(entries, p, -1.0, f_x)  # r_j by theta_rm
        add_block(entries, p + 9, -1.0, f_x)  # theta_j by r_i
        add_block(entries, p + 18, 1.0, f_x)  # theta_j by r_j
        add_block(entries, p + 27, 1.0, swing)  # theta_j by theta_i
        add_block(entries, p + 36, -1.0, turned(f, arm))  # theta_j by theta_rm


@kernel
def line_matrix(c, k):
    ints, entries, mark, body, of = index2(c, k), view1(c, ENTRIES), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    num, val = view1(c, NUM), view1(c, E_VAL)
    s = -num[SCALE] * num[C_Q]
    for n in range(ints.shape[0]):
        e, i, j = ints[n, 0], ints[n, 1], ints[n, 2]
        gradient(c, e)
        r_i, r_j = row3(mark, i, R), row3(mark, j, R)
        rho_i, rho_j = minus(r_i, row3(body, of[i], B_R)), minus(r_j, row3(body, of[j], B_R))
        d = minus(r_i, r_j)
        length = math.sqrt(dot(d, d))
        along = times(1.0 / length, d)
        f = times(s * val[e], along)
        o, a = outer(along, along), s * val[e] / length
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
        by_i, by_j = mat_mul(bend, tilde(rho_i)), mat_mul(bend, tilde(rho_j))
        # (3): dF = bend (dr_i - rho_i~ dtheta_i - dr_j + rho_j~ dtheta_j), and (5)
        i_by_i = mat_minus(cross_mat(rho_i, by_i), turned(rho_i, f))
        j_by_j = mat_minus(cross_mat(rho_j, by_j), turned(rho_j, times(-1.0, f)))
        p = put_rows(c, ints[n, 10], e, -num[SCALE], along, cross(rho_i, along))
        put_line_rows(entries, p, 1.0, bend, by_i, by_j)
        put_line_rows(entries, p + 36, 1.0, cross_mat(rho_i, bend), i_by_i, cross_mat(rho_i, by_j))
        p = put_rows(c, ints[n, 11], e, num[SCALE], along, cross(rho_j, along))
        put_line_rows(entries, p, -1.0, bend, by_i, by_j)
        put_line_rows(entries, p + 36, -1.0, cross_mat(rho_j, bend), cross_mat(rho_j, by_i), j_by_j)


@kernel(inline=True)
def put_line_rows(entries, p, s, by_r, by_i, by_j):
    """Three rows by the columns r_i, theta_i, r_j, theta_j."""
    put_block(entries, p, s, by_r)
    put_block(entries, p + 9, -s, by_i)
    put_block(entries, p + 18, -s, by_r)
    put_block(entries, p + 27, s, by_j)
