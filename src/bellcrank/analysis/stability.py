"""Whether an equilibrium is stable: the smallest eigenvalue of the reduced stiffness, and its motion.

K_r z = k W_r z,  K_r = N^T K N with the tangent basis N of tangent_basis.py                                        (1)
k < 0: the position is unstable against the motion N z; k = 0 (ZERO of the largest): a neutral freedom.
Large models: the eigenvalues above a shift -s, found by solving with K + s W on the constraints (Lanczos)        (2)
References  Bathe (2014), Finite Element Procedures, section 6.8.1;  Ericsson, Ruhe (1980), Math. Comp. 35, 1251-1268.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.tangent_basis import eliminated, null_basis
from bellcrank.analysis.tangents import Tangents
from bellcrank.numerics.triplets import one_thread
from bellcrank.system.coordinates import free_motions

ZERO = 1e-9
"""Part of the largest stiffness below which a freedom is neutral: constraint expressions are curved by differences."""
DENSE = 900
"""Coordinates of the bodies up to which the reduced stiffness is a dense matrix."""
AXES = ("moves along x", "moves along y", "moves along z", "turns about x", "turns about y", "turns about z")


@dataclass(frozen=True)
class Stability:
    """Eigenvalues are in force per length: rotations count by the size of their body."""

    smallest: float
    neutral: int
    unstable: int
    motion: str
    """The motion of the smallest eigenvalue."""
    freedoms: int

    @property
    def verdict(self) -> str:
        """One line."""
        if not self.freedoms:
            return "no freedom is left: the position is held by the constraints"
        if self.unstable:
            return f"UNSTABLE, stiffness {self.smallest:.4g}: {self.motion}"
        if self.neutral:
            freedoms = "freedom" if self.neutral == 1 else "freedoms"
            return f"stable but for {self.neutral} neutral {freedoms}: {self.motion}"
        return f"stable, smallest stiffness {self.smallest:.4g}: {self.motion}"


def stability(balance: Imbalance) -> Stability:
    """At the present position, which should be an equilibrium."""
    balance.residual()
    tangents = Tangents(balance.sim, only_stiffness=True)
    small = balance.bodies <= DENSE
    values, vectors, freedoms = (dense if small else sparse)(balance, tangents)
    if not len(values):
        return Stability(0.0, 0, 0, "", 0)
    largest = max(float(np.abs(values).max()), stiffest(balance, tangents))
    neutral = np.abs(values) <= ZERO * largest
    unstable = (values < 0.0) & ~neutral
    lowest = int(np.argmin(values)) if unstable.any() or not neutral.any() else int(np.argmax(neutral))
    motion = describe(balance.sim, vectors[:, lowest])
    return Stability(float(values[lowest]), int(neutral.sum()), int(unstable.sum()), motion, freedoms)


def stiffest(balance: Imbalance, tangents: Tangents) -> float:
    """The largest entry of the stiffness, rotations by body sizes."""
    k, arms = tangents.of(tangents.k), balance.arms
    inside = (k.row < balance.bodies) & (k.column < balance.bodies)
    return float((np.abs(k.value[inside]) / (arms[k.row[inside]] * arms[k.column[inside]])).max(initial=0.0))


def dense(balance: Imbalance, tangents: Tangents) -> tuple[np.ndarray, np.ndarray, int]:
    """All eigenvalues of (1), with their motions."""
    bodies, both = balance.bodies, balance.bodies + balance.rows
    matrix = balance.matrix(tangents, 1.0).dense()
    reduced = eliminated(matrix, both)
    free = free_motions(balance.sim.builder.bodies)
    found = null_basis(reduced[bodies:, free], balance.arms[free])
    basis = np.zeros((bodies, found.shape[1]))
    basis[free] = found
    stiff = basis.T @ reduced[:bodies, :bodies] @ basis
    if not stiff.size:
        return np.zeros(0), basis, 0
    with one_thread(len(stiff)):
        if np.abs(stiff - stiff.T).max() <= 1e-8 * np.abs(stiff).max():
            values, vectors = np.linalg.eigh(0.5 * (stiff + stiff.T))
        else:
            every, shapes = np.linalg.eig(stiff)
            values, vectors = every.real, shapes.real
    return values, basis @ vectors, basis.shape[1]


def sparse(balance: Imbalance, tangents: Tangents, count: int = 3) -> tuple[np.ndarray, np.ndarray, int]:
    """The lowest eigenvalues, by (2)."""
    from scipy.sparse.linalg import LinearOperator, eigsh

    n, arms = balance.sim.work.n, balance.arms
    freedoms = balance.freedoms()
    if freedoms <= count:
        return np.zeros(0), np.zeros((balance.bodies, 0)), freedoms
    shift = 1e-4 * stiffest(balance, tangents)
    for _ in range(6):
        solve = balance.solver(tangents, 1.0, shift)

        def inverse(y: np.ndarray, solve: Any = solve) -> np.ndarray:
            right = np.zeros(n)
            right[: balance.bodies] = y.ravel() * arms
            return np.asarray(solve(right)[: balance.bodies] * arms)

        operator = LinearOperator((balance.bodies,) * 2, matvec=inverse, dtype=float)
        inverses, vectors = eigsh(operator, k=count, which="LA", v0=np.cos(np.arange(balance.bodies) + 1.0), tol=1e-8)
        if inverses.max() > 0.0:
            break
        shift *= 30.0
    positive = inverses > 0.0
    values = 1.0 / inverses[positive] - shift
    order = np.argsort(values)
    return values[order], (vectors[:, positive] / arms[:, None])[:, order], freedoms


def describe(sim: Simulation, motion: np.ndarray, most: int = 3) -> str:
    """The bodies that move most, and how: PART/2 turns about z, PART/3 moves along x."""
    moves = np.abs(motion.reshape(-1, 6))
    moves[:, 3:] *= body_sizes(sim)[:, None]
    share = np.linalg.norm(moves, axis=1)
    words = []
    for b in np.argsort(-share)[:most]:
        if share[b] < 0.3 * share.max():
            break
        turns = moves[b, 3:].max() > 0.5 * moves[b, :3].max()  # a part on a pivot moves because it turns
        axis = 3 + int(np.argmax(moves[b, 3:])) if turns else int(np.argmax(moves[b, :3]))
        words.append(f"{sim.builder.bodies[b].element.title} {AXES[axis]}")
    return ", ".join(words)
