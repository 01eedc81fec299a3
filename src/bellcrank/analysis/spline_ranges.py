"""W514: splines that were read beyond their first or last point, looked at in every output (system/spline_reads.py)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bellcrank.analysis.columns import SPLINE_READ, entities
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message

WHY = "Beyond its points a spline goes on as its end piece came: nobody has measured what it says there."
CURE = "give points over the whole range, or LINEAR_EXTRAPOLATE to go on along the tangent and say nothing."


class SplineRanges:
    """Follows the arguments of all splines over the rows of an analysis."""

    def __init__(self, sim: Simulation) -> None:
        self.reads, self.unit = sim.lowering.spline_reads, sim.model.units
        found = entities(sim) if self.reads else []
        starts = 1 + np.cumsum([0, *(len(entity.components) for entity in found)])
        self.columns = [int(k) for k, entity in zip(starts, found, strict=False) if entity.type == SPLINE_READ]
        self.worst = np.zeros(len(self.columns))
        """How far beyond, as a part of the range of the points."""
        self.seen = np.zeros((len(self.columns), 2))
        """The argument there, and the time."""

    def add(self, rows: np.ndarray) -> None:
        """More rows, as the simulation gives them."""
        for n, (column, read) in enumerate(zip(self.columns, self.reads, strict=True) if len(rows) else ()):
            value = rows[:, column]
            beyond = np.maximum(read.first - value, value - read.last) / (read.last - read.first)
            worst = int(np.argmax(np.where(np.isfinite(beyond), beyond, 0.0)))
            if beyond[worst] > max(self.worst[n], 1e-9):  # rounding at the last point is not beyond it
                self.worst[n], self.seen[n] = beyond[worst], (value[worst], rows[worst, 0])

    def messages(self) -> Iterator[Message]:
        """One for each call."""
        for read, worst, (value, time) in zip(self.reads, self.worst, self.seen, strict=True):
            if worst > 0.0:
                what = (
                    f"{read.call} reads {read.spline.title} beyond its points: {read.letter} = {value:.6g} at time "
                    f"{time:.6g}, points from {read.first:.6g} to {read.last:.6g}."
                )
                message: Message = read.element.message("W514", what, WHY, CURE, severity="warning")
                yield message
