"""Where the time of a run goes: the kernels of each kind of elements, timed at the last state.

    seconds of a kind = residuals x (one residual) + matrices x (one matrix) + steps x (what it does after a step)   (1)
Nothing is measured while the model runs, so that nothing is slowed down; where bodies no longer touch at the end, what
(1) says of contacts is too little.
"""

from __future__ import annotations

import time
from typing import Any

from bellcrank.kernel import Kernel
from bellcrank.numerics.context import run_kernel

LONG = 1.0
"""Runs of less seconds are not looked at."""
PART = 0.05
"""What takes less of the time is not told."""


def where_time_goes(work: Any, statistics: dict[str, Any]) -> dict[str, float]:
    """Kind of elements -> its part of the seconds of a run, the largest first; empty for short runs."""
    cpu = float(statistics.get("cpu", 0.0))
    if cpu < LONG:
        return {}
    counts = (statistics["residuals"], statistics["matrices"], statistics["steps"])
    parts = {}
    for kind, first in work.system.kinds:
        kernels = (kind.residual, kind.matrix, kind.accept)
        seconds = sum(n * once(kernel, work.context, first) for n, kernel in zip(counts, kernels) if kernel is not None)
        if seconds > PART * cpu:
            parts[kind.name] = min(1.0, seconds / cpu)
    return dict(sorted(parts.items(), key=lambda item: -item[1]))


def once(kernel: Kernel, context: Any, first: int) -> float:
    """The least CPU seconds of three calls; of one, where it is long."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        run_kernel(kernel, context, first)
        best = min(best, time.process_time() - start)
        if best > 0.05:
            break
    return best
