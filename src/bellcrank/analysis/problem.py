"""A simulation as a problem for a method of integration: its arrays, its functions, its tolerances.

y = [positions and orientations (6 a body) | velocities (6 a body) | states | algebraic unknowns | multipliers | work]
D = [6 a body | multipliers | states | algebraic unknowns]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.analysis import initial
from bellcrank.analysis.simulation import FUNCTIONS, Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.integrators import problem as at
from bellcrank.integrators.problem import Problem
from bellcrank.numerics.complement import Places
from bellcrank.registry import KINDS
from bellcrank.system import assemble, layout
from bellcrank.system.coordinates import body_of

ROUNDING = 1e-15
"""Misfit of a joint, in units of the model's length and radians, that is only rounding; far away, half its distance."""
FAR = 2e-14
"""A hundred units in the last place of the largest coordinate: no tolerance of a position is less."""
SMALLEST = 1e-5
"""No body counts as smaller than this part of the model."""
STRIKING = ("IMPACT", "BISTOP")
APART = 1e-3
"""Principal moments that differ by less are equal."""


def problem_of(sim: Simulation, si2: bool, sensing: bool, on_tangents: bool = False, explicit: bool = False) -> Problem:
    """The problem; `si2`: speeds are controlled too; `on_tangents`: solved by the orthogonal complement; `explicit`:
    accelerations are found many times."""
    s = sim.work
    n_y, bodies = len(s.y), s.n_motions
    states, algebraic = 2 * bodies + np.arange(s.n_x), 2 * bodies + s.n_x + np.arange(s.n_v)
    place, none = np.arange(bodies), np.full(s.n_rows, n_y)
    rest = s.n - bodies
    kept = algebraic[list(sim.builder.kept)]
    work = [n_y - 1] if si2 or not sim.builder.constraints else []  # with I3 the power of motions scatters
    checked = np.concatenate([np.arange(2 * bodies if si2 else bodies), states, kept, work])
    follow_in_body_axes(sim)
    arrays = {
        at.NUM: s.num, at.Y: s.y, at.YD: s.yd, at.RES: s.res, at.STEP: s.step, at.PSI: s.psi, at.DELTA: s.delta,
        at.PHI: s.phi, at.PHID: s.phid, at.PHIDD: s.phidd, at.WORK: s.work, at.ROW: s.out, at.FORM: forms(sim),
        at.SIZES: np.array([2 * bodies + s.n_x, bodies, s.n_x, not_linear(sim)], np.uint32), at.TOL: s.tol,
        at.ROW_TOL: s.row_tol,
        at.Z: s.history, at.LAST: s.last, at.STORY_T: s.story[0], at.STORY_Y: s.story[1], at.STORY_F: s.story[2],
        at.CHECKED: checked.astype(np.uint32), at.KEPT: kept.astype(np.uint32), at.PAST: s.state.past,
        at.PAST_NOW: s.state.past_now, at.SENSED: s.sensed,
        at.POSITION_OF: np.concatenate([place, np.full(rest, n_y)]).astype(np.uint32),
        at.SPEED_OF: np.concatenate([bodies + place, none, states, algebraic]).astype(np.uint32),
        at.PACE_OF: np.where(struck(sim)[body_of(place)], n_y, bodies + place).astype(np.uint32),
    }  # fmt: skip
    functions = FUNCTIONS if sensing else FUNCTIONS | {"sense": assemble.nothing}
    functions = functions | {"masses": assemble.matrix} if not_linear(sim) else functions
    both = factorisations(sim, on_tangents, explicit)
    return Problem(s.context, {int(k): a for k, a in arrays.items()}, functions, both, s.values)


def struck(sim: Simulation) -> np.ndarray:
    """Which bodies strike others or stick to them: by contacts and friction, or by functions made for it."""
    b = sim.builder
    ends = [m for name, uses in b.uses.items() if KINDS[name].strikes for use in uses for m in (use.i, use.j)]
    for lowered in b.expressions:
        if any(name in lowered.text.upper() for name in STRIKING):
            ends += [m for leaf in lowered.leaves for m in leaf.markers]
    found = np.zeros(len(b.bodies) + 1, bool)  # the last one is ground
    found[[b.marker_body[m] for m in ends]] = True
    return found


