"""The value of an algebraic unknown at an earlier time, for DELAY.

Steps taken    v(tau) = P(x) = sum z_j x^j, x = (tau - t)/h, the polynomial of the step that ends at t >= tau        (1)
Step to take   v(tau) = P(x) + (v - z_0) L(x), L = sum (l_j/l_0) x^j, v the unknown now; L(0) = 1                    (2)
So the past is as accurate as the solution itself, and a delay shorter than the step is implicit. The rows are kept by
the integrator (integrators/past.py); before the first one the value is that of its beginning.
"""

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.layout import IN_DELAY, IN_NUMBER, IN_PAST, LEAF, NUM, PAST, PAST_NOW, T, V

ROWS = 7


@kernel
def row_of(past, rows, tau):
    """The first of the rows 1 .. rows - 1 whose time is not before tau; row 0, the step to take, behind the last."""
    low, high = 1, rows
    while low < high:
        middle = (low + high) // 2
        if past[middle, 0] < tau:
            low = middle + 1
        else:
            high = middle
    return low if low < rows else 0


@kernel
def past_value(c, n):
    """Leaf n: v(tau), and its derivatives by v now and by tau; none of the iterations looks into the future."""
    leaf, past, now, v = index2(c, LEAF), view2(c, PAST), view1(c, PAST_NOW), view1(c, V)
    first, value, delay = 2 + 7 * leaf[n, IN_NUMBER], v[leaf[n, IN_PAST]], max(0.0, v[leaf[n, IN_DELAY]])
    tau = view1(c, NUM)[T] - delay
    row = row_of(past, int(now[ROWS]), tau)
    h = past[row, 1]
    if h == 0.0 or (delay == 0.0 and row == 0):
        return value, 1.0, 0.0
    x = max(-1.0, (tau - past[row, 0]) / h)
    p, slope, l, l_slope = 0.0, 0.0, 0.0, 0.0
    for j in range(6, -1, -1):
        slope = slope * x + p
        p = p * x + past[row, first + j]
        l_slope = l_slope * x + l
        l = l * x + now[j]
    if row > 0:
        return p, 0.0, slope / h  # (1)
    change = value - past[0, first]
    return p + change * l, l, (slope + change * l_slope) / h  # (2)
