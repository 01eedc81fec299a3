"""Newton and Euler for every body, and their derivatives.

Residual    m v' - m g                        (force balance)                            (1)
            y = Jg al + w x Jg w,  Jg = A J A^T  (moment balance about the mass centre)       (2)
Unknowns    translation: d r = c_q D, d v = c_u D, d v' = c_a D; rotation: W and B of turning.py
Derivative  d y = {Jg B + [w~ Jg - (Jg w)~] W - c_q y~} D                                 (3)
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
    Y,
)
from bellcrank.system.primitives.places import put_block
from bellcrank.system.turning import find_turning, seen_from_body


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


@kernel
def body_matrix(c, k):
    """The first ENTRIES, twelve for each body: the diagonal of translation, then the block of rotation."""
    num, mass, body, entries = view1(c, NUM), view2(c, MASS), view2(c, BODY), view1(c, ENTRIES)
    chart, y, ud, s = view2(c, CHART), view1(c, Y), view2(c, UD), num[SCALE]
    ca = num[C_A] * s
    for b in range(mass.shape[0]):
        p, m = 12 * b, mass[b, 0] * ca
        entries[p] = m
        entries[p + 1] = m
        entries[p + 2] = m
        if mass[b, 7] == 0.0:
            continue  # rotations of bodies that cannot turn: ones, as set up
        jg = congruent(row9(body, b, 0), inertia(mass, b))
        if num[C_U] == 0.0 and num[C_Q] == 0.0:
            put_block(entries, p + 3, ca, jg)
            continue
        if num[CHARTED] != 0.0:
            find_turning(y, chart, b, num[CHARTED])
        w, al = row3(body, b, B_W), row3(ud, b, 3)
        by_speed, by_rate = seen_from_body(num, chart, b, w, al)
        momentum = rotate(jg, w)
        moment = plus(rotate(jg, al), cross(w, momentum))  # (2)
        gyro = mat_mul(plus_tilde(1.0, cross_mat(w, jg), times(-1.0, momentum)), by_speed)
        inertial = mat_plus(mat_mul(jg, by_rate), gyro)
        put_block(entries, p + 3, s, plus_tilde(1.0, inertial, times(-num[C_Q], moment)))  # (3)
