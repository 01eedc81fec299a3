"""Design variables and the points at which a study looks: grids, Latin hypercubes, Sobol sequences.

A variable says by itself where the part p of its range is (`at`), so that every sampling is a set of points of the unit
cube:

    uniform   x = low + p (high - low)
    log       x = low (high/low)^p                            equal steps of the logarithm
    normal    x = mean + deviation z(p), z the quantile       low and high are mean -+ 3 deviations

References    McKay, Beckman & Conover (1979), Technometrics 21: Latin hypercubes;  Sobol (1967);  Owen (1998).
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.errors import Message, ModelError, Place

SPREADS = ("uniform", "log", "normal")
LEVELS = 5
"""Steps of a variable in a grid, where it does not say."""
DEVIATIONS = 3.0
Point = tuple[float, ...]


def wrong(what: str, cure: str = "", why: str = "", place: Place | None = None) -> ModelError:
    """A mistake in a study."""
    return ModelError(Message("error", "E951", what, place, why=why, cure=cure))


@dataclass(frozen=True)
class Variable:
    """One number that is varied: between `low` and `high`, or over a list of values; `sets` says what it is in a model.

    sets     "SPRINGDAMPER/1.k", "arm.mass", "BUSHING/1.k[2]" (second number), "PART/3.vx = -speed/2" (a formula of the
             variables), "SFORCE/1.function = -{k}*DM(21,41)" (a text with formulas); none for a builder's parameter
    levels   how many values a grid takes
    """

    name: str
    low: float = math.nan
    high: float = math.nan
    values: tuple[float, ...] = ()
    levels: int = LEVELS
    spread: str = "uniform"
    sets: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise wrong(f"{self.name!r} cannot be the name of a variable.", "use letters, digits and _.")
        if self.spread not in SPREADS:
            raise wrong(f"{self.name}: there is no spread {self.spread!r}.", f"use {', '.join(SPREADS)}.")
        if self.values:
            numbers(self.name, "values", self.values)
            return
        numbers(self.name, "low and high", (self.low, self.high))
        if not self.low < self.high:
            raise wrong(
                f"{self.name}: low ({self.low:g}) is not below high ({self.high:g}).", "give low < high, or values."
            )
        if self.spread == "log" and self.low <= 0.0:
            raise wrong(f"{self.name}: a logarithmic spread needs low above 0, not {self.low:g}.")
        if int(self.levels) < 1:
            raise wrong(f"{self.name}: levels is {self.levels}, a grid needs one at least.")

    def at(self, part: float) -> float:
        """The value at a part of the range, 0 to 1."""
        if self.values:
            return self.values[min(int(part * len(self.values)), len(self.values) - 1)]
        if self.spread == "log":
            return float(self.low * (self.high / self.low) ** part)
        if self.spread == "normal":
            from scipy.special import ndtri

            edge = 1e-12
            z = float(ndtri(min(max(part, edge), 1.0 - edge)))
            return 0.5 * (self.low + self.high) + z * (self.high - self.low) / (2.0 * DEVIATIONS)
        return self.low + part * (self.high - self.low)

    def grid(self) -> list[float]:
        """The values of a grid; of a normal spread between low and high, evenly."""
        if self.values:
            return list(self.values)
        n = int(self.levels)
        if self.spread == "normal":
            return [float(x) for x in np.linspace(self.low, self.high, n)]
        return [self.at(k / (n - 1) if n > 1 else 0.5) for k in range(n)]


LARGEST = sys.float_info.max
"""Whole numbers may be larger; NaN is neither smaller nor larger than anything."""


def numbers(name: str, what: str, values: Sequence[Any]) -> None:
    """Finite numbers, or a clear word."""
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -LARGEST <= value <= LARGEST:
            told = f"{value!r:.60}"
            raise wrong(f"{name}: {what} must be numbers, not {told}.", "give low and high, or values = [..].")


# ---- samplings: (variables, runs, seed) -> points
def grid(variables: Sequence[Variable], runs: int, seed: int) -> list[Point]:
    """Every value with every other; the last variable changes fastest."""
    return list(itertools.product(*(variable.grid() for variable in variables)))


def latin(variables: Sequence[Variable], runs: int, seed: int) -> list[Point]:
    """A Latin hypercube: each variable has one value in each of `runs` equal parts of its range."""
    from scipy.stats import qmc

    return _points(variables, qmc.LatinHypercube(len(variables), seed=seed).random(runs))


def sobol(variables: Sequence[Variable], runs: int, seed: int) -> list[Point]:
    """A scrambled Sobol sequence: even in all variables together; best with 2^n runs."""
    return _points(variables, unit_sobol(len(variables), runs, seed))


def chance(variables: Sequence[Variable], runs: int, seed: int) -> list[Point]:
    """Independent random points."""
    return _points(variables, np.random.default_rng(seed).random((runs, len(variables))))


SAMPLINGS: dict[str, Callable[[Sequence[Variable], int, int], list[Point]]] = {
    "grid": grid,
    "lhs": latin,
    "sobol": sobol,
    "random": chance,
}


def unit_sobol(dimensions: int, runs: int, seed: int) -> np.ndarray:
    """The first `runs` points of a scrambled Sobol sequence in the unit cube."""
    from scipy.stats import qmc

    enough = max(0, math.ceil(math.log2(max(runs, 1))))
    return np.asarray(qmc.Sobol(dimensions, scramble=True, seed=seed).random_base2(enough)[:runs])


def _points(variables: Sequence[Variable], unit: np.ndarray) -> list[Point]:
    return [tuple(v.at(float(p)) for v, p in zip(variables, row, strict=True)) for row in unit]
