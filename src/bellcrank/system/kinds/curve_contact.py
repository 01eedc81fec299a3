"""CURVE_CONTACT: a point or a curve of I stays on a curve of J: one equation, the gap along the normal.

Equation      phi = n . (P - c) = 0, n, P, c as in curve_contact.py, whose parameters are eliminated             (1)
Jacobian      d phi = n . (dr_i + dtheta_i x rho - dr_j) - (D x n) . dtheta_j,  rho = P - r_i, D = P - r_j  (2)
Rates         phi' = n . u,  u = v_P - v_J - w_J x q, q = P - r_J                                                 (3)
              phi'' = n . [a_P - a_J - al_J x q - 2 w_J x (v_P - v_J) + w_J x (w_J x q)] + beta' n' . u
                      + alpha' n . (w x T),  w = w_I - w_J, alpha', beta' by (5) there                             (4)
Multiplier    the force -n lam acts on I at P, the opposite on the body of J
Stiffness     d f = lam (theta_j x n + n' dbeta),  dP = dr_i + theta_i x rho + T dalpha, and from them the moments  (5)
Left out      for curves in space, what is proportional to the gap itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.curve_contact import (
    ALPHA,
    BETA,
    GROUPS,
    PRESS,
    PRESSES,
    PULLED,
    PULLED_AT,
    ROLLS,
    START,
    TABLE_I,
    across,
    along,
    flat,
    follow,
    in_j,
    normal,
    shape,
    to_ground,
    touch,
)
from bellcrank.system.kind import ROW, ROW_I, ROW_J, I, J, Kind, Own, pair_places
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
    OMEGA,
    PHI,
    PHID,
    PHIDD,
    RES,
    SCALE,
    UNIT,
    VEL,
    R,
    T,
)
from bellcrank.system.layout import ALPHA as ACC_W
from bellcrank.system.primitives.places import Group, add_wrench, both_ways, put_row

if TYPE_CHECKING:
    from bellcrank.system.system import System


@kernel(inline=True)
def point(c, k, n):
    """P and the tangent T of the curve of I there, in ground axes."""
    ints, mark, out, table = index2(c, k), view2(c, MARK), view2(c, k + 3), view1(c, k + 4)
    i, r = ints[n, I], row3(mark, ints[n, I], R)
    if ints[n, ROLLS] == 0:
        return r, (0.0, 0.0, 0.0)
    own, alpha = ints[n, TABLE_I], out[n, ALPHA]
    b, t = along(table, own, 0, alpha), along(table, own, 1, alpha)
    return plus(r, to_ground(mark, i, b)), to_ground(mark, i, t)


@kernel(inline=True)
def normal_now(c, k, n):
    """n and n' in ground axes."""
    ints, mark, out = index2(c, k), view2(c, MARK), view2(c, k + 3)
    _, _, _, t, t_bend = shape(c, k, n, out[n, ALPHA], out[n, BETA])
    unit, bend = normal(c, k, n, t, t_bend)
    return to_ground(mark, ints[n, J], unit), to_ground(mark, ints[n, J], bend)


@kernel(inline=True)
def parameters_follow(c, k, n, moved, turned):
    """dalpha, dbeta when P moves by `moved` in the axes of J, and T turns by the vector `turned` (ground)."""
    out, rolls = view2(c, k + 3), index2(c, k)[n, ROLLS]
    gap, tangent, bend, t, t_bend = shape(c, k, n, out[n, ALPHA], out[n, BETA])
    first = 0.0
    if rolls == 1:
        first = across(flat(in_j(c, k, n, cross(turned, point(c, k, n)[1])), 1), t)
    return follow(gap, tangent, bend, t, t_bend, rolls, first, dot(t, flat(in_j(c, k, n, moved), rolls)))


@kernel(inline=True)
def slip(c, k, n):
    """u of (3) and q."""
    ints, mark = index2(c, k), view2(c, MARK)
    i, j, p = ints[n, I], ints[n, J], point(c, k, n)[0]
    q = minus(p, row3(mark, j, R))
    v = plus(row3(mark, i, VEL), cross(row3(mark, i, OMEGA), minus(p, row3(mark, i, R))))
    return minus(minus(v, row3(mark, j, VEL)), cross(row3(mark, j, OMEGA), q)), q


@kernel
def residual(c, k):
    ints, mark, body, of, out = index2(c, k), view2(c, MARK), view2(c, BODY), index1(c, M_BODY), view2(c, k + 3)
    res, lam, phi, phid, unit = view1(c, RES), view1(c, LAM), view1(c, PHI), view1(c, PHID), view2(c, UNIT)
    s = view1(c, NUM)[SCALE]
    for n in range(ints.shape[0]):
        i, j, row = ints[n, I], ints[n, J], ints[n, ROW]
        alpha, beta = touch(c, k, n)
        out[n, ALPHA], out[n, BETA], out[n, PRESS] = alpha, beta, -lam[row]
        gap, _, _, t, t_bend = shape(c, k, n, alpha, beta)
        phi[row] = dot(normal(c, k, n, t, t_bend)[0], gap)  # (1)
        up, p = normal_now(c, k, n)[0], point(c, k, n)[0]
        phid[row] = dot(up, slip(c, k, n)[0])  # (3)
        moment = cross(minus(p, row3(mark, i, R)), up)
        for m in range(3):
            unit[row, m] = up[m]
            unit[row, 3 + m] = moment[m]
        force = times(s * lam[row], up)
        add_wrench(res, ints[n, ROW_I], 1.0, force, cross(minus(p, row3(body, of[i], B_R)), force))
        add_wrench(res, ints[n, ROW_J], -1.0, force, cross(minus(p, row3(body, of[j], B_R)), force))


