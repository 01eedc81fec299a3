"""Newton and Euler for every body, and their derivatives.

Residual    m v' - m g                        (force balance)                            (1)
            y = Jg al + w x Jg w,  Jg = A J A^T  (moment balance about the mass centre)       (2)
Unknowns    translation: d r = c_q D, d v = c_u D, d v' = c_a D
            rotation:    d theta = c_q D, d w = c_u P D, d al = c_a P D, P of motion.py (in a step; else 1)     (3)
            where w is followed in body axes:  d al = (c_a P + c_a c_q w~ - c_q al~) D                        (4)
            seen by one that turns with the body:  W D = d w - d theta x w = (c_u P + c_q w~) D,
            B D = d al - d theta x al = (c_a P + c_q al~) D, or by (4) (c_a P + c_a c_q w~) D                   (5)
Derivative  d y = {Jg B + [w~ Jg - (Jg w)~] W - c_q y~} D                                                    (6)
The rows are multiplied by SCALE (h beta in the integrator), which keeps the matrix well scaled as h -> 0.
References  Haug (1989), section 11.2; Newton-Euler equations in ground axes.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import (
    congruent,
    cross,
    cross_mat,
    mat_mul,
    mat_plus,
    plus,
    plus_tilde,
    rotate,
    rotate_back,
    row3,
    row9,
    times,
)
from bellcrank.numerics.context import view1, view2
from bellcrank.system.layout import (
    B_W,
    BODY,
    C_A,
    C_LOCAL,
    C_P,
    C_Q,
    C_U,
    CHART,
    CHARTED,
    ENTRIES,
    GX,
    GY,
    GZ,
    MASS,
    NUM,
    RES,
    SCALE,
    UD,
    U,
)
from bellcrank.system.primitives.places import put_block


@kernel(inline=True)
def inertia(mass, b):
    """The inertia tensor of body b in its own axes, nine numbers by rows."""
    xx, yy, zz, xy, xz, yz = mass[b, 1], mass[b, 2], mass[b, 3], mass[b, 4], mass[b, 5], mass[b, 6]
    return xx, xy, xz, xy, yy, yz, xz, yz, zz


@kernel
def body_residual(c, k):
    """Set the dynamic rows of RES: inertia minus weight, times SCALE."""
    num, mass, body, res = view1(c, NUM), view2(c, MASS), view2(c, BODY), view1(c, RES)
    u, ud, s = view2(c, U), view2(c, UD), num[SCALE]
    for b in range(ud.shape[0]):
        m = mass[b, 0] * s
        row = 6 * b
        res[row] = m * (ud[b, 0] - num[GX])  # (1)
        res[row + 1] = m * (ud[b, 1] - num[GY])
        res[row + 2] = m * (ud[b, 2] - num[GZ])
        if mass[b, 7] == 0.0:
            res[row + 3] = 0.0
            res[row + 4] = 0.0
            res[row + 5] = 0.0
            continue
        a, j = row9(body, b, 0), inertia(mass, b)
        w, al = rotate_back(a, row3(u, b, 3)), rotate_back(a, row3(ud, b, 3))
        y = rotate(a, plus(rotate(j, al), cross(w, rotate(j, w))))  # (2), in the axes of the body
        res[row + 3] = s * y[0]
        res[row + 4] = s * y[1]
        res[row + 5] = s * y[2]


@kernel(inline=True)
def rotation_unknown(chart, b, charted):
    """P of equation (3)."""
    if charted == 0.0:
        return 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    return row9(chart, b, C_P)


@kernel(inline=True)
def turning(num, chart, b, w, al):
    """W and B of (5)."""
    p, cq, local = rotation_unknown(chart, b, num[CHARTED]), num[C_Q], 0.0
    if num[CHARTED] != 0.0:
        local = chart[b, C_LOCAL]
    swung = plus(times(local * num[C_A] * cq, w), times((1.0 - local) * cq, al))
    return plus_tilde(num[C_U], p, times(cq, w)), plus_tilde(num[C_A], p, swung)


@kernel
def body_matrix(c, k):
    """The first ENTRIES, twelve for each body: the diagonal of translation, then the block of rotation."""
    num, mass, body, entries = view1(c, NUM), view2(c, MASS), view2(c, BODY), view1(c, ENTRIES)
    chart, ud, s = view2(c, CHART), view2(c, UD), num[SCALE]
    ca, still = num[C_A] * s, num[C_U] == 0.0 and num[C_Q] == 0.0 and num[CHARTED] == 0.0
    for b in range(mass.shape[0]):
        p, m = 12 * b, mass[b, 0] * ca
        entries[p] = m
        entries[p + 1] = m
        entries[p + 2] = m
        if mass[b, 7] == 0.0:
            continue  # rotations of bodies that cannot turn: ones, as set up
        jg = congruent(row9(body, b, 0), inertia(mass, b))
        if still:
            put_block(entries, p + 3, ca, jg)
            continue
        w, al = row3(body, b, B_W), row3(ud, b, 3)
        momentum = rotate(jg, w)
        y = plus(rotate(jg, al), cross(w, momentum))  # (2)
        by_speed, by_rate = turning(num, chart, b, w, al)
        gyro = mat_mul(plus_tilde(1.0, cross_mat(w, jg), times(-1.0, momentum)), by_speed)
        put_block(entries, p + 3, s, plus_tilde(1.0, mat_plus(mat_mul(jg, by_rate), gyro), times(-num[C_Q], y)))  # (6)
