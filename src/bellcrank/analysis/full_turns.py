"""Full turns of the angles of joints in the results: counted at the outputs, where nothing else needs them.

    theta_k = a_k + 2 pi n_k,   n_k - n_(k-1) = round((h (r_(k-1) + r_k)/2 - (a_k - a_(k-1))) / 2 pi)            (1)

a between -pi and pi (YAW is AZ without turns), r its rate, h the output interval: the turn is the one that the rates
tell. It is missed only where the trapezoidal rule errs by half a turn within one interval. AZ of an expression counts
at every step instead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from bellcrank.results.entity import Entity


class FullTurns:
    """Completes the ANGLE columns of rows that come one after the other, time first."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self.angles, self.rates, at = [], [], 1
        for entity in entities:
            if {"ANGLE", "RATE"} <= set(entity.components) and entity.type != "Request":
                self.angles.append(at + entity.components.index("ANGLE"))
                self.rates.append(at + entity.components.index("RATE"))
            at += len(entity.components)
        self._both = np.array([0, *self.angles, *self.rates])
        self.begin()

    def begin(self) -> None:
        """The next row is the first."""
        self._before: np.ndarray | None = None
        self._turns = np.zeros(len(self.angles))

    def count(self, rows: np.ndarray) -> None:
        """Add the turns to the rows, in place (1)."""
        if not self.angles or not len(rows):
            return
        known, n = rows[:, self._both], len(self.angles)
        if self._before is not None:
            known = np.concatenate([self._before, known])
        self._before = known[-1:]
        change, rate = known[1:] - known[:-1], known[:, n + 1 :]
        more = np.rint((change[:, :1] * (rate[:-1] + rate[1:]) / 2.0 - change[:, 1 : n + 1]) / math.tau)
        if not len(more) or (not more.any() and not self._turns.any()):
            return
        turns = self._turns + np.where(np.isfinite(more), more, 0.0).cumsum(axis=0)
        if turns.any():
            rows[-len(turns) :, self._both[1 : n + 1]] += math.tau * turns
        self._turns = turns[-1]
