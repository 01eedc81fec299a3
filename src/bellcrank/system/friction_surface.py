"""The friction surface of a joint: how it slips, and what presses it together; with exact derivatives.

Slip          three components; a joint has one (SLIDE, TURN), two (BOTH) or three (BALL) of them
              along e = z_J     v = (v_I - v_J - w_J x d) . e,  displacement d . e,  d = r_I - r_J                 (1)
              about a bar e     v = L w . e,  w = w_I - w_J, displacement L times the angle of a direction a of the
                                other body in the axes e_1, e_2 beside e: atan2(a . e_2, a . e_1)                 (2)
              of a ball         v = L w on the axes of I, displacement 2 L times the vector part of the quaternion
                                of the rotation since the last accepted step (error: its angle cubed/24)          (3)
Slopes        (1) by velocities and displacement by positions: (e, rho_i x e, -e, -D x e), D = r_I - r_j          (4)
              (1) by positions: (w_J x e, rho_i x (e x w), -w_J x e, e x u), u = v_I - v_J - w_J x d              (5)
              (2) by w_I, -w_J: L e; by the rotation of the body of e: L e x w; displacement by theta_I - theta_J:
              L g,  g = [(a.e_1) a x e_2 - (a.e_2) a x e_1]/[(a.e_1)^2 + (a.e_2)^2]                               (6)
              (3) g = q_0 e + e x q, (q_0, q) the quaternion, q in ground axes                                    (7)
Load          N = c_1 |F.e| + c_2 |F - (F.e) e| + c_3 |T - (T.e) e| + c_4 |T.e| + c_5 |F|                         (8)
              F, T the reaction of the joint on I, from its multipliers: F = -sum lam f, T = -sum lam a x b
              dF = theta_J x F where f are axes of J, 0 where they are fixed; dT = -sum lam [(theta_I x a) x b
              + a x (theta_J x b)]                                                                                (9)
              c_3 = 1/X of a slide, X = X_0 + s (d.e - start)                                                    (10)
Columns of the numbers and integers of an element are below.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, mat_mul, minus, plus, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.kind import INTS, I, J
from bellcrank.system.layout import LAM, MARK, OMEGA, UNIT, VEL, X_AXIS, R, _n

SLIDE, TURN, BOTH, BALL = (_n(k) for k in range(4))  # kernel constants
# ---- integers: first row of the joint, rows, form, 1 where e is on I, axis of e, axis of a, 1 where the point is held,
# number of rows of torque, their pairs of axes (I, J)
FIRST_ROW, ROWS, FORM, ON_I, BAR, ACROSS, HELD, TORQUES, PAIRS = (_n(int(INTS) + k) for k in range(9))
STATES = _n(int(PAIRS) + 6)
"""Three states of LUGRE."""
GROUPS = _n(int(STATES) + 3)
# ---- numbers
(
    VS, DEFORMATION, RATIO, MU_S, MU_D, C_1, C_2, C_3, C_4, C_5, OVERLAP, GROWS, START, LEVER, ARM, PRELOAD, PRELOAD_T,
    MOST, MOST_T, EFFECT, DYNAMIC, STIFFNESS, DAMPING, VISCOUS, V_0, EXPONENT,
) = (_n(k) for k in range(26))  # fmt: skip
# ---- memory: creep, velocity, displacement, angle and relative orientation at the last accepted step, its time,
# 1 where it stuck, 1 where it is known
CREEP, SPEED, ALONG, ANGLE, TURNED, WHEN, STUCK, KNOWN = (_n(k) for k in (0, 3, 6, 7, 8, 17, 18, 19))
MEMORY = (0.0,) * 20


@kernel(inline=True)
def bar(c, k, n):
    """The marker and the direction of e."""
    ints, mark = index2(c, k), view2(c, MARK)
    m = ints[n, I] if ints[n, ON_I] == 1 else ints[n, J]
    return m, row3(mark, m, X_AXIS + 3 * ints[n, BAR])


@kernel(inline=True)
def direction(c, k, n, m):
    """The direction of component m of the slip."""
    ints, mark = index2(c, k), view2(c, MARK)
    if ints[n, FORM] == BALL:
        return row3(mark, ints[n, I], X_AXIS + 3 * m)
    return bar(c, k, n)[1]


@kernel(inline=True)
def is_sliding(ints, n, m):
    """Whether component m is a translation."""
    return m == 0 and (ints[n, FORM] == SLIDE or ints[n, FORM] == BOTH)


@kernel(inline=True)
def relative(c, k, n):
    """d, u = v_I - v_J - w_J x d and w = w_I - w_J."""
    ints, mark = index2(c, k), view2(c, MARK)
    i, j = ints[n, I], ints[n, J]
    d, w_j = minus(row3(mark, i, R), row3(mark, j, R)), row3(mark, j, OMEGA)
    u = minus(minus(row3(mark, i, VEL), row3(mark, j, VEL)), cross(w_j, d))
    return d, u, minus(row3(mark, i, OMEGA), w_j)


@kernel(inline=True)
def slip_velocity(c, k, n):
    """Equations (1) to (3)."""
    ints, lever = index2(c, k), view2(c, k + 1)[n, LEVER]
    _, u, w = relative(c, k, n)
    e = direction(c, k, n, 0)
    form = ints[n, FORM]
    if form == SLIDE:
        return dot(u, e), 0.0, 0.0
    if form == TURN:
        return lever * dot(w, e), 0.0, 0.0
    if form == BOTH:
        return dot(u, e), lever * dot(w, e), 0.0
    return lever * dot(w, e), lever * dot(w, direction(c, k, n, 1)), lever * dot(w, direction(c, k, n, 2))


@kernel(inline=True)
def angle(c, k, n):
    """The angle of (2), positive when I turns about e relative to J, and g of (6)."""
    ints, mark = index2(c, k), view2(c, MARK)
    m, _ = bar(c, k, n)
    other = ints[n, J] if ints[n, ON_I] == 1 else ints[n, I]
    a = row3(mark, other, X_AXIS + 3 * ints[n, ACROSS])
    e_1, e_2 = (
        row3(mark, m, X_AXIS + 3 * ((ints[n, BAR] + 1) % 3)),
        row3(mark, m, X_AXIS + 3 * ((ints[n, BAR] + 2) % 3)),
    )
    x, y = dot(a, e_1), dot(a, e_2)
    g = minus(times(x, cross(a, e_2)), times(y, cross(a, e_1)))
    sign = -1.0 if ints[n, ON_I] == 1 else 1.0
    return sign * math.atan2(y, x), times(1.0 / (x * x + y * y), g)


@kernel(inline=True)
def relative_axes(c, k, n):
    """The matrix of I's axes in J: R_ab = (axis a of J) . (axis b of I)."""
    ints, mark = index2(c, k), view2(c, MARK)
    x, y, z = row3(mark, ints[n, I], X_AXIS), row3(mark, ints[n, I], X_AXIS + 3), row3(mark, ints[n, I], X_AXIS + 6)
    p, q, r = row3(mark, ints[n, J], X_AXIS), row3(mark, ints[n, J], X_AXIS + 3), row3(mark, ints[n, J], X_AXIS + 6)
    return dot(p, x), dot(p, y), dot(p, z), dot(q, x), dot(q, y), dot(q, z), dot(r, x), dot(r, y), dot(r, z)


