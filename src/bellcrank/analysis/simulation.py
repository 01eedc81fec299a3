"""A Simulation: the lowered model, its system, factorisation and integrator problem, and the state they share."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.analysis import warm
from bellcrank.analysis.redundancy import TOLERANCE, Redundant
from bellcrank.registry import KINDS
from bellcrank.system import assemble, charts, expressions, motion, refill, report, sensors, story, weights
from bellcrank.system import layout as at
from bellcrank.system.builder import Body
from bellcrank.system.coordinates import AXES, body_of
from bellcrank.system.lowering import Active, Lowering
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace

FUNCTIONS = {
    "residual": assemble.residual,
    "matrix": assemble.matrix,
    "second": assemble.second,
    "follow": motion.follow,
    "advance": motion.advance,
    "accept": expressions.accept_integrated,
    "encode": charts.encode,
    "decode": charts.decode,
    "weigh": weights.note_paces,
    "times_mass": motion.times_mass,
    "shift_positions": motion.shift_positions,
    "shift_velocities": motion.shift_velocities,
    "apply_accelerations": motion.apply_accelerations,
    "report": report.report,
    "sense": sensors.sense,
    "rates": story.rates,
    "keep": story.accept_with_story,
    "slopes": story.slopes,
    "forget": motion.forget,
    "masses": assemble.masses,
}


class Simulation:
    """Everything that belongs to one topology of a model."""

    def __init__(self, model: Any, inactive: Active = frozenset(), with_starts: bool = False) -> None:
        kernels.compile_mode()
        self.model, self.inactive = model, inactive
        known = refill.again(model, inactive, with_starts)
        self.lowering, self.system = known if known is not None else self._lower(with_starts)
        self.builder = self.system.builder
        self.state = State(self.system)
        self.work = Workspace(self.system, self.state)
        self.redundant: list[Redundant] = []
        self.only_here: list[Redundant] = []
        """Rows that follow from others at the start and not beside it: they are kept."""
        self.unasked: np.ndarray | None = None
        """The velocities at the start without those that joints ask for (IC)."""
        self.entities: list[Any] | None = None
        """What the columns of a row of results are, once asked for: columns.py."""
        self.whole: System | None = None
        """The system with all rows, where some are left out."""
        self.open_loads: set[tuple[int, int]] = set()
        """Owner and component of the loads that redundant rows leave open (analysis/loop_loads.py)."""
        self.sizes: tuple[list[Body], float, np.ndarray] | None = None
        """Bodies, length of the model, and what sizes.py found for them."""
        self.tolerance = TOLERANCE
        """How nearly a constraint row must follow from others to be redundant."""
        self.loose: dict[int, float] = {}
        """Misfit of redundant rows that the digits of the file do not meet exactly (analysis/loose.py)."""
        self.sized_by_geometry = True
        """Whether the size of the model does not depend on inertias."""
        self.length, self.reach = self._sizes()

    def _lower(self, with_starts: bool) -> tuple[Lowering, System]:
        lowering = Lowering(self.model, self.inactive, with_starts)
        builder = lowering.run()
        warm.start(builder)
        system = System(builder)
        refill.keep(self.model, lowering, system)
        return lowering, system

    def _sizes(self) -> tuple[float, float]:
        """The size of the model, of which tolerances are parts, and its largest coordinate, for rounding errors.

        The size is the largest distance of a mass centre, or of a marker at which something acts, from the middle of
        all. It does not depend on where the origin is: places of ground count only where a distance ends there. Where
        nothing has an extent, it is the radius of gyration, if that is less than the distance of all there is.
        """
        s, tables = self.work, self.system
        s.num[at.WITH_ACC] = 1.0  # all markers
        s.call(assemble.residual)
        s.num[at.WITH_ACC] = 0.0
        points = np.vstack([s.mark[[*tables.used, *self._anchors()], :3], s.q[:, :3]])
        arms = np.linalg.norm(tables.marker_local[tables.used, :3], axis=1)
        every = np.vstack([s.mark[:, :3], s.q[:, :3]])
        heavy = s.mass[s.mass[:, 0] > 0.0]
        gyration = np.sqrt(heavy[:, 1:4].max(axis=1, initial=0.0) / heavy[:, 0])
        length = max(spread(points), float(arms.max(initial=0.0)))
        self.sized_by_geometry = length > 0.0
        length = length or min((x for x in (float(gyration.max(initial=0.0)), spread(every)) if x > 0.0), default=1.0)
        return length, max(length, float(np.abs(every).max(initial=0.0)))

    def _anchors(self) -> list[int]:
        """Markers on ground where a distance ends: of forces along a line, and of DM and VR."""
        b = self.builder
        shown = set(b.requests)
        ends = {m for force in b.forces if force.axis < 0 for m in (force.i, force.j)}
        ends |= {m for name, uses in b.uses.items() if KINDS[name].spans for use in uses for m in (use.i, use.j)}
        for number, lowered in enumerate(b.expressions):
            for leaf in lowered.leaves if number not in shown else ():
                if leaf.kind == at.L_VR or (leaf.kind == at.L_D and leaf.columns[at.IN_AXIS] == 3):
                    ends.update(leaf.markers[:2])
        return [m for m in sorted(ends) if b.marker_body[m] < 0]

    def leave_out(self, redundant: list[Redundant]) -> None:
        """Switch redundant rows off; the state is kept."""
        self.redundant = redundant
        rows = {r.row for r in redundant}
        if self.system.left_out != rows:
            self.whole = self.whole or self.system
            self.system = self.system.without(rows)
            self.work = Workspace(self.system, self.state)

    def with_all_rows(self) -> Simulation:
        """The same model with a copy of the present state, and no row left out."""
        twin = copy.copy(self)
        twin.system, twin.state = self.whole or self.system, self.state.copy()
        twin.work = Workspace(twin.system, twin.state)
        return twin

    def another(self) -> Simulation:
        """The same system with a state and a workspace of its own, as they are now."""
        twin = copy.copy(self)
        twin.state = self.state.copy()
        twin.work = Workspace(self.system, twin.state)
        twin.work.diag[:] = self.work.diag
        return twin

    def seeds(self, q: float, u: float, a: float, scale: float = 1.0) -> None:
        """Derivatives of position, velocity and acceleration by the unknowns; scale of the dynamic rows."""
        self.work.num[[at.C_Q, at.C_U, at.C_A, at.SCALE, at.CHARTED]] = q, u, a, scale, 0.0

    def row_title(self, row: int) -> str:
        """Element and equation of a constraint row, for messages: JOINT/7 (name "elbow", REVOLUTE), Zi.Xj."""
        entry = self.builder.rows[row]
        return f"{self.builder.owners[entry.owner].element.title}, equation {entry.label}"

    def unknown_title(self, unknown: int) -> str:
        """The element an unknown of the linear system belongs to."""
        s = self.system
        if unknown < s.n_motions:
            return f"{self.builder.bodies[body_of(unknown)].element.title}, {AXES[unknown % len(AXES)]}"
        unknown -= s.n_motions
        if unknown < s.n_rows:
            return self.row_title(unknown)
        unknown -= s.n_rows
        kind, uses = ("DIFF", self.builder.diffs) if unknown < s.n_x else ("VARIABLE", self.builder.variables)
        number = unknown if unknown < s.n_x else unknown - s.n_x
        element = self.builder.expressions[uses[number].expression].element
        return element.title if element is not None else kind


def spread(points: np.ndarray) -> float:
    """The largest distance of points from their middle; zero where it is rounding."""
    if not len(points):
        return 0.0
    found = float(np.max(np.linalg.norm(points - points.mean(axis=0), axis=1)))
    return found if found > 1e-14 * float(np.abs(points).max()) else 0.0
