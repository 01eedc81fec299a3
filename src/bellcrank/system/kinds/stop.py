"""Stops: they act by the expressions in which they stand; what is kept here limits the next step (stops.py).

Own array: k (expressions of the way, of its rate and of the way to the last push, NO where there is none; the first and
the last body of the way, 1 for an angle).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1
from bellcrank.registry import KINDS, entry
from bellcrank.system.assemble import nothing
from bellcrank.system.bends import PASSES, time_to_bend, tolerance_of_place, tolerance_of_turn
from bellcrank.system.builder import Builder, StopUse
from bellcrank.system.expressions import evaluate
from bellcrank.system.kind import Kind, Own
from bellcrank.system.kinds.of_expressions import DISTANCES
from bellcrank.system.layout import HSIZE, LONGEST, NUM, _n

if TYPE_CHECKING:
    from bellcrank.system.system import System

NO = _n(2**31)
WAY, RATE, PUSH, BODIES, ANGLE = _n(0), _n(1), _n(2), _n(3), _n(5)


@kernel
def tolerance(c, k, n):  # type: ignore[no-untyped-def]
    """That of the places, or turns, of the bodies of stop n."""
    stops, found = index2(c, k), 0.0
    for m in range(BODIES, BODIES + 2):
        b = stops[n, m]
        found = max(found, tolerance_of_turn(c, b) if stops[n, ANGLE] == 1 else tolerance_of_place(c, b))
    return found


@kernel
def longest_step(c, k, n):  # type: ignore[no-untyped-def]
    """(1) and (2) of stops.py for stop n."""
    stops = index2(c, k)
    gap, rate = evaluate(c, stops[n, WAY]), evaluate(c, stops[n, RATE])
    if not gap * rate < 0.0:
        return math.inf
    tol = tolerance(c, k, n)
    longest = time_to_bend(c, abs(gap), abs(rate), tol)  # (1)
    if gap < 0.0 and stops[n, PUSH] != NO:
        push = evaluate(c, stops[n, PUSH])
        if push >= 0.0:
            longest = min(longest, max(max(push, tol) / abs(rate), PASSES * view1(c, NUM)[HSIZE]))  # (2)
    return longest


@kernel
def accept(c, k):  # type: ignore[no-untyped-def]
    """LONGEST."""
    num = view1(c, NUM)
    for n in range(index2(c, k).shape[0]):
        num[LONGEST] = min(num[LONGEST], longest_step(c, k, n))


class Stop(Kind):
    """See the module docstring."""

    def uses(self, builder: Builder) -> Sequence[StopUse]:
        return builder.stops_of_steps

    def markers(self, use: StopUse) -> tuple[int, ...]:
        return ()

    def owners(self, builder: Builder) -> set[int]:
        return set()

    def tabulate(self, system: System, uses: Sequence[StopUse]) -> Own:
        b, rows = system.builder, []
        for use in uses:
            leaves = b.expressions[use.gap].leaves
            bodies = sorted({b.marker_body[m] for leaf in leaves for m in leaf.markers} - {-1}) or [NO]
            is_angle = not any(leaf.kind in DISTANCES for leaf in leaves)
            push = NO if use.push is None else use.push
            rows.append((use.gap, use.rate, push, bodies[0], bodies[-1], is_angle))
        return Own([np.array(rows, np.uint32)])


entry(KINDS, "STOP")(Stop("STOP", nothing, nothing, accept=accept))
