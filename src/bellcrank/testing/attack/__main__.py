"""`python -m bellcrank.testing.attack [KIND...] --seconds S --first N --cases N`: see scripts/attack.

The cases run in a process of their own. It is ended where a case takes longer than five seconds, and started again
where a case has ended it; both are counted and the cases named.
"""

from __future__ import annotations

import argparse
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

from bellcrank.analysis.warm import compile_all
from bellcrank.testing.attack.kinds import KINDS, SECONDS, attempt

START = 120.0
"""Seconds for the first case, which may compile."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def work(kind: str, first: int, last: int) -> None:
    """Carry out cases: a line before each, and one about whatever is wrong."""
    if kind in ("simulation", "scripts"):
        for _ in compile_all():  # compiling is not what is timed
            pass
    for number in range(first, last):
        say(f"case {number}")
        if wrong := attempt(kind, number):
            say(f"bad {number} {wrong}")


def attack(kind: str, first: int, cases: int, until: float = float("inf")) -> tuple[int, list[str]]:
    """How many cases were carried out, and what was wrong."""
    number, bad = first, []
    while number < first + cases and time.monotonic() < until:
        for word, at, text in _lines(kind, number, first + cases, until):
            number = at + 1
            if word != "case":
                bad.append(f"{kind} {at}: {text}")
    return number - first, bad


def _lines(kind: str, first: int, last: int, until: float) -> Iterator[tuple[str, int, str]]:
    """What the process of the cases says; how it ended, where that was not by itself."""
    command = [sys.executable, "-m", "bellcrank.testing.attack", "--work", kind, str(first), str(last)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        said: queue.Queue[str] = queue.Queue()
        assert process.stdout is not None
        reader = threading.Thread(target=_pass_on, args=(process.stdout, said), daemon=True)
        reader.start()
        at, patience = first, START
        try:
            while line := _next(said, process.pid, patience):
                word, number, *text = line.rstrip("\n").split(" ", 2)
                patience = SECONDS if int(number) > first else START
                at = int(number)
                yield word, at, " ".join(text)
                if time.monotonic() > until:
                    process.kill()
                    return
        except TimeoutError:
            process.kill()
            yield "hang", at, f"takes longer than {SECONDS:g} s"
            return
        if process.wait():
            yield "crash", at, f"the process ended with {process.returncode}"


def _next(said: queue.Queue[str], process: int, patience: float) -> str:
    """The next line; TimeoutError where the process works or sleeps longer: a busy machine is not its fault."""
    started, waited = _cpu(process), 0.0
    while True:
        try:
            return said.get(timeout=patience)
        except queue.Empty:
            waited += patience
            if _cpu(process) - started >= patience or waited >= 20.0 * patience:
                raise TimeoutError from None


def _cpu(process: int) -> float:
    """Processor seconds of a process so far."""
    try:
        with open(f"/proc/{process}/stat") as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
    except OSError:
        return time.monotonic()
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _pass_on(stream: object, said: queue.Queue[str]) -> None:
    for line in stream:  # type: ignore[attr-defined]
        said.put(line)
    said.put("")


def main() -> int:
    """Attack, tell, and return how many cases were bad."""
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
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
