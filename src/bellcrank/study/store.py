"""Runs that were done, in a file `runs.jsonl` to which lines are only added: one line, one run, named by its content.

A process that is killed leaves a part of a line at most; it is cut off when the file is opened again. The file is
locked as long as a study works with it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bellcrank.errors import Message, ResultsError
from bellcrank.study.task import Outcome

NAME = "runs.jsonl"
TO_DISK = 1.0
"""Seconds between two times at which lines are forced onto the disk."""


class Store:
    """The runs of a folder; without a folder they are only remembered."""

    def __init__(self, folder: Path | None = None) -> None:
        self.known: dict[str, Outcome] = {}
        self.path = folder / NAME if folder is not None else None
        self._file: Any = None
        self._flushed = 0.0
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b")
            self._lock()
            self._read()

    def _lock(self) -> None:
        """One study at a time."""
        try:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not on this system
            return
        except OSError:
            self._file.close()
            what = f"{self.path} is in use: another study works in this folder."
            raise ResultsError(Message("error", "E952", what, cure="wait for it, or give another folder.")) from None

    def _read(self) -> None:
        """All whole lines; what a killed process left behind them is cut off, lines that make no sense are left out."""
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            try:
                values = json.loads(line)
                key = values.pop("key")
                self.known[key] = Outcome(**values)
            except (ValueError, KeyError, TypeError, AttributeError):
                continue
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)

    def add(self, done: Iterable[tuple[str, Outcome]]) -> None:
        """More runs."""
        self.known.update(fresh := list(done))
        if self._file is not None:
            lines = (json.dumps({"key": key, **vars(outcome)}) + "\n" for key, outcome in fresh)
            self._file.write("".join(lines).encode())
            self._file.flush()
            if time.monotonic() - self._flushed > TO_DISK:
                os.fsync(self._file.fileno())
                self._flushed = time.monotonic()

    def close(self) -> None:
        """No more runs."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None
