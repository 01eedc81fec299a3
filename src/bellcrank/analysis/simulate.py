"""`model.simulate(...)`: one transient analysis from the input position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bellcrank.analysis.auto import choose
from bellcrank.analysis.companions import Companions
from bellcrank.analysis.kinematics import takes_kinematics
from bellcrank.analysis.logged import Logging, log
from bellcrank.analysis.session import GOOD_ENDS, Session
from bellcrank.analysis.settings import output_times, settings_of
from bellcrank.analysis.starting import start_at
from bellcrank.analysis.terms import Progress
from bellcrank.analysis.verify import verified
from bellcrank.analysis.watcher import Watcher
from bellcrank.errors import ConvergenceError, Message, ModelError
from bellcrank.results import Results

REDUNDANT = '%s left out; run.attrs["messages"] names %s, run.non_unique the open reactions.'


def simulate(
    model: Any,
    end: float,
    steps: int | None = None,
    dtout: float | None = None,
    *,
    error: float | None = None,
    formulation: str | None = None,
    method: str | None = None,
    integrator: str | None = None,
    h_max: float | None = None,
    path: str | Path | None = None,
    watch: Callable[[Progress], None] | None = None,
    verify: bool = False,
    without: Sequence[str] = (),
    start: str | Results | None = None,
) -> Results:
    """Integrate from time 0 to `end` and give the results.

    Where constraints and motions leave no freedom nothing is integrated: `kinematics` does it, with a note, unless a
    formulation or an integrator is asked for.

    steps or dtout  number of output intervals (default 100), or their length (the last one ends at `end`)
    error           tolerance: a part of the size of each part, of a radian, of its own speeds (1e-6); without it, ERROR
                    of an INTEGRATOR statement counts as in Adams: in the model's own unit of length, and radians
    formulation     "SI2" (positions and velocities exact on the constraints, the default) or "I3"; "COMPLEMENT"
                    for ABAM, RKF45 and DOP853: on a basis of the motions that the constraints allow
    method          "GSTIFF" (backward differences, the default), "WSTIFF", "DOP853" (Runge-Kutta of order 8, for smooth
                    motions), "ABAM", "RADAU5", ..., or "auto", which chooses and says why:
                    docs/guide/methods; `integrator` is another word for it
    h_max           largest step (INTEGRATOR/HMAX, else a fiftieth of the whole time)
    path            write the results to this .h5 file while running
    verify          repeat the run with a tenth of the tolerance and with the other formulation, on free cores where it
                    takes long: `run.trust` says whether it has converged, `run.error(channel)` how far it is off
    without         what to leave out: statements ("CONTACT"), elements ("FIELD/7"), "USER" for user subroutines
    start           "rest" (the equilibrium, as `statics` finds it), or the results of an analysis, whose last row is
                    the start, at its time: `model.simulate(end=2.0, start=model.statics())`; else the input
    watch           called with a Progress every tenth of a second; a KeyboardInterrupt raised in it ends the run

    Ctrl-C ends the run cleanly: the results so far are returned, and their `attrs["end_reason"]` says so. A
    ConvergenceError carries them as `error.results`.

    >>> run = model.simulate(end=5.0, steps=500)        # doctest: +SKIP
    >>> run["PART_2.X"][-1]                             # doctest: +SKIP
    """
    if verify and start is not None:
        cure = "leave one of them out; a command file (STATICS, then DYNAMICS) with `run --verify` can do both."
        raise ModelError(Message("error", "E104", "verify starts from the input, start elsewhere.", cure=cure))
    settings = settings_of(model, error=error, formulation=formulation, h_max=h_max, method=method or integrator)
    session = Session(model, Path(path) if path else None, [Logging(), *([Calling(watch)] if watch else [])], without)
    start_at(session, start, without)
    outputs, interval = output_times(session.time, end, steps, dtout)
    if session.start is None:
        session.borrow()
    companions = Companions(session)
    if verify:
        session.watchers = [*session.watchers, companions]
    if formulation is None and (method or integrator) in (None, "auto", "AUTO"):
        settings = takes_kinematics(session, settings)
    if settings.method == "AUTO":
        settings = choose(session, settings)
    try:
        session.transient(end, outputs, settings, interval)
    except ConvergenceError as failure:
        session.messages.append(str(failure))
        failure.results = session.finish()
        raise
    finally:
        if session.reason not in GOOD_ENDS:
            companions.close()
    results = session.finish()
    session.give_back()
    assert results is not None
    verdict = results.attrs.get("audit", {}).get("verdict", "")
    log.info("%s: %d rows until %g; %s", model.title.strip() or "model", len(results), results.time[-1], verdict)
    if session.redundancies:
        n = len(session.redundancies)
        one = ("1 redundant constraint was", "it")
        log.warning(REDUNDANT, *(one if n == 1 else (f"{n} redundant constraints were", "them")))
    if verify and session.reason in GOOD_ENDS:
        verified(results, companions, session.path)
    return results


class Calling(Watcher):
    """A watcher made of one function."""

    def __init__(self, watch: Callable[[Progress], None]) -> None:
        self.watch = watch

    def progress(self, progress: Progress) -> None:
        """Pass it on."""
        self.watch(progress)
