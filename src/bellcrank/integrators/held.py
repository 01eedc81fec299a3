"""Velocities that stiff springs hold: they jump when the step changes, for errors that earlier steps have made.

A stiff spring holds positions like a constraint. The velocity along it is then their difference quotient, which order k
makes wrong by

    S_k = h^k y^(k+1) / (k+1)                                                                                     (1)

Steps of one length repeat that error unseen. Another length or order makes it jump by about S_k, and a method that
tests velocities (SI2) is caught: every change is rejected, the step stays as short as S_k allows at order 1 or 2, a
hundred times shorter than the motion asks for.

Caught       the step after a change that the method has chosen, of order 3 at most, is rejected for a velocity whose
             error is SURPRISE times what was foreseen, PATIENCE times over for the same body and always at about the
             same length (at a contact the step shrinks). Changes that go well count against it.
Cure         the errors of the velocities of this body count EASE of what they are, with each step 2 % more, and fully
             again when a step of less than a tenth of the rejected one is rejected: there is something else. So the
             order can rise, which makes (1) small. Positions, and all other bodies, are tested as ever.
References   Lubich (1993), Z. angew. Math. Phys. 44, 1022-1053: stiff mechanical systems behave like constrained ones.
"""

from __future__ import annotations

import math

from bellcrank.integrators.problem import HELD, INTS, REAL
from bellcrank.integrators.stepper import (
    I_EASED,
    I_ORDER,
    I_WORST,
    R_CAUGHT,
    R_EASED,
    R_FORESEEN,
    R_H,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2

SURPRISE = 5.0
"""Measured: mostly 5 to 30 where steps are caught, at most 105; a real vibration: once above 5 in five runs."""
PATIENCE = 6
"""Measured: with 4, switches by IF were taken for springs in some of 36 runs; with 6 in none, nor contacts in 320."""
EASE = 1e-3
"""Measured: jumps of up to 20 times the tolerance at once, and several of them follow each other."""
REGAINED = 1.02
"""Fully tested again after 350 steps. Measured: after 70 steps (1.1) a chain on bushings took ten times as many."""


@kernel
def ease_of(held, n):
    """The part of its error for which unknown n of the state counts."""
    bodies = held.shape[0]
    return held[(n - 7 * bodies) // 6, 0] if 7 * bodies <= n < 13 * bodies else 1.0


@kernel
def foresee(c, error):
    """Keep the error that the step after a change chosen by the method should have; infinite: no such step."""
    view1(c, REAL)[R_FORESEEN] = error


@kernel
def count_fully(c):
    """The velocities of all bodies count fully."""
    held = view2(c, HELD)
    for b in range(held.shape[0]):
        held[b, 0], held[b, 1] = 1.0, 0.0


@kernel
def note_rejected(c, error):
    """A step was too inaccurate: look whether it is caught, and for which body."""
    ints, real, held = table(c, INTS), view1(c, REAL), view2(c, HELD)
    bodies, n, h = held.shape[0], ints[I_WORST], real[R_H]
    if h < 0.1 * real[R_EASED]:
        count_fully(c)
    if ints[I_ORDER] > 3 or not 7 * bodies <= n < 13 * bodies or not error > SURPRISE * real[R_FORESEEN]:
        return
    if not 0.5 * real[R_CAUGHT] < h < 2.0 * real[R_CAUGHT]:
        real[R_CAUGHT] = h
        for b in range(bodies):
            held[b, 1] = 0.0
    b = (n - 7 * bodies) // 6
    held[b, 1] += 1.0
    if held[b, 1] == PATIENCE:
        held[b, 0], held[b, 1], real[R_EASED] = EASE, 0.0, h
        ints[I_EASED] += 1


@kernel
def note_accepted(c):
    """A step was good."""
    real, held = view1(c, REAL), view2(c, HELD)
    well = 1.0 if real[R_FORESEEN] < math.inf else 0.0
    real[R_FORESEEN] = math.inf
    for b in range(held.shape[0]):
        held[b, 0] = min(1.0, REGAINED * held[b, 0])
        held[b, 1] = max(0.0, held[b, 1] - well)
