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

SPIN_AND_SPEED = np.array([[9, 10, 11], [21, 22, 23]])
"""Columns of a body: angular velocity, velocity of the mass centre."""
ALL = np.arange(3)
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
        found = bodies[:, :, SPIN_AND_SPEED]
        largest = np.maximum.reduce(np.einsum("rbki,rbki->rkb", found, found))
        self.spin, self.speed = np.maximum((self.spin, self.speed), np.sqrt(largest))

    def judge(self, seen: np.ndarray) -> None:
        """Take the largest violations of each constraint row: of phi, of phi', and of phi in the rows of results."""
        held, i, j, *_ = self._rows
        if not len(held):
            return
        n, (factors, by), pace = len(self.sizes), self._lengths, np.zeros(len(self.sizes) + 1)
        pace[:n] = self.speed + self.spin * self.sizes
        by[:, 1] = by[:, 0] * np.maximum(pace[i], pace[j])
        figures = self._loosely(held, seen[held]) * factors / by
        worst = figures.argmax(axis=0)
        self.open, _, self.left_open = held[worst].tolist()
        self.closure, self.rate, self.left = figures[worst, ALL].tolist()

    def _loosely(self, rows: np.ndarray, seen: np.ndarray) -> np.ndarray:
        """Less what may be open in rows that fit to the digits of the file only."""
        loose = self.sim.loose
        if loose:
            known = LOOSE * np.abs([loose.get(int(r), 0.0) for r in rows])
            seen[:, ::2] = np.maximum(0.0, seen[:, ::2] - known[:, None])
            seen[:, 1] *= known == 0.0
        return seen

    @property
    def worst_constraint(self) -> str:
        """The constraint with the largest gap in units of its bodies, `left` counting LEFT times."""
        return self.sim.row_title(self.left_open if self.left / LEFT > self.closure else self.open)

    @cached_property
    def _lengths(self) -> tuple[np.ndarray, np.ndarray]:
        """Of each row that holds a body: factors of phi, phi' and phi in the results, and what these are measured by:
        the size of the larger body, that (times a pace), the size of the smaller one; 1 for angles.
        """
        _, i, j, free, length = self._rows
        n, size = len(self.sizes), np.append(self.sizes, 0.0)
        first, second = size[i], size[j]
        largest = np.maximum(first, second)
        smallest = np.minimum(np.where(i < n, first, largest), np.where(j < n, second, largest))
        large, small = np.where(length, largest, 1.0), np.where(length, smallest, 1.0)
        return np.column_stack([free, largest, free]), np.column_stack([large, large, small])

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
