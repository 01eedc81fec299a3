"""The steps before a run stopped, as a chart of the report: their sizes, and where steps were rejected.

The integrator keeps its last steps (`TAKEN` of integrators/problem.py). A step that is rejected again and again has no
place among them; the size at which it was given up is the last point.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.analysis.transient import Transient
from bellcrank.integrators import problem as at
from bellcrank.integrators import stepper as st


def step_history(run: Transient, unit: str) -> dict[str, Any] | None:
    """The chart, as plain values (`charts` of the results); None for a run without a step."""
    taken = run.context.arrays[int(at.TAKEN)]
    steps, room = int(run.ints[st.I_STEPS]), len(taken)
    numbers = np.arange(max(steps - room, 0), steps)
    rows = taken[numbers % room]
    if not len(rows):
        return None
    rejected = int(run.ints[st.I_ERROR_FAILS] + run.ints[st.I_NEWTON_FAILS])
    before = np.diff(rows[:, 3], prepend=rows[0, 3]) > 0.0
    sizes = [float(h) for h in rows[:, 1]]
    at_rejections: list[float | None] = [h if after else None for h, after in zip(sizes, before, strict=True)]
    last = abs(float(run.real[st.R_H])) or None
    tried = rejected - int(rows[-1, 3])
    title = f"The last {len(rows)} of {steps} steps, from time {rows[0, 0]:.6g} to {float(run.real[st.R_T]):.9g}"
    if tried:
        title += f"; then {tried} {'was' if tried == 1 else 'were'} rejected"
    return {
        "title": title,
        "x": "step",
        "y": f"size / {unit}" if unit else "size",
        "values": [float(n + 1) for n in [*numbers, steps]],
        "curves": [
            {"name": "steps taken", "values": [*sizes, None]},
            {"name": "after rejected ones", "values": [*at_rejections, last if tried else None], "points": True},
        ],
        "logarithmic": True,
    }
