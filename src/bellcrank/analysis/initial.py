"""Initial conditions: put the parts together, then give them consistent velocities and accelerations.

Displacement   minimise 1/2 (q - q0)^T W (q - q0) subject to phi(q, t0) = 0: Newton on
               [W J^T; J -eps] [dq; mu] = [W (q0 - q); -phi]                                            (1)
               W: 1 for the part frame origin, length^2 for rotations, 1e8 times that for EXACT coordinates
Velocity       minimise 1/2 (u - u0)^T W (u - u0) subject to J u + phi_t = 0: one solve; W 1e8 where given         (2)
Acceleration   [M J^T; J 0] [u'; lam] = [f; gamma], with algebraic unknowns and state rates                         (3)
References     Adams: PART EXACT, JOINT IC, the IC statement;  Haug (1989), section 9.6.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from bellcrank.analysis.redundancy import Redundant, find_redundant, preference
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.turns import nearest_turns
from bellcrank.analysis.undetermined import undetermined_state
from bellcrank.errors import AssemblyError, Message, Report
from bellcrank.numerics.sparse_lu import SingularMatrixError, SparseLU
from bellcrank.numerics.triplets import Triplets, compose
from bellcrank.system import assemble, expressions, layout, motion

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
    s = sim.system
    weights = position_weights(sim)
    start = s.q.copy()
    misfit = np.inf
    active = holonomic(sim) if rows is None else rows
    for _ in range(iterations):
        s.call(assemble.residual)
        misfit = float(np.abs(s.phi[active]).max(initial=0.0))
        if misfit <= max(CLOSED * sim.length, 1e-14 * sim.reach):
            break
        step = _constrained_step(sim, weights, -s.phi, displacement(start, s.q), active, compliance)
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


def _constrained_step(
    sim: Simulation,
    weights: np.ndarray,
    right: np.ndarray,
    moved: np.ndarray,
    active: np.ndarray,
    compliance: float = 0.0,
) -> np.ndarray:
    """Solve (1) or (2): the least weighted step with J step = right on the active rows; with a compliance nearly so."""
    s = sim.system
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
    s = sim.system
    state_rates(sim)
    s.call(assemble.residual)
    weights, given = np.zeros((s.n_bodies, 6, 6)), np.zeros((s.n_bodies, 6, 6))
    light = np.repeat([1.0, sim.length**2], 3)
    for n, body in enumerate(sim.builder.bodies):
        axes = np.array(s.body[n, :9]).reshape(3, 3)
        given[n, :3, :3] = np.diag(body.given[:3])
        given[n, 3:, 3:] = axes @ np.diag(body.given[3:]) @ axes.T
        weights[n] = np.diag(light) @ (np.eye(6) + HEAVY * given[n])
    starts = sim.lowering.start_rows
    rows = [r for r in range(s.n_rows) if r not in s.left_out and (r not in starts or starts[r][1] is not None)]
    wanted = -s.phid
    for r, (_, rate) in starts.items():
        wanted[r] += rate or 0.0
    step = _constrained_step(sim, weights, wanted, np.zeros(6 * s.n_bodies), np.array(rows, dtype=int))
    if given.any():
        lost = np.einsum("nij,nj->ni", given, step.reshape(-1, 6)).ravel()
        step = _constrained_step(sim, weights, wanted, lost, np.array(rows, dtype=int))
    s.step[: len(step)] = step
    s.call(motion.shift_velocities)
    s.call(assemble.residual)


def redundancies(sim: Simulation) -> None:
    """Find redundant rows and leave them out: those of a neighbouring position, where no singular position misleads."""
    s = sim.system
    found = redundant_rows(sim)
    if found:
        kept = s.q.copy()
        doubtful = {r.row for r in found}
        nearby(sim, [r for r in range(s.n_rows) if r not in doubtful or not sim.loose])
        found = redundant_rows(sim, doubtful)
        s.q[:] = kept
        s.call(assemble.residual)
    sim.leave_out(found)


def redundant_rows(sim: Simulation, doubtful: Collection[int] = ()) -> list[Redundant]:
    """Rows that follow from others at the present position; doubtful rows are kept last."""
    s = sim.system
    bodies = [tuple({int(s.marker_body[row.i]), int(s.marker_body[row.j])}) for row in sim.builder.rows]
    for use in sim.builder.constraints:
        slots = {int(b) for b in s._slots_of(use.expression)}
        bodies[use.row] = tuple(slots if len(slots) > 1 else slots | {s.n_bodies})
    order = preference([row.translational for row in sim.builder.rows], bodies)
    return find_redundant(scaled_jacobian(sim), sorted(order, key=lambda r: r in doubtful), bodies, sim.tolerance)


def scaled_jacobian(sim: Simulation) -> Triplets:
    """J with rotations measured in lengths, at the present position."""
    s = sim.system
    s.call(assemble.residual)
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    return s.sparse_jacobian().scaled(columns=np.tile([1.0] * 3 + [1.0 / sim.length] * 3, s.n_bodies))


def nearby(sim: Simulation, rows: Sequence[int]) -> None:
    """Move a little along a direction the constraints `rows` allow (deterministic), so that singular positions show."""
    s = sim.system
    s.call(assemble.residual)
    scale = np.tile([1.0] * 3 + [1.0 / sim.length] * 3, s.n_bodies)
    wish = np.cos(np.arange(6 * s.n_bodies) * 1.7 + 0.3) * scale
    weights = np.broadcast_to(np.diag([1.0] * 3 + [sim.length**2] * 3), (s.n_bodies, 6, 6))
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.matrix)
    against = -(s.sparse_jacobian() @ wish)
    change = _constrained_step(sim, weights, against, np.zeros(wish.size), np.array(rows, dtype=int))
    free = (wish + change) / scale
    if np.linalg.norm(free) < 1e-8 * np.linalg.norm(wish / scale):
        return
    step = free * scale * (0.01 * sim.length / max(np.abs(free).max(), 1e-300))
    s.step[: step.size] = step
    s.call(motion.shift_positions)
    assemble_positions(sim, iterations=10, rows=np.intersect1d(holonomic(sim), rows))


def regularise(sim: Simulation) -> None:
    """A compliance of 1e-11 of J M^-1 J^T on every multiplier: the matrix stays regular in singular positions."""
    s = sim.system
    mass = np.repeat(np.maximum(s.mass[:, 0], s.mass[:, 0].max(initial=0.0) * 1e-6), 6) if s.n_bodies else np.zeros(0)
    if not np.all(mass > 0.0):
        return
    size = scaled_jacobian(sim).scaled(columns=mass**-0.5).row_sums(power=2)
    used = [r for r in range(s.n_rows) if r not in s.left_out]
    s.diag[used] = -1e-11 * size[used]


def factorise(sim: Simulation, hb: float) -> SparseLU:
    """The factorisation, ordered at the present state for steps of about `hb`."""
    s = sim.system
    s.num[[layout.C_Q, layout.C_U, layout.C_A, layout.SCALE, layout.HALF]] = hb, 1.0, 1.0 / hb, hb, hb / 2
    s.call(assemble.residual)
    s.call(assemble.matrix)
    try:
        return SparseLU(s.n, s.indptr, s.indices, s.entries, entry=s.entry)
    except SingularMatrixError as error:
        raise AssemblyError(_singular(sim, error.columns)) from None


def _singular(sim: Simulation, unknowns: Any) -> Report:
    if (state := undetermined_state(sim)) is not None:
        return Report([state])
    names = list(dict.fromkeys(sim.unknown_title(int(k)) for k in unknowns))
    parts = [sim.builder.bodies[k // 6].element for k in unknowns if k < 6 * sim.system.n_bodies]
    message = Message(
        "error",
        "E603",
        f"The equations of motion have no unique solution: {'; '.join(names[:6])}.",
        parts[0].place if parts else None,
        parts[0].title if parts else "",
        "A part without mass (or inertia) is free to move there, or constraints lock in this position.",
        "give the part mass and inertia (MASS, IP), hold the free motion by a joint, or start from another position.",
    )
    return Report([message])


def initial_conditions(sim: Simulation, time: float, first: bool = True) -> None:
    """Assembly at all levels; AssemblyError when the parts do not fit together."""
    starts = Simulation(sim.model, sim.inactive, with_starts=True) if first and sim.lowering.has_starts else None
    if starts is not None:
        put_together(starts, time)
        sim.system.q[:] = starts.system.q
    put_together(sim, time)
    sim.system.call(expressions.accept_step)
    redundancies(sim)
    s = sim.system
    s.call(expressions.accept_step)
    zero_references(sim)
    regularise(sim)
    if starts is not None:
        starts.system.q[:] = s.q
        assemble_velocities(starts)
        s.u[:] = starts.system.u
    assemble_velocities(sim)
    fast = [
        r
        for r in range(s.n_rows)
        if abs(s.phid[r]) > 1e-6 * (1.0 + np.abs(s.u).max(initial=0.0)) * max(1.0, sim.length)
    ]
    if fast:
        raise AssemblyError(contradictions(sim, fast))


def put_together(sim: Simulation, time: float) -> None:
    """Positions and algebraic unknowns; AssemblyError when a misfit is left."""
    s = sim.system
    s.num[layout.T], s.num[layout.MODE] = time, 3.0
    s.call(expressions.accept_step)
    settle_variables(sim)
    nearest_turns(sim)
    zero_references(sim)
    starts = sim.lowering.start_rows
    rows = np.array([r for r in holonomic(sim) if r not in starts or starts[r][0] is not None], dtype=int)
    start = s.q.copy()
    misfit = assemble_positions(sim, rows=rows)
    if misfit > FITS * sim.length:
        from bellcrank.analysis.loose import fit_loosely  # it uses this module

        misfit = fit_loosely(sim, rows, start)
    if not misfit <= FITS * sim.length:
        raise AssemblyError(misfits(sim))


def settle_variables(sim: Simulation, iterations: int = 30) -> None:
    """V = e at the present position, from the first guesses: by Newton, by substitution where that fails."""
    s = sim.system
    first, start = s.n - s.n_v, s.v.copy()
    for solver in (newton_for_variables(sim), lambda residuals: residuals) if s.n_v else ():
        s.v[:] = start
        for _ in range(iterations):
            s.call(assemble.residual)
            change = s.res[first : s.n].copy()
            known = np.isfinite(change)  # a variable that divides by one not known yet waits for the next round
            change = solver(np.where(known, change, 0.0))
            if not np.isfinite(change).all():
                break
            s.v -= change
            if known.all() and np.abs(change).max() <= 1e-12 * (1.0 + np.abs(s.v).max()):
                s.num[layout.BAD_EXPRESSION] = 0.0
                return
    s.num[layout.BAD_EXPRESSION] = 0.0


def newton_for_variables(sim: Simulation) -> Callable[[np.ndarray], np.ndarray]:
    """The function that gives the change of all V from their residuals, with the others held."""
    s = sim.system
    unknowns = np.arange(s.n - s.n_v, s.n)

    def change(residuals: np.ndarray) -> np.ndarray:
        s.call(assemble.matrix)
        matrix = s.matrix().take(unknowns, unknowns)
        try:
            return matrix.solver()(residuals)
        except (np.linalg.LinAlgError, RuntimeError):  # singular here: a step of substitution
            return residuals

    return change


def state_rates(sim: Simulation) -> None:
    """The rates of explicit states at the present positions and velocities: motions may follow them."""
    s = sim.system
    explicit = np.array([not use.implicit for use in sim.builder.diffs], dtype=bool)
    if explicit.any():
        sim.seeds(0.0, 0.0, 1.0)
        s.call(assemble.residual)
        change = s.res[s.n - s.n_v - s.n_x : s.n - s.n_v]
        s.xd[explicit] -= np.where(np.isfinite(change), change, 0.0)[explicit]


def contradictions(sim: Simulation, rows: list[int]) -> Report:
    """Constraints whose rates cannot be fulfilled together."""
    report = Report()
    for owner in dict.fromkeys(sim.builder.rows[r].owner for r in rows):
        report.add(
            sim.builder.owners[owner].element.message(
                "E602",
                "The velocities of the constraints contradict each other.",
                "A redundant constraint asks for another speed than the ones it follows from.",
                "remove one of the motions or joints of this loop, or make their functions agree.",
            )
        )
    return report


def zero_references(sim: Simulation) -> None:
    """Constraints that count from the start: take their value now as zero."""
    s = sim.system
    s.call(assemble.residual)
    for n, use in enumerate(sim.builder.constraints):
        if use.from_start:
            s.constraint_zero[n] += s.phi[use.row]
            s.phi[use.row] = 0.0


def misfits(sim: Simulation) -> Report:
    """The largest misfits by element, in length and degrees."""
    s = sim.system
    report = Report()
    by_owner: dict[int, list[int]] = {}
    for r, row in enumerate(sim.builder.rows):
        if not abs(s.phi[r]) <= FITS * sim.length:
            by_owner.setdefault(row.owner, []).append(r)
    unit = sim.model.units.label("length")
    for owner, rows in sorted(by_owner.items(), key=lambda item: -max(abs(s.phi[r]) for r in item[1]))[:10]:
        element = sim.builder.owners[owner].element
        gaps = [
            f"{s.phi[r]:.3g} {unit} ({sim.builder.rows[r].label})" for r in rows if sim.builder.rows[r].translational
        ]
        turns = [
            f"{np.degrees(np.arcsin(np.clip(s.phi[r], -1, 1))):.3g} deg ({sim.builder.rows[r].label})"
            for r in rows
            if not sim.builder.rows[r].translational
        ]
        report.add(
            element.message(
                "E601",
                f"The parts cannot be put together: a misfit of {', '.join(gaps + turns)} is left.",
                "The constraints contradict each other, or the input position is too far from an assembled one.",
                "correct the marker positions and axes of this element and of its loop, or remove the constraint.",
            )
        )
    return report
