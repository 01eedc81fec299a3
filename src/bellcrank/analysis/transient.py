"""Transient analysis: the loop around the compiled integrator.

Python sees blocks of finished output rows, the progress, and the end; everything in between is compiled.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from typing import Any

import numpy as np

from bellcrank import integrators
from bellcrank import kernel as kernels
from bellcrank.analysis.garbage import uncollected
from bellcrank.analysis.leaps import aside, leap, leaps
from bellcrank.analysis.locked import SOON, dependence, locked_elements
from bellcrank.analysis.marks import SHORTER, TRIES, Marks
from bellcrank.analysis.problem import problem_of, set_sizes
from bellcrank.analysis.sensors import Firing, Sensors
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.sizes import body_sizes
from bellcrank.analysis.terms import Progress, Reason, Statistics, TransientSettings
from bellcrank.errors import ConvergenceError
from bellcrank.integrators import problem as at
from bellcrank.integrators import sensors
from bellcrank.integrators import stepper as st
from bellcrank.integrators.method import METHODS, Integration, Method
from bellcrank.numerics.context import run_kernel
from bellcrank.numerics.sparse_lu import FULL, OK, SINGULAR
from bellcrank.registry import load_all
from bellcrank.system import charts, expressions, layout, weights

load_all(integrators)  # every method registers itself

LEAST_STEPS = 50
"""The longest step is this part of the whole time."""
FIRST = 1e-3
"""The first step is no longer than this part of it."""
SHORTEST = 1e-24
"""The shortest step, as a part of the duration: a part of a microgram at a stiff spring begins to move so fast."""
SLICE = 0.1
"""Seconds of computing between two looks at the clock, the keyboard and the progress bar."""


SINGULAR_HERE = -1
"""Beside what methods tell: no pivots are to be found."""
ENDS = {
    st.DONE: Reason.DONE,
    st.TOO_SMALL: Reason.STEP_TOO_SMALL,
    st.NOT_FINITE: Reason.NOT_FINITE,
    SINGULAR_HERE: Reason.SINGULAR,
}
MANY, CREEPS = 1_000, 1e-8
"""So many steps that go no further than this part of the analysis: it would take 10^11 of them."""
ENDINGS = {Reason.HALTED: "halt", Reason.RETURNED: "return_"}


class Transient:
    """One integrator over one Simulation; `run` may be called again to go on."""

    def __init__(self, sim: Simulation, settings: TransientSettings, time: float) -> None:
        self.sim, self.settings, self.time = sim, settings, time
        self.statistics = Statistics()
        self.stopped = False
        self.sensors = Sensors(sim.work)
        self._last_row, self._beginning = -1.0, 0.0
        si2, on_tangents = settings.formulation != "I3", settings.formulation == "COMPLEMENT"
        with uncollected():
            explicit = METHODS[settings.method].explicit
            self.problem = problem_of(sim, si2, bool(self.sensors.elements), on_tangents, explicit)
            body_sizes(sim)  # they are kept: `begin` finds them
        self.method = METHODS[settings.method]
        self.taken_over: float | None = None
        """The time from which on GSTIFF integrates instead."""
        self._seen = (0, time)
        self.leaps: list[float] = []
        """Times to come at which motions ask for another speed."""
        self._whole, self._aside, self._extra = (0.0, 0), 0.0, -1.0
        self.turned: list[tuple[float, list[Any]]] = []
        """Kinematics: times at which branches meet, and the elements whose constraints depend on each other there."""
        self.integration = Integration(self.problem, self.method, self.sensors.table)
        self.real, self.ints, self.out = self.integration.real, self.integration.ints, self.integration.out
        self.context = self.integration.context
        self.marks, self._tries, self._failed_at = Marks(sim.work, self.integration), 0, -np.inf
        self.seen = self.context.arrays[int(at.SEEN)]

    def renew(self, settings: TransientSettings, time: float) -> None:
        """The same integrator for another run; its arrays were put back (analysis/bench.py)."""
        self.settings, self.time = settings, time
        self.statistics, self.stopped, self.turned, self._last_row = Statistics(), False, [], -1.0

    def begin(self, end: float, outputs: int, dtout: float | None = None) -> None:
        """Consistent start at the present time; `outputs` intervals of results until `end`.

        They are equal, or `dtout` long but for the last one, which ends at `end`.
        """
        started = clock.process_time()
        sim, settings = self.sim, self.settings
        s, duration = sim.work, end - self.time
        self.leaps = leaps(sim, self.time, end)
        self.method, self.taken_over, self._seen = METHODS[settings.method], None, (0, self.time)
        self._tries, self._failed_at = 0, -np.inf
        self.integration.method = self.method
        self.integration.begin(
            self.time, end, outputs, settings.error, dtout=dtout, h=settings.h_init,
            h_max=self.longest(duration), h_min=settings.h_min or SHORTEST * duration,
            order=settings.k_max or self.method.highest_order,
            iterations=settings.max_iterations, si2=int(settings.formulation != "I3"),
            stops=sim.builder.stops(self.time, end),
            driven=int(bool(sim.builder.constraints)), weights=settings.weights,
        )  # fmt: skip
        self.ints[st.I_WATCH] = int(settings.may_change)
        self.real[st.R_WORK_LOW] = self.real[st.R_WORK_HIGH] = s.y[-1]
        s.num[layout.T] = s.num[layout.T_MEMORY] = self.time
        self.aim(end, int(self.ints[st.I_N_OUT]))
        s.num[layout.MODE] = 1.0 if settings.kinematic else 4.0
        s.num[layout.T_SHIFT] = 1e-3 * min(duration / 10.0, self.real[st.R_DTOUT])
        set_sizes(sim, settings.error, settings.absolute, settings.places_only)
        s.num[layout.HSIZE] = duration
        s.call(weights.start_paces)
        self._restart(settings.h_init)
        s.num[layout.HSIZE] = duration
        s.call(weights.start_paces)  # now that accelerations are known
        s.call(expressions.accept_kinds)  # the longest step
        if settings.h_init is None:
            self._first_step()
        self._beginning = clock.process_time() - started

    def aim(self, end: float, outputs: int) -> None:
        """Integrate to the next leap, or to the end; `outputs` intervals of results until the end."""
        real, ints = self.real, self.ints
        self._whole, self._aside = (end, outputs), aside(end, end - real[st.R_OUT0])
        real[st.R_END], ints[st.I_N_OUT], self._extra = end, outputs, -1.0
        if self.leaps:
            at = self.leaps[0]
            k = int(np.ceil((at - real[st.R_OUT0]) / real[st.R_DTOUT] - 1e-9))
            real[st.R_END], ints[st.I_N_OUT] = max(at - self._aside, real[st.R_T]), k
            on_grid = abs(real[st.R_OUT0] + k * real[st.R_DTOUT] - at) <= 1e-9 * real[st.R_DTOUT]
            self._extra = at if on_grid else np.inf

    def _leap(self) -> float:
        """The state behind a leap, and the clock there."""
        at = self.leaps.pop(0)
        behind = at + self._aside
        work = leap(self.sim, behind)
        self.sim.work.y[-1] += work
        self.sim.work.num[layout.T] = self.sim.work.num[layout.T_MEMORY] = self.real[st.R_T] = behind
        self.aim(*self._whole)
        return work

    def _go_behind(self) -> None:
        """A leap on the way: a row that the grid of results does not have was not written."""
        if np.isinf(self._extra):
            self.ints[st.I_OUT] -= 1
        self.go_back()
        work = self._leap()
        for k, most in ((st.R_WORK_LOW, min), (st.R_WORK_HIGH, max)):
            self.real[k] = most(self.real[k], self.sim.work.y[-1], self.sim.work.y[-1] - work)
        self._restart(None)
        self._first_step()

    def longest(self, duration: float) -> float:
        """The longest step: the equations are looked at LEAST_STEPS times at least."""
        return min(self.settings.h_max or duration * self.method.evaluations / LEAST_STEPS, duration)

    def _first_step(self) -> None:
        """That of weights.py, (7). A method that begins with order p takes the same times (0.2 e)^(1/(p+1) - 1/2): the
        term of its own order.
        """
        run_kernel(weights.first_step, self.sim.work.context, int(self.settings.formulation != "I3"))
        h = float(self.sim.work.num[layout.HSIZE])
        order = self.method.first_order
        if order > 1:
            first = h * (0.2 * self.settings.error) ** (1.0 / (order + 1.0) - 0.5)
        else:
            first = min(h, FIRST * (self.real[st.R_END] - self.real[st.R_T]))
        self.real[st.R_H] = float(min(max(first, 10.0 * self.real[st.R_HMIN]), self.real[st.R_HMAX]))
        self.integration.call(self.method.restart)

    def run(
        self,
        sink: Callable[[np.ndarray], None],
        watch: Callable[[Progress], None] | None = None,
        tell: Callable[[Firing], None] | None = None,
    ) -> Reason:
        """Integrate to the end; rows go to `sink` in blocks, sensors that fire to `tell`."""
        started, chunk = clock.process_time() - self._beginning, 64
        self._beginning = 0.0
        self._sense_start(tell)
        self._forget_marks()
        try:
            while True:
                before = clock.perf_counter()
                self.sim.work.num[layout.CPU_TIME] = clock.process_time() - started
                status = self.integration.advance(min(chunk, self._until_mark()))
                took = clock.perf_counter() - before
                chunk = int(min(max(chunk * SLICE / max(took, 1e-6), 16), 10_000_000))
                self._pour(sink)
                if watch is not None:
                    self._count(clock.process_time() - started)
                    watch(self.progress())
                ended = self._go_on(st.TOO_SMALL if self._creeps() else status, sink, tell)
                if ended is not None:
                    return ended
        except KeyboardInterrupt:
            self.stopped = True
            return Reason.STOPPED
        finally:
            self.time = float(self.real[st.R_T])
            self._count(clock.process_time() - started)

    def go_back(self) -> None:
        """The model at the last accepted step."""
        s = self.sim.work
        s.y[:], s.num[layout.T] = self.integration.z[0], self.real[st.R_T]
        s.call(charts.decode)

    def progress(self) -> Progress:
        """How far it is."""
        real = self.real
        order = int(self.ints[st.I_ORDER])
        return Progress(float(real[st.R_T]), float(real[st.R_END]), float(real[st.R_H]), order, self.statistics)

    def _go_on(self, status: int, sink: Any, tell: Callable[[Firing], None] | None) -> Reason | None:
        """Do what the method asks for; a reason when the run ends."""
        if status in (st.PIVOTS, st.PIVOTS_OUT):
            if self._new_pivots(int(status == st.PIVOTS_OUT)):
                return None
            status = SINGULAR_HERE
        if status == st.EVENT:
            ended = self._act(tell)
            self._pour(sink)
            self._forget_marks()
            return ended
        if status == st.DONE and self.leaps:
            self._go_behind()
            self._forget_marks()
            return None
        if status == st.TURNED:
            self.turned.append((float(self.real[st.R_CHANGE]), locked_elements(self.sim)))
        fails = status in (st.TOO_SMALL, SINGULAR_HERE)
        back = fails and self._goes_back()
        if status == st.UNSUITED or (fails and self._may_be_replaced()):
            if not back:
                self.go_back()
            self._take_over(METHODS["GSTIFF"])
            return None
        if back:
            self._try_again()
            return None
        if status == st.PAST_FULL:
            self.context.replace(int(at.PAST), self.sim.work.keep_more_past(self.real[st.R_T]))
            self._forget_marks()
        return ENDS.get(status)

    def _until_mark(self) -> int:
        """Steps until the next mark; one that is due is set."""
        steps = int(self.ints[st.I_STEPS])
        if self.marks.steps_left(steps) == 0:
            self.marks.set(steps)
        return self.marks.steps_left(steps)

    def _forget_marks(self) -> None:
        """What has happened until now cannot be done again."""
        self.marks.forget(int(self.ints[st.I_STEPS]))

    def _goes_back(self) -> bool:
        """At a singular position that was not passed: the model at a mark before it. A dead point stops the run."""
        t, duration = float(self.real[st.R_T]), float(self.real[st.R_END] - self.real[st.R_OUT0])
        if t > self._failed_at + SOON * duration:
            self._tries = 0
        self._tries, self._failed_at = self._tries + 1, max(t, self._failed_at)
        if self.settings.kinematic or self._tries > TRIES:
            return False
        self.go_back()
        found = dependence(self.sim, duration)
        return found is not None and not found.dead and self.marks.go_back(int(self.ints[st.I_STEPS]))

    def _try_again(self) -> None:
        """From the state of the model, with other steps than before; rows that are written stay."""
        for counter in (st.I_STOP, st.I_IN_A_ROW, st.I_SHORTER):
            self.ints[counter] = 0
        for noted in (st.R_HIGH, st.R_NOISE, st.R_WEAK, st.R_ROUNDED):
            self.real[noted] = 0.0
        self._seen = int(self.ints[st.I_STEPS]), float(self.real[st.R_T])
        self._restart(None)
        self._first_step()
        self.real[st.R_H] *= SHORTER**self._tries
        self.integration.call(self.method.restart)

    def _creeps(self) -> bool:
        """Whether the last MANY steps went nowhere: the run would not end."""
        steps, t = int(self.ints[st.I_STEPS]), float(self.real[st.R_T])
        if 0 <= steps - self._seen[0] < MANY:
            return False
        (before, at), self._seen = self._seen, (steps, t)
        return before < steps and t - at < CREEPS * (self.real[st.R_END] - self.real[st.R_OUT0])

    def _may_be_replaced(self) -> bool:
        """Near singular positions GSTIFF knows what rounding does (integrators/singular.py); others stop there."""
        best = METHODS["GSTIFF"]
        others = not self.settings.kinematic and self.method is not best and self.taken_over is None
        return others and self.settings.formulation in best.formulations

    def _take_over(self, method: Method) -> None:
        """Another method goes on from the state of the model."""
        self.taken_over = float(self.real[st.R_T])
        if self.settings.h_max is None:
            self.real[st.R_HMAX] *= method.evaluations / self.method.evaluations
        self.method = self.integration.method = method
        self.ints[[st.I_KMAX, st.I_WATCH]] = min(self.settings.k_max or method.highest_order, method.highest_order), 0
        self._try_again()

    def _sense_start(self, tell: Callable[[Firing], None] | None) -> None:
        """Sensors that are true at the start act before the first row is written."""
        if self.sensors.elements:
            self.integration.call(sensors.sense_start)
            self.sensors.at_start()
            self.ints[st.I_EVENT], self._last_row = 0, float(self.real[st.R_T])
            self._act(tell)

    def _pour(self, sink: Callable[[np.ndarray], None]) -> None:
        """Hand the rows over."""
        if self.ints[st.I_ROWS_OUT]:
            rows = self.integration.rows()
            if self.leaps and rows[-1, 0] == self.real[st.R_END]:
                rows[-1, 0] = self._extra
                rows = rows[:-1] if np.isinf(self._extra) else rows
            if len(rows):
                self._last_row = float(rows[-1, 0])
                sink(rows)

    def _act(self, tell: Callable[[Firing], None] | None) -> Reason | None:
        """Carry out what the sensors that have fired ask for; a reason when the simulation ends."""
        now, firings = float(self.real[st.R_T]), self.sensors.fired(float(self.real[st.R_T]))
        elements = [firing.element for firing in firings]
        for firing in firings:
            if tell is not None and not getattr(firing.element, "hidden", False):
                tell(firing)
        ended = next((r for r, flag in ENDINGS.items() if any(getattr(e, flag) for e in elements)), None)
        if (ended or any(e.print for e in elements)) and self._last_row != now:
            self._run_with_pivots(self.method.write_now)
        for element in elements:
            if element.dt is not None:
                self._output_interval(element.dt)
        if any(e.codgen for e in elements):
            self.ints[st.I_STALE] = 1
        if ended is None and any(e.restart or e.stepsize or self.sensors.is_read(e) for e in elements):
            step = next((e.stepsize for e in elements if e.stepsize), None)
            self._restart(step)
            if step is None:
                self._first_step()
        return ended

    def _output_interval(self, dt: float) -> None:
        """Results every dt from now on."""
        self.real[st.R_OUT0], self.real[st.R_DTOUT], self.ints[st.I_OUT] = self.real[st.R_T], dt, 1
        self.ints[st.I_N_OUT] = int(np.ceil((self.real[st.R_END] - self.real[st.R_T]) / dt * (1.0 - 1e-12)))

    def _restart(self, step: float | None) -> None:
        """Start the history anew from the present state."""
        self.real[st.R_H] = step or self.real[st.R_H]
        self._run_with_pivots(self.method.begin)

    def _run_with_pivots(self, function: kernels.Kernel) -> None:
        """Run a kernel that makes the state consistent, again with new pivots where it needs them."""
        if self.integration.call(function) == st.PIVOTS_OUT:
            self._new_pivots(1)
            self.integration.call(function)

    def _new_pivots(self, which: int) -> bool:
        """Choose pivots again for the matrix as it is; in a singular position that a step has tried, a smaller step."""
        linear = self.problem.linears[which]
        status = FULL if linear.outdated else linear.lu.repivot(self.sim.work.values)
        if status == FULL:
            status = self._more_room(which, linear.outdated)
        if status == OK:
            return True
        if which == 1 and not self.ints[st.I_IN_A_ROW]:
            return False
        return self.integration.call(self.method.shrink) != st.TOO_SMALL

    def _more_room(self, which: int, again: bool) -> int:
        """New pivots need more room than there is, or the pattern has changed (`again`): a new factorisation."""
        s = self.sim.work
        try:
            lu = s.factorisation(quick=again)
        except ConvergenceError:
            return SINGULAR
        self.context.arrays[int(at.HANDLES)][which + 1] = self.problem.refactorise(which, lu)
        return OK

    def _count(self, cpu: float) -> None:
        i = self.ints.tolist()
        self.statistics = Statistics(
            i[st.I_STEPS], i[st.I_ERROR_FAILS], i[st.I_NEWTON_FAILS], i[st.I_ITERATIONS], i[st.I_MATRICES],
            i[st.I_RESIDUALS], cpu, i[st.I_ORDERS + 1 : st.I_ORDERS + 13], i[st.I_UNSETTLED],
        )  # fmt: skip
