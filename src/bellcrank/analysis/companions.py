"""Companion runs: what a session does is done again beside it, more exactly and with both formulations.

A process of its own costs about a second before it begins. So a run that takes longer gets two companions that start
when it has taken one second, on the cores that are free; a shorter one is repeated afterwards in its own process, and
so is a model with Python functions, which no other process knows. Their results go to a temporary folder.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import time as clock
from pathlib import Path

from bellcrank.analysis.repeat import Act, Repeated, do_again
from bellcrank.analysis.rest import Rest
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import Progress, TransientSettings
from bellcrank.analysis.watcher import Analysis, Watcher
from bellcrank.processes import own
from bellcrank.results import load

PATIENCE = 1.0
"""Seconds of a run after which a process of its own is worth its start."""


class Companions(Watcher):
    """Watches a session; `finish` gives the reference and the witness of its run (repeat.varied)."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.acts: list[Act] = []
        self.processes: list[Process] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._sim: object = None
        self._began = 0.0

    # ---- what a watcher is told
    def begin(self, analysis: Analysis) -> None:
        """Remember what is done, and tell the companions that are at work already."""
        session = self.session
        model = self.acts[-1].model if self.acts and self._sim is session.sim else session.model.copy()
        self._sim, self._began = session.sim, self._began or clock.perf_counter()
        a, inactive = analysis, session.without.keys | session.inactive
        self.acts.append(Act(model, inactive, a.end, a.outputs, a.dtout, a.h_max, a.step, a.settings))
        for process in self.processes:
            process.send(self.acts[-1], self.acts[-2])

    def rested(self, rest: Rest) -> None:
        """A static analysis is done again too: what follows starts from it."""
        session = self.session
        inactive = session.without.keys | session.inactive
        act = Act(session.model.copy(), inactive, rest.time, -rest.outputs, rest.dtout, 0.0, 0.0, TransientSettings())
        self.acts.append(act)
        self._sim = session.sim
        for process in self.processes:
            process.send(act, self.acts[-2] if len(self.acts) > 1 else None)

    def progress(self, progress: Progress) -> None:
        """Start the companions when the run is a long one."""
        if not self.processes and clock.perf_counter() - self._began > PATIENCE and self._portable():
            self._folder = tempfile.TemporaryDirectory(prefix="bellcrank-")
            self.processes = [Process(Path(self._folder.name), witness) for witness in (False, True)]
            for process in self.processes:
                for act, before in zip(self.acts, [None, *self.acts], strict=False):
                    process.send(act, before)

    def _portable(self) -> bool:
        """Whether another process can read the model: Python functions stand in no dataset."""
        return not any(e.is_user for act in self.acts for element in act.model.all() for _, e in element.expressions())

    # ---- the end
    def finish(self) -> list[Repeated]:
        """Wait for the companions, or do the runs here; Ctrl-C ends them."""
        try:
            if self.processes:
                return [process.finish() for process in self.processes]
            return [do_again(self.acts, witness) for witness in (False, True)]
        finally:
            self.close()

    def close(self) -> None:
        """End the companions, whatever they do."""
        for process in self.processes:
            process.kill()
        self.processes = []
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class Process:
    """One companion in a process of its own."""

    def __init__(self, folder: Path, witness: bool) -> None:
        self.path = folder / f"{'witness' if witness else 'reference'}.h5"
        words = [sys.executable, "-m", "bellcrank.analysis.repeat", str(self.path), *(["--witness"] if witness else [])]
        self._errors = open(self.path.with_suffix(".err"), "w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self._errors, text=True, encoding="utf-8",
            env=own(),
        )  # fmt: skip

    def send(self, act: Act, before: Act | None) -> None:
        """One act more."""
        self._write(act.to_json(before) + "\n")

    def _write(self, line: str) -> None:
        with contextlib.suppress(OSError):  # it has ended: `finish` tells why
            assert self._process.stdin is not None
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def finish(self) -> Repeated:
        """No more acts: wait until it has ended."""
        self._write("\n")
        self._process.wait()
        outcome = self.path.with_suffix(".json")
        if not outcome.exists():
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines()
            return Repeated(failure=f"its process ended: {said[-1] if said else f'code {self._process.returncode}'}")
        done = Repeated(**json.loads(outcome.read_text(encoding="utf-8")))
        done.results = load(self.path) if self.path.exists() else None
        return done

    def kill(self) -> None:
        """End it."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._errors.close()
