"""How much accuracy a tolerance buys: the error of three mechanisms against INTEGRATOR/ERROR.

    python docs/figures/accuracy.py        # writes docs/_static/accuracy.png

The error is the largest difference over the whole motion to a run with a tolerance of 1e-13, each quantity in units of
its own largest value. The test tests/test_accuracy_asked_is_accuracy_got.py uses the same numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import bellcrank as bc
from bellcrank.analysis.simulate import simulate

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "_static" / "accuracy.png"
TOLERANCES = tuple(10.0**-k for k in range(3, 10))
ROWS = 100


class Problem(NamedTuple):
    """A dataset of tests/models, the end of its motion, what is compared: positions and their rates."""

    title: str
    dataset: str
    end: float
    channels: tuple[str, ...]


PROBLEMS = (
    Problem("double pendulum, 2 s", "double_pendulum_rods", 2.0, ("REQ_1.F2", "REQ_1.F3", "REQ_1.F6", "REQ_1.F7")),
    Problem("spatial slider-crank, 1 s", "slider_crank", 1.0, ("REQ_1.F2", "REQ_1.F3", "REQ_1.F4", "REQ_1.F6")),
    Problem("Andrews' mechanism, 0.03 s", "andrews", 0.03, ("REQ_1.F2", "REQ_1.F3", "REQ_3.F2", "REQ_3.F3")),
)


def motion(problem: Problem, error: float, formulation: str = "SI2") -> np.ndarray:
    """The compared quantities in time, one row for each; the tolerance alone chooses the steps."""
    model = bc.read(ROOT / "tests" / "models" / f"{problem.dataset}.adm")
    run = simulate(model, problem.end, ROWS, error=error, formulation=formulation, h_max=problem.end)
    return np.array([run[channel] for channel in problem.channels])


@functools.cache
def reference(problem: Problem) -> np.ndarray:
    """The motion itself, as far as double precision goes."""
    return motion(problem, 1e-13)


def errors(problem: Problem, formulation: str, tolerances: Sequence[float] = TOLERANCES) -> np.ndarray:
    """The error for each tolerance."""
    exact = reference(problem)
    size = np.abs(exact).max(axis=1, keepdims=True)
    return np.array([(np.abs(motion(problem, t, formulation) - exact) / size).max() for t in tolerances])


def draw(path: Path = PICTURE) -> None:
    """The picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
    for n, problem in enumerate(PROBLEMS):
        for formulation, line in (("SI2", "o-"), ("I3", "s:")):
            label = f"{problem.title}, {formulation}"
            axes.loglog(TOLERANCES, errors(problem, formulation), line, color=f"C{n}", label=label, markersize=4)
    axes.loglog(TOLERANCES, TOLERANCES, color="0.7", linewidth=1, label="error = tolerance")
    axes.invert_xaxis()
    axes.set_xlabel("tolerance asked for (INTEGRATOR/ERROR)")
    axes.set_ylabel("largest relative error of the motion")
    axes.grid(color="0.9")
    axes.legend(fontsize=7, frameon=False)
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    draw()
