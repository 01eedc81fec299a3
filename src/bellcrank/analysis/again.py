"""The same transient analysis of one model again and again, with other numbers: nothing is built anew.

    runs = Again(model, end, outputs, dtout)          built for the model as it is: the pattern run
    results = runs.run(settings_of(model))            after numbers of the model were changed

Equations, orders of elimination, contexts of pointers and columns of results are those of the pattern run. All its
arrays are kept as they were when it was built and put back before each run: a run does not depend on those before it.
Then come the numbers of the model as it is now (system/refill.py), assembly, integration and audit as in a Session.
What is more than numbers (other redundant rows, sensors, delays, functions of the user) is done by a Session: `run`
says None.
"""

from __future__ import annotations

import copy
import operator
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.analysis import columns, initial
from bellcrank.analysis.audit import Audit
from bellcrank.analysis.balance import EnergyBalance, driven, separate_islands
from bellcrank.analysis.closure import Closure
from bellcrank.analysis.failure import check_start, failure_message
from bellcrank.analysis.formulation import suited
from bellcrank.analysis.full_turns import FullTurns
from bellcrank.analysis.problem import follow_in_body_axes
from bellcrank.analysis.session import GOOD_ENDS, Session
from bellcrank.analysis.transient import Transient, TransientSettings
from bellcrank.errors import ConvergenceError
from bellcrank.integrators import stepper as st
from bellcrank.results import Results
from bellcrank.results.entity import Segment
from bellcrank.system import layout, refill
from bellcrank.system.state import State


