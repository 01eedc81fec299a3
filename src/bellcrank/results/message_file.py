"""MessageFile: the `.msg` of a run, line by line as it happens, in the texts scripts for Adams look for.

    log = MessageFile(path)
    log.command("simulate/dynamic, end=5, steps=500")
    log.title("crank")
    log.begin_simulation("Dynamic", integrator="Gstiff I3", lines=["The integrator is GSTIFF, CORRECTOR = original"])
    log.progress(time, step, evaluations, steps, order, cpu)
    log.end_simulation()
    log.finish(elapsed=1.2, cpu=1.1)

Every line is on disk when the call returns. `path` None writes nowhere; `lines` holds all text in both cases.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from .. import __version__
from .files import file_error

WIDTH = 79
TABLE_HEAD = """
   Simulation      Step        Function    Cumulative   Integration     CPU
      Time         Size       Evaluations  Steps Taken    Order        time
   ___________  ___________   ___________  ___________   _________    ________"""


class MessageFile:
    """See the module docstring; methods are named after what happens."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        self.lines: list[str] = []
        self._file: IO[str] | None = None
        self._table_open = False
        if self.path is not None:
            try:
                self._file = open(self.path, "w", encoding="utf-8", newline="\n", buffering=1)
            except OSError as error:
                raise file_error(self.path, "cannot be written", error) from error
        self._banner()

    def text(self, text: str = "") -> None:
        """Write a line (or several) as it is."""
        self.lines += text.split("\n")
        if self._file is not None and self.path is not None:
            try:
                self._file.write(text + "\n")
            except OSError as error:
                raise file_error(self.path, "cannot be written", error) from error

    def command(self, line: str) -> None:
        """Echo a line of the command file."""
        self.text(f" command: {line}")

    def title(self, title: str) -> None:
        """The title of the model, in a box."""
        rule = "-" * WIDTH
        body = [f"|{text:^{WIDTH - 2}}|" for text in ("Model Title", "=" * (WIDTH - 2), "", title, "")]
        self.text("\n".join(["", rule, *body, rule, ""]))

    def warning(self, text: str) -> None:
        """A warning, marked as Adams marks it."""
        self._marked("WARNING", text)

    def error(self, text: str) -> None:
        """An error, marked as Adams marks it."""
        self._marked("ERROR", text)

    def begin_simulation(self, kind: str, integrator: str = "", lines: Iterable[str] = ()) -> None:
        """A dynamic, kinematic or quasi-static analysis starts; `lines` are settings worth a line."""
        with_method = f" using {integrator} Integrator" if integrator else ""
        self.text(f"\n\n  Begin Simulation\n\n  ****** Performing {kind} Simulation{with_method} ******")
        for line in lines:
            self.text(f"   {line}")
        self._table_open = False

    def redundant(self, time: float, equations: Iterable[tuple[str, str]]) -> None:
        """The redundant constraints that are left out: (equation, element) such as ("Zi.Xj", "JOINT_2")."""
        self.text(f"  Time T={time:.9E}.\n  Degree-of-freedom analysis identified redundant constraints in the model:")
        self.text("  " + "-" * 73)
        for equation, element in equations:
            self.text(f"   -  deactivating constraint equation  {equation} in {element}")
        self.text()

    def progress(self, time: float, step: float, evaluations: int, steps: int, order: int, cpu: float) -> None:
        """A line of the table of the integration."""
        if not self._table_open:
            self.text(TABLE_HEAD)
            self._table_open = True
        self.text(f"{time:14.5E}{step:13.5E}{evaluations:13d}{steps:13d}{order:8d}{clock_text(cpu):>16} ")

    def end_simulation(self, stopped: bool = False) -> None:
        """The analysis is over; `stopped` before its end time."""
        self.text("\n  Dynamic Solution stopped.\n" * stopped + "\n  End Simulation")
        self._table_open = False

    def begin_static(self, lines: Iterable[str] = ()) -> None:
        """A static analysis starts."""
        self.text("\n\n  Begin Static Solution\n")
        for line in lines:
            self.text(f" {line}")

    def end_static(self, iterations: int, imbalance: float, converged: bool = True) -> None:
        """The static analysis is over."""
        if converged:
            self.text(f"\n  Static Solution converged in {iterations} iterations")
            self.text(f"  Residual imbalance is less than {imbalance:.5E}")
        else:
            self.error(
                f"The static equilibrium analysis has not been successful: after {iterations} iterations\n"
                f"the residual imbalance is {imbalance:.5E}."
            )
        self.text("\n  End Static Solution")

    def eigenvalues(self, time: float, values: Iterable[complex], per: str = "second") -> None:
        """Eigenvalues in cycles per unit of time; of a conjugate pair only the one above the real axis is given."""
        self.text(f"\n                 E I G E N V A L U E S  at time = {time:.5E}")
        self.text(f"      Number    Real(cycles/{per})      Imag.(cycles/{per}) ")
        for number, value in enumerate(values, start=1):
            imaginary = f"    +/-{abs(value.imag):19.5E}" if value.imag else ""
            self.text(f"{number:10d}{value.real:25.5E}{imaginary}")
        self.text()

    def finish(self, elapsed: float, cpu: float) -> None:
        """The last lines; closes the file."""
        share = f"{100.0 * cpu / elapsed:.2f}%" if elapsed > 0 else ""
        self.text(f"\n\nFinished -----\nElapsed time = {elapsed:.2f}s,  CPU time = {cpu:.2f}s,  {share}")
        if self._file is not None:
            self._file.close()
            self._file = None

    def _banner(self) -> None:
        rule, now = "-" * WIDTH, datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S")
        said = ("", f"bellcrank {__version__}", "multibody dynamics", f"Local Time: {now}", "")
        self.text("\n".join(["", rule, *(f"|{text:^{WIDTH - 2}}|" for text in said), rule, ""]))

    def _marked(self, word: str, text: str) -> None:
        self.text(f"\n---- START: {word} ----\n{text}\n---- END: {word} ----\n")


def clock_text(seconds: float) -> str:
    """Seconds below a minute, then m:ss and h:mm:ss.

    >>> clock_text(3.5), clock_text(62), clock_text(3781)
    ('3.50', '1:02', '1:03:01')
    """
    if seconds < 59.995:
        return f"{seconds:.2f}"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def clock_seconds(text: str) -> float:
    """The inverse of `clock_text`."""
    seconds = 0.0
    for part in text.split(":"):
        seconds = 60.0 * seconds + float(part)
    return seconds
