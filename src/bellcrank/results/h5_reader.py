"""Reading an HDF5 result file (layout: `formats/hdf5.py`), also one that grows, was left by a killed run or is damaged.

A finished file bears a seal (`seal.py`) and is opened only when that fits; one without a seal is opened calmly
(`calm_file.py`), and what is in it is taken as it is only when it says itself that its run has not ended.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import time as clock
from collections.abc import Iterator
from functools import partial as with_arguments
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ResultsError
from . import seal
from .calm_file import CalmFile, was_being_closed
from .entity import KINDS, Entity, Segment
from .files import Channels, damaged, first_line
from .results import Results
from .rows import LARGE, FileRows

Array = NDArray[np.float64]
SEALED = 3
"""The version of the layout from which on a finished file bears a seal."""
VERSION = 3
PATIENCE = 1.0
"""Seconds for a file that is unreadable because its writer is at work."""
MOST_PACKED = 1100
"""Deflate makes nothing smaller than a thousandth; a file that claims more is not right."""


def read(path: Path, channels: Channels, partial: bool, known: str = "") -> Results:
    """A file, finished, still growing, or left behind by a killed run (then `attrs["finished"]` is False).

    known: the state of its seal, where the one who asks has just made it.
    """
    with opened(path, partial, known) as (file, state):
        return _results(path, file, state, channels, partial)


@contextlib.contextmanager
def opened(path: Path, partial: bool = False, known: str = "") -> Iterator[tuple[Any, str]]:
    """The open HDF5 file and the state of its seal; whatever goes wrong inside is one ResultsError."""
    state = known or seal.look(path)
    if state == seal.BROKEN and not partial:
        raise damaged(path, 1, "the file is damaged", "its checksum does not fit its contents", _cure(path))
    try:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(_open(path, state))
            _refuse_other_files(path, file)
            yield file, state
    except (ResultsError, FileNotFoundError, PermissionError, IsADirectoryError):
        raise
    except Exception as error:  # whatever stands in a file of a stranger
        raise damaged(path, 1, "this is not a readable HDF5 file of results", first_line(error)) from None


def _refuse_other_files(path: Path, file: Any) -> None:
    """HDF5 lets a file take its numbers from any other file of the computer; ours hold their own."""
    import h5py

    for name in ("time", "values", "segment", "analysis", "channel", "units"):
        link = file.get(name, getlink=True)
        if link is None:
            continue
        own = isinstance(link, h5py.HardLink) and isinstance(file[name], h5py.Dataset)
        if not own or file[name].external or file[name].is_virtual:
            raise damaged(path, 1, f"the numbers {name!r} of this file lie in another one", cure="give that file")


@contextlib.contextmanager
def _open(path: Path, state: str) -> Iterator[Any]:
    import h5py

    if state == seal.WHOLE:
        with h5py.File(path, "r", locking="best-effort") as file:
            yield file
        return
    with contextlib.closing(CalmFile(path)) as calm, _growing(path, calm) as file:
        yield file


def _growing(path: Path, calm: CalmFile) -> Any:
    """A file without a seal; while its writer is at work one looks again."""
    import h5py

    until = clock.monotonic() + PATIENCE
    while True:
        before = os.stat(path)
        try:
            return h5py.File(calm, "r")
        except OSError:
            clock.sleep(0.02)
            after = os.stat(path)
            same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
            if same or clock.monotonic() > until:
                raise


def _results(path: Path, file: Any, state: str, channels: Channels, partial: bool) -> Results:
    attrs = _attrs(path, file, state, partial)
    entities = [Entity.from_json(e) for e in json.loads(file.attrs["entities"])]
    n = complete_rows(file, 0, attrs["finished"])
    _check_size(path, file, n)
    run = Results(entities, np.empty((0, 1 + sum(len(e.components) for e in entities))), attrs, [])
    wanted = run if channels is None else run.pick(channels)
    columns = [run.names.column(c) for c in wanted.channels]
    if "values" in file and file["values"].shape[1] != len(run.channels):
        raise damaged(path, 1, f"{len(run.channels)} channels are named, {file['values'].shape[1]} are there")
    if state != seal.WHOLE and partial:
        n = _readable(file, n)
    segments = _segments(file["segment"][:n], file["analysis"][:n])
    if channels is None and 8 * n * (1 + len(columns)) > LARGE:
        return Results(wanted.entities, FileRows((n, 1 + len(columns)), with_arguments(_rows, path)), attrs, segments)
    values = np.empty((n, 1 + len(columns)))
    for first, block in _blocks(file, n):
        values[first : first + len(block)] = block[:, [0, *columns]]
    return Results(wanted.entities, values, wanted.attrs, segments)


def _attrs(path: Path, file: Any, state: str, partial: bool) -> dict[str, Any]:
    """The attributes of the run; refuses what is no finished file and says it is."""
    if "bellcrank_results" not in file.attrs:
        why = "the attribute bellcrank_results is missing"
        raise damaged(path, 1, "this HDF5 file holds no results of bellcrank", why)
    version = int(file.attrs["bellcrank_results"])
    if version > VERSION:
        raise damaged(path, 1, "the file was written by a newer bellcrank", cure="update bellcrank")
    attrs: dict[str, Any] = json.loads(file.attrs["attrs"])
    attrs["finished"] = bool(file.attrs["finished"])
    if attrs["finished"] and version >= SEALED and state != seal.WHOLE:
        if state == seal.NONE and was_being_closed(path):  # all is there but the seal
            why = "the run was stopped while its file was being closed: its rows are all there"
            attrs.update(finished=False, end_reason=why)
        elif not partial:
            why = "the seal at its end is missing: it was cut, or changed by another program"
            raise damaged(path, 1, "the file is damaged", why, _cure(path))
        else:
            attrs.update(finished=False, end_reason="the file is damaged: these are the rows that could be read")
    if not attrs["finished"]:
        attrs.setdefault("end_reason", "the run has not ended, or it was killed: these are the rows so far")
    return attrs


def rows_after(path: Path, start: int) -> tuple[Array, bool]:
    """Rows (time first, all channels) from row `start` on of a file that may still grow; True when the run is over.

    ResultsError while its writer is just changing what is read: look again.
    """
    with opened(path, True, seal.NONE) as (file, _):
        finished = bool(file.attrs["finished"])
        n = complete_rows(file, start, finished)
        return (_block(file, start, n) if n > start else np.empty((0, 1))), finished


def complete_rows(file: Any, start: int, finished: bool) -> int:
    """The number of rows; while the writer is at work (`finished` read before) those whose time is there."""
    n = min(len(file[name]) for name in ("time", "values", "segment", "analysis") if name in file)
    if finished or n <= start:
        return n
    unwritten = np.flatnonzero(np.isnan(file["time"][start:n]))
    return start + int(unwritten[0]) if len(unwritten) else n


def _check_size(path: Path, file: Any, n: int) -> None:
    """A file that claims more rows than it can hold would fill the memory."""
    for name in ("time", "values"):
        if name in file:
            data = file[name]
            needed = 8 * n * (data.shape[1] if len(data.shape) > 1 else 1)
            if data.dtype != np.float64 or needed > MOST_PACKED * max(data.id.get_storage_size(), 1):
                raise damaged(path, 1, f"the file claims {n} rows, which are not in it")


def _blocks(file: Any, n: int) -> Iterator[tuple[int, Array]]:
    """Rows with their times, a few thousand at a time."""
    width = file["values"].shape[1] if "values" in file else 0
    step = max(file["values"].chunks[0] if width else 4096, 1_000_000 // max(width, 1))
    for first in range(0, n, step):
        yield first, _block(file, first, min(first + step, n))


def _block(file: Any, start: int, stop: int) -> Array:
    block = np.empty((stop - start, 1 + (file["values"].shape[1] if "values" in file else 0)))
    block[:, 0] = file["time"][start:stop]
    if block.shape[1] > 1:
        block[:, 1:] = file["values"][start:stop]
    return block


def _rows(path: Path, start: int, stop: int) -> Array:
    """Rows of a large file, whose seal was looked at when it was opened."""
    import h5py

    try:
        with h5py.File(path, "r", locking="best-effort") as file:
            return _block(file, start, stop)
    except OSError:
        with _open(path, seal.NONE) as file:
            return _block(file, start, stop)


def _readable(file: Any, n: int) -> int:
    """The number of rows of a damaged file that can be read."""
    good = 0
    with contextlib.suppress(Exception):
        for first, block in _blocks(file, n):
            good = first + len(block)
    return good


def _cure(path: Path) -> str:
    """What could be saved of a damaged file."""
    rows = 0
    with contextlib.suppress(Exception):
        rows = len(read(path, None, True))
    return f"read the {rows} rows that are there with partial=True (command line: --partial)" if rows else ""


def _segments(number: NDArray[np.int16], kind: NDArray[np.int8]) -> list[Segment]:
    """Runs of equal numbers."""
    if not len(number):
        return []
    cuts = [0, *(int(c) + 1 for c in np.flatnonzero(np.diff(number))), len(number)]
    return [Segment(KINDS[int(kind[a])], a, b) for a, b in itertools.pairwise(cuts)]
