"""ResultsWriter: results that are on disk while the run goes on.

The file (layout: `formats/hdf5.py`) may be read by others during the run, and a process killed at any moment leaves a
readable file that lacks at most the last block: the rows of the last half second.
"""

from __future__ import annotations

import contextlib
import time as clock
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import BellcrankError, ResultsError
from . import h5_reader, seal
from .entity import KINDS, Entity, Segment, distinct
from .files import file_error
from .formats import hdf5
from .results import Results
from .rows import joined

FLUSH_ROWS = 512
FLUSH_SECONDS = 0.5


class ResultsWriter:
    """Writes rows as they come; `path` None keeps them in memory.

        writer = ResultsWriter(path, entities, {"title": ..., "units": {...}, "dataset": text})
        writer.begin("dynamic")                 # one segment per analysis
        writer.append(block)                    # (k, 1 + n_channels), time first; or one row
        writer.event(1.5, "sensor", "SENSOR/3", "stopped the analysis")
        run = writer.finish({"end_reason": "end time reached", "statistics": {...}})

    If the disk fails, `append` or `finish` raises a ResultsError, the rows on disk stay readable and the others stay in
    memory: `writer.results()` has them all, to be saved elsewhere. As a context manager it finishes the file also after
    an exception.
    """

    def __init__(self, path: str | Path | None, entities: Sequence[Entity], attrs: Mapping[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self.entities = distinct(entities)
        self.attrs = dict(attrs)
        self._columns = 1 + sum(len(e.components) for e in entities)
        self._marks: list[hdf5.Mark] = []
        self._given = 0
        self._room: tuple[hdf5.Array, hdf5.Array] | None = None
        self._beyond: list[hdf5.Array] = []
        self._height = hdf5.rows_of_chunk(self._columns - 1)
        self._flush_rows = max(FLUSH_ROWS // self._height, 1) * self._height
        self._flush_rows = self._flush_rows if self._height <= FLUSH_ROWS else FLUSH_ROWS
        self._segment, self._kind = -1, 0
        self._written, self._written_segment = 0, -1
        self._flushed_at = clock.monotonic()
        self._file: hdf5.Tables | None = None
        self._sealed = self._done = False
        self._final: Results | None = None
        if self.path is not None:
            try:
                self._file = hdf5.create(self.path, self.entities, self.attrs)
            except OSError as error:
                raise file_error(self.path, "cannot be written", error) from error

    def begin(self, kind: str) -> None:
        """The rows that follow come from a new analysis of this kind (dynamic, static, ...; see `KINDS`)."""
        self._segment += 1
        self._kind = KINDS.index(kind) if kind in KINDS else KINDS.index("other")

    def append(self, block: ArrayLike) -> None:
        """Add rows; they are on disk after 512 rows (of whole chunks) or half a second, whichever comes first."""
        rows = np.atleast_2d(np.asarray(block, dtype=float))
        if rows.shape[1] != self._columns:
            raise ValueError(f"a row has {self._columns} values, the block has {rows.shape[1]}")
        if self._segment < 0:
            self.begin(str(self.attrs.get("analysis") or "dynamic"))
        if self._file is None:
            self._mark(len(rows))
            self._beyond.append(rows.copy())
            return
        while len(rows):
            here = self._written + self._waiting
            left = min(self._height - here % self._height, self._flush_rows - here % self._flush_rows)
            self._keep(rows[:left])
            rows = rows[left:]
            try:
                self._pass_on()
            except ResultsError:
                self._mark(len(rows))
                self._beyond.append(rows.copy())
                raise

    @property
    def _waiting(self) -> int:
        """Rows that do not count in the file yet; the first of them (`_given`) are in it already."""
        return sum(count for _, _, count in self._marks)

    def _mark(self, count: int) -> None:
        """So many more rows of this analysis wait."""
        last = self._marks[-1] if self._marks else (-1, 0, 0)
        if last[:2] == (self._segment, self._kind):
            self._marks[-1] = (*last[:2], last[2] + count)
        else:
            self._marks.append((self._segment, self._kind, count))

    def _keep(self, rows: hdf5.Array) -> None:
        """A copy of the rows, in room that is used again after every flush."""
        if self._room is None:
            self._room = np.empty(self._flush_rows), np.empty((self._flush_rows, self._columns - 1))
        (times, values), waiting = self._room, self._waiting
        times[waiting : waiting + len(rows)] = rows[:, 0]
        values[waiting : waiting + len(rows)] = rows[:, 1:]
        self._mark(len(rows))

    def _kept(self) -> list[hdf5.Array]:
        """The rows that wait, time first."""
        if self._room is None:
            return [*self._beyond]
        times, values = self._room
        count = self._waiting - sum(map(len, self._beyond))
        return [np.column_stack([times[:count], values[:count]]), *self._beyond]

    def _pass_on(self) -> None:
        """A chunk that is full goes to the file while the processor's cache has it; now and then all is flushed."""
        here = self._written + self._waiting
        if here % self._flush_rows == 0 or clock.monotonic() - self._flushed_at > FLUSH_SECONDS:
            self.flush()
        elif here % self._height == 0:
            self._give()

    def _give(self) -> None:
        """Put rows into the file that are in memory alone."""
        assert self._file is not None and self._room is not None
        waiting = self._waiting
        if waiting == self._given:
            return
        try:
            self._file.put(self._written + self._given, self._room[1][self._given : waiting])
        except (OSError, RuntimeError) as error:
            raise self._failed(error) from error
        self._given = waiting

    def event(self, time: float, kind: str, element: str, text: str) -> None:
        """Note something that happened at an instant."""
        self.attrs.setdefault("events", []).append({"time": time, "kind": kind, "element": element, "text": text})

    def flush(self) -> None:
        """Put all rows on disk now."""
        self._flushed_at = clock.monotonic()
        if self._file is None or not self._marks:
            return
        self._give()
        assert self._room is not None
        try:
            written = self._file.commit(self._written, self._marks, self._room[0][: self._given])
        except (OSError, RuntimeError) as error:
            raise self._failed(error) from error
        last = self._marks[-1][0]
        self._written, self._written_segment, self._marks, self._given = written, last, [], 0

    def _failed(self, error: Exception) -> ResultsError:
        """The disk is full or gone: the file keeps the rows that count, the others stay in memory."""
        with contextlib.suppress(OSError, RuntimeError):
            self._let_go()
        return self._disk_failed(error)

    def finish(self, attrs: Mapping[str, Any] | None = None) -> Results:
        """Write the rest and the closing attributes, close the file and give the results."""
        self.attrs.update(attrs or {})
        self.flush()
        self._done = True
        if self._file is None or self.path is None:
            return self.results()
        try:
            sums = self._file.sums()
            self._let_go()
            hdf5.seal(self.path, self.attrs, sums)
            self._sealed = True
        except (OSError, RuntimeError) as error:
            raise self._disk_failed(error) from error
        return self.results()

    def results(self) -> Results:
        """Everything appended so far, on disk or not."""
        if self._final is not None:
            return self._final
        if self.path is not None and self._written and not self._marks:
            run = h5_reader.read(self.path, None, True, seal.WHOLE if self._sealed else "")
            return Results(self.entities, run.rows, run.attrs | self.attrs, run.segments)
        values, segments, attrs = self._on_disk()
        n, number = len(values), self._written_segment
        for segment, kind, count in self._marks:
            if segment != number:
                segments.append(Segment(KINDS[kind], n, n))
                number = segment
            n += count
            segments[-1] = segments[-1]._replace(stop=n)
        parts = [values, *self._kept()]
        del values
        if not self._done:
            return Results(self.entities, joined(parts, self._columns), dict(attrs, **self.attrs), segments)
        self._marks, self._beyond = [], []  # the rows move into one array, block by block
        self._final = Results(self.entities, joined(parts, self._columns), dict(attrs, **self.attrs), segments)
        return self._final

    def _on_disk(self) -> tuple[hdf5.Array, list[Segment], dict[str, Any]]:
        if self.path is None or not self._written:
            return np.empty((0, self._columns)), [], {}
        run = h5_reader.read(self.path, None, True)
        return run.values[: self._written], run.segments, {"finished": run.attrs["finished"]}

    def __enter__(self) -> ResultsWriter:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is None:
            return
        if error is not None:
            said = error.report.messages[0].what if isinstance(error, BellcrankError) and error.report else str(error)
            self.attrs.setdefault("end_reason", said or type(error).__name__)
        self.finish()

    def _let_go(self) -> None:
        """Close the file."""
        tables, self._file = self._file, None
        if tables is not None:
            tables.file.close()

    def _disk_failed(self, error: Exception) -> ResultsError:
        assert self.path is not None
        cause = error if isinstance(error, OSError) else OSError(str(error).splitlines()[0])
        return file_error(self.path, f"cannot be written further; it holds the first {self._written} rows", cause)