@kernel(inline=True)
def since(c, k, n):
    """Quaternion q_0, q (axes of I) of the rotation of I in J since the last accepted step."""
    memory, now = view2(c, k + 2), relative_axes(c, k, n)
    b = (
        memory[n, TURNED], memory[n, TURNED + 3], memory[n, TURNED + 6],
        memory[n, TURNED + 1], memory[n, TURNED + 4], memory[n, TURNED + 7],
        memory[n, TURNED + 2], memory[n, TURNED + 5], memory[n, TURNED + 8],
    )  # fmt: skip
    s = mat_mul(b, now)
    q_0 = 0.5 * math.sqrt(max(1.0 + s[0] + s[4] + s[8], 1e-12))
    return q_0, times(0.25 / q_0, (s[7] - s[5], s[2] - s[6], s[3] - s[1]))


@kernel(inline=True)
def displacement(c, k, n, v, h):
    """The slip displacement since the last accepted step; of angles that which is nearest to their mean rate."""
    ints, memory, lever = index2(c, k), view2(c, k + 2), view2(c, k + 1)[n, LEVER]
    form = ints[n, FORM]
    if form == BALL:
        _, q = since(c, k, n)
        return times(2.0 * lever, q)
    d, _, _ = relative(c, k, n)
    along = dot(d, direction(c, k, n, 0)) - memory[n, ALONG]
    if form == SLIDE:
        return along, 0.0, 0.0
    turn, m = angle(c, k, n)[0] - memory[n, ANGLE], 0 if form == TURN else 1
    expected = 0.5 * h * (v[m] + memory[n, SPEED + m]) / lever
    turn = lever * (turn + 2.0 * math.pi * round((expected - turn) / (2.0 * math.pi)))
    if form == TURN:
        return turn, 0.0, 0.0
    return along, turn, 0.0


