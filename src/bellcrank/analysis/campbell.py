"""`model.campbell(...)`: frequencies over a speed, or over any other number of the model.

Each value gives its own modes; a mode is followed to the next value by its shape and its eigenvalue: the pairs with the
largest MAC |a^H W b|^2 / (a^H W a)(b^H W b), less the distance of the eigenvalues, are matched one to one.          (1)
Crossings with multiples of the speed (orders) are where a rotor is excited by itself.
References  Allemang (2003), Sound & Vibration 37(8), 14-21 (MAC);  Genta (2005), Dynamics of Rotating Systems, 4.4.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.eigen import Mode, Modes
from bellcrank.analysis.modes import modes as modes_at


@dataclass(frozen=True)
class Campbell:
    """Modes over a speed: rows are values of it, columns are modes that oscillate, followed by their shapes."""

    speeds: np.ndarray
    values: np.ndarray
    """Eigenvalues (speeds, modes), nan where a mode has stopped to oscillate."""
    modes: tuple[Modes, ...]
    per: str = "second"

    @property
    def frequencies(self) -> np.ndarray:
        """In cycles per unit of time (speeds, modes)."""
        return np.asarray(np.abs(self.values.imag) / (2.0 * np.pi))

    def crossings(self, order: float = 1.0) -> np.ndarray:
        """Speeds, in radians per unit of time, at which order times the speed is a frequency of a mode."""
        gap = 2.0 * np.pi * self.frequencies - order * self.speeds[:, None]
        found = []
        for before, after, a, b in zip(gap, gap[1:], self.speeds, self.speeds[1:], strict=False):
            for x, y in zip(before, after, strict=True):
                if x * y < 0.0 or (y == 0.0 and x != 0.0):
                    found.append(a + (b - a) * x / (x - y))
        return np.array(sorted(found))

    def plot(self, path: Any = None, orders: Sequence[float] = (1.0,)) -> Any:
        """The diagram, as a figure of Matplotlib; see `bellcrank.plots.modal`."""
        return importlib.import_module("bellcrank.plots.modal").campbell(self, path, orders)


def campbell(
    model: Any,
    speeds: Sequence[float],
    change: Callable[[Any, float], None],
    *,
    at: str | float = "input",
    **options: Any,
) -> Campbell:
    """Modes over a speed (or any number): `change(model, speed)` puts each value into a copy of the model.

    speeds    values in radians per unit of time, ascending
    change    what a value means, for instance a function that sets a MOTION and the velocity of the rotor
    at        "input" (steady rotation, the default), "rest" or a time; further options are those of `modes`

    >>> diagram = model.campbell(range(0, 900, 100), spin)        # doctest: +SKIP
    >>> diagram.plot("campbell.png"); diagram.crossings(1.0)      # doctest: +SKIP
    """
    found = []
    for speed in speeds:
        copy = model.copy()
        change(copy, float(speed))
        found.append(modes_at(copy, at=at, **options))
    return Campbell(np.array(speeds, float), followed(found), tuple(found), found[0].per if found else "second")


def followed(all_modes: Sequence[Modes]) -> np.ndarray:
    """Eigenvalues by speed and branch, matched by (1)."""
    from scipy.optimize import linear_sum_assignment

    before: list[Mode | None] = []
    rows: list[list[complex]] = []
    for modes in all_modes:
        now = [mode for mode in modes if mode.value.imag > 0.0]
        if not rows:
            before = list(now)
            rows.append([mode.value for mode in now])
            continue
        cost = np.array([[_apart(a, b, modes.lengths) for b in now] for a in before]).reshape(len(before), len(now))
        row = [complex(np.nan)] * len(before)
        for i, j in zip(*linear_sum_assignment(cost), strict=True):
            row[i], before[i] = now[j].value, now[j]
        rows.append(row)
    return np.array(rows)


def _apart(a: Mode | None, b: Mode, lengths: np.ndarray) -> float:
    """How little two modes are alike: 0 for the same one."""
    if a is None:
        return 2.0
    weight = np.ones(b.shape.shape)
    weight[:, 3:] = lengths[:, None] ** 2
    inner = [abs(complex(np.sum(np.conj(x) * weight * y))) for x, y in ((a.shape, b.shape), (a.shape, a.shape))]
    mac = inner[0] ** 2 / max(inner[1] * abs(complex(np.sum(np.conj(b.shape) * weight * b.shape))), 1e-300)
    return float(1.0 - mac + abs(a.value - b.value) / max(abs(a.value), abs(b.value), 1e-300))
