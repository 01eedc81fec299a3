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
from bellcrank.registry import PRIMITIVES, entry
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    AX,
    B_R,
    BODY,
    C_Q,
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
    Primitive,
    add_block,
    add_row,
    add_wrench,
    block,
    both_ways,
    shift,
    turned,
)


@kernel
def residual(c, k):
    ints, mark, body, of = index2(c, k), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, 0], ints[e, 1], ints[e, 4]
        r_i, b = row3(mark, i, R), row3(mark, j, X_AXIS + 3 * ints[e, 5])
        d = minus(r_i, row3(mark, j, R))
        phi[row] = dot(d, b)  # (1)
        d_dot = minus(row3(mark, i, VEL), row3(mark, j, VEL))
        phid[row] = dot(b, minus(d_dot, cross(row3(mark, j, OMEGA), d)))  # (3)
        unit[row, 0] = b[0]
        unit[row, 1] = b[1]
        unit[row, 2] = b[2]
        force = times(s * lam[row], b)
        add_wrench(res, ints[e, 2], 1.0, force, cross(minus(r_i, row3(body, of[i], B_R)), force))
        add_wrench(res, ints[e, 3], -1.0, force, cross(minus(r_i, row3(body, of[j], B_R)), force))


@kernel
def matrix(c, k):
    ints, where, mark, body, of = index2(c, k), index2(c, k + 1), view2(c, MARK), view2(c, BODY), index1(c, M_BODY)
    ax, lam, num = view1(c, AX), view1(c, LAM), view1(c, NUM)
    for e in range(ints.shape[0]):
        i, j, row = ints[e, 0], ints[e, 1], ints[e, 4]
        r_i, b = row3(mark, i, R), row3(mark, j, X_AXIS + 3 * ints[e, 5])
        rho, arm = minus(r_i, row3(body, of[i], B_R)), minus(r_i, row3(body, of[j], B_R))
        add_row(ax, where, e, 0, b)  # (2)
        add_row(ax, where, e, 6, cross(rho, b))
        add_row(ax, where, e, 12, times(-1.0, b))
        add_row(ax, where, e, 18, cross(b, arm))
        f = times(num[SCALE] * num[C_Q] * lam[row], b)
        f_x, swing = tilde(f), turned(rho, f)
        add_block(ax, where, e, 24, -1.0, f_x)  # (5): r_i by theta_j
        add_block(ax, where, e, 33, 1.0, swing)  # theta_i by theta_i
        add_block(ax, where, e, 42, -1.0, turned(f, rho))  # theta_i by theta_j
        add_block(ax, where, e, 51, 1.0, f_x)  # r_j by theta_j
        add_block(ax, where, e, 60, 1.0, f_x)  # theta_j by r_i
        add_block(ax, where, e, 69, -1.0, f_x)  # theta_j by r_j
        add_block(ax, where, e, 78, -1.0, swing)  # theta_j by theta_i
        add_block(ax, where, e, 87, 1.0, turned(f, arm))  # theta_j by theta_j


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j = ints[e, 0], ints[e, 1]
        b, w_j = row3(mark, j, X_AXIS + 3 * ints[e, 5]), row3(mark, j, OMEGA)
        d = minus(row3(mark, i, R), row3(mark, j, R))
        d_dot = minus(row3(mark, i, VEL), row3(mark, j, VEL))
        d_ddot = minus(minus(row3(mark, i, ACC), row3(mark, j, ACC)), cross(row3(mark, j, ALPHA), d))
        bend = minus(cross(w_j, cross(w_j, d)), times(2.0, cross(w_j, d_dot)))
        phidd[ints[e, 4]] = dot(b, plus(d_ddot, bend))  # (4)


def places(row: int, i: int | None, j: int | None) -> list[tuple[int | None, int | None]]:
    """Entries in the order of `matrix`."""
    pairs = both_ways((row, shift(body, n)) for body in (i, j) for n in range(6))
    t_i, t_j = shift(i, 3), shift(j, 3)
    for a, b in ((i, t_j), (t_i, t_i), (t_i, t_j), (j, t_j), (t_j, i), (t_j, j), (t_j, t_i), (t_j, t_j)):
        pairs += block(a, b)
    return pairs


NO_SLIDE = entry(PRIMITIVES, "NO_SLIDE")(Primitive("NO_SLIDE", 1, residual, matrix, second, places))
