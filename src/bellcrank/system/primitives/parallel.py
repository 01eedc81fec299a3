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
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import AXES, PLACES, ROW, ROW_I, ROW_J, I, J, Kind
from bellcrank.system.layout import C_Q, ENTRIES, LAM, MARK, NUM, OMEGA, PHI, PHID, PHIDD, RES, SCALE, UNIT, X_AXIS
from bellcrank.system.primitives.perpendicular import add_couple, put_stiffness, second_rate
from bellcrank.system.primitives.places import Group, block, both_ways, put_row, turned


@kernel
def residual(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        a = row3(mark, i, X_AXIS + 3 * ints[e, AXES])
        w = minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA))
        moment = (0.0, 0.0, 0.0)
        for m in range(2):
            b = row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1 + m])
            n = cross(a, b)
            phi[row + m] = dot(a, b)  # (1)
            phid[row + m] = dot(n, w)
            unit[row + m, 3] = n[0]
            unit[row + m, 4] = n[1]
            unit[row + m, 5] = n[2]
            moment = plus(moment, times(s * lam[row + m], n))  # (2)
        add_couple(res, ints[e, ROW_I], ints[e, ROW_J], moment)


@kernel
def matrix(c, k):
    ints, entries, mark = index2(c, k), view1(c, ENTRIES), view2(c, MARK)
    lam, num = view1(c, LAM), view1(c, NUM)
    s = num[SCALE] * num[C_Q]
    for e in range(ints.shape[0]):
        i, j, row, at_i, at_j = ints[e, I], ints[e, J], ints[e, ROW], ints[e, PLACES], ints[e, PLACES + 1]
        a = row3(mark, i, X_AXIS + 3 * ints[e, AXES])
        b_1, b_2 = row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1]), row3(mark, j, X_AXIS + 3 * ints[e, AXES + 2])
        n_1, n_2 = cross(a, b_1), cross(a, b_2)
        put_row(entries, at_i, n_1)
        put_row(entries, at_i + 6, n_2)
        put_row(entries, at_j, times(-1.0, n_1))
        put_row(entries, at_j + 6, times(-1.0, n_2))
        m = turned(a, plus(times(s * lam[row], b_1), times(s * lam[row + 1], b_2)))
        put_stiffness(entries, at_i + 12, at_j + 12, ints[e, PLACES + 2], m)  # (3)


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for e in range(ints.shape[0]):
        i, j, row = ints[e, I], ints[e, J], ints[e, ROW]
        a = row3(mark, i, X_AXIS + 3 * ints[e, AXES])
        for m in range(2):
            phidd[row + m] = second_rate(mark, i, j, a, row3(mark, j, X_AXIS + 3 * ints[e, AXES + 1 + m]))


def places(row: int, i: int, j: int) -> list[Group]:
    """Body i and body j: J and J^T of the two rows, stiffness; then the stiffness between the two."""
    t_i, t_j = i + 3, j + 3
    rows = lambda t: [p for m in range(2) for p in both_ways((row + m, t + n) for n in range(3))]
    return [rows(t_i) + block(t_i, t_i), rows(t_j) + block(t_j, t_j), block(t_i, t_j) + block(t_j, t_i)]


PARALLEL = entry(KINDS, "PARALLEL")(
    Kind(
        "PARALLEL",
        residual,
        matrix,
        second,
        equations=2,
        places=places,
        label=lambda axes: [f"{axes[0]}i.{letter}j" for letter in axes[1:]],
    )
)
