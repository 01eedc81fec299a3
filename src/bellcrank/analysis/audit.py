"""The audit that ends every run: do the constraints close, does the energy balance?

Energy   E(t) = T + U_gravity - W, W the work of applied forces and motions; E stays constant       (1)
         the error is the largest |E(t) - E(0)|, compared with the energy in play: the largest T and the ranges of
         U and W (a free body exchanges nothing: the range of T would be its error)
         positions are asked for within ERROR times the size of the model L, and on the way of their errors a force F
         does the work F ERROR L: near rest, this may be more than all the energy in play                (2)
         W is an integral of its own, w' = power; each step estimates its error, and their sum is known         (3)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass
class Audit:
    """Figures of merit of a run."""

    position: float = 0.0
    """Largest constraint violation, in length units or radians."""
    velocity: float = 0.0
    """Largest violation of the constraint rates."""
    energy_error: float = 0.0
    """Largest error of the energy balance."""
    energy_scale: float = 0.0
    """The energy in play: the largest T and the ranges of U and W together."""
    force: float = 0.0
    """The largest force component of an element, as it usually is (the median over the outputs)."""
    work_error: float = 0.0
    """The errors (3) of the work, added up over the steps."""
    verdict: str = ""

    def judge(self, length: float, pace: float, error: float, steps: int, units: Any) -> None:
        """Write the one-line verdict.

        Good: constraints within 100 times the tolerance asked, their rates within 1000 times (I3 does not hold them),
        the energy within what the tolerance allows if every step errs the same way, but at least 100 times. To this
        10 times the work of (2) and the error (3) are added, up to 1 % of the energy in play; where all of it is less
        than the former, it tells nothing.
        """
        limit = error * length
        work = 10.0 * limit * self.force
        allowed = max(error * max(100, steps), 1e-9) * self.energy_scale
        allowed += min(work + self.work_error, 0.01 * self.energy_scale)
        balanced, resolved = self.energy_error <= allowed, self.energy_scale > work
        closed = self.position <= 100.0 * limit and self.velocity <= 1000.0 * limit * pace
        good = closed and (balanced or not resolved)
        self.verdict = (
            f"{'good' if good else 'doubtful'}: constraints closed to {self.position:.1e} {units.label('length')} and "
            f"{self.velocity:.1e} {units.label('length/time')}, {self._balance(units, balanced or resolved)}"
        )
        if not good:
            self.verdict += "; ask for a smaller ERROR"

    def _balance(self, units: Any, told: bool) -> str:
        scale = f"{self.energy_scale:.3g} {units.label('force*length')}"
        relative = self.energy_error / self.energy_scale if self.energy_scale > 0.0 else 0.0
        return f"energy balance within {relative:.1e} of {scale}" if told else f"no energy in play but {scale}"

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


class EnergyBalance:
    """Equation (1) over the rows of a run (kinetic, gravity, work in the last three columns; `forces`: columns)."""

    def __init__(self, forces: Sequence[int] = ()) -> None:
        self.forces, self.largest = list(forces), np.zeros(0)
        self.first: np.ndarray | None = None
        self.low = np.full(3, np.inf)
        self.high = np.full(3, -np.inf)
        self.error = 0.0

    def add(self, rows: np.ndarray) -> None:
        """More rows."""
        parts = rows[:, -3:] * np.array([1.0, 1.0, -1.0])
        if self.first is None:
            self.first = parts[0].copy()
        self.low, self.high = np.minimum(self.low, parts.min(axis=0)), np.maximum(self.high, parts.max(axis=0))
        self.error = max(self.error, float(np.abs(parts.sum(axis=1) - self.first.sum()).max()))
        self.largest = np.append(self.largest, np.abs(rows[:, self.forces]).max(axis=1, initial=0.0))

    def see_work(self, low: float, high: float) -> None:
        """The range of W over all steps: there may be few rows."""
        self.low[2], self.high[2] = min(self.low[2], -high), max(self.high[2], -low)

    @property
    def force(self) -> float:
        """The median over the rows of the largest force component."""
        return float(np.median(self.largest)) if len(self.largest) else 0.0

    @property
    def scale(self) -> float:
        """The energy in play."""
        return float(self.high[0] + np.sum((self.high - self.low)[1:])) if self.first is not None else 0.0
