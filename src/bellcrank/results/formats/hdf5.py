"""`.h5`: HDF5 in the layout of netCDF-4; xarray, h5netcdf and the netCDF tools open it.

    values(time, channel)   float64, one matrix for all channels
    time(time)              dimension scale, attribute `units`
    channel(channel)        dimension scale: the names;  units(channel): the unit of each
    segment(time), analysis(time)   number and kind of the analysis a row comes from (CF flags)
    attributes              title, source; entities and attrs as JSON; finished (0 while the run goes on)

A finished file ends with a seal (`results/seal.py`), which tells whether it is whole.

One matrix, not one variable per entity or channel: 10 001 rows of 400 channels in blocks of 256 rows take 0.03 s; with
a variable per entity 0.27 s, with a variable per channel 2.6 s (HDF5's bookkeeping per variable and block). gzip saves
a third of the space and costs 0.7 s, so a running analysis does not compress; `save(path, compression=1)` does.

While the run goes on the file is in SWMR mode (single writer, multiple readers). Every block is flushed in the order
values, segment, analysis, time, and a time that is not written yet is NaN: the rows before the first NaN are certainly
there, also for a reader that looks between two steps of the writer.
"""

from __future__ import annotations

import json
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...registry import FORMATS, entry
from ...whole_files import whole
from .. import seal as seals
from ..entity import KINDS, Entity
from ..files import Format
from ..h5_reader import VERSION, read
from ..results import Results
from ..room import reserve

Array = NDArray[np.float64]
Mark = tuple[int, int, int]
"""Number of a segment, index of its kind, how many of the next rows belong to it."""

LAYOUT: dict[str, Any] = {"libver": "latest", "alignment_threshold": 1024, "alignment_interval": 8}
"""Numbers begin at whole words of the file, as the seal wants them."""
CHUNK_VALUES = 65536
RESERVE = 1 << 18
"""Bytes for HDF5's own bookkeeping, and for times, that are kept free before every write."""
AHEAD = 1 << 24
"""So many bytes are asked for at once, where there are so many."""

SEAL_SECONDS = 10.0
"""So long the end of a run waits for somebody who is just reading the file."""


def create(path: Path, entities: Sequence[Entity], attrs: Mapping[str, Any]) -> Tables:
    """The file of a run that begins: without rows, open in SWMR mode. Until its head is whole an old one stays."""
    import h5py

    with whole(path) as place, open(place, "r+b", buffering=0) as head:
        _fill_room(head.fileno(), place, entities, attrs)
        head.truncate(0)
        with h5py.File(head, "w", **LAYOUT) as file:
            _describe(file, entities, attrs)
    growing = _open_again(path)
    growing.swmr_mode = True
    return Tables(growing)


def _describe(file: Any, entities: Sequence[Entity], attrs: Mapping[str, Any], compression: int = 0) -> None:
    """Variables without rows, and attributes."""
    described = json.dumps([e.to_json() for e in entities], default=plain)
    closing = _attributes(attrs)
    file.attrs["Conventions"] = "CF-1.8"
    file.attrs["bellcrank_results"] = VERSION
    file.attrs["entities"] = described
    file.attrs.update(closing, finished=np.int8(0))
    _create_variables(file, entities, str(attrs.get("units", {}).get("time", "sec")), compression)


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
    chunks = (rows_of_chunk(width), width)
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