def factorisations(sim: Simulation, on_tangents: bool, explicit: bool) -> tuple[Any, Any]:
    """Of the matrix, sparse; or the places of its entries, for numerics/complement.py.

    Where nothing but inertia depends on accelerations, the second one, for them, is that of [M, J^T; J, 0].
    """
    if on_tangents:
        s = sim.work
        places = Places(s.n, s.n_motions, s.n_rows, s.system.pattern.places)
        return places, places
    lu = initial.factorise(sim, 1e-3)
    second = initial.factorise_accelerations(sim) if explicit and not not_linear(sim) else None
    return lu, second or lu.copy()


def not_linear(sim: Simulation) -> int:
    """1 where accelerations or reactions may enter the equations in another way than linearly."""
    b = sim.builder
    implicit = bool(b.variables) or any(use.implicit for use in b.diffs)
    read = any(leaf.kind in (layout.L_ACC, layout.L_WDT, layout.L_WRENCH) for e in b.expressions for leaf in e.leaves)
    return int(implicit or read)


def forms(sim: Simulation) -> np.ndarray:
    """Of each constraint row: 0 on positions, 1 on velocities, 2 left out."""
    left_out = sim.work.left_out
    found = [2 if r in left_out else int(row.velocity_only) for r, row in enumerate(sim.builder.rows)]
    return np.array(found, np.uint32)


def explicit_variables(builder: Any) -> list[int]:
    """The algebraic unknowns that are functions of displacements, rates, states, reactions and time, in the end.

    Not those that depend on themselves, nor those whose past is read: they are solved for, or integrated.
    """
    reads = [
        {m for leaf in builder.expressions[use.expression].leaves for letter, m in leaf.scalars if letter == "v"}
        for use in builder.variables
    ]
    known: set[int] = set()
    left = set(range(len(reads)))
    while found := {n for n in left if reads[n] <= known}:
        known |= found
        left -= found
    return sorted(known - set(builder.kept))


def set_sizes(sim: Simulation, error: float, absolute: bool, places_only: bool = False) -> None:
    """Sizes and relative tolerances of the bodies, and what is rounding of a constraint (system/weights.py).

    places_only: displacements and states alone have a tolerance, in units of length, as in Adams.
    """
    s = sim.work
    sizes = np.maximum(body_sizes(sim), max(SMALLEST * sim.length, FAR * sim.reach / error))
    s.weight[:, layout.W_SIZE] = sizes
    s.weight[:, layout.W_ERROR] = error * np.minimum(1.0, 1.0 / sizes) if absolute else error
    s.weight[:, layout.W_SPEED_ERROR] = s.weight[:, layout.W_TURN_ERROR] = s.weight[:, layout.W_ERROR]
    s.v_error[:] = error
    if places_only:
        s.weight[:, layout.W_ERROR] = max(error * min(1.0, sim.length), FAR * sim.reach) / sizes
        s.weight[:, layout.W_SPEED_ERROR] = np.inf
        s.v_error[explicit_variables(sim.builder)] = np.inf
    s.num[layout.ERROR] = error
    rounding = s.row_tol[:, layout.GAP_ROUNDING]
    rounding[:] = ROUNDING * max(sim.length, 0.5 * sim.reach)
    rounding[sim.system.angles] = ROUNDING


def follow_in_body_axes(sim: Simulation) -> None:
    """Bodies that tumble: three different principal moments, and no constraint on their rotation.

    Their angular velocity is smooth in their own axes; that of all others in those of ground (a wheel of a car).
    """
    s = sim.work
    free = np.ones(s.n_bodies + 1, bool)
    of = sim.system.row_bodies
    free[of[of[:, 2] == 1, :2].astype(int)] = False
    s.chart[:, layout.C_LOCAL] = 0.0
    if not free[:-1].any():
        return
    xx, yy, zz, xy, xz, yz = s.mass[:, 1:7].T
    tensors = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
    moments = np.linalg.eigvalsh(tensors)
    apart = np.diff(moments, axis=1).min(axis=1) > APART * moments[:, 2]
    s.chart[:, layout.C_LOCAL] = (apart & free[:-1]).astype(float)
