"""All function expressions of the model: values, partial derivatives, gradients in the unknowns.

An expression is a scalar function of its leaves (TIME, measures, states, reactions). The tape machine returns its value
and d/d leaf (LEAF_BAR). The gradient in the unknowns D of the linear solve follows by the chain rule:

    d e = sum_leaves bar (d leaf / d (r, theta, v, w, a, al) of the bodies)                       (1)
    body columns:  translation  c_q e_r + c_u e_v + c_a e_a
                   rotation     c_q e_theta + (c_u e_w + c_a e_al) by D of turning.py             (2)
    states x:      c_u e_x + c_a e_xdot;   algebraic unknowns, also delayed: e_v;   multipliers: e_lam / SCALE  (3)
Five kernels behind addresses (E_KERNELS) are compiled once and serve all elements: leaves and value (`evaluate` is
both), slopes (1), gradient_of (2, 3), and measure_rates.rates.
Left out: how the directions of a reaction that an expression reads turn with the bodies (JOINT(...) by positions);
Newton needs no more than (3) there.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import call, index1, index2, table, view1, view2
from bellcrank.system.charts import recentre
from bellcrank.system.kinematics import kinematics
from bellcrank.system.layout import (
    ACCEPT_K,
    B_AL,
    B_W,
    BAD_EXPRESSION,
    BODY,
    C_A,
    C_LOCAL,
    C_Q,
    C_U,
    CHART,
    CHARTED,
    E_INT,
    E_KERNELS,
    E_VAL,
    G_WORK,
    GRAD,
    GRADIENT,
    IN_ALONG,
    IN_COLUMN,
    IN_DELAY_COLUMN,
    IN_ON_J,
    IN_ROW,
    IN_ROWS,
    IN_TORQUE,
    IN_TURNS,
    KIND_ACCEPT,
    L_D,
    L_INCANG,
    L_PAST,
    L_V,
    L_WRENCH,
    L_X,
    L_XD,
    LAM,
    LEAF,
    LEAF_BAR,
    LEAF_VAL,
    LEAVES,
    MARK,
    MEMORY,
    NUM,
    RATES,
    SCALE,
    SLOPES,
    SLOT,
    T_MEMORY,
    UNIT,
    VALUE,
    X_AXIS,
    R,
    T,
)
from bellcrank.system.measures import keep_normal, leaf_back, leaf_value, turning
from bellcrank.system.past import past_value
from bellcrank.system.reference_points import acceleration_by_unknown, speed_by_unknown
from bellcrank.system.tape import run_tape
from bellcrank.system.turning import by_turning


@kernel(inline=True)
def wrench_direction(leaf, n, mark, row, unit):
    """Component of the unit reaction of constraint row `row` asked for by leaf n: per unit multiplier."""
    f, t = times(-1.0, row3(unit, row, 0)), times(-1.0, row3(unit, row, 3))
    if leaf[n, IN_ON_J] == 1:
        d = minus(row3(mark, leaf[n, 1], R), row3(mark, leaf[n, 2], R))
        f, t = times(-1.0, f), plus(times(-1.0, t), cross(f, d))
    return t if leaf[n, IN_TORQUE] == 1 else f


@kernel
def wrench_value(c, n):
    """The reaction asked for by leaf n: force or torque component on an axis of k, or its magnitude."""
    leaf, mark, lam, unit = index2(c, LEAF), view2(c, MARK), view1(c, LAM), view2(c, UNIT)
    total = (0.0, 0.0, 0.0)
    for row in range(leaf[n, IN_ROW], leaf[n, IN_ROW] + leaf[n, IN_ROWS]):
        total = plus(total, times(lam[row], wrench_direction(leaf, n, mark, row, unit)))
    axis = leaf[n, IN_ALONG]
    if axis == 3:
        return math.sqrt(dot(total, total))
    return dot(total, row3(mark, leaf[n, 3], X_AXIS + 3 * axis))


@kernel(inline=True)
def find_leaves(c, e):
    """LEAF_VAL of the leaves of expression e."""
    call(table(c, E_KERNELS)[LEAVES], c, e)


@kernel(inline=True)
def evaluate(c, e):
    """The value of expression e; its leaf partials go to LEAF_BAR."""
    find_leaves(c, e)
    evaluate_again(c, e)
    return view1(c, E_VAL)[e]


@kernel(inline=True)
def evaluate_again(c, e):
    """The same with the values of the leaves as they are in LEAF_VAL."""
    call(table(c, E_KERNELS)[VALUE], c, e)


@kernel(inline=True)
def find_rates(c, e):
    """RATE of the leaves of expression e."""
    call(table(c, E_KERNELS)[RATES], c, e)


@kernel(inline=True)
def gradient(c, e):
    """Fill GRAD for expression e (equations 2 and 3); evaluate(c, e) must have run at this state."""
    call(table(c, E_KERNELS)[GRADIENT], c, e)


@kernel(inline=True)
def measures_back(c, e):
    """Equation (1): fill G_WORK for expression e from its leaf partials."""
    call(table(c, E_KERNELS)[SLOPES], c, e)


@kernel
def leaves(c, e):
    """LEAF_VAL of the leaves of expression e."""
    ints, leaf, val = index2(c, E_INT), index2(c, LEAF), view1(c, LEAF_VAL)
    mark, memory, num = view2(c, MARK), view2(c, MEMORY), view1(c, NUM)
    first = ints[e, 0]
    for n in range(first, first + ints[e, 1]):
        if leaf[n, 0] == L_WRENCH:
            val[n] = wrench_value(c, n)
        elif leaf[n, 0] == L_PAST:
            val[n] = past_value(c, n)[0]
        else:
            val[n] = leaf_value(c, n, leaf, mark, memory, num)


@kernel
def value(c, e):
    """E_VAL of expression e, and its leaf partials, from the values of its leaves."""
    ints, num = index2(c, E_INT), view1(c, NUM)
    found = run_tape(c, ints[e, 7], ints[e, 0])
    if not math.isfinite(found) and num[BAD_EXPRESSION] == 0.0:
        num[BAD_EXPRESSION] = e + 1.0
    view1(c, E_VAL)[e] = found


@kernel
def clear_slots(c, e):
    """Zero the work rows of expression e."""
    g, ints = view2(c, G_WORK), index2(c, E_INT)
    for slot in range(ints[e, 3]):
        for k in range(18):
            g[slot, k] = 0.0


@kernel
def slopes(c, e):
    """Equation (1): G_WORK of expression e."""
    ints, leaf, bar = index2(c, E_INT), index2(c, LEAF), view1(c, LEAF_BAR)
    clear_slots(c, e)
    for n in range(ints[e, 0], ints[e, 0] + ints[e, 1]):
        if leaf[n, 0] >= L_D and bar[n] != 0.0:
            leaf_back(c, n, bar[n])


@kernel
def gradient_of(c, e):
    """Equations (2) and (3): GRAD of expression e."""
    num, ints = view1(c, NUM), index2(c, E_INT)
    body, slot, g, grad = view2(c, BODY), index1(c, SLOT), view2(c, G_WORK), view1(c, GRAD)
    cq, cu, ca, chart = num[C_Q], num[C_U], num[C_A], view2(c, CHART)
    measures_back(c, e)
    at = ints[e, 6]
    for n in range(ints[e, 3]):
        b = slot[ints[e, 2] + n]
        w, al = row3(body, b, B_W), row3(body, b, B_AL)
        e_w, e_al = row3(g, n, 9), row3(g, n, 15)
        turn = times(cq, row3(g, n, 3))
        spin = by_turning(num, chart, b, w, plus(times(cu, e_w), times(ca, e_al)))
        if num[CHARTED] != 0.0 and chart[b, C_LOCAL] == 1.0:  # turning.py (5)
            turn = plus(turn, times(cq, plus(times(ca, cross(e_al, w)), cross(al, e_al))))
        turn = plus(turn, plus(speed_by_unknown(c, b, row3(g, n, 6)), acceleration_by_unknown(c, b, row3(g, n, 12))))
        for k in range(3):
            grad[at + 6 * n + k] = cq * g[n, k] + cu * g[n, 6 + k] + ca * g[n, 12 + k]
            grad[at + 6 * n + 3 + k] = turn[k] + spin[k]
    at += 6 * ints[e, 3]
    for k in range(ints[e, 5]):
        grad[at + k] = 0.0
    scalar_gradient(c, e, at)


@kernel
def scalar_gradient(c, e, at):
    """Equation (3): states, algebraic unknowns, multipliers; column 15 of a leaf is its place among the scalars."""
    num, ints, leaf, bar, grad = view1(c, NUM), index2(c, E_INT), index2(c, LEAF), view1(c, LEAF_BAR), view1(c, GRAD)
    mark, unit = view2(c, MARK), view2(c, UNIT)
    for n in range(ints[e, 0], ints[e, 0] + ints[e, 1]):
        kind = leaf[n, 0]
        if kind == L_X:
            grad[at + leaf[n, IN_COLUMN]] += num[C_U] * bar[n]
        elif kind == L_XD:
            grad[at + leaf[n, IN_COLUMN]] += num[C_A] * bar[n]
        elif kind == L_V:
            grad[at + leaf[n, IN_COLUMN]] += bar[n]
        elif kind == L_PAST:
            _, by_value, by_time = past_value(c, n)
            grad[at + leaf[n, IN_COLUMN]] += bar[n] * by_value
            grad[at + leaf[n, IN_DELAY_COLUMN]] -= bar[n] * by_time
        elif kind == L_WRENCH:
            total = wrench_axis(c, n)
            for k in range(leaf[n, IN_ROWS]):
                f = wrench_direction(leaf, n, mark, leaf[n, IN_ROW] + k, unit)
                grad[at + leaf[n, IN_COLUMN] + k] += bar[n] * dot(f, total) / num[SCALE]


@kernel
def wrench_axis(c, n):
    """The direction of differentiation of a reaction leaf: its axis, or the reaction's own direction."""
    leaf, mark, lam, unit = index2(c, LEAF), view2(c, MARK), view1(c, LAM), view2(c, UNIT)
    if leaf[n, IN_ALONG] != 3:
        return row3(mark, leaf[n, 3], X_AXIS + 3 * leaf[n, IN_ALONG])
    total = (0.0, 0.0, 0.0)
    for row in range(leaf[n, IN_ROW], leaf[n, IN_ROW] + leaf[n, IN_ROWS]):
        total = plus(total, times(lam[row], wrench_direction(leaf, n, mark, row, unit)))
    size = math.sqrt(dot(total, total))
    return times(1.0 / size if size > 0.0 else 0.0, total)