@kernel(inline=True)
def unit_vector(m):
    """The unit vector of axis m."""
    return 1.0 if m == 0 else 0.0, 1.0 if m == 1 else 0.0, 1.0 if m == 2 else 0.0


@kernel
def matrix(c, k):
    ints, entries, body, of = index2(c, k), view1(c, ENTRIES), view2(c, BODY), index1(c, M_BODY)
    lam, num = view1(c, LAM), view1(c, NUM)
    for n in range(ints.shape[0]):
        p, tangent = point(c, k, n)
        rho, arm = minus(p, row3(body, of[ints[n, I]], B_R)), minus(p, row3(body, of[ints[n, J]], B_R))
        up, bend = normal_now(c, k, n)
        at_i, at_j = ints[n, GROUPS + 3], ints[n, GROUPS + 4]
        put_row(entries, at_i, up)  # (2)
        put_row(entries, at_i + 6, cross(rho, up))
        put_row(entries, at_j, times(-1.0, up))
        put_row(entries, at_j + 6, cross(up, arm))
        s = num[SCALE] * num[C_Q] * lam[ints[n, ROW]]
        f, none = times(s, up), (0.0, 0.0, 0.0)
        for column in range(12):  # (5): r_i, theta_i, r_j, theta_j
            axis, of_j = unit_vector(column % 3), column >= 6
            shift, turn = (none, axis) if column % 6 >= 3 else (axis, none)
            moved = plus(shift, cross(turn, arm if of_j else rho))
            da, db = parameters_follow(c, k, n, times(-1.0, moved) if of_j else moved,
                                       times(-1.0, turn) if of_j else turn)  # fmt: skip
            df = times(s, plus(times(db, bend), cross(turn, up) if of_j else none))
            dp = plus(times(da, tangent), none if of_j else moved)
            on_i = plus(cross(minus(dp, none if of_j else shift), f), cross(rho, df))
            on_j = plus(cross(minus(dp, shift if of_j else none), f), cross(arm, df))
            put_column(entries, ints, n, column, df, on_i, on_j)


@kernel(inline=True)
def put_column(entries, ints, n, column, df, on_i, on_j):
    """One column of the stiffness of both bodies: the places are those of a wrench."""
    at_i, at_j, between = ints[n, GROUPS], ints[n, GROUPS + 1], ints[n, GROUPS + 2]
    p = at_i + column if column < 6 else between + column - 6
    q = at_j + column - 6 if column >= 6 else between + 36 + column
    for a in range(3):
        entries[p + 6 * a] = df[a]
        entries[p + 18 + 6 * a] = on_i[a]
        entries[q + 6 * a] = -df[a]
        entries[q + 18 + 6 * a] = -on_j[a]


@kernel
def second(c, k):
    ints, mark, phidd = index2(c, k), view2(c, MARK), view1(c, PHIDD)
    for n in range(ints.shape[0]):
        i, j = ints[n, I], ints[n, J]
        (p, tangent), (u, q), (up, bend) = point(c, k, n), slip(c, k, n), normal_now(c, k, n)
        w_i, w_j, s = row3(mark, i, OMEGA), row3(mark, j, OMEGA), minus(p, row3(mark, i, R))
        a_p = plus(row3(mark, i, ACC), plus(cross(row3(mark, i, ACC_W), s), cross(w_i, cross(w_i, s))))
        v = minus(plus(row3(mark, i, VEL), cross(w_i, s)), row3(mark, j, VEL))
        a = minus(minus(a_p, row3(mark, j, ACC)), cross(row3(mark, j, ACC_W), q))
        a = plus(a, minus(cross(w_j, cross(w_j, q)), times(2.0, cross(w_j, v))))
        w = minus(w_i, w_j)
        da, db = parameters_follow(c, k, n, u, w)
        phidd[ints[n, ROW]] = dot(up, a) + db * dot(bend, u) + da * dot(up, cross(w, tangent))  # (4)


@kernel
def accept(c, k):
    ints, number, memory, lam, num = index2(c, k), view2(c, k + 1), view2(c, k + 2), view1(c, LAM), view1(c, NUM)
    for n in range(ints.shape[0]):
        memory[n, ALPHA], memory[n, BETA] = touch(c, k, n)
        if number[n, PRESSES] == 1.0 and memory[n, PULLED] == 0.0 and lam[ints[n, ROW]] > 0.0:
            memory[n, PULLED], memory[n, PULLED_AT] = 1.0, num[T]


def places(row: int, i: int, j: int) -> list[Group]:
    """Those of a wrench, then J and J^T of both bodies."""
    rows = lambda body: [p for first in (0, 3) for p in both_ways((row, body + first + n) for n in range(3))]
    return [*pair_places(row, i, j), rows(i), rows(j)]


class CurveContact(Kind):
    """The curves are a fifth array, parameters begin where each element says."""

    def tabulate(self, system: System, uses: Sequence[Any]) -> Own:
        own = super().tabulate(system, uses)
        own.tables[2][:, :2] = own.tables[1][:, START : START + 2]
        own.tables.append(np.array(system.builder.curves))
        return own


CURVE_CONTACT = entry(KINDS, "CURVE_CONTACT")(
    CurveContact(
        "CURVE_CONTACT",
        residual,
        matrix,
        second,
        accept=accept,
        equations=1,
        places=places,
        memory=(0.0, 0.0, 0.0, 0.0),
        beside=True,
        outputs=(("ALPHA", ""), ("BETA", ""), ("PRESS", "force")),
        translational=True,
        label=lambda axes: ("gap",),
    )
)
