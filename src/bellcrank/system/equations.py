"""Equations given by an expression: VARIABLE, DIFF, and constraints (MOTION, COUPLER, GEAR, GCON, ...).

VARIABLE     V - e = 0                                                                           (1)
DIFF         x' - e = 0, or e = 0 (IMPLICIT)                                                     (2)
CONSTRAINT   e(q, t) - e_0 = 0, reaction -J^T lam with J = de/dq on the bodies of its markers      (3)
             rate   e' = sum bar m'                                                              (4)
             second e'' = sum bar m'' + sum bar' m', bar' by a central difference along the motion  (5)
             with velocity measures (non-holonomic): the rate row is e itself, J = de/du          (6)
             stiffness d(J^T lam)/dq by central differences of the exact J along each coordinate of its bodies   (7)
             A state x of a DIFF in e has x'' = d/dt of its rate, an expression of its own               (8)
Left out     of the matrix: d(J^T lam) by states and velocities, and in rows (6) de/dq, all of the order of a step.
Own arrays: VARIABLE, DIFF: k (expression, residual row, number of the unknown, form; ENTRIES: diagonal, gradient).
            CONSTRAINT: k (expression, row, form, slots of I and J, markers I and J, first coordinate that curves;
            ENTRIES: J, J^T by pairs, scalars, stiffness by rows), k+1 (e_0,), k+2 residual rows of the slots,
            k+3 (state, expression of its rate) of the states (8).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, row3
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.expressions import evaluate, evaluate_again, find_rates, gradient, measures_back
from bellcrank.system.kinematics import place_body, place_marker
from bellcrank.system.layout import (
    B_R,
    B_W,
    BAD_EXPRESSION,
    BODY,
    C_A,
    C_Q,
    C_U,
    E_INT,
    ENTRIES,
    G_WORK,
    GRAD,
    IN_COLUMN,
    L_V,
    L_X,
    LAM,
    LEAF,
    LEAF_BAR,
    LEAF_VAL,
    M_BODY,
    M_LOC,
    MARK,
    NUM,
    PHI,
    PHID,
    PHIDD,
    RATE,
    READS_ACC,
    RES,
    SCALE,
    SLOT,
    T_SHIFT,
    UD,
    UNIT,
    WITH_ACC,
    WORK,
    XD,
    XDD,
    Q,
    R,
    U,
    V,
)
from bellcrank.system.motion import turn

SHIFT = 1e-5
"""Step of the differences (7), in radians and in units of the distances: errors of about 1e-10."""


@kernel
def variable_residual(c, k):
    ints, res, v = index2(c, k), view1(c, RES), view1(c, V)
    for n in range(ints.shape[0]):
        res[ints[n, 1]] = v[ints[n, 2]] - evaluate(c, ints[n, 0])  # (1)


@kernel
def variable_matrix(c, k):
    add_gradients(c, k, 1.0, -1.0)


@kernel
def diff_residual(c, k):
    ints, res, xd = index2(c, k), view1(c, RES), view1(c, XD)
    s = view1(c, NUM)[SCALE]
    for n in range(ints.shape[0]):
        value = evaluate(c, ints[n, 0])
        res[ints[n, 1]] = s * value if ints[n, 3] == 1 else s * (xd[ints[n, 2]] - value)  # (2)


@kernel
def diff_matrix(c, k):
    num = view1(c, NUM)
    add_gradients(c, k, num[SCALE] * num[C_A], -num[SCALE])


@kernel
def add_gradients(c, k, diagonal, factor):
    """Rows of scalar equations: `diagonal` on the own unknown, factor times the gradient; implicit: minus factor."""
    ints, entries, grad, table = index2(c, k), view1(c, ENTRIES), view1(c, GRAD), index2(c, E_INT)
    for n in range(ints.shape[0]):
        e, p = ints[n, 0], ints[n, 4]
        gradient(c, e)
        implicit = ints[n, 3] == 1
        entries[p] = 0.0 if implicit else diagonal
        f = -factor if implicit else factor
        for m in range(6 * table[e, 3] + table[e, 5]):
            entries[p + 1 + m] = f * grad[table[e, 6] + m]


@kernel
def jacobian_row(c, e, form):
    """J of a constraint expression into GRAD (six for each slot), pure derivatives without step factors."""
    ints, slot, g, grad, body = index2(c, E_INT), index1(c, SLOT), view2(c, G_WORK), view1(c, GRAD), view2(c, BODY)
    measures_back(c, e)
    at = ints[e, 6]
    for n in range(ints[e, 3]):
        for m in range(6):
            grad[at + 6 * n + m] = g[n, 6 + m] if form == 1 else g[n, m]
        if form == 0:
            turn = cross(row3(body, slot[ints[e, 2] + n], B_W), row3(g, n, 9))
            for m in range(3):
                grad[at + 6 * n + 3 + m] += turn[m]


@kernel
def constraint_rate(c, e):
    """Equation (4)."""
    ints, bar, rate = index2(c, E_INT), view1(c, LEAF_BAR), view2(c, RATE)
    find_rates(c, e)
    total = 0.0
    for n in range(ints[e, 0], ints[e, 0] + ints[e, 1]):
        total += bar[n] * rate[n, 0]
    return total


@kernel
def constraint_residual(c, k):
    ints, zero, rows = index2(c, k), view1(c, k + 1), index1(c, k + 2)
    res, lam, phi, phid = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID)
    table, grad, num, work = index2(c, E_INT), view1(c, GRAD), view1(c, NUM), view1(c, WORK)
    s = num[SCALE]
    for n in range(ints.shape[0]):
        e, row, form = ints[n, 0], ints[n, 1], ints[n, 2]
        value = evaluate(c, e) - zero[n]
        phi[row] = value if form == 0 else 0.0  # (3)
        phid[row] = constraint_rate(c, e) if form == 0 else value  # (4), (6)
        jacobian_row(c, e, form)
        for slot in range(table[e, 3]):
            at = rows[table[e, 2] + slot]
            for m in range(6):
                res[at + m] += s * lam[row] * grad[table[e, 6] + 6 * slot + m]
        work[1] -= lam[row] * jacobian_speed(c, e)
        unit_row(c, k, n, row)


@kernel
def jacobian_speed(c, e):
    """J u of the constraint row in GRAD: minus lam times it is the power of the reaction."""
    ints, slot, grad, u, body = index2(c, E_INT), index1(c, SLOT), view1(c, GRAD), view2(c, U), view2(c, BODY)
    total = 0.0
    for n in range(ints[e, 3]):
        b, at = slot[ints[e, 2] + n], ints[e, 6] + 6 * n
        for m in range(3):
            total += grad[at + m] * u[b, m] + grad[at + 3 + m] * body[b, B_W + m]
    return total


@kernel
def unit_row(c, k, n, row):
    """Force and torque on the I marker per unit of minus the multiplier: J of I's body, moved to the marker.

    Where I is on ground it is minus J of J's body, and where J is there too, minus that of all bodies together.
    """
    ints, unit, grad, table = index2(c, k), view2(c, UNIT), view1(c, GRAD), index2(c, E_INT)
    mark, body, slot = view2(c, MARK), view2(c, BODY), index1(c, SLOT)
    e, first, last, sign = ints[n, 0], ints[n, 3], ints[n, 3] + 1, 1.0
    if first >= table[e, 3]:  # I is on ground
        first, last, sign = ints[n, 4], ints[n, 4] + 1, -1.0
        if first >= table[e, 3]:
            first, last = 0, table[e, 3]
    for m in range(6):
        unit[row, m] = 0.0
    for s in range(first, last):
        at = table[e, 6] + 6 * s
        f = (sign * grad[at], sign * grad[at + 1], sign * grad[at + 2])
        t = (sign * grad[at + 3], sign * grad[at + 4], sign * grad[at + 5])
        t = minus(t, cross(minus(row3(mark, ints[n, 5], R), row3(body, slot[table[e, 2] + s], B_R)), f))
        for m in range(3):
            unit[row, m] += f[m]
            unit[row, 3 + m] += t[m]


@kernel
def constraint_matrix(c, k):
    ints, entries, grad, table = index2(c, k), view1(c, ENTRIES), view1(c, GRAD), index2(c, E_INT)
    num, leaf, bar = view1(c, NUM), index2(c, LEAF), view1(c, LEAF_BAR)
    for n in range(ints.shape[0]):
        e, first = ints[n, 0], ints[n, 8]
        curvature(c, k, n)
        jacobian_row(c, e, ints[n, 2])
        for m in range(6 * table[e, 3]):
            entries[first + 2 * m] = grad[table[e, 6] + m]
            entries[first + 2 * m + 1] = grad[table[e, 6] + m]
        p = first + 12 * table[e, 3]
        for scalar in range(p, p + table[e, 5]):
            entries[scalar] = 0.0
        step = num[C_Q] if num[C_Q] != 0.0 else 1.0
        for m in range(table[e, 0], table[e, 0] + table[e, 1]):
            kind = leaf[m, 0]
            if kind == L_X:
                entries[p + leaf[m, IN_COLUMN]] += bar[m] * num[C_U] / step
            elif kind == L_V and num[C_Q] != 0.0:
                entries[p + leaf[m, IN_COLUMN]] += bar[m] / step


@kernel
def curvature(c, k, n):
    """The stiffness (7) of constraint n; the expression is left evaluated where it was."""
    ints, entries, grad, table = index2(c, k), view1(c, ENTRIES), view1(c, GRAD), index2(c, E_INT)
    num, q = view1(c, NUM), view2(c, Q)
    e, form, first = ints[n, 0], ints[n, 2], ints[n, 7]
    slots, width = table[e, 3], 6 - first
    factor = num[SCALE] * num[C_Q] * view1(c, LAM)[ints[n, 1]]
    start, size = ints[n, 8] + 12 * slots + table[e, 5], width * slots
    for m in range(size * size):
        entries[start + m] = 0.0
    if factor == 0.0 or slots == 0:
        return
    length = distance(c, e)
    for column in range(size):
        b, m = index1(c, SLOT)[table[e, 2] + column // width], first + column % width
        x, y, z, e0, e1, e2, e3 = q[b, 0], q[b, 1], q[b, 2], q[b, 3], q[b, 4], q[b, 5], q[b, 6]
        h = SHIFT * length if m < 3 else SHIFT
        for side in range(2):
            step = h if side == 0 else -h
            if m < 3:
                q[b, m] += step
            else:
                half = 0.5 * step
                turn(q, b, e0, e1, e2, e3, half if m == 3 else 0.0, half if m == 4 else 0.0, half if m == 5 else 0.0)
            replace(c, e, b)
            evaluate(c, e)
            jacobian_row(c, e, form)
            for row in range(size):
                value = grad[table[e, 6] + 6 * (row // width) + first + row % width]
                entries[start + row * size + column] += factor * value / (2.0 * step)
            q[b, 0], q[b, 1], q[b, 2], q[b, 3], q[b, 4], q[b, 5], q[b, 6] = x, y, z, e0, e1, e2, e3
        replace(c, e, b)
    evaluate(c, e)


@kernel
def replace(c, e, b):
    """Bring body b and the markers of expression e on it up to date after a change of Q."""
    table, leaf, of, num = index2(c, E_INT), index2(c, LEAF), index1(c, M_BODY), view1(c, NUM)
    u, ud, body, loc, mark = view2(c, U), view2(c, UD), view2(c, BODY), view2(c, M_LOC), view2(c, MARK)
    with_acc = num[WITH_ACC] != 0.0 or num[READS_ACC] != 0.0
    place_body(view2(c, Q), u, ud, body, b, with_acc)
    for n in range(table[e, 0], table[e, 0] + table[e, 1]):
        for k in range(1, 5):
            if of[leaf[n, k]] == b:
                place_marker(u, ud, body, loc, mark, leaf[n, k], b, with_acc)


@kernel
def distance(c, e):
    """The largest distance between markers i and j of a leaf, or of i from its mass centre; 1 when all are 0."""
    table, leaf, of, mark, body = index2(c, E_INT), index2(c, LEAF), index1(c, M_BODY), view2(c, MARK), view2(c, BODY)
    most = 0.0
    for n in range(table[e, 0], table[e, 0] + table[e, 1]):
        r_i, r_j = row3(mark, leaf[n, 1], R), row3(mark, leaf[n, 2], R)
        d, arm = minus(r_i, r_j), minus(r_i, row3(body, of[leaf[n, 1]], B_R))
        most = max(most, dot(d, d), dot(arm, arm))
    return math.sqrt(most) if most > 0.0 else 1.0


@kernel
def constraint_second(c, k):
    """Equations (5) and (8)."""
    ints, phidd, table, num = index2(c, k), view1(c, PHIDD), index2(c, E_INT), view1(c, NUM)
    bar, rate, states, xdd = view1(c, LEAF_BAR), view2(c, RATE), index2(c, k + 3), view1(c, XDD)
    for n in range(states.shape[0]):
        evaluate(c, states[n, 1])
        xdd[states[n, 0]] = constraint_rate(c, states[n, 1])  # (8)
    for n in range(ints.shape[0]):
        e = ints[n, 0]
        first, last = table[e, 0], table[e, 0] + table[e, 1]
        evaluate(c, e)
        if ints[n, 2] == 1:
            phidd[ints[n, 1]] = constraint_rate(c, e)
            continue
        find_rates(c, e)
        total = 0.0
        for m in range(first, last):
            total += bar[m] * rate[m, 1]
        total += bend(c, e, num[T_SHIFT])
        evaluate(c, e)
        phidd[ints[n, 1]] = total


@kernel
def bend(c, e, h):
    """sum bar' m' of (5): central differences, extrapolated; h shrinks until two of them agree, or rounding shows.

    Beside a corner they never agree: then the side that is smooth tells.
    """
    best, least, longest = math.nan, math.inf, h
    for _ in range(8):
        coarse, fine = bent(c, e, h) / (2.0 * h), bent(c, e, 0.5 * h) / h
        apart = abs(fine - coarse)
        if apart >= least:
            break
        if math.isfinite(apart):
            best, least = (4.0 * fine - coarse) / 3.0, apart
        if apart <= 1e-5 * abs(fine):
            return best
        h *= 0.1
    if least <= 1e-5 * abs(best) or best == 0.0:
        return best
    here = slope(c, e, 0.0)
    for side in range(2):
        h = longest if side == 0 else -longest
        coarse, fine = (slope(c, e, h) - here) / h, (slope(c, e, 0.5 * h) - here) / (0.5 * h)
        if abs(fine - coarse) < least:
            best, least = 2.0 * fine - coarse, abs(fine - coarse)
    return best


@kernel
def slope(c, e, move):
    """sum m' (bar at leaves shifted by move m')."""
    table, bar, rate, val = index2(c, E_INT), view1(c, LEAF_BAR), view2(c, RATE), view1(c, LEAF_VAL)
    first, last, num = table[e, 0], table[e, 0] + table[e, 1], view1(c, NUM)
    total, bad = 0.0, num[BAD_EXPRESSION]
    for m in range(first, last):
        val[m] += move * rate[m, 0]
    evaluate_again(c, e)
    for m in range(first, last):
        total += bar[m] * rate[m, 0]
        val[m] -= move * rate[m, 0]
    num[BAD_EXPRESSION] = bad
    return total


@kernel
def bent(c, e, h):
    """sum m' (bar at leaves shifted by +h m') - the same at -h: numerator of the difference in (5)."""
    table, bar, rate, val = index2(c, E_INT), view1(c, LEAF_BAR), view2(c, RATE), view1(c, LEAF_VAL)
    first, last, num = table[e, 0], table[e, 0] + table[e, 1], view1(c, NUM)
    total, bad = 0.0, num[BAD_EXPRESSION]
    for side in range(2):
        move = h if side == 0 else -h
        for m in range(first, last):
            val[m] += move * rate[m, 0]
        evaluate_again(c, e)
        for m in range(first, last):
            total += (bar[m] if side == 0 else -bar[m]) * rate[m, 0]
            val[m] -= move * rate[m, 0]
    num[BAD_EXPRESSION] = bad  # beside the motion it may have no value
    return total
