"""One run of a study: what is common to all runs (`Setup`), a point, and what came out (`Outcome`).

All of it is plain values, so that a run is the same in this process, in a worker process and on a cluster. A `Runner`
keeps one model; the numbers of a point are put into it, and so into the tables of the system that was built from it
(system/refill.py). Where a builder makes the model, its text comes with the point, and what is new in it is taken over.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from bellcrank.analysis.again import Again
from bellcrank.analysis.session import GOOD_ENDS, Session
from bellcrank.analysis.settings import output_times, settings_of
from bellcrank.analysis.simulate import Calling
from bellcrank.analysis.starting import start_at
from bellcrank.errors import BellcrankError, Message, ModelError, Report
from bellcrank.model import Model
from bellcrank.model.load import load_text
from bellcrank.results import Results
from bellcrank.study.assignments import Assignment, put
from bellcrank.study.responses import Response

DONE, FAILED = "done", "failed"


@dataclass(frozen=True)
class Setup:
    """What all runs of a study share."""

    names: tuple[str, ...]
    """Of the variables, in the order of a point."""
    end: float
    steps: int | None = None
    dtout: float | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """error, formulation, integrator, h_max as in `model.simulate`."""
    without: tuple[str, ...] = ()
    responses: dict[str, str] = field(default_factory=dict)
    sets: tuple[tuple[str, str], ...] = ()
    """Variable and assignment."""
    dataset: str = ""
    """The text of the model; empty where a point brings its own."""
    file: str = ""
    version: str = ""
    """Of the program, so that results of another one are not taken for those of this one."""
    timeout: float | None = None
    """Seconds of processor time that the integration of a run may take."""
    start: str | None = None
    """"rest": each run begins at its own equilibrium."""

    def to_json(self) -> str:
        """As one line."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """What `to_json` wrote."""
        values = json.loads(text)
        values["sets"] = tuple((name, text) for name, text in values["sets"])
        return cls(**{**values, "names": tuple(values["names"]), "without": tuple(values["without"])})

    @cached_property
    def _digest(self) -> str:
        content = asdict(self)
        del content["timeout"]  # what comes out does not depend on it
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def key(self, point: Sequence[float], text: str = "") -> str:
        """The name of a run by its content."""
        return hashlib.sha256(f"{self._digest} {[float(x) for x in point]!r} {text}".encode()).hexdigest()[:32]


@dataclass
class Outcome:
    """What came out of one run."""

    status: str = DONE
    message: str = ""
    """Why it failed."""
    values: dict[str, float | None] = field(default_factory=dict)
    """The responses."""
    time: float = 0.0
    """Until when it went."""
    steps: int = 0
    verdict: str = ""
    """Of the audit: good, doubtful, wrong."""
    limit: float | None = None
    """The time limit that ended it."""

    def holds(self, timeout: float | None) -> bool:
        """Whether it is what a run with this time limit would give: one that was ended may have more time now."""
        return self.limit is None or (timeout is not None and timeout <= self.limit)


class TooLong(BellcrankError):
    """A run has used up its time."""


def too_long(timeout: float) -> str:
    """Why a run has failed that took longer."""
    return f"the run took longer than timeout = {timeout:g} s"


def limited(timeout: float | None) -> Callable[[Any], None] | None:
    """A watch that ends a run after so many seconds of processor time of its thread, the first look at it being 0."""
    if timeout is None:
        return None
    began: float | None = None

    def watch(_: Any) -> None:
        nonlocal began
        now = time.thread_time()
        began = now if began is None else began
        if now - began > timeout:
            raise TooLong(Message("error", "E953", too_long(timeout)))

    return watch


class Runner:
    """Runs points of one setup; `model` is given where it cannot be read from text (Python functions in it)."""

    def __init__(self, setup: Setup, model: Model | None = None) -> None:
        self.setup = setup
        self.responses = {name: Response(text) for name, text in setup.responses.items()}
        self.assignments = [Assignment.read(text, name) for name, text in setup.sets]
        self.model = model if model is not None else read(setup.dataset, setup.file) if setup.dataset else None
        self._again = self._pattern() if self.model is not None else None

    def _pattern(self) -> Again | None:
        """A run of the model as it is, to be done again with other numbers; None where that cannot be."""
        s, model = self.setup, self.model
        if s.without or s.start or not self.assignments or model is None or has_functions(model):
            return None
        outputs, interval = output_times(0.0, s.end, s.steps, s.dtout)
        channels = dict.fromkeys(name for response in self.responses.values() for name in response.channels())
        try:
            return Again(model, s.end, outputs, interval, settings_of(model, **s.settings), list(channels))
        except BellcrankError:  # the model as it is does not run, or has no such channel: each run tells by itself
            return None

    def run(self, point: Sequence[float], model: Model | str | None = None) -> Outcome:
        """One run; whatever goes wrong is in the outcome."""
        try:
            results = self.results(point, model)
        except TooLong as error:
            found = self._failed(first_line(error), getattr(error, "results", None))
            found.limit = self.setup.timeout
            return found
        except BellcrankError as error:
            return self._failed(first_line(error), getattr(error, "results", None))
        except Exception as error:  # our own mistake in one run does not stop the others
            return self._failed(f"internal error: {type(error).__name__}: {error}", None)
        audit = results.attrs.get("audit", {})
        verdict = str(audit.get("verdict", "")).split(":")[0].split(" ")[0]
        found = Outcome(DONE, "", {}, float(results.time[-1]), steps_of(results), verdict)
        try:
            found.values = {name: response.of(results) for name, response in self.responses.items()}
        except BellcrankError as error:
            return self._failed(first_line(error), results)
        return found

    def results(
        self, point: Sequence[float], model: Model | str | None = None, path: Any = None, whole: bool = False
    ) -> Results:
        """The results of one run; raises what goes wrong. `whole`: all channels, not only those of responses."""
        changed = self._take(dict(zip(self.setup.names, point, strict=True)), model)
        s = self.setup
        watch = limited(s.timeout)
        if self._again is not None and model is None and path is None and not whole:
            found = self._again.run(settings_of(self.model, **s.settings), changed, watch)
            if self._again.worn and s.dataset:
                self.model = read(s.dataset, s.file)
                self._again = self._pattern()
            if found is not None:
                return found
            self._take(dict(zip(self.setup.names, point, strict=True)), model)
        outputs, interval = output_times(0.0, s.end, s.steps, s.dtout)
        session = Session(self.model, path, [Calling(watch)] if watch else (), s.without)
        try:
            start_at(session, s.start, s.without)
            session.transient(s.end, outputs, settings_of(session.model, **s.settings), interval)
        except BellcrankError as failure:
            session.messages.append(str(failure))
            failure.results = session.finish()  # type: ignore[attr-defined]
            raise
        results = session.finish()
        assert results is not None
        if session.reason not in GOOD_ENDS:
            raise KeyboardInterrupt
        return results

    def _take(self, variables: Mapping[str, float], model: Model | str | None) -> list[Any] | None:
        """The model at a point; the elements that may have changed, where that is known."""
        if model is None:
            assert self.model is not None
            return put(self.model, self.assignments, variables)
        fresh = read(model, self.setup.file) if isinstance(model, str) else model
        if self.model is None or not adopt(self.model, fresh):
            self.model = fresh
        return None

    def _failed(self, why: str, results: Results | None) -> Outcome:
        time, steps = (float(results.time[-1]), steps_of(results)) if results is not None and len(results) else (0.0, 0)
        return Outcome(FAILED, why, dict.fromkeys(self.responses), time, steps)


def read(text: str, file: str) -> Model:
    """A model from its text; ModelError with all that is wrong."""
    model, report = load_text(text, file)
    if report.errors:
        raise ModelError(Report(report.errors))
    return model


def adopt(kept: Model, fresh: Model) -> bool:
    """Give the elements of a model the values they have in another one; False where more than values differs."""
    mine, others = kept.all(), fresh.all()
    same = kept.units == fresh.units and kept.title == fresh.title and len(mine) == len(others)
    if not same or any(type(a) is not type(b) or a.id != b.id for a, b in zip(mine, others, strict=True)):
        return False
    for element, other in zip(mine, others, strict=True):
        if element != other:
            for attribute in element.fields:
                setattr(element, attribute, other.given.get(attribute))
    return True


def has_functions(model: Model) -> bool:
    """Whether there are Python functions in it: no other process knows them."""
    return any(e.is_user for element in model.all() for _, e in element.expressions())


def steps_of(results: Results) -> int:
    """Integration steps of a run."""
    return int(results.attrs.get("statistics", {}).get("steps", 0))


def first_line(error: BellcrankError) -> str:
    """What went wrong, in one line: element and sentence."""
    message = next(iter(error.report), None)
    if message is None:
        return str(error)
    return f"{message.element}: {message.what}" if message.element else message.what


# ---- many runs, in a process that may serve one study after the other
Job = tuple[int, Sequence[float], str | None]
"""Number, point, text of the model where a builder has made it."""
_mine = threading.local()
"""The runner of each thread, for the setup that came last."""


def run_jobs(setup: str, jobs: Sequence[Job]) -> list[tuple[int, dict[str, Any]]]:
    """Numbers and outcomes as plain values; the model of a setup is kept until another one comes."""
    if getattr(_mine, "setup", None) != setup:
        known = Setup.from_json(setup)
        try:
            _mine.runner, _mine.setup = Runner(known), setup
        except BellcrankError as error:
            failed = Outcome(FAILED, first_line(error), dict.fromkeys(known.responses))
            return [(n, vars(failed)) for n, _, _ in jobs]
    return [(n, vars(_mine.runner.run(point, text))) for n, point, text in jobs]
