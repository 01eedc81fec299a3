"""Solids from files: `read_solid(path, element)`.

A reader is one file of `files/`, registered for its suffixes:

    @solid_file(".stl")
    def read(data, asked): -> list of Found       FileError says what is wrong with a file

What was read is kept (see cache.py); a file that is missing may be stood in for by a companion, a net that another
program made of the solid:  model.xmt_txt, ELEMENT=SOLID5  ->  model.SOLID5.stl | .obj | .shl.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from functools import cache as memo
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bellcrank import registry
from bellcrank.errors import Message, ModelError
from bellcrank.geometry import cache
from bellcrank.geometry.mass import KNOWN, Mass, mass_of
from bellcrank.geometry.mesh import ANGLE, Mesh, joined

COMPANIONS = (".stl", ".obj", ".shl")
LARGEST = 1 << 30
"""Bytes of a file: a larger one is refused."""
REMEMBERED = 1_000_000
"""Triangles that a process keeps of what it has read: about 200 MB."""


class Asked(NamedTuple):
    """What is asked of a file: the name of a solid ("" for all), the name of the part it belongs to, the fineness."""

    element: str = ""
    part: str = ""
    angle: float = ANGLE


ALL = Asked()
"""Everything a file holds."""


class Found(NamedTuple):
    """A net from a file; `metre` says how long a metre is in it (0: the length unit of the model)."""

    mesh: Mesh
    metre: float = 0.0
    density: float | None = None
    """kg/m3"""
    colour: tuple[float, float, float] | None = None
    notes: tuple[str, ...] = ()


class FileError(ValueError):
    """What is wrong with a file."""


def solid_file(*suffixes: str) -> Callable[[Any], Any]:
    """Register a reader for file suffixes in small letters."""

    def register(reader: Any) -> Any:
        for suffix in suffixes:
            registry.entry(registry.SOLID_FILES, suffix)(reader)
        return reader

    return register


@memo
def readers() -> dict[str, Any]:
    """All readers by suffix."""
    registry.load_all(importlib.import_module("bellcrank.geometry.files"))
    return registry.SOLID_FILES


def read_solid(path: str | Path, asked: Asked = ALL) -> Found:
    """The net of a file; a ModelError (E120) says what is wrong."""
    path, notes = _there(Path(path), asked.element)
    reader = readers().get(path.suffix.lower())
    if reader is None:
        raise _error(f"{path.name} is no format this program reads.", f"use one of {', '.join(readers())}.")
    try:
        there = path.stat()
        if there.st_size > LARGEST:
            raise _error(f"{path.name} is larger than 1 GB.", "export it coarser.")
        known = (str(path.absolute()), there.st_mtime_ns, there.st_size, asked)
        if known not in _known:
            _remember(known, _read(path.name, path.suffix.lower(), path.read_bytes(), asked))
    except OSError:
        raise _error(f"{path.name} cannot be read.", "put the file beside the dataset.") from None
    found = _known[known]
    return found._replace(notes=(*notes, *found.notes))


_known: dict[tuple[Any, ...], Found] = {}
"""What this process has read, by file, time of its last change, size, and what was asked for."""


def _remember(key: tuple[Any, ...], found: Found) -> None:
    """The oldest go when there are too many triangles."""
    while _known and sum(len(kept.mesh.corners) for kept in _known.values()) > REMEMBERED:
        _known.pop(next(iter(_known)))
    _known[key] = found


def _there(path: Path, element: str) -> tuple[Path, list[str]]:
    """The file itself, or the companion of a missing one."""
    if os.path.exists(path):
        return path, []
    plain = "".join(c if c.isalnum() or c in "._-" else "_" for c in element)
    for name in ([f"{path.stem}.{element}", f"{path.stem}.{plain}"] if element else []) + [path.stem]:
        for suffix in COMPANIONS:
            other = path.with_name(name + suffix) if "/" not in name else path
            if os.path.exists(other) and other != path:
                return other, [f"{path.name} is not there; {other.name} stands in for it."]
    return path, []


def _read(name: str, suffix: str, data: bytes, asked: Asked) -> Found:
    key = cache.key_of(data, suffix, *asked)
    kept = cache.load(key)
    if kept is not None and (found := _unpacked(kept)) is not None:
        return found
    try:
        found = _checked(readers()[suffix](data, asked))
    except FileError as error:
        raise _error(f"{name}: {error}.", "export it again, or give another file.") from None
    except (ValueError, IndexError, OverflowError, MemoryError) as error:
        raise _error(f"{name} is damaged: {error}.", "export it again.") from None
    if not len(found.mesh.corners):
        raise _error(
            f"{name} holds no usable triangles{'; ' if found.notes else ''}{'; '.join(found.notes)}.",
            "export it again.",
        )
    cache.save(key, _packed(found))
    return found


def _checked(found: Found) -> Found:
    """What a reader gives, with numbers that can be one."""
    mesh = found.mesh
    return found._replace(mesh=Mesh.of(mesh.points, mesh.corners, mesh.faces, mesh.middles, mesh.surfaces))


def gathered(pieces: list[Found]) -> Found:
    """Several nets of a file as one."""
    density = {p.density for p in pieces}
    return Found(
        joined([p.mesh for p in pieces]),
        pieces[0].metre if pieces else 0.0,
        density.pop() if len(density) == 1 else None,
        pieces[0].colour if pieces else None,
        tuple(note for p in pieces for note in p.notes),
    )


def _packed(found: Found) -> cache.Arrays:
    mesh = found.mesh
    mass = mass_of(mesh)
    arrays: cache.Arrays = {
        "mass": np.array([mesh.open_edges, mass.mass, *mass.cm, *mass.inertia.ravel()], dtype=float),
        "points": mesh.points,
        "corners": mesh.corners.astype(np.uint32),
        "faces": mesh.faces.astype(np.uint32),
        "numbers": np.array([found.metre, found.density or 0.0, *(found.colour or ())], dtype=float),
        "notes": np.array("\n".join(found.notes)),
    }
    if mesh.middles is not None:
        arrays["middles"] = mesh.middles
    if mesh.surfaces is not None:
        arrays["surfaces"] = mesh.surfaces
    return arrays


def _unpacked(kept: cache.Arrays) -> Found | None:
    try:
        mesh = Mesh.of(kept["points"], kept["corners"], kept["faces"], kept.get("middles"), kept.get("surfaces"))
        metre, density, *colour = kept["numbers"].tolist()
        notes = tuple(str(kept["notes"]).split("\n")) if str(kept["notes"]) else ()
        edges, mass, *rest = kept["mass"].tolist()
        mesh.__dict__["open_edges"] = int(edges)
        mesh.__dict__[KNOWN] = Mass(mass, np.array(rest[:3]), np.array(rest[3:]).reshape(3, 3))
    except (KeyError, TypeError, ValueError):
        return None
    return Found(mesh, metre, density or None, (colour[0], colour[1], colour[2]) if len(colour) == 3 else None, notes)


def _error(what: str, cure: str) -> ModelError:
    return ModelError(Message("error", "E120", what, cure=cure))
