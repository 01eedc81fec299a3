"""Tables of what an accuracy costs, from the sweeps of each problem."""

from __future__ import annotations

import importlib.metadata
import math
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from sweep import Run, Sweep, cheapest

OWN = "bellcrank"
MISSED, NOT_TRIED = "-", ""
Costs = dict[str, list[Sweep]]
"""Problem -> its sweeps."""


def seconds(value: float) -> str:
    """Two significant digits, never an exponent."""
    decade = math.floor(math.log10(float(f"{value:.1e}"))) if value > 0.0 else 0
    return f"{value:.{max(0, 1 - decade)}f}"


def ratio(peer: float, own: float) -> str:
    """How many times as much the peer takes."""
    return seconds(peer / own) if own > 0.0 else MISSED


def cost(sweeps: Iterable[Sweep], program: str, target: float) -> Run | None:
    """The cheapest run of a program, whatever its method."""
    return cheapest((run for sweep in sweeps if sweep.method.program == program for run in sweep.runs), target)


def accuracy_table(costs: Costs, peers: Sequence[str], targets: Sequence[float]) -> list[list[str]]:
    """CPU seconds for each problem and target, side by side; first row: heads."""
    table = [["problem", "error", f"{OWN} s", *(head for peer in peers for head in (f"{peer} s", "ratio"))]]
    for problem, sweeps in costs.items():
        for target in targets:
            own = cost(sweeps, OWN, target)
            row = [problem, f"{target:.0e}".replace("e-0", "e-"), seconds(own.cpu) if own else MISSED]
            for peer in peers:
                row += _beside(cost(sweeps, peer, target), own, any(s.method.program == peer for s in sweeps))
            table.append(row)
    return table


def _beside(run: Run | None, own: Run | None, tried: bool) -> list[str]:
    if run is None:
        return [MISSED, MISSED] if tried else [NOT_TRIED, NOT_TRIED]
    return [seconds(run.cpu), ratio(run.cpu, own.cpu) if own else MISSED]


def whole_table(costs: Costs, peers: Sequence[str], target: float, repeats: int) -> list[list[str]]:
    """CPU seconds from nothing to the result at one target, the set-up of the model included; first row: heads."""
    table = [["problem", f"{OWN} integration s", "whole s", *(h for p in peers for h in (f"{p} whole s", "ratio"))]]
    for problem, sweeps in costs.items():
        own = cost(sweeps, OWN, target)
        mine = _whole(sweeps, OWN, target, repeats)
        row = [problem, seconds(own.cpu) if own else MISSED, seconds(mine) if mine else MISSED]
        for peer in peers:
            theirs = _whole(sweeps, peer, target, repeats)
            tried = any(s.method.program == peer for s in sweeps)
            row.append(seconds(theirs) if theirs else MISSED if tried else NOT_TRIED)
            row.append(ratio(theirs, mine) if theirs and mine else MISSED if tried else NOT_TRIED)
        table.append(row)
    return table


def _whole(sweeps: list[Sweep], program: str, target: float, repeats: int) -> float | None:
    run = cost(sweeps, program, target)
    return next((sweep.whole(run, repeats) for sweep in sweeps if run is not None and run in sweep.runs), None)


def shortfalls(costs: Costs, programs: Sequence[str], targets: Sequence[float]) -> list[str]:
    """For each program that has missed the finest target of a problem: its most accurate run, and why it ended."""
    finest, lines = min(targets), []
    for problem, sweeps in costs.items():
        for program in programs:
            mine = [sweep for sweep in sweeps if sweep.method.program == program and sweep.runs]
            if mine and cost(sweeps, program, finest) is None:
                best, sweep = min(((r, s) for s in mine for r in s.runs), key=lambda pair: pair[0].error)
                done = f"error {best.error:.1e} in {seconds(best.cpu)} s ({sweep.method.name})"
                lines.append(f"{problem}, {program}: at best {done}; {sweep.ended}.")
    return lines


def machine(packages: Iterable[str]) -> str:
    """Versions and processor, in one sentence."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)
    return f"{versions}, Python {platform.python_version()}; {processor()}, {os.cpu_count()} cores."


def processor() -> str:
    """Name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def render(table: list[list[str]], markdown: bool) -> str:
    """The table as text: Markdown, or columns for a terminal; numbers to the right."""
    if markdown:
        rule = ["---", *["---:"] * (len(table[0]) - 1)]
        return "\n".join("| " + " | ".join(row) + " |" for row in [table[0], rule, *table[1:]])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    line = lambda row: "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
    return "\n".join(map(line, table))
