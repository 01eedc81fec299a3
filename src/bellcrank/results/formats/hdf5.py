"""`.h5`: HDF5 in the layout of netCDF-4; xarray, h5netcdf and the netCDF tools open it.

    values(time, channel)   float64, one matrix for all channels
    time(time)              dimension scale, attribute `units`
    channel(channel)        dimension scale: the names;  units(channel): the unit of each
    segment(time), analysis(time)   number and kind of the analysis a row comes from (CF flags)
    attributes              title, source; entities and attrs as JSON; finished (0 while the run goes on)

One matrix, not one variable per entity or channel: 10 001 rows of 400 channels in blocks of 256 rows take 0.03 s; with
a variable per entity 0.27 s, with a variable per channel 2.6 s (HDF5's bookkeeping per variable and block). gzip saves
a third of the space and costs 0.7 s, so a running analysis does not compress; `save(path, compression=1)` does.

While the run goes on the file is in SWMR mode (single writer, multiple readers). Every block is flushed in the order
values, segment, analysis, time, and a time that is not written yet is NaN: the rows before the first NaN are certainly
there, also for a reader that looks between two steps of the writer.
"""

from __future__ import annotations

import itertools
import json
import time as clock
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...registry import FORMATS, entry
from ..entity import KINDS, Entity, Segment
from ..files import Channels, Format, damaged
from ..results import Results
from ..room import require, reserve

Array = NDArray[np.float64]
Block = tuple[int, int, Array]
"""Number of the segment, index of its kind, rows."""

VERSION = 1
CHUNK_VALUES = 65536
RESERVE = 1 << 18
"""Bytes for HDF5's own bookkeeping that are kept free before every write."""

SEAL_SECONDS = 10.0
"""So long the end of a run waits for somebody who is just reading the file."""


def create(path: Path, entities: Sequence[Entity], attrs: Mapping[str, Any], compression: int = 0) -> Any:
    """A new file without rows, open in SWMR mode; raises OSError."""
    import h5py

    described = json.dumps([e.to_json() for e in entities], default=plain)
    closing = _attributes(attrs)
    require(path, 2 * (len(described) + len(closing["attrs"])) + RESERVE)
    file = h5py.File(path, "w", libver="latest", locking="best-effort")
    file.attrs["Conventions"] = "CF-1.8"
    file.attrs["bellcrank_results"] = VERSION
    file.attrs["entities"] = described
    file.attrs.update(closing, finished=np.int8(0))
    _create_variables(file, entities, str(attrs.get("units", {}).get("time", "sec")), compression)
    file.swmr_mode = True
    return file


