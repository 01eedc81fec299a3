"""The past of a multistep method in Nordsieck form: z_j = h^j y^(j) / j!, j = 0..k, a polynomial in (t - t_n)/h.

References   Nordsieck (1962), Math. Comp. 16, 22-49; Gear (1971), Numerical Initial Value Problems in ODEs, chapter 9.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.calls import run
from bellcrank.integrators.problem import F_DECODE, F_ENCODE, INTS, LAST, N_T, NUM, REAL, YD, Y, Z
from bellcrank.integrators.stepper import I_ORDER, I_SINCE, I_STALE, R_H, R_T
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2

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
def start(c):
    """History of order 1 from the unknowns and rates of the model as it is."""
    real, y, z, last, yd, ints = view1(c, REAL), view1(c, Y), view2(c, Z), view2(c, LAST), view1(c, YD), table(c, INTS)
    run(c, F_ENCODE)
    for n in range(y.shape[0]):
        z[0, n] = y[n]
        z[1, n] = real[R_H] * yd[n]
        for j in range(2, 8):
            z[j, n] = 0.0
        last[0, n] = 0.0
        last[1, n] = 0.0
    ints[I_ORDER] = 1
    ints[I_SINCE] = 0
    ints[I_STALE] = 1


@kernel
def place(c, t):
    """The model at time t by the polynomials of the history."""
    y, z, real, order = view1(c, Y), view2(c, Z), view1(c, REAL), table(c, INTS)[I_ORDER]
    x = (t - real[R_T]) / real[R_H]
    for n in range(y.shape[0]):
        value = 0.0
        for j in range(order, -1, -1):
            value = value * x + z[j, n]
        y[n] = value
    view1(c, NUM)[N_T] = t
    run(c, F_DECODE)


@kernel
def back(c):
    """The unknowns of the last accepted step again, and the model there: an event may begin a new history from it."""
    y, z = view1(c, Y), view2(c, Z)
    for n in range(y.shape[0]):
        y[n] = z[0, n]
    view1(c, NUM)[N_T] = view1(c, REAL)[R_T]
    run(c, F_DECODE)
