"""The matrices of small changes about the present state: stiffness, damping, mass, and what no seed multiplies.

The matrix of a Newton step is linear in its seeds, derivatives of position, velocity and acceleration by the unknowns:

    A(c_q, c_u, c_a) = A_0 + c_q K + c_u C + c_a M                                                        (1)

A_0 holds J, J^T and the algebraic unknowns. K is the derivative of inertia minus applied forces plus J^T lam by
positions (the curvature of the constraints is in it), C that by velocities, M that by accelerations; columns of states
x of DIFF stand in C (by x) and in M (by x'). Statics, linear analysis and the integrator so use the same derivatives.
References  Orlandea, Chace, Calahan (1977), J. Eng. Ind. 99, 773-784, section 3.2.
"""

from __future__ import annotations

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import assemble


class Tangents:
    """Equation (1) at the state of the last residual; the seeds of `sim` are left at the last ones used."""

    def __init__(self, sim: Simulation, only_stiffness: bool = False) -> None:
        self.sim = sim
        self.fixed = self._values(0.0, 0.0, 0.0)
        self.k = self._values(1.0, 0.0, 0.0) - self.fixed
        self.c = self._values(0.0, 1.0, 0.0) - self.fixed
        self.m = np.zeros_like(self.k) if only_stiffness else self._values(0.0, 0.0, 1.0) - self.fixed

    def _values(self, q: float, u: float, a: float) -> np.ndarray:
        s, first = self.sim.work, self.sim.system.first_diagonal
        self.sim.seeds(q, u, a)
        s.call(assemble.matrix)
        values = s.values.copy()
        values[first : first + s.n_rows] = 0.0  # no compliance: whoever needs one adds his own
        values[[first + row for row in s.left_out]] = 1.0
        return values

    def of(self, values: np.ndarray) -> Triplets:
        """The matrix that contributions sum to."""
        return self.sim.system.pattern.matrix(values)
