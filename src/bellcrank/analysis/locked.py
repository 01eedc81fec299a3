"""Which elements' constraints depend on each other at the present position: dead points, and where branches meet.

J = U S V^T with rows of length one: where the smallest singular value s vanishes, its column l of U holds the factors
of the dependent rows (Golub & Van Loan, Matrix Computations, 4th ed., section 2.4). Of many rows it is found by inverse
iterations (section 8.2.2), x <- (J J^T)^-1 x/|.|, each a solution of [I, J^T; J, 0] [y; z] = [0; -x], z = (J J^T)^-1 x.

Soon        s falls along the velocity u, to zero after t = s/(-ds/dt), ds = l.(dJ v), v = J^T l/s, dJ by a small
            displacement. A mechanism is in the position where t is a small part of the time asked for; s itself is
            small in every long chain.                                                                             (1)
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
from bellcrank.numerics.triplets import Triplets
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
DENSE = 300
"""Rows up to which all singular values are found; a hundredth of a second."""
ITERATIONS, SETTLED = 50, 1e-14
"""Of inverse iterations: near such a position two or three do; 1 - cos of the turn of x that is none."""
SLIGHTLY = 1e-16
"""Added to J J^T, which may have no inverse: far less than the square of what counts as dependent."""


@dataclass(frozen=True)
class Dependence:
    """Elements whose constraints depend on each other, motions last; `dead`: drives ask for what they forbid."""

    elements: list[Any]
    dead: bool


@dataclass(frozen=True)
class Smallest:
    """The smallest singular value: rows in use, their lengths in J, J with rows of length one, s, s by the largest one,
    and l."""

    rows: list[int]
    lengths: np.ndarray
    jacobian: Triplets
    value: float
    relative: float
    left: np.ndarray


def dependence(sim: Simulation, duration: float) -> Dependence | None:
    """What depends on what at the present state, or within SOON of the duration; None where nothing does."""
    found = _smallest(sim)
    if found is None or (found.relative > NEARLY_DEPENDENT and _time_left(sim, found) > SOON * duration):
        return None
    asked = _drives(sim)[found.rows] / found.lengths
    dead = abs(float(found.left @ asked)) > ASKED * float(np.linalg.norm(asked))
    return Dependence(_elements(sim, found), dead)


def locked_elements(sim: Simulation) -> list[Any]:
    """The elements whose constraints are dependent, motions last; none where they are not."""
    found = _smallest(sim)
    return [] if found is None or found.relative > NEARLY_DEPENDENT else _elements(sim, found)


def _jacobian(sim: Simulation) -> tuple[list[int], np.ndarray, Triplets]:
    """Rows in use, their lengths, and J with rows of length one."""
    rows = [r for r in range(sim.work.n_rows) if r not in sim.work.left_out]
    jac = scaled_jacobian(sim).take(rows)
    lengths = np.sqrt(jac.row_sums(2))
    with np.errstate(divide="ignore", invalid="ignore"):
        return rows, lengths, jac.scaled(rows=1.0 / lengths)


def _smallest(sim: Simulation) -> Smallest | None:
    """At the present position; None where there are no constraints, or where they or their factors are no numbers."""
    rows, lengths, jac = _jacobian(sim)
    if not rows or not np.all(np.isfinite(jac.value)) or np.any(lengths == 0.0):
        return None
    if len(rows) <= DENSE:
        u, sigma, _ = np.linalg.svd(jac.dense(), full_matrices=False)
        return Smallest(rows, lengths, jac, float(sigma[-1]), float(sigma[-1] / sigma[0]), u[:, -1])
    left, largest = _inverse_iterations(jac)
    value = float(np.linalg.norm(jac.T @ left))
    if not np.isfinite(value):
        return None
    return Smallest(rows, lengths, jac, value, value / largest, left)


def _inverse_iterations(jac: Triplets) -> tuple[np.ndarray, float]:
    """l, and the largest singular value by as many plain iterations."""
    m, n = jac.shape
    every, diagonal = np.arange(n + m), np.repeat([1.0, -SLIGHTLY], [n, m])
    bordered = Triplets(
        (n + m, n + m),
        np.concatenate([every, n + jac.row, jac.column]),
        np.concatenate([every, jac.column, n + jac.row]),
        np.concatenate([diagonal, jac.value, jac.value]),
    )
    solve = bordered.solver()
    x = w = np.cos(1.7 * np.arange(m) + 0.3) / np.sqrt(m)
    for _ in range(ITERATIONS):
        z = solve(np.concatenate([np.zeros(n), -x]))[n:]
        x, before = z / np.linalg.norm(z), x
        w = jac @ (jac.T @ w)
        w /= np.linalg.norm(w)
        if abs(x @ before) > 1.0 - SETTLED:
            break
    return x, float(np.linalg.norm(jac.T @ w))


def _drives(sim: Simulation) -> np.ndarray:
    """phi_t of all rows: their rates where nothing moves; the state is put back."""
    s = sim.work
    kept = s.state.copy()
    s.u[:] = 0.0
    s.call(assemble.residual)
    found: np.ndarray = s.phid.copy()
    s.state.put(kept)
    return found


def _time_left(sim: Simulation, found: Smallest) -> float:
    """(1), looked for a little behind the present position; the state is put back."""
    s = sim.work
    fastest = float(np.abs(s.u.ravel() * in_lengths(s.n_bodies, sim.length)).max(initial=0.0))
    if fastest == 0.0:
        return np.inf
    kept, step = s.state.copy(), ASIDE * sim.length / fastest
    s.step[: s.u.size] = step * s.u.ravel()
    s.call(motion.shift_positions)
    there = _jacobian(sim)[2]
    s.state.put(kept)
    right = (found.jacobian.T @ found.left) / found.value
    falls = found.value - float(found.left @ (there @ right))
    return found.value / falls * step if falls > 0.0 else np.inf


def _elements(sim: Simulation, found: Smallest) -> list[Any]:
    """The elements with a share in l."""
    share = np.abs(found.left)
    owners = dict.fromkeys(sim.builder.rows[found.rows[n]].owner for n in np.flatnonzero(share > 0.1 * share.max()))
    return sorted((sim.builder.owners[o].element for o in owners), key=lambda e: e.keyword == "MOTION")
