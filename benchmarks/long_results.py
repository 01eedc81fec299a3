"""100 000 outputs of 500 requests: time against the plain writing of the same bytes, and memory.

    python benchmarks/long_results.py [--outputs 100000] [--requests 500] [--repeats 5] [--folder /tmp] [--report]

The rows are written as a run does it (`ResultsWriter`, in blocks, flushed, sealed), and the same blocks as bytes into a
plain file, without HDF5; both files are on the disk (fsync) when the clock stops. They are timed in turn; wall-clock
and processor seconds of each are printed, and the ratios of their medians and of their smallest times. These differ:
where the system has to find new memory for the pages of a file, plain writing takes 2 to 6 times its smallest time.
With --pieces 5 a fifth of the outputs (0.5 GB) is timed at once.
Memory is the peak of a process of its own that writes all, reads channels again and, with --report, writes the report.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

BLOCK = 100
COMPONENTS = ("F2", "F3", "F4", "F6", "F7", "F8")


def block_of(requests: int) -> np.ndarray:
    """Rows of random numbers, time first."""
    return np.random.default_rng(1).normal(size=(BLOCK, 1 + len(COMPONENTS) * requests))


def as_results(path: Path, requests: int, outputs: int) -> None:
    """What a run does."""
    from bellcrank.results import Entity, ResultsWriter

    entities = [Entity(f"REQ_{n}", "Request", n, COMPONENTS, info={"kind": "function"}) for n in range(1, requests + 1)]
    block = block_of(requests)
    writer = ResultsWriter(path, entities, {"title": "long"})
    for n in range(0, outputs, BLOCK):
        block[:, 0] = np.arange(n, n + BLOCK)
        writer.append(block)
    writer.finish({"end_reason": "done", "successful": True})
    handle = os.open(path, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def as_bytes(path: Path, requests: int, outputs: int) -> None:
    """The same numbers in a plain file."""
    block = block_of(requests)
    with open(path, "wb", buffering=0) as file:
        for n in range(0, outputs, BLOCK):
            block[:, 0] = np.arange(n, n + BLOCK)
            file.write(block.data)
        os.fsync(file.fileno())


def timed(how: object, path: Path, requests: int, outputs: int) -> tuple[float, float]:
    """Wall-clock and processor seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    how(path, requests, outputs)  # type: ignore[operator]
    return time.perf_counter() - wall, time.process_time() - cpu


def memory(path: Path, requests: int, outputs: int, report: bool) -> None:
    """In a process of its own: write, read, and tell the peak."""
    from bellcrank.results import load

    as_results(path, requests, outputs)
    run = load(path)
    assert len(run) == outputs and run["REQ_7.F3"].shape == (outputs,)
    if report:
        from bellcrank.viewer import write_report

        write_report(run, path.with_suffix(".html"))
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(f"peak of memory {int(peak.split()[1]) / 1e3:.0f} MB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--outputs", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--folder", default=None)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--pieces", type=int, default=1)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--memory", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    size = given.requests, given.outputs
    if given.memory:
        memory(Path(given.memory), *size, given.report)
        return
    import h5py  # noqa: F401  its import is not what is timed

    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path = Path(folder) / "x.h5"
        found: dict[object, list[tuple[float, float]]] = {as_bytes: [], as_results: []}
        for _ in range(given.repeats):
            for how, times in found.items():
                times.append(timed(how, path, size[0], size[1] // given.pieces))
                size_gb, (wall, cpu) = path.stat().st_size / 1e9, times[-1]
                print(f"{how.__name__:10} {wall:7.2f} s, processor {cpu:6.2f} s, {size_gb:.2f} GB")  # type: ignore[attr-defined]
                path.unlink()
        for name, pick in (("medians", np.median), ("smallest", np.min)):
            wall, cpu = pick(found[as_results], axis=0) / pick(found[as_bytes], axis=0)
            print(f"results over bytes, {name}: {wall:.2f} in wall-clock time, {cpu:.2f} in processor time")
        report = ["--report"] if given.report else []
        command = [
            sys.executable,
            __file__,
            "--memory",
            str(path),
            "--outputs",
            str(size[1]),
            "--requests",
            str(size[0]),
        ]
        subprocess.run(command + report, check=True)


if __name__ == "__main__":
    main()
