"""Interrupt a command at many moments: `python moments.py HOW COUNT FOLDER -- COMMAND...` prints what went wrong.

The command is carried out once to count its moments: every time it opens, names, removes or makes a file below FOLDER,
and as many points of time in between. Then it is done again and again, each time in a fork of this process (nothing is
imported anew) and on a fresh copy of FOLDER, and at one of the moments

    kill      the process is killed (SIGKILL)
    stop      Ctrl-C (SIGINT)
    vanish    the folder is taken away
    closed    the folder may no longer be written to; the fork gives up the rights of root for that
    full      files cannot grow beyond a limit, from nothing up to what they would have

Afterwards each file is the old one or a whole new one, nothing hidden is left, and no traceback was printed.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

EVENTS = ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.chmod", "os.truncate")
SECONDS = 120
NOBODY = 65534


def main(how: str, count: int, folder: Path, command: list[str]) -> list[str]:
    """What went wrong, in words."""
    from bellcrank.cli import run

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell switches it off for jobs in the background
    os.environ["MPLCONFIGDIR"] = str(folder.parent)
    os.chdir(fresh(folder, "first"))
    run(command)  # what is compiled or imported once is not what is interrupted
    trial = fresh(folder, "trial")
    os.chdir(trial)
    events: list[str] = []
    watched: list[Callable[[str, str], None]] = [lambda event, path: events.append(event)]
    sys.addaudithook(lambda event, details: _heard(event, details, watched))
    started = time.monotonic()
    run(command)
    seconds = time.monotonic() - started
    watched.clear()
    sizes = [path.stat().st_size for path in trial.rglob("*") if path.is_file()]
    wrong = broken(trial, folder)
    for k in range(count):
        place = fresh(folder, f"moment{k}")
        if how == "full":
            told = forked(partial(limited, int(max(sizes) * k / count), run, command), place)
        elif k % 2 and how in ("kill", "stop"):
            told = forked(lambda: sys.exit(run(command)), place, seconds * (k + 1) / count, how)
        else:
            at = round(k * (len(events) - 1) / max(count - 1, 1))
            if how == "kill" and events[at] == "os.rename":
                at -= 1  # the hidden name of a file that replaces another: test_s5_between_two_names
            told = forked(partial(at_event, at, how, watched, run, command, place), place)
        for what in (*told, *broken(place, folder)):
            wrong.append(f"{how} {k}: {what}")
        shutil.rmtree(place, ignore_errors=True)
    return wrong


def _heard(event: str, details: tuple[Any, ...], watched: list[Callable[[str, str], None]]) -> None:
    if not watched or event not in EVENTS:
        return
    names = [str(d) for d in details[:2] if isinstance(d, (str, os.PathLike))]
    here = os.getcwd()
    if any(name.startswith(here) or not name.startswith("/") for name in names):
        watched[0](event, names[0])


def fresh(folder: Path, name: str) -> Path:
    """A copy of the folder beside it."""
    place = folder.parent / name
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    return place


def forked(job: Callable[[], Any], place: Path, after: float = 0.0, how: str = "") -> list[str]:
    """Do something in a fork, in its folder; some seconds later it may be killed or stopped. Tracebacks, if any."""
    said = place.parent / "said.txt"
    child = os.fork()
    if child == 0:
        code = 0
        try:
            handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            os.dup2(handle, 1)
            os.dup2(handle, 2)
            os.chdir(place)
            job()
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            import traceback

            traceback.print_exc()
            code = 99
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    started, sent = time.monotonic(), not how
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if not sent and time.monotonic() > started + after:
            os.kill(child, signal.SIGKILL if how == "kill" else signal.SIGINT)
            sent = True
        if time.monotonic() > started + SECONDS:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return ["hangs"]
        time.sleep(0.01)
    text = said.read_text(errors="replace")
    return [text] if "Traceback" in text else []


def at_event(at: int, how: str, watched: list[Any], run: Any, command: list[str], place: Path) -> None:
    """Carry the command out; at one of its events something happens."""
    if how == "closed" and os.geteuid() == 0:
        for path in (place, *place.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    seen = [0]

    def now(event: str, path: str) -> None:
        seen[0] += 1
        if seen[0] == at + 1:
            HAPPENS[how](place)

    watched.append(now)
    sys.exit(run(command))


HAPPENS: dict[str, Callable[[Path], Any]] = {
    "kill": lambda place: os.kill(os.getpid(), signal.SIGKILL),
    "stop": lambda place: signal.raise_signal(signal.SIGINT),
    "vanish": lambda place: shutil.rmtree(place),
    "closed": lambda place: os.chmod(place, 0o555),
}


def limited(size: int, run: Any, command: list[str]) -> None:
    """As on a full disk: files cannot grow beyond a size."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(size, 1), hard))
    said = os.open("/dev/null", os.O_WRONLY)
    os.dup2(said, 1)
    sys.exit(run(command))


def broken(place: Path, before: Path) -> list[str]:
    """What is in the folder that should not be: hidden files, files that are neither old nor whole."""
    found = []
    for path in sorted(place.rglob("*")) if place.is_dir() else []:
        old = before / path.relative_to(place)
        if path.name.startswith("."):
            found.append(f"{path.name} is left behind")
        elif path.is_file() and not (old.is_file() and old.read_bytes() == path.read_bytes()):
            found += [f"{path.name}: {what}" for what in cut(path)]
    return found


def cut(path: Path) -> list[str]:
    """Why a new file is not whole."""
    from bellcrank.errors import BellcrankError
    from bellcrank.model import load
    from bellcrank.results import load as load_results

    try:
        if path.suffix in (".h5", ".nc", ".csv", ".res", ".req", ".gra", ".parquet", ".tab"):
            if path.stem != "table":
                load_results(path)
        elif path.suffix == ".adm":
            return [m.what for m in load(path)[1].errors]
        elif path.suffix == ".json":
            json.loads(path.read_text())
        elif path.suffix == ".jsonl":
            for line in path.read_text().splitlines()[:-1]:
                json.loads(line)
    except (BellcrankError, ValueError) as error:
        return [str(error)]
    ends = {".html": b"</html>", ".png": b"IEND\xaeB`\x82", ".svg": b"</svg>", ".gif": b";", ".acf": b"stop"}
    content = path.read_bytes().rstrip()
    return [] if content.endswith(ends.get(path.suffix, b"")) else ["is cut"]


if __name__ == "__main__":
    given = sys.argv[1:]
    for line in main(given[0], int(given[1]), Path(given[2]), given[4:]):
        sys.stderr.write(f"WRONG {line!r}\n")
