"""Attacks on analyses: a spoiled model runs for a moment, or a spoiled command file is carried out.

The result is an error, or finite numbers up to the end that was asked for; files stay in the folder of the output.
"""

from __future__ import annotations

import contextlib
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bellcrank.errors import BellcrankError
from bellcrank.registry import INTEGRATORS
from bellcrank.testing.attack import seeds
from bellcrank.testing.attack.mutations import spoil_numbers
from bellcrank.testing.attack.reading import model_text

LIMIT = 2.0
"""Seconds after which a run is stopped, as a user would; what does not stop then hangs."""
END = 0.02


class _Clock:
    """Ends a run as Ctrl-C does."""

    def __init__(self) -> None:
        self.until = time.process_time() + LIMIT

    def __call__(self, *_: Any) -> None:
        if time.process_time() > self.until:
            raise KeyboardInterrupt


@contextlib.contextmanager
def impatient() -> Iterator[list[str]]:
    """Inside, Ctrl-C comes after LIMIT seconds of work, for what nobody can watch; the list then has a word."""
    stopped: list[str] = []

    def stop(*_: Any) -> None:
        stopped.append("stopped")
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield stopped
    except KeyboardInterrupt:
        return
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def simulation(number: int) -> None:
    """A model with other numbers: transient with any method, statics, modes."""
    from bellcrank.model import load_text

    chance = Random(f"simulation {number}")
    text = model_text(chance)
    model, report = load_text(text if number % 50 == 0 else spoil_numbers(text, chance), "x.adm")
    if report.errors:
        return
    with contextlib.suppress(BellcrankError):
        analyse(model, chance)


def analyse(model: Any, chance: Random) -> None:
    """One analysis of any kind."""
    kind = chance.choice(("transient", "transient", "method", "statics", "path", "modes", "linear", "kinematics"))
    if kind == "transient":
        judge(model.simulate(end=END, steps=4, watch=_Clock()))
    elif kind == "method":
        methods = ["auto", *sorted(set(INTEGRATORS) - {"KINEMATIC"})]
        judge(model.simulate(end=END, steps=4, watch=_Clock(), method=chance.choice(methods)))
    elif kind == "kinematics":
        judge(model.kinematics(END, steps=4, watch=_Clock()))
    else:
        with impatient():
            finite(numbers(model, kind, chance))


def numbers(model: Any, kind: str, chance: Random) -> np.ndarray:
    """What an analysis without a course in time finds."""
    if kind == "statics":
        return np.asarray(model.statics().values)
    if kind == "path":
        return np.asarray(model.statics(END, steps=2).values)
    if kind == "modes":
        return np.array([mode.value for mode in model.modes(at=chance.choice(("rest", "input")))])
    return np.asarray(model.linearize(at="input").a)


def judge(run: Any) -> None:
    """Finite, and no success that is none."""
    finite(run.values)
    if run.attrs["successful"] and run.time[-1] != END and "sensor" not in run.attrs["end_reason"].lower():
        raise AssertionError(f"told as a success, and ends at {run.time[-1]}: {run.attrs['end_reason']}")


def finite(values: np.ndarray) -> None:
    """Complain of NaN and infinity."""
    if not np.isfinite(values).all():
        raise AssertionError("a result is no number")


def scripts(number: int) -> None:
    """A spoiled command file with statics, modes, SAVE, RELOAD, ... is carried out beside a model."""
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.analysis.watcher import Watcher
    from bellcrank.results import load

    chance = Random(f"scripts {number}")
    clock = _Clock()

    class Ending(Watcher):
        def progress(self, *_: Any) -> None:
            clock()

        def command(self, line: str) -> None:
            clock()

        def text(self, lines: str) -> None:
            clock()

    with tempfile.TemporaryDirectory() as top:
        place = Path(top) / "deep" / "inside" / "mine"
        place.mkdir(parents=True)
        (place / "x.adm").write_text(spoil_numbers(model_text(chance), chance), encoding="utf-8", errors="replace")
        (place / "c.acf").write_text(spoil_numbers(seeds.script(chance), chance), encoding="utf-8", errors="replace")
        run = ScriptRun(Options(place / "out", "r", adams_files=chance.random() < 0.2), [Ending()])
        with impatient() as stopped:
            run.run_file(place / "c.acf")
        for path in () if stopped else (place / "out").glob("*.h5"):
            _judge_file(load(path), run.code)
        known = {"x.adm", "c.acf", "deep", "inside", "mine", "out"}
        strange = [p for p in Path(top).rglob("*") if p.name not in known and p.parent != place / "out"]
        if strange or [p for p in (place / "out").iterdir() if p.name.startswith(".")]:
            raise AssertionError(f"left outside of the folder of the output: {strange}")


def _judge_file(run: Any, code: int) -> None:
    finite(run.values)
    if code == 0 and not run.attrs.get("successful", True):
        raise AssertionError("exit code 0, and the results say it has failed")
