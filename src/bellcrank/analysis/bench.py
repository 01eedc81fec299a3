"""A simulation with its integrator, kept at its start: the next run of the same model needs other numbers only.

    bench = Bench(sim, transient)              when the parts are together and nothing has moved yet
    bench.put(lowering, system)                the numbers of another system, and the state at which it starts
    lend(model, inactive), give_back(model, bench)

Equations, orders of elimination, contexts of pointers and columns of results are those of the first run. All its
arrays are kept as they were and put back before each run: a run does not depend on those before it. Then come the
numbers that have changed (system/refill.py). What is more than numbers (other redundant rows, sensors, delays,
functions of the user) is built anew. A bench belongs to one run at a time: whoever finds it lent builds another.
"""

from __future__ import annotations

import copy
import operator
from typing import Any

import numpy as np

from bellcrank.analysis import columns, initial
from bellcrank.analysis.balance import EnergyBalance, driven, separate_islands
from bellcrank.analysis.closure import Closure
from bellcrank.analysis.failure import check_start
from bellcrank.analysis.problem import follow_in_body_axes
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.numerics.kept import Kept
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import layout, refill
from bellcrank.system.lowering import Active
from bellcrank.system.state import State

MOST = 64_000_000
"""Bytes. A model with larger arrays is not kept: it would hold them twice for as long as it lives."""


def suits(sim: Simulation) -> bool:
    """Whether all that a simulation remembers is in its arrays."""
    b = sim.builder
    return not (b.sensors or b.longest_delay or sim.system.user_functions or sim.lowering.has_starts)


def lend(model: Any, inactive: Active) -> Bench | None:
    """The bench of a model; nobody else gets it until it is given back."""
    kept = refill.kept_of(model)
    return kept.benches.pop(inactive, None) if kept is not None else None


def give_back(model: Any, bench: Bench) -> None:
    """For the next run, where it is as it was built."""
    kept = refill.kept_of(model)
    if kept is not None and bench.is_whole() and bench.kept.nbytes <= MOST:
        kept.benches[bench.sim.lowering.inactive] = bench


