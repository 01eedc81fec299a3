"""The past of the unknowns that a model reads with a delay: the polynomials of the accepted steps, one row each.

Row        t, h, then z_0 .. z_6 of each unknown kept: y = sum z_j x^j, x = (tau - t)/h in [-1, 0]
Row 0      the prediction of the step being computed; PAST_NOW holds l_j/l_0, so that the model can add the correction
           (y - z_0) sum (l_j/l_0) x^j: a delay shorter than the step is implicit.
"""

from __future__ import annotations

from bellcrank.integrators.problem import FORMULA, INTS, KEPT, PAST, PAST_NOW, REAL, Z
from bellcrank.integrators.stepper import I_ORDER, R_H, R_T
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2

ROWS = 7
"""Where PAST_NOW holds the number of rows in use."""


@kernel
def write_row(c, row, t):
    """Time, step and polynomial of every unknown kept, from the history as it is."""
    past, kept, z, h = view2(c, PAST), index1(c, KEPT), view2(c, Z), view1(c, REAL)[R_H]
    order = table(c, INTS)[I_ORDER]
    past[row, 0], past[row, 1] = t, h
    for m in range(kept.shape[0]):
        for j in range(7):
            past[row, 2 + 7 * m + j] = z[j, kept[m]] if j <= order else 0.0


@kernel
def predict_past(c):
    """Row 0: the step to come."""
    now, f, real = view1(c, PAST_NOW), view2(c, FORMULA), view1(c, REAL)
    if index1(c, KEPT).shape[0] > 0:
        write_row(c, 0, real[R_T] + real[R_H])
        for j in range(7):
            now[j] = f[0, j] / f[0, 0]


@kernel
def keep_past(c):
    """One more row: the step just taken."""
    now = view1(c, PAST_NOW)
    if index1(c, KEPT).shape[0] > 0:
        write_row(c, int(now[ROWS]), view1(c, REAL)[R_T])
        now[ROWS] += 1.0


@kernel
def forget_slopes(c):
    """After a jump: the unknowns kept go on from where they are, at order 1."""
    kept, z = index1(c, KEPT), view2(c, Z)
    for m in range(kept.shape[0]):
        z[1, kept[m]] = 0.0


@kernel
def past_is_full(c):
    """Whether there is no room for another row."""
    return index1(c, KEPT).shape[0] > 0 and view1(c, PAST_NOW)[ROWS] >= view2(c, PAST).shape[0]
