"""Stops of IMPACT and BISTOP: they act by the expressions in which they stand; what is kept here limits the next step.

Own array: k (expression of the longest step, by stops.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, view1
from bellcrank.registry import KINDS, entry
from bellcrank.system.assemble import nothing
from bellcrank.system.builder import Builder
from bellcrank.system.expressions import evaluate
from bellcrank.system.kind import Kind, Own
from bellcrank.system.layout import LONGEST, NUM

if TYPE_CHECKING:
    from bellcrank.system.system import System


@kernel
def accept(c, k):  # type: ignore[no-untyped-def]
    """LONGEST, by the expressions of stops.py."""
    num, stops = view1(c, NUM), index1(c, k)
    for n in range(len(stops)):
        num[LONGEST] = min(num[LONGEST], evaluate(c, stops[n]))


class Stop(Kind):
    """See the module docstring."""

    def uses(self, builder: Builder) -> Sequence[int]:
        return builder.longest_steps

    def markers(self, use: int) -> tuple[int, ...]:
        return ()

    def owners(self, builder: Builder) -> set[int]:
        return set()

    def tabulate(self, system: System, uses: Sequence[int]) -> Own:
        return Own([np.array(uses, np.uint32)])


entry(KINDS, "STOP")(Stop("STOP", nothing, nothing, accept=accept))
