"""A Session: a model, its state now, and the results so far; commands act on it one after the other.

The state is carried from one analysis to the next. A change of the model (a statement, an element switched on or off)
gives a new Simulation; positions, velocities, states and counted turns are taken over by element.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.analysis import columns, initial
from bellcrank.analysis.audit import Audit, EnergyBalance
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.transient import Progress, Reason, Transient, TransientSettings
from bellcrank.errors import ConvergenceError, Message, Report
from bellcrank.integrators import gstiff as g
from bellcrank.results import Results
from bellcrank.results.writer import ResultsWriter
from bellcrank.system import layout

HINTS = {
    Reason.STEP_TOO_SMALL: "Usual causes: a jump in a function (IF, MOD, SIGN; use STEP), a mechanism locking up, a stiff contact, "
    "a part with almost no mass. A larger ERROR or a smaller HMAX may help; `bellcrank check` looks for the causes.",
    Reason.NOT_FINITE: "Correct the expression, or keep its argument inside its domain with MAX or STEP.",
    Reason.SINGULAR: "The mechanism may be in a dead-centre position, or a part has become free without mass.",
}


class Session:
    """See the module docstring."""

    def __init__(self, model: Any, path: Path | None = None, watch: Callable[[Progress], None] | None = None) -> None:
        self.model, self.path, self.watch = model, path, watch
        self.inactive: set[tuple[str, int]] = set()
        self.time = 0.0
        self.sim: Simulation | None = None
        self.writer: ResultsWriter | None = None
        self.settings: dict[str, Any] = {}
        self.audit, self.statistics = Audit(), {}  # type: ignore[var-annotated]
        self.messages: list[str] = []
        self.reason = Reason.DONE
        self.successful = True
        self.end_reason = Reason.DONE.value

    # ---- the model changes
    def changed(self) -> None:
        """The model was edited, or an element switched on or off: build the equations anew before the next analysis."""
        self.old, self.sim = self.sim or getattr(self, "old", None), None

    def prepare(self) -> Simulation:
        """Equations and a consistent state at the present time."""
        if self.sim is not None:
            return self.sim
        sim = Simulation(self.model, frozenset(self.inactive))
        if getattr(self, "old", None) is not None:
            take_over(self.old, sim)
        initial.initial_conditions(sim, self.time, first=getattr(self, "old", None) is None)
        self.sim = sim
        self._tell_redundant(sim)
        return sim

    def _tell_redundant(self, sim: Simulation) -> None:
        for red in sim.redundant:
            owners = dict.fromkeys(sim.builder.rows[r].owner for r in red.loop)
            loop = ", ".join(sim.builder.owners[o].element.title for o in owners)
            self.messages.append(
                f"redundant constraint left out: {sim.row_title(red.row)}; follows from {loop or 'nothing'}"
            )

    # ---- transient analysis
    def transient(self, end: float, outputs: int, settings: TransientSettings) -> None:
        """Integrate to `end` with `outputs` output intervals; rows go to the results."""
        sim = self.prepare()
        run = Transient(sim, settings, self.time)
        run.begin(end, outputs)
        writer, keep = self._writer(sim)
        writer.begin("dynamic")
        balance = EnergyBalance()

        def sink(rows: np.ndarray) -> None:
            balance.add(rows)
            writer.append(rows[:, keep])

        self.reason = run.run(sink, self.watch)
        self.time = run.time
        self._close(sim, run, balance, settings)
        if self.reason not in (Reason.DONE, Reason.STOPPED):
            self.successful = False
            raise ConvergenceError(self._failure(sim, run))

    def _close(self, sim: Simulation, run: Transient, balance: EnergyBalance, settings: TransientSettings) -> None:
        a = self.audit
        a.position, a.velocity = max(a.position, float(run.real[g.R_PHI])), max(a.velocity, float(run.real[g.R_PHID]))
        a.energy_error, a.energy_scale = max(a.energy_error, balance.error), max(a.energy_scale, balance.scale)
        a.judge(sim.length, float(run.real[g.R_SCALE]), settings.error, self.model.units)
        for name, value in vars(run.statistics).items():
            self.statistics[name] = value if isinstance(value, list) else self.statistics.get(name, 0) + value
        self.end_reason = self.reason.value

    def _failure(self, sim: Simulation, run: Transient) -> Report:
        worst = sim.unknown_title(self._worst_unknown(sim, run))
        what = f"Integration stopped at time {self.time:.6g}: {self.reason.value}."
        why = f"Step {run.real[g.R_H]:.3g}, order {run.ints[g.I_ORDER]}; the worst equation is {worst}."
        place, element = None, ""
        if self.reason is Reason.NOT_FINITE:
            number = int(sim.system.num[layout.BAD_EXPRESSION]) - 1
            lowered = sim.builder.expressions[number]
            values = sim.system._arrays[int(layout.LEAF_VAL)]
            first = int(sim.system.expression_ints[number, 0])
            why = str(explain(sim, number, values, first))
            if lowered.element is not None:
                place, element = lowered.element.place, lowered.element.title
        return Report([Message("error", "E701", what, place, element, why, HINTS.get(self.reason, ""))])

    def _worst_unknown(self, sim: Simulation, run: Transient) -> int:
        """The unknown of the linear system that the largest error or correction belongs to."""
        nb, n = sim.system.n_bodies, int(run.ints[g.I_WORST])
        if run.statistics.rejected_error and run.real[g.R_WORST] > 1.0:
            if n < 7 * nb:
                return 6 * (n // 7) + min(n % 7, 5)
            return n - 7 * nb if n < 13 * nb else 6 * nb + sim.system.n_rows + n - 13 * nb
        return min(n, sim.system.n - 1)

    # ---- results
    def _writer(self, sim: Simulation) -> tuple[ResultsWriter, list[int]]:
        found, keep = columns.visible(columns.entities(sim))
        if self.writer is None:
            units = self.model.units
            labels = {d: units.label(d) for d in ("length", "mass", "time", "force")} | {"angle": "rad"}
            attrs = {
                "title": self.model.title, "dataset": self.model.text(), "units": labels,
                "non_unique": columns.not_unique(sim), "analysis": "transient",
            }  # fmt: skip
            self.writer = ResultsWriter(self.path, found, attrs)
            self.entities = found
        if [(e.name, e.components) for e in found] == [(e.name, e.components) for e in self.entities]:
            return self.writer, keep
        return self.writer, self._same_columns(sim)

    def _same_columns(self, sim: Simulation) -> list[int]:
        """Columns of a changed model in the order of the first one; what is switched off is read as zero."""
        places, at = {}, 1
        for entity in columns.entities(sim):
            for component in entity.components:
                places[entity.type, entity.object_id, component] = at
                at += 1
        nothing = at  # one column past the end: zeros
        return [0] + [places.get((e.type, e.object_id, c), nothing) for e in self.entities for c in e.components]

    def finish(self) -> Results:
        """Close the results."""
        if self.writer is None:
            sim = self.prepare()
            self._writer(sim)
        assert self.writer is not None
        return self.writer.finish(
            {
                "end_reason": self.end_reason,
                "statistics": self.statistics,
                "audit": self.audit.to_json(),
                "messages": self.messages,
                "successful": self.successful,
            }
        )


def explain(sim: Simulation, number: int, values: np.ndarray, first: int) -> Any:
    """Why an expression gave no number, with its innermost sub-expression."""
    from bellcrank.errors import ExpressionError
    from bellcrank.expression import evaluate as reference

    tape = sim.system.machine.tapes[number]
    try:
        reference.evaluate(tape, list(values[first : first + len(tape.leaves)]), sim.system.machine.tables)
    except ExpressionError as error:
        return error.report.messages[0].what
    return f"{tape.source} is not a number"


def take_over(old: Simulation, new: Simulation) -> None:
    """State of an older simulation for a new one, element by element."""
    a, b = old.system, new.system
    bodies = {(body.element.keyword, body.element.id): n for n, body in enumerate(old.builder.bodies)}
    for n, body in enumerate(new.builder.bodies):
        m = bodies.get((body.element.keyword, body.element.id))
        if m is not None:
            b.q[n], b.u[n], b.ud[n] = a.q[m], a.u[m], a.ud[m]
    for kind, source, target in (("diffs", a.x, b.x), ("variables", a.v, b.v)):
        before = {_name(old, use): use.number for use in getattr(old.builder, kind)}
        for use in getattr(new.builder, kind):
            if _name(new, use) in before:
                target[use.number] = source[before[_name(new, use)]]
    turns = dict(zip(_leaf_names(old), a.memory, strict=True))
    for n, name in enumerate(_leaf_names(new)):
        b.memory[n] = turns.get(name, 0.0)
    zeros = {old.builder.owners[u.owner].label: a.constraint_zero[n] for n, u in enumerate(old.builder.constraints)}
    for n, use in enumerate(new.builder.constraints):
        b.constraint_zero[n] = zeros.get(new.builder.owners[use.owner].label, 0.0)


def _name(sim: Simulation, use: Any) -> tuple[str, int]:
    element = sim.builder.expressions[use.expression].element
    return element.keyword, element.id


def _leaf_names(sim: Simulation) -> list[Any]:
    return [leaf for lowered in sim.builder.expressions for leaf in lowered.tape.leaves]
