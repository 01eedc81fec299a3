"""A study at work: what is known already, who does the rest, and how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bellcrank.errors import BellcrankError
from bellcrank.model import Model
from bellcrank.study.looking import check_responses
from bellcrank.study.store import Store
from bellcrank.study.task import FAILED, Outcome, Runner, first_line, has_functions, read
from bellcrank.study.variables import Point
from bellcrank.study.workers import Answer, Workers

if TYPE_CHECKING:
    from bellcrank.study.study import Study

BATCH = 0.2
"""Seconds between two writings of what is done."""


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is."""

    done: int
    total: int
    failed: int
    known: int
    """Runs that were remembered."""
    seconds: float

    @property
    def left(self) -> float:
        """Seconds that it will still take."""
        fresh = self.done - self.known
        return (self.total - self.done) * self.seconds / fresh if fresh > 0 else float("nan")


Watch = Callable[[StudyProgress], None]


class Evaluation:
    """See the module docstring; `outcomes` may be called from several threads."""

    def __init__(self, study: Study, workers: int | None = None, cluster: str = "") -> None:
        self.study, self.setup = study, study.setup()
        self.store = Store(study.folder)
        self._count, self._address = workers, cluster
        self._executor: Any = None
        self._lock = threading.RLock()

    def __enter__(self) -> Evaluation:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.close()
        self.store.close()

    def outcomes(self, points: Sequence[Point], watch: Watch | None = None) -> list[Outcome]:
        """What comes out at these points, in their order; what is known is not run again."""
        jobs, keys, found = self._jobs(points)
        total, known = len(jobs) + len(found), len(found)
        began, told = time.perf_counter(), 0.0
        fresh: list[tuple[str, Outcome]] = []
        failed = sum(outcome.status == FAILED for outcome in found.values())
        try:
            for n, outcome in self._answers(jobs):
                found[n] = outcome
                fresh.append((keys[n], outcome))
                failed += outcome.status == FAILED
                now = time.perf_counter() - began
                if now - told > BATCH:
                    self._keep(fresh)
                    fresh, told = [], now
                    if watch is not None:
                        watch(StudyProgress(len(found), total, failed, known, now))
        finally:
            self._keep(fresh)
        if watch is not None:
            watch(StudyProgress(len(found), total, failed, known, time.perf_counter() - began))
        return [found[n] if n in found else self.store.known[keys[n]] for n in range(len(points))]

    def _keep(self, fresh: list[tuple[str, Outcome]]) -> None:
        with self._lock:
            self.store.add(fresh)

    def _jobs(self, points: Sequence[Point]) -> tuple[list[Any], list[str], dict[int, Outcome]]:
        """What is to be done, the keys of all points, and what is known."""
        jobs, keys, found, asked = [], [], dict[int, Outcome](), set[str]()
        for n, point in enumerate(points):
            model, failure = self._built(point)
            text = model.text() if isinstance(model, Model) and not has_functions(model) else None
            keys.append(self.setup.key(point, text or ""))
            if failure is not None:
                found[n] = failure
            elif self._known(keys[n]) and self._repeatable(model):
                found[n] = self.store.known[keys[n]]
            elif keys[n] not in asked:
                asked.add(keys[n])
                jobs.append((n, point, text if text is not None else model))
        return jobs, keys, found

    def _known(self, key: str) -> bool:
        """Whether a run was done before, and not ended by a shorter time limit."""
        return key in self.store.known and self.store.known[key].holds(self.setup.timeout)

    def _built(self, point: Point) -> tuple[Model | None, Outcome | None]:
        """The model of a builder, or why there is none."""
        study = self.study
        if study.builder is None:
            return None, None
        try:
            return study.builder(**dict(zip(study.variables, point, strict=True))), None
        except BellcrankError as error:
            return None, Outcome(FAILED, first_line(error), dict.fromkeys(study.responses))
        except (ArithmeticError, ValueError) as error:
            why = f"the builder failed: {type(error).__name__}: {error}"
            return None, Outcome(FAILED, why, dict.fromkeys(study.responses))

    def _repeatable(self, model: Model | None) -> bool:
        """Whether a run is known by its content: not where Python functions belong to it."""
        owner = model if model is not None else self.study.model
        return owner is None or not has_functions(owner)

    def _answers(self, jobs: list[Any]) -> Iterator[Answer]:
        if not jobs:
            return
        alone = any(isinstance(job[2], Model) for job in jobs) or (self.study.model is not None) > bool(
            self.setup.dataset
        )
        with self._lock:
            if self._executor is None:
                self._look(jobs[0][2])
                self._executor = self._start(alone)
        yield from self._executor.ask(jobs)

    def _look(self, built: Model | str | None) -> None:
        """A model that cannot be read and channels that are not there are told before anything runs."""
        if isinstance(built, str):
            try:
                built = read(built, "")
            except BellcrankError:  # the next one of a builder may be right
                return
        if self.setup.dataset:
            read(self.setup.dataset, self.setup.file)
        channels = self.study.look(built)
        if channels is not None:
            check_responses(self.study.responses, channels)

    def _start(self, alone: bool) -> Any:
        """Who does the runs; models with Python functions stay in this process."""
        if alone or (self._count == 0 and not self._address):
            return Here(Runner(self.setup, self.study.model.copy() if self.study.model is not None else None))
        if self._address:
            from bellcrank.study.cluster import Cluster

            return Cluster(self.setup, self._address)
        return Workers(self.setup, self._count or 0)


class Here:
    """This process, one run after the other."""

    def __init__(self, runner: Runner) -> None:
        self.runner, self._lock = runner, threading.Lock()

    def ask(self, jobs: Sequence[Any]) -> Iterator[Answer]:
        """Do these runs."""
        for n, point, model in jobs:
            with self._lock:
                done = self.runner.run(point, model)
            yield n, done

    def close(self) -> None:
        """Nothing to end."""