class Again:
    """See the module docstring."""

    def __init__(
        self,
        model: Any,
        end: float,
        outputs: int,
        dtout: float | None,
        settings: TransientSettings,
        wanted: Sequence[str] | None = None,
    ) -> None:
        """`wanted`: the channels of the results; None: all."""
        kernels.compile_mode()
        self.end, self.outputs, self.dtout = end, outputs, dtout
        self.model = model
        self.sim = Session(model).prepare()
        self.settings, _ = suited(self.sim.builder, settings)
        self.transient = Transient(self.sim, self.settings, 0.0)
        self.work, self.tables = self.sim.work, dict(self.sim.system.tables)
        self.forces = columns.forces(self.sim)
        self.free = columns_free(self.sim) > 0
        self._columns(wanted)
        self.sized = self._sized_by_geometry()
        self.closure = Closure(self.sim, end)
        self.suits = not (
            self.sim.builder.sensors
            or self.sim.builder.longest_delay
            or self.sim.system.user_functions
            or self.sim.lowering.has_starts
        )
        self._start_is_kept = False
        self.worn = False
        """New pivots have needed more room, or other rows are redundant: build another one."""
        self._pattern = self.sim.lowering, self.sim.system
        self._filled = dict(self.sim.system.tables)
        """Whose numbers are in the tables now."""
        self._keep_tables_apart()
        self._arrays = [array.reshape(-1) for array in self._all_arrays()]
        self._kept = [array.copy() for array in self._arrays]
        self._linears = list(self.transient.problem.linears)
        self._fresh = State(self.sim.system)
        self._islands = separate_islands(self.sim)
        first = {first + 1 for kind, first in self.sim.system.kinds if not kind.equations}
        self._of_forces = {int(layout.MASS), *first}
        """Tables that the start does not depend on: masses and the parameters of forces."""
        self.suits = self.suits and self._put(*self._pattern)
        self._kept = [array.copy() for array in self._arrays]
        self._start_is_kept = True
        """What is put back is the pattern run at its start, all parts together."""

    def _columns(self, wanted: Sequence[str] | None) -> None:
        """The columns of the results, and where they are in a row; an angle counts its turns by its rate."""
        entities = columns.shown(self.sim)
        every = Results(entities, np.zeros((0, len(columns.places(self.sim, entities)))))
        if wanted is not None:
            angles = [name.removesuffix("ANGLE") + "RATE" for name in wanted if name.upper().endswith("ANGLE")]
            every = every.pick([*wanted, *(name for name in angles if name in every.names)])
        self.plain, self.entities = every, every.entities
        self.places = np.array(columns.places(self.sim, list(self.entities)))

    def _sized_by_geometry(self) -> bool:
        """Whether the size of the model does not depend on inertias: numbers that change leave it."""
        mass = self.work.mass.copy()
        self.work.mass[:, 1:7] = 0.0
        same = self.sim._sizes() == (self.sim.length, self.sim.reach)
        self.work.mass[...] = mass
        return same

    def _keep_tables_apart(self) -> None:
        """The model remembers the system: its numbers must stay, ours are written over."""
        system = self.sim.system
        for k, table in self.tables.items():
            if isinstance(table, np.ndarray) and table.dtype == float and table.size:
                self.tables[k] = table.copy()
                self.work.context.replace(k, self.tables[k])
        self.work.mass = self.tables[layout.MASS]
        system = copy.copy(system)
        system.tables, system.mass = self.tables, self.work.mass
        self.sim.system = self.work.system = system

    def _used(self) -> list[Any]:
        """The contexts of a run."""
        linears = self.transient.problem.linears
        return [self.work.context, self.transient.context, *(linear.context for linear in linears)]

    def _all_arrays(self) -> list[np.ndarray]:
        """Every array that a run may write to, once; rows of results are written before they are read, and large."""
        found: dict[tuple[int, int], np.ndarray] = {}
        tables = {id(self.transient.integration.out), *(id(table) for table in self.tables.values())}
        for context in self._used():
            for array in context.arrays:
                if isinstance(array, np.ndarray) and array.size and id(array) not in tables:
                    found.setdefault((array.__array_interface__["data"][0], array.nbytes), array)
        state = self.sim.state
        for array in (state.y, state.rate, *state._parts()):
            found.setdefault((array.__array_interface__["data"][0], array.nbytes), array)
        return [array for array in found.values() if array.flags.writeable]

    def _as_built(self) -> bool:
        """Whether the factorisations are still those of the beginning: new pivots have not needed more room."""
        return all(map(operator.is_, self.transient.problem.linears, self._linears))

    def run(self, settings: TransientSettings, changed: Sequence[Any] | None = None) -> Results | None:
        """The results for the numbers that the model has now; None: a Session is needed. `changed`: the elements that
        may differ from those of the pattern run (None: looked for).
        """
        sim = self.sim
        settings, _ = suited(sim.builder, settings)
        if not self.suits or self.worn or settings.formulation != self.settings.formulation:
            return None
        if changed is None:
            known = refill.again(self.model, frozenset(), False)
        else:
            known = refill.refilled(*self._pattern, changed)
        try:
            if known is None or not self._put(*known):
                return None
        finally:
            self.worn = sim.work is not self.work
        self.transient.settings = settings
        self.transient.time = 0.0
        return self._integrate(settings)

    def _put(self, lowering: Any, system: Any) -> bool:
        """The numbers of another system, and the state at which it starts; False where it is no longer the same."""
        sim, work = self.sim, self.work
        deque(map(np.copyto, self._arrays, self._kept), 0)
        for k, new in system.tables.items():
            if new is not self._filled[k] and isinstance(new, np.ndarray):
                table = self.tables[k]
                if table.shape != new.shape:
                    return False
                if table.dtype == float:
                    table[...] = new
                self._filled[k] = new
        sim.lowering, sim.builder = lowering, system.builder
        sim.system.builder = work.builder = system.builder
        if self._starts_as_before(system):
            work.num[layout.GX : layout.GX + 3] = system.builder.gravity
            initial.regularise(sim)
        else:
            self._fresh.system = system
            self._fresh.begin()
            sim.state.put(self._fresh)
            sim.loose, sim.open_loads = {}, set()
            if not self.sized:
                sim.length, sim.reach = sim._sizes()
            initial.initial_conditions(sim, 0.0)
            if sim.work is not work or sim.loose:
                return False
        check_start(sim, 0.0)
        follow_in_body_axes(sim)
        return True

    def _starts_as_before(self, system: Any) -> bool:
        """Whether only masses, gravity and parameters of forces differ from the pattern run, so that its parts, put
        together, are those of this run too. Algebraic unknowns and further states may depend on forces.
        """
        pattern: Any = self._pattern[1]
        if not (self._start_is_kept and self.sized) or self.work.n_v or self.work.n_x:
            return False
        same = (
            b is p or (b.velocity, b.spin, b.given) == (p.velocity, p.spin, p.given)
            for b, p in zip(system.builder.bodies, pattern.builder.bodies, strict=True)
        )
        tables = (k for k, table in system.tables.items() if table is not pattern.tables[k])
        return all(same) and all(k in self._of_forces for k in tables)

    def _integrate(self, settings: TransientSettings) -> Results:
        """Integration and audit, as Session.transient."""
        sim, run = self.sim, self.transient
        balance = EnergyBalance(self.forces, sim, self._islands)
        run.begin(self.end, self.outputs, self.dtout)
        closure = self.closure
        closure.begin(self.end)
        blocks: list[np.ndarray] = []
        reason = run.run(blocks.append)
        rows = np.vstack(blocks) if blocks else np.zeros((0, len(sim.work.out)))
        if len(rows):
            balance.add(rows)
            closure.add(rows)
        shown = rows[:, self.places]
        FullTurns(self.entities).count(shown)
        balance.see_work(float(run.real[st.R_WORK_LOW]), float(run.real[st.R_WORK_HIGH]))
        closure.judge(run.seen)
        audit = Audit()
        audit.see(balance, closure, run.seen, float(run.real[st.R_WORK_ERROR]), driven(sim.builder), self.free)
        audit.judge(sim.length, settings.relative(sim.length), settings.formulation, self.model.units)
        results = copy.copy(self.plain)
        results._rows, results._time = shown, None
        results.segments = [Segment("dynamic", 0, len(shown))]
        verdict = {"verdict": audit.verdict}
        results.attrs = {"statistics": vars(run.statistics), "audit": verdict, "end_reason": reason.value}
        self.worn = not self._as_built()
        if reason not in GOOD_ENDS:
            failure = ConvergenceError(failure_message(sim, run, reason))
            failure.results = results
            raise failure
        return results


def columns_free(sim: Any) -> int:
    """Degrees of freedom left by the constraints that are not redundant."""
    bodies = sum(6 if body.turns else 3 for body in sim.builder.bodies)
    return bodies - len(sim.builder.rows) + len(sim.redundant)
