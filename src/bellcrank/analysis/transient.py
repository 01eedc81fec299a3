"""Transient analysis: the loop around the compiled integrator.

Python sees blocks of finished output rows, the progress, and the end; everything in between is compiled.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.analysis import initial
from bellcrank.analysis.sensors import Firing, Sensors
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import ConvergenceError
from bellcrank.integrators import gstiff, sensors
from bellcrank.integrators import problem as at
from bellcrank.integrators import stepper as st
from bellcrank.numerics import linear
from bellcrank.numerics.context import Context, addresses, run_kernel
from bellcrank.numerics.sparse_lu import FULL, OK, SINGULAR
from bellcrank.system import assemble, layout

BLOCK = 256
ROUNDING = 1e-15
"""Misfit of a joint, in units of the model's length and radians, that is only rounding; far away, half its distance."""
SHORTEST = 1e-20
"""The shortest step, as a part of the duration: a part of a microgram at a stiff spring begins to move so fast."""
SLICE = 0.1
"""Seconds of computing between two looks at the clock, the keyboard and the progress bar."""


class Reason(Enum):
    """Why a run ended."""

    DONE = "the end time was reached"
    STOPPED = "stopped by the user"
    STEP_TOO_SMALL = "the step size fell below its smallest value"
    NOT_FINITE = "a function expression gave no number"
    SINGULAR = "the equations have no unique solution here"
    RETURNED = "a sensor ended the simulation"
    HALTED = "a sensor ended the run"


ENDINGS = {Reason.HALTED: "halt", Reason.RETURNED: "return_"}


@dataclass(frozen=True)
class TransientSettings:
    """Settings of a transient analysis; None: from the model."""

    error: float = 1e-6
    absolute: bool = False
    """ERROR is that of an INTEGRATOR statement: in the file's own unit of length, not a part of the model's size."""
    formulation: str = "SI2"
    h_init: float | None = None
    h_max: float | None = None
    h_min: float | None = None
    k_max: int = 6
    max_iterations: int = 10
    instead_of: str = ""
    """The method that the dataset asks for where it is not there: GSTIFF integrates instead, with a warning."""

    def unit(self, length: float) -> float:
        """The length of which ERROR is a part: the model's, or one unit of the file where that is less."""
        return min(1.0, length) if self.absolute else length

    def relative(self, length: float) -> float:
        """ERROR as a part of the model's length."""
        return self.error * self.unit(length) / length

    def tolerance(self, length: float, label: str) -> str:
        """ERROR in words; `label` is the unit of length."""
        if not self.absolute:
            return f"error {self.error:.1e} of the model's size ({length:.3g} {label})"
        return f"error {self.error:.1e} {label} and rad (ERROR of INTEGRATOR)"


@dataclass
class Statistics:
    """What a run cost."""

    steps: int = 0
    rejected_error: int = 0
    rejected_newton: int = 0
    iterations: int = 0
    matrices: int = 0
    residuals: int = 0
    cpu: float = 0.0
    orders: list[int] = field(default_factory=lambda: [0] * 6)
    """Steps taken with order 1 to 6."""
    eased: int = 0
    """How often velocities that stiff springs hold were tested less strictly for a while: `integrators/held.py`."""


@dataclass
class Progress:
    """How far a run is."""

    time: float
    end: float
    step: float
    order: int
    statistics: Statistics


