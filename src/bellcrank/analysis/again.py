"""The same transient analysis of one model again and again, with other numbers: nothing is built anew.

    runs = Again(model, end, outputs, dtout)          built for the model as it is: the pattern run
    results = runs.run(settings_of(model))            after numbers of the model were changed

What was built is kept on a bench (bench.py). `simulate` keeps one too; here there are no watchers, messages and files
beside it, and only the columns that are asked for. Where a bench does not do, `run` says None: a Session is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.analysis import columns
from bellcrank.analysis.audit import Audit
from bellcrank.analysis.bench import Bench, suits
from bellcrank.analysis.failure import failure_message
from bellcrank.analysis.formulation import suited
from bellcrank.analysis.full_turns import FullTurns
from bellcrank.analysis.session import GOOD_ENDS, Session
from bellcrank.analysis.terms import Progress, TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.errors import ConvergenceError
from bellcrank.integrators import stepper as st
from bellcrank.results import Results
from bellcrank.results.entity import Segment
from bellcrank.system import refill


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
        sim = self.sim = Session(model).prepare()
        self.settings, _ = suited(sim.builder, settings)
        self.transient = Transient(sim, self.settings, 0.0)
        self.free = columns_free(sim) > 0
        self._columns(wanted)
        self._pattern = sim.lowering, sim.system
        self.bench = Bench(sim, self.transient)
        self.worn = False
        """New pivots have needed more room, or other rows are redundant: build another one."""
        self.suits = suits(sim) and self.bench.put(*self._pattern)

    def _columns(self, wanted: Sequence[str] | None) -> None:
        """The columns of the results, and where they are in a row; an angle counts its turns by its rate."""
        entities = columns.shown(self.sim)
        every = Results(entities, np.zeros((0, len(columns.places(self.sim, entities)))))
        if wanted is not None:
            angles = [name.removesuffix("ANGLE") + "RATE" for name in wanted if name.upper().endswith("ANGLE")]
            every = every.pick([*wanted, *(name for name in angles if name in every.names)])
        self.plain, self.entities = every, every.entities
        self.places = np.array(columns.places(self.sim, list(self.entities)))
        self._turns = FullTurns(self.entities)

    def run(
        self,
        settings: TransientSettings,
        changed: Sequence[Any] | None = None,
        watch: Callable[[Progress], None] | None = None,
    ) -> Results | None:
        """The results for the numbers that the model has now; None: a Session is needed. `changed`: the elements that
        may differ from those of the pattern run (None: looked for); `watch` as in `Transient.run`.
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
            if known is None or not self.bench.put(*known):
                return None
        finally:
            self.worn = not self.bench.is_whole()
        return self._integrate(settings, watch)

    def _integrate(self, settings: TransientSettings, watch: Callable[[Progress], None] | None) -> Results:
        """Integration and audit, as Session.transient."""
        sim, run, balance, closure = self.sim, self.bench.renewed(settings), self.bench.balance(), self.bench.closure
        run.begin(self.end, self.outputs, self.dtout)
        closure.begin(self.end)
        blocks: list[np.ndarray] = []
        reason = run.run(blocks.append, watch)
        rows = blocks[0] if len(blocks) == 1 else np.concatenate([np.zeros((0, len(sim.work.out))), *blocks])
        if len(rows):
            balance.add(rows)
            closure.add(rows)
        shown = rows[:, self.places]
        self._turns.begin()
        self._turns.count(shown)
        balance.see_work(float(run.real[st.R_WORK_LOW]), float(run.real[st.R_WORK_HIGH]))
        closure.judge(run.seen)
        audit = Audit()
        audit.see(balance, closure, run.seen, float(run.real[st.R_WORK_ERROR]), self.bench.driven, self.free)
        audit.judge(sim.length, settings.relative(sim.length), settings.formulation, self.model.units)
        results = refill.twin_of(self.plain)
        results._rows, results._time = shown, None
        results.segments = [Segment("dynamic", 0, len(shown))]
        verdict = {"verdict": audit.verdict}
        results.attrs = {"statistics": vars(run.statistics), "audit": verdict, "end_reason": reason.value}
        self.worn = not self.bench.is_whole()
        if reason not in GOOD_ENDS:
            failure = ConvergenceError(failure_message(sim, run, reason))
            failure.results = results
            raise failure
        return results


def columns_free(sim: Any) -> int:
    """Degrees of freedom left by the constraints that are not redundant."""
    bodies = sum(6 if body.turns else 3 for body in sim.builder.bodies)
    return bodies - len(sim.builder.rows) + len(sim.redundant)
