"""The least step that closes the constraints: positions, then velocities.

Displacement   minimise 1/2 (q - q0)^T W (q - q0) subject to phi(q, t0) = 0: Newton on
               [W J^T; J -eps] [dq; mu] = [W (q0 - q); -phi]                                            (1)
               W: 1 for the part frame origin, length^2 for rotations, 1e8 times that for EXACT coordinates
Velocity       minimise 1/2 (u - u0)^T W (u - u0) subject to J u + phi_t = 0: one solve; W 1e8 where given         (2)
References     Adams: PART EXACT, JOINT IC, the IC statement;  Haug (1989), section 9.6.
"""

from __future__ import annotations

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
    weights = position_weights(sim)
    start = s.q.copy()
    misfit = np.inf
    active = holonomic(sim) if rows is None else rows
    for _ in range(iterations):
        s.call(assemble.residual)
        misfit = float(np.abs(s.phi[active]).max(initial=0.0))
        if misfit <= max(CLOSED * sim.length, 1e-14 * sim.reach):
            break
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
    blocks = np.zeros((len(sim.builder.bodies), 6, 6))
    for n, body in enumerate(sim.builder.bodies):
        axes = np.array(body.axes).reshape(3, 3)
        to_origin = np.eye(6)
        rho = axes @ np.array(body.origin)
        to_origin[:3, 3:] = -np.array([[0, -rho[2], rho[1]], [rho[2], 0, -rho[0]], [-rho[1], rho[0], 0]])
        w = np.diag([1.0 + HEAVY * held for held in body.held[:3]] + [sim.length**2] * 3)
        node = np.cross([0.0, 0.0, 1.0], axes[:, 2])
        lines = [np.array([0.0, 0.0, 1.0]), node, axes[:, 2]]
        for held, axis in zip(body.held[3:], lines, strict=True):
            if held and np.linalg.norm(axis) > 1e-9:
                unit = axis / np.linalg.norm(axis)
                w[3:, 3:] += HEAVY * sim.length**2 * np.outer(unit, unit)
        blocks[n] = to_origin.T @ w @ to_origin
    return blocks


def least_step(
    sim: Simulation,
    weights: np.ndarray,
    right: np.ndarray,
    moved: np.ndarray,
    active: np.ndarray,
    compliance: float = 0.0,
) -> np.ndarray:
    """Solve (1) or (2): the least weighted step with J step = right on the active rows; with a compliance nearly so."""
    s = sim.work
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    bodies, n = 6 * s.n_bodies, 6 * s.n_bodies + len(active)
    jac = s.sparse_jacobian().take(active)
    size = jac.row_sums()
    size[size < 1e-10 * size.max(initial=0.0)] = np.inf  # z_I.z_J of parallel axes: no step changes it
    jac, w = jac.scaled(rows=1.0 / size), Triplets.of_blocks(weights)
    soft = Triplets.of_blocks(np.full((len(active), 1, 1), -(compliance or 1e-11 / max(1.0, sim.length**2))))
    exact = [(0, 0, w), (0, bodies, jac.T), (bodies, 0, jac)]
    solve = compose(n, [*exact, (bodies, bodies, soft)]).solver()
    rhs = np.concatenate([-(w @ moved), right[active] / size])
    x = solve(rhs)
    if not compliance:
        matrix = compose(n, exact)
        for _ in range(3):
            x += solve(rhs - matrix @ x)
    return x[:bodies]


def assemble_velocities(sim: Simulation) -> None:
    """Solve (2) for U, then once more for what the light weights took from the velocities given by the user."""
    s = sim.work
    state_rates(sim)
    s.call(assemble.residual)
    weights, given = np.zeros((s.n_bodies, 6, 6)), np.zeros((s.n_bodies, 6, 6))
    heavy = HEAVY * np.diag(np.repeat([1.0, max(1.0, sim.length**2)], 3))
    for n, body in enumerate(sim.builder.bodies):
        axes = np.array(s.body[n, :9]).reshape(3, 3)
        given[n, :3, :3] = np.diag(body.given[:3])
        given[n, 3:, 3:] = axes @ np.diag(body.given[3:]) @ axes.T
        weights[n] = np.eye(6) + heavy @ given[n]
    starts = sim.lowering.start_rows
    rows = [r for r in range(s.n_rows) if r not in s.left_out and (r not in starts or starts[r][1] is not None)]
    wanted = -s.phid
    for r, (_, rate) in starts.items():
        wanted[r] += rate or 0.0
    step = least_step(sim, weights, wanted, np.zeros(6 * s.n_bodies), np.array(rows, dtype=int))
    if given.any():
        lost = np.einsum("nij,nj->ni", given, step.reshape(-1, 6)).ravel()
        step = least_step(sim, weights, wanted, lost, np.array(rows, dtype=int))
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
