"""The best point: a local search without derivatives from several starts.

    min f(x), x in the box of the variables, g(x) >= 0                                                             (1)

Each start is a search of its own; starts are the middle of the box and points of a Latin hypercube. COBYQA builds
quadratic models of f and g in a trust region; it needs no derivatives and keeps to the box. The variables are parts of
their ranges, 0 to 1. A run that fails counts as infinitely bad. The searches run at the same time and do not know of
each other: their runs do not depend on the number of workers, and a search that was ended goes on from what is known.
References    Ragonneau (2022), Model-based derivative-free optimization methods and software (COBYQA), thesis;
              Powell (1994), COBYLA.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.study.evaluation import Evaluation, StudyProgress, Watch
from bellcrank.study.responses import Constraint
from bellcrank.study.table import Table, nan_of
from bellcrank.study.task import DONE, Outcome
from bellcrank.study.variables import Point, wrong

if TYPE_CHECKING:
    from bellcrank.study.study import Study

METHOD = "COBYQA"
ENDS = 1e-3
"""A search ends when its trust region is this part of the box."""
FIRST = 0.25
"""Its first trust region."""


@dataclass
class Search:
    """One start: its way through the box."""

    study: Study
    evaluation: Evaluation
    goal: str
    sign: float
    points: list[Point] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def numbers(self, x: Any) -> dict[str, float]:
        """Variables and responses at a place of the unit cube; the run is made where it is not known."""
        parts = np.clip(np.asarray(x, float), 0.0, 1.0)
        point = tuple(v.at(float(p)) for v, p in zip(self.study.variables.values(), parts, strict=True))
        if point not in self.points:
            self.outcomes += self.evaluation.outcomes([point])
            self.points.append(point)
        outcome = self.outcomes[self.points.index(point)]
        bad = outcome.status != DONE
        values = {name: math.nan if bad else nan_of(outcome.values.get(name)) for name in self.study.responses}
        return dict(zip(self.study.variables, point, strict=True)) | values

    def f(self, x: Any) -> float:
        """What is minimised (1)."""
        value = self.sign * self.numbers(x)[self.goal]
        return value if math.isfinite(value) else math.inf

    def g(self, x: Any) -> list[float]:
        """The constraints (1)."""
        numbers = self.numbers(x)
        rules = [Constraint(text) for text in self.study.constraints.values()]
        margins = [m for rule in rules for m in rule.margins(numbers)]
        return [m if math.isfinite(m) else -1e30 for m in margins]

    def go(self, start: Sequence[float], most: int, method: str) -> None:
        """The search."""
        from scipy.optimize import NonlinearConstraint, minimize

        rules = [NonlinearConstraint(self.g, 0.0, np.inf)] if self.study.constraints else []
        options: dict[str, Any] = {"maxfev": most} if method != "COBYLA" else {"maxiter": most}
        if method == "COBYQA":
            options |= {"initial_tr_radius": FIRST, "final_tr_radius": ENDS}
        box = [(0.0, 1.0)] * len(start)
        minimize(self.f, np.array(start), method=method, bounds=box, constraints=rules, options=options)


def optimise(
    study: Study,
    goal: str,
    sign: float,
    starts: int,
    runs: int,
    seed: int,
    method: str,
    evaluation: Evaluation,
    watch: Watch | None,
) -> Table:
    """All runs of all searches as one table; `best` is the number of the best one that meets the constraints."""
    check(study, goal, method)
    searches = [Search(study, evaluation, goal, sign) for _ in range(starts)]
    with ThreadPoolExecutor(starts) as threads:
        going = [
            threads.submit(search.go, start, runs, method)
            for search, start in zip(searches, _starts(len(study.variables), starts, seed), strict=True)
        ]
        for future in going:
            future.result()
            if watch is not None:
                watch(_progress(searches, starts * runs))
    points = [point for search in searches for point in search.points]
    table = study.table(points, [outcome for search in searches for outcome in search.outcomes])
    values = np.where(table["success"], sign * table[goal], np.inf)
    table.best = int(np.nanargmin(values)) + 1 if len(values) and np.isfinite(values).any() else None
    return table


def check(study: Study, goal: str, method: str) -> None:
    """What cannot be searched."""
    if goal not in study.responses:
        raise wrong(f"There is no response {goal!r} to be best.", f"known: {', '.join(study.responses)}.")
    for variable in study.variables.values():
        if variable.values:
            raise wrong(f"{variable.name} takes values of a list: a search needs a range.", "give low and high.")
    if method == "Nelder-Mead" and study.constraints:
        raise wrong("Nelder-Mead knows no constraints.", f"use {METHOD}.")


def _starts(dimensions: int, starts: int, seed: int) -> list[list[float]]:
    """The middle, then a Latin hypercube."""
    from scipy.stats import qmc

    others = qmc.LatinHypercube(dimensions, seed=seed).random(max(0, starts - 1))
    return [[0.5] * dimensions, *([float(x) for x in row] for row in others)]


def _progress(searches: list[Search], most: int) -> StudyProgress:
    done = [outcome for search in searches for outcome in search.outcomes]
    return StudyProgress(len(done), most, sum(o.status != DONE for o in done), 0, 0.0)
