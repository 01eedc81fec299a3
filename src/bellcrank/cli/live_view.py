"""The live page of `bellcrank run --view`: a server beside the run, for as long as the run wants it.

The server is a process of its own (`python -m bellcrank.cli.live_view FILE`): it costs the solver nothing, Ctrl-C does
not reach it, and it never holds the result file open inside the process that writes it. It prints its address and ends
when its standard input is closed, hence also when the run is killed.
"""

from __future__ import annotations

import _thread
import contextlib
import math
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from bellcrank.analysis.terms import Progress, Reason
from bellcrank.analysis.watcher import Watcher
from bellcrank.processes import own

PACKAGES = ("starlette", "uvicorn")
START = 30.0
"""Seconds a server may take until it has told its address."""
FAREWELL = 5.0
"""Seconds it may take to end; then it is killed."""


def missing() -> list[str]:
    """What is not installed of the extra `serve`."""
    return [name for name in PACKAGES if find_spec(name) is None]


class LiveView(Watcher):
    """Starts the server when the result file of an analysis is there, and opens the page as soon as it answers.

    `path` gives the result file of the run now; a command file may go on to another model, hence to another file.
    """

    def __init__(self, path: Callable[[], Path | None], quiet: bool = False) -> None:
        self._path, self.quiet = path, quiet
        self.server: Server | None = None
        self.shown = False

    def progress(self, progress: Progress) -> None:
        """The file is there: start, or open the page."""
        path = self._path()
        if path is None:
            return
        if self.server is None or self.server.path != path:
            self.close()
            self.server, self.shown = Server(path), False
        elif self.server.address and not self.shown:
            self.shown = True
            self._tell()
            threading.Thread(target=webbrowser.open, args=(self.server.address,), daemon=True).start()

    def end(self, reason: Reason, progress: Progress) -> None:
        """A short analysis ends before it was told to go on."""
        self.progress(progress)

    def stay(self, report: Path) -> None:
        """After the run: keep the page until Ctrl-C at a terminal; elsewhere a late browser gets the report."""
        if self.server is None:
            return
        interactive = sys.stdin is not None and sys.stdin.isatty()
        with contextlib.suppress(KeyboardInterrupt):
            if not self.shown and self.server.answers():
                self._tell()
            if not self.shown:
                address = self.server.address if interactive else ""
                webbrowser.open(address or report.resolve().as_uri())
            if not self.server.address:
                click.echo(f"The live page could not be opened: {self.server.last_words or 'no answer'}", err=True)
            elif interactive:
                if not self.quiet:
                    click.echo("The page stays until Ctrl-C.")
                self.server.process.wait()

    def close(self) -> None:
        """End the server."""
        if self.server is not None:
            self.server.stop()
            self.server = None

    def _tell(self) -> None:
        assert self.server is not None
        click.echo(self.server.address if self.quiet else f"Live page: {self.server.address}")
        sys.stdout.flush()


class Server:
    """The process that serves one result file."""

    def __init__(self, path: Path) -> None:
        self.path, self.address, self.last_words = path, "", ""
        self._heard = threading.Event()
        apart: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bellcrank.cli.live_view", str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=own(), **apart,
        )  # fmt: skip
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def answers(self) -> bool:
        """Wait for the address; False if it does not come."""
        self._heard.wait(START)
        return bool(self.address)

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._listener.join(FAREWELL)
        self.process.stdout.close()

    def _listen(self) -> None:
        """The first address is the server's; the last line is kept for the case that it fails."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.last_words = line.strip() or self.last_words
            if not self.address and line.startswith("http://"):
                self.address = line.strip()
                self._heard.set()
        self._heard.set()


def main(path: str) -> None:
    """Serve a result file until standard input is closed."""

    def watch() -> None:
        sys.stdin.read()
        _thread.interrupt_main()

    from bellcrank.viewer import live

    threading.Thread(target=watch, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        live.serve(path, None, 0, False, click.echo, patience=math.inf)


if __name__ == "__main__":
    main(sys.argv[1])
