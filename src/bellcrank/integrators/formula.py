"""The backward difference formula of a step: its coefficients, and what its errors are measured by.

Points       xi_i = (t + h - t_{-i})/h, i = 1, 2, ..., the distances of past points from the end of the step: 1, 2, 3
             where steps are equal, which is what fixed coefficients (GSTIFF) take them for after every change    (1)
Correction   the polynomial through the new value is the predicted one and (y - z_0) L(x), x = (t' - t - h)/h,
             L(x) = prod_{i=1..k} (1 + x/xi_i), since the k last values stay; l_j = L_j/L_1, b = l_0 = 1/L_1    (2)
Error        of order k: |y - z_0| / xi_{k+1}; of k-1: P_k z_k / xi_k with P_k = xi_1 ... xi_k; of k+1: the change of
             y - z_0 between two steps over xi_{k+2}, that of the last step times P_{k+1} h^{k+1} of now over then   (3)
Order        one more: + c x prod_{i=1..k} (x + s_i), c = (y - z_0)/P_{k+1}, keeps k + 1 values and adds the one before
             one less: - z_k x prod_{i=1..k-1} (x + s_i) keeps the k last; s_i = (t_0 - t_{-i})/h                   (4)
With xi_i = i these are the formulas of Gear. Where steps change, fixed coefficients are those of values that were
interpolated, variable ones (WSTIFF) those of the values that were computed: they are stable for larger changes.
References   Van Bokhoven (1975), IEEE Trans. Circuits Syst. 22, 109-115; Byrne & Hindmarsh (1975), ACM TOMS 1, 71-96;
             Brenan, Campbell & Petzold (1989), Numerical Solution of IVPs in DAEs, section 5.2.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.history import COEFFICIENTS, FACTORIAL, clear
from bellcrank.integrators.problem import FORMULA, INTS, LAST, REAL, Y, Z
from bellcrank.integrators.stepper import I_ORDER, I_VARIABLE, R_H
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2

_n = np.intp
L, MEASURES, PAST_STEPS, ROOM = _n(0), _n(1), _n(2), _n(3)
"""Rows of FORMULA: l_j; the numbers below; steps taken, the last one first, 0: none; scratch."""
AT, NEXT, BEYOND, PRODUCT, PRODUCT_NEXT, SINCE = (_n(k) for k in range(6))
"""xi_k, xi_{k+1}, xi_{k+2}, P_k, P_{k+1}, and the factor of the last step's y - z_0 in (3)."""


@kernel
def fixed(f, order):
    """Equal steps."""
    for j in range(7):
        f[L, j] = COEFFICIENTS[order, j]
    m = f[MEASURES]
    m[AT], m[NEXT], m[BEYOND] = order, order + 1.0, order + 2.0
    m[PRODUCT], m[PRODUCT_NEXT], m[SINCE] = FACTORIAL[order], FACTORIAL[order + 1], 1.0


@kernel(inline=True)
def past_step(f, i, h):
    """The i-th step before this one; before the first one they are taken for equal to it."""
    return f[PAST_STEPS, i - 1] if f[PAST_STEPS, i - 1] > 0.0 else h


@kernel
def variable(f, order, h):
    """Equations (1), (2) and (3) for steps as they were."""
    row, m, xi, product = f[L], f[MEASURES], 1.0, 1.0
    for j in range(7):
        row[j] = 0.0
    row[0] = 1.0
    now, then, gone = 1.0, 1.0, 0.0  # products of t - t_{-i} for this step and for the last one
    for i in range(1, order + 3):
        if i > 1:
            xi += past_step(f, i - 1, h) / h
        if i <= order:
            for j in range(i, 0, -1):
                row[j] += row[j - 1] / xi
            m[AT] = xi
        if i <= order + 1:
            product *= xi
            gone += past_step(f, i, h)
            now, then = now * xi * h, then * gone
            m[NEXT], m[PRODUCT_NEXT] = xi, product
        if i == order:
            m[PRODUCT] = product
        m[BEYOND] = xi
    m[SINCE] = now / then
    first = row[1]
    for j in range(7):
        row[j] /= first


@kernel
def choose_formula(c):
    """The formula of the step to come."""
    f, ints = view2(c, FORMULA), table(c, INTS)
    if ints[I_VARIABLE] == 1:
        variable(f, ints[I_ORDER], view1(c, REAL)[R_H])
    else:
        fixed(f, ints[I_ORDER])


@kernel
def forget_steps(c):
    """At the beginning of a history."""
    f = view2(c, FORMULA)
    for i in range(f.shape[1]):
        f[PAST_STEPS, i] = 0.0


@kernel
def remember_step(c):
    """After an accepted step."""
    f = view2(c, FORMULA)
    for i in range(f.shape[1] - 1, 0, -1):
        f[PAST_STEPS, i] = f[PAST_STEPS, i - 1]
    f[PAST_STEPS, 0] = view1(c, REAL)[R_H]


@kernel
def through_past(f, count, h):
    """ROOM: the coefficients of x prod_{i=1..count} (x + s_i)."""
    row, s = f[ROOM], 0.0
    for j in range(f.shape[1]):
        row[j] = 0.0
    row[1] = 1.0
    for i in range(1, count + 1):
        s += past_step(f, i, h) / h
        for j in range(i + 1, 0, -1):
            row[j] = row[j - 1] + s * row[j]


@kernel
def raise_order(c):
    """The history with one order more (4), after an accepted step."""
    f, z, last, order = view2(c, FORMULA), view2(c, Z), view2(c, LAST), table(c, INTS)[I_ORDER]
    for n in range(z.shape[1]):
        z[order + 1, n] = last[0, n] / f[MEASURES, PRODUCT_NEXT]
    if table(c, INTS)[I_VARIABLE] == 1:
        through_past(f, order, view1(c, REAL)[R_H])
        for j in range(1, order + 1):
            for n in range(z.shape[1]):
                z[j, n] += f[ROOM, j] * z[order + 1, n]


@kernel
def lower_order(c):
    """The history with one order less (4)."""
    f, z, order = view2(c, FORMULA), view2(c, Z), table(c, INTS)[I_ORDER]
    if table(c, INTS)[I_VARIABLE] == 1:
        through_past(f, order - 1, view1(c, REAL)[R_H])
        for j in range(1, order):
            for n in range(view1(c, Y).shape[0]):
                z[j, n] -= f[ROOM, j] * z[order, n]
    clear(z, order - 1)
