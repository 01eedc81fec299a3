"""The past of a multistep method in Nordsieck form: z_j = h^j y^(j) / j!, j = 0..k, a polynomial in (t - t_n)/h.

References   Nordsieck (1962), Math. Comp. 16, 22-49; Gear (1971), Numerical Initial Value Problems in ODEs, chapter 9.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.problem import BEFORE, INTS, LAST, REAL, SIZES, WORK, YD, Y, Z
from bellcrank.integrators.stepper import I_ORDER, I_SINCE, I_STALE, R_H
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

COEFFICIENTS = np.zeros((7, 7))
"""l_j of order k (row k), normalised to l_1 = 1: Gear (1971), section 11.1."""
for _k, _row in enumerate(
    (
        (1, 1),
        (2 / 3, 1, 1 / 3),
        (6 / 11, 1, 6 / 11, 1 / 11),
        (24 / 50, 1, 35 / 50, 10 / 50, 1 / 50),
        (120 / 274, 1, 225 / 274, 85 / 274, 15 / 274, 1 / 274),
        (720 / 1764, 1, 1624 / 1764, 735 / 1764, 175 / 1764, 21 / 1764, 1 / 1764),
    ),
    start=1,
):
    COEFFICIENTS[_k, : len(_row)] = _row
FACTORIAL = np.array([math.factorial(k) for k in range(8)], dtype=float)


@kernel
def predict(z, order):
    """Pascal's triangle: the Taylor expansion at t + h."""
    for k in range(order):
        for j in range(order - 1, k - 1, -1):
            for n in range(z.shape[1]):
                z[j, n] += z[j + 1, n]


@kernel
def retract(z, order):
    """Undo `predict`."""
    for k in range(order):
        for j in range(order - 1, k - 1, -1):
            for n in range(z.shape[1]):
                z[j, n] -= z[j + 1, n]


@kernel
def rescale(z, order, factor):
    """Change the step of the history by a factor."""
    f = 1.0
    for j in range(1, order + 1):
        f *= factor
        for n in range(z.shape[1]):
            z[j, n] *= f


@kernel
def keep_unit_length(c):
    """Bring quaternions whose length has drifted by 1 % back to one, with their past: their equation is linear.

    A method of this kind damps what turns; short quaternions would be tested against tolerances meant for unit ones.
    """
    y, z, last, earlier = view1(c, Y), view2(c, Z), view1(c, LAST), view1(c, BEFORE)
    for b in range(index1(c, SIZES)[0]):
        at = 7 * b + 3
        square = y[at] ** 2 + y[at + 1] ** 2 + y[at + 2] ** 2 + y[at + 3] ** 2
        if abs(square - 1.0) > 0.02:
            factor = 1.0 / math.sqrt(square)
            for n in range(at, at + 4):
                y[n] *= factor
                last[n] *= factor
                earlier[n] *= factor
                for j in range(8):
                    z[j, n] *= factor


@kernel
def start(c):
    """History of order 1 from consistent unknowns and rates in y and rate."""
    sizes, real, y, z, last, yd, work, ints = (
        index1(c, SIZES),
        view1(c, REAL),
        view1(c, Y),
        view2(c, Z),
        view1(c, LAST),
        view1(c, YD),
        view1(c, WORK),
        table(c, INTS),
    )
    bodies, states = sizes[0], sizes[1]
    h = real[R_H]
    for n in range(y.shape[0]):
        z[0, n] = y[n]
        for j in range(1, 8):
            z[j, n] = 0.0
        last[n] = 0.0
    for b in range(bodies):
        at, v = 7 * b, 7 * bodies + 6 * b
        wx, wy, wz = y[v + 3], y[v + 4], y[v + 5]
        e0, e1, e2, e3 = y[at + 3], y[at + 4], y[at + 5], y[at + 6]
        for n in range(3):
            z[1, at + n] = h * y[v + n]
        z[1, at + 3] = 0.5 * h * (-e1 * wx - e2 * wy - e3 * wz)
        z[1, at + 4] = 0.5 * h * (e0 * wx + e2 * wz - e3 * wy)
        z[1, at + 5] = 0.5 * h * (e0 * wy + e3 * wx - e1 * wz)
        z[1, at + 6] = 0.5 * h * (e0 * wz + e1 * wy - e2 * wx)
        for n in range(6):
            z[1, v + n] = h * yd[6 * b + n]
    for n in range(states):
        z[1, 13 * bodies + n] = h * yd[6 * bodies + n]
    z[1, y.shape[0] - 1] = h * (work[0] + work[1])
    ints[I_ORDER] = 1
    ints[I_SINCE] = 0
    ints[I_STALE] = 1
