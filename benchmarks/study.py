"""Studies: runs per second of P1 and Andrews' squeezer with a mass varied, against the same loops of mujoco and exudyn.

    python benchmarks/study.py [--runs 10000] [--workers 2] [--peers 200] [--problems P1 P4]

pure      integration alone (consistent start and steps), one run after the other in one process, times the workers
study     bc.Study with all that belongs to it: other numbers, assembly, audit, responses, processes, the file of runs
share     of integration in one run of a worker, the quickest of all, both from the same runs: what a quiet machine
          gives; neighbours that empty the caches of a core slow Python down more than compiled loops
peers     the program's own loop over its model with another mass, at the setting that reaches the accuracy: one
          process, times the workers (nothing is spread or kept)
All rates are by CPU time, so that a busy machine does not matter; the rate by the clock is told beside.

The problems come from the folder ../shared/bench beside the project (--bench: another place).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from peers import BENCH, installed

ERROR = 1e-5
RESPONSES = {"P1": "final(B1.X)", "P4": "final(B0.X)"}


def pure(model: Any, end: float, runs: int) -> float:
    """Runs per CPU second of integration alone."""
    from bellcrank.analysis.session import Session
    from bellcrank.analysis.transient import Transient, TransientSettings

    spent = 0.0
    part = first_part(model)
    base = part.mass
    for n in range(runs):
        part.mass = base * (1.0 + 0.1 * n / runs)
        run = Transient(Session(model).prepare(), TransientSettings(error=ERROR), 0.0)
        began = time.process_time()
        run.begin(end, 1)
        run.run(lambda rows: None)
        spent += time.process_time() - began
    part.mass = base
    return runs / spent


def within_a_run(model: Any, problem: str, end: float, runs: int) -> tuple[float, float]:
    """The share of integration in a run of a study, without processes: of the quickest run, and of the median."""
    from statistics import median

    import bellcrank as bc
    from bellcrank.study.task import Runner

    part = first_part(model)
    work = bc.Study(model, end, 1, error=ERROR)
    work.variable("mass", part.mass, 1.1 * part.mass, sets=f"PART/{part.id}.mass")
    work.response("x", RESPONSES[problem])
    runner = Runner(work.setup())
    transient: Any = runner._again.transient  # type: ignore[union-attr]
    inside: list[float] = []

    def timed(function: Any) -> Any:
        def call(*words: Any) -> Any:
            began = time.process_time()
            found = function(*words)
            inside.append(time.process_time() - began)
            return found

        return call

    transient.begin, transient.run = timed(transient.begin), timed(transient.run)
    whole = []
    for n in range(runs):
        began = time.process_time()
        runner.run((part.mass * (1.0 + 0.1 * n / runs),))
        whole.append(time.process_time() - began)
    both = [a + b for a, b in zip(inside[::2], inside[1::2], strict=True)]
    return min(both) / min(whole), median(both) / median(whole)


def first_part(model: Any) -> Any:
    """The part whose mass is varied."""
    return next(part for part in model.all("PART") if part.mass)


def study(model: Any, problem: str, end: float, runs: int, workers: int) -> tuple[float, float, float]:
    """Runs per second of a study once its workers are there, by CPU time of all processes (times the workers) and by
    the clock; largest resident size of a worker in MB.
    """
    import bellcrank as bc

    part = first_part(model)
    marks: list[tuple[int, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        work = bc.Study(model, end, 1, error=ERROR, folder=folder)
        work.variable("mass", part.mass, 1.1 * part.mass, sets=f"PART/{part.id}.mass")
        work.response("x", RESPONSES[problem])
        children = Children()

        def watch(progress: Any) -> None:
            marks.append((progress.done, children.cpu() + time.process_time(), time.perf_counter()))

        table = work.run("lhs", runs, workers=workers, watch=watch)
    assert table.failed == 0 and len(table) == runs
    settled = next((n for n, (done, _, _) in enumerate(marks) if done > 0.1 * runs), 0)
    (first, spent, clock), (last, spent_at_end, clock_at_end) = marks[settled], marks[-2]
    done = last - first
    return workers * done / (spent_at_end - spent), done / (clock_at_end - clock), children.most


class Children:
    """CPU seconds and resident size of the processes that this one has started."""

    def __init__(self) -> None:
        self.most = 0.0
        self._spent: dict[str, float] = {}

    def cpu(self) -> float:
        """CPU seconds of all of them."""
        for process in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
            for number in process.read_text().split():
                try:
                    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                self._spent[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                self.most = max(self.most, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20)
        return sum(self._spent.values())


def peer(problem: str, methods: list[Any], error: Any, runs: int) -> float | None:
    """Runs per CPU second of the cheapest method of a peer at the setting that reaches ERROR; None: none does."""
    best = None
    for method in methods:
        setting = method.first
        for _ in range(14):
            try:
                model = method.prepare(setting)
                if error(method.run(model, setting)) <= ERROR:
                    began = time.process_time()
                    for _ in range(runs):  # its own loop: the model is there, the run starts anew
                        method.run(method.prepare(setting), setting)
                    rate = runs / (time.process_time() - began)
                    best = max(best or 0.0, rate)
                    break
            except method.failures:
                pass
            setting *= method.factor
    return best


def main() -> int:
    """The table; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--peers", type=int, default=200, help="runs of the peers (0: none)")
    parser.add_argument("--problems", nargs="+", choices=["P1", "P4"], default=["P1", "P4"])
    parser.add_argument("--bench", type=Path, default=BENCH)
    options = parser.parse_args()
    if not (options.bench / "problems.py").is_file():
        print(f"the problems are not here: no problems.py in {options.bench}", file=sys.stderr)
        return 2
    import mechanisms
    import programs

    p = programs.load(options.bench, "problems")
    programs.load(options.bench, "common")
    found = installed(programs.PEERS) if options.peers else {}
    for problem in options.problems:
        model, end = mechanisms.build(p, problem), p.TEND[problem]
        alone = pure(model, end, min(200, options.runs)) * options.workers
        rate, by_clock, memory = study(model, problem, end, options.runs, options.workers)
        share = f"{rate / alone:.0%} of {alone:.0f} by integration alone"
        told = f"{rate:.0f} runs/s with {options.workers} workers, {share}; {by_clock:.0f} runs/s by the clock"
        print(f"{problem}: {told}; {memory:.0f} MB a worker")
        quickest, usual = within_a_run(model, problem, end, min(1000, options.runs))
        print(f"    integration is {quickest:.0%} of the quickest run of a worker, {usual:.0%} of the median")
        for name, (package, methods_of) in found.items():
            methods = methods_of(programs.load(options.bench, f"peer_{package}"), problem)
            other = peer(problem, methods, lambda probes, of=problem: p.error(of, probes), options.peers)
            print(f"    {name}: {other * options.workers:.0f} runs/s" if other else f"    {name}: no answer to 1e-5")
    return 0


if __name__ == "__main__":
    sys.exit(main())
