"""Tolerances of the unknowns, in units that fit the model: its size, a radian, its fastest turning so far.

ERROR of a dataset counts in its own unit of length (R_UNIT = 1, or the size of a smaller model), as in Adams.
"""

from __future__ import annotations

from bellcrank.integrators.problem import KIND, REAL, SIZES, TOL, Z
from bellcrank.integrators.stepper import R_ERROR, R_INERTIA, R_LENGTH, R_SCALE, R_UNIT
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, view1, view2


@kernel
def set_tolerances(c):
    """Tolerance of each unknown: ERROR times R_UNIT, one radian, and the largest turning speed so far.

    Speeds are those of the history, before it predicts: what a rejected step has left in Y may be anything.
    """
    real, sizes, y, tol, kinds = view1(c, REAL), index1(c, SIZES), view2(c, Z)[0], view1(c, TOL), index1(c, KIND)
    error, length, unit, pace = real[R_ERROR], real[R_LENGTH], real[R_UNIT], real[R_SCALE]
    bodies = sizes[0]
    for b in range(bodies):
        for n in range(3):
            at = 7 * bodies + 6 * b + n
            pace = max(pace, abs(y[at + 3]), abs(y[at]) / length)
    real[R_SCALE] = pace
    for n in range(tol.shape[0]):
        kind = kinds[n]
        if kind == 0:
            tol[n] = error * unit
        elif kind == 1:
            tol[n] = error * 0.5
        elif kind == 2:
            tol[n] = error * unit * pace
        elif kind == 3:
            tol[n] = error * pace
        elif kind == 4:
            tol[n] = error * max(1.0, abs(y[n]))
        elif kind == 6:
            tol[n] = error * unit / length * max(real[R_INERTIA] * pace * pace, abs(y[n]))
