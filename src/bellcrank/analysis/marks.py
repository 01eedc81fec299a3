"""Marks on the way of a run: states to come back to where a singular position was not passed.

Near such a position rounding is magnified (integrators/singular.py). Whether steps pass it or creep into it is a matter
of where they end, that is, of rounding: one run in thirty of a row of 40 parallelograms crept at ERROR 1e-10. Once
errors of the past fill the history nothing helps there any more. From a state well before it, with other steps, the
position is passed as by a neighbouring tolerance.

Marks are set after numbers of steps, not of seconds, so that a run is the same on every machine, and none where steps
go nowhere. The way back leads to the last but one: the last may lie where the steps already crept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bellcrank.analysis.locked import SOON
from bellcrank.integrators.method import Integration
from bellcrank.integrators.stepper import R_END, R_OUT0, R_T
from bellcrank.system import charts, layout
from bellcrank.system.workspace import Workspace

EVERY = 2000
"""Steps between two marks: far more than those that creep, about a hundred."""
TRIES = 8
"""Ways back from one position: each fails as seldom as a run does."""
SHORTER = 0.7
"""The first step after the n-th way back is shorter by the n-th power: other steps follow."""


@dataclass(frozen=True)
class Mark:
    """An accepted step: its time, its unknowns, and copies of all that the model and its sensors remember."""

    time: float
    unknowns: np.ndarray
    parts: list[np.ndarray]
    sensors: np.ndarray


class Marks:
    """The last two marks of an integration."""

    def __init__(self, work: Workspace, integration: Integration) -> None:
        self._work, self._integration = work, integration
        self.forget(0)

    def forget(self, steps: int) -> None:
        """What happened (an event, a leap) cannot be done again: the next mark is set here."""
        self._marks: list[Mark] = []
        self._next = steps

    def steps_left(self, steps: int) -> int:
        """Until the next mark is due, which it is before any step."""
        return max(0, self._next - steps)

    def set(self, steps: int) -> None:
        """At the last accepted step; the arrays of the model may be elsewhere, at an output."""
        i = self._integration
        self._next = steps + EVERY
        if self._marks and i.real[R_T] - self._marks[-1].time < SOON * (i.real[R_END] - i.real[R_OUT0]):
            return
        parts = [part.copy() for part in self._work.state.remembered()]
        self._marks = [*self._marks[-1:], Mark(float(i.real[R_T]), i.z[0].copy(), parts, i.sensors.copy())]

    def go_back(self, steps: int) -> bool:
        """The model at the last but one mark; False where there is none."""
        if not self._marks:
            return False
        mark, s, i = self._marks[0], self._work, self._integration
        for part, kept in zip(s.state.remembered(), mark.parts, strict=True):
            part[...] = kept
        i.sensors[...], i.real[R_T] = mark.sensors, mark.time
        s.y[:], s.num[layout.T] = mark.unknowns, mark.time
        s.call(charts.decode)
        self._marks, self._next = [mark], steps + EVERY
        return True
