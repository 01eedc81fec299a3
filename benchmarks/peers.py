"""CPU seconds that an accuracy costs: bellcrank, exudyn and mujoco on the same problems, in one run.

    python benchmarks/peers.py [--problems P1 P4 ...] [--repeats 3] [--cap 12] [--markdown]

The problems, their reference solutions and the models of the peers come from the folder ../shared/bench beside the
project (--bench: another place). The tables go to the standard output, every single run to the standard error.
docs/benchmarks.md shows the tables and tells what is inside the times.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# One thread for every program; read when the libraries are loaded.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from cost_table import OWN, Costs, accuracy_table, machine, render, shortfalls, whole_table
from sweep import Method, Run, Sweep, sweep_all

BENCH = Path(__file__).resolve().parents[2] / "shared" / "bench"
PROBLEMS = ("P1", "P2_10", "P2_100", "P2_s40", "P3_1", "P3_10", "P4")
TARGETS = (1e-3, 1e-5, 1e-7)
WHOLE = 1e-5
"""The target of the second table."""
CAP = 12.0
"""CPU seconds: no run is started that should take longer."""


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument(
        "--problems", nargs="+", choices=PROBLEMS, default=PROBLEMS, metavar="P", help=", ".join(PROBLEMS)
    )
    parser.add_argument("--repeats", type=int, default=3, help="times a run that counts is repeated (default 3)")
    parser.add_argument("--cap", type=float, default=CAP, help=f"longest single run in CPU seconds (default {CAP:g})")
    parser.add_argument("--markdown", action="store_true", help="print what stands in docs/benchmarks.md")
    parser.add_argument("--bench", type=Path, default=BENCH, help="folder of the problems (default ../shared/bench)")
    return parser.parse_args(given)


def tell(method: Method, run: Run) -> None:
    """One line for a run."""
    what = run.failure or f"error {run.error:.1e}"
    setting = f"{run.setting:.1e}" if run.setting < 1.0 else f"{run.setting:.0f}"
    print(f"  {method.program:12} {method.name:18} {setting:>8}  {run.cpu:9.4f} s  {what}", file=sys.stderr)


def installed(peers: dict[str, tuple[str, Any]]) -> dict[str, tuple[str, Any]]:
    """The peers whose package is here; one line for each package that is not."""
    missing = {package for package, _ in peers.values() if importlib.util.find_spec(package) is None}
    for package in sorted(missing):
        print(f"{package} is not installed: its columns are left out (pip install {package})", file=sys.stderr)
    return {name: peer for name, peer in peers.items() if peer[0] not in missing}


def measure(bench: Path, problems: Sequence[str], cap: float, repeats: int) -> tuple[Costs, list[str]]:
    """Sweep all programs over all problems; also the peers that are here."""
    import programs  # loads Numba, which must find the number of threads set

    p = programs.load(bench, "problems")
    programs.load(bench, "common")
    peers = installed(programs.PEERS)
    scripts = {package: programs.load(bench, f"peer_{package}") for package in {peer[0] for peer in peers.values()}}
    costs: Costs = {}
    for problem in problems:
        print(problem, file=sys.stderr)
        methods = programs.bellcrank(p, problem)
        for package, methods_of in peers.values():
            methods += methods_of(scripts[package], problem)
        error = lambda probes, problem=problem: p.error(problem, probes)
        costs[problem] = [Sweep(method, error, TARGETS, tell) for method in methods]
        sweep_all(costs[problem], cap, repeats)
    return costs, [programs.AUTO, *peers]


def main(given: Sequence[str] | None = None) -> int:
    """The tables; the exit code."""
    options = arguments(given)
    if not (options.bench / "problems.py").is_file():
        print(
            f"the problems are not here: no problems.py in {options.bench} (--bench names their folder)",
            file=sys.stderr,
        )
        return 2
    costs, peers = measure(options.bench, options.problems, options.cap, options.repeats)
    packages = [OWN, *(name for name in peers if " " not in name), "numpy", "numba"]
    show = lambda table: print(render(table, options.markdown), end="\n\n")
    show(accuracy_table(costs, peers, TARGETS))
    print("".join(f"- {line}\n" for line in shortfalls(costs, [OWN, *peers], TARGETS)))
    print(f"From nothing to an error of {WHOLE:g} in a warm process:", end="\n\n")
    show(whole_table(costs, peers, WHOLE, options.repeats))
    print(f"Measured with {machine(packages)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
