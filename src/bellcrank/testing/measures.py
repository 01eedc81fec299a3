"""Measures against formulas that use nothing of the program but the state of the bodies.

check_measure("VX(21,31,41,22)", lambda m: (m(21).v - m(31).v - np.cross(m(22).w, m(21).r - m(31).r)) @ m(41).x)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from bellcrank.testing.derivatives import check_derivatives
from bellcrank.testing.sample import Sample


@dataclass
class Moving:
    """A marker in motion: place, axes (columns of A), velocities and accelerations, all in ground axes."""

    r: np.ndarray
    A: np.ndarray
    v: np.ndarray
    w: np.ndarray
    a: np.ndarray
    al: np.ndarray

    @property
    def x(self) -> np.ndarray:
        """The x axis."""
        return self.A[:, 0]

    @property
    def y(self) -> np.ndarray:
        """The y axis."""
        return self.A[:, 1]

    @property
    def z(self) -> np.ndarray:
        """The z axis."""
        return self.A[:, 2]


Markers = Callable[[int], Moving]
Formula = Callable[[Markers], float]


def moving(sample: Sample, id: int) -> Moving:
    """A marker by the textbook: r + A s, v + w x A s, a + al x A s + w x (w x A s)."""
    zero = np.zeros(3)
    if id == 0:
        return Moving(zero, np.eye(3), zero, zero, zero, zero)
    place, axes = (np.array(part, float) for part in sample.model.frame_of(id))
    axes = axes.reshape(3, 3)
    body = sample.lowering.bodies.get(sample.model.get("MARKER", id).owner, -1)
    if body < 0:
        return Moving(place, axes, zero, zero, zero, zero)
    drawn, s = sample.builder.bodies[body], sample.work
    before = np.array(drawn.axes).reshape(3, 3)
    now = Rotation.from_quat(np.roll(s.q[body, 3:], -1)).as_matrix()
    arm = now @ before.T @ (place - np.array(drawn.position))
    w, al = s.u[body, 3:], s.ud[body, 3:]
    v = s.u[body, :3] + np.cross(w, arm)
    a = s.ud[body, :3] + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
    return Moving(s.q[body, :3] + arm, now @ before.T @ axes, v, w, a, al)


def measuring(expressions: Iterable[str], seed: int = 0) -> Sample:
    """A sample with the equations V = expression."""
    return Sample("\n".join(f"VARIABLE/{n}, FUNCTION={text}" for n, text in enumerate(expressions, 1)), seed)


def values(sample: Sample) -> np.ndarray:
    """The values of the expressions of `measuring`."""
    found: np.ndarray = sample.work.v - sample.residual()[-sample.work.n_v :]
    return found


def check_measure(expression: str, formula: Formula, seed: int = 0) -> None:
    """The value of a measure against a formula of the moving markers, and its derivatives against differences."""
    check_measures({expression: formula}, seed)


def check_measures(formulas: Mapping[str, Formula], seed: int = 0) -> None:
    """Several measures at once."""
    sample = measuring(formulas, seed)
    for value, (expression, formula) in zip(values(sample), formulas.items(), strict=True):
        wanted = float(formula(lambda id: moving(sample, id)))
        if not abs(value - wanted) <= 1e-13 * max(1.0, abs(wanted)):
            raise AssertionError(f"{expression} is {value:.15g}, the formula says {wanted:.15g}")
    check_derivatives(sample)
