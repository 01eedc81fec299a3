"""Constraint rows that follow from others: those of a neighbouring position, where no singular position misleads."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import numpy as np

from bellcrank.analysis.closing import assemble_positions, holonomic, least_step
from bellcrank.analysis.loop_loads import open_components
from bellcrank.analysis.redundancy import Redundant, find_redundant, preference
from bellcrank.analysis.simulation import Simulation
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import assemble, motion
from bellcrank.system.coordinates import in_lengths


def redundancies(sim: Simulation) -> None:
    """Find redundant rows and leave them out: those of a neighbouring position, where no singular position misleads."""
    s = sim.work
    key = key_of(sim)
    if key is not None and key in _known:
        found, sim.only_here, loads = _known[key]
        sim.open_loads |= loads
        sim.leave_out(found)
        return
    here = found = redundant_rows(sim)
    if found:
        kept = s.q.copy()
        doubtful = {r.row for r in found}
        nearby(sim, [r for r in range(s.n_rows) if r not in doubtful or not sim.loose])
        found = redundant_rows(sim, doubtful)
        sim.open_loads |= open_loads(sim, found) if found else set()
        s.q[:] = kept
        s.call(assemble.residual)
    everywhere = {r.row for r in found}
    sim.only_here = [r for r in here if r.row not in everywhere]
    if key is not None:
        if len(_known) >= KNOWN:
            _known.pop(next(iter(_known)), None)
        _known[key] = found, sim.only_here, frozenset(sim.open_loads)
    sim.leave_out(found)


_known: dict[bytes, tuple[list[Redundant], list[Redundant], frozenset[tuple[int, int]]]] = {}
"""What was found for joints, markers and positions that were exactly these: the same model again."""
KNOWN = 64
"""Models that are remembered."""


def key_of(sim: Simulation) -> bytes | None:
    """All that redundant rows depend on; None where expressions constrain, of which more must be told."""
    if sim.builder.constraints:
        return None
    system = sim.system
    of_joints = [system.tables[first] for kind, first in system.kinds if kind.equations]
    numbers = np.array([sim.tolerance, sim.length, sim.reach, *sim.loose])
    digest = hashlib.blake2b(digest_size=16)
    for array in (system.marker_local, system.marker_body, sim.state.q, numbers, *of_joints):
        digest.update(np.array(array.shape).tobytes() + array.tobytes())
    return digest.digest()


def open_loads(sim: Simulation, redundant: Sequence[Redundant]) -> set[tuple[int, int]]:
    """Loads that redundant rows leave open, beside the present position: drives are released, which would hold it."""
    owners = sim.builder.owners
    driven = {r for r, row in enumerate(sim.builder.rows) if owners[row.owner].element.keyword == "MOTION"}
    if driven:
        left_out = {each.row for each in redundant}
        nearby(sim, [r for r in range(sim.work.n_rows) if r not in driven and (r not in left_out or not sim.loose)])
    return open_components(sim, redundant, scaled_jacobian(sim, complete=True))


def redundant_rows(sim: Simulation, doubtful: Collection[int] = ()) -> list[Redundant]:
    """Rows that follow from others at the present position; doubtful rows are kept last."""
    s = sim.work
    of = s.system.marker_body.tolist()
    bodies = [tuple({of[row.i], of[row.j]}) for row in sim.builder.rows]
    for use in sim.builder.constraints:
        slots = {int(b) for b in s.system.slots_of(use.expression)}
        bodies[use.row] = tuple(slots if len(slots) > 1 else slots | {s.n_bodies})
    order = preference([row.translational for row in sim.builder.rows], bodies)
    return find_redundant(scaled_jacobian(sim), sorted(order, key=lambda r: r in doubtful), bodies, sim.tolerance)


def scaled_jacobian(sim: Simulation, complete: bool = False) -> Triplets:
    """J with rotations measured in lengths, at the present position; complete: with the rows that are left out."""
    s = sim.work
    s.call(assemble.residual)
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    return s.sparse_jacobian(complete).scaled(columns=in_lengths(s.n_bodies, 1.0 / sim.length))


def nearby(sim: Simulation, rows: Sequence[int]) -> None:
    """Move a little along a direction the constraints `rows` allow (deterministic), so that singular positions show."""
    s = sim.work
    s.call(assemble.residual)
    scale = in_lengths(s.n_bodies, 1.0 / sim.length)
    wish = np.cos(np.arange(s.n_motions) * 1.7 + 0.3) * scale
    weights = np.broadcast_to(np.diag([1.0] * 3 + [sim.length**2] * 3), (s.n_bodies, 6, 6))
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    against = -(s.sparse_jacobian() @ wish)
    change = least_step(sim, weights, against, np.zeros(wish.size), np.array(rows, dtype=int))
    free = (wish + change) / scale
    if np.linalg.norm(free) < 1e-8 * np.linalg.norm(wish / scale):
        return
    step = free * scale * (0.01 * sim.length / max(np.abs(free).max(), 1e-300))
    s.step[: step.size] = step
    s.call(motion.shift_positions)
    assemble_positions(sim, iterations=10, rows=np.intersect1d(holonomic(sim), rows))
