"""`.req`: the request file, plain text with six digits.

    A.R3    2014-11-18 09:13:44               0         0  3D
    title, padded to 80 characters
        5     M_KGS_N_RACA 1.000000000000000E+00          number of requests, units, length units in a metre
              1             1           201           101            13        id, kind, I, J, words of the comment
    DISPLACEMENT: X Y Z PSI THETA PHI (body-fixed-3-1-3)                       padded to words of four characters
    ...
       0.00000E+00                                                             time, then one line per request:
       2.00000E+00  0.00000E+00 ...                                            F2 F3 F4 F6 F7 F8

Kinds: 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 functions. The three angles of a displacement are in
**degrees** whatever the units code says (so do files of Adams 2012); rates are in radians. Magnitudes (F1, F5) are not
stored.
"""

from __future__ import annotations

import datetime
import itertools
import math
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...registry import FORMATS, entry
from ..entity import REQUEST_SLOTS, TYPED_REQUEST, Entity, Segment
from ..files import Channels, Format, damaged, read_text, text_file
from ..results import Results
from ..units import conversion, header_code, labels, read_code

Array = NDArray[np.float64]
KINDS = ("", *TYPED_REQUEST, "function")
"""Number of the kind in the file -> kind."""
TOGETHER = re.compile(r"(?<=\d)-(?=\d\.)")
"""A negative number of 13 characters touches the one before it."""


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """A request file of Adams or ours; requests are named REQ_id."""
    lines = read_text(path).splitlines()
    if not lines or not lines[0].lstrip().startswith("A.R3"):
        raise damaged(path, 1, "this is no request file: it does not begin with A.R3")
    try:
        count = int(lines[2].split()[0])
        units = read_code(lines[2].split()[1])
    except (IndexError, ValueError):
        raise damaged(path, 3, "the number of requests and the units code are missing") from None
    entities = [_entity(path, lines, 3 + 2 * k, units) for k in range(count)]
    values = _blocks(path, lines, 3 + 2 * count, count, partial)
    attrs = {"title": lines[1].rstrip(), "units": units, "date": lines[0][9:28].strip(), "input": None}
    run = Results(entities, values, attrs, seams(values[:, 0]))
    return run if channels is None else run.pick(channels)


def write(results: Results, path: Path) -> None:
    """The requests of a run; the other entities are left out."""
    requests = [e for e in results.entities if e.type == "Request"]
    places, factors = _columns(results, requests)
    units = results.attrs.get("units", {})
    date = results.attrs.get("date") or datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S")
    with text_file(path) as file:
        file.write(f" A.R3    {date:<19}               0         0  3D\n")
        file.write(f"{str(results.attrs.get('title', ''))[:80]:<80}\n")
        file.write(f"{len(requests):5d}     {header_code(units)}\n")
        for entity in requests:
            file.write(_directory(entity))
        row = "\n" + "%14.5E" + "%13.5E" * 5
        layout = "%14.5E" + row * len(requests) + "\n"
        for block in results.blocks():
            numbers = np.hstack([block, np.zeros((len(block), 1))])[:, places] * factors
            file.writelines(layout % tuple(values) for values in numbers.tolist())


def seams(time: Array) -> list[Segment]:
    """One segment for every stretch between repeated times."""
    cuts = [0, *(int(c) + 1 for c in np.flatnonzero(np.diff(time) <= 0.0)), len(time)]
    return [Segment("dynamic", a, b) for a, b in itertools.pairwise(cuts) if b > a]


def _entity(path: Path, lines: list[str], at: int, units: dict[str, str]) -> Entity:
    try:
        number, kind, i, j, _ = (int(word) for word in lines[at].split())
        name, comment = KINDS[kind], lines[at + 1].rstrip()
    except (IndexError, ValueError):
        raise damaged(path, at + 1, "a request is described by: id kind I J words, then its comment") from None
    info = {"kind": name, "i": i, "j": j, "comment": comment}
    components = tuple(f"F{n}" for n in REQUEST_SLOTS)
    return Entity(f"REQ_{number}", "Request", number, components, _units(name, labels(units)), info)


def _units(kind: str, text: dict[str, str]) -> tuple[str, ...]:
    pairs = {
        "displacement": (text.get("displacement", ""), "deg"),
        "velocity": (text.get("velocity", ""), text.get("angular velocity", "")),
        "acceleration": (text.get("acceleration", ""), text.get("angular acceleration", "")),
        "force": (text.get("force", ""), text.get("torque", "")),
    }
    first, second = pairs.get(kind, ("", ""))
    return (first,) * 3 + (second,) * 3


def _blocks(path: Path, lines: list[str], start: int, count: int, partial: bool) -> Array:
    """The time and six numbers per request of every block."""
    width = 1 + 6 * count
    text = "\n".join(lines[start:])
    try:
        numbers = np.array(TOGETHER.sub(" -", text).split(), dtype=float)
    except ValueError as error:
        number = next((n for n, line in enumerate(lines[start:], start + 1) if not _is_numbers(line)), start + 1)
        raise damaged(path, number, "a line of numbers is expected here", str(error)) from None
    whole = len(numbers) // width
    if whole * width != len(numbers) and not partial:
        last = numbers[whole * width]
        raise damaged(
            path,
            len(lines),
            f"the file ends inside the block of time {last:g}: {len(numbers) - whole * width} of {width} numbers",
            cure=f"read the {whole} whole blocks with partial=True (command line: --partial)",
        )
    return numbers[: whole * width].reshape(whole, width)


def _is_numbers(line: str) -> bool:
    try:
        return all(isinstance(float(word), float) for word in TOGETHER.sub(" -", line).split())
    except ValueError:
        return False


def _directory(entity: Entity) -> str:
    kind = str(entity.info.get("kind", "function"))
    comment = str(entity.info.get("comment", ""))[:80]
    words = math.ceil(len(comment) / 4)
    number = KINDS.index(kind) if kind in KINDS else KINDS.index("function")
    markers = int(entity.info.get("i") or 0), int(entity.info.get("j") or 0)
    numbers = f"{entity.object_id:11d}{number:14d}{markers[0]:14d}{markers[1]:14d}{words:14d}"
    return f"{numbers}\n{comment.ljust(4 * words)}\n"


def _columns(results: Results, requests: list[Entity]) -> tuple[list[int], list[float]]:
    """The columns of time and of F2 F3 F4 F6 F7 F8 of every request, and factors: angles are written in degrees.

    Where a request has none, it is the column after the last one, a zero.
    """
    places, factors = [0], [1.0]
    for entity in requests:
        own, scales = [1 + len(results.channels)] * 6, [1.0] * 6
        for channel, slot, unit in zip(entity.channels, entity.slots, entity.units, strict=True):
            if slot in REQUEST_SLOTS:
                degrees = entity.info.get("kind") == "displacement" and slot > 5
                factor = conversion(unit or "rad", "deg") if degrees else 1.0
                own[REQUEST_SLOTS.index(slot)] = results.names.column(channel)
                scales[REQUEST_SLOTS.index(slot)] = 1.0 if factor is None else factor
        places += own
        factors += scales
    return places, factors


entry(FORMATS, ".req")(Format("requests, as Adams writes them", read, write))
