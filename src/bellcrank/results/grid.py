"""The times at which two runs are compared, and the way of their columns onto them.

The times are those of the coarser run within the common interval. A run that has a row at such a time (to six digits,
because request files keep no more) gives that row; otherwise it is interpolated after Akima, which hardly overshoots
at jumps. Of a repeated time the last row counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import Message, ResultsError
from .results import Results
from .units import conversion

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
SIX_DIGITS = 5e-6


class Grid:
    """`times` in the unit of the first run; `onto(0 or 1, column)` brings a column of a run onto them."""

    def __init__(self, first: Results, second: Results) -> None:
        factor = conversion(second.units("TIME"), first.units("TIME")) or 1.0
        self._sides = [rising(first.time), rising(second.time * factor)]
        spans = [time for time, _ in self._sides]
        if not all(len(time) for time in spans):
            raise ResultsError(Message("error", "E907", "one of the two runs has no rows"))
        start, stop = max(t[0] for t in spans), min(t[-1] for t in spans)
        slack = SIX_DIGITS * abs(stop)
        inside = [t[(t >= start - slack) & (t <= stop + slack)] for t in spans]
        if stop + slack < start or not all(len(t) for t in inside):
            why = " and ".join(f"{t[0]:g} to {t[-1]:g}" for t in spans)
            raise ResultsError(Message("error", "E907", "the two runs have no time in common", why=f"they span {why}"))
        self.times: Array = min(inside, key=len)

    def onto(self, side: int, column: Array) -> Array:
        """A column of the first (0) or second (1) run at the times of comparison."""
        time, rows = self._sides[side]
        values = column[rows]
        near = nearest(time, self.times)
        there = np.abs(time[near] - self.times) <= SIX_DIGITS * np.abs(self.times) + 1e-9 * (time[-1] - time[0])
        if np.all(there):
            return values[near]
        return np.where(there, values[near], akima(time, values, self.times))


def rising(time: Array) -> tuple[Array, Rows]:
    """Strictly increasing times and the row of each."""
    backwards = time[::-1]
    times, last = np.unique(backwards, return_index=True)
    return times, len(time) - 1 - last


def nearest(time: Array, at: Array) -> Rows:
    """The index of the time nearest to each of `at`."""
    right = np.minimum(np.searchsorted(time, at), len(time) - 1)
    left = np.maximum(right - 1, 0)
    return np.where(np.abs(time[left] - at) <= np.abs(time[right] - at), left, right)


def akima(time: Array, values: Array, at: Array) -> Array:
    """Interpolation; beyond the ends the end value, linear where there are fewer than four rows."""
    if len(time) < 4:
        return np.interp(at, time, values)
    from scipy.interpolate import Akima1DInterpolator

    between = Akima1DInterpolator(time, values)(np.clip(at, time[0], time[-1]))
    near = nearest(time, at)
    return np.where(time[near] == at, values[near], between)
