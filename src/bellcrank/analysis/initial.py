"""Initial conditions: put the parts together, then give them consistent velocities and accelerations.

Positions and velocities   the least steps that close the constraints, closing.py                                    (1)
Redundant rows             are left out: dependent.py; where the digits of the file do not fit, loose.py
Acceleration               [M J^T; J 0] [u'; lam] = [f; gamma], with algebraic unknowns and state rates              (2)
References                 Adams: PART EXACT, JOINT IC, the IC statement;  Haug (1989), section 9.6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank.analysis.closing import FITS, assemble_positions, assemble_velocities, holonomic
from bellcrank.analysis.dependent import redundancies
from bellcrank.analysis.loose import fit_loosely
from bellcrank.analysis.misfit import misfits
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.turns import nearest_turns
from bellcrank.analysis.undetermined import undetermined_state
from bellcrank.errors import AssemblyError, Message, Report
from bellcrank.numerics.sparse_lu import SingularMatrixError, SparseLU
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import assemble, expressions, layout
from bellcrank.system.coordinates import body_of

FARTHEST = 1e100
"""Numbers whose cubes are still numbers."""


def regularise(sim: Simulation, known: Triplets | None = None) -> Triplets | None:
    """A compliance of 1e-11 of J M^-1 J^T on every multiplier: the matrix stays regular in singular positions.

    Returns J, unless a body has no mass; `known`: J at this position.
    """
    s = sim.work
    mass = np.maximum(s.mass[:, 0], s.mass[:, 0].max(initial=0.0) * 1e-6)
    if not (mass > 0.0).all():
        return None
    if known is None:
        s.call(assemble.residual)
        sim.seeds(0.0, 0.0, 1.0)
        s.call(assemble.matrix)
    jac = s.sparse_jacobian() if known is None else known
    turn = sim.length**-2.0  # rotations measured in lengths
    mobility = (np.array([1.0, 1.0, 1.0, turn, turn, turn]) / mass[:, None]).ravel()
    size = np.bincount(jac.row, jac.value**2 * mobility[jac.column], s.n_rows)
    used = [r for r in range(s.n_rows) if r not in s.left_out] if s.left_out else slice(s.n_rows)
    s.diag[used] = -1e-11 * size[used]
    return jac


def factorise(sim: Simulation, hb: float) -> SparseLU:
    """The factorisation, ordered at the present state for steps of about `hb`."""
    s = sim.work
    s.num[[layout.C_Q, layout.C_U, layout.C_A, layout.SCALE, layout.CHARTED]] = hb, 1.0, 1.0 / hb, hb, 0.0
    s.call(assemble.residual)
    s.call(assemble.matrix)
    try:
        return s.factorisation()
    except SingularMatrixError as error:
        raise AssemblyError(_singular(sim, error.columns)) from None


def factorise_accelerations(sim: Simulation) -> SparseLU | None:
    """The same of [M, J^T; J, 0], which has fewer entries; None where it has no inverse."""
    s = sim.work
    sim.seeds(0.0, 0.0, 1.0)
    s.call(assemble.residual)
    s.call(assemble.matrix)
    try:
        return s.factorisation(quick=True, masses_only=True)
    except SingularMatrixError:
        return None


def _singular(sim: Simulation, unknowns: Any) -> Report:
    if (state := undetermined_state(sim)) is not None:
        return Report([state])
    names = list(dict.fromkeys(sim.unknown_title(int(k)) for k in unknowns))
    parts = [sim.builder.bodies[body_of(k)].element for k in unknowns if k < sim.work.n_motions]
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
    refuse_far(sim)
    starts = Simulation(sim.model, sim.inactive, with_starts=True) if first and sim.lowering.has_starts else None
    if starts is not None:
        put_together(starts, time)
        sim.work.q[:] = starts.work.q
    put_together(sim, time)
    sim.work.call(expressions.accept_step)
    redundancies(sim)
    s = sim.work
    s.call(expressions.accept_step)
    zero_references(sim)
    regularise(sim)
    if starts is not None:
        starts.work.q[:] = s.q
        assemble_velocities(starts)
        assemble_velocities(sim)
        sim.unasked = s.u.copy()
        s.u[:] = starts.work.u
    assemble_velocities(sim)
    allowed = 1e-6 * (1.0 + np.abs(s.u).max(initial=0.0)) * max(1.0, sim.length)
    fast = [int(r) for r in np.flatnonzero(np.abs(s.phid) > allowed)]
    if fast:
        raise AssemblyError(contradictions(sim, fast))


def refuse_far(sim: Simulation) -> None:
    """AssemblyError for a part so far away, or so fast, that no energy of it is a number."""
    s = sim.work
    size = np.maximum(np.abs(s.q).max(axis=1, initial=0.0), np.abs(s.u).max(axis=1, initial=0.0))
    far = np.flatnonzero(~(size < FARTHEST))
    if len(far):
        element: Any = sim.builder.bodies[far[0]].element
        what = f"Its position or speed, {size[far[0]]:.3g}, is too large: squares of it are no numbers of a computer."
        raise AssemblyError(Report([element.message("E605", what, cure="look for a wrong exponent or unit.")]))


def put_together(sim: Simulation, time: float) -> None:
    """Positions and algebraic unknowns; AssemblyError when a misfit is left."""
    s = sim.work
    s.num[[layout.T, layout.T_MEMORY]], s.num[layout.MODE] = time, 3.0
    s.call(expressions.accept_step)
    settle_variables(sim)
    nearest_turns(sim)
    zero_references(sim)
    starts = sim.lowering.start_rows
    rows = np.array([r for r in holonomic(sim) if r not in starts or starts[r][0] is not None], dtype=int)
    start = s.q.copy()
    misfit = assemble_positions(sim, rows=rows)
    if misfit > FITS * sim.length:
        misfit = fit_loosely(sim, rows, start)
    if not np.isfinite(misfit):
        s.q[:] = start  # where the expression that has no value can be seen
    if not misfit <= FITS * sim.length:
        raise AssemblyError(misfits(sim, start))


def settle_variables(sim: Simulation, iterations: int = 30) -> None:
    """V = e at the present position, from the first guesses: by Newton, by substitution where that fails."""
    s = sim.work
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
    s = sim.work
    unknowns = np.arange(s.n - s.n_v, s.n)

    def change(residuals: np.ndarray) -> np.ndarray:
        s.call(assemble.matrix)
        matrix = s.matrix().take(unknowns, unknowns)
        try:
            return matrix.solver()(residuals)
        except (np.linalg.LinAlgError, RuntimeError):  # singular here: a step of substitution
            return residuals

    return change


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
    s = sim.work
    s.call(assemble.residual)
    for n, use in enumerate(sim.builder.constraints):
        if use.from_start:
            s.constraint_zero[n] += s.phi[use.row]
            s.phi[use.row] = 0.0
