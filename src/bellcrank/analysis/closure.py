"""How well the constraints are kept, in units of the bodies they hold.

A gap of 3 mm is nothing for a crane and a broken watch. Each constraint is measured by the bodies it acts on:

Size      l_b = the larger of the gyration radius of a body and the distance of its markers from the mass centre   (1)
Closure   |phi| / l of the integrated motion at the ends of steps, l the larger size of the two bodies;
          angles in radians                                                                                       (2)
Left      |phi| / l of the rows of results, l the smaller size: they are made consistent, unless they cannot be   (3)
Rate      |phi'| / (s + p l), s and p the largest speed of the mass centre and of turning, of both bodies         (4)
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from bellcrank.analysis.balance import WIDTH
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes

LEFT = 0.1
"""The part of what may be open between two steps that a row of results may keep."""
LOOSE = 10.0
"""Redundant constraints that fit to the digits of the file only (analysis/loose.py) may open so many times more."""


class Closure:
    """Figures (2) to (4) of one run."""

    def __init__(self, sim: Simulation, duration: float) -> None:
        self.sim, self.sizes = sim, np.zeros(0)
        self.begin(duration)

    def begin(self, duration: float) -> None:
        """Forget what was seen; masses may be others."""
        sim = self.sim
        sizes = body_sizes(sim)
        if sizes is not self.sizes:
            self.sizes = sizes
            self.__dict__.pop("_lengths", None)
        slowest = max(math.sqrt(math.hypot(*sim.builder.gravity) / sim.length), 1.0 / duration)
        self.spin = np.full(len(self.sizes), slowest)
        self.speed = slowest * self.sizes
        self.closure = self.left = self.rate = 0.0
        self.open, self.left_open = 0, 0
        """The rows with the largest gap between the steps, and in the rows of results."""

    def add(self, rows: np.ndarray) -> None:
        """See the speeds of more rows."""
        bodies = rows[:, 1 : 1 + WIDTH * len(self.sizes)].reshape(len(rows), -1, WIDTH)
        spin, speed = (np.einsum("rbi,rbi->rb", v, v).max(axis=0) for v in (bodies[:, :, 9:12], bodies[:, :, 21:24]))
        self.spin, self.speed = np.maximum(self.spin, np.sqrt(spin)), np.maximum(self.speed, np.sqrt(speed))

    def judge(self, seen: np.ndarray) -> None:
        """Take the largest violations of each constraint row: of phi, of phi', and of phi in the rows of results."""
        held, i, j, free, _ = self._rows
        if not len(held):
            return
        seen, n, (largest, large, small) = seen[held], len(self.sizes), self._lengths
        pace = np.zeros(n + 1)
        pace[:n] = self.speed + self.spin * self.sizes
        known = self._loosely(held)
        gaps, left = free * np.maximum(0.0, seen[:, 0] - known), free * np.maximum(0.0, seen[:, 2] - known)
        rates = (known == 0.0) * seen[:, 1] * largest / (np.maximum(pace[i], pace[j]) * large)
        self.open, self.closure = _worst(held, gaps / large)
        self.left_open, self.left = _worst(held, left / small)
        self.rate = _worst(held, rates)[1]

    def _loosely(self, rows: np.ndarray) -> np.ndarray | float:
        """What may be open in rows that fit to the digits of the file only."""
        loose = self.sim.loose
        return LOOSE * np.abs([loose.get(int(r), 0.0) for r in rows]) if loose else 0.0

    @property
    def worst_constraint(self) -> str:
        """The constraint with the largest gap in units of its bodies, `left` counting LEFT times."""
        return self.sim.row_title(self.left_open if self.left / LEFT > self.closure else self.open)

    @cached_property
    def _lengths(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of each row that holds a body: the size of the larger one, and what its gap is measured by: that, or the
        size of the smaller one; 1 for angles."""
        _, i, j, _, length = self._rows
        n, size = len(self.sizes), np.append(self.sizes, 0.0)
        first, second = size[i], size[j]
        largest = np.maximum(first, second)
        smallest = np.minimum(np.where(i < n, first, largest), np.where(j < n, second, largest))
        return largest, np.where(length, largest, 1.0), np.where(length, smallest, 1.0)

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The rows that hold a body; of each the two bodies (ground is behind all), whether positions obey it, and
        whether it is a length."""
        b = self.sim.builder
        of = [body if body >= 0 else len(self.sizes) for body in b.marker_body]
        i, j = np.array([of[row.i] for row in b.rows], int), np.array([of[row.j] for row in b.rows], int)
        free = np.array([0.0 if row.velocity_only else 1.0 for row in b.rows])
        length = np.array([row.translational for row in b.rows], bool)
        held = np.flatnonzero((i < len(self.sizes)) | (j < len(self.sizes)))
        return held, i[held], j[held], free[held], length[held]


def _worst(rows: np.ndarray, figures: np.ndarray) -> tuple[int, float]:
    """The row with the largest figure, and that figure."""
    n = int(figures.argmax())
    return int(rows[n]), float(figures[n])
