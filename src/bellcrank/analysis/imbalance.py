"""What is out of balance at rest, and the linear systems that say how to move.

Unknowns      positions q, multipliers lam, states x (x' = 0), algebraic unknowns; velocities, accelerations are zero.
Equations     R = -f(q, x, v) + J^T lam = 0,  phi(q, t) = 0,  e(q, x, v) = 0                                    (1)
Step          [k K + s W   J^T  ..] [d  ]     [R  ]
              [J           -eps   ] [dlam] = -[phi]      with the derivatives of tangents.py                    (2)
              k = 0, s = 1: the multipliers that balance most (least squares), and p, the way the forces push
              k = 1, s = 0: Newton's step;  between the two s limits its length
              A state whose rate is made of velocities alone, x' = f_u u, is zero at any rest and says nothing of it:
              it is a displacement, and follows the bodies on their way:  dx = f_u d                             (4)
Metric        d . W d = sum of |dr|^2 + (l dtheta)^2, l the size of a body (sizes.py)                           (3)
Measure       of a step: the largest of |dr| / L and |dtheta|, L the size of the model; never an absolute length
Redundant rows are left out before; rows that depend on each other only here get eps, and the least multipliers.
References    Absil, Mahony, Sepulchre (2008), Optimization on Matrix Manifolds, chapters 6 and 7 (least-squares
              multipliers, steps in the tangent space, back to the constraints).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.tangents import Tangents
from bellcrank.numerics.triplets import Triplets, compose
from bellcrank.system import assemble, expressions, layout, motion
from bellcrank.system.coordinates import is_translation

SOFT = 1e-12
"""Compliance eps of a multiplier, where rows and columns are scaled to one."""
CLOSED = 1e-13
"""Misfit, in units of the model, at which constraints are closed."""
Solver = Callable[[np.ndarray], np.ndarray]


class Imbalance:
    """The equations (1) of a simulation at rest, at its present time and position."""

    def __init__(self, sim: Simulation, mode: float = 5.0) -> None:
        self.sim, s = sim, sim.work
        self.bodies, self.rows = s.n_motions, s.n_rows
        self.states = slice(self.bodies + self.rows, s.n - s.n_v)
        self.sizes = body_sizes(sim)
        arms = np.ones((s.n_bodies, 6))
        arms[:, 3:] = self.sizes[:, None]
        self.arms = arms.ravel()
        """Length of each coordinate of the bodies: 1, and the size of the body for rotations."""
        self.reach = np.where(is_translation(np.arange(self.bodies)), 1.0 / sim.length, 1.0)
        self.load = np.zeros(self.bodies)
        """Further forces on the bodies, dead loads of a continuation."""
        self.held = self._held()
        self.rounding = max(CLOSED * sim.length, 1e-14 * sim.reach)
        s.u[:], s.ud[:], s.xd[:] = 0.0, 0.0, 0.0
        s.num[layout.MODE] = mode

    def _held(self) -> np.ndarray:
        """The states that keep their values: STATIC_HOLD."""
        uses, found = self.sim.builder.diffs, []
        for n, use in enumerate(uses):
            element: Any = self.sim.builder.expressions[use.expression].element
            if getattr(element, "static_hold", False):
                found.append(self.states.start + n)
        return np.array(found, dtype=int)

    # ---- equations (1)
    def residual(self) -> np.ndarray:
        """R, phi and the residuals of states and algebraic unknowns; NaN where an expression has no value."""
        s = self.sim.work
        self.sim.seeds(1.0, 0.0, 0.0)
        s.call(assemble.residual)
        found = s.res[: s.n].copy()
        found[: self.bodies] -= self.load
        found[self.bodies : self.bodies + self.rows] = s.phi
        left_out = [self.bodies + row for row in s.left_out]
        found[[*left_out, *self.held]] = 0.0
        return found

    def misfit(self) -> float:
        """The largest violation of a constraint."""
        s = self.sim.work
        kept = [r for r in range(s.n_rows) if r not in s.left_out]
        return float(np.abs(s.phi[kept]).max(initial=0.0))

    # ---- equations (2)
    def solver(self, tangents: Tangents, k: float, s: float) -> Solver:
        """The function that gives the step of (2) from the right hand side."""
        n, places = self.sim.work.n, np.arange(self.bodies)
        metric = Triplets((n, n), places, places, s * self.arms**2)
        whole = compose(n, [(0, 0, self.matrix(tangents, k)), (0, 0, metric)])
        return scaled_solver(whole, self._scales(), self.bodies, self.rows)

    def matrix(self, tangents: Tangents, k: float) -> Triplets:
        """The matrix of (2) without s W."""
        matrix = tangents.of(tangents.fixed + k * tangents.k)
        return self._with_states(matrix, tangents, k) if self.states.stop > self.states.start else matrix

    def freedoms(self) -> int:
        """Coordinates of the bodies less the constraints that are not redundant."""
        s = self.sim.work
        bodies = sum(6 if body.turns else 3 for body in self.sim.builder.bodies)
        return bodies - s.n_rows + len(s.left_out)

    def _with_states(self, matrix: Triplets, tangents: Tangents, k: float) -> Triplets:
        """The columns of the states, whose derivatives stand in C; rows of those that are held: d = 0, and (4)."""
        n, first, last = matrix.shape[0], self.states.start, self.states.stop
        c = tangents.of(tangents.c)
        by_state = c.where((c.column >= first) & (c.column < last))
        whole = compose(n, [(0, 0, matrix), (0, 0, by_state)])
        ways = c.where((c.row >= first) & (c.row < last) & (c.column < self.bodies))
        integrals = self._integrals(whole, ways) if k != 0.0 else np.zeros(0, int)
        held = np.arange(first, last) if k == 0.0 else self.held
        ones = np.concatenate([held, integrals])
        rows = whole.where(~np.isin(whole.row, ones)), ways.where(np.isin(ways.row, integrals))
        diagonal = Triplets((n, n), ones, ones, np.ones(len(ones)))
        return compose(n, [*((0, 0, part) for part in rows), (0, 0, diagonal)])

    def _integrals(self, whole: Triplets, ways: Triplets) -> np.ndarray:
        """States whose rates depend on velocities alone: displacements, as (4) says."""
        n = self.sim.work.n
        still, moving = (np.bincount(part.row, np.abs(part.value), n) for part in (whole, ways))
        found = np.flatnonzero((still[self.states] == 0.0) & (moving[self.states] > 0.0)) + self.states.start
        return np.setdiff1d(found, self.held)

    def _scales(self) -> np.ndarray:
        """Rotations as lengths."""
        scales = np.ones(self.sim.work.n)
        scales[: self.bodies] = 1.0 / self.arms
        return scales

    # ---- moves
    def measure(self, step: np.ndarray) -> float:
        """The length of a step: the largest displacement, as a part of the model, or rotation."""
        return float(np.abs(step[: self.bodies] * self.reach).max(initial=0.0))

    def move(self, step: np.ndarray) -> None:
        """Move the bodies."""
        s = self.sim.work
        s.step[: self.bodies] = step[: self.bodies]
        s.call(motion.shift_positions)
        s.q[:, 3:] /= np.linalg.norm(s.q[:, 3:], axis=1, keepdims=True)

    def change(self, step: np.ndarray) -> None:
        """Add a step to multipliers, states and algebraic unknowns."""
        s, rows = self.sim.work, self.bodies + self.rows
        s.lam += step[self.bodies : rows]
        s.x += step[self.states]
        s.v += step[rows + s.n_x : rows + s.n_x + s.n_v]

    def close(self, solve: Solver, most: int = 12) -> bool:
        """Back onto the constraints, by the least displacement; `solve`: (2) with k = 0 nearby."""
        s, before = self.sim.work, np.inf
        for _ in range(most):
            self.sim.seeds(1.0, 0.0, 0.0)
            s.call(assemble.residual)
            now = self.misfit()
            if now <= self.rounding:
                return True
            if not now < 0.9 * before:
                return now <= 1e3 * self.rounding
            before = now
            right = np.zeros(s.n)
            right[self.bodies : self.bodies + self.rows] = -s.phi
            right[[self.bodies + row for row in s.left_out]] = 0.0
            step = solve(right)
            if not np.isfinite(step).all() or self.measure(step) > 0.5:
                return False
            self.move(step)
        return self.misfit() <= 1e3 * self.rounding

    def keep(self) -> tuple[np.ndarray, ...]:
        """What a rejected step must give back."""
        s = self.sim.work
        return s.q.copy(), s.lam.copy(), s.x.copy(), s.v.copy()

    def back(self, kept: tuple[np.ndarray, ...]) -> None:
        """To the state that `keep` has kept."""
        s = self.sim.work
        s.q[:], s.lam[:], s.x[:], s.v[:] = kept

    def accept(self) -> None:
        """The position is taken: counted angles and elements remember it."""
        self.sim.work.call(expressions.accept_step)

    def forces(self) -> float:
        """The size of the forces at work: the largest weight, load of an element, reaction or dead load."""
        s, of = self.sim.work, self.sim.system.marker_body
        sizes = np.append(self.sizes, 0.0)  # moments count by the size of the larger body
        arms = [max(sizes[of[o.i]], sizes[of[o.j]]) or self.sim.length for o in self.sim.builder.owners]
        gravity = float(np.linalg.norm(s.num[layout.GX : layout.GX + 3]))
        loads = np.abs(s.wrench)
        loads[:, 3:] /= np.array(arms).reshape(-1, 1)
        reactions = np.abs(s.unit * s.lam[:, None])[:, :3]
        found = [float(a.max(initial=0.0)) for a in (s.mass[:, 0] * gravity, loads, reactions, np.abs(self.load))]
        return max(x for x in [*found, 0.0] if np.isfinite(x))


def scaled_solver(matrix: Triplets, scales: np.ndarray, bodies: int, rows: int) -> Solver:
    """Solve A x = b with unknowns and equations times `scales`, all parts brought to the size of one.

    The block of the bodies is divided by its largest entry, multipliers take that factor; each constraint row its own.
    """
    n = matrix.shape[0]
    inner = matrix.scaled(scales, scales)
    body = (inner.row < bodies) & (inner.column < bodies)
    stiff = float(np.abs(inner.value[body]).max(initial=0.0)) or 1.0
    left, right = np.ones(n), np.ones(n)
    left[:bodies] = 1.0 / stiff
    constraint = slice(bodies, bodies + rows)
    of_rows = (inner.row >= bodies) & (inner.row < bodies + rows) & (inner.column < bodies)
    size = np.bincount(inner.row[of_rows], np.abs(inner.value[of_rows]), n)[constraint]
    size = np.where(size > 1e-10 * size.max(initial=0.0), size, 1.0)
    left[constraint], right[constraint] = 1.0 / size, stiff / size
    others = slice(bodies + rows, n)
    sums = np.bincount(inner.row, np.abs(inner.value), n)[others]
    left[others] = 1.0 / np.where(sums > 0.0, sums, 1.0)
    exact = inner.scaled(left, right)
    soft = np.zeros(n)
    soft[constraint] = -SOFT
    soft[others] = SOFT
    places = np.arange(n)
    solve = compose(n, [(0, 0, exact), (0, 0, Triplets((n, n), places, places, soft))]).solver()

    def solution(b: np.ndarray) -> np.ndarray:
        given = b * scales * left
        x = solve(given)
        for _ in range(2):
            if not np.isfinite(x).all():
                break
            x = x + solve(given - exact @ x)
        return np.asarray(x * right * scales)

    return solution
