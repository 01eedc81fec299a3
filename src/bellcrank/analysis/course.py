"""A course: one integration, and what the audit sees of it, over all analyses that follow each other without a change.

SIMULATE, END=1 and SIMULATE, END=2 are one integration to 2: the history of the method is kept, only the end and the
output times are new. A change of the model or of the settings, a first step that is asked for (HINIT), sensors (which
look at the start of every analysis) and anything but a regular end start a new course from the present state.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bellcrank.analysis import columns
from bellcrank.analysis.balance import EnergyBalance
from bellcrank.analysis.bench import Bench
from bellcrank.analysis.closure import Closure
from bellcrank.analysis.leaps import leaps
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import Reason, Statistics, TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.integrators import problem as at
from bellcrank.integrators import stepper as st


class Course:
    """See the module docstring."""

    def __init__(self, sim: Simulation, settings: TransientSettings, time: float, bench: Bench | None = None) -> None:
        """`bench`: a run of the same model whose integrator is used again."""
        self.sim, self.settings, self.start, self._bench = sim, settings, time, bench
        self._spent = 0.0
        self.run = Transient(sim, settings, time) if bench is None else bench.renewed(settings)
        self.balance = EnergyBalance(columns.forces(sim), sim) if bench is None else bench.balance()
        self.closure: Closure | None = None
        self.reason: Reason | None = None

    def leads_on(self, sim: Simulation, settings: TransientSettings, time: float) -> bool:
        """Whether the next analysis, of this simulation with these settings from this time, goes on with it."""
        free = settings.h_init is None and not self.run.sensors.elements
        same = self.sim is sim and replace(self.settings, h_init=None) == settings and self.run.time == time
        return same and free and self.reason is Reason.DONE

    def begin(self, end: float, outputs: int, dtout: float | None) -> Closure:
        """The next end and its output times."""
        if self.closure is None:
            self.run.begin(end, outputs, dtout)
            duration = end - self.run.time
            self.closure = Closure(self.sim, duration) if self._bench is None else self._bench.closure
            self.closure.begin(duration)
        else:
            self._carry_on(end, outputs, dtout)
        return self.closure

    def _carry_on(self, end: float, outputs: int, dtout: float | None) -> None:
        """A later end and new output times; the history goes on. The whole time limits the steps, not what is left."""
        run, real, ints = self.run, self.run.real, self.run.ints
        whole = end - self.start
        real[st.R_END], real[st.R_OUT0], real[st.R_DTOUT] = end, run.time, dtout or (end - run.time) / outputs
        real[st.R_HMAX] = max(real[st.R_HMAX], run.longest(whole))
        ints[[st.I_OUT, st.I_N_OUT, st.I_STOP]] = 0, outputs, 0
        stops = self.sim.builder.stops(run.time, end)
        run.context.replace(int(at.STOPS), np.array([*stops, end], float))
        run.leaps = leaps(self.sim, run.time, end)
        run.aim(end, outputs)
        self._spent += run.statistics.cpu

    @property
    def statistics(self) -> Statistics:
        """What all analyses of the course cost together."""
        return replace(self.run.statistics, cpu=self._spent + self.run.statistics.cpu)
