"""The least step that closes the constraints: positions, then velocities.

Displacement   minimise 1/2 (q - q0)^T W (q - q0) subject to phi(q, t0) = 0: Newton on
               [W J^T; J -eps] [dq; mu] = [W (q0 - q); -phi]                                            (1)
               W: 1 for the part frame origin, length^2 for rotations, 1e8 times that for EXACT coordinates
Velocity       minimise 1/2 (u - u0)^T W (u - u0) subject to J u + phi_t = 0: one solve; W 1e8 where given         (2)
References     Adams: PART EXACT, JOINT IC, the IC statement;  Haug (1989), section 9.6.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.numerics.triplets import Triplets, compose
from bellcrank.system import assemble, motion

HEAVY = 1e8
CLOSED = 1e-12
"""Misfit, in units of the model's length, at which the parts count as assembled: near rounding."""
FITS = 1e-8
"""Misfit, in units of the model's length, that may be left."""


def assemble_positions(
    sim: Simulation, iterations: int = 50, rows: np.ndarray | None = None, compliance: float = 0.0
) -> float:
    """Newton for (1); returns the largest misfit left, in units of length and radians.

    With a compliance the constraints are met as well as they can, in the least squares sense.
    """
    s = sim.work
    weights: np.ndarray | None = None
    start = s.q.copy()
    misfit = np.inf
    active = holonomic(sim) if rows is None else rows
    for _ in range(iterations):
        s.call(assemble.residual)
        misfit = float(np.abs(s.phi[active]).max(initial=0.0))
        if misfit <= max(CLOSED * sim.length, 1e-14 * sim.reach):
            break
        weights = position_weights(sim) if weights is None else weights
        step = least_step(sim, weights, -s.phi, displacement(start, s.q), active, compliance)
        largest = float(np.abs(step.reshape(-1, 6)[:, 3:]).max(initial=0.0))
        step *= min(1.0, 0.5 / largest) if largest > 0.0 else 1.0
        s.step[: len(step)] = step
        s.call(motion.shift_positions)
        s.q[:, 3:] /= np.linalg.norm(s.q[:, 3:], axis=1, keepdims=True)
        if float(np.abs(step).max(initial=0.0)) <= 1e-15 * sim.reach:
            s.call(assemble.residual)
            misfit = float(np.abs(s.phi[active]).max(initial=0.0))
            break
    return misfit


def holonomic(sim: Simulation) -> np.ndarray:
    """The constraint rows on positions."""
    return np.array([n for n, row in enumerate(sim.builder.rows) if not row.velocity_only], dtype=int)


