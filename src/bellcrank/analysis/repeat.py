"""Analyses done again: what a session did, with other settings, in this process or in another one.

    python -m bellcrank.analysis.repeat FILE.h5     acts as JSON lines on standard input; FILE.json tells the outcome

The other process ends when its input is closed before the last line, hence also when the run that waits for it is
killed. Ctrl-C does not reach it: whoever started it ends it.
"""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from queue import Queue
from typing import Any

from bellcrank.analysis.formulation import suited
from bellcrank.analysis.quasistatic import quasi_static
from bellcrank.analysis.session import Session
from bellcrank.analysis.static import static_analysis
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.errors import BellcrankError
from bellcrank.results import Results

TIGHTER = 0.1
"""ERROR of the reference by that of the run itself. HMAX is halved and the first step, whose error grows like its
square, is a third of that of the run: steps that something else than ERROR limits would be the same again."""
TIGHTEST = 1e-13
"""No run is asked for more."""


@dataclass(frozen=True)
class Act:
    """One analysis: the model as it was then, and what was asked of it; outputs 0: static, less: quasi-static."""

    model: Any
    inactive: frozenset[tuple[str, int]]
    end: float
    outputs: int
    dtout: float | None
    h_max: float
    step: float
    """The first step."""
    settings: TransientSettings

    def to_json(self, before: Act | None) -> str:
        """One line; the model as the text of its dataset, where it is not that of the act before."""
        text = None if before is not None and before.model is self.model else self.model.text()
        return json.dumps(asdict(replace(self, model=None)) | {"inactive": sorted(self.inactive), "model": text})


def acts_of(lines: Iterable[str]) -> Iterator[Act]:
    """The inverse of `to_json`."""
    from bellcrank.model import load_text

    model = None
    for values in map(json.loads, lines):
        text, settings = values.pop("model"), TransientSettings(**values.pop("settings"))
        model = load_text(text)[0] if text is not None else model
        inactive = frozenset((str(keyword), int(id)) for keyword, id in values.pop("inactive"))
        yield Act(model, inactive, settings=settings, **values)


@dataclass
class Repeated:
    """A run done again: how, what came out, and how it ended."""

    formulation: str = ""
    error: float = 0.0
    time: float = 0.0
    steps: int = 0
    failure: str = ""
    """Why it did not come to its end; empty: it did."""
    results: Results | None = None

    @property
    def label(self) -> str:
        """For instance SI2 1e-07."""
        return f"{self.formulation} {self.error:.0e}"

    def to_json(self) -> dict[str, Any]:
        """All but the results."""
        return asdict(replace(self, results=None)) | {"results": None}


def do_again(acts: Iterable[Act], witness: bool, path: Path | None = None) -> Repeated:
    """Do the acts again as the reference or as the witness, see `varied`."""
    done, session = Repeated(), None
    try:
        for act in acts:
            if session is None:
                session = Session(act.model, path)
            elif session.model is not act.model or session.inactive != act.inactive:
                session.model = act.model
                session.changed()
            session.inactive = set(act.inactive)
            if act.outputs <= 0:
                _rest_again(session, act)
                continue
            settings = varied(session, act, witness)
            done.formulation, done.error = settings.formulation, settings.error
            session.transient(act.end, act.outputs, settings, act.dtout)
            if session.reason is Reason.STOPPED:
                raise KeyboardInterrupt
    except BellcrankError as error:
        done.failure = next((message.what for message in error.report), str(error))
    if session is not None:
        done.time, done.steps = session.time, int(session.statistics.get("steps", 0))
        done.results = session.finish()
    return done


def _rest_again(session: Session, act: Act) -> None:
    """A static or quasi-static analysis: it has no tolerance, and is the same again."""
    if act.outputs == 0:
        static_analysis(session)
    else:
        quasi_static(session, act.end, -act.outputs, act.dtout)


def varied(session: Session, act: Act, witness: bool) -> TransientSettings:
    """The settings of the reference, SI2 with ERROR/10, or of the witness, I3 with ERROR/100.

    I3 errs about ten times as much as SI2 with the same ERROR; where it does not suit the model the witness is SI2 too.
    A kinematic analysis is verified by integration.
    """
    finer = TIGHTER * (TIGHTER if witness else 1.0)
    error = max(finer * act.settings.error, TIGHTEST)
    first = math.sqrt(finer) * act.step if session.writer is None else act.settings.h_init
    tight = replace(act.settings, method="GSTIFF", formulation="SI2", error=error, h_max=0.5 * act.h_max, h_init=first)
    if not witness:
        return tight
    builder = session.prepare().builder
    other = replace(tight, formulation="I3")
    return suited(builder, other)[0] if builder.rows else tight


def lines_of_input() -> Iterator[str]:
    """Lines up to an empty one; the process ends at once when the input is closed before."""
    lines: Queue[str] = Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip())
        os._exit(1)

    threading.Thread(target=read, daemon=True).start()
    while line := lines.get():
        yield line


def main(path: Path) -> None:
    """The other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    done = do_again(acts_of(lines_of_input()), "--witness" in sys.argv, path)
    path.with_suffix(".json").write_text(json.dumps(done.to_json()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
