"""The error of a step, in units of the tolerance: its largest component.

Estimates   of the order k in use: y - z_0 (predicted); of k-1: P_k z_k; of k+1: the change of y - z_0 (formula.py) (1)
Filter      what stiff springs hold has a velocity that is the difference quotient of its positions: it jumps by the
            error of the formula when step or order change, without any harm. The equations see an error e of
            velocities as    [M - hb f_u - (hb)^2 f_q, J^T; J, 0] e' = [M e; 0]                                   (2)
            with the matrix of Newton's iterations: directions that a spring of k >> m/(hb)^2 holds fade, those across
            constraints vanish, free ones stay. It costs a solve, and is asked where the plain estimate would reject
            a step or hold it back.
Order 1     a velocity along a stiff spring is a difference quotient, with order 1 wrong by h q''/2 = z_2/h, of which
            its own estimate, h^2 u''/2, knows nothing: such velocities jump when the order rises again, and a run
            was caught between the orders 1 and 2. So order 1 must keep z_2/h within the tolerance too.           (3)
References  Shampine (1984), SIAM J. Sci. Stat. Comput. 5, 558-570; Hairer & Wanner (1996), Solving ODEs II, IV.8.
"""

from __future__ import annotations

import numpy as np

from bellcrank.integrators.calls import STEPS, run, solve, solve_both
from bellcrank.integrators.formula import MEASURES, PRODUCT, SINCE
from bellcrank.integrators.largest import larger
from bellcrank.integrators.problem import (
    CHECKED,
    CLOSING,
    DELTA,
    F_TIMES_MASS,
    FORMULA,
    INTS,
    INVERSE,
    LAST,
    POSITION_OF,
    REAL,
    SPEED_OF,
    STEP,
    Y,
    Z,
)
from bellcrank.integrators.stepper import I_SI2, I_WORST, R_H
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1, view2
from bellcrank.numerics.factors import ONE, TWO

NOW, TAKEN, LOWER, HIGHER = 0, 1, 2, 3
"""Of the step being computed; of the one just taken, for the order in use, one less, one more."""


@kernel(inline=True)
def estimate_of(y, z, last, measures, which, order, n):
    """Equation (1) for unknown n."""
    if which == NOW:
        return y[n] - z[0, n]
    if which == TAKEN:
        return last[0, n]
    if which == LOWER:
        return measures[PRODUCT] * z[order, n]
    return last[0, n] - measures[SINCE] * last[1, n]


@kernel
def plain_error(c, which, order, speeds):
    """The largest component; without the speeds that the filter knows better, when speeds is 0."""
    checked, y, z, last, per = index1(c, CHECKED), view1(c, Y), view2(c, Z), view2(c, LAST), view1(c, INVERSE)
    of, measures = index1(c, SPEED_OF), view2(c, FORMULA)[MEASURES]
    positions = view1(c, DELTA).shape[0]
    first = of[0] if positions > 0 else 0
    last_left_out = first + positions if speeds == 0 else first
    worst, where = 0.0, 0
    for k in range(checked.shape[0]):
        n = checked[k]
        if first <= n < last_left_out:
            continue
        size = abs(estimate_of(y, z, last, measures, which, order, n)) * per[n]
        if not size <= worst:
            worst, where = size, n
    if which == NOW:
        table(c, INTS)[I_WORST] = where
    return worst


@kernel
def error_of_step(c):
    """The largest component of the step being computed, all speeds counted: the common case, two at a time."""
    checked, y, z, per = index1(c, CHECKED), view1(c, Y), view2(c, Z), view1(c, INVERSE)
    size, odd, even = checked.shape[0], 0.0, 0.0
    for pair in range(size // 2):
        k = TWO * np.uint64(pair)
        n, m = checked[k], checked[k + ONE]
        even, odd = larger(even, abs(y[n] - z[0, n]) * per[n]), larger(odd, abs(y[m] - z[0, m]) * per[m])
    if size % 2 == 1:
        n = checked[size - 1]
        even = larger(even, abs(y[n] - z[0, n]) * per[n])
    return larger(even, odd)


@kernel
def put_errors(c, which, order):
    """STEP: the errors of speeds times the masses, the right-hand side of (2)."""
    step, y, z, last, of = view1(c, STEP), view1(c, Y), view2(c, Z), view2(c, LAST), index1(c, SPEED_OF)
    positions, measures = view1(c, DELTA).shape[0], view2(c, FORMULA)[MEASURES]
    for n in range(step.shape[0]):
        step[n] = estimate_of(y, z, last, measures, which, order, of[n]) if n < positions else 0.0
    run(c, F_TIMES_MASS)


@kernel
def filtered_error(c, which, order):
    """The same with the speeds as the equations see them (2)."""
    step, per, of, ints = view1(c, STEP), view1(c, INVERSE), index1(c, SPEED_OF), table(c, INTS)
    worst = plain_error(c, which, order, 0)
    put_errors(c, which, order)
    solve(c, STEPS)
    for n in range(view1(c, DELTA).shape[0]):
        size = abs(step[n]) * per[of[n]]
        if not size <= worst:
            worst = size
            if which == NOW:
                ints[I_WORST] = of[n]
    return worst


@kernel
def filtered_neighbours(c, order):
    """`filtered_error` of one order less and of one more: two right-hand sides cost little more than one."""
    step, closing, per, of = view1(c, STEP), view1(c, CLOSING), view1(c, INVERSE), index1(c, SPEED_OF)
    less, more = plain_error(c, LOWER, order, 0), plain_error(c, HIGHER, order, 0)
    put_errors(c, HIGHER, order)
    for n in range(step.shape[0]):
        closing[n] = step[n]
    put_errors(c, LOWER, order)
    solve_both(c, STEPS)
    for n in range(view1(c, DELTA).shape[0]):
        less, more = larger(less, abs(step[n]) * per[of[n]]), larger(more, abs(closing[n]) * per[of[n]])
    return less, more


@kernel
def slope_error(c):
    """(3): the largest, after a step of order 2."""
    z, per, position, speed = view2(c, Z), view1(c, INVERSE), index1(c, POSITION_OF), index1(c, SPEED_OF)
    worst = 0.0
    for n in range(view1(c, DELTA).shape[0]):
        worst = max(worst, abs(z[2, position[n]]) * per[speed[n]])
    return worst / view1(c, REAL)[R_H]


@kernel
def largest_error(c, which, order, held):
    """The error; as the equations see it where speeds are controlled and something may be held."""
    if held and table(c, INTS)[I_SI2] == 1 and view1(c, DELTA).shape[0] > 0:
        return filtered_error(c, which, order)
    return plain_error(c, which, order, 1)


@kernel
def neighbouring_errors(c, order, held):
    """The errors of one order less and of one more."""
    if held and table(c, INTS)[I_SI2] == 1 and view1(c, DELTA).shape[0] > 0:
        return filtered_neighbours(c, order)
    return plain_error(c, LOWER, order, 1), plain_error(c, HIGHER, order, 1)
