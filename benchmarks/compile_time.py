"""How long a user waits for compilation and start-up, against the targets of the project.

    python benchmarks/compile_time.py            # about four minutes
    python benchmarks/compile_time.py --warm     # only the warm processes

Every measurement is a process of its own: the first run of a small model on an empty cache (two processes compile),
every kernel there is on an empty cache (one process), and warm processes, as the smallest of several runs. CPU is user
and system time of the process and its children.

All kernels are the functions of the expression language, what a simulation calls, and every kernel of the package
that no other kernel calls; none is listed by hand. The second process of a first run may outlive it (it prepares what
later runs load): its CPU time is then not counted.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bellcrank
from bellcrank.analysis.warm import all_kernels

EXAMPLES = Path(bellcrank.__file__).parent / "examples"
SMALL = ("four-bar", "slider-crank", "pendulum")
REPEAT = 7
FIRST_RUN, ALL_KERNELS, WARM = 20.0, 90.0, 1.2
"""Targets in seconds: wall, wall, CPU."""
SIMULATE = "import bellcrank as bc; bc.read({!r}).simulate(end=1.0, steps=100)"


def measured(command: list[str], cache: Path) -> tuple[float, float]:
    """Wall and CPU seconds of a process and its children."""
    with tempfile.TemporaryDirectory() as folder:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(
            command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"BELLCRANK_CACHE": str(cache)}
        )
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command_line(model: str) -> list[str]:
    """`bellcrank run`, as a user calls it."""
    return [sys.executable, "-m", "bellcrank", "run", str(EXAMPLES / f"{model}.adm"), "--end", "1", "--steps", "100"]


def api(model: str) -> list[str]:
    """The same from Python, with the results in memory."""
    return [sys.executable, "-c", SIMULATE.format(str(EXAMPLES / f"{model}.adm"))]


def compile_all() -> None:
    """Compile everything (in a process of its own)."""
    from bellcrank import kernel

    for entry, signature in all_kernels():
        kernel.address(entry, signature)


def row(what: str, wall: float, cpu: float, target: str, good: bool) -> None:
    """One line of the table."""
    print(f"{what:52}{wall:8.2f}{cpu:8.2f}   {target:16} {'good' if good else 'MISSED'}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--warm", action="store_true", help="only the warm processes")
    only_warm = parser.parse_args().warm
    print(f"{'seconds':52}{'wall':>8}{'CPU':>8}   target")
    with tempfile.TemporaryDirectory() as folder:
        first, everything = Path(folder) / "first", Path(folder) / "everything"
        if not only_warm:
            wall, cpu = measured(command_line("four-bar"), first)
            row("first run, empty cache: bellcrank run four-bar", wall, cpu, "wall < 20", wall < FIRST_RUN)
            wall, cpu = measured([sys.executable, __file__, "compile_all"], everything)
            row(f"all {len(all_kernels())} kernels, empty cache, one process", wall, cpu, "wall < 90",
                wall < ALL_KERNELS)  # fmt: skip
        for model in SMALL:
            for what, command in (("bellcrank run", command_line(model)), ("Python, simulate", api(model))):
                measured(command, first)
                wall, cpu = min((measured(command, first) for _ in range(REPEAT)), key=lambda pair: pair[1])
                row(f"warm process: {what} {model}", wall, cpu, "CPU < 1.2", cpu < WARM)


if __name__ == "__main__":
    compile_all() if sys.argv[1:] == ["compile_all"] else main()
