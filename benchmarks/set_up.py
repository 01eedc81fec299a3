"""The time before the first step: whole runs beside their integration and beside MuJoCo, long chains, a number changed.

    python benchmarks/set_up.py [--problems P1 P4 ...] [--repeats 5] [--chains 1000 10000] [--bench FOLDER]

CPU seconds of one process in which every model has run once (compiled kernels in memory, orders of elimination known).
Problems and references are those of peers.py. `simulate` is the whole call on a model that was just built, in a
process in which models of its form have run (analysis/double.py); `first` is the first one of a form. `limit` is twice
the integration (its begin and its steps, as in peers.py) plus 5 ms. MuJoCo's run is the cheapest number of steps with
an error of at most 1e-5, its model built anew. Chains are new models, up to their first step, in a process that has
begun with a shorter one (SciPy is loaded); *memory* is what the largest one adds to the process while it is built.
*Again* is what a study does: analysis/again.py. Warnings are not written to the terminal.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import mechanisms
import numpy as np
import programs
from peers import BENCH

import bellcrank as bc
from bellcrank import kernel as kernels
from bellcrank.analysis import double
from bellcrank.analysis.again import Again
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.analysis.simulate import simulate
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.numerics.context import SIGNATURE
from bellcrank.numerics.set_up import set_up

PROBLEMS = ("P1", "P2_10", "P2_100", "P3_10", "P4")
ERROR = 1e-5
MANY = 40
"""Repeats of runs of some milliseconds whose ratio is asked for."""
ALLOWED = 5e-3
"""Seconds that a whole run may take beside twice its integration."""


def cheapest(run: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """The least CPU time of some calls, and what the last one gave."""
    times, found = [], None
    for _ in range(repeats):
        start = time.process_time()
        found = run()
        times.append(time.process_time() - start)
    return min(times), found


def whole_runs(p: Any, peer: Any, problems: list[str], repeats: int) -> None:
    """A line for each problem."""
    print(f"{'problem':8} {'simulate':>10} {'integration':>12}", end=" ")
    print(f"{'of limit':>9} {'mujoco':>10} {'of mujoco':>10} {'first':>10}")
    for name in problems:
        firsts, cpus = zip(*(whole_run(p, name, new=True) for _ in range(repeats)), strict=True)
        whole_run(p, name)
        later, more = zip(*(whole_run(p, name) for _ in range(repeats)), strict=True)
        whole, first, cpu = min(later), min(firsts), min(*cpus, *more)
        other = mujoco(p, peer, name, repeats) if peer else float("nan")
        limit = 2.0 * cpu + ALLOWED
        figures = f"{whole / limit:9.2f} {other:10.4f} {whole / other:10.2f} {first:10.4f}"
        print(f"{name:8} {whole:10.4f} {cpu:12.4f} {figures}")


def whole_run(p: Any, name: str, new: bool = False) -> tuple[float, float]:
    """CPU seconds of simulate() on a model that was just built, and of its integration; new: none of its form ran."""
    model = mechanisms.build(p, name)
    if new:
        double._forms.clear()
    start = time.process_time()
    results = simulate(model, p.TEND[name], 1, error=ERROR)
    return time.process_time() - start, results.attrs["statistics"]["cpu"]


def mujoco(p: Any, peer: Any, name: str, repeats: int) -> float:
    """CPU seconds of MuJoCo's model and run at the first number of steps that is accurate enough."""
    method = programs.mujoco(peer, name)[0]
    steps = method.first
    while True:
        if p.error(name, method.run(method.prepare(steps), steps)) <= ERROR or steps > 1e6:
            return cheapest(lambda s=steps: method.run(method.prepare(s), s), repeats)[0]
        steps *= 2.0


def spatial_chain(links: int) -> bc.Model:
    """Links of 0.1 m in a zigzag, every hinge about another axis."""
    model, rng = bc.Model(f"chain of {links}", units="MKS", gravity=(0.0, 0.0, -9.81)), np.random.default_rng(3)
    before, at = model.ground, np.zeros(3)
    for n in range(links):
        along, axis = rng.standard_normal(3) + (1.0, 0.0, 0.0), rng.standard_normal(3)
        end = at + 0.1 * along / np.linalg.norm(along)
        form = {"mass": 0.1, "cm": (0.0, 0.0, 0.05), "ip": (8e-5, 9e-5, 2e-5), "wz": 0.3}
        link = model.part(f"B{n}", at=tuple(at), z=tuple(end - at), **form)
        model.revolute("", link, before, at=tuple(at), axis=tuple(axis))
        before, at = link, end
    return model


def first_step(model: Any) -> None:
    """From the model to the first step."""
    Transient(Session(model).prepare(), TransientSettings(error=ERROR), 0.0).begin(0.1, 1)


LIMITS = {1000: 0.3, 10_000: 4.0}
"""CPU seconds that a chain of so many links may take."""


def memory() -> float:
    """The largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def chains(sizes: list[int]) -> None:
    """From the model to the first step, and how that grows."""
    first_step(spatial_chain(60))
    print(f"\n{'chain':>8} {'first step':>11} {'per link':>10} {'of limit':>9} {'memory':>10} {'per link':>9}")
    for links in sorted(sizes):
        model, before = spatial_chain(links), memory()
        cpu, _ = cheapest(lambda model=model: first_step(model), 1)
        of_limit, more = f"{cpu / LIMITS[links]:9.2f}" if links in LIMITS else " " * 9, memory() - before
        each = f"{1e6 * cpu / links:7.0f} us {of_limit}"
        print(f"{links:8d} {cpu:10.3f} s {each} {more:7.0f} MB {1024.0 * more / links:6.1f} kB")


def changed_number(p: Any) -> None:
    """The stiffness of the spring of P4 changed between two runs."""
    model, end, cpu = mechanisms.build(p, "P4"), p.TEND["P4"], []
    spring = next(iter(model.all("SPRINGDAMPER")))

    def run() -> None:
        spring.k *= 1.001
        cpu.append(simulate(model, end, 1, error=ERROR).attrs["statistics"]["cpu"])

    run()
    whole, _ = cheapest(run, MANY)
    print(f"\n{spring.title}, a number changed: simulate() {whole:.4f} s, {whole / min(cpu):.2f} times its integration")
    settings, cpu_again = settings_of(model, error=ERROR), []
    runs = Again(model, end, 1, None, settings)

    def run_again() -> None:
        spring.k *= 1.001
        results = runs.run(settings)
        assert results is not None
        cpu_again.append(results.attrs["statistics"]["cpu"])

    run_again()
    whole, _ = cheapest(run_again, MANY)
    print(f"the same by Again {whole:.4f} s, {whole / min(cpu_again):.2f} times its integration (limit 1.2)")


def main() -> None:
    """All three tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--problems", nargs="+", choices=PROBLEMS, default=PROBLEMS, metavar="P")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--chains", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--bench", type=Path, default=BENCH)
    given = parser.parse_args()
    logging.getLogger("bellcrank").setLevel(logging.ERROR)
    kernels.compile_mode()
    kernels.address(set_up, SIGNATURE)
    p = programs.load(given.bench, "problems")
    programs.load(given.bench, "common")
    here = importlib.util.find_spec("mujoco") is not None
    whole_runs(p, programs.load(given.bench, "peer_mujoco") if here else None, given.problems, given.repeats)
    changed_number(p)
    chains(given.chains)


if __name__ == "__main__":
    main()
