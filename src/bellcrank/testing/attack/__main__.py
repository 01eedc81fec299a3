"""`python -m bellcrank.testing.attack [KIND...] --seconds S --first N --cases N`: see scripts/attack.

The cases run in a process of their own. It is ended where a case takes longer than five seconds, and started again
where a case has ended it; both are counted and the cases named. The number of its case stands in memory that both
processes see: telling it costs nothing, while a line for each case took half as long as reading a dataset.
"""

from __future__ import annotations

import argparse
import mmap
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bellcrank.analysis.warm import compile_all
from bellcrank.testing.attack.kinds import KINDS, SECONDS, attempt

START = 120.0
"""Seconds for the first case, which may compile."""
LOOK = 0.2
"""Seconds between two looks at the process."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def work(kind: str, first: int, last: int, place: str) -> None:
    """Carry out cases: the number of each in the file `place`, and a line about whatever is wrong."""
    if kind in ("simulation", "scripts"):
        for _ in compile_all():  # compiling is not what is timed
            pass
    with open(place, "r+b") as file, mmap.mmap(file.fileno(), 8) as memory:
        for number in range(first, last):
            memory[:] = number.to_bytes(8, "little")
            if wrong := attempt(kind, number):
                say(f"{number} {wrong}")
        memory[:] = last.to_bytes(8, "little")


def attack(kind: str, first: int, cases: int, until: float = float("inf")) -> tuple[int, list[str]]:
    """How many cases were carried out, and what was wrong."""
    number, bad = first, []
    while number < first + cases and time.monotonic() < until:
        with tempfile.TemporaryDirectory() as folder:
            number, found = _watched(kind, number, first + cases, until, Path(folder))
            bad += found
    return number - first, bad


def _watched(kind: str, first: int, last: int, until: float, folder: Path) -> tuple[int, list[str]]:
    """The number of the first case that was not carried out, and what was wrong until then."""
    place, said = folder / "number", folder / "said"
    place.write_bytes(first.to_bytes(8, "little"))
    command = [sys.executable, "-m", "bellcrank.testing.attack", "--work", kind, str(first), str(last), str(place)]
    with open(said, "wb") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as process:
        end = _end(process, place, first, until)
    number = int.from_bytes(place.read_bytes(), "little")
    bad = [f"{kind} {line.replace(' ', ': ', 1)}" for line in said.read_text(errors="replace").splitlines()]
    if end:
        bad.append(f"{kind} {number}: {end}")
    return number + bool(end), bad


def _end(process: subprocess.Popen[bytes], place: Path, first: int, until: float) -> str:
    """Wait for the process: how it ended, where that was not as it should; a busy machine is not its fault."""
    at, begun, idle = place.read_bytes(), 0.0, 0
    while time.monotonic() < until:
        try:
            code = process.wait(LOOK)
            return f"the process ended with {code}" if code else ""
        except subprocess.TimeoutExpired:
            now = place.read_bytes()
        cpu, waits = _cpu(process.pid)
        idle += waits  # looks, not the clock, which goes on where nobody lets the process run
        if now != at:
            at, begun, idle = now, cpu, 0
        patience = SECONDS if int.from_bytes(at, "little") > first else START
        if cpu - begun >= patience or idle * LOOK >= 20.0 * patience:
            process.kill()
            return f"takes longer than {SECONDS:g} s"
    process.kill()
    return ""


def _cpu(process: int) -> tuple[float, bool]:
    """Processor seconds of a process so far, and whether it waits for something else than a processor."""
    try:
        with open(f"/proc/{process}/stat") as file:
            words = file.read().rpartition(")")[2].split()
    except OSError:
        return time.monotonic(), True
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"), words[0] not in "RT"


def main() -> int:
    """Attack, tell, and return how many cases were bad."""
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
        return 0
    parser = argparse.ArgumentParser(
        prog="attack", description="Mutated inputs: nothing may break, hang, or be taken as good."
    )
    parser.add_argument("kinds", nargs="*", help=f"what to attack: {' '.join(KINDS)}; default all")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, in all (default 60)")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first case (the same number is the same case)"
    )
    parser.add_argument("--cases", type=int, default=10**9, help="how many cases of each kind at most")
    given = parser.parse_args()
    kinds = given.kinds or list(KINDS)
    wrong = 0
    for kind in kinds:
        done, bad = attack(kind, given.first, given.cases, time.monotonic() + given.seconds / len(kinds))
        say(f"{kind:12} {done:9d} cases, {len(bad)} bad")
        for text, count in Counter(line.split(": ", 1)[1] for line in bad).most_common(20):
            example = next(line for line in bad if line.endswith(text))
            say(f"   {count:6d} x  {example}")
        wrong += len(bad)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