@kernel
def remember(c, k):
    """After an accepted step: keep the unwrapped angles."""
    ints, leaf, val, memory = index2(c, E_INT), index2(c, LEAF), view1(c, LEAF_VAL), view2(c, MEMORY)
    mark, num = view2(c, MARK), view1(c, NUM)
    for e in range(ints.shape[0]):
        known = False
        for n in range(ints[e, 0], ints[e, 0] + ints[e, 1]):
            if leaf[n, IN_TURNS] == 1 and leaf[n, 0] >= L_D:
                if not known:
                    find_leaves(c, e)
                    known = True
                memory[n, 0] = val[n]
                if leaf[n, 0] == L_INCANG:
                    keep_normal(c, n)
                else:
                    memory[n, 1] = turning(mark, leaf, n)
    num[T_MEMORY] = num[T]


@kernel
def accept_step(c, k):
    """After an accepted step: bring the markers up to date and keep the turns."""
    if index2(c, LEAF).shape[0] > 0:
        kinematics(c, k)
        remember(c, k)
    accept_kinds(c, k)


@kernel
def accept_kinds(c, k):
    """What elements of any kind remember after an accepted step."""
    kernels, first = table(c, KIND_ACCEPT), index1(c, ACCEPT_K)
    if len(kernels) > 0:
        kinematics(c, k)
    for n in range(len(kernels)):
        call(kernels[n], c, first[n])


@kernel
def accept_integrated(c, k):
    """The same where an integrator has taken the step: the charts of orientations follow.

    The markers are those of the last residual, within a part of the tolerance: turns can be counted there.
    """
    if index2(c, LEAF).shape[0] > 0:
        remember(c, k)
    accept_kinds(c, k)
    recentre(c, k)