@kernel(inline=True)
def displacement_slope(c, k, n, m):
    """L g of (6) or (7) for component m, a rotation."""
    ints, mark, lever = index2(c, k), view2(c, MARK), view2(c, k + 1)[n, LEVER]
    if ints[n, FORM] != BALL:
        return times(lever, angle(c, k, n)[1])
    q_0, q = since(c, k, n)
    i = ints[n, I]
    in_ground = plus(
        plus(times(q[0], row3(mark, i, X_AXIS)), times(q[1], row3(mark, i, X_AXIS + 3))),
        times(q[2], row3(mark, i, X_AXIS + 6)),
    )
    e = direction(c, k, n, m)
    return times(lever, plus(times(q_0, e), cross(e, in_ground)))


@kernel(inline=True)
def reaction(c, k, n):
    """F and T of (8), ground axes."""
    ints, lam, unit = index2(c, k), view1(c, LAM), view2(c, UNIT)
    f, t = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for row in range(ints[n, FIRST_ROW], ints[n, FIRST_ROW] + ints[n, ROWS]):
        f, t = minus(f, times(lam[row], row3(unit, row, 0))), minus(t, times(lam[row], row3(unit, row, 3)))
    return f, t


@kernel(inline=True)
def unit_of(v):
    """v/|v|, zero for zero, and |v|."""
    size = math.sqrt(dot(v, v))
    return times(1.0 / size if size > 0.0 else 0.0, v), size


@kernel(inline=True)
def load(c, k, n):
    """N of (8), its derivatives by F, T and e, and by the overlap (10)."""
    number, e = view2(c, k + 1), bar(c, k, n)[1]
    f, t = reaction(c, k, n)
    f_e, t_e = dot(f, e), dot(t, e)
    f_across, f_size = unit_of(minus(f, times(f_e, e)))
    t_across, t_size = unit_of(minus(t, times(t_e, e)))
    f_all, f_whole = unit_of(f)
    bending, by_overlap = number[n, C_3], 0.0
    if number[n, GROWS] != 0.0:
        d, _, _ = relative(c, k, n)
        overlap = number[n, OVERLAP] + number[n, GROWS] * (dot(d, e) - number[n, START])
        overlap = max(overlap, 1e-3 * number[n, OVERLAP])  # parts that have come apart
        bending *= number[n, OVERLAP] / overlap
        by_overlap = -number[n, GROWS] * bending * t_size / overlap
    total = number[n, C_1] * abs(f_e) + number[n, C_2] * f_size + bending * t_size
    total += number[n, C_4] * abs(t_e) + number[n, C_5] * f_whole
    axial, twist = math.copysign(number[n, C_1], f_e), math.copysign(number[n, C_4], t_e)
    by_f = plus(times(axial, e), plus(times(number[n, C_2], f_across), times(number[n, C_5], f_all)))
    by_t = plus(times(twist, e), times(bending, t_across))
    by_e = plus(times(axial, f), times(twist, t))
    by_e = minus(by_e, plus(times(number[n, C_2] * f_e, f_across), times(bending * t_e, t_across)))
    return total, by_f, by_t, by_e, by_overlap


@kernel(inline=True)
def torque_slopes(c, k, n, by_t):
    """by_t . dT of (9): vectors of theta_I and theta_J."""
    ints, mark, lam = index2(c, k), view2(c, MARK), view1(c, LAM)
    on_i, on_j = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    row = ints[n, FIRST_ROW] + ints[n, ROWS] - ints[n, TORQUES]
    for m in range(ints[n, TORQUES]):
        a = row3(mark, ints[n, I], X_AXIS + 3 * ints[n, PAIRS + 2 * m])
        b = row3(mark, ints[n, J], X_AXIS + 3 * ints[n, PAIRS + 2 * m + 1])
        on_i = minus(on_i, times(lam[row + m], cross(a, cross(b, by_t))))
        on_j = minus(on_j, times(lam[row + m], cross(b, cross(by_t, a))))
    return on_i, on_j
