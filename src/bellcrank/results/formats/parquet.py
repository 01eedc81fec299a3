"""`.parquet`: a column per channel, for pandas, DuckDB, Spark; needs pyarrow.

The unit of a column is in its metadata; entities, attributes and segments are kept as JSON in those of the table.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import Message, Place, ResultsError
from ...registry import FORMATS, entry
from ..entity import Entity, Segment
from ..files import Channels, Format, damaged, first_line
from ..results import Results
from ..room import require_room
from .hdf5 import plain

KEY, CHECK = b"bellcrank", b"bellcrank-check"


def _checksum(text: bytes, schema: Any) -> bytes:
    """Of names and units: numbers have checksums of their own, page by page."""
    names = [f"{field.name} {dict(field.metadata or {}).get(b'units', b'').decode()}" for field in schema]
    return b"%08x" % zlib.crc32("\n".join(names).encode() + text)


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """A file written by `write`, or any table with a column `time`."""
    parquet = _pyarrow(path, "parquet")
    with open(path, "rb"):
        pass
    try:
        return _read(parquet.ParquetFile(path, page_checksum_verification=True), path, channels)
    except ResultsError:
        raise
    except Exception as error:  # whatever stands in a file of a stranger
        raise damaged(path, 1, "this Parquet file is damaged", first_line(error)) from None


def _read(file: Any, path: Path, channels: Channels) -> Results:
    metadata = file.schema_arrow.metadata or {}
    text = metadata.get(KEY, b"{}")
    if KEY in metadata and metadata.get(CHECK) != _checksum(text, file.schema_arrow):
        raise damaged(path, 1, "this Parquet file is damaged", "the names of its columns do not fit their checksum")
    known = json.loads(text)
    names = [name for name in file.schema_arrow.names if name != "time"]
    if "time" not in file.schema_arrow.names:
        raise damaged(path, 1, 'the table has no column "time"', f"its columns are {', '.join(names[:8])}")
    described = [Entity.from_json(e) for e in known.get("entities", [])]
    entities = described or [Entity(name, components=("",)) for name in names]
    run = Results(entities, np.empty((0, 1 + len(names))), known.get("attrs", {}), [])
    run = run if channels is None else run.pick(channels)
    require_room(None, file.metadata.num_rows, run.entities)  # a million equal numbers are a few bytes of a file
    table = file.read(columns=["time", *run.channels])
    values = np.column_stack([table.column(name).to_numpy() for name in ["time", *run.channels]])
    segments = [Segment(*s) for s in known["segments"]] if "segments" in known else None
    return Results(run.entities, values, run.attrs, segments)


def write(results: Results, path: Path) -> None:
    """One file, packed."""
    pyarrow, parquet = _pyarrow(path, ""), _pyarrow(path, "parquet")
    units = dict(zip(results.channels, results.names.units, strict=True)) | {"time": results.units("TIME")}
    names = ["time", *results.channels]
    fields = [pyarrow.field(name, pyarrow.float64(), metadata={"units": units[name]}) for name in names]
    known = {
        "entities": [e.to_json() for e in results.entities],
        "attrs": results.attrs,
        "segments": results.segments,
    }
    text = json.dumps(known, default=plain).encode()
    schema = pyarrow.schema(fields)
    schema = schema.with_metadata({KEY: text, CHECK: _checksum(text, schema)})
    how = {"compression": "zstd", "use_dictionary": False, "column_encoding": "BYTE_STREAM_SPLIT"}
    with parquet.ParquetWriter(path, schema, write_page_checksum=True, **how) as file:
        for block in results.blocks():
            columns = [pyarrow.array(np.ascontiguousarray(block[:, k])) for k in range(len(names))]
            file.write_table(pyarrow.table(columns, schema=schema))


def _pyarrow(path: Path, part: str) -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        cure = "pip install bellcrank[data], or use .h5 or .csv"
        raise ResultsError(
            Message("error", "E905", "Parquet files need the package pyarrow", Place(str(path), 1), cure=cure)
        ) from None
    return pyarrow.parquet if part else pyarrow


entry(FORMATS, ".parquet")(Format("Parquet table", read, write))