def _create_variables(file: Any, entities: Sequence[Entity], time_unit: str, compression: int) -> None:
    import h5py

    text = h5py.string_dtype("utf-8")
    packing = {"compression": "gzip", "compression_opts": compression, "shuffle": True} if compression else {}
    time = file.create_dataset("time", (0,), "f8", maxshape=(None,), chunks=(4096,), fillvalue=np.nan)
    time.attrs["units"] = time_unit
    time.make_scale("time")
    segment = file.create_dataset("segment", (0,), "i2", maxshape=(None,), chunks=(4096,))
    analysis = file.create_dataset("analysis", (0,), "i1", maxshape=(None,), chunks=(4096,))
    analysis.attrs["flag_values"] = np.arange(len(KINDS), dtype="i1")
    analysis.attrs["flag_meanings"] = " ".join(KINDS)
    for dataset in (segment, analysis):
        dataset.dims[0].attach_scale(time)
    names = [channel for entity in entities for channel in entity.channels]
    if not names:
        return
    width = len(names)
    chunks = (int(np.clip(CHUNK_VALUES // width, 16, 4096)), width)
    channel = file.create_dataset("channel", (width,), text, data=names)
    channel.make_scale("channel")
    units = file.create_dataset("units", (width,), text, data=[unit for entity in entities for unit in entity.units])
    values = file.create_dataset(
        "values", (0, width), "f8", maxshape=(None, width), chunks=chunks, fillvalue=np.nan, **packing
    )
    values.attrs["coordinates"] = "units"
    values.dims[0].attach_scale(time)
    values.dims[1].attach_scale(channel)
    units.dims[0].attach_scale(channel)


def extend(file: Any, start: int, blocks: Sequence[Block]) -> int:
    """Put rows after row `start` and flush; gives the new number of rows. Raises OSError or RuntimeError."""
    rows = np.concatenate([b[2] for b in blocks])
    stop = start + len(rows)
    segment = np.concatenate([np.full(len(b[2]), b[0], "i2") for b in blocks])
    kind = np.concatenate([np.full(len(b[2]), b[1], "i1") for b in blocks])
    chunk = 8 * CHUNK_VALUES if "values" not in file else 8 * int(np.prod(file["values"].chunks))
    reserve(file.id.get_vfd_handle(), Path(file.filename), file.id.get_filesize(), 2 * (rows.nbytes + chunk) + RESERVE)
    for name, data in (("values", rows[:, 1:]), ("segment", segment), ("analysis", kind), ("time", rows[:, 0])):
        if name in file:
            dataset = file[name]
            dataset.resize(stop, axis=0)
            dataset[start:stop] = data
            dataset.flush()
    return stop


def seal(path: Path, attrs: Mapping[str, Any]) -> None:
    """Give a file whose rows are complete its closing attributes."""
    closing = _attributes(attrs)
    with _open_to_seal(path) as file:
        reserve(file.id.get_vfd_handle(), path, file.id.get_filesize(), 2 * len(closing["attrs"]) + RESERVE)
        file.attrs.update(closing, finished=np.int8(1))


def _open_to_seal(path: Path) -> Any:
    """The file for its last change; waits for a reader (the live viewer) that has locked it for a moment."""
    import h5py

    until = clock.monotonic() + SEAL_SECONDS
    while True:
        try:
            return h5py.File(path, "r+", libver="latest", locking="best-effort")
        except BlockingIOError:
            if clock.monotonic() > until:
                raise
        clock.sleep(0.05)


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """A file, finished, still growing, or left behind by a killed run (then `attrs["finished"]` is False)."""
    with _open(path) as file:
        if "bellcrank_results" not in file.attrs:
            raise damaged(
                path, 1, "this HDF5 file holds no results of bellcrank", "the attribute bellcrank_results is missing"
            )
        if int(file.attrs["bellcrank_results"]) > VERSION:
            raise damaged(path, 1, "the file was written by a newer bellcrank", cure="update bellcrank")
        entities = [Entity.from_json(e) for e in json.loads(file.attrs["entities"])]
        attrs = json.loads(file.attrs["attrs"])
        attrs["finished"] = bool(file.attrs["finished"])
        if not attrs["finished"]:
            attrs.setdefault("end_reason", "the run has not ended, or it was killed: these are the rows so far")
        n = _complete_rows(file, 0, attrs["finished"])
        run = Results(entities, np.empty((0, 1 + sum(len(e.components) for e in entities))), attrs, [])
        wanted = run if channels is None else run.pick(channels)
        columns = [run.names.column(c) - 1 for c in wanted.channels]
        values = np.empty((n, 1 + len(columns)))
        values[:, 0] = file["time"][:n]
        _read_columns(file, n, columns, values[:, 1:])
        segments = _segments(file["segment"][:n], file["analysis"][:n])
    return Results(wanted.entities, values, wanted.attrs, segments)


def rows_after(path: Path, start: int) -> tuple[Array, bool]:
    """Rows (time first, all channels) from row `start` on of a file that may still grow; True when the run is over."""
    with _open(path) as file:
        finished = bool(file.attrs["finished"])
        n = _complete_rows(file, start, finished)
        rows = np.empty((max(n - start, 0), 1 + (file["values"].shape[1] if "values" in file else 0)))
        if n > start:
            rows[:, 0] = file["time"][start:n]
            rows[:, 1:] = file["values"][start:n]
        return rows, finished


def write(results: Results, path: Path, compression: int = 0) -> None:
    """A complete file."""
    file = create(path, results.entities, results.attrs, compression)
    try:
        n = 0
        for number, part in enumerate(results.segments):
            kind = KINDS.index(part.kind) if part.kind in KINDS else KINDS.index("other")
            if part.stop > part.start:
                n = extend(file, n, [(number, kind, results.values[part.start : part.stop])])
    finally:
        file.close()
    seal(path, results.attrs)


def plain(thing: Any) -> Any:
    """What json cannot write by itself: arrays, NumPy numbers, sets, tuples with names, paths."""
    if isinstance(thing, np.ndarray):
        return thing.tolist()
    if isinstance(thing, np.generic):
        return thing.item()
    if isinstance(thing, (set, frozenset)):
        return sorted(thing)
    if isinstance(thing, Path):
        return str(thing)
    raise TypeError(f"results attributes hold plain values, not {type(thing).__name__}")


def _open(path: Path) -> Any:
    import h5py

    if not path.exists():
        raise FileNotFoundError(2, "there is no such file", str(path))
    try:
        return h5py.File(path, "r", locking="best-effort")
    except OSError as first:
        try:
            return h5py.File(path, "r", libver="latest", swmr=True, locking="best-effort")
        except OSError:
            raise damaged(path, 1, "this is not a readable HDF5 file", str(first).splitlines()[0]) from None


def _attributes(attrs: Mapping[str, Any]) -> dict[str, str]:
    """The attributes of the run as HDF5 keeps them."""
    return {
        "title": str(attrs.get("title", "")),
        "source": "bellcrank",
        "attrs": json.dumps(dict(attrs), default=plain),
    }


def _complete_rows(file: Any, start: int, finished: bool) -> int:
    """The number of rows; while the writer is at work (`finished` read before) those whose time is there."""
    n = min(len(file[name]) for name in ("time", "values", "segment", "analysis") if name in file)
    if finished or n <= start:
        return n
    unwritten = np.flatnonzero(np.isnan(file["time"][start:n]))
    return start + int(unwritten[0]) if len(unwritten) else n


def _read_columns(file: Any, n: int, columns: list[int], out: Array) -> None:
    """Some columns of the matrix, a few thousand rows at a time."""
    if not columns:
        return
    values = file["values"]
    everything = len(columns) == values.shape[1] and columns == sorted(columns)
    step = max(values.chunks[0], 4_000_000 // max(values.shape[1], 1))
    for first in range(0, n, step):
        rows = values[first : min(first + step, n)]
        out[first : first + len(rows)] = rows if everything else rows[:, columns]


def _segments(number: NDArray[np.int16], kind: NDArray[np.int8]) -> list[Segment]:
    """Runs of equal numbers."""
    if not len(number):
        return []
    cuts = [0, *(int(c) + 1 for c in np.flatnonzero(np.diff(number))), len(number)]
    return [Segment(KINDS[int(kind[a])], a, b) for a, b in itertools.pairwise(cuts)]


entry(FORMATS, ".h5")(Format("HDF5 in netCDF-4 layout", read, write))
entry(FORMATS, ".nc")(FORMATS[".h5"])
