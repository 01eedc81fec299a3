"""The past of a multistep method in Nordsieck form: z_j = h^j y^(j) / j!, j = 0..k, a polynomial in (t - t_n)/h.

Rows beyond the order k, up to the highest one, are zero: what is done at every step is written for all of them, four
unknowns at a time.

References   Nordsieck (1962), Math. Comp. 16, 22-49; Gear (1971), Numerical Initial Value Problems in ODEs, chapter 9.
"""

from __future__ import annotations

import math

import numpy as np

from bellcrank.integrators.calls import run
from bellcrank.integrators.problem import F_DECODE, F_ENCODE, INTS, LAST, N_T, NUM, REAL, YD, Y, Z
from bellcrank.integrators.stepper import I_CAP, I_FLAT, I_ORDER, I_SINCE, I_STALE, R_H, R_T
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2
from bellcrank.numerics.factors import FOUR, ONE, THREE, TWO

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


HIGHEST = 6
"""The highest order."""


@kernel(inline=True)
def shifted(a, b, c, d, e, f, g):
    """Pascal's triangle: the polynomial with these coefficients about x = 1 instead of x = 0."""
    f += g
    e += f
    d += e
    c += d
    b += c
    a += b
    f += g
    e += f
    d += e
    c += d
    b += c
    f += g
    e += f
    d += e
    c += d
    f += g
    e += f
    d += e
    f += g
    e += f
    return a, b, c, d, e, f + g


@kernel(inline=True)
def column(z, n):
    """The history of unknown n."""
    return z[0, n], z[1, n], z[2, n], z[3, n], z[4, n], z[5, n], z[6, n]


@kernel(inline=True)
def put_row(z, j, n, a, b, c, d):
    """Four numbers of row j from unknown n on."""
    z[j, n], z[j, n + ONE], z[j, n + TWO], z[j, n + THREE] = a, b, c, d


@kernel(vector=True)
def predict(z):
    """The Taylor expansion at t + h."""
    size = z.shape[1]
    for k in range(size // 4):
        n = FOUR * np.uint64(k)
        a, b = shifted(*column(z, n)), shifted(*column(z, n + ONE))
        c, d = shifted(*column(z, n + TWO)), shifted(*column(z, n + THREE))
        put_row(z, 0, n, a[0], b[0], c[0], d[0])
        put_row(z, 1, n, a[1], b[1], c[1], d[1])
        put_row(z, 2, n, a[2], b[2], c[2], d[2])
        put_row(z, 3, n, a[3], b[3], c[3], d[3])
        put_row(z, 4, n, a[4], b[4], c[4], d[4])
        put_row(z, 5, n, a[5], b[5], c[5], d[5])
    for n in range(size - size % 4, size):
        z[0, n], z[1, n], z[2, n], z[3, n], z[4, n], z[5, n] = shifted(*column(z, n))


@kernel(inline=True)
def add_to_row(z, j, n, part, a, b, c, d):
    """part (a, b, c, d) to row j from unknown n on."""
    x, y = z[j, n] + part * a, z[j, n + ONE] + part * b
    put_row(z, j, n, x, y, z[j, n + TWO] + part * c, z[j, n + THREE] + part * d)


@kernel(vector=True)
def add_polynomial(z, l, e):
    """z_j += l_j e for all rows, e an error of each unknown."""
    size = z.shape[1]
    l0, l1, l2, l3, l4, l5, l6 = l[0], l[1], l[2], l[3], l[4], l[5], l[6]
    for k in range(size // 4):
        n = FOUR * np.uint64(k)
        a, b, c, d = e[n], e[n + ONE], e[n + TWO], e[n + THREE]
        add_to_row(z, 0, n, l0, a, b, c, d)
        add_to_row(z, 1, n, l1, a, b, c, d)
        add_to_row(z, 2, n, l2, a, b, c, d)
        add_to_row(z, 3, n, l3, a, b, c, d)
        add_to_row(z, 4, n, l4, a, b, c, d)
        add_to_row(z, 5, n, l5, a, b, c, d)
        add_to_row(z, 6, n, l6, a, b, c, d)
    for n in range(size - size % 4, size):
        for j in range(HIGHEST + 1):
            z[j, n] += l[j] * e[n]


@kernel
def clear(z, order):
    """Rows beyond the order become zero again."""
    for j in range(order + 1, HIGHEST + 1):
        for n in range(z.shape[1]):
            z[j, n] = 0.0


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
    ints[I_FLAT], ints[I_CAP] = 0, 0


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
