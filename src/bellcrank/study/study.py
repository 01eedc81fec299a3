"""Studies: one model, many runs.

    study = bc.Study("quarter-car.adm", end=2.0, error=1e-5)
    study.variable("c", 500, 3000, sets="SPRINGDAMPER/1.c")
    study.response("comfort", "rms(body.ACCZ)")
    study.constraint("travel", "stroke < 0.08")
    table = study.run("lhs", runs=200)                 # grid, lhs, sobol, random
    table["comfort"], table.to_pandas(), table.save("table.parquet")

What is varied is a number of the dataset, or a parameter of a function that builds the model. Runs are spread over
processes of this computer, or a cluster; each is remembered by its content in `folder`, so that a study that was ended
goes on where it was, and a larger one does only what is new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bellcrank
from bellcrank.errors import BellcrankError
from bellcrank.model import Model, read
from bellcrank.results import Results
from bellcrank.study.assignments import Assignment
from bellcrank.study.responses import Constraint, Response
from bellcrank.study.store import Store
from bellcrank.study.table import Table
from bellcrank.study.task import FAILED, Outcome, Runner, Setup, first_line
from bellcrank.study.variables import LEVELS, SAMPLINGS, Point, Variable, wrong
from bellcrank.study.workers import Answer, Workers, here

BATCH = 0.2
"""Seconds between two writings of what is done."""
RUNS = 100


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


class Study:
    """See the module docstring. `model`: a Model, a file, or a function of the variables that gives a Model."""

    def __init__(
        self,
        model: Model | str | Path | Callable[..., Model],
        end: float,
        steps: int | None = None,
        dtout: float | None = None,
        *,
        folder: str | Path | None = None,
        without: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        """`settings`: error, formulation, integrator, h_max as in `model.simulate`; `folder`: where runs are kept."""
        self.builder: Callable[..., Model] | None = None
        self.model: Model | None = None
        if isinstance(model, (str, Path)):
            self.model = read(model)
        elif isinstance(model, Model):
            self.model = model.copy()
        elif callable(model):
            self.builder = model
        else:
            raise wrong(
                f"{model!r} is no model.", "give a Model, the name of a file, or a function that gives a Model."
            )
        self.end, self.steps, self.dtout = end, steps, dtout
        self.folder = Path(folder) if folder is not None else None
        self.without, self.settings = tuple(without), settings
        self.variables: dict[str, Variable] = {}
        self.responses: dict[str, str] = {}
        self.constraints: dict[str, str] = {}

    # ---- what is asked
    def variable(
        self,
        name: str,
        low: float = float("nan"),
        high: float = float("nan"),
        *,
        sets: str | Sequence[str] = (),
        values: Sequence[float] = (),
        levels: int = LEVELS,
        spread: str = "uniform",
    ) -> Study:
        """Vary a number between low and high (or over values); see `Variable` for `sets`."""
        texts = (sets,) if isinstance(sets, str) else tuple(sets)
        found = Variable(name, low, high, tuple(values), levels, spread, texts)
        if self.model is not None:
            if not texts:
                raise wrong(f"{name} sets nothing in the model.", 'say what it is, for instance sets="PART/2.mass".')
            for text in texts:
                Assignment.read(text, name).target(self.model.copy())
        elif texts:
            raise wrong(f"{name} is a parameter of the function that builds the model.", "leave out sets.")
        self._new(name)
        self.variables[name] = found
        return self

    def response(self, name: str, text: str) -> Study:
        """A number to be found of each run: `max(arm.X)`; see `bellcrank.study.responses`."""
        Response(text)
        self._new(name)
        self.responses[name] = text
        return self

    def constraint(self, name: str, text: str) -> Study:
        """What a run must meet to be a success: a comparison of variables and responses."""
        Constraint(text)
        self._new(name)
        self.constraints[name] = text
        return self

    def _new(self, name: str) -> None:
        if name in self.variables or name in self.responses or name in self.constraints:
            raise wrong(f"{name} is there already.", "give each variable, response and constraint a name of its own.")
        if not str(name).isidentifier():
            raise wrong(f"{name!r} cannot be a name.", "use letters, digits and _.")

    # ---- runs
    def run(
        self,
        sampling: str = "grid",
        runs: int = RUNS,
        seed: int = 1,
        *,
        workers: int | None = None,
        watch: Callable[[StudyProgress], None] | None = None,
    ) -> Table:
        """Run all points of a sampling (grid, lhs, sobol, random) and give the table.

        workers   processes; 0: this process only; None: one for each core
        watch     called with a StudyProgress
        """
        if sampling not in SAMPLINGS:
            raise wrong(f"There is no sampling {sampling!r}.", f"use {', '.join(SAMPLINGS)}.")
        if not self.variables:
            raise wrong("The study has no variable.", "say what is varied: study.variable(...).")
        points = SAMPLINGS[sampling](list(self.variables.values()), int(runs), seed)
        return self.at(points, workers=workers, watch=watch)

    def at(
        self,
        points: Sequence[Point],
        *,
        workers: int | None = None,
        watch: Callable[[StudyProgress], None] | None = None,
    ) -> Table:
        """Run these points and give the table."""
        with Evaluation(self, workers) as evaluation:
            outcomes = evaluation.outcomes(points, watch)
        return self.table(points, outcomes)

    def table(self, points: Sequence[Point], outcomes: Sequence[Outcome]) -> Table:
        """The table of these points."""
        return Table.of(list(self.variables), list(self.responses), self.constraints, points, outcomes)

    def results(self, point: Sequence[float], path: str | Path | None = None) -> Results:
        """All results of the run at one point."""
        model = self.builder(**dict(zip(self.variables, point, strict=True))) if self.builder is not None else None
        runner = Runner(self.setup(), self.model.copy() if self.model is not None else None)
        return runner.results(point, model, Path(path) if path is not None else None)

    def setup(self) -> Setup:
        """What all runs share."""
        sets = tuple((v.name, text) for v in self.variables.values() for text in v.sets)
        portable = self.model is not None and not has_functions(self.model)
        return Setup(
            tuple(self.variables), float(self.end), self.steps, self.dtout, dict(self.settings), self.without,
            dict(self.responses), sets, self.model.text() if self.model is not None and portable else "",
            str(getattr(self.model, "file", "") or ""), bellcrank.__version__,
        )  # fmt: skip


def has_functions(model: Model) -> bool:
    """Whether there are Python functions in it: no other process knows them."""
    return any(e.is_user for element in model.all() for _, e in element.expressions())


class Evaluation:
    """A study at work: its store, its workers."""

    def __init__(self, study: Study, workers: int | None) -> None:
        self.study, self.setup = study, study.setup()
        self.store = Store(study.folder)
        self._count = workers
        self._workers: Workers | None = None
        self._runner: Runner | None = None

    def __enter__(self) -> Evaluation:
        return self

    def __exit__(self, *_: object) -> None:
        if self._workers is not None:
            self._workers.close()
        self.store.close()

    def outcomes(self, points: Sequence[Point], watch: Callable[[StudyProgress], None] | None = None) -> list[Outcome]:
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
                    self.store.add(fresh)
                    fresh, told = [], now
                    if watch is not None:
                        watch(StudyProgress(len(found), total, failed, known, now))
        finally:
            self.store.add(fresh)
        if watch is not None:
            watch(StudyProgress(len(found), total, failed, known, time.perf_counter() - began))
        return [found[n] if n in found else self.store.known[keys[n]] for n in range(len(points))]

    def _jobs(self, points: Sequence[Point]) -> tuple[list[Any], list[str], dict[int, Outcome]]:
        """What is to be done, the keys of all points, and what is known."""
        jobs, keys, found, asked = [], [], dict[int, Outcome](), set[str]()
        for n, point in enumerate(points):
            model, failure = self._built(point)
            text = model.text() if isinstance(model, Model) and not has_functions(model) else None
            keys.append(self.setup.key(point, text or ""))
            if failure is not None:
                found[n] = failure
            elif keys[n] in self.store.known and self._repeatable(model):
                found[n] = self.store.known[keys[n]]
            elif keys[n] not in asked:
                asked.add(keys[n])
                jobs.append((n, point, text if text is not None else model))
        return jobs, keys, found

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
        alone = self._count == 0 or any(isinstance(job[2], Model) for job in jobs)
        if alone or (self.study.model is not None and not self.setup.dataset):
            copy = self.study.model.copy() if self.study.model is not None else None
            self._runner = self._runner or Runner(self.setup, copy)
            yield from here(self._runner, jobs)
            return
        self._workers = self._workers or Workers(self.setup, self._count or 0)
        yield from self._workers.ask(jobs)
