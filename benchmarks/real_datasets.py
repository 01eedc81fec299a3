"""Every dataset of ../shared/corpus: read, checked, written and read again, its command file carried out.

    python benchmarks/real_datasets.py [--seconds 120] [NAME ...]           the table of docs/adams.md

cannot be simulated   what a refused run names, all of it at once; capital words are commands that are not there
its command file      carried out in a folder of its own; where user subroutines are missing, with stand-ins that give
                      zeros (stand_ins.py). After --seconds of CPU time it is stopped, and how far it got is told. A
                      dataset without command file is integrated for 0.1 units of time.
"""

from __future__ import annotations

import argparse
import re
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import stand_ins

from bellcrank.analysis.terms import Progress
from bellcrank.analysis.watcher import Watcher

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / ".." / "shared" / "corpus"
SIMULATE = "simulate/dynamic, end=0.1, steps=10"
SUBROUTINE = ("E307", "E508", "user subroutine")


@dataclass
class Found:
    """What became of one dataset."""

    name: str
    parts: int = 0
    joints: int = 0
    errors: int = 0
    same: bool = False
    """Written and read again, it is equal."""
    stops: list[str] = field(default_factory=list)
    """Kinds that cannot be simulated, with their numbers, and commands."""
    stand_ins: int = 0
    """How many Python functions replace what was not published."""
    outcome: str = ""


def datasets() -> list[Path]:
    """All of them."""
    return sorted(CORPUS.glob("*/*.adm"))


def look(path: Path, seconds: float) -> Found:
    """Read, check, write, read again, carry out the command file."""
    from bellcrank.model import load, load_text
    from bellcrank.model.checks.rule import examine
    from bellcrank.schema.subroutine import SUBROUTINES

    model, report = load(path)
    found = Found(f"{path.parent.name}/{path.stem}", len(model.all("PART")) - 1, len(model.all("JOINT")))
    found.errors = len(examine(model, report).errors)
    again, second = load_text(model.text())
    found.same = again == model and not second.errors
    run, said = carry_out(path, seconds)
    found.stops = kinds(run)
    if refusals(run):
        before = dict(SUBROUTINES)
        found.stand_ins = stand_ins.stand_in(model) - len(before)
        run, said = carry_out(path, seconds)
        SUBROUTINES.clear()
        SUBROUTINES.update(before)
    found.outcome = said
    return found


class Clock(Watcher):
    """Stops a run after some seconds of CPU time, as Ctrl-C would; knows how far it was."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.started, self.time, self.struck = seconds, time.process_time(), 0.0, False
        signal.signal(signal.SIGPROF, self._strike)
        signal.setitimer(signal.ITIMER_PROF, 2.0 * seconds)  # statics tell no progress

    def _strike(self, *_: Any) -> None:
        """As Ctrl-C; inside a function of the user it may end as an error of that function."""
        self.struck = True
        raise KeyboardInterrupt

    def progress(self, progress: Progress) -> None:
        self.time = progress.time
        if time.process_time() - self.started > self.seconds:
            raise KeyboardInterrupt

    def finish(self) -> float:
        """The CPU time spent; no signal comes any more."""
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        return time.process_time() - self.started


def carry_out(path: Path, seconds: float) -> tuple[Any, str]:
    """The command file of a dataset, in a folder where all has the name that it asks for; and what became of it."""
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.model import load_commands

    acf, watch = command_file(path), Clock(seconds)
    with tempfile.TemporaryDirectory() as folder:
        run = ScriptRun(Options(Path(folder) / "out"), [watch])
        for other in path.parent.glob("*.xmt_txt"):
            shutil.copy(other, folder)
        name = path.name if acf is None else load_commands(acf)[0].model_path().name
        shutil.copy(path, Path(folder) / name)
        if acf is None:
            run.run_dataset(Path(folder) / name, SIMULATE)
        else:
            run.run_file(shutil.copy(acf, folder))
        return run, outcome(run, watch, watch.finish())


def command_file(path: Path) -> Path | None:
    """The command file beside a dataset: with its name, or with a longer one."""
    found = [path.with_suffix(".acf"), *sorted(path.parent.glob(f"{path.stem}*.acf"))]
    return next((acf for acf in found if acf.exists()), None)


def outcome(run: Any, watch: Clock, spent: float) -> str:
    """In a few words."""
    session = run.session
    end, steps = (session.time, session.statistics.get("steps", 0)) if session is not None else (0.0, 0)
    if run.stopped or watch.struck:
        return f"stopped after {spent:.0f} s of CPU time at {max(end, watch.time):.4g} units of time"
    if run.failed is None:
        return f"runs to its end at {end:g}, {steps} steps, {spent:.0f} s"
    message = run.failed.report.messages[0]
    return f"stops at {end:.4g}: {message.element}: {message.what}"


def refusals(run: Any) -> list[Any]:
    from bellcrank.errors import UnsupportedError

    return list(run.failed.report) if isinstance(run.failed, UnsupportedError) else []


def kinds(run: Any) -> list[str]:
    """ "10 CONTACT", "5 VARIABLE (USER)", ..."""
    found: dict[str, int] = {}
    for message in refusals(run):
        keyword, ids = message.element.split("/", 1) if "/" in message.element else (message.element, "")
        user = any(word in message.rule + message.what for word in SUBROUTINE)
        name = f"{keyword} (USER)" if user else keyword
        if message.rule in ("E501", "E307", "E508"):
            found[name] = found.get(name, 0) + count(ids)
    return [f"{n} {name}" for name, n in found.items()]


def count(ids: str) -> int:
    """How many ids "1 to 3, 7" are."""
    spans = re.findall(r"(\d+)(?: to (\d+))?", ids.split("(")[0])
    return sum(int(b or a) - int(a) + 1 for a, b in spans)


def row(r: Found) -> str:
    """A line of the table."""
    same, stops = "the same" if r.same else "differs", ", ".join(r.stops) or "nothing"
    more = f"with {r.stand_ins} stand-ins: " if r.stand_ins else ""
    return f"| {r.name} | {r.parts} | {r.joints} | {r.errors} | {same} | {stops} | {more}{r.outcome} |"


def main() -> None:
    """The table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of the names of datasets")
    parser.add_argument("--seconds", type=float, default=120.0, help="CPU time for each command file")
    asked = parser.parse_args()
    if not datasets():
        sys.exit("The datasets (../shared/corpus) are not here.")
    head = ["dataset", "parts", "joints", "errors of `check`", "read again", "cannot be simulated", "its command file"]
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for path in datasets():
        if not asked.names or any(name in str(path) for name in asked.names):
            print(row(look(path, asked.seconds)), flush=True)


if __name__ == "__main__":
    main()
