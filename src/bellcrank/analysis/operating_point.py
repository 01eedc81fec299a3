"""The state about which a model is linearised: positions and velocities as they are, consistent accelerations.

[M J^T; J 0] [u'; lam] = [f; gamma], with algebraic unknowns and state rates: Newton, as at the start of an integration.
A twin of the simulation is used: the run goes on as if nothing had been asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bellcrank.analysis.imbalance import scaled_solver
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.tangents import Tangents
from bellcrank.errors import Message
from bellcrank.numerics.triplets import Triplets, compose
from bellcrank.system import assemble, layout, motion
from bellcrank.system.coordinates import motions_of

LIGHT = 1e-8
"""Mass of a part without mass, as a part of the least mass there is: as in Adams."""
STILL = 1e-8
"""Force that accelerates a part, beside the forces at work, that counts as none."""
MOVES = "find the rest first (SIMULATE/STATICS), or keep in mind that the coefficients change while it moves."
ROUNDING = 1e-14
"""Of positions: times the stiffness it is a force that counts as none, too."""


@dataclass(frozen=True)
class OperatingPoint:
    """A simulation with consistent accelerations, and whether it rests."""

    sim: Simulation
    rests: bool
    acceleration: float
    """The largest force that accelerates a part, as a part of the forces at work."""
    weightless: tuple[int, ...]
    """Bodies that were given a light mass."""

    @property
    def moves(self) -> bool:
        """Whether parts have speeds."""
        return moves(self.sim)


def moves(sim: Simulation) -> bool:
    """Whether parts have speeds beyond rounding: a radian, or the size of the model, in 1e12 units of time."""
    return bool((np.abs(sim.work.u) > 1e-12 * np.repeat([sim.length, 1.0], 3)).any())


def operating_point(given: Simulation, mode: float = 7.0) -> OperatingPoint:
    """At the present state of a simulation."""
    sim = given.another()
    s = sim.work
    s.num[[layout.MODE, layout.WITH_ACC]] = mode, 1.0
    s.ud[:], s.xd[:] = 0.0, 0.0
    light = massless(sim)
    at_rest = not moves(sim)
    for _ in range(12):
        change = _newton(sim, light)
        if not np.isfinite(change) or change <= 1e-13:
            break
    left, noise = _out_of_balance(sim)
    rests = at_rest and left <= STILL + noise
    if rests:
        s.ud[:] = 0.0
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.residual)
    return OperatingPoint(sim, rests, left, tuple(light))


def massless(sim: Simulation) -> list[int]:
    """Bodies without mass, or that can turn without inertia."""
    mass = sim.work.mass
    none = (mass[:, 0] == 0.0) | ((mass[:, 7] != 0.0) & (mass[:, 1:4].max(axis=1, initial=0.0) == 0.0))
    return [int(b) for b in np.flatnonzero(none)]


def light_masses(sim: Simulation, light: list[int] | tuple[int, ...]) -> Triplets:
    """What is added to the mass matrix for bodies without mass."""
    s, n = sim.work, sim.work.n
    heavy = s.mass[s.mass[:, 0] > 0.0, 0]
    least = LIGHT * float(heavy.min(initial=np.inf)) if len(heavy) else 1.0
    places = np.array([k for b in light for k in motions_of(b)], dtype=int)
    arms = np.tile([1.0] * 3 + [0.0] * 3, len(light)) + np.repeat(body_sizes(sim)[list(light)] ** 2, 6) * np.tile(
        [0.0] * 3 + [1.0] * 3, len(light)
    )
    return Triplets((n, n), places, places, least * arms)


def _newton(sim: Simulation, light: list[int]) -> float:
    """One iteration; the largest change, of its kind."""
    s, bodies = sim.work, sim.work.n_motions
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.residual)
    s.call(assemble.second)
    right = -s.res[: s.n].copy()
    right[bodies : bodies + s.n_rows] = -s.phidd
    right[[bodies + row for row in s.left_out]] = 0.0
    t = Tangents(sim)
    matrix = compose(s.n, [(0, 0, t.of(t.fixed + t.m)), (0, 0, light_masses(sim, light))])
    scales = np.ones(s.n)
    scales[:bodies] = 1.0 / np.repeat(np.c_[np.ones(s.n_bodies), body_sizes(sim)], 3)
    s.step[:] = scaled_solver(matrix, scales, bodies, s.n_rows)(right)
    s.call(motion.apply_accelerations)
    return float(s.num[layout.CHANGE])


def _out_of_balance(sim: Simulation) -> tuple[float, float]:
    """The largest force that accelerates a part, and the one that rounding makes, as parts of the forces at work."""
    s = sim.work
    gravity = float(np.linalg.norm(s.num[layout.GX : layout.GX + 3]))
    size = max(float((s.mass[:, 0] * gravity).max(initial=0.0)), float(np.abs(s.wrench[:, :3]).max(initial=0.0)))
    left = float((s.mass[:, :1] * np.abs(s.ud[:, :3])).max(initial=0.0))
    t = Tangents(sim, only_stiffness=True)
    noise = ROUNDING * float(np.abs(t.k).max(initial=0.0)) * sim.reach
    return (left / size, noise / size) if size > 0.0 else (0.0, 0.0)


def about(point: OperatingPoint) -> Iterator[Message]:
    """What is to be said about the state: forces out of balance, motion, parts without mass."""
    sim = point.sim
    if not point.rests and not point.moves:
        why = f"Accelerations are left, {point.acceleration:.2g} of those of the forces at work."
        yield Message("warning", "W711", "The state that is linearised is no equilibrium.", why=why, cure=MOVES)
    if point.moves:
        what = "The state that is linearised moves: the modes are those of this instant."
        why = "They last only in steady rotation of parts that are alike in all directions across their axes."
        yield Message("note", "N713", what, why=why, cure="")
    if point.weightless:
        parts = ", ".join(sim.builder.bodies[b].element.title for b in point.weightless[:5])
        what = f"Parts without mass count with 1e-8 of the smallest mass: {parts}."
        yield Message("note", "N711", what, why="Modes have no frequency without mass.", cure="")
