"""`.res`: the XML results file (XRF) that Adams View, Adams PostProcessor and many scripts read.

A StepMap names the entities; each Component has an `id`, the 1-based place of its number in every Step, whatever the
order of the map: the time is 1, then come all positions, all velocities, all accelerations, then joints, forces,
variables. Each Data block is one analysis; the block `modelInput` holds the model as read (here `attrs["input"]`, not a
row). Entities of parts are called `<part>_XFORM`; here they bear the name of the part. Our files end with a comment
that holds their length and checksum (`results/seal.py`): a changed digit is noticed.
"""

from __future__ import annotations

import datetime
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from ... import __version__
from ...registry import FORMATS, entry
from .. import seal
from ..files import Channels, Format, text_file
from ..results import Results
from ..xrf import SUFFIX, read_stream

Array = NDArray[np.float64]
NAMESPACE = "http://www.mscsoftware.com/:xrf10"
RUNS = (
    ("X", "Y", "Z", "PSI", "THETA", "PHI"),
    ("VX", "VY", "VZ", "WX", "WY", "WZ"),
    ("ACCX", "ACCY", "ACCZ", "WDX", "WDY", "WDZ"),
)
"""The components of parts that get their ids together."""


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """An XML results file; with `partial` the whole Steps of a broken one."""
    return read_stream(path, channels, partial)


def write(results: Results, path: Path) -> None:
    """All entities of a run, one Data block per analysis."""
    runs = list(_id_runs(results))
    order = [column for run in runs for column in run]
    ids = {column: number for number, column in enumerate(order, start=2)}
    lengths = [1, *(len(run) for run in runs)]
    with text_file(path) as file:
        file.write(_head(results, path))
        _write_map(file, results, ids)
        number = 1
        if results.attrs.get("input") is not None:
            row = np.asarray(results.attrs["input"], dtype=float)[None, :]
            _write_data(file, "modelInput_001", number, "input", [row[:, [0, *order]]], lengths)
            number += 1
        counts: dict[str, int] = {}
        for part in results.segments:
            counts[part.kind] = counts.get(part.kind, 0) + 1
            blocks = (block[:, [0, *order]] for block in results.blocks(part.start, part.stop))
            _write_data(file, f"{part.kind}_{counts[part.kind]:03d}", number, part.kind, blocks, lengths)
            number += 1
        status = "Successful" if results.attrs.get("successful", True) else "Failed"
        file.write(f'<TerminationStatus runTermObject="" runStatus="{status}" />\n</Analysis>\n</Results>\n')
    seal.close(path, seal.XML)


def _id_runs(results: Results) -> Iterator[list[int]]:
    """Columns in the order of their ids, one list per line of a Step."""
    first, spans = 1, []
    for entity in results.entities:
        spans.append((entity, first))
        first += len(entity.components)
    parts = [(e, s) for e, s in spans if e.type == "Part"]
    done: set[int] = set()
    for wanted in RUNS:
        for entity, start in parts:
            run = [start + k for k, c in enumerate(entity.components) if c.upper() in wanted]
            done.update(run)
            yield run
    for entity, start in spans:
        yield [c for c in range(start, start + len(entity.components)) if c not in done]


def _head(results: Results, path: Path) -> str:
    attrs, units = results.attrs, results.attrs.get("units", {})
    now = datetime.datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
    system = f"{platform.system()} {platform.release()}"
    settings = {"angle": "rad", "length": "meter", "mass": "kg", "time": "sec"}
    settings.update({k: str(v) for k, v in units.items() if k in settings and v})
    given = " ".join(f"{k}={quoted(v)}" for k, v in settings.items())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="{NAMESPACE}">
<Bibliography>
<File URI={quoted("file://" + path.name)} schema="xrf" version="2.0.0.0" publicationDate="{now}" />
<Author user="-unknown-" name="-unknown name-" />
<Revision version="1" derivedFrom="-unknown-">
<Comment>
</Comment>
</Revision>
</Bibliography>
<Analysis name="Last_Run" executionDate="{now[:19]}" Solver="bellcrank {__version__}" script="-unknown-">
<Bibliography>
<Environment operatingSystem={quoted(system)} hostname="-unknown-" />
<Application name="bellcrank" version="{__version__}" />
</Bibliography>
<ModelInfo title={quoted(str(attrs.get("title", "")))} creationDate="-unknown-" checksum="-unknown-" />
<Units {given} />
"""


SPECIAL = str.maketrans(
    {chr(code): "\ufffd" for code in (*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000))}  # XML has no such characters
    | {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def quoted(text: str) -> str:
    """The value of an attribute (xml.sax.saxutils would import a whole web client: 40 ms)."""
    return f'"{text.translate(SPECIAL)}"'


def _write_map(file: IO[str], results: Results, ids: dict[int, int]) -> None:
    file.write('<StepMap name="map_001">\n<Entity name="time">\n')
    file.write(f'<Component name="TIME" unitsValue={quoted(results.units("TIME"))} id="1" />\n</Entity>\n')
    column = 1
    for entity in results.entities:
        name = entity.name + SUFFIX if entity.type == "Part" else entity.name
        head = f"<Entity name={quoted(name)} entity={quoted(str(entity.info.get('path', entity.name)))}"
        number = f' objectId="{entity.object_id}"' if entity.object_id else ""
        file.write(f"{head} entType={quoted(entity.type)}{number}>\n")
        for component, unit in zip(entity.components, entity.units, strict=True):
            text = f" unitsValue={quoted(unit)}" if unit else ""
            file.write(f'<Component name={quoted(component)}{text} id="{ids[column]}" />\n')
            column += 1
        file.write("</Entity>\n")
    file.write("</StepMap>\n")


def _write_data(file: IO[str], name: str, number: int, kind: str, blocks: Iterable[Array], lengths: list[int]) -> None:
    """One Data block; a Step has one line per entity and level."""
    cuts = np.cumsum(lengths).tolist()
    spans = [(b - n, b) for n, b in zip(lengths, cuts, strict=True) if n]
    file.write(f'<Data name="{name}" id="{number}">\n')
    for row in (row for block in blocks for row in block.tolist()):
        words = ["0" if value == 0.0 else repr(value) for value in row]
        lines = "\n".join(" ".join(words[a:b]) for a, b in spans)
        file.write(f'<Step type="{kind}">\n{lines}\n</Step>\n')
    file.write("</Data>\n")


entry(FORMATS, ".res")(Format("XML results, as Adams writes them", read, write))
