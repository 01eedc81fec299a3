"""Iteration matrices of mechanisms, for benchmarks of the linear solver.

    [ M + g D + g^2 K   J^T ]      6 unknowns a part (velocity in ground axes, angular velocity in part axes),
    [ J                  0  ]      5 multipliers a revolute joint

with random orientations, inertias, spins and reactions of realistic size. M is diagonal for translation and full 3 x 3
for rotation (gyroscopic terms); joint damping and the stiffness that the multipliers make couple the rotations of the
two parts of a joint.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Matrix = tuple[int, np.ndarray, np.ndarray, np.ndarray]
"""n, indptr, indices, values: compressed sparse columns."""


@dataclass
class Joint:
    """A revolute joint of parts i and j (-1: ground) at s_i, s_j (part axes) about `axis` (ground axes)."""

    i: int
    j: int
    s_i: np.ndarray
    s_j: np.ndarray
    axis: np.ndarray
    equations: tuple[int, ...] = (0, 1, 2, 3, 4)


@dataclass
class Entries:
    """Triplets that are summed into compressed columns."""

    row: list[int] = field(default_factory=list)
    column: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)

    def add(self, row: int, column: int, block: np.ndarray, diagonal: bool = False) -> None:
        """Add a block, or only its diagonal."""
        for a in range(block.shape[0]):
            for b in range(block.shape[1]):
                if not diagonal or a == b:
                    self.row.append(row + a)
                    self.column.append(column + b)
                    self.value.append(block[a, b])

    def matrix(self, n: int) -> Matrix:
        """Compressed sparse columns."""
        key, where = np.unique(np.array(self.column) * n + np.array(self.row), return_inverse=True)
        values = np.zeros(key.size)
        np.add.at(values, where, self.value)
        indptr = np.searchsorted(key // n, np.arange(n + 1))
        return n, indptr.astype(np.int32), (key % n).astype(np.int32), values


def skew(v: np.ndarray) -> np.ndarray:
    """Matrix of the cross product with v."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """A rotation matrix, uniformly distributed."""
    q, r = np.linalg.qr(rng.standard_normal((3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


def saddle(
    rotations: list[np.ndarray], joints: list[Joint], rng: np.random.Generator, g: float = 1e-3, eps: float = 0.0
) -> Matrix:
    """The matrix of parts and joints at the step factor g; -eps on the diagonal of the multipliers when not zero."""
    entries, unit = Entries(), np.eye(3)
    for k in range(len(rotations)):
        inertia = np.diag([0.01, 0.08, 0.08]) * (0.5 + rng.random())
        w = rng.standard_normal(3)
        entries.add(6 * k, 6 * k, (0.5 + rng.random()) * unit, diagonal=True)
        entries.add(6 * k + 3, 6 * k + 3, inertia + g * (skew(w) @ inertia - skew(inertia @ w)))
    row = 6 * len(rotations)
    for joint in joints:
        _add_joint(entries, rotations, joint, row, rng, g)
        if eps:
            entries.add(row, row, -eps * np.eye(len(joint.equations)), diagonal=True)
        row += len(joint.equations)
    return entries.matrix(row)


def _add_joint(
    entries: Entries, rotations: list[np.ndarray], joint: Joint, row: int, rng: np.random.Generator, g: float
) -> None:
    h = joint.axis / np.linalg.norm(joint.axis)
    across = np.linalg.svd(h[None])[2][1:]
    for part, s, sign in ((joint.i, joint.s_i, 1.0), (joint.j, joint.s_j, -1.0)):
        if part < 0:
            continue
        turn = rotations[part]
        rotation = sign * np.vstack([-turn @ skew(s), np.cross(across, h) @ turn])
        for a, equation in enumerate(joint.equations):
            if equation < 3:
                entries.add(row + a, 6 * part + equation, np.array([[sign]]))
                entries.add(6 * part + equation, row + a, np.array([[sign]]))
            entries.add(row + a, 6 * part + 3, rotation[equation : equation + 1])
            entries.add(6 * part + 3, row + a, rotation[equation : equation + 1].T)
        hinge, force = turn.T @ h, 10.0 * rng.standard_normal(3)
        entries.add(6 * part + 3, 6 * part + 3, 0.05 * g * np.outer(hinge, hinge) + g * g * skew(s) @ skew(force))
    if joint.i >= 0 and joint.j >= 0:
        a, b = 6 * joint.i + 3, 6 * joint.j + 3
        damping = 0.05 * np.outer(rotations[joint.i].T @ h, rotations[joint.j].T @ h)
        stiffness = 10.0 * rng.standard_normal((3, 3))
        entries.add(a, b, g * g * stiffness - g * damping)
        entries.add(b, a, g * g * stiffness.T - g * damping.T)


def tree(parents: list[int], rng: np.random.Generator, g: float = 1e-3) -> Matrix:
    """Part k hangs on part parents[k] (-1: ground) by a revolute joint about a random axis."""
    draw = lambda: rng.standard_normal(3)
    joints = [Joint(parent, k, 0.5 * draw(), 0.5 * draw(), draw()) for k, parent in enumerate(parents)]
    return saddle([random_rotation(rng) for _ in parents], joints, rng, g)


def chain(n_parts: int, rng: np.random.Generator, g: float = 1e-3) -> Matrix:
    """A spatial chain."""
    return tree(list(range(-1, n_parts - 1)), rng, g)


def random_tree(n_parts: int, rng: np.random.Generator, g: float = 1e-3) -> Matrix:
    """Every part hangs on one of the six before it."""
    return tree([int(rng.integers(max(k - 6, -1), k)) if k else -1 for k in range(n_parts)], rng, g)


def windows(n_windows: int, rng: np.random.Generator, g: float = 1e-3, eps: float = 0.0) -> Matrix:
    """A row of four-bar loops: n+1 rods hinged to ground, n couplers; all axes parallel.

    A loop of four revolutes has three redundant equations; they are left out, or all equations are kept and eps > 0
    makes the matrix regular.
    """
    up, side, axis, angle = np.array([0, 0, 0.5]), np.array([0.5, 0, 0]), np.array([0, 1.0, 0]), 0.3
    lean = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    last = (0, 1, 2, 3, 4) if eps else (0, 2)
    joints = [Joint(-1, k, np.zeros(3), -up, axis) for k in range(n_windows + 1)]
    for k in range(n_windows):
        coupler = n_windows + 1 + k
        joints += [Joint(k, coupler, up, -side, axis), Joint(k + 1, coupler, up, side, axis, last)]
    return saddle([lean] * (n_windows + 1) + [np.eye(3)] * n_windows, joints, rng, g, eps)
