"""Studies: one model, many runs.

    study = bc.Study("quarter-car.adm", end=2.0, error=1e-5)
    study.variable("c", 500, 3000, sets="SPRINGDAMPER/1.c")
    study.response("comfort", "rms(body.ACCZ)")
    study.constraint("travel", "stroke < 0.08")
    table = study.run("lhs", runs=200)                 # grid, lhs, sobol, random; study.indices(), study.minimise(...)
    table["comfort"], table.to_pandas(), table.save("table.parquet")

What is varied is a number of the dataset, or a parameter of a function that builds the model. Runs are spread over
processes of this computer, or a cluster; each is remembered by its content in `folder`, so that a study that was ended
goes on where it was, and a larger one does only what is new.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bellcrank
from bellcrank.analysis.arguments import real
from bellcrank.model import Model, read
from bellcrank.results import Results
from bellcrank.schema.abbreviation import did_you_mean
from bellcrank.study.assignments import Assignment
from bellcrank.study.evaluation import Evaluation, Watch
from bellcrank.study.looking import channels_of, units_of
from bellcrank.study.responses import Constraint, Response
from bellcrank.study.table import Table
from bellcrank.study.task import Outcome, Runner, Setup, has_functions
from bellcrank.study.variables import LEVELS, SAMPLINGS, Point, Variable, wrong

log = logging.getLogger("bellcrank.study")
SETTINGS = ("error", "formulation", "method", "integrator", "h_max")
"""Those of `model.simulate`."""
RUNS = 100
STARTS = 4


class Study:
    """One model, many runs, one table.

    study = bc.Study("quarter-car.adm", end=2.0)
    study.variable("c", 500, 3000, sets="SPRINGDAMPER/1.c")
    study.response("comfort", "rms(body.ACCZ)")
    table = study.run("lhs", runs=200)

    model        a Model, a file, or a function of the variables that gives a Model
    end, steps   as in `model.simulate`, and so are error, formulation, method, h_max
    folder       where runs are kept, so that a study that was ended goes on where it was
    without      what to leave out
    timeout      seconds of processor time that a run may take; a longer one is recorded as failed
    start        "rest": each run begins at its own equilibrium, as in `model.simulate`
    """

    def __init__(
        self,
        model: Model | str | Path | Callable[..., Model],
        end: float,
        steps: int | None = None,
        dtout: float | None = None,
        *,
        folder: str | Path | None = None,
        without: Sequence[str] = (),
        timeout: float | None = None,
        start: str | None = None,
        **settings: Any,
    ) -> None:
        """`settings`: error, formulation, method, h_max as in `model.simulate`; `folder`: where runs are kept."""
        for name in settings:
            if name not in SETTINGS:
                near = did_you_mean(name, SETTINGS)
                raise wrong(f"A study has no setting {name}.", near or f"there are {', '.join(SETTINGS)}.")
        if start not in (None, "input", "rest"):
            raise wrong(f"A study cannot start from {start!r}.", 'start="rest" begins each run at its equilibrium.')
        self.start = start if start == "rest" else None
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
        self.timeout = None if timeout is None else real("timeout", timeout, above=0.0)
        self.variables: dict[str, Variable] = {}
        self.responses: dict[str, str] = {}
        self.constraints: dict[str, str] = {}
        self._channels: Results | None = None
        """The channels of a run, as soon as somebody has asked for them."""

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
        """Vary a number between low and high (on a grid at `levels` points, 5 if not given), or over `values`.

        sets    what it is in the model: "SPRINGDAMPER/1.k", "block.mass", "BUSHING/1.k[2]", a formula of the variables
                ("PART/3.vx = -speed/2"), or several of them; left out where the model is a function
        spread  "uniform", "log", or "normal" (low and high are three deviations from the mean)
        """
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
        cluster: str = "",
        watch: Watch | None = None,
    ) -> Table:
        """Run all points of a sampling (grid, lhs, sobol, random) and give the table.

        workers   processes; 0: this process only; None: one for each core
        cluster   address of a Dask scheduler, in place of local processes
        watch     called with a StudyProgress
        """
        if sampling not in SAMPLINGS:
            raise wrong(f"There is no sampling {sampling!r}.", f"use {', '.join(SAMPLINGS)}.")
        points = SAMPLINGS[sampling](self._varied(), int(runs), seed)
        return self.at(points, workers=workers, cluster=cluster, watch=watch)

    def at(
        self, points: Sequence[Point], *, workers: int | None = None, cluster: str = "", watch: Watch | None = None
    ) -> Table:
        """Run these points and give the table."""
        if not self.responses:
            cure = 'say what you want to know of each run: study.response("top", "max(block.Z)").'
            raise wrong("The study asks nothing of its runs.", cure)
        with Evaluation(self, workers, cluster) as evaluation:
            outcomes = evaluation.outcomes(points, watch)
        return self.table(points, outcomes)

    def indices(
        self,
        runs: int = 64,
        seed: int = 1,
        *,
        workers: int | None = None,
        cluster: str = "",
        watch: Watch | None = None,
    ) -> Table:
        """Sobol indices of all responses, in `table.indices`; (d + 2) runs for each of `runs` points, best 2^n."""
        from bellcrank.study.indices import indices, points_of

        variables = self._varied()
        table = self.at(points_of(variables, int(runs), seed), workers=workers, cluster=cluster, watch=watch)
        table.indices = {name: indices(table[name], len(variables), seed) for name in self.responses}
        return table

    def minimise(
        self,
        response: str,
        starts: int = STARTS,
        runs: int = RUNS,
        seed: int = 1,
        *,
        method: str = "COBYQA",
        workers: int | None = None,
        cluster: str = "",
        watch: Watch | None = None,
        sign: float = 1.0,
    ) -> Table:
        """The point of the least response that meets the constraints, in `table.best`; `runs` at most from each start.

        method   of scipy.optimize.minimize: COBYQA, COBYLA, Nelder-Mead (no constraints)
        """
        from bellcrank.study.optimise import optimise

        self._varied()
        with Evaluation(self, workers, cluster) as evaluation:
            return optimise(self, response, sign, int(starts), int(runs), seed, method, evaluation, watch)

    def maximise(self, response: str, *arguments: Any, **options: Any) -> Table:
        """As `minimise`, of the largest response."""
        return self.minimise(response, *arguments, **options, sign=-1.0)

    def _varied(self) -> list[Variable]:
        if not self.variables:
            raise wrong("The study has no variable.", "say what is varied: study.variable(...).")
        return list(self.variables.values())

    def table(self, points: Sequence[Point], outcomes: Sequence[Outcome]) -> Table:
        """The table of these points; that runs failed, and why, is told once."""
        table = Table.of(list(self.variables), list(self.responses), self.constraints, points, outcomes)
        table.units = units_of(self.model, self.variables, self.responses, self.look())
        table.title = (self.model.title if self.model is not None else "").strip()
        if table.failed:
            log.warning("%s", table.told())
        return table

    def look(self, model: Model | None = None) -> Results | None:
        """The channels that runs will have, without rows; None where that is not known beforehand. `model`: one that
        the builder has made.
        """
        model = self.model if self.model is not None else model
        if self._channels is None and model is not None and not self.without:
            self._channels = channels_of(model.copy())
        return self._channels

    def results(self, point: Sequence[float], path: str | Path | None = None) -> Results:
        """All results of the run at one point."""
        model = self.builder(**dict(zip(self.variables, point, strict=True))) if self.builder is not None else None
        runner = Runner(self.setup(), self.model.copy() if self.model is not None else None)
        return runner.results(point, model, Path(path) if path is not None else None, whole=True)

    def setup(self) -> Setup:
        """What all runs share."""
        sets = tuple((v.name, text) for v in self.variables.values() for text in v.sets)
        portable = self.model is not None and not has_functions(self.model)
        return Setup(
            tuple(self.variables), float(self.end), self.steps, self.dtout, dict(self.settings), self.without,
            dict(self.responses), sets, self.model.text() if self.model is not None and portable else "",
            str(getattr(self.model, "file", "") or ""), bellcrank.__version__, self.timeout, self.start,
        )  # fmt: skip
