"""The largest of many numbers in units of their tolerances: four at a time, which do not wait for each other.

A comparison takes four cycles until the next one may begin; a division as long as ten products. Places are unsigned
numbers: a signed one may count from the end, which is asked at every access.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.problem import INVERSE, TOL
from bellcrank.kernel import kernel
from bellcrank.numerics.context import view1
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
def invert_tolerances(c):
    """INVERSE of the tolerances as they are."""
    tol, inverse = view1(c, TOL), view1(c, INVERSE)
    for n in range(tol.shape[0]):
        inverse[n] = 1.0 / tol[n]