class Transient:
    """One integrator over one Simulation; `run` may be called again to go on."""

    def __init__(self, sim: Simulation, settings: TransientSettings, time: float) -> None:
        self.sim, self.settings, self.time = sim, settings, time
        self.statistics = Statistics()
        self.stopped = False
        self.sensors = Sensors(sim.work)
        self._last_row = -1.0
        self._prepare()

    def _prepare(self) -> None:
        s = self.sim.work
        lu = initial.factorise(self.sim, 1e-3)
        self.status = np.zeros(2, np.int64)
        step, closing = s.step, np.zeros(s.n)
        values = s.values
        self.linears = [
            linear.Linear(lu, values, step, closing, self.status[n : n + 1]) for n, lu in enumerate((lu, lu.copy()))
        ]
        n_y, nb = len(s.y), s.n_bodies
        rows = self.sim.builder.rows
        form = np.array([2 if r in s.left_out else int(row.velocity_only) for r, row in enumerate(rows)], np.uint32)
        place = max(self.sim.length, 0.5 * self.sim.reach)
        rounding = ROUNDING * np.array([place if row.translational else 1.0 for row in rows])
        kind = np.full(n_y, 5, np.uint32)
        kind[: 7 * nb] = np.tile([0, 0, 0, 1, 1, 1, 1], nb)
        if self.settings.formulation == "SI2":
            kind[7 * nb : 13 * nb] = np.tile([2, 2, 2, 3, 3, 3], nb)
        kind[13 * nb : 13 * nb + s.n_x] = 4
        if self.settings.formulation == "SI2" or not self.sim.builder.constraints:
            kind[-1] = 6  # with I3 the multipliers scatter from step to step, and with them the power of motions
        kept = 13 * nb + s.n_x + np.array(self.sim.builder.kept, np.uint32)
        kind[kept] = 4
        self.real, self.ints = np.zeros(st.R_UNIT + 1), np.zeros(st.I_ORDERS + 7, np.int64)
        self.out, self.seen = np.zeros((BLOCK, s.system.columns)), np.zeros((s.n_rows, 3))
        functions, handles = self._functions(), [s.context.handle, *(x.context.handle for x in self.linears)]
        plain = not isinstance(functions, np.ndarray)
        arrays: dict[Any, Any] = {
            at.FUNCTIONS: np.zeros(0, np.int64) if plain else functions,
            at.HANDLES: np.zeros(0, np.int64) if plain else np.array(handles, np.int64),
            at.NUM: s.num, at.Y: s.y, at.YD: s.rate, at.RES: s.res, at.STEP: step, at.PSI: s.psi, at.DELTA: s.delta,
            at.PHI: s.phi, at.PHID: s.phid, at.PHIDD: s.phidd, at.WORK: s.work, at.ROW: s.out, at.FORM: form,
            at.SIZES: np.array([nb, s.n_x, s.n_v, s.n_rows], np.uint32), at.Z: np.zeros((8, n_y)),
            at.TOL: np.full(n_y, np.inf), at.LAST: np.zeros(n_y), at.BEFORE: np.zeros(n_y), at.KIND: kind,
            at.KEEP: np.zeros(n_y), at.KEEP_RATE: np.zeros(len(s.rate)), at.REAL: self.real, at.INTS: self.ints,
            at.OUT: self.out, at.LU_STATUS: self.status, at.ROUNDING: rounding, at.CLOSING: closing,
            at.CHECKED: np.flatnonzero(kind != 5).astype(np.uint32), at.KEPT: kept.astype(np.uint32),
            at.PAST: s.state.past, at.PAST_NOW: s.state.past_now, at.SENSED: s.sensed, at.SENSORS: self.sensors.table,
            at.STOPS: np.zeros(1), at.HELD: np.zeros((nb, 2)), at.SEEN: self.seen,
        }  # fmt: skip
        self.context = Context([arrays[k] for k in range(len(arrays))])
        if plain:
            self.context.arrays[int(at.FUNCTIONS)], self.context.arrays[int(at.HANDLES)] = functions, handles

    def _functions(self) -> Any:
        from bellcrank.analysis.simulation import FUNCTIONS

        used = FUNCTIONS if self.sensors.elements else FUNCTIONS | {"sense": assemble.nothing}
        model = list(addresses(list(used.values())))
        common = list(addresses([linear.factor, linear.solve_in_place, linear.solve_both]))
        return np.array(model + common, np.int64) if kernels.compiling() else model + common

    def begin(self, end: float, outputs: int, dtout: float | None = None) -> None:
        """Consistent start at the present time; `outputs` intervals of results until `end`.

        They are equal, or `dtout` long but for the last one, which ends at `end`.
        """
        sim, settings = self.sim, self.settings
        duration = end - self.time
        self.real[st.R_T], self.real[st.R_END], self.real[st.R_OUT0] = self.time, end, self.time
        self.real[st.R_DTOUT] = dtout or duration / outputs
        self.real[st.R_HMAX] = min(settings.h_max or min(duration / outputs, duration / 50.0), duration)
        self.real[st.R_HMIN] = settings.h_min or SHORTEST * duration
        self.real[st.R_ERROR], self.real[st.R_LENGTH] = settings.error, sim.length
        self.real[st.R_UNIT] = settings.unit(sim.length)
        gravity = float(np.linalg.norm(sim.builder.gravity))
        self.real[st.R_SCALE] = max(np.sqrt(gravity / sim.length), 1.0 / duration)
        self.real[st.R_CRATE] = 1.0
        self.real[[st.R_WORK_LOW, st.R_WORK_HIGH]] = sim.work.y[-1]
        self.ints[:] = 0
        self.ints[[st.I_KMAX, st.I_MAXIT]] = settings.k_max, settings.max_iterations
        self.ints[st.I_SI2] = int(settings.formulation == "SI2")
        self.ints[st.I_N_OUT] = outputs
        stops = sorted(t for t in sim.builder.corners if self.time < t < end)
        self.context.replace(int(at.STOPS), np.array([*stops, end], float))
        self.ints[st.I_DRIVEN] = int(bool(sim.builder.constraints))
        self.real[st.R_INERTIA] = float(sim.work.mass[:, 0].sum()) * sim.length**2 or np.inf
        sim.work.num[layout.T], sim.work.num[layout.MODE] = self.time, 4.0
        sim.work.num[layout.T_SHIFT] = 1e-3 * min(duration / 10.0, self.real[st.R_DTOUT])
        self.real[st.R_H] = settings.h_init or 1e-6 * self.real[st.R_HMAX]
        self.ints[st.I_ERROR] = -1
        self._restart(settings.h_init)

    def _first_step(self) -> None:
        """A step whose second-order term is a tenth of the tolerance: h^2/2 |q''| = tol / 10; states: x'^2/x."""
        s, error = self.sim.work, self.settings.error
        unit, pace = self.real[st.R_UNIT], self.real[st.R_SCALE]
        ud, states = np.abs(s.ud), np.abs(s.xd) / np.maximum(1.0, np.abs(s.x))
        worst = max(
            float(ud[:, :3].max(initial=0.0)) / unit, float(ud[:, 3:].max(initial=0.0)), pace * pace * 1e-3,
            float(states.max(initial=0.0)) ** 2,
        )  # fmt: skip
        h = np.sqrt(0.2 * error / worst)
        if self.settings.formulation == "SI2":
            h = min(h, np.sqrt(error) / pace)
        self.real[st.R_H] = float(min(max(h, 10.0 * self.real[st.R_HMIN]), self.real[st.R_HMAX]))
        run_kernel(gstiff.restart_history, self.context)

    def run(
        self,
        sink: Callable[[np.ndarray], None],
        watch: Callable[[Progress], None] | None = None,
        tell: Callable[[Firing], None] | None = None,
    ) -> Reason:
        """Integrate to the end; rows go to `sink` in blocks, sensors that fire to `tell`."""
        started, chunk = clock.process_time(), 64
        self._sense_start(tell)
        try:
            while True:
                before = clock.perf_counter()
                self.sim.work.num[layout.CPU_TIME] = clock.process_time() - started
                run_kernel(gstiff.advance, self.context, chunk)
                took = clock.perf_counter() - before
                chunk = int(np.clip(chunk * SLICE / max(took, 1e-6), 16, 10_000_000))
                status = int(self.ints[st.I_STATUS])
                self._pour(sink)
                self._count(clock.process_time() - started)
                if watch is not None:
                    watch(
                        Progress(
                            self.real[st.R_T],
                            self.real[st.R_END],
                            self.real[st.R_H],
                            int(self.ints[st.I_ORDER]),
                            self.statistics,
                        )
                    )
                if status in (st.PIVOTS, st.PIVOTS_OUT):
                    if not self._new_pivots(int(status == st.PIVOTS_OUT)):
                        return Reason.SINGULAR
                elif status == st.EVENT:
                    ended = self._act(tell)
                    self._pour(sink)
                    if ended is not None:
                        return ended
                elif status == st.PAST_FULL:
                    self.context.replace(int(at.PAST), self.sim.work.keep_more_past(self.real[st.R_T]))
                elif status not in (st.RUNNING, st.FULL):
                    break
        except KeyboardInterrupt:
            self.stopped = True
            return Reason.STOPPED
        finally:
            self.time = float(self.real[st.R_T])
            self._count(clock.process_time() - started)
        return {
            st.DONE: Reason.DONE,
            st.TOO_SMALL: Reason.STEP_TOO_SMALL,
            st.NOT_FINITE: Reason.NOT_FINITE,
        }.get(status, Reason.SINGULAR)

    def _sense_start(self, tell: Callable[[Firing], None] | None) -> None:
        """Sensors that are true at the start act before the first row is written."""
        if self.sensors.elements:
            run_kernel(sensors.sense_start, self.context)
            self.sensors.at_start()
            self.ints[st.I_EVENT], self._last_row = 0, float(self.real[st.R_T])
            self._act(tell)

    def _pour(self, sink: Callable[[np.ndarray], None]) -> None:
        """Hand the rows over."""
        if self.ints[st.I_ROWS_OUT]:
            self._last_row = float(self.out[self.ints[st.I_ROWS_OUT] - 1, 0])
            sink(self.out[: self.ints[st.I_ROWS_OUT]].copy())
            self.ints[st.I_ROWS_OUT] = 0

    def _act(self, tell: Callable[[Firing], None] | None) -> Reason | None:
        """Carry out what the sensors that have fired ask for; a reason when the simulation ends."""
        now, firings = float(self.real[st.R_T]), self.sensors.fired(float(self.real[st.R_T]))
        elements = [firing.element for firing in firings]
        for firing in firings:
            if tell is not None:
                tell(firing)
        ended = next((r for r, flag in ENDINGS.items() if any(getattr(e, flag) for e in elements)), None)
        if (ended or any(e.print for e in elements)) and self._last_row != now:
            self._run_with_pivots(gstiff.write_now)
        for element in elements:
            if element.dt is not None:
                self._output_interval(element.dt)
        if any(e.codgen for e in elements):
            self.ints[st.I_STALE] = 1
        if ended is None and any(e.restart or e.stepsize or self.sensors.is_read(e) for e in elements):
            self._restart(next((e.stepsize for e in elements if e.stepsize), None))
        return ended

    def _output_interval(self, dt: float) -> None:
        """Results every dt from now on."""
        self.real[st.R_OUT0], self.real[st.R_DTOUT], self.ints[st.I_OUT] = self.real[st.R_T], dt, 1
        self.ints[st.I_N_OUT] = int(np.ceil((self.real[st.R_END] - self.real[st.R_T]) / dt * (1.0 - 1e-12)))

    def _restart(self, step: float | None) -> None:
        """Start the history anew from the present state."""
        self.real[st.R_H] = step or self.real[st.R_H]
        self._run_with_pivots(gstiff.begin)
        if step is None:
            self._first_step()

    def _run_with_pivots(self, function: kernels.Kernel) -> None:
        """Run a kernel that makes the state consistent, again with new pivots where it needs them."""
        run_kernel(function, self.context)
        if self.ints[st.I_STATUS] == st.PIVOTS_OUT:
            self._new_pivots(1)
            run_kernel(function, self.context)

    def _new_pivots(self, which: int) -> bool:
        """Choose pivots again for the matrix as it is; in a singular position take a smaller step."""
        status = self.linears[which].lu.repivot(self.sim.work.values)
        if status == FULL:
            status = self._more_room(which)
        if status == OK:
            return True
        if which == 1:
            return False
        run_kernel(gstiff.shrink, self.context)
        return bool(self.ints[st.I_STATUS] != st.TOO_SMALL)

    def _more_room(self, which: int) -> int:
        """New pivots need more room than there is: a new factorisation in place of the old one."""
        s = self.sim.work
        try:
            lu = s.factorisation()
        except ConvergenceError:
            return SINGULAR
        closing = self.context.arrays[int(at.CLOSING)]
        status = self.status[which : which + 1]
        self.linears[which] = linear.Linear(lu, s.values, s.step, closing, status)
        self.context.arrays[int(at.HANDLES)][which + 1] = self.linears[which].context.handle
        return OK

    def _count(self, cpu: float) -> None:
        i = self.ints
        self.statistics = Statistics(
            int(i[st.I_STEPS]), int(i[st.I_ERROR_FAILS]), int(i[st.I_NEWTON_FAILS]), int(i[st.I_ITERATIONS]),
            int(i[st.I_MATRICES]), int(i[st.I_RESIDUALS]), cpu, [int(n) for n in i[st.I_ORDERS + 1 : st.I_ORDERS + 7]],
            int(i[st.I_EASED]),
        )  # fmt: skip