class Bench:
    """See the module docstring."""

    def __init__(self, sim: Simulation, transient: Transient) -> None:
        self.sim, self.transient, self.work = sim, transient, sim.work
        self.settings = transient.settings
        self.forces, self.islands = np.array(columns.forces(sim), int), separate_islands(sim)
        self.closure = Closure(sim, 1.0)
        self.tables = self._numbers()
        self.sized = sim.sized_by_geometry
        """Whether the size of the model does not depend on inertias: numbers that change leave it."""
        self._loads = set(sim.open_loads)
        self._pattern = sim.lowering, sim.system
        self._filled = dict(sim.system.tables)
        """Whose numbers are in the tables now."""
        self._keep_tables_apart()
        self._linears = list(transient.problem.linears)
        self._fresh = State(sim.system)
        first = {first + 1 for kind, first in sim.system.kinds if not kind.equations}
        self._of_forces = {int(layout.MASS), *first}
        """Tables that the start does not depend on: masses and the parameters of forces."""
        self.entities, self.as_read, self.redundancies = [], [], []  # type: ignore[var-annotated]
        """What a Session knows of it: columns of the results, the row of the input position, rows left out."""
        self.places: np.ndarray | None = None
        """Where these columns are in a row of the simulation."""
        self.given: np.ndarray | None = None
        """Positions and orientations of the input."""
        self._jacobian: Triplets | None = None
        """Of the constraints at the start of the first run, once it was asked for."""
        self.started_as_before = True
        """Whether the last run began where the first one did."""
        self.driven = driven(sim.builder)
        self.kept = Kept(self._all_arrays())

    def fits(self, settings: TransientSettings) -> bool:
        """Whether its integrator can run with other settings."""
        return (settings.formulation, settings.method) == (self.settings.formulation, self.settings.method)

    def is_whole(self) -> bool:
        """Whether it is still as built: no new pivots have needed more room, no other rows are redundant."""
        same = all(map(operator.is_, self.transient.problem.linears, self._linears))
        return same and self.sim.work is self.work

    def renewed(self, settings: TransientSettings) -> Transient:
        """Its integrator at time zero with other settings."""
        self.transient.renew(settings, 0.0)
        return self.transient

    def balance(self) -> EnergyBalance:
        """The energies of one run."""
        return EnergyBalance(self.forces, self.sim, self.islands)

    def _numbers(self) -> dict[int, Any]:
        """The tables of the system that kernels read. Of memory, outputs and scratch it holds how they begin only:
        those that kernels write belong to the state and the workspace.
        """
        known = self.work.context.arrays
        return {k: table for k, table in self.sim.system.tables.items() if known[k] is table}

    def _keep_tables_apart(self) -> None:
        """The model remembers the system: its numbers must stay, ours are written over."""
        for k, table in self.tables.items():
            if isinstance(table, np.ndarray) and table.dtype == float and table.size:
                self.tables[k] = table.copy()
                self.work.context.replace(k, self.tables[k])
        self.work.mass = self.tables[layout.MASS]
        system = copy.copy(self.sim.system)
        system.tables, system.mass = {**system.tables, **self.tables}, self.work.mass
        self.sim.system = self.work.system = system

    def _all_arrays(self) -> list[np.ndarray]:
        """Every array that a run may write to, once; rows of results are written before they are read, and large."""
        tables = {id(self.transient.integration.out), *(id(table) for table in self.tables.values())}
        linears = [linear.context for linear in self.transient.problem.linears]
        contexts, state = (self.work.context, self.transient.context, *linears), self.sim.state
        arrays = [*(a for context in contexts for a in context.arrays), state.y, state.rate, *state._parts()]
        once = {id(a): a for a in arrays if isinstance(a, np.ndarray) and a.size and id(a) not in tables}.values()
        return [array for array in once if array.flags.writeable]

    def put(self, lowering: Any, system: Any) -> bool:
        """The numbers of another system, and the state at which it starts; False where it is no longer the same."""
        sim, work = self.sim, self.work
        if system.complete is not self._pattern[1].complete:
            return False
        self.kept.put_back()
        for k, table in self.tables.items():
            new = system.tables[k]
            if new is not self._filled[k] and isinstance(new, np.ndarray):
                if table.shape != new.shape:
                    return False
                if table.dtype == float:
                    table[...] = new
                self._filled[k] = new
        sim.lowering, sim.builder = lowering, system.builder
        sim.system.builder = work.builder = system.builder
        sim.open_loads = set(self._loads)
        self.started_as_before = self._starts_as_before(system)
        other_masses = system.tables[layout.MASS] is not self._pattern[1].tables[layout.MASS]
        if not self.started_as_before:
            if not self._start(system):
                return False
        else:
            work.num[layout.GX : layout.GX + 3] = system.builder.gravity
            if other_masses:
                self._jacobian = initial.regularise(sim, self._jacobian)
        check_start(sim, 0.0)
        if other_masses or not self.started_as_before:
            follow_in_body_axes(sim)
        return True

    def _start(self, system: Any) -> bool:
        """Put the parts together; False where the model is no longer the same."""
        sim = self.sim
        self._fresh.system = system
        self._fresh.begin()
        sim.state.put(self._fresh)
        sim.loose, sim.open_loads = {}, set()
        if not self.sized:
            sim.length, sim.reach = sim._sizes()
        initial.initial_conditions(sim, 0.0)
        return sim.work is self.work and not sim.loose

    def _starts_as_before(self, system: Any) -> bool:
        """Whether only masses, gravity and parameters of forces differ from the first run, so that its parts, put
        together, are those of this run too. Algebraic unknowns and further states may depend on forces.
        """
        pattern: Any = self._pattern[1]
        if not self.sized or self.work.n_v or self.work.n_x:
            return False
        same = (
            b is p or (b.velocity, b.spin, b.given) == (p.velocity, p.spin, p.given)
            for b, p in zip(system.builder.bodies, pattern.builder.bodies, strict=True)
        )
        tables = (k for k, table in system.tables.items() if table is not pattern.tables[k])
        return all(same) and all(k in self._of_forces for k in tables)
