"""The energy balance of a run, over the whole model and over every part of it that exchanges no energy with the rest.

Energy   E(t) = T + U_gravity - W, W the work of applied forces and motions; E stays constant                       (1)
         the error is the largest |E(t) - E(0)|, compared with the energy in play: the largest T and the ranges of
         U and W (a free body exchanges nothing: the range of T would be its error)                              (2)
Islands  Bodies that joints connect, and that no force and no motion acts on, keep T + U for themselves: their
         balance is looked at alone. A fast rotor beside a pendulum would otherwise hide the pendulum's error, for
         its energy is large. What forces and motions act on is one more island: the rest of (1).                   (3)
Slow     On an island E(q, v) = E(0) is exact. With an error dE either speeds are off by a part e of themselves, or
         positions by a part e of the sizes l of the bodies, or both: in the metric of the masses, speed s^2 = 2 T,
         acceleration a^2 = sum m a_b^2 (no less than the slope of U), size L^2 = sum m l^2,
         |dE| <= e (s^2 + L a),  so e is at least |dE| / (s^2 + L a)                                              (4)
         Where a motion passes slowly through a balance (a bar upright), dE may be small beside the energy in play
         and yet decide when it leaves.
Late     Errors of speeds add up: what is faster by a part e of its speed at each moment is ahead by the time
         integral e dt, and by the part  s |integral e dt| / L  of its sizes in place                                (5)
         Exact for one freedom, where the energy alone tells the speed at a place; with more it is what the energy
         shows of a phase error, not all of it.
         T of a body: 1/2 m v.v + 1/2 w.J w with v, w and the orientation of the rows of results.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.registry import KINDS
from bellcrank.results.orientation import matrices
from bellcrank.system import layout as at

WIDTH = 27
"""Columns of a body in a row (`analysis/columns.PART`); angles from 3, W from 9, CM_X from 18, CM_VX from 21,
CM_ACCX from 24."""


TINY = 1e-300
SIGNS = np.array([1.0, 1.0, -1.0])
"""E = T + U - W."""


def ratio(pair: tuple[float, float]) -> float:
    """A part of a whole; 0 of nothing."""
    return pair[0] / pair[1] if pair[1] > 0.0 else 0.0


@dataclass
class Range:
    """An energy E(t) in parts T, U, -W: its error and the energy in play, row by row."""

    name: str = ""
    """Of an island: its first body."""
    rest: float = 0.0
    """Of an island: its weight times its size; near rest, an energy of ERROR of that is not resolved."""
    length: float = 0.0
    """Of an island: L of (4)."""
    slow: tuple[float, float] = (0.0, 0.0)
    """Of an island, at the row where e of (4) is the largest: |dE|, and what it is compared with."""
    late: float = 0.0
    """Of an island: the largest error of positions that (5) makes of its energy, as a part of the sizes."""
    before: tuple[float, float, float] = (math.nan, 0.0, 0.0)
    """Of the last row: the time, e of (4) with its sign, and the integral of (5)."""
    start: float | None = None
    """The energy of the first row."""
    low: Any = None
    high: Any = None
    """The least and the largest T, U, -W of all rows."""
    error: float = 0.0

    def add(self, parts: np.ndarray, pull: np.ndarray | None = None, time: np.ndarray | None = None) -> None:
        """More rows of T, U, -W; of an island also the acceleration a of (4), and the times."""
        low, high, energy = np.minimum.reduce(parts), np.maximum.reduce(parts), np.add.reduce(parts, 1)
        if self.start is None:
            self.start, self.low, self.high = float(energy[0]), low, high
        else:
            self.low, self.high = np.minimum(self.low, low), np.maximum(self.high, high)
        off = np.abs(energy - self.start)
        self.error = max(self.error, float(np.maximum.reduce(off)))
        if pull is not None:
            against = 2.0 * parts[:, 0] + self.length * pull  # (4)
            worst = int(np.argmax(off / np.maximum(against, TINY)))
            self.slow = max(self.slow, (float(off[worst]), float(against[worst])), key=ratio)
            if time is not None:
                self._add_up((energy - self.start) / np.maximum(against, TINY), parts[:, 0], time)

    def _add_up(self, e: np.ndarray, kinetic: np.ndarray, time: np.ndarray) -> None:
        """(5); between two rows the smaller e of both, none where signs differ: there may be few rows."""
        if not math.isfinite(self.before[0]):
            self.before = float(time[0]), float(e[0]), 0.0
        t, before, lag = self.before
        earlier, times = np.concatenate([[before], e[:-1]]), np.concatenate([[t], time])
        least = np.where(e * earlier > 0.0, np.copysign(np.minimum(np.abs(e), np.abs(earlier)), e), 0.0)
        lags = lag + np.cumsum(least * (times[1:] - times[:-1]))
        self.before = float(time[-1]), float(e[-1]), float(lags[-1])
        ways = np.abs(lags) * np.sqrt(2.0 * np.maximum(kinetic, 0.0))
        self.late = max(self.late, float(ways.max()) / max(self.length, TINY))

    @property
    def scale(self) -> float:
        """The energy in play (2)."""
        if self.start is None:
            return 0.0
        (_, low_u, low_w), (t, u, w) = self.low.tolist(), self.high.tolist()
        return float(t + (u - low_u) + (w - low_w))

    @property
    def relative(self) -> float:
        """Error by energy in play."""
        return ratio((self.error, self.scale))


class EnergyBalance:
    """Equation (1) over the rows of a run (kinetic, gravity, work in the last three columns; `forces`: columns)."""

    def __init__(
        self,
        forces: Sequence[int] | np.ndarray = (),
        sim: Simulation | None = None,
        islands: list[list[int]] | None = None,
    ) -> None:
        """`islands`: where they are known already."""
        self.forces, self._largest = np.asarray(forces, int), list[np.ndarray]()
        self.sim = sim
        self.islands = islands if islands is not None else separate_islands(sim) if sim is not None else []
        self.alone = [_range_of(sim, bodies) for bodies in self.islands] if sim is not None else []
        self.whole, self.rest = Range(), Range()
        self.one = sim is not None and [len(bodies) for bodies in self.islands] == [len(sim.builder.bodies)]
        """The whole model is an island."""
        if self.one:
            self.whole = Range(rest=self.alone[0].rest, length=self.alone[0].length)
            self.alone = []

    def add(self, rows: np.ndarray) -> None:
        """More rows."""
        parts = rows[:, -3:] * SIGNS
        pull = acceleration(self.sim, rows, self.islands[0]) if self.sim is not None and self.one else None
        self.whole.add(parts, pull, rows[:, 0])
        if self.forces.size:
            self._largest.append(np.maximum.reduce(np.abs(rows[:, self.forces]), 1))
        if self.sim is None or not self.alone:
            return
        rest = parts.copy()
        for bodies, balance in zip(self.islands, self.alone, strict=True):
            own = np.zeros_like(parts)
            for body in bodies:
                own[:, :2] += kinetic_and_gravity(self.sim, rows, body)
            balance.add(own, acceleration(self.sim, rows, bodies), rows[:, 0])
            rest -= own
        self.rest.add(rest)

    def see_work(self, low: float, high: float) -> None:
        """The range of W over all steps: there may be few rows."""
        for balance in (self.whole, self.rest):
            if balance.start is not None:
                balance.low[2], balance.high[2] = min(balance.low[2], -high), max(balance.high[2], -low)

    @property
    def worst(self) -> Range:
        """The balance with the largest relative error: of the whole, or of a part that keeps its energy for itself."""
        parts = self.alone
        if self.alone and sum(map(len, self.islands)) < len(self.sim.builder.bodies):  # type: ignore[union-attr]
            parts = [*parts, self.rest]
        return max([self.whole, *parts], key=lambda balance: balance.relative) if parts else self.whole

    @property
    def slowest(self) -> Range:
        """The island, or the whole, with the largest e of (4)."""
        return max([self.whole, *self.alone], key=lambda balance: ratio(balance.slow))

    @property
    def late(self) -> float:
        """The largest of an island, or of the whole, by (5)."""
        return max(balance.late for balance in [self.whole, *self.alone])

    @property
    def error(self) -> float:
        """Of the whole."""
        return self.whole.error

    @property
    def scale(self) -> float:
        """Of the whole."""
        return self.whole.scale

    @property
    def force(self) -> float:
        """The median over the rows of the largest force component."""
        if not self._largest:
            return 0.0
        ordered = np.sort(np.concatenate(self._largest))
        n = len(ordered)
        return float(ordered[(n - 1) // 2] + ordered[n // 2]) / 2.0


def _range_of(sim: Simulation, bodies: list[int]) -> Range:
    """The balance of an island, still without rows."""
    masses, sizes = [sim.builder.bodies[b].mass for b in bodies], body_sizes(sim)[bodies].tolist()
    weight = sum(masses) * math.hypot(*sim.builder.gravity)
    length = math.sqrt(sum(m * size**2 for m, size in zip(masses, sizes, strict=True)))
    return Range(sim.builder.bodies[bodies[0]].label, weight * max(sizes), length)


def driven(builder: Any) -> bool:
    """Whether a constraint moves by itself, with time or a state, and so does work."""
    leaves = (leaf for use in builder.constraints for leaf in builder.expressions[use.expression].leaves)
    return any(leaf.kind == at.L_TIME or leaf.scalars for leaf in leaves)


def separate_islands(sim: Simulation) -> list[list[int]]:
    """The islands (3) without forces and motions; the whole model may be one."""
    b = sim.builder
    island = list(range(len(b.bodies)))

    def root(body: int) -> int:
        while island[body] != body:
            body = island[body]
        return body

    pairs = [(KINDS[name], use) for name, uses in b.uses.items() for use in uses]
    for i, j in ((b.marker_body[use.i], b.marker_body[use.j]) for kind, use in pairs if kind.equations):
        if i >= 0 and j >= 0:
            island[max(root(i), root(j))] = min(root(i), root(j))
    acted = {b.marker_body[m] for kind, use in pairs if not kind.equations for m in (use.i, use.j)}
    acted |= {body for f in b.forces for body in (b.marker_body[f.i], b.marker_body[f.j], f.body_j)}
    acted |= {b.marker_body[m] for use in b.constraints for m in _markers(b, use)}
    worked = {root(body) for body in acted if body >= 0}
    found: dict[int, list[int]] = {}
    for body in range(len(b.bodies)):
        if root(body) not in worked:
            found.setdefault(root(body), []).append(body)
    return list(found.values())


def _markers(builder: Any, use: Any) -> list[int]:
    """The markers that an expression constraint acts on: its own and those its expression measures."""
    leaves = builder.expressions[use.expression].leaves
    return [use.i, use.j, *(m for leaf in leaves for m in leaf.markers if m >= 0)]


def acceleration(sim: Simulation, rows: np.ndarray, bodies: list[int]) -> np.ndarray:
    """a of (4) for each row."""
    every = sim.builder.bodies
    a = rows[:, 1 : 1 + WIDTH * len(every)].reshape(len(rows), -1, WIDTH)[:, :, 24:27]
    a = a if len(bodies) == len(every) else a[:, bodies]
    size: np.ndarray = np.sqrt(np.einsum("rbi,rbi->rb", a, a) @ [every[b].mass for b in bodies])
    return size


def kinetic_and_gravity(sim: Simulation, rows: np.ndarray, body: int) -> np.ndarray:
    """T and U of a body for each row (n, 2)."""
    b, k = sim.builder.bodies[body], 1 + WIDTH * body
    centre, velocity = rows[:, k + 18 : k + 21], rows[:, k + 21 : k + 24]
    kinetic = 0.5 * b.mass * np.einsum("ni,ni->n", velocity, velocity)
    if b.turns:
        xx, yy, zz, xy, xz, yz = b.inertia
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        spin = np.einsum("nji,nj->ni", matrices(*rows[:, k + 3 : k + 6].T), rows[:, k + 9 : k + 12])
        kinetic += 0.5 * np.einsum("ni,ij,nj->n", spin, tensor, spin)
    return np.column_stack([kinetic, -b.mass * centre @ np.asarray(sim.builder.gravity, float)])
