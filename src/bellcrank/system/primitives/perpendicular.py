"""PERPENDICULAR: one axis of marker I stays normal to one axis of marker J.

Equation      a . b = 0                     a = axis of I, b = axis of J; 1 equation                 (1)
Jacobian      d(1) = n . (dtheta_i - dtheta_j),  n = a x b                                           (2)
Rates         n . (w_i - w_j) = 0                                                                    (3)
              n . (al_i - al_j) + (w_i x a') . b + 2 a' . b' + a . (w_j x b'),  a' = w_i x a, b' = w_j x b   (4)
Multiplier    M u' + J^T lam = f: the moment -n lam acts on I, its opposite on J.
Stiffness     dn = [a b^T - (a . b) 1] dtheta_i - [b a^T - (a . b) 1] dtheta_j                       (5)
Fails when    a and b are parallel: the Jacobian vanishes (reported as a lock-up, not hidden).
References    Haug (1989), section 9.4.1, "dot-1" constraint;  Adams: JPRIM, PERPENDICULAR.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import AXES, PLACES, ROW, ROW_I, ROW_J, I, J, Kind
from bellcrank.system.layout import (
    ALPHA,
    C_Q,
    ENTRIES,
    LAM,
    MARK,
    NUM,
    OMEGA,
    PHI,
    PHID,
    PHIDD,
    RES,
    SCALE,
    UNIT,
    X_AXIS,
)
from bellcrank.system.primitives.places import Group, block, both_ways, put_block, put_row, turned


@kernel(inline=True)
def add_couple(res, row_i, row_j, moment):
    """A moment on body i and its opposite on body j."""
    for n in range(3):
        res[row_i + 3 + n] += moment[n]
        res[row_j + 3 + n] -= moment[n]


@kernel(inline=True)
def second_rate(mark, i, j, a, b):
    """Equation (4) for the axes a of marker i and b of marker j."""
    w_i, w_j = row3(mark, i, OMEGA), row3(mark, j, OMEGA)
    a_dot, b_dot = cross(w_i, a), cross(w_j, b)
    d_alpha = minus(row3(mark, i, ALPHA), row3(mark, j, ALPHA))
    bend = dot(cross(w_i, a_dot), b) + 2.0 * dot(a_dot, b_dot) + dot(a, cross(w_j, b_dot))
    return dot(cross(a, b), d_alpha) + bend


@kernel(inline=True)
def put_stiffness(entries, at_i, at_j, between, m):
    """dn = M dtheta_i - M^T dtheta_j of equation (5) on i and its opposite on j: blocks ii, jj, and ij, ji."""
    t = (m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8])
    put_block(entries, at_i, 1.0, m)
    put_block(entries, at_j, 1.0, t)
    put_block(entries, between, -1.0, t)
    put_block(entries, between + 9, -1.0, m)


@kernel
def residual(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        a, b = row3(mark, i, X_AXIS + 3 * ints[e, AXES]), row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1])
        n = cross(a, b)
        phi[row] = dot(a, b)  # (1)
        phid[row] = dot(n, minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA)))  # (3)
        unit[row, 3] = n[0]
        unit[row, 4] = n[1]
        unit[row, 5] = n[2]
        add_couple(res, ints[e, ROW_I], ints[e, ROW_J], times(s * lam[row], n))


@kernel
def matrix(c, k):
    ints, entries, mark = index2(c, k), view1(c, ENTRIES), view2(c, MARK)
    lam, num = view1(c, LAM), view1(c, NUM)
    s = num[SCALE] * num[C_Q]
    for e in range(ints.shape[0]):
        i, j, at_i, at_j = ints[e, I], ints[e, J], ints[e, PLACES], ints[e, PLACES + 1]
        a, b = row3(mark, i, X_AXIS + 3 * ints[e, AXES]), row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1])
        n = cross(a, b)
        put_row(entries, at_i, n)  # (2)
        put_row(entries, at_j, times(-1.0, n))
        put_stiffness(entries, at_i + 6, at_j + 6, ints[e, PLACES + 2], turned(a, times(s * lam[ints[e, ROW]], b)))


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j = ints[e, I], ints[e, J]
        a, b = row3(mark, i, X_AXIS + 3 * ints[e, AXES]), row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1])
        phidd[ints[e, ROW]] = second_rate(mark, i, j, a, b)


def places(row: int, i: int, j: int) -> list[Group]:
    """Body i and body j: J and J^T, stiffness; then the stiffness between the two."""
    t_i, t_j = i + 3, j + 3
    rows = lambda t: both_ways((row, t + n) for n in range(3))
    return [rows(t_i) + block(t_i, t_i), rows(t_j) + block(t_j, t_j), block(t_i, t_j) + block(t_j, t_i)]


PERPENDICULAR = entry(KINDS, "PERPENDICULAR")(
    Kind(
        "PERPENDICULAR",
        residual,
        matrix,
        second,
        equations=1,
        places=places,
        label=lambda axes: [f"{axes[0]}i.{letter}j" for letter in axes[1:]],
    )
)
