"""The linear model of small motions: matrices, what its states mean, and its frequency response.

d/dt (z, s, x) = A (z, s, x) + B in,   out = C (z, s, x) + D in;  see linear_model.py for z and s, x: states of DIFF
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.operating_point import OperatingPoint
from bellcrank.analysis.simulation import Simulation

SHOWN = 8


@dataclass(frozen=True, repr=False)
class LinearModel:
    """Small motions: d/dt state = A state + B in, out = C state + D in; `model.linearize(...)` makes it.

    a, b, c, d       NumPy arrays; state_names, inputs, outputs name their rows and columns
    response(omega)  C (i omega - A)^-1 B + D;  plot(omega) draws it;  to_scipy(), to_control()
    shape @ state    displacements of the mass centres and rotations, six for each body, ground axes

    With as many outputs as states, which see all of them, a feedback of states is one of outputs: K inv(c).
    """

    sim: Simulation
    point: OperatingPoint
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    d: np.ndarray
    shape: np.ndarray
    """y = shape @ state: displacements of the mass centres and rotations, six for each body, ground axes."""
    rate: np.ndarray
    """y' = rate @ state."""
    freedoms: int
    speeds: int
    """Independent velocities: freedoms less constraints on velocities."""
    states: int
    """States of DIFF."""
    pace: float = 0.0
    """The fastest frequency that a single part and its stiffness suggest: what is zero is measured by it."""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Sizes and eigenvalues."""
        values = ", ".join(f"{value:.4g}" for value in np.linalg.eigvals(self.a)[:SHOWN])
        more = ", ..." if len(self.a) > SHOWN else ""
        names = f"inputs {', '.join(self.inputs) or 'none'}; outputs {', '.join(self.outputs) or 'none'}"
        return f"LinearModel of {len(self.a)} states ({self.freedoms} freedoms); {names}; eigenvalues {values}{more}"

    def response(self, omega: Any) -> np.ndarray:
        """C (i omega - A)^-1 B + D at angular frequencies: (frequencies, outputs, inputs)."""
        found = []
        for w in np.atleast_1d(np.asarray(omega, float)):
            inner = np.linalg.solve(1j * w * np.eye(len(self.a)) - self.a, self.b.astype(complex))
            found.append(self.c @ inner + self.d)
        return np.array(found)

    def plot(self, omega: Any, path: Any = None) -> Any:
        """Magnitude and phase over the frequency; see `bellcrank.plots.modal`."""
        return importlib.import_module("bellcrank.plots.modal").response(self, omega, path)

    def to_scipy(self) -> Any:
        """`scipy.signal.StateSpace` of it."""
        from scipy.signal import StateSpace

        return StateSpace(self.a, self.b, self.c, self.d)

    def to_control(self) -> Any:
        """`control.ss` of it, where the package `control` is installed."""
        import control

        return control.ss(self.a, self.b, self.c, self.d, inputs=list(self.inputs), outputs=list(self.outputs))

    @property
    def state_names(self) -> tuple[str, ...]:
        """z: displacements along the tangent basis, s: their speeds; then the states of DIFFs."""
        names = [f"z{k + 1}" for k in range(self.freedoms)] + [f"s{k + 1}" for k in range(self.speeds)]
        builder = self.sim.builder
        states: list[Any] = [builder.expressions[use.expression].element for use in builder.diffs]
        return (*names, *(element.label if element is not None else "x" for element in states))
