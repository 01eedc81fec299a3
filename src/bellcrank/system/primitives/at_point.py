"""AT_POINT: the origins of markers I and J coincide.

Equation      d = r_i - r_j = 0                          3 equations, ground axes                       (1)
Jacobian      d(1) = dr_i + dtheta_i x rho_i - dr_j - dtheta_j x rho_j,   rho from mass centre to marker   (2)
Rates         v_i - v_j = 0,  a_i - a_j = 0                                                             (3)
Multiplier    M u' + J^T lam = f: the force -lam acts on I, +lam on J.
Stiffness     d(rho x lam) = (dtheta x rho) x lam = [rho lam^T - (rho . lam) 1] dtheta                  (4)
Fails when    never by itself: the Jacobian always has rank 3.
References    Haug (1989), section 9.4.2 (spherical joint);  Adams: JPRIM, ATPOINT; JOINT, SPHERICAL.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, minus, row3, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import PLACES, ROW, ROW_I, ROW_J, I, J, Kind
from bellcrank.system.layout import (
    ACC,
    B_R,
    BODY,
    C_Q,
    ENTRIES,
    LAM,
    M_BODY,
    MARK,
    NUM,
    PHI,
    PHID,
    PHIDD,
    RES,
    SCALE,
    UNIT,
    VEL,
    R,
)
from bellcrank.system.primitives.places import (
    Group,
    add_wrench,
    block,
    both_ways,
    put_block,
    put_row,
    turned,
)


@kernel
def residual(c, k):
    ints, mark, body, of = index2(c, k), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        r_i, r_j = row3(mark, i, R), row3(mark, j, R)
        d, d_dot = minus(r_i, r_j), minus(row3(mark, i, VEL), row3(mark, j, VEL))
        for n in range(3):
            phi[row + n] = d[n]  # (1)
            phid[row + n] = d_dot[n]  # (3)
            unit[row + n, n] = 1.0
        force = times(s, (lam[row], lam[row + 1], lam[row + 2]))
        add_wrench(res, ints[e, ROW_I], 1.0, force, cross(minus(r_i, row3(body, of[i], B_R)), force))
        add_wrench(res, ints[e, ROW_J], -1.0, force, cross(minus(r_j, row3(body, of[j], B_R)), force))


@kernel(inline=True)
def put_arm(entries, p, x, y, z):
    """-rho~ and its transpose for rho = (x, y, z): 2 x 6 numbers from p; the ones of (2) are fixed entries."""
    put_row(entries, p, (z, -y, -z))
    put_row(entries, p + 6, (x, y, -x))


@kernel
def matrix(c, k):
    ints, entries, mark, body, of = index2(c, k), view1(c, ENTRIES), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    lam, num = view1(c, LAM), view1(c, NUM)
    s = num[SCALE] * num[C_Q]
    for e in range(ints.shape[0]):
        i, j, row, at_i, at_j = ints[e, I], ints[e, J], ints[e, ROW], ints[e, PLACES], ints[e, PLACES + 1]
        force = times(s, (lam[row], lam[row + 1], lam[row + 2]))
        rho_i, rho_j = minus(row3(mark, i, R), row3(body, of[i], B_R)), minus(row3(mark, j, R), row3(body, of[j], B_R))
        put_arm(entries, at_i + 6, rho_i[0], rho_i[1], rho_i[2])  # (2)
        put_block(entries, at_i + 18, 1.0, turned(rho_i, force))  # (4)
        put_arm(entries, at_j + 6, -rho_j[0], -rho_j[1], -rho_j[2])
        put_block(entries, at_j + 18, -1.0, turned(rho_j, force))


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        d_ddot = minus(row3(mark, i, ACC), row3(mark, j, ACC))
        for n in range(3):
            phidd[row + n] = d_ddot[n]  # (3)


def places(row: int, i: int, j: int) -> list[Group]:
    """Body i and body j: the ones of J and J^T, the arms, the stiffness."""
    ones, arm = [(n, n) for n in range(3)], [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4)]
    at = lambda body, pairs: both_ways((row + n, body + m) for n, m in pairs)
    whole = lambda body: at(body, ones) + at(body, arm[:3]) + at(body, arm[3:])
    return [whole(body) + block(body + 3, body + 3) for body in (i, j)]


FIXED = tuple((0, n, 1.0) for n in range(6)) + tuple((1, n, -1.0) for n in range(6))
AT_POINT = entry(KINDS, "AT_POINT")(
    Kind(
        "AT_POINT",
        residual,
        matrix,
        second,
        equations=3,
        places=places,
        fixed=FIXED,
        translational=True,
        label=lambda axes: ("Xi-Xj", "Yi-Yj", "Zi-Zj"),
    )
)
