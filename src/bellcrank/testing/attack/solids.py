"""Files of solids, spoiled: as text, as bytes, and inside (pointers, numbers, senses and types of nodes).

Whatever comes, it is a net or a message, within the time of a case and 1.2 GB more; what is read can be
shaded and weighed.
"""

from __future__ import annotations

import functools
import os
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bellcrank.errors import ModelError
from bellcrank.geometry.mass import mass_of
from bellcrank.geometry.parasolid.schema import base
from bellcrank.geometry.reading import read_solid
from bellcrank.geometry.shading import shaded
from bellcrank.testing.attack.mutations import spoil_bytes, spoil_text
from bellcrank.testing.transmit import Transmit
from bellcrank.testing.transmit_solids import SOLIDS, transmit_of

MEMORY = 1_200_000
"""Kilobytes for one file."""
REALS = (0.0, -1.0, 1e-9, 1e-300, 1e9, 1e300, float("inf"), float("nan"), -0.05, 3.0)


def solids(number: int) -> None:
    """A spoiled file is read, shaded and weighed, or refused with a message."""
    chance = Random(f"solids {number}")
    suffix, data = _spoiled(chance)
    before = _forget_peak()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BELLCRANK_CACHE"] = str(Path(folder) / "cache")
        path = Path(folder) / f"x{suffix}"
        path.write_bytes(data)
        try:
            found = read_solid(path)
        except ModelError as error:
            error.report.render()
        else:
            with np.errstate(all="ignore"):
                shaded(found.mesh)
                mass_of(found.mesh)
    if (used := _status("VmHWM") - before) > MEMORY:
        raise AssertionError(f"{used} kB of memory")


def _spoiled(chance: Random) -> tuple[str, bytes]:
    name = chance.choice(list(SOLIDS))
    way = chance.randrange(6)
    if way < 3:
        return _form(_inside(transmit_of(name), chance), chance)
    if way == 3:
        return ".x_t", spoil_text(_text(name), chance).encode("latin-1", "replace")
    if way == 4:
        suffix, data = _form(transmit_of(name), chance)
        return suffix, spoil_bytes(data, chance)
    suffix, data = chance.choice(_nets())
    if suffix != ".stl" and chance.random() < 0.7:
        return suffix, spoil_text(data.decode("latin-1"), chance).encode("latin-1", "replace")
    return suffix, spoil_bytes(data, chance)


def _form(file: Transmit, chance: Random) -> tuple[str, bytes]:
    return (".x_t", file.text()) if chance.random() < 0.6 else (".x_b", file.binary())


@functools.cache
def _text(name: str) -> str:
    return transmit_of(name).text().decode("latin-1")


@functools.cache
def _nets() -> list[tuple[str, bytes]]:
    """A ball as STL, OBJ and shell file."""
    from bellcrank.geometry.shapes.ellipsoid import Ellipsoid

    mesh = Ellipsoid(1.0, 1.0, 1.0).mesh(0.6)
    points = "".join(f"{x} {y} {z}\n" for x, y, z in mesh.points)
    faces = [f"{a} {b} {c}\n" for a, b, c in mesh.corners + 1]
    facets = np.zeros(len(mesh.corners), [("n", "<f4", 3), ("p", "<f4", (3, 3)), ("a", "<u2")])
    facets["p"] = mesh.points[mesh.corners]
    return [
        (".stl", bytes(80) + len(facets).to_bytes(4, "little") + facets.tobytes()),
        (".obj", ("v " + points.strip().replace("\n", "\nv ") + "\n" + "".join("f " + f for f in faces)).encode()),
        (".shl", f"{len(mesh.points)} {len(faces)}\n{points}{''.join('3 ' + f for f in faces)}".encode()),
    ]


def _inside(file: Transmit, chance: Random) -> Transmit:
    """One to three changes of nodes: the file stays readable, what it says does not."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(file.nodes))
        kind, values, length = file.nodes[at]
        fields = [f for f in base()[0][kind] if f.name in values or (f.count == 0 and chance.random() < 0.1)]
        if not fields or chance.random() < 0.04:
            file.nodes[at] = (chance.choice([12, 14, 16, 17, 30, 31, 50, 51, 54, 56, 60, 67, 68, 124, 134]), {}, 0)
            continue
        field = chance.choice(fields)
        file.nodes[at] = (
            kind,
            {**values, field.name: _other(field.code, values.get(field.name), file, chance)},
            length,
        )
    return file


def _other(code: str, value: Any, file: Transmit, chance: Random) -> Any:
    if isinstance(value, list):
        at = chance.randrange(len(value)) if value else 0
        return [_other(code, v, file, chance) if k == at else v for k, v in enumerate(value)]
    if code == "p":
        return chance.choice((0, chance.randrange(len(file.nodes) + 1), len(file.nodes) + 7, 1))
    if code == "f":
        return chance.choice((*REALS, (value or 0.1) * chance.choice((-1.0, 0.5, 2.0, 100.0))))
    if code in "vh":
        one = chance.randrange(3)
        return tuple(_other("f", v, file, chance) if k == one else v for k, v in enumerate(value or (0.0, 0.0, 1.0)))
    if code == "c":
        return chance.choice("+-VSRCx")
    if code == "l":
        return not value
    return chance.choice((0, 1, 2, -1, 255, 30000, (value or 0) + 1)) if code in "dn" else chance.choice((0, 1, 7))


def _forget_peak() -> int:
    """The memory in use, in kB; the largest so far (of other cases, or of other work of the process) is forgotten."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def _status(name: str) -> int:
    """A line of the state of this process, in kB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(name)))