def displacement(start: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Translations and rotation vectors (ground axes) from `start` to `now`, six for each body."""
    d = np.zeros((len(start), 6))
    d[:, :3] = now[:, :3] - start[:, :3]
    e0, e = start[:, 3], -start[:, 4:7]
    f0, f = now[:, 3], now[:, 4:7]
    scalar = f0 * e0 - np.sum(f * e, axis=1)
    vector = f0[:, None] * e + e0[:, None] * f + np.cross(f, e)
    d[:, 3:] = 2.0 * vector * np.sign(np.where(scalar == 0.0, 1.0, scalar))[:, None]
    return d.ravel()


def position_weights(sim: Simulation) -> np.ndarray:
    """W of (1) for each body, 6x6 in translations of the mass centre and rotations."""
    bodies = sim.builder.bodies
    count, size = len(bodies), sim.length**2
    axes = np.array([body.axes for body in bodies]).reshape(count, 3, 3)
    held = np.array([body.held for body in bodies], float).reshape(count, 6)
    w = np.zeros((count, 6, 6))
    w[:, range(3), range(3)] = 1.0 + HEAVY * held[:, :3]
    w[:, range(3, 6), range(3, 6)] = size
    for n in np.flatnonzero(held[:, 3:].any(axis=1)):
        lines = [np.array([0.0, 0.0, 1.0]), np.cross([0.0, 0.0, 1.0], axes[n, :, 2]), axes[n, :, 2]]
        for factor, axis in zip(held[n, 3:], lines, strict=True):
            length = float(np.linalg.norm(axis))
            if factor and length > 1e-9:
                w[n, 3:, 3:] += HEAVY * size * np.outer(axis, axis) / length**2
    rho = np.einsum("nij,nj->ni", axes, np.array([body.origin for body in bodies]).reshape(count, 3))
    to_origin = np.tile(np.eye(6), (count, 1, 1))
    to_origin[:, :3, 3:] = -crosses(rho)
    return np.asarray(to_origin.transpose(0, 2, 1) @ w @ to_origin)


def crosses(a: np.ndarray) -> np.ndarray:
    """The matrices of x -> a x x, (n, 3, 3)."""
    found = np.zeros((len(a), 3, 3))
    found[:, [2, 0, 1], [1, 2, 0]] = a
    found[:, [1, 2, 0], [2, 0, 1]] = -a
    return found


def least_step(
    sim: Simulation,
    weights: np.ndarray,
    right: np.ndarray,
    moved: np.ndarray,
    active: np.ndarray,
    compliance: float = 0.0,
) -> np.ndarray:
    """Solve (1) or (2): the least weighted step with J step = right on the active rows; with a compliance nearly so."""
    if not right[active].any() and not moved.any():
        return np.zeros(sim.work.n_motions)
    return least_steps(sim, weights, active, compliance)(right, moved)


def least_steps(
    sim: Simulation, weights: np.ndarray, active: np.ndarray, compliance: float = 0.0
) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """The function that gives the least step for `right` and `moved`, at the present position."""
    s = sim.work
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    bodies, n = s.n_motions, s.n_motions + len(active)
    jac = s.sparse_jacobian().take(active)
    size = jac.row_sums()
    size[size < 1e-10 * size.max(initial=0.0)] = np.inf  # z_I.z_J of parallel axes: no step changes it
    jac, w = jac.scaled(rows=1.0 / size), Triplets.of_blocks(weights)
    soft = Triplets.of_blocks(np.full((len(active), 1, 1), -(compliance or 1e-11 / max(1.0, sim.length**2))))
    exact = [(0, 0, w), (0, bodies, jac.T), (bodies, 0, jac)]
    solve, matrix = compose(n, [*exact, (bodies, bodies, soft)]).solver(), compose(n, exact)

    def step(right: np.ndarray, moved: np.ndarray) -> np.ndarray:
        rhs = np.concatenate([-(w @ moved), right[active] / size])
        x = solve(rhs)
        for _ in range(0 if compliance else 3):
            change = solve(rhs - matrix @ x)
            x += change
            if np.abs(change).max() <= 1e-15 * np.abs(x).max():
                break
        return x[:bodies]

    return step


def assemble_velocities(sim: Simulation) -> None:
    """Solve (2) for U, then once more for what the light weights took from the velocities given by the user."""
    s = sim.work
    state_rates(sim)
    s.call(assemble.residual)
    starts = sim.lowering.start_rows
    rows = [r for r in range(s.n_rows) if r not in s.left_out and (r not in starts or starts[r][1] is not None)]
    wanted = -s.phid
    for r, (_, rate) in starts.items():
        wanted[r] += rate or 0.0
    if not wanted[rows].any():
        return
    given, axes = np.zeros((s.n_bodies, 6, 6)), s.body[:-1, :9].reshape(-1, 3, 3)
    flags = np.array([body.given for body in sim.builder.bodies], float).reshape(-1, 6)
    given[:, range(3), range(3)] = flags[:, :3]
    given[:, 3:, 3:] = np.einsum("nij,nj,nkj->nik", axes, flags[:, 3:], axes)
    heavy = HEAVY * np.diag(np.repeat([1.0, max(1.0, sim.length**2)], 3))
    weights = np.eye(6) + heavy @ given
    least = least_steps(sim, weights, np.array(rows, dtype=int))
    step = least(wanted, np.zeros(s.n_motions))
    if given.any():
        step = least(wanted, np.einsum("nij,nj->ni", given, step.reshape(-1, 6)).ravel())
    s.step[: len(step)] = step
    s.call(motion.shift_velocities)
    s.call(assemble.residual)


def state_rates(sim: Simulation) -> None:
    """The rates of explicit states at the present positions and velocities: motions may follow them."""
    s = sim.work
    explicit = np.array([not use.implicit for use in sim.builder.diffs], dtype=bool)
    if explicit.any():
        sim.seeds(0.0, 0.0, 1.0)
        s.call(assemble.residual)
        change = s.res[s.n - s.n_v - s.n_x : s.n - s.n_v]
        s.xd[explicit] -= np.where(np.isfinite(change), change, 0.0)[explicit]
