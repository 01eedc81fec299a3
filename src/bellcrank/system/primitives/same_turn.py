"""SAME_TURN: equal turning of two shafts that meet at an angle (constant velocity).

Equation      x_i . y_j - y_i . x_j = 0                                1 equation                (1)
Jacobian      two PERPENDICULAR terms with opposite signs: d(1) = n . (dtheta_i - dtheta_j),
              n = x_i x y_j - y_i x x_j                                                           (2)
Multiplier    the moment -n lam acts on I, its opposite on J.
Fails when    the shafts fold back on each other (z_i = -z_j).
References    PERPENDICULAR, equations (3) to (5);  Adams: JOINT, CONVEL.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, mat_minus, minus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import PLACES, ROW, ROW_I, ROW_J, I, J, Kind
from bellcrank.system.layout import (
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
    Y_AXIS,
)
from bellcrank.system.primitives.perpendicular import add_couple, places, put_stiffness, second_rate
from bellcrank.system.primitives.places import put_row, turned


@kernel(inline=True)
def axes(mark, i, j):
    """x_i, y_i, x_j, y_j"""
    return row3(mark, i, X_AXIS), row3(mark, i, Y_AXIS), row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS)


@kernel
def residual(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        x_i, y_i, x_j, y_j = axes(mark, i, j)
        n = minus(cross(x_i, y_j), cross(y_i, x_j))  # (2)
        phi[row] = dot(x_i, y_j) - dot(y_i, x_j)  # (1)
        phid[row] = dot(n, minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA)))
        unit[row, 3] = n[0]
        unit[row, 4] = n[1]
        unit[row, 5] = n[2]
        add_couple(res, ints[e, ROW_I], ints[e, ROW_J], times(s * lam[row], n))


@kernel
def matrix(c, k):
    ints, entries, mark = index2(c, k), view1(c, ENTRIES), view2(c, MARK)
    lam, num = view1(c, LAM), view1(c, NUM)
    for e in range(ints.shape[0]):
        i, j, at_i, at_j = ints[e, I], ints[e, J], ints[e, PLACES], ints[e, PLACES + 1]
        x_i, y_i, x_j, y_j = axes(mark, i, j)
        n = minus(cross(x_i, y_j), cross(y_i, x_j))
        put_row(entries, at_i, n)
        put_row(entries, at_j, times(-1.0, n))
        s = num[SCALE] * num[C_Q] * lam[ints[e, ROW]]
        m = mat_minus(turned(x_i, times(s, y_j)), turned(y_i, times(s, x_j)))
        put_stiffness(entries, at_i + 6, at_j + 6, ints[e, PLACES + 2], m)


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j = ints[e, I], ints[e, J]
        x_i, y_i, x_j, y_j = axes(mark, i, j)
        phidd[ints[e, ROW]] = second_rate(mark, i, j, x_i, y_j) - second_rate(mark, i, j, y_i, x_j)


SAME_TURN = entry(KINDS, "SAME_TURN")(
    Kind(
        "SAME_TURN",
        residual,
        matrix,
        second,
        equations=1,
        places=places,
        label=lambda axes: ("Xi.Yj-Yi.Xj",),
    )
)
