"""What an accuracy costs: one program's settings from coarse to fine, timed, until it is accurate enough.

settings     first, first * factor, ... until the finest target is met, the next run would cost more than the cap, or
             the error no longer falls; then one setting halfway (geometric mean) between the last one that missed a
             target and the first one that met it                                                                 (1)
time         CPU seconds of the process while `run` works; `prepare` is timed apart. Runs that count are repeated,
             all programs in turn, and the minimum is kept                                                        (2)
result       the cheapest run whose error is at most the target                                                   (3)
"""

from __future__ import annotations

import contextlib
import io
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

STALLED = 5
"""Runs in a row that do not halve the best error: the method does not get any better."""
LONG, VERY_LONG = 1.0, 3.0
"""CPU seconds beyond which a run is timed only twice, or once."""


@dataclass(frozen=True)
class Method:
    """A way of a program to solve one problem; a setting is a number (of steps, or a tolerance)."""

    program: str
    name: str
    first: float
    factor: float
    prepare: Callable[[float], Any]
    """setting -> model; model building, not timed with the run."""
    run: Callable[[Any, float], Any]
    """model, setting -> probed positions at the end time."""
    whole: Callable[[float], Any] | None = None
    """setting -> anything; from nothing to the result, where that is more than prepare and run."""
    last: float | None = None
    """No setting beyond this one."""
    spread: tuple[float, ...] = (1.0,)
    """Neighbouring settings, as factors."""
    failures: type[Exception] = Exception
    """What a run raises that finds no answer."""


@dataclass
class Run:
    """One setting: error (inf: failed), least CPU seconds of preparing and of running."""

    setting: float
    error: float
    setup: float
    cpu: float
    times: int = 1
    failure: str = ""


def cheapest(runs: Iterable[Run], target: float) -> Run | None:
    """(3); None when the target was not met."""
    return min((run for run in runs if run.error <= target), key=lambda run: run.cpu, default=None)


@dataclass
class Sweep:
    """The runs of one method."""

    method: Method
    error: Callable[[Any], float]
    targets: Sequence[float]
    tell: Callable[[Method, Run], None] = lambda method, run: None
    runs: list[Run] = field(default_factory=list)
    ended: str = ""

    def measure(self, setting: float) -> Run:
        """Prepare and run once, with all neighbouring settings; a failure is a run with an infinite error."""
        singles = [self._single(setting * factor) for factor in self.method.spread]
        mean = lambda values: sum(values) / len(singles)
        return Run(
            setting,
            max(run.error for run in singles),
            mean([run.setup for run in singles]),
            mean([run.cpu for run in singles]),
            failure=next((run.failure for run in singles if run.failure), ""),
        )

    def _single(self, setting: float) -> Run:
        error, failure = math.inf, ""
        start = middle = end = time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                model = self.method.prepare(setting)
                middle = time.process_time()
                probes = self.method.run(model, setting)
                end = time.process_time()
                error = self.error(probes)
            except self.method.failures as problem:
                end, failure = time.process_time(), str(problem).strip().split("\n")[0] or type(problem).__name__
        return Run(setting, error, middle - start, end - middle, failure=failure)

    def advance(self, limit: float) -> None:
        """The next setting of (1); the sweep ends when the one after it would cost more than `limit` CPU seconds."""
        self._add(self.method.first * self.method.factor ** len(self.runs))
        last = self.runs[-1]
        at_last = self.method.last is not None and math.isclose(last.setting, self.method.last)
        stalled = _stalled([run.error for run in self.runs])
        if last.error <= min(self.targets):
            self.ended = "the finest target is met"
        elif last.failure and (2.0 * last.cpu > limit or stalled or at_last):
            self.ended = f"finer settings fail ({last.failure})"
        elif 2.0 * last.cpu > limit:
            self.ended = f"the next run would take more than {limit:.2g} s"
        elif stalled or at_last:
            self.ended = "the error no longer falls" if stalled else "finer settings were not tried"

    def halve(self) -> None:
        """The settings halfway of (1)."""
        for target in self.targets:
            met = [n for n, run in enumerate(self.runs) if run.error <= target]
            if met and met[0] > 0:
                setting = math.sqrt(self.runs[met[0] - 1].setting * self.runs[met[0]].setting)
                if all(not math.isclose(setting, run.setting) for run in self.runs):
                    self._add(setting)

    def again(self) -> None:
        """Repeat the runs that count (2)."""
        for run in self.counting():
            if run.cpu < (VERY_LONG if run.times == 1 else LONG):
                new = self.measure(run.setting)
                run.cpu, run.setup, run.times = min(run.cpu, new.cpu), min(run.setup, new.setup), run.times + 1

    def counting(self) -> list[Run]:
        """The runs that may be the cheapest one of a target: a single time may be twice the least one."""
        best = {target: cheapest(self.runs, target) for target in self.targets}
        near = lambda run, target, least: run.error <= target and run.cpu <= 2.0 * least.cpu
        return [run for run in self.runs if any(least and near(run, target, least) for target, least in best.items())]

    def whole(self, run: Run, repeats: int) -> float:
        """CPU seconds from nothing to the result, least of `repeats`."""
        if self.method.whole is None:
            return run.setup + run.cpu
        times = []
        for _ in range(repeats):
            start = time.process_time()
            self.method.whole(run.setting)
            times.append(time.process_time() - start)
        return min(times)

    def _add(self, setting: float) -> None:
        self.runs.append(self.measure(setting))
        self.tell(self.method, self.runs[-1])


def _stalled(errors: list[float]) -> bool:
    """Whether the last runs have not halved the best error before them."""
    return len(errors) > STALLED and not min(errors[-STALLED:]) < 0.5 * min(errors[:-STALLED])


def sweep_all(sweeps: list[Sweep], cap: float, repeats: int) -> None:
    """All methods of one problem in turn, so that a busy machine is busy for all of them."""
    for sweep in sweeps:
        sweep.measure(sweep.method.first)  # a first run loads and allocates; it does not count
    while running := [sweep for sweep in sweeps if not sweep.ended]:
        for sweep in running:
            sweep.advance(min(cap, _enough(sweeps, sweep)))
    for sweep in sweeps:
        sweep.halve()
    for _ in range(repeats - 1):
        for sweep in sweeps:
            sweep.again()


def _enough(sweeps: list[Sweep], sweep: Sweep) -> float:
    """What another method of the same program needs for the finest target: beyond it this one cannot win."""
    finest = min(sweep.targets)
    runs = [run for other in sweeps if other.method.program == sweep.method.program for run in other.runs]
    best = cheapest(runs, finest)
    return 2.0 * best.cpu if best else math.inf
