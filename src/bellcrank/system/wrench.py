"""A force and a torque between two bodies: into the residual, and their derivatives into the matrix.

    F, T act on body i at the origin of marker I; -F, -T on body j at the same point.
Residual    inertia minus applied force: everything enters with minus SCALE
            body i: F, T + rho x F;  body j: -F, -T - arm x F;  rho = r_I - r_i, arm = r_I - r_j (mass centres)      (1)
Matrix      a kind gives d(F, T) by positions and by velocities of both bodies, in ground axes, in SLOPE:
            rows 0..5 d(F, T) by (r_i, theta_i, r_j, theta_j), rows 6..11 by (v_i, w_i, v_j, w_j).                   (2)
            With the unknowns D of the linear system: d r = c_q D, d v = c_u D, d theta = c_q D, d w of turning.py   (3)
            and  d(rho x F) = (theta_i x rho) x F + rho x dF,  d arm = d r_i + theta_i x rho - d r_j                 (4)
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import add3, cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.kind import BODY_J, OWNER, ROW_I, ROW_J, I
from bellcrank.system.layout import (
    B_R,
    B_W,
    BODY,
    C_Q,
    C_U,
    CHART,
    E_WRENCH,
    ENTRIES,
    M_BODY,
    MARK,
    NUM,
    OMEGA,
    RES,
    SCALE,
    SLOPE,
    VEL,
    WORK,
    R,
    U,
)
from bellcrank.system.primitives.places import add_wrench, turned
from bellcrank.system.reference_points import speed_by_unknown
from bellcrank.system.turning import by_turning


@kernel(inline=True)
def body_velocity(c, b, arm):
    """Velocity of the point of body b at `arm` from its mass centre; zero for ground."""
    u, body = view2(c, U), view2(c, BODY)
    if b >= u.shape[0]:
        return 0.0, 0.0, 0.0
    return plus(row3(u, b, 0), cross(row3(body, b, B_W), arm))


@kernel(inline=True)
def apply_wrench(c, ints, n, f, t):
    """Equation (1) for use n: force f and torque t on I, at I; their power goes to WORK, they to E_WRENCH."""
    mark, body, of, res = view2(c, MARK), view2(c, BODY), index1(c, M_BODY), view1(c, RES)
    out, work, s = view2(c, E_WRENCH), view1(c, WORK), view1(c, NUM)[SCALE]
    i, b_j = ints[n, I], ints[n, BODY_J]
    r = row3(mark, i, R)
    rho, arm = minus(r, row3(body, of[i], B_R)), minus(r, row3(body, b_j, B_R))
    add_wrench(res, ints[n, ROW_I], -s, f, plus(t, cross(rho, f)))
    add_wrench(res, ints[n, ROW_J], s, f, plus(t, cross(arm, f)))
    add3(out, ints[n, OWNER], 0, f)
    add3(out, ints[n, OWNER], 3, t)
    work[0] += dot(f, minus(row3(mark, i, VEL), body_velocity(c, b_j, arm)))
    work[0] += dot(t, minus(row3(mark, i, OMEGA), row3(body, b_j, B_W)))


@kernel
def clear_slopes(c, k):
    """Zeros in SLOPE."""
    d = view2(c, SLOPE)
    for m in range(12):
        for n in range(12):
            d[m, n] = 0.0


@kernel(inline=True)
def add_slope(d, row, column, s, m):
    """Add s M to the 3x3 block of SLOPE at a row and a column."""
    for a in range(3):
        d[row + a, column] += s * m[3 * a]
        d[row + a, column + 1] += s * m[3 * a + 1]
        d[row + a, column + 2] += s * m[3 * a + 2]


@kernel(inline=True)
def spin_by_unknown(c, b, row):
    """A derivative by the angular velocity of body b as one by its unknowns (3)."""
    num = view1(c, NUM)
    return by_turning(num, view2(c, CHART), b, row3(view2(c, BODY), b, B_W), times(num[C_U], row))


@kernel
def by_unknowns(c, b_i, b_j):
    """Equation (3): rows 0..5 of SLOPE become derivatives by the unknowns of both bodies."""
    d, num, bodies = view2(c, SLOPE), view1(c, NUM), view2(c, U).shape[0]
    cq, cu = num[C_Q], num[C_U]
    for m in range(6):
        for side in range(2):
            at, b = 6 * side, b_i if side == 0 else b_j
            if b >= bodies:
                continue
            turned_by = plus(spin_by_unknown(c, b, row3(d, 6 + m, at + 3)), speed_by_unknown(c, b, row3(d, 6 + m, at)))
            for n in range(3):
                d[m, at + n] = cq * d[m, at + n] + cu * d[6 + m, at + n]
                d[m, at + 3 + n] = cq * d[m, at + 3 + n] + turned_by[n]


@kernel
def put_wrench_matrix(c, k, n, first, fx, fy, fz):
    """The entries of use n from SLOPE (2) and the force on I; `first`: the column where its groups begin.

    What belongs to ground goes to the scratch area.
    """
    ints, entries, d = index2(c, k), view1(c, ENTRIES), view2(c, SLOPE)
    mark, body, of, num = view2(c, MARK), view2(c, BODY), index1(c, M_BODY), view1(c, NUM)
    i, b_j = ints[n, I], ints[n, BODY_J]
    b_i, r, f = of[i], row3(mark, i, R), (fx, fy, fz)
    rho, arm = minus(r, row3(body, b_i, B_R)), minus(r, row3(body, b_j, B_R))
    by_unknowns(c, b_i, b_j)
    at_i, at_j, between = ints[n, first], ints[n, first + 1], ints[n, first + 2]
    s = num[SCALE]
    for m in range(12):
        df, dt = (d[0, m], d[1, m], d[2, m]), (d[3, m], d[4, m], d[5, m])
        on_i, on_j = plus(dt, cross(rho, df)), plus(dt, cross(arm, df))
        p = at_i + m if m < 6 else between + m - 6
        q = at_j + m - 6 if m >= 6 else between + 36 + m
        for a in range(3):
            entries[p + 6 * a] = -s * df[a]
            entries[p + 18 + 6 * a] = -s * on_i[a]
            entries[q + 6 * a] = s * df[a]
            entries[q + 18 + 6 * a] = s * on_j[a]
    swing, g = turned(rho, f), s * num[C_Q]
    for a in range(3):  # (4)
        for m in range(3):
            entries[at_i + 18 + 6 * a + 3 + m] -= g * swing[3 * a + m]
            entries[between + 54 + 6 * a + 3 + m] += g * swing[3 * a + m]
    add_tilde(entries, between + 54, -g, f)  # theta_j by r_i: d r_i x F
    add_tilde(entries, at_j + 18, g, f)  # theta_j by r_j


@kernel(inline=True)
def add_tilde(entries, p, s, f):
    """Add s F~ to three rows of six from p."""
    entries[p + 1] -= s * f[2]
    entries[p + 2] += s * f[1]
    entries[p + 6] += s * f[2]
    entries[p + 8] -= s * f[0]
    entries[p + 12] -= s * f[1]
    entries[p + 13] += s * f[0]
