"""Newton and Euler for every body, and their derivatives.

Residual    m v' - m g                        (force balance)                            (1)
            y = Jg al + w x Jg w,  Jg = A J A^T  (moment balance about the mass centre)       (2)
Unknowns    translation: d r = c_q D, d v = c_u D, d v' = c_a D
            rotation:    d theta = c_q D, d w = c_u P D, d al = c_a P D, P of motion.py (in a step; else 1)     (3)
            where w is followed in body axes:  d al = (c_a P + c_a c_q w~ - c_q al~) D                        (4)
Derivative  d y = Jg d al + [w~ Jg - (Jg w)~] d w + c_q [Jg al~ - (Jg al)~ + w~ (Jg w~ - (Jg w)~)] D         (5)
The rows are multiplied by SCALE (h beta in the integrator), which keeps the matrix well scaled as h -> 0.
References  Haug (1989), section 11.2; Newton-Euler equations in ground axes.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import (
    congruent,
    cross,
    cross_mat,
    mat_minus,
    mat_mul,
    mat_plus,
    mat_times,
    plus,
    rotate,
    rotate_back,
    row3,
    row9,
    tilde,
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
def acceleration_unknown(p, w, al, ca, both, cq):
    """d al of (3), or of (4) with both = c_a c_q and cq, else zero."""
    return (
        ca * p[0],
        ca * p[1] - both * w[2] + cq * al[2],
        ca * p[2] + both * w[1] - cq * al[1],
        ca * p[3] + both * w[2] - cq * al[2],
        ca * p[4],
        ca * p[5] - both * w[0] + cq * al[0],
        ca * p[6] - both * w[1] + cq * al[1],
        ca * p[7] + both * w[0] - cq * al[0],
        ca * p[8],
    )


@kernel
def body_matrix(c, k):
    """The first ENTRIES, twelve for each body: the diagonal of translation, then the block of rotation."""
    num, mass, body, entries = view1(c, NUM), view2(c, MASS), view2(c, BODY), view1(c, ENTRIES)
    chart, ud, s = view2(c, CHART), view2(c, UD), num[SCALE]
    ca, cu, cq = num[C_A] * s, num[C_U] * s, num[C_Q] * s
    for b in range(mass.shape[0]):
        p, m = 12 * b, mass[b, 0] * ca
        entries[p] = m
        entries[p + 1] = m
        entries[p + 2] = m
        if mass[b, 7] == 0.0:
            continue  # rotations of bodies that cannot turn: ones, as set up
        w, al = row3(body, b, B_W), row3(ud, b, 3)
        jg = congruent(row9(body, b, 0), inertia(mass, b))
        if cu == 0.0 and cq == 0.0 and num[CHARTED] == 0.0:
            put_block(entries, p + 3, ca, jg)
            continue
        change = rotation_unknown(chart, b, num[CHARTED])
        local = chart[b, C_LOCAL] if num[CHARTED] != 0.0 else 0.0
        gyro, momentum = cross_mat(w, jg), tilde(rotate(jg, w))
        by_rate = mat_mul(jg, acceleration_unknown(change, w, al, ca, local * ca * num[C_Q], local * cq))
        by_speed = mat_mul(mat_minus(gyro, momentum), change)
        turning = mat_minus(mat_mul(jg, tilde(al)), tilde(rotate(jg, al)))
        whirl = cross_mat(w, mat_minus(mat_mul(jg, tilde(w)), momentum))
        put_block(
            entries,
            p + 3,
            1.0,
            mat_plus(mat_plus(by_rate, mat_times(cu, by_speed)), mat_times(cq, mat_plus(turning, whirl))),
        )  # (5)
