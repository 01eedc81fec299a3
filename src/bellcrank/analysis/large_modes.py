"""The lowest modes of a large model at rest, without a dense matrix.

Undamped   K y = w^2 M y on J y = 0: Lanczos with the inverse of [K + s^2 M, J^T; J, 0]                              (1)
Damped     (lam^2 M + lam C + K) y = 0 on J y = 0, as a first order system of twice the size; Arnoldi with its inverse
           about s, one solve with [K + s C + s^2 M, J^T; J, 0] each:                                                (2)
           (K + s C + s^2 M) y = -M v_0 - (C + s M) y_0,  v = y_0 + s y
Shift      s: a small part of the fastest frequency, so that rigid bodies do not make it singular
Residual   |(lam^2 M + lam C + K) y| along the freedoms, beside |K| |y|
References Lehoucq, Sorensen, Yang (1998), ARPACK Users' Guide, 3.2 and 3.3;  Tisseur, Meerbergen (2001), SIAM Rev. 43.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank.analysis.eigen import REAL, ZERO, Mode, Modes, collected, normalised
from bellcrank.analysis.imbalance import scaled_solver
from bellcrank.analysis.operating_point import OperatingPoint, light_masses
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.tangents import Tangents
from bellcrank.numerics.triplets import Triplets, compose

DENSE = 900
"""Coordinates of bodies up to which all modes are found by dense algebra."""
SHIFT = 1e-6
"""s as a part of the fastest frequency of a single part."""
COUNT = 30

Product = Callable[[np.ndarray], np.ndarray]


class _Large:
    """The sparse matrices of (1) and (2), and solves on the constraints."""

    def __init__(self, point: OperatingPoint, damping: bool) -> None:
        self.sim = point.sim
        s = self.sim.work
        self.n, self.bodies, self.rows = s.n, s.n_motions, s.n_rows
        t = Tangents(self.sim)
        self.fixed, self.k = t.of(t.fixed), t.of(t.k)
        self.m = compose(s.n, [(0, 0, t.of(t.m)), (0, 0, light_masses(self.sim, point.weightless))])
        self.c = t.of(t.c if damping else np.zeros_like(t.c))
        self.arms = np.repeat(np.c_[np.ones(s.n_bodies), body_sizes(self.sim)], 3)

    def part(self, matrix: Triplets) -> Any:
        """The block of the bodies as a sparse matrix."""
        from scipy.sparse import csr_matrix

        inner = matrix.take(np.arange(self.bodies), np.arange(self.bodies))
        return csr_matrix((inner.value, (inner.row, inner.column)), shape=inner.shape)

    def solver(self, k: float, c: float, m: float) -> Product:
        """y of [k K + c C + m M, J^T; J, 0] for a force on the bodies."""
        parts = [(0, 0, self.fixed)]
        parts += [(0, 0, a.scaled(f)) for f, a in ((k, self.k), (c, self.c), (m, self.m)) if f]
        scales = np.ones(self.n)
        scales[: self.bodies] = 1.0 / self.arms
        solve = scaled_solver(compose(self.n, parts), scales, self.bodies, self.rows)

        def along(force: np.ndarray) -> np.ndarray:
            right = np.zeros(self.n)
            right[: self.bodies] = force.ravel()
            return solve(right)[: self.bodies]

        return along

    def pace(self) -> float:
        """The fastest frequency that a single part and its stiffness suggest."""
        stiff = abs(self.part(self.k)).max(axis=1).toarray().ravel()
        inertia = self.part(self.m).diagonal()
        return float(np.sqrt((stiff[inertia > 0.0] / inertia[inertia > 0.0]).max(initial=0.0)))


def lowest_modes(point: OperatingPoint, damping: bool = True, count: int = COUNT) -> Modes:
    """The modes nearest to zero."""
    e = _Large(point, damping)
    freedoms = sum(6 if b.turns else 3 for b in e.sim.builder.bodies) - e.rows + len(e.sim.work.left_out)
    count = min(count, freedoms - 1)
    damped = damping and bool(np.abs(e.c.value).max(initial=0.0))
    pace = e.pace()
    values, shapes = (_damped if damped else _undamped)(e, SHIFT * pace, count)
    values = np.where(np.abs(values) <= ZERO * pace, 0.0, values)
    values = np.where(np.abs(values.imag) <= REAL * np.abs(values), values.real + 0j, values)
    residuals = _residuals(e, values, shapes)
    shown = [n for n in range(len(values)) if values[n].imag >= 0.0]
    order = sorted(shown, key=lambda n: (values[n].imag != 0.0, abs(values[n].imag) or abs(values[n].real)))
    found = [
        Mode(k, complex(values[n]), normalised(e.sim, shapes[:, n]), float(residuals[n]), values[n] == 0.0, e.sim)
        for k, n in enumerate(order, start=1)
    ]
    return collected(e.sim, True, found, freedoms, freedoms, 0, complete=False)


def _undamped(e: _Large, shift: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    from scipy.sparse.linalg import LinearOperator, eigsh

    inverse = LinearOperator((e.bodies,) * 2, matvec=e.solver(1.0, 0.0, shift**2), dtype=float)
    start = inverse @ np.cos(np.arange(e.bodies) + 1.0)
    squares, shapes = eigsh(
        e.part(e.k), k=count, M=e.part(e.m), sigma=-(shift**2), OPinv=inverse, v0=start, which="LM", tol=1e-12
    )
    return np.sqrt(squares.astype(complex).conj()) * 1j, shapes.astype(complex)


def _damped(e: _Large, shift: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    from scipy.sparse.linalg import LinearOperator, eigs

    solve, m, c = e.solver(1.0, shift, shift**2), e.part(e.m), e.part(e.c)
    n = e.bodies

    def inverse(w: np.ndarray) -> np.ndarray:
        y_0, v_0 = w.ravel()[:n], w.ravel()[n:]
        y = solve(-(m @ v_0) - c @ y_0 - shift * (m @ y_0))
        return np.concatenate([y, y_0 + shift * y])

    operator = LinearOperator((2 * n, 2 * n), matvec=inverse, dtype=float)
    start = inverse(inverse(np.cos(np.arange(2 * n) + 1.0)))
    inverses, vectors = eigs(operator, k=min(2 * count, 2 * n - 2), v0=start, which="LM", tol=1e-12)
    return shift + 1.0 / inverses, vectors[:n]


def _residuals(e: _Large, values: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """What is left of the equations of motion along the freedoms, beside those of single elements."""
    project, k, m, c = e.solver(0.0, 0.0, 1.0), e.part(e.k), e.part(e.m), e.part(e.c)
    found, size = [], abs(k)
    for value, shape in zip(values, shapes.T, strict=True):
        left = value**2 * (m @ shape) + value * (c @ shape) + k @ shape
        force = float((size @ np.abs(shape)).max(initial=0.0))
        parts = [project(left.real), project(left.imag)]
        wrong = np.sqrt(sum(float(np.sum((m @ p) ** 2)) for p in parts))
        found.append(wrong / force if force > 0.0 else 0.0)
    return np.array(found)
