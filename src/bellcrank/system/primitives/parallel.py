"""PARALLEL: one axis of marker I stays normal to two axes of marker J, and so parallel to the third.

Equation      a . b_1 = 0, a . b_2 = 0      a = axis of I, b_k = axes of J; 2 equations              (1)
              Each is PERPENDICULAR (its equations 2 to 4); the moments add up,
Multiplier    n lam = a x b,  b = lam_1 b_1 + lam_2 b_2,                                             (2)
Stiffness     and so they turn as one: dn of PERPENDICULAR (5) with this b: four blocks, not eight.  (3)
Fails when    a is parallel to b_1 or b_2: a row of the Jacobian vanishes.
References    Haug (1989), section 9.4.1;  Adams: JPRIM, PARALLEL_AXES; JOINT, REVOLUTE.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.registry import PRIMITIVES, entry
from bellcrank.system.layout import AX, C_Q, LAM, MARK, NUM, OMEGA, PHI, PHID, PHIDD, RES, SCALE, UNIT, X_AXIS
from bellcrank.system.primitives.perpendicular import add_couple, add_stiffness, second_rate
from bellcrank.system.primitives.places import Pair, Primitive, add_row, block, both_ways, shift


@kernel
def residual(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, 0], ints[e, 1], ints[e, 4]
        a = row3(mark, i, X_AXIS + 3 * ints[e, 5])
        w = minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA))
        moment = (0.0, 0.0, 0.0)
        for m in range(2):
            b = row3(mark, j, X_AXIS + 3 * ints[e, 6 + m])
            n = cross(a, b)
            phi[row + m] = dot(a, b)  # (1)
            phid[row + m] = dot(n, w)
            unit[row + m, 3] = n[0]
            unit[row + m, 4] = n[1]
            unit[row + m, 5] = n[2]
            moment = plus(moment, times(s * lam[row + m], n))  # (2)
        add_couple(res, ints[e, 2], ints[e, 3], moment)


@kernel
def matrix(c, k):
    ints, where, mark = index2(c, k), index2(c, k + 1), view2(c, MARK)
    ax, lam, num, ground = view1(c, AX), view1(c, LAM), view1(c, NUM), view1(c, RES).shape[0] - 6
    s = num[SCALE] * num[C_Q]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, 0], ints[e, 1], ints[e, 4]
        a = row3(mark, i, X_AXIS + 3 * ints[e, 5])
        b_1, b_2 = row3(mark, j, X_AXIS + 3 * ints[e, 6]), row3(mark, j, X_AXIS + 3 * ints[e, 7])
        n_1, n_2 = cross(a, b_1), cross(a, b_2)
        add_row(ax, where, e, 0, n_1)
        add_row(ax, where, e, 6, n_2)
        both = max(ints[e, 2], ints[e, 3]) < ground
        add_row(ax, where, e, 12, times(-1.0, n_1))
        add_row(ax, where, e, 18, times(-1.0, n_2))
        add_stiffness(ax, where, e, 24, s, a, plus(times(lam[row], b_1), times(lam[row + 1], b_2)), both)  # (3)


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j, row = ints[e, 0], ints[e, 1], ints[e, 4]
        a = row3(mark, i, X_AXIS + 3 * ints[e, 5])
        for m in range(2):
            phidd[row + m] = second_rate(mark, i, j, a, row3(mark, j, X_AXIS + 3 * ints[e, 6 + m]))


def places(row: int, i: int | None, j: int | None) -> list[Pair]:
    """Entries in the order of `matrix`: J and J^T of body i, of body j, then the stiffness blocks ii, ij, ji, jj."""
    pairs = both_ways((row + m, shift(body, 3 + n)) for body in (i, j) for m in range(2) for n in range(3))
    for a in (i, j):
        for b in (i, j):
            pairs += block(shift(a, 3), shift(b, 3))
    return pairs


PARALLEL = entry(PRIMITIVES, "PARALLEL")(Primitive("PARALLEL", 2, residual, matrix, second, places))