def rows_of_chunk(width: int) -> int:
    """How many rows of so many channels are kept together."""
    return int(np.clip(CHUNK_VALUES // max(width, 1), 16, 4096))


def chunked(start: int, count: int, height: int) -> Iterator[tuple[int, int]]:
    """So many rows after row `start`, cut where chunks end: first and last of each piece, counted from `start`.

    >>> list(chunked(5, 7, 4))
    [(0, 3), (3, 7)]
    """
    first = 0
    while first < count:
        stop = min(count, first + height - (start + first) % height)
        yield first, stop
        first = stop


class Tables:
    """What grows with the rows of an open file, and the sums of what was written to it."""

    def __init__(self, file: Any, descriptor: int = -1) -> None:
        self.file, self._sums, self.values = file, seals.Sums(), file.get("values")
        self._path, self._marks = Path(str(file.filename)), [file[name] for name in ("segment", "analysis", "time")]
        self._descriptor = file.id.get_vfd_handle() if descriptor < 0 else descriptor
        self._height: int = 0 if self.values is None else self.values.chunks[0]
        self._width: int = 0 if self.values is None else self.values.chunks[1]
        self._straight = self.values is not None and self.values.compression is None
        self._rows = 0
        self._places: dict[int, int] = {}

    def put(self, start: int, rows: Array) -> None:
        """Rows of one chunk, without their times; they count when their times are there. OSError or RuntimeError.

        A whole chunk goes straight to the file: HDF5 would copy it three times.
        """
        need = 2 * (rows.nbytes + 8 * max(self._height * self._width, CHUNK_VALUES)) + RESERVE
        reserve(self._descriptor, self._path, self.file.id.get_filesize(), need, AHEAD)
        if self.values is None:
            return
        if start + len(rows) > self._rows:
            self._rows = start + len(rows)
            self.values.id.set_extent((self._rows, self._width))
        if len(rows) < self._height or not self._straight:
            self.values[start : start + len(rows)] = rows
            return
        rows = np.ascontiguousarray(rows)
        self.values.id.write_direct_chunk((start, 0), rows)
        place = self.file.id.get_filesize() - rows.nbytes  # as a rule; `sums` looks
        if place % 8 == 0:
            self._places[start] = place
            self._sums.add(place, rows.reshape(-1).view("<u8"))

    def sums(self) -> seals.Sums:
        """The sums of chunks that are where they were expected; to ask for each place at once takes long in HDF5."""
        wrong = dict(self._places)

        def look(chunk: Any) -> None:
            if wrong.get(chunk.chunk_offset[0]) == chunk.byte_offset:
                del wrong[chunk.chunk_offset[0]]

        if wrong and hasattr(self.values.id, "chunk_iter"):
            self.values.id.chunk_iter(look)
        for place in wrong.values():
            self._sums.forget(place)
        return self._sums

    def commit(self, start: int, marks: Sequence[Mark], times: Array) -> int:
        """Times of rows that were put after row `start`, and flush; gives the number of rows. May raise as `put`."""
        stop = start + len(times)
        if self.values is not None:
            self.values.flush()
        counts = [count for _, _, count in marks]
        segment = np.repeat(np.array([number for number, _, _ in marks], "i2"), counts)
        kind = np.repeat(np.array([kind for _, kind, _ in marks], "i1"), counts)
        for dataset, data in zip(self._marks, (segment, kind, times), strict=True):
            dataset.resize(stop, axis=0)
            dataset[start:stop] = data
            dataset.flush()
        return stop


def seal(path: Path, attrs: Mapping[str, Any], sums: seals.Sums | None = None) -> None:
    """Give a file whose rows are complete its closing attributes, and its seal; sums: those of its `Tables`."""
    closing = _attributes(attrs)
    with _open_again(path) as file:
        reserve(file.id.get_vfd_handle(), path, file.id.get_filesize(), 2 * len(closing["attrs"]) + RESERVE)
        file.attrs.update(closing, finished=np.int8(1))
    seals.close(path, known=sums)


def _open_again(path: Path) -> Any:
    """The file for rows or its last change; waits for a reader (the live viewer) that has locked it for a moment."""
    import h5py

    until = clock.monotonic() + SEAL_SECONDS
    while True:
        try:
            return h5py.File(path, "r+", locking="best-effort", **LAYOUT)
        except BlockingIOError:
            if clock.monotonic() > until:
                raise
        clock.sleep(0.05)


def write(results: Results, path: Path, compression: int = 0) -> None:
    """A complete file; HDF5 gets it as an open file, since it may have no name yet."""
    import h5py

    with open(path, "r+b", buffering=0) as place:
        _fill_room(place.fileno(), path, results.entities, results.attrs)
        place.truncate(0)
        with h5py.File(place, "w", **LAYOUT) as file:
            _describe(file, results.entities, results.attrs, compression)
            tables, n = Tables(file, place.fileno()), 0
            for number, part in enumerate(results.segments):
                kind = KINDS.index(part.kind) if part.kind in KINDS else KINDS.index("other")
                for block in results.blocks(part.start, part.stop):
                    for first, stop in chunked(n, len(block), rows_of_chunk(block.shape[1] - 1)):
                        tables.put(n + first, block[first:stop, 1:])
                    n = tables.commit(n, [(number, kind, len(block))], block[:, 0])
            file.attrs["finished"], sums = np.int8(1), tables.sums()
    seals.close(path, known=sums)


def _fill_room(descriptor: int, path: Path, entities: Sequence[Entity], attrs: Mapping[str, Any]) -> None:
    """Room on the disk for what a file holds before its first row."""
    described = sum(len(str(e.to_json())) for e in entities)
    reserve(descriptor, path, 0, 2 * (described + len(_attributes(attrs)["attrs"])) + RESERVE)


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


def _attributes(attrs: Mapping[str, Any]) -> dict[str, str]:
    """The attributes of the run as HDF5 keeps them."""
    return {
        "title": str(attrs.get("title", "")),
        "source": "bellcrank",
        "attrs": json.dumps(dict(attrs), default=plain),
    }


entry(FORMATS, ".h5")(Format("HDF5 in netCDF-4 layout", read, write))
entry(FORMATS, ".nc")(FORMATS[".h5"])
