"""What is done when sensors fire: EVALUATE, PRINT, DT, STEPSIZE, RESTART, CODGEN, RETURN, HALT, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.integrators.problem import S_BISECTION, S_FIRED, S_GAP, S_TRUE
from bellcrank.system.layout import IN_NUMBER, L_NUM, LATCHED
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace

RELATIONS = {"EQ": 0.0, "GE": 1.0, "GT": 1.0, "LE": -1.0, "LT": -1.0}


@dataclass(frozen=True)
class Firing:
    """A sensor that has become true."""

    element: Any
    time: float
    value: float
    """Its function."""

    @property
    def actions(self) -> list[str]:
        """What it does, as Adams writes it."""
        e = self.element
        words = [w for w in ("PRINT", "RESTART", "CODGEN", "HALT") if getattr(e, w.lower(), False)]
        words += ["RETURN"] if e.return_ else []
        words += [f"{w}={getattr(e, w.lower()):g}" for w in ("DT", "STEPSIZE") if getattr(e, w.lower()) is not None]
        return words + ([f"EVALUATE={e.evaluate.text.strip()}"] if e.evaluate is not None else [])

    @property
    def text(self) -> str:
        """The lines of a message file."""
        lines = [
            f"Sensor/{self.element.id} has become active at time = {self.time:.6f}.",
            f"Current sensed value = {self.value:.6e}.",
        ]
        lines += [f"   Its name is {self.element.name}."] if self.element.name else []
        lines += [f"   Triggered action {action}." for action in self.actions]
        lines += ["   YYDUMP is left out: the results file holds the states."] if self.element.yydump else []
        return "\n".join(lines)


class Sensors:
    """The sensors of a system: a table for the integrator, and which have fired."""

    def __init__(self, work: Workspace) -> None:
        self.work, system = work, work.system
        self.elements = [use.element for use in system.builder.sensors]
        given = [(e.value, e.error, RELATIONS[e.relation], float(e.bisection)) for e in self.elements]
        self.table = np.zeros((len(given), int(S_GAP) + 1))
        self.table[:, : int(S_BISECTION) + 1] = np.array(given).reshape(-1, 4)
        self.read = {int(LATCHED + n) for n in range(len(given))} & _numbers_read(system)
        """Places in NUM of the values that expressions read."""

    def at_start(self) -> None:
        """Sensors that end the simulation wait for the first step."""
        for n, element in enumerate(self.elements):
            if self.table[n, S_FIRED] and (element.return_ or element.halt):
                self.table[n, [S_FIRED, S_TRUE]] = 0.0

    def fired(self, time: float) -> list[Firing]:
        """Those that have fired since the last call; their values are kept for SENVAL."""
        found = []
        for n in np.flatnonzero(self.table[:, S_FIRED]):
            self.table[n, S_FIRED] = 0.0
            found.append(Firing(self.elements[n], time, float(self.work.sensed[n, 0])))
            if self.elements[n].evaluate is not None:
                self.work.state.latched[n] = self.work.sensed[n, 1]
        return found

    def is_read(self, element: Any) -> bool:
        """Whether an expression reads the value that a sensor keeps: it jumps when the sensor fires."""
        return int(LATCHED + self.elements.index(element)) in self.read


def _numbers_read(system: System) -> set[int]:
    return {leaf.columns[IN_NUMBER] for e in system.builder.expressions for leaf in e.leaves if leaf.kind == L_NUM}
