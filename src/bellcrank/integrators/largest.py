"""The largest of many numbers in units of their tolerances: four at a time, which do not wait for each other.

A comparison takes four cycles until the next one may begin; a division as long as ten products. Places are unsigned
numbers: a signed one may count from the end, which is asked at every access.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.problem import DELTA, INVERSE, PACE_OF, POSITION_OF, REAL, TOL
from bellcrank.integrators.stepper import R_ERROR, R_ROUNDED
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, view1
from bellcrank.numerics.factors import FOUR, ONE, THREE, TWO


@kernel(inline=True)
def larger(a, b):
    """The larger one of two numbers; b where it is none."""
    return b if not b <= a else a


@kernel
def largest_product(a, per):
    """The largest |a_n| per_n."""
    size = per.shape[0]
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for k in range(size // 4):
        n = FOUR * np.uint64(k)
        w, x = larger(w, abs(a[n]) * per[n]), larger(x, abs(a[n + ONE]) * per[n + ONE])
        y, z = larger(y, abs(a[n + TWO]) * per[n + TWO]), larger(z, abs(a[n + THREE]) * per[n + THREE])
    for n in range(size - size % 4, size):
        w = larger(w, abs(a[n]) * per[n])
    return larger(larger(w, x), larger(y, z))


@kernel
def total_of(a):
    """The sum of all |a_n|: no number, or not finite, where one of them is so."""
    size = a.shape[0]
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for k in range(size // 4):
        n = FOUR * np.uint64(k)
        w, x, y, z = w + abs(a[n]), x + abs(a[n + ONE]), y + abs(a[n + TWO]), z + abs(a[n + THREE])
    for n in range(size - size % 4, size):
        w += abs(a[n])
    return (w + x) + (y + z)


NOISE = 1e-13
"""Rounding of positions, in units of the size that tolerances are parts of: predictions of order 6 magnify that of a
number, 2e-16, by 2^6, and ten of them are added."""
ABOVE = 10.0
"""The same for what rounding of the constraints does to positions: 2^6/7 in the error of order 6."""


@kernel
def rounding_of_positions(c):
    """The least error of positions that is more than rounding, in units of their tolerance."""
    real = view1(c, REAL)
    return min(1.0, max(NOISE / real[R_ERROR], ABOVE * real[R_ROUNDED]))


@kernel
def invert_tolerances(c, h):
    """INVERSE of the tolerances for a step h.

    What positions err by in a unit of time is a speed, whose tolerance is known: in a step h they may err by
    h tol(speed), or by their own tolerance where that is less. Many short steps that all err to one side then err
    by no more than the speeds may, whatever their number. What is only rounding is no error (singular.py). Bodies that
    strike or stick (PACE_OF is none) take their short steps where forces change: these are few and err to both sides.
    """
    tol, inverse, position, pace = view1(c, TOL), view1(c, INVERSE), index1(c, POSITION_OF), index1(c, PACE_OF)
    most = 1.0 / rounding_of_positions(c)
    for n in range(tol.shape[0]):
        inverse[n] = 1.0 / tol[n]
    for n in range(view1(c, DELTA).shape[0]):
        p = position[n]
        inverse[p] = max(inverse[p], min(inverse[pace[n]] / h, most * inverse[p]))
