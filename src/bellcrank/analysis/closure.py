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
        found = []
        for r, row in enumerate(self.sim.builder.rows):
            bodies = sorted({b for b in (self.sim.builder.marker_body[m] for m in (row.i, row.j)) if b >= 0})
            if not bodies:
                continue
            sizes, free = self.sizes[bodies], 0.0 if row.velocity_only else 1.0
            large, small = (sizes.max(), sizes.min()) if row.translational else (1.0, 1.0)
            pace = float((self.speed[bodies] + self.spin[bodies] * sizes).max()) * large / sizes.max()
            known = LOOSE * abs(self.sim.loose.get(r, 0.0))
            gaps = [free * max(0.0, seen[r, n] - known) for n in (0, 2)]
            rate = 0.0 if known > 0.0 else seen[r, 1] / pace
            found.append((gaps[0] / large, gaps[1] / small, rate, r))
        if found:
            self.closure, self.left, self.rate = (self._worst(found, n) for n in range(3))

    def _worst(self, found: list[tuple[float, float, float, int]], n: int) -> Worst:
        worst = max(found, key=lambda figures: figures[n])
        return Worst(float(worst[n]), self.sim.row_title(worst[3]))
