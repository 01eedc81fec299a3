"""Every dataset of ../shared/corpus: read, checked, written and read again, simulated.

    python benchmarks/real_datasets.py                   the table of docs/adams.md

simulated    0.1 units of time, 10 outputs, from the input position; as it is, or, where that is refused, without what
             the refusals name (`bellcrank run --without ...`). A command file beside it is read for its commands:
             those that are not there are named too.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
    without: tuple[str, ...] = ()
    outcome: str = ""


def datasets() -> list[Path]:
    """All of them."""
    return sorted(CORPUS.glob("*/*.adm"))


LONG = ("FRS5_doe_8",)
"""110 contacts between nets: a tenth of a second takes longer than anybody waits; it is read, not simulated."""


def look(path: Path) -> Found:
    """Read, check, write, read again, simulate."""
    from bellcrank.model import load, load_text
    from bellcrank.model.checks.rule import examine

    model, report = load(path)
    found = Found(f"{path.parent.name}/{path.stem}", len(model.all("PART")) - 1, len(model.all("JOINT")))
    found.errors = len(examine(model, report).errors)
    again, second = load_text(model.text())
    found.same = again == model and not second.errors
    if path.stem in LONG:
        found.outcome = "not tried: contacts between many nets"
        return found
    run = simulate(path, ())
    commands = refused_commands(path)
    found.without = blockers(run)
    found.stops = [*kinds(run), *commands]
    if found.without:
        run = simulate(path, found.without)
        for _ in range(3):  # what reads something that was left out
            if not (more := tuple(name for name in blockers(run) if name not in found.without)):
                break
            found.without += more
            run = simulate(path, found.without)
    found.outcome = outcome(run)
    return found


def simulate(path: Path, without: tuple[str, ...]) -> Any:
    """Run a dataset for a tenth."""
    from bellcrank.analysis.script import Options, ScriptRun

    with tempfile.TemporaryDirectory() as folder:
        return ScriptRun(Options(Path(folder), without=without)).run_dataset(path, SIMULATE)


def outcome(run: Any) -> str:
    """In a few words."""
    if run.failed is None:
        return f"runs, {run.session.statistics['steps']} steps"
    message = run.failed.report.messages[0]
    return f"stops: {message.element}: {message.what}"


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


def blockers(run: Any) -> tuple[str, ...]:
    """The names for --without: statements, or USER."""
    names: dict[str, None] = {}
    for message in refusals(run):
        user = any(word in message.rule + message.what for word in SUBROUTINE)
        if message.rule in ("E501", "E307", "E508"):
            names["USER" if user else message.element.split("/")[0]] = None
    return tuple(names)


def refused_commands(path: Path) -> list[str]:
    """Commands of the file beside the dataset that are not there."""
    from bellcrank.analysis.script import NOT_THERE, name_of
    from bellcrank.model import load_commands

    acf = path.with_suffix(".acf")
    if not acf.exists():
        return []
    script, _ = load_commands(acf)
    return list(dict.fromkeys(n for entry in script.entries if (n := name_of(entry.command)) in NOT_THERE))


def table(rows: list[Found]) -> str:
    """Markdown."""
    head = ["dataset", "parts", "joints", "errors of `check`", "read again", "cannot be simulated", "without that"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for r in rows:
        same, stops = "the same" if r.same else "differs", ", ".join(r.stops) or "nothing"
        lines.append(f"| {r.name} | {r.parts} | {r.joints} | {r.errors} | {same} | {stops} | {r.outcome} |")
    return "\n".join(lines)


if __name__ == "__main__":
    if not datasets():
        sys.exit("The datasets (../shared/corpus) are not here.")
    print(table([look(path) for path in datasets()]))
