"""How well the constraints are kept, in units of the bodies they hold.

A gap of 3 mm is nothing for a crane and a broken watch. Each constraint is measured by the bodies it acts on:

Size      l_b = the larger of the gyration radius of a body and the distance of its markers from the mass centre   (1)
Closure   |phi| / l of the integrated motion at the ends of steps, l the larger size of the two bodies;
          angles in radians                                                                                       (2)
Left      |phi| / l of the rows of results, l the smaller size: they are made consistent, unless they cannot be   (3)
Rate      |phi'| / (s + p l), s and p the largest speed of the mass centre and of turning, of both bodies         (4)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bellcrank.analysis.balance import WIDTH
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes

LOOSE = 10.0
"""Redundant constraints that fit to the digits of the file only (analysis/loose.py) may open so many times more."""


@dataclass(frozen=True)
class Worst:
    """The largest of some relative figures, and the constraint it belongs to."""

    value: float = 0.0
    title: str = ""


class Closure:
    """Figures (2) to (4) of one run."""

    def __init__(self, sim: Simulation, duration: float) -> None:
        self.sim = sim
        self.begin(duration)

    def begin(self, duration: float) -> None:
        """Forget what was seen; masses may be others."""
        sim = self.sim
        self.sizes = body_sizes(sim)
        gravity = float(np.linalg.norm(sim.builder.gravity))
        slowest = max(np.sqrt(gravity / sim.length), 1.0 / duration)
        self.spin = np.full(len(self.sizes), slowest)
        self.speed = slowest * self.sizes
        self.closure = self.left = self.rate = Worst()

    def add(self, rows: np.ndarray) -> None:
        """See the speeds of more rows."""
        bodies = rows[:, 1 : 1 + WIDTH * len(self.sizes)].reshape(len(rows), -1, WIDTH)
        spin, speed = (np.linalg.norm(bodies[:, :, n : n + 3], axis=2).max(axis=0) for n in (9, 21))
        self.spin, self.speed = np.maximum(self.spin, spin), np.maximum(self.speed, speed)

    def judge(self, seen: np.ndarray) -> None:
        """Take the largest violations of each constraint row: of phi, of phi', and of phi in the rows of results."""
        i, j, free, length = self._rows
        n = len(self.sizes)
        if not (held := (i < n) | (j < n)).any():
            return
        sizes = np.append(self.sizes, 0.0)
        pace = np.append(self.speed + self.spin * self.sizes, 0.0)
        largest = np.maximum(sizes[i], sizes[j])
        smallest = np.minimum(np.where(i < n, sizes[i], np.inf), np.where(j < n, sizes[j], np.inf))
        large, small = np.where(length, largest, 1.0), np.where(length, smallest, 1.0)
        loose = self.sim.loose
        known = LOOSE * np.abs([loose.get(r, 0.0) for r in range(len(i))]) if loose else np.zeros(len(i))
        gaps = free[:, None] * np.maximum(0.0, seen[:, [0, 2]] - known[:, None])
        with np.errstate(divide="ignore", invalid="ignore"):
            rates = np.where(known > 0.0, 0.0, seen[:, 1] * largest / (np.maximum(pace[i], pace[j]) * large))
            figures = np.column_stack([gaps[:, 0] / large, gaps[:, 1] / small, rates])
        figures[~held] = -1.0
        self.closure, self.left, self.rate = (self._worst(figures[:, n]) for n in range(3))

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of each row the two bodies (ground is behind all), whether positions obey it, and whether it is a length."""
        b = self.sim.builder
        of = [body if body >= 0 else len(self.sizes) for body in b.marker_body]
        i, j = np.array([of[row.i] for row in b.rows], int), np.array([of[row.j] for row in b.rows], int)
        free = np.array([0.0 if row.velocity_only else 1.0 for row in b.rows])
        return i, j, free, np.array([row.translational for row in b.rows], bool)

    def _worst(self, figures: np.ndarray) -> Worst:
        row = int(np.argmax(figures))
        return Worst(float(figures[row]), self.sim.row_title(row))
