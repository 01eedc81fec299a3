"""Velocities that stiff springs hold: they jump when the step changes, for errors that earlier steps have made.

A stiff spring holds positions like a constraint. The velocity along it is then their difference quotient, which order k
makes wrong by

    S_k = h^k y^(k+1) / (k+1)                                                                                     (1)

Steps of one length repeat that error unseen. Another length or order makes it jump by about S_k, and a method that
tests velocities (SI2) is caught: every change is rejected, the step stays as short as S_k allows at order 1 or 2, a
hundred times shorter than the motion asks for.

Caught       the first step after a change, of order 3 at most, is rejected for a velocity whose error is FORESEEN_RATIO
             times what was foreseen. Changes that go well count against it. Vibrations that are really there are no
             surprise of this kind, and are resolved by higher orders.
Cure         after PATIENCE of them the errors of velocities count EASE of what they are; with each step they count 2 %
             more. So the order can rise, which makes (1) small. Positions are tested as ever.
References   Lubich (1993), Z. angew. Math. Phys. 44, 1022-1053: stiff mechanical systems behave like constrained ones.
"""

from __future__ import annotations

from bellcrank.integrators.problem import INTS, REAL, SIZES
from bellcrank.integrators.stepper import I_CAUGHT, I_EASED, I_IN_A_ROW, I_ORDER, I_SINCE, I_WORST, R_EASE, R_FORESEEN
from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, table, view1

FORESEEN_RATIO = 5.0
PATIENCE = 4
EASE = 1e-3
REGAINED = 1.02


@kernel
def is_velocity(c, n):
    """Whether unknown n of the state is a velocity of a body."""
    bodies = index1(c, SIZES)[0]
    return 7 * bodies <= n < 13 * bodies


@kernel
def foresee(c, error):
    """Keep the error that the first step after a change of length or order should have."""
    view1(c, REAL)[R_FORESEEN] = error


@kernel
def note_rejected(c, error):
    """Look whether a step that was too inaccurate was caught."""
    ints, real = table(c, INTS), view1(c, REAL)
    first = ints[I_SINCE] == 0 and ints[I_IN_A_ROW] == 0
    surprise = error > FORESEEN_RATIO * real[R_FORESEEN]
    if first and surprise and ints[I_ORDER] <= 3 and is_velocity(c, ints[I_WORST]):
        ints[I_CAUGHT] += 1
    if ints[I_CAUGHT] >= PATIENCE:
        ints[I_CAUGHT] = 0
        ints[I_EASED] += 1
        real[R_EASE] = EASE


@kernel
def note_accepted(c):
    """A step was good."""
    ints, real = table(c, INTS), view1(c, REAL)
    if ints[I_SINCE] == 0 and ints[I_IN_A_ROW] == 0 and ints[I_CAUGHT] > 0:
        ints[I_CAUGHT] -= 1
    real[R_EASE] = min(1.0, REGAINED * real[R_EASE])
