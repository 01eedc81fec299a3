"""How much a run knows about its own error: the tables of docs/theory/trust.md.

    python docs/figures/trust.py            # prints them; some minutes
    python docs/figures/trust.py --write    # puts them into the page

Each problem (problems.py) is run with several tolerances and both formulations, with verify=True. For every channel the
estimate of `verify` is divided by the true error; the verdict of the audit stands beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from problems import PROBLEMS, Problem, missed

from bellcrank.errors import BellcrankError
from bellcrank.results import Results
from bellcrank.results.distances import Distances, sizes

PAGE = Path(__file__).resolve().parents[1] / "theory" / "trust.md"
RUNS = ((1e-3, "SI2"), (1e-3, "I3"), (1e-4, "SI2"), (1e-4, "I3"), (1e-6, "SI2"), (1e-6, "I3"))
SHOWN = ((1e-4, "I3"), (1e-6, "SI2"))
SMALL = 1e-6
"""Errors below this part of the range are not compared: the truth itself is not better known."""


@dataclass(frozen=True)
class Trial:
    """One run beside the truth."""

    problem: Problem
    error: float
    formulation: str
    true: float
    """The largest true error of a channel, as a part of its range, and the estimate for that channel."""
    estimate: float
    ratios: tuple[float, float]
    """Least and largest estimate by true error, over the channels whose error is at least a tenth of the largest."""
    audit: str
    trust: str


def trials(problems: Sequence[Problem] = PROBLEMS, runs: Sequence[tuple[float, str]] = RUNS) -> Iterator[Trial]:
    """Run everything."""
    for problem in problems:
        truth = problem.run(error=problem.truth, formulation="SI2")
        nearly = problem.run(error=3.0 * problem.truth, formulation="SI2")
        wrong = missed(problem, truth)
        assert not wrong, f"{problem.name}: {wrong}"
        for error, formulation in runs:
            try:
                run = problem.run(error=error, formulation=formulation, verify=True)
            except BellcrankError as failed:
                print(f"{problem.name} {formulation} {error:g}: {str(failed).splitlines()[0]}", file=sys.stderr)
                continue
            yield compared(problem, error, formulation, run, truth, nearly)


def compared(problem: Problem, error: float, formulation: str, run: Results, truth: Results, nearly: Results) -> Trial:
    """Estimates and true errors of a run, in the channels in which `nearly` is the truth to a tenth of them."""
    distances, unknown, size = Distances(run, truth), Distances(nearly, truth), sizes(run, error)
    known, left_out = run.attrs["verify"]["errors"], ("ENERGY", *problem.left_out)
    names = [
        k
        for k, name in enumerate(run.channels)
        if name in known
        and size[k] > 0.0
        and name.partition(".")[0] not in left_out
        and unknown.largest[k] <= max(0.1 * distances.largest[k], SMALL * size[k])
    ]
    true = np.array([distances.largest[k] / size[k] for k in names])
    estimate = np.array([known[run.channels[k]][0] / size[k] for k in names])
    worst = int(np.argmax(true))
    counted = (true > SMALL) & (true >= 0.1 * true[worst])
    ratios = estimate[counted] / true[counted]
    least, most = (float(ratios.min()), float(ratios.max())) if counted.any() else (1.0, 1.0)
    audit = run.attrs["audit"]["verdict"].partition(":")[0]
    trust = run.trust.partition(":")[0]
    return Trial(problem, error, formulation, float(true[worst]), float(estimate[worst]), (least, most), audit, trust)


BANDS = ((0.0, 1e-3), (1e-3, 1e-2), (1e-2, 1e-1), (1e-1, np.inf))
VERDICTS = ("good", "doubtful", "wrong", "converged", "not converged")


def counts(found: Sequence[Trial]) -> list[str]:
    """How often each verdict was given, by the true error."""
    lines = ["| true error | runs | " + " | ".join(VERDICTS) + " |", "|---" * (2 + len(VERDICTS)) + "|"]
    for low, high in BANDS:
        band = [t for t in found if low <= t.true < high]
        given = [sum(word in (t.audit, t.trust) for t in band) for word in VERDICTS]
        name = f"{low:.0e} to {high:.0e}" if np.isfinite(high) else f"above {low:.0e}"
        lines.append(f"| {name} | {len(band)} | " + " | ".join(map(str, given)) + " |")
    return lines


def table(found: Sequence[Trial]) -> list[str]:
    """The trials as a table in Markdown."""
    lines = ["| problem | run | true error | estimate | ratio, all channels | verify | audit |", "|---" * 7 + "|"]
    before = ""
    for t in found:
        span = f"{t.ratios[0]:.2g} to {t.ratios[1]:.2g}" if t.true > SMALL else "-"
        name, before = (t.problem.name if t.problem.name != before else ""), t.problem.name
        figures = f"{t.formulation} {t.error:.0e} | {t.true:.1e} | {t.estimate:.1e} | {span}"
        lines.append(f"| {name} | {figures} | {t.trust} | {t.audit} |")
    return lines


def page(found: Sequence[Trial]) -> list[str]:
    """What stands in the docs: all trials counted, the default tolerance and a loose one in full."""
    ratios = [r for t in found if t.true > SMALL for r in t.ratios]
    told = [t for t in found if (t.error, t.formulation) in SHOWN]
    problems = len({t.problem.name for t in found})
    outside = [t for t in found if t.true > SMALL and not (t.ratios[0] >= 0.3 and t.ratios[1] <= 30.0)]
    trusted = sum(t.trust == "converged" for t in outside)
    return [
        f"{len(found)} runs of {problems} problems; estimate by true error, over all channels whose error is at least",
        f"a tenth of the largest: {min(ratios):.2g} to {max(ratios):.2g}. Outside 0.3 to 30: {len(outside)} runs, "
        f"{trusted} of them called converged.",
        "",
        *counts(found),
        "",
        *table(told),
    ]


def main() -> None:
    """Print the tables, or put them into the page."""
    found = []
    for trial in trials():
        found.append(trial)
        print(table([trial])[-1], flush=True)
    lines = "\n".join(page(found))
    print(lines)
    if "--write" in sys.argv:
        head, mark, _ = PAGE.read_text(encoding="utf-8").partition(
            "<!-- docs/figures/trust.py writes what follows -->\n"
        )
        PAGE.write_text(f"{head}{mark}\n{lines}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
