"""Which elements' constraints depend on each other at the present position: dead points, and where branches meet.

J = U S V^T with rows of length one: where the smallest singular value s vanishes, its column l of U holds the factors
of the dependent rows (Golub & Van Loan, Matrix Computations, 4th ed., section 2.4).

Soon        s falls along the velocity u, to zero after t = s/(-ds/dt), ds/dt by a small displacement. A mechanism is
            in the position where t is a small part of the time asked for; s itself is small in every long chain.  (1)
Dead point  phi' = J u + phi_t = 0 times l gives s (v.u) = -l.phi_t: where drives ask for l.phi_t, the speeds grow
            beyond all bounds as s vanishes, and nothing goes on behind.                                           (2)
Singular    where l.phi_t = 0 the speeds stay bounded: several branches of the motion meet, and inertia chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.dependent import scaled_jacobian
from bellcrank.analysis.simulation import Simulation
from bellcrank.system import assemble, motion
from bellcrank.system.coordinates import in_lengths

NEARLY_DEPENDENT = 1e-4
"""Smallest singular value of the Jacobian, of the largest, below which constraints count as dependent."""
SOON = 1e-4
"""(1), as a part of the time asked for: far from such a position a mechanism takes about all of it."""
ASIDE = 1e-6
"""The displacement of (1), of the model's length: the root of rounding, and less than any distance that matters."""
ASKED = 1e-2
"""(2): the part of phi_t that lies along l: rounding at a singular position, 0.1 to 1 at a dead point."""
MOST_ROWS = 1000
"""Larger models are not searched for the lock: it is a dense computation."""


@dataclass(frozen=True)
class Dependence:
    """Elements whose constraints depend on each other, motions last; `dead`: drives ask for what they forbid."""

    elements: list[Any]
    dead: bool


def dependence(sim: Simulation, duration: float) -> Dependence | None:
    """What depends on what at the present state, or within SOON of the duration; None where nothing does."""
    found = _smallest(sim)
    if found is None:
        return None
    rows, lengths, smallest, relative, left = found
    if relative > NEARLY_DEPENDENT and _time_left(sim, smallest) > SOON * duration:
        return None
    asked = _drives(sim)[rows] / lengths
    return Dependence(_elements(sim, rows, left), abs(float(left @ asked)) > ASKED * float(np.linalg.norm(asked)))


def locked_elements(sim: Simulation) -> list[Any]:
    """The elements whose constraints are dependent, motions last; none where they are not."""
    found = _smallest(sim)
    if found is None or found[3] > NEARLY_DEPENDENT:
        return []
    return _elements(sim, found[0], found[4])


def _smallest(sim: Simulation) -> tuple[list[int], np.ndarray, float, float, np.ndarray] | None:
    """Rows in use, their lengths in J, the smallest singular value, the same as a part of the largest, and l."""
    s = sim.work
    rows = [r for r in range(s.n_rows) if r not in s.left_out]
    if not rows or len(rows) > MOST_ROWS:
        return None
    jac = scaled_jacobian(sim).take(rows).dense()
    size = np.linalg.norm(jac, axis=1)
    if not np.all(np.isfinite(jac)) or np.any(size == 0.0):
        return None
    u, sigma, _ = np.linalg.svd(jac / size[:, None], full_matrices=False)
    return rows, size, float(sigma[-1]), float(sigma[-1] / sigma[0]), u[:, -1]


def _drives(sim: Simulation) -> np.ndarray:
    """phi_t of all rows: their rates where nothing moves; the state is put back."""
    s = sim.work
    kept = s.state.copy()
    s.u[:] = 0.0
    s.call(assemble.residual)
    found: np.ndarray = s.phid.copy()
    s.state.put(kept)
    return found


def _time_left(sim: Simulation, smallest: float) -> float:
    """(1), looked for a little behind the present position; the state is put back."""
    s = sim.work
    fastest = float(np.abs(s.u.ravel() * in_lengths(s.n_bodies, sim.length)).max(initial=0.0))
    if fastest == 0.0:
        return np.inf
    kept, step = s.state.copy(), ASIDE * sim.length / fastest
    s.step[: s.u.size] = step * s.u.ravel()
    s.call(motion.shift_positions)
    there = _smallest(sim)
    s.state.put(kept)
    if there is None or there[2] >= smallest:
        return np.inf
    return smallest / (smallest - there[2]) * step


def _elements(sim: Simulation, rows: list[int], left: np.ndarray) -> list[Any]:
    """The elements with a share in l."""
    share = np.abs(left)
    owners = dict.fromkeys(sim.builder.rows[rows[n]].owner for n in np.flatnonzero(share > 0.1 * share.max()))
    return sorted((sim.builder.owners[o].element for o in owners), key=lambda e: e.keyword == "MOTION")
