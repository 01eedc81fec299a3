"""The message file of a run, written as it happens; see results/message_file.py for its texts."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.rest import Rest
from bellcrank.analysis.terms import Progress, Reason, TransientSettings
from bellcrank.analysis.watcher import Analysis, Redundancy, Watcher
from bellcrank.errors import Message
from bellcrank.results.message_file import MessageFile

PARTS = 10
"""Lines of the table of one analysis."""


class MessageLog(Watcher):
    """Writes to `file`; what comes before `open` is kept and written then."""

    def __init__(self) -> None:
        self.file: MessageFile | None = None
        self._early: list[tuple[str, str]] = []
        self._started = (clock.perf_counter(), clock.process_time())
        self._next = 0.0
        self._span = (0.0, 1.0)

    def open(self, path: Path) -> None:
        """From now on write to this file."""
        self.file = MessageFile(path)
        for kind, text in self._early:
            self._write(kind, text)
        self._early = []

    def close(self) -> None:
        """The last lines."""
        if self.file is not None:
            elapsed, cpu = (now - then for now, then in zip(self._clocks(), self._started, strict=True))
            self.file.finish(elapsed, cpu)
            self.file = None

    def _clocks(self) -> tuple[float, float]:
        return clock.perf_counter(), clock.process_time()

    def _write(self, kind: str, text: str) -> None:
        if self.file is None:
            self._early.append((kind, text))
        else:
            getattr(self.file, kind)(text)

    # ---- what a watcher is told
    def command(self, line: str) -> None:
        """Echo."""
        self._write("command", line)

    def loaded(self, model: Any) -> None:
        """The box with the title."""
        self._write("title", model.title.strip())

    def text(self, lines: str) -> None:
        """As it is."""
        self._write("text", lines)

    def say(self, message: Message) -> None:
        """Marked as a warning or an error; notes as they are."""
        kind = message.severity if message.severity in ("warning", "error") else "text"
        self._write(kind, message.render())

    def redundant(self, time: float, found: list[Redundancy]) -> None:
        """The table of equations that are left out, and the loops behind them."""
        if self.file is not None and found:
            self.file.redundant(time, [(r.equation, r.element.label) for r in found])
            for r in found:
                self.file.text(f"   {r}")
            self.file.text()

    def rested(self, rest: Rest) -> None:
        """Iterations and imbalance in the words of Adams, then the summary."""
        if self.file is not None:
            self.file.begin_static()
            self.file.end_static(rest.iterations, rest.search.imbalance)
            self.file.text("\n".join(f"   {line}" for line in rest.lines()))

    def linearised(self, modes: Modes) -> None:
        """The table of Adams: eigenvalues in cycles."""
        if self.file is not None:
            per = {"sec": "second"}.get(modes.per, modes.per)
            self.file.eigenvalues(modes.time, modes.values / (2.0 * math.pi), per)

    def begin(self, analysis: Analysis) -> None:
        """Settings and the first line of the table."""
        if self.file is None:
            return
        s = analysis.settings
        name = "Kinematics" if s.kinematic else f"{s.method.capitalize()} {s.formulation}"
        self.file.begin_simulation(analysis.kind, integrator=name, lines=settings_lines(s, analysis.tolerance))
        self.file.progress(analysis.start, analysis.step, 0, 0, 1, 0.0)
        self._span = (analysis.start, (analysis.end - analysis.start) / PARTS)
        self._next = self._span[0] + self._span[1]

    def progress(self, progress: Progress) -> None:
        """A line of the table for every tenth of the time."""
        if self.file is not None and self._next <= progress.time < progress.end:
            self._line(progress)
            start, part = self._span
            self._next = start + part * (1 + (progress.time - start) // part)

    def _line(self, p: Progress) -> None:
        assert self.file is not None
        s = p.statistics
        self.file.progress(p.time, p.step, s.residuals, s.steps, p.order, s.cpu)

    def end(self, reason: Reason, progress: Progress) -> None:
        """The last line of the table, and how it ended."""
        if self.file is not None:
            self._line(progress)
            self.file.end_simulation(stopped=reason is not Reason.DONE)


def settings_lines(settings: TransientSettings, tolerance: str) -> Iterator[str]:
    """The settings of the integrator in the words of Adams' message files."""
    if settings.kinematic:
        yield f"Tolerance: {tolerance}."
        return
    index = "INDEX-3 DAEs" if settings.formulation == "I3" else "SI2 DAEs (stabilised index 2)"
    yield f"The system is modelled with {index}."
    yield f"The integrator is {settings.method}."
    yield f"Integration error = {settings.error:15.6E}"
    yield f"Tolerance: {tolerance}."
    for name in ("h_init", "h_min", "h_max"):
        value = getattr(settings, name)
        if value is not None:
            yield f"{name.replace('_', '').upper():<17} = {value:15.6E}"
