"""The largest of many numbers in units of their tolerances: four at a time, which do not wait for each other.

A comparison takes four cycles until the next one may begin; a division as long as ten products.
"""

from __future__ import annotations

from bellcrank.integrators.problem import INVERSE, TOL
from bellcrank.kernel import kernel
from bellcrank.numerics.context import view1


@kernel(inline=True)
def larger(a, b):
    """The larger one of two numbers; b where it is none."""
    return b if not b <= a else a


@kernel
def largest_product(a, per):
    """The largest |a_n| per_n."""
    size = per.shape[0]
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for n in range(0, size - 3, 4):
        w, x = larger(w, abs(a[n]) * per[n]), larger(x, abs(a[n + 1]) * per[n + 1])
        y, z = larger(y, abs(a[n + 2]) * per[n + 2]), larger(z, abs(a[n + 3]) * per[n + 3])
    for n in range(size - size % 4, size):
        w = larger(w, abs(a[n]) * per[n])
    return larger(larger(w, x), larger(y, z))


@kernel
def invert_tolerances(c):
    """INVERSE of the tolerances as they are."""
    tol, inverse = view1(c, TOL), view1(c, INVERSE)
    for n in range(tol.shape[0]):
        inverse[n] = 1.0 / tol[n]
