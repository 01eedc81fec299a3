"""`.gra`: the graphics file, plain text with six digits: what moves, and where it is at every output time.

    A.G8    2021-01-07 12:44:27  MMKGS_N_RACA 1.000000000000000E+03
    title, padded to 80 characters
    counts: parts with ground, markers, graphics, 0, joints, 0, 0, 0, force graphics
    parts: id, 1;  joints: id, index of I, index of J;  markers: id, index of the part, position, 0 / angles
    frames: time / one line X Y Z PSI THETA PHI per moving part (radians)

Indices count from 1 in the order of the blocks; ground is the first part. The first frame has the time -9.99999E+05 and
shows the model as read. Force arrows (GRAPHICS/FORCE) are not written; in files that have them they are passed over.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...registry import FORMATS, entry
from ..entity import Entity
from ..files import Channels, Format, damaged, read_text, text_file
from ..results import Results
from ..units import conversion, header_code, read_code
from .req import TOGETHER, seams

if TYPE_CHECKING:
    from ...model import Model

Array = NDArray[np.float64]
Marker = tuple[int, int, tuple[float, float, float], tuple[float, float, float]]
"""Id, part, position and angles."""
AS_READ = -9.99999e05
POSE = ("X", "Y", "Z", "PSI", "THETA", "PHI")
LONE_REAL = re.compile(r"^ *-?\d\.\d+E[-+]\d+ *$")


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """The motion of the parts, named PART_id."""
    lines = read_text(path).splitlines()
    if not lines or not lines[0].lstrip().startswith("A.G8"):
        raise damaged(path, 1, "this is no graphics file: it does not begin with A.G8")
    try:
        counts = [int(word) for word in lines[2].split()]
        units = read_code(lines[0].split()[3])
        ids = [int(line.split()[0]) for line in lines[3 : 3 + counts[0]]]
    except (IndexError, ValueError):
        raise damaged(path, 3, "the counts, the units or the parts of the head cannot be read") from None
    start = next((n for n in range(3 + counts[0], len(lines)) if LONE_REAL.match(lines[n])), len(lines))
    length, moving = units.get("length", ""), ids[1:]
    entities = [Entity(f"PART_{n}", "Part", n, POSE, (length,) * 3 + ("rad",) * 3) for n in moving]
    frames = _frames(path, lines, start, len(moving), counts[-1], partial)
    as_read = len(frames) and frames[0, 0] < -9e5
    attrs: dict[str, Any] = {"title": lines[1].rstrip(), "units": units, "date": " ".join(lines[0].split()[1:3])}
    if as_read:
        attrs["input"] = [0.0, *frames[0, 1:].tolist()]
        frames = frames[1:]
    run = Results(entities, frames, attrs, seams(frames[:, 0]))
    return run if channels is None else run.pick(channels)


def write(results: Results, path: Path, model: Model | None = None) -> None:
    """The motion of the parts, and markers and joints of the model (by default that of `attrs["dataset"]`)."""
    parts = [e for e in results.entities if e.type == "Part" and set(POSE) <= set(e.components)]
    ground, markers, joints = _structure(results, model)
    ids = [ground, *(e.object_id for e in parts)]
    date = results.attrs.get("date") or datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S")
    with text_file(path) as file:
        file.write(f" A.G8    {date:<19}  {header_code(results.attrs.get('units', {}))}\n")
        file.write(f"{str(results.attrs.get('title', ''))[:80]:<80}\n")
        markers = [m for m in markers if m[1] in ids]
        places = {m[0]: k for k, m in enumerate(markers, start=1)}
        joints = [j for j in joints if j[1] in places and j[2] in places]
        file.write(" " + "".join(f"{n:5d}" for n in (len(ids), len(markers), 0, 0, len(joints), 0, 0, 0, 0)) + "\n")
        file.writelines(f" {n:10d}{1:10d}\n" for n in ids)
        file.writelines(f" {n:10d}{places[i]:10d}{places[j]:10d}\n" for n, i, j in joints)
        for number, part, where, turned in markers:
            file.write(f" {number:10d}{ids.index(part) + 1:10d}{_reals(where)}{0:8d}\n {_reals(turned)}\n")
        _write_frames(file, results, parts)


def _write_frames(file: IO[str], results: Results, parts: list[Entity]) -> None:
    columns, factors = [0], [1.0]
    for entity in parts:
        for component in POSE:
            channel = f"{entity.name}.{component}"
            columns.append(results.names.column(channel))
            angle = component in POSE[3:]
            factors.append((conversion(results.units(channel) or "rad", "rad") or 1.0) if angle else 1.0)
    layout = "%14.5E" + ("\n%14.5E" + "%13.5E" * 5) * len(parts) + "\n"
    for n, block in enumerate(results.blocks()):
        frames = block[:, columns] * np.array(factors)
        if n == 0:
            given = results.attrs.get("input")
            first = frames[0] if given is None else np.asarray(given, dtype=float)[columns] * factors
            file.write(layout % (AS_READ, *first[1:]))
        file.writelines(layout % tuple(row) for row in frames.tolist())


def _frames(path: Path, lines: list[str], start: int, parts: int, forces: int, partial: bool) -> Array:
    """Time and six numbers per part of every frame; lines of force arrows are passed over."""
    width = 1 + 6 * (parts + forces)
    try:
        numbers = np.array(TOGETHER.sub(" -", "\n".join(lines[start:])).split(), dtype=float)
    except ValueError as error:
        raise damaged(path, start + 1, "the frames hold something that is no number", str(error)) from None
    whole = len(numbers) // width
    if whole * width != len(numbers) and not partial:
        cure = f"read the {whole} whole frames with partial=True (command line: --partial)"
        raise damaged(path, len(lines), f"the file ends inside frame {whole + 1}", cure=cure)
    return numbers[: whole * width].reshape(whole, width)[:, : 1 + 6 * parts]


def _structure(results: Results, model: Model | None) -> tuple[int, list[Marker], list[tuple[int, int, int]]]:
    """Id of ground, markers, and joints as (id, I, J)."""
    if model is None and results.attrs.get("dataset"):
        from ...model import load_text

        model = load_text(str(results.attrs["dataset"]))[0]
    if model is None:
        return 1, [], []
    parts: list[Any] = model.all("PART")
    joints: list[Any] = model.all("JOINT")
    ground = next((p.id for p in parts if p.ground), 1)
    return ground, list(_markers(model)), [(j.id, j.i, j.j) for j in joints]


def _markers(model: Model) -> Iterator[Marker]:
    """Id, part, position and 3-1-3 angles in the part, of every marker that is fixed on a part."""
    from ...math.vec3 import mat_mul, minus, rotate_back
    from ...model.frames import angles_of, transposed

    markers: list[Any] = model.all("MARKER")
    for marker in markers:
        if marker.owner is None or marker.owner[0] != "PART":
            continue
        part = int(marker.owner[1])
        origin, axes = model.body_frame(part)
        place, turned = model.frame_of(marker.id)
        relative = mat_mul(transposed(axes), turned)
        yield marker.id, part, rotate_back(axes, minus(place, origin)), angles_of(relative)


def _reals(values: Any) -> str:
    return "".join(f"{v:13.5E}" for v in values)


entry(FORMATS, ".gra")(Format("graphics, as Adams writes them", read, write))
