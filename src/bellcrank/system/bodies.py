"""Newton and Euler for every body, and their derivatives.

Residual    m v' - m g                        (force balance, ground axes)               (1)
            y = A (J w' + w x J w)            (moment balance about the mass centre)      (2)
Unknowns    translation: d r = c_q D, d v = c_u D, d v' = c_a D
            rotation:    d theta = c_q D (ground axes), A d w = P D c_u, P = 1 + a w~ + a^2 w w^T, a = h beta / 2   (3)
            P is exact for the implicit quaternion update p = psi o (1 - a w)^-1, see motion.py.
Derivative  d y = Jg (c_a P D) + c_u [w x Jg P D - (Jg w) x P D] + c_q D x y,  Jg = A J A^T                      (4)
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
    outer,
    plus,
    put3,
    rotate,
    row3,
    row9,
    tilde,
    times,
)
from bellcrank.numerics.context import view1, view2
from bellcrank.system.layout import (
    B_W,
    B_Y,
    BODY,
    C_A,
    C_Q,
    C_U,
    ENTRIES,
    GX,
    GY,
    GZ,
    HALF,
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
        j, w = inertia(mass, b), row3(u, b, 3)
        y = rotate(row9(body, b, 0), plus(rotate(j, row3(ud, b, 3)), cross(w, rotate(j, w))))  # (2)
        put3(body, b, B_Y, y)
        res[row + 3] = s * y[0]
        res[row + 4] = s * y[1]
        res[row + 5] = s * y[2]


@kernel(inline=True)
def rotation_unknown(w, a):
    """P of equation (3)."""
    aw = times(a, w)
    s, o = tilde(aw), outer(aw, aw)
    return (
        1.0 + o[0],
        s[1] + o[1],
        s[2] + o[2],
        s[3] + o[3],
        1.0 + o[4],
        s[5] + o[5],
        s[6] + o[6],
        s[7] + o[7],
        1.0 + o[8],
    )


@kernel
def body_matrix(c, k):
    """The first ENTRIES, twelve for each body: the diagonal of translation, then the block of rotation."""
    num, mass, body, entries = view1(c, NUM), view2(c, MASS), view2(c, BODY), view1(c, ENTRIES)
    s = num[SCALE]
    ca, cu = num[C_A] * s, num[C_U] * s
    for b in range(mass.shape[0]):
        p, m = 12 * b, mass[b, 0] * ca
        entries[p] = m
        entries[p + 1] = m
        entries[p + 2] = m
        if mass[b, 7] == 0.0:
            continue  # rotations of bodies that cannot turn: ones, as set up
        a, w = row9(body, b, 0), row3(body, b, B_W)
        jg = congruent(a, inertia(mass, b))
        gyro, momentum = cross_mat(w, jg), tilde(rotate(jg, w))
        rate = (
            ca * jg[0] + cu * (gyro[0] - momentum[0]),
            ca * jg[1] + cu * (gyro[1] - momentum[1]),
            ca * jg[2] + cu * (gyro[2] - momentum[2]),
            ca * jg[3] + cu * (gyro[3] - momentum[3]),
            ca * jg[4] + cu * (gyro[4] - momentum[4]),
            ca * jg[5] + cu * (gyro[5] - momentum[5]),
            ca * jg[6] + cu * (gyro[6] - momentum[6]),
            ca * jg[7] + cu * (gyro[7] - momentum[7]),
            ca * jg[8] + cu * (gyro[8] - momentum[8]),
        )
        turning = tilde(times(num[C_Q] * s, row3(body, b, B_Y)))
        put_block(entries, p + 3, 1.0, mat_minus(mat_mul(rate, rotation_unknown(w, num[HALF])), turning))  # (4)
