"""What a user sees of a run: a bar or plain lines, messages; and Ctrl-C, which keeps the results."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.rest import Rest
from bellcrank.analysis.terms import Progress, Reason
from bellcrank.analysis.watcher import Analysis, Redundancy, Watcher
from bellcrank.cli.compiling import Compiling
from bellcrank.cli.printing import COLOURS
from bellcrank.errors import Message

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

COMPILING = "compiling kernels (once per installation)"
MOST_REDUNDANT = 5
MOST_MESSAGES = 20
"""So many redundant equations are listed, so many messages printed; the message file has all."""
PATIENCE = 1.0
"""Seconds of compiling that are not worth a word."""


class Terminal(Watcher):
    """Prints what it is told; `quiet`: errors only."""

    def __init__(self, quiet: bool = False) -> None:
        self.quiet = quiet
        self.live = sys.stdout.isatty() and not quiet
        self.interrupted = self.running = False
        self.said = 0
        self._bars: Bars | None = None
        self._task: Any = None
        self._next, self._span = 0.0, (0.0, 1.0)
        self._announced = False
        self._compiling = Compiling(self._compiled)

    # ---- Ctrl-C
    @contextlib.contextmanager
    def stoppable(self) -> Iterator[None]:
        """Inside, the first Ctrl-C ends an integration after the step at hand; a second one at once."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self.interrupted or not self.running:
                raise KeyboardInterrupt
            self.interrupted = True

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            self._close_bars()

    # ---- what a watcher is told
    def say(self, message: Message) -> None:
        """Print it; errors to the other stream, so that they are seen where the output goes to a file."""
        if self.quiet and message.severity != "error":
            return
        self.said += 1
        if self.said > MOST_MESSAGES:
            return
        head, _, rest = message.render().partition("\n")
        wrong = message.severity == "error"
        click.secho(head, fg=COLOURS[message.severity], bold=wrong, err=wrong)
        click.echo(rest + "\n", err=wrong)

    def text(self, lines: str) -> None:
        """Print it."""
        self._print(lines)

    def redundant(self, time: float, found: list[Redundancy]) -> None:
        """A few of them."""
        if not found:
            return
        one = len(found) == 1
        self._print(
            f"{len(found)} redundant constraint equation{' is' if one else 's are'} left out "
            "(the motion is right; the reactions of the loop are not unique):"
        )
        for redundancy in found[:MOST_REDUNDANT]:
            self._print(f"  {redundancy}")
        if len(found) > MOST_REDUNDANT:
            self._print(f"  ... {len(found) - MOST_REDUNDANT} more in the message file")

    def rested(self, rest: Rest) -> None:
        """The summary."""
        self._print(f"Static equilibrium at time {rest.time:g}: " + "\n  ".join(rest.lines()))

    def linearised(self, modes: Modes) -> None:
        """The table of the modes."""
        self._print(f"Modes at time {modes.time:g}\n{modes.table()}\n{modes.words()}")

    def begin(self, analysis: Analysis) -> None:
        """The headline, and the bar."""
        self.running = True
        self._close_bars()
        if self._compiling.seconds > PATIENCE:
            self._print(f"{COMPILING}: done in {self._compiling.seconds:.0f} s")
        self._compiling.done.clear()
        s = analysis.settings
        by = "" if s.kinematic else f" by {s.method} {s.formulation}"
        span = f"time {analysis.start:g} to {analysis.end:g}"
        self._print(f"{analysis.kind} analysis{by}, {analysis.tolerance}: {span}")
        self._span = (analysis.start, analysis.end - analysis.start)
        self._next = 0.1
        if self.live:
            self._open_bars("{task.fields[where]}", analysis.end - analysis.start)

    def progress(self, progress: Progress) -> None:
        """Move the bar, or print a line every tenth of the time."""
        if self.interrupted:
            raise KeyboardInterrupt
        start, span = self._span
        part = (progress.time - start) / span
        where = f"time {progress.time:<9.4g} step {progress.step:.1e}  order {progress.order}"
        if self._bars is not None:
            self._bars.update(self._task, completed=progress.time - start, where=where)
        elif part >= self._next and progress.time < progress.end:
            self._print(f"  {100 * part:3.0f} %  {where}  {progress.statistics.steps} steps")
            self._next = 0.1 * (1 + part // 0.1)

    def end(self, reason: Reason, progress: Progress) -> None:
        """The bar goes away."""
        self.running = False
        self._close_bars()

    # ---- inside
    def _print(self, text: str) -> None:
        if not self.quiet:
            click.echo(text)

    def _compiled(self, done: int, total: int) -> None:
        """A kernel is compiled: count it, or print a line now and then. How many a model needs is known at the end."""
        if self.running:
            return
        if self.live:
            if self._bars is None:
                self._open_bars(COMPILING + " ... {task.completed} done", None)
            self._bars.update(self._task, completed=done)  # type: ignore[union-attr]
        elif self._compiling.seconds > PATIENCE and (not self._announced or done % 20 == 0):
            self._announced = True
            self._print(f"{COMPILING} ... {done} done")

    def _open_bars(self, words: str, total: float | None) -> None:
        """A bar with the time that remains; one that only shows that something is done where no total is known."""
        from rich.progress import BarColumn, ProgressColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        columns: list[str | ProgressColumn] = [BarColumn(16), TextColumn(words)]
        if total is not None:
            columns[1:1] = ["{task.percentage:>3.0f} %"]
            columns += ["ETA", TimeRemainingColumn(True)]
        self._bars = Bars(*columns, transient=True)
        self._task = self._bars.add_task("", total=total, where="")
        self._bars.start()

    def _close_bars(self) -> None:
        if self._bars is not None:
            self._bars.stop()
            self._bars = None
