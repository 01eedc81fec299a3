"""Laws of the user: functions f(n, x, out) behind addresses, with their constant numbers first (expression/bound.py).

normal force   N = f(par, G, g')                                                                                 (1)
friction       mu = f(par, v), v the speed of sliding                                                            (2)
"""

import math

from bellcrank.expression.foreign import call_numbers, pointer
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2
from bellcrank.system.contact.layout import LAW_COLUMNS, LAW_OUT, LAW_WORK, LAWS
from bellcrank.system.layout import BAD_EXPRESSION, NUM

SLOWEST = 1e-9
"""Below this speed mu/v keeps its value: nothing is divided by 0."""


@kernel
def ask(c, k, row, n):
    """Call the function of a row with its n arguments; what is no number stops the analysis."""
    work, num = view2(c, k + LAW_WORK), view1(c, NUM)
    call_numbers(table(c, k + LAWS)[row], n, pointer(work), row * LAW_COLUMNS, row * LAW_COLUMNS + LAW_OUT)
    if not math.isfinite(work[row, LAW_OUT]) and num[BAD_EXPRESSION] == 0.0:
        num[BAD_EXPRESSION] = -1.0 - row


@kernel
def user_normal(c, k, row, n, depth, rate):
    """N, dN/dG, dN/dg' of (1); n arguments, the last two of them G and g'."""
    work = view2(c, k + LAW_WORK)
    work[row, n - 2], work[row, n - 1] = depth, rate
    ask(c, k, row, n)
    return work[row, LAW_OUT], work[row, LAW_OUT + n - 1], work[row, LAW_OUT + n]


@kernel
def user_friction(c, k, row, n, square):
    """mu/v of (2), and its slope by v over v, for the squared speed."""
    work, v = view2(c, k + LAW_WORK), max(SLOWEST, math.sqrt(square))
    work[row, n - 1] = v
    ask(c, k, row, n)
    mu = work[row, LAW_OUT] / v
    return mu, (work[row, LAW_OUT + n] - mu) / (v * v)
