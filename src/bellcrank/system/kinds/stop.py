"""Stops: they act by the expressions in which they stand; what is kept here limits the next step.

Own array: k (expression of the longest step, by stops.py; whether it may go to nothing, as (1) there).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1
from bellcrank.registry import KINDS, entry
from bellcrank.system.assemble import nothing
from bellcrank.system.builder import Builder
from bellcrank.system.expressions import evaluate
from bellcrank.system.kind import Kind, Own
from bellcrank.system.layout import HSIZE, LONGEST, NUM

if TYPE_CHECKING:
    from bellcrank.system.system import System


PASSES = 0.1
"""The part of the last step that a step takes at least: it ends on the other side of a bend. On the way to a stop that
is grazed steps are shorter than the touch, so that it is not passed."""


@kernel
def accept(c, k):  # type: ignore[no-untyped-def]
    """LONGEST, by the expressions of stops.py."""
    num, stops = view1(c, NUM), index2(c, k)
    for n in range(stops.shape[0]):
        longest = evaluate(c, stops[n, 0])
        if stops[n, 1] == 1:
            longest = max(longest, PASSES * num[HSIZE])
        num[LONGEST] = min(num[LONGEST], longest)


class Stop(Kind):
    """See the module docstring."""

    def uses(self, builder: Builder) -> Sequence[tuple[int, bool]]:
        return builder.longest_steps

    def markers(self, use: tuple[int, bool]) -> tuple[int, ...]:
        return ()

    def owners(self, builder: Builder) -> set[int]:
        return set()

    def tabulate(self, system: System, uses: Sequence[tuple[int, bool]]) -> Own:
        return Own([np.array(uses, np.uint32)])


entry(KINDS, "STOP")(Stop("STOP", nothing, nothing, accept=accept))
