"""A path of equilibria over a parameter p (a part of the loads, or the time), through its limit points.

Equations   R(q, lam, p) = 0, phi(q, p) = 0 on a path q(a), p(a) of pseudo-arc-length a                              (1)
Tangent     K q' + J^T lam' = -R_p p',  J q' = -phi_p p',  |q'|^2 + p'^2 = 1, onward in the direction so far         (2)
Corrector   Newton with the plane across the tangent: t_q . dq + t_p dp = 0, by two solves with one matrix    (3)
            |dq|^2 is the mean over the bodies of (dr / L)^2 + dtheta^2, p runs from 0 to 1
Limit       p' = 0: the loads can grow no further; the path goes on with falling p
References  Riks (1979), Int. J. Solids Struct. 15, 529-551;  Keller (1977), in: Applications of Bifurcation Theory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bellcrank.analysis.equilibrium import NEUTRAL, stiffness
from bellcrank.analysis.imbalance import Imbalance, Solver
from bellcrank.analysis.tangents import Tangents

FIRST, SHORTEST, LONGEST = 0.02, 1e-7, 0.15
"""Steps along the path: the first, the shortest before it is given up, the longest."""
MOST = 10
"""Iterations of a corrector."""


@dataclass
class Path:
    """A parameter: how it is put into the balance, and the derivative of all equations by it."""

    balance: Imbalance
    put: Callable[[float], None]
    slope: Callable[[], np.ndarray]
    p: float = 0.0
    arc: float = FIRST
    tangent: tuple[np.ndarray, float] | None = None
    turned: int = 0
    """Limit points passed so far."""

    def __post_init__(self) -> None:
        n = max(1, self.balance.sim.work.n_bodies)
        self.metric = self.balance.reach**2 / n

    def dot(self, a: np.ndarray, b: np.ndarray) -> float:
        """The product of the metric of (3)."""
        m = self.balance.bodies
        return float(np.sum(a[:m] * b[:m] * self.metric))

    def step(self) -> bool:
        """One step onward; False where even the shortest fails."""
        while self.arc >= SHORTEST:
            kept, before = self.balance.keep(), (self.p, self.tangent)
            solve = self._solver()
            if solve is not None and self._advance(solve):
                return True
            self.balance.back(kept)
            self.p, self.tangent = before
            self.put(self.p)
            self.arc *= 0.3
        return False

    def _solver(self) -> Solver | None:
        self.balance.residual()
        tangents = Tangents(self.balance.sim, only_stiffness=True)
        return self.balance.solver(tangents, 1.0, NEUTRAL * stiffness(self.balance, tangents))

    def direction(self, solve: Solver) -> tuple[np.ndarray, float]:
        """Equation (2)."""
        by_p = solve(-self.slope())
        size = np.sqrt(self.dot(by_p, by_p) + 1.0)
        t, t_p = by_p / size, 1.0 / size
        if self.tangent is not None and self.dot(t, self.tangent[0]) + t_p * self.tangent[1] < 0.0:
            t, t_p = -t, -t_p
        return t, float(t_p)

    def _advance(self, solve: Solver) -> bool:
        """Along the tangent, then (3); the arc grows where that is easy."""
        t, t_p = self.direction(solve)
        if not np.isfinite(t).all():
            return False
        self._move(self.arc * t, self.arc * t_p)
        before = np.inf
        for count in range(MOST):
            right = self.balance.residual()
            here = self._solver()
            if here is None or not np.isfinite(right).all():
                return False
            a, b = here(-right), here(-self.slope())
            down = self.dot(t, b) + t_p
            dp = -self.dot(t, a) / down if down else np.nan
            step = a + dp * b
            size = np.sqrt(self.dot(step, step) + dp * dp)
            if not np.isfinite(size) or (count > 2 and size > 0.9 * before) or size > 2.0 * self.arc:
                return False
            self._move(step, dp)
            before = size
            if size <= 1e-9:
                self.turned += self.tangent is not None and self.tangent[1] * t_p < 0.0
                self.tangent = (t, t_p)
                self.arc = float(min(LONGEST, self.arc * (2.0 if count < 3 else 1.0 if count < 6 else 0.5)))
                self.balance.accept()
                return True
        return False

    def _move(self, step: np.ndarray, dp: float) -> None:
        self.balance.move(step)
        self.balance.change(step)
        self.p += dp
        self.put(self.p)
