"""NO_SLIDE: the origin of marker I does not move along one axis of marker J.

Equation      d . b = 0,  d = r_i - r_j, b = axis of J                  1 equation                          (1)
Jacobian      d(1) = b . (dr_i + dtheta_i x rho_i - dr_j) - (D x b) . dtheta_j,  D = r_i - r_cm of J's body  (2)
Rates         b . (v_i - v_j - w_j x d)                                                                     (3)
              b . (a_i - a_j - al_j x d - 2 w_j x (v_i - v_j) + w_j x (w_j x d))                            (4)
Multiplier    the force -b lam acts on I at its origin, the opposite on the body of J at the same point.
Stiffness     with f = b lam:  d f = dtheta_j x f;  d(rho_i x f), d(D x f) follow                           (5)
Fails when    never by itself.
References    Haug (1989), section 9.4.1, "dot-2" constraint;  Adams: JPRIM, INPLANE and INLINE.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import AXES, PLACES, ROW, ROW_I, ROW_J, I, J, Kind
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    B_R,
    BODY,
    C_Q,
    ENTRIES,
    LAM,
    M_BODY,
    MARK,
    NUM,
    OMEGA,
    PHI,
    PHID,
    PHIDD,
    RES,
    SCALE,
    UNIT,
    VEL,
    X_AXIS,
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
        r_i, b = row3(mark, i, R), row3(mark, j, X_AXIS + 3 * ints[e, AXES])
        d = minus(r_i, row3(mark, j, R))
        phi[row] = dot(d, b)  # (1)
        d_dot = minus(row3(mark, i, VEL), row3(mark, j, VEL))
        phid[row] = dot(b, minus(d_dot, cross(row3(mark, j, OMEGA), d)))  # (3)
        unit[row, 0] = b[0]
        unit[row, 1] = b[1]
        unit[row, 2] = b[2]
        force = times(s * lam[row], b)
        add_wrench(res, ints[e, ROW_I], 1.0, force, cross(minus(r_i, row3(body, of[i], B_R)), force))
        add_wrench(res, ints[e, ROW_J], -1.0, force, cross(minus(r_i, row3(body, of[j], B_R)), force))


@kernel
def matrix(c, k):
    ints, entries, mark, body, of = index2(c, k), view1(c, ENTRIES), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    lam, num = view1(c, LAM), view1(c, NUM)
    for e in range(ints.shape[0]):
        i, j, at_i, at_j, between = ints[e, I], ints[e, J], ints[e, PLACES], ints[e, PLACES + 1], ints[e, PLACES + 2]
        r_i, b = row3(mark, i, R), row3(mark, j, X_AXIS + 3 * ints[e, AXES])
        rho, arm = minus(r_i, row3(body, of[i], B_R)), minus(r_i, row3(body, of[j], B_R))
        put_row(entries, at_i, b)  # (2)
        put_row(entries, at_i + 6, cross(rho, b))
        put_row(entries, at_j, times(-1.0, b))
        put_row(entries, at_j + 6, cross(b, arm))
        f = times(num[SCALE] * num[C_Q] * lam[ints[e, ROW]], b)
        f_x, swing = tilde(f), turned(rho, f)
        put_block(entries, at_i + 12, 1.0, swing)  # (5): theta_i by theta_i
        put_block(entries, at_j + 12, 1.0, f_x)  # r_j by theta_j
        put_block(entries, at_j + 21, -1.0, f_x)  # theta_j by r_j
        put_block(entries, at_j + 30, 1.0, turned(f, arm))  # theta_j by theta_j
        put_block(entries, between, -1.0, f_x)  # r_i by theta_j
        put_block(entries, between + 9, -1.0, turned(f, rho))  # theta_i by theta_j
        put_block(entries, between + 18, 1.0, f_x)  # theta_j by r_i
        put_block(entries, between + 27, -1.0, swing)  # theta_j by theta_i


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j = ints[e, I], ints[e, J]
        b, w_j = row3(mark, j, X_AXIS + 3 * ints[e, AXES]), row3(mark, j, OMEGA)
        d = minus(row3(mark, i, R), row3(mark, j, R))
        d_dot = minus(row3(mark, i, VEL), row3(mark, j, VEL))
        d_ddot = minus(minus(row3(mark, i, ACC), row3(mark, j, ACC)), cross(row3(mark, j, ALPHA), d))
        bend = minus(cross(w_j, cross(w_j, d)), times(2.0, cross(w_j, d_dot)))
        phidd[ints[e, ROW]] = dot(b, plus(d_ddot, bend))  # (4)


def places(row: int, i: int, j: int) -> list[Group]:
    """Body i and body j: J and J^T by translation and rotation, stiffness; then the stiffness between the two."""
    t_i, t_j = i + 3, j + 3
    rows = lambda body: [p for first in (0, 3) for p in both_ways((row, body + first + n) for n in range(3))]
    blocks = lambda *pairs: [p for a, b in pairs for p in block(a, b)]
    return [
        rows(i) + block(t_i, t_i),
        rows(j) + blocks((j, t_j), (t_j, j), (t_j, t_j)),
        blocks((i, t_j), (t_i, t_j), (t_j, i), (t_j, t_i)),
    ]


NO_SLIDE = entry(KINDS, "NO_SLIDE")(
    Kind(
        "NO_SLIDE",
        residual,
        matrix,
        second,
        equations=1,
        places=places,
        translational=True,
        label=lambda axes: (f"Di.{axes[0]}j",),
    )
)
