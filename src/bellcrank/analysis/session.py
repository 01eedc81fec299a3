"""A Session: a model, its state now, and the results so far; analyses act on it one after the other.

The state is carried from one analysis to the next. A change of the model (a statement, an element switched on or off)
gives a new Simulation; positions, velocities, states and counted turns are taken over by element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.analysis import columns, double, initial
from bellcrank.analysis.audit import Audit
from bellcrank.analysis.balance import EnergyBalance, driven
from bellcrank.analysis.bench import Bench, give_back, lend, suits
from bellcrank.analysis.closure import Closure
from bellcrank.analysis.course import Course
from bellcrank.analysis.failure import check_start, failure_message, redundant_no_more
from bellcrank.analysis.formulation import suited
from bellcrank.analysis.full_turns import FullTurns
from bellcrank.analysis.gaps import Gaps, requests_left_out
from bellcrank.analysis.garbage import uncollected
from bellcrank.analysis.handover import hand_over
from bellcrank.analysis.indeterminate import zero_over_zero
from bellcrank.analysis.lift_off import lifts_off
from bellcrank.analysis.rates import Rates
from bellcrank.analysis.sensors import Firing
from bellcrank.analysis.settings import not_obeyed
from bellcrank.analysis.shared_directions import shared_directions
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.spline_ranges import SplineRanges
from bellcrank.analysis.start_notes import start_notes
from bellcrank.analysis.step_history import step_history
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.analysis.watcher import Analysis, Redundancy, Watcher
from bellcrank.analysis.where import where_time_goes
from bellcrank.errors import AssemblyError, BellcrankError, ConvergenceError, Message
from bellcrank.integrators import stepper as st
from bellcrank.model.without import without
from bellcrank.results import Results
from bellcrank.results.entity import Entity
from bellcrank.results.room import require_room
from bellcrank.results.writer import ResultsWriter
from bellcrank.system import refill

GOOD_ENDS = (Reason.DONE, Reason.RETURNED, Reason.HALTED)


class Session:
    """See the module docstring. `path` is the file of the results (None: in memory)."""

    def __init__(
        self, model: Any, path: Path | None = None, watchers: Sequence[Watcher] = (), leave_out: Sequence[str] = ()
    ) -> None:
        self.without = without(model, leave_out)
        """What is left out as the user asks: `model/without.py`."""
        self.model, self.path, self.watchers = self.without.model, path, watchers
        self.inactive: set[tuple[str, int]] = set()
        self.time = 0.0
        self.sim: Simulation | None = None
        self.start: Callable[[Simulation], None] | None = None
        """What puts the first state into a simulation, where that is not the input (starting.py)."""
        self.writer: ResultsWriter | None = None
        self.audit, self.statistics = Audit(), {}  # type: ignore[var-annotated]
        self.messages: list[str] = []
        self.redundancies: list[Redundancy] = []
        self.charts: list[dict[str, Any]] = []
        """Of the report: the steps of a run that failed."""
        self.modes: list[Any] = []
        """The modes of linear analyses (`eigen.Modes`)."""
        self.rests: list[Any] = []
        """The equilibria found (`rest.Rest`)."""
        self.reason = Reason.DONE
        self.end_reason = Reason.DONE.value
        self.successful = True
        self.keeps = False
        """Whether what is built is kept for the next run of the model."""
        self.bench: Bench | None = None
        self._asked = self.model
        """The model of the user, where a double runs in its place (double.py)."""
        self._before: Simulation | None = None
        self._course: Course | None = None
        self._until_now: tuple[Audit, dict[str, Any]] = (Audit(), {})
        """Audit and statistics before the present course."""
        self._entities: list[Entity] = []
        self._as_read: list[float] = []
        self._given: np.ndarray | None = None
        """Positions and orientations of the input."""
        self._full_turns = FullTurns([])
        self._non_unique: dict[str, None] = {}

    def tell(self, what: str, *about: Any) -> None:
        """Tell every watcher."""
        for watcher in self.watchers:
            getattr(watcher, what)(*about)

    def say(self, message: Message) -> None:
        """Tell a message and keep it in the results."""
        self.messages.append(message.render())
        self.tell("say", message)

    def say_once(self, message: Message) -> None:
        """Tell a message that holds for every analysis of the run only the first time."""
        if message.render() not in self.messages:
            self.say(message)

    def fail(self, message: Message) -> None:
        """Tell an error; the run will count as not successful."""
        self.successful, self.end_reason = False, message.what
        self.say(message)

    # ---- the model
    def changed(self) -> None:
        """The model was edited, or an element switched on or off: build the equations anew before the next analysis."""
        self.sim = None

    def borrow(self) -> None:
        """Use what an earlier run has left, of the model or of one of its form, and leave as much (`give_back`)."""
        if self.without.keys:
            return
        again = refill.kept_of(self.model) is not None
        self._asked, self.model = self.model, double.lend(self.model)
        self.keeps = again or self.model is not self._asked  # what runs once is not kept
        self.bench = lend(self.model, frozenset())

    def give_back(self) -> None:
        """For the next run."""
        if self.bench is not None and self.reason in GOOD_ENDS:
            give_back(self.model, self.bench)
            double.give_back(self._asked, self.model)

    def prepare(self) -> Simulation:
        """Equations and a consistent state at the present time."""
        kernels.compile_mode()
        if self.sim is None:
            with uncollected():
                self.sim = self._before = self._prepared()
        return self.sim

    def _prepared(self) -> Simulation:
        for message in self.without.messages():
            self.say_once(message)
        if self.bench is not None:
            if (sim := self._on_bench(self.bench)) is not None:
                return sim
            self.bench = None
        sim = Simulation(self.model, self.without.keys | self.inactive)
        given = self._given = sim.work.q.copy() if self._before is None else None
        if self._before is not None:
            hand_over(self._before, sim)
            self._tell_new_columns(sim)
        else:
            for message in requests_left_out(self.model):
                self.say(message)
            self._entities = columns.shown(sim)
            self._full_turns = FullTurns(self._entities)
            self._as_read = columns.as_read(sim, self._entities)
            if self.start is not None:
                self.start(sim)
                given = sim.work.q.copy()
        try:
            initial.initial_conditions(sim, self.time, first=self._before is None and self.start is None)
        except AssemblyError:
            if not np.isfinite(sim.work.phi).all():
                check_start(sim, self.time)  # an expression without a value explains the misfit
            raise
        check_start(sim, self.time)
        for message in zero_over_zero(sim):
            self.say(message)
        self._tell_redundant(sim)
        self._tell_plain(sim)
        for message in start_notes(sim, given):
            self.say_once(message)
        return sim

    def _on_bench(self, bench: Bench) -> Simulation | None:
        """The simulation of an earlier run at its start, with the numbers of now; None where more has changed."""
        known = refill.again(self.model, frozenset(self.inactive), False) if self._before is None else None
        try:
            if known is None or not bench.put(*known):
                return None
        except BellcrankError:
            return None  # whoever builds it anew tells why
        for message in requests_left_out(self.model):
            self.say(message)
        self._entities, self._as_read = bench.entities, bench.as_read
        self._full_turns = FullTurns(self._entities)
        for message in zero_over_zero(bench.sim):
            self.say(message)
        self._tell_redundant(bench.sim, bench.redundancies if bench.started_as_before else None)
        self._tell_plain(bench.sim)
        for message in start_notes(bench.sim, bench.given):
            self.say_once(message)
        return bench.sim

    def freedoms(self) -> int:
        """Degrees of freedom left by the constraints that are not redundant."""
        sim = self.prepare()
        bodies = sum(6 if body.turns else 3 for body in sim.builder.bodies)
        return bodies - len(sim.builder.rows) + len(sim.redundant)

    def _tell_redundant(self, sim: Simulation, known: list[Redundancy] | None = None) -> None:
        def element(row: int) -> Any:
            return sim.builder.owners[sim.builder.rows[row].owner].element

        self.redundancies = known or [
            Redundancy(
                sim.builder.rows[red.row].label, element(red.row), tuple(dict.fromkeys(map(element, red.loop))), resists
            )
            for red, resists in zip(sim.redundant, shared_directions(sim), strict=True)
        ]
        self._non_unique.update(dict.fromkeys(columns.not_unique(sim)))
        self.messages += [f"redundant constraint left out: {r}" for r in self.redundancies]
        self.tell("redundant", self.time, self.redundancies)
        if sim.loose:
            self.say(loose_fit(sim))

    def _tell_plain(self, sim: Simulation) -> None:
        """Functions of the user that are called as Python."""
        slow = dict.fromkeys(u.call.name for u in sim.system.user_functions if not (u.compiled or u.foreign))
        if slow and sim.system.compiled:
            what = f"Called as plain Python: {', '.join(slow)}."
            why = (
                "Objects with memory, lists, exceptions and what Numba does not know are not compiled; calls are slow."
            )
            self.say_once(Message("note", "N507", what, why=why))

    def _tell_new_columns(self, sim: Simulation) -> None:
        """The columns of the results are those of the first analysis."""
        known = {(e.type, e.object_id, c) for e in self._entities for c in e.components}
        fresh = [
            f"{e.name}.{c}" for e in columns.shown(sim) for c in e.components if (e.type, e.object_id, c) not in known
        ]
        if fresh and self.writer is not None:
            what = f"{', '.join(fresh[:5])}{' and more' if len(fresh) > 5 else ''} came after the first analysis."
            why = "The results keep the columns of the first analysis; these are not in them."
            self.say(Message("warning", "W504", what, why=why, cure="give the request before the first SIMULATE."))

    # ---- analyses
    def initial_conditions(self, settings: TransientSettings) -> None:
        """Assemble, and put one row into the results."""
        sim = self.prepare()
        settings, _ = suited(sim.builder, settings)
        self._course = None
        run = Transient(sim, settings, self.time)
        run.begin(self.time + 1.0, 1)
        run.integration.advance(0)
        self.rows_for("initialConditions").append(self.visible(sim)(run.integration.rows()))

    def transient(self, end: float, outputs: int, settings: TransientSettings, dtout: float | None = None) -> None:
        """Integrate to `end` with `outputs` output intervals; rows go to the results."""
        sim = self.prepare()
        settings, note = suited(sim.builder, settings)
        if note is not None:
            self.say(note)
        for message in not_obeyed(self.model, settings):
            self.say_once(message)
        kind = "Kinematic" if settings.kinematic else "Dynamic"
        course = self._next_course(sim, settings)
        closure, run, balance = course.begin(end, outputs, dtout), course.run, course.balance
        tolerance = settings.tolerance(sim.length, self.model.units.label("length"))
        first, longest = float(run.real[st.R_H]), float(run.real[st.R_HMAX])
        self.tell("begin", Analysis(kind, self.time, end, first, settings, tolerance, outputs, dtout, longest))
        require_room(self.path, outputs + 1, self._entities)
        gaps, visible, writer = Gaps(self._entities), self.visible(sim), self.rows_for(kind.lower())
        rates, splines = Rates(sim), SplineRanges(sim)

        def sink(rows: np.ndarray) -> None:
            balance.add(rows)
            rates.add(rows)
            splines.add(rows)
            closure.add(rows)
            gaps.add(shown := visible(rows))
            writer.append(shown)

        self.reason = run.run(sink, lambda progress: self.tell("progress", progress), lambda f: self._fired(writer, f))
        self.time, self.end_reason, course.reason = run.time, self.reason.value, self.reason
        self._judge(sim, run, balance, closure)
        self.tell("end", self.reason, run.progress())
        late = redundant_no_more(sim, settings.relative(sim.length))
        for message in [
            *gaps.messages(),
            *rates.messages(),
            *splines.messages(),
            *change_points(run),
            *([late] if late is not None else []),
        ]:
            self.say(message)
        for message in [*lifts_off(sim), *taken_over(run)]:
            self.say_once(message)
        self.successful = self.successful and self.reason in GOOD_ENDS
        if self.reason not in (*GOOD_ENDS, Reason.STOPPED):
            chart = step_history(run, self.model.units.label("time"))
            self.charts += [chart] if chart is not None else []
            raise ConvergenceError(failure_message(sim, run, self.reason))

    def forget_course(self) -> None:
        """The next transient analysis starts anew from the present state."""
        self._course = None

    def _next_course(self, sim: Simulation, settings: TransientSettings) -> Course:
        """The integration so far, where the next analysis goes on with it; else a new one."""
        if self._course is None or not self._course.leads_on(sim, settings, self.time):
            fits = self.bench is not None and self._course is None and self.bench.fits(settings)
            self._course = Course(sim, settings, self.time, self.bench if fits else None)
            self._until_now = replace(self.audit), dict(self.statistics)
            if self.keeps and not fits:
                self._keep(sim, self._course)
        return self._course

    def _keep(self, sim: Simulation, course: Course) -> None:
        """What was built for this run, for the next one."""
        self.keeps = False
        self.bench = Bench(sim, course.run) if self.time == 0.0 and suits(sim) else None
        if self.bench is not None:
            bench = self.bench
            bench.entities, bench.as_read, bench.redundancies = self._entities, self._as_read, self.redundancies
            bench.given = self._given

    def _fired(self, writer: ResultsWriter, firing: Firing) -> None:
        """A sensor has fired: it is an event of the results."""
        writer.event(firing.time, "sensor", firing.element.title, ", ".join(firing.actions) or "active")
        self.tell("text", firing.text)

    def _judge(self, sim: Simulation, run: Transient, balance: EnergyBalance, closure: Closure) -> None:
        balance.see_work(float(run.real[st.R_WORK_LOW]), float(run.real[st.R_WORK_HIGH]))
        closure.judge(run.seen)
        before, counted = self._until_now
        self.audit = replace(before)
        settings, free = run.settings, self.freedoms() > 0
        self.audit.see(balance, closure, run.seen, float(run.real[st.R_WORK_ERROR]), driven(sim.builder), free)
        self.audit.judge(sim.length, settings.relative(sim.length), settings.formulation, self.model.units)
        assert self._course is not None
        for name, value in vars(self._course.statistics).items():
            self.statistics[name] = added(counted.get(name), value)

    def where_time_goes(self) -> dict[str, float]:
        """Kinds of elements and their parts of the time of the last integration; empty for short ones."""
        if self._course is None:
            return {}
        return where_time_goes(self._course.run.sim.work, vars(self._course.statistics))

    # ---- results
    def rows_for(self, kind: str) -> ResultsWriter:
        """Results, ready for the rows of an analysis."""
        if self.writer is None:
            units = self.model.units
            labels = {d: units.label(d) for d in ("length", "mass", "time", "force")} | {"angle": "rad"}
            attrs = {
                "title": self.model.title, "dataset": self.model.text(), "units": labels, "input": self._as_read,
                "non_unique": list(self._non_unique), "analysis": kind, "without": self.without.titles,
            }  # fmt: skip
            self.writer = ResultsWriter(self.path, self._entities, attrs)
        self.writer.begin(kind)
        return self.writer

    def visible(self, sim: Simulation) -> Any:
        """Rows of the simulation to rows of the results; zeros for what is switched off."""
        known = self.bench.places if self.bench is not None and self.bench.sim is sim else None
        places = np.array(columns.places(sim, self._entities)) if known is None else known
        if self.bench is not None:
            self.bench.places = places
        off = places < 0

        def visible(rows: np.ndarray) -> np.ndarray:
            shown = rows[:, places]
            shown[:, off] = 0.0
            self._full_turns.count(shown)
            return shown

        return visible

    def finish(self) -> Results | None:
        """Close the results; None when no analysis came so far."""
        if self.writer is None:
            return None
        return self.writer.finish(
            {
                "end_reason": self.end_reason,
                "statistics": self.statistics,
                "audit": self.audit.to_json(),
                "messages": self.messages,
                **({"charts": self.charts} if self.charts else {}),
                **({"linear": [modes.to_json() for modes in self.modes]} if self.modes else {}),
                **({"statics": [rest.to_json() for rest in self.rests]} if self.rests else {}),
                "non_unique": list(self._non_unique),
                "successful": self.successful,
            }
        )


def added(before: Any, value: Any) -> Any:
    """Statistics of several analyses together: numbers, or lists of them."""
    if before is None:
        return value
    return [a + b for a, b in zip(before, value, strict=True)] if isinstance(value, list) else before + value


def change_points(run: Transient) -> Iterator[Message]:
    """Notes about positions in which branches of a kinematic analysis meet."""
    for time, locked in run.turned:
        names = ", ".join(element.title for element in locked)
        what = f"At time {time:.9g} the mechanism passes a change point: its motion is not the only one possible there."
        why = f"The equations of {names} depend on each other: " if names else ""
        why += "reactions are not determined there, velocities and accelerations of a row at just this time are vague."
        cure = (
            "nothing where it goes on as the machine does, with the velocities it has; else drive it past this point."
        )
        yield Message("warning", "W603", what, why=why, cure=cure)


def taken_over(run: Transient) -> Iterator[Message]:
    """A note where GSTIFF has taken over."""
    if run.taken_over is not None:
        what = f"From time {run.taken_over:.6g} on GSTIFF integrates."
        why = f"Steps of {run.settings.method} failed, or stability limited them, again and again."
        yield Message("note", "N506", what, why=why)


def loose_fit(sim: Simulation) -> Message:
    """The warning that redundant constraints are met to the digits of the file only."""
    worst = max(sim.loose, key=lambda row: abs(sim.loose[row]))
    row = sim.builder.rows[worst]
    unit = sim.model.units.label("length") if row.translational else "rad"
    element: Any = sim.builder.owners[row.owner].element
    message: Message = element.message(
        "W601",
        f"{len(sim.loose)} redundant equations do not fit exactly, worst {row.label} by {sim.loose[worst]:.2g} {unit}.",
        "The numbers of the file are rounded, or joints of a loop contradict each other a little.",
        "nothing where this is small enough for you; else give positions and angles with more digits.",
        severity="warning",
    )
    return message
