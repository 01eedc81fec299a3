"""Triangles from files: STL (text and binary), OBJ, and the shell files of Adams (.shl).

    .shl   first line: number of points, number of polygons [, number of corners, scale]; then one point per line;
           then one polygon per line: how many corners, and their numbers counted from 1

Polygons are cut into fans of triangles. Points that a file repeats (STL repeats every corner) become one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import Message, ModelError

Floats = NDArray[np.float64]


class Triangles(NamedTuple):
    """points (n, 3) and corners (m, 3), counted from 0."""

    points: Floats
    corners: NDArray[np.uint32]


def read_mesh(path: str | Path) -> Triangles:
    """The triangles of a file; a ModelError says what is wrong with it."""
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(READERS)
        raise ModelError(
            Message("error", "E120", f"{path.name} is no format this program reads.", cure=f"use one of {known}.")
        )
    try:
        points, corners = reader(path)
        mesh = Triangles(
            np.asarray(points, dtype=float).reshape(-1, 3), np.asarray(corners, dtype=np.uint32).reshape(-1, 3)
        )
    except OSError:
        raise ModelError(
            Message("error", "E120", f"{path.name} cannot be read.", cure="put the file beside the dataset.")
        ) from None
    except (ValueError, IndexError) as error:
        raise ModelError(
            Message("error", "E120", f"{path.name} is damaged: {error}.", cure="export it again.")
        ) from None
    if len(mesh.corners) == 0 or mesh.corners.max() >= len(mesh.points) or not np.isfinite(mesh.points).all():
        raise ModelError(Message("error", "E120", f"{path.name} holds no usable triangles.", cure="export it again."))
    return merge(mesh)


def merge(mesh: Triangles) -> Triangles:
    """The same triangles with equal points stored once."""
    points, inverse = np.unique(mesh.points, axis=0, return_inverse=True)
    return Triangles(points, inverse.reshape(-1)[mesh.corners].astype(np.uint32))


def _stl(path: Path) -> tuple[Floats, NDArray[np.uint32]]:
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        facet = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])
        points = np.frombuffer(data, facet, count, 84)["points"].reshape(-1, 3).astype(float)
    else:
        words = [line.split() for line in data.decode("latin-1").splitlines()]
        points = np.array([[float(x) for x in w[1:4]] for w in words if w[:1] == ["vertex"]]).reshape(-1, 3)
    return points, np.arange(len(points), dtype=np.uint32)


def _obj(path: Path) -> tuple[list[list[float]], list[tuple[int, int, int]]]:
    points: list[list[float]] = []
    corners: list[tuple[int, int, int]] = []
    for line in path.read_text(encoding="latin-1").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            numbers = [int(word.split("/")[0]) for word in words[1:]]
            corners += fan([n - 1 if n > 0 else len(points) + n for n in numbers])
    return points, corners


def _shl(path: Path) -> tuple[Floats, list[tuple[int, int, int]]]:
    lines = [line.split() for line in path.read_text(encoding="latin-1").splitlines() if line.strip()]
    head = lines[0]
    n_points, n_polygons = int(head[0]), int(head[1])
    scale = float(head[3]) if len(head) > 3 else 1.0
    points = scale * np.array([[float(x) for x in words[:3]] for words in lines[1 : 1 + n_points]])
    corners: list[tuple[int, int, int]] = []
    for words in lines[1 + n_points : 1 + n_points + n_polygons]:
        corners += fan([int(word) - 1 for word in words[1 : 1 + int(words[0])]])
    return points, corners


def fan(polygon: list[int]) -> Iterator[tuple[int, int, int]]:
    """A polygon as triangles that share its first corner."""
    for second, third in itertools.pairwise(polygon[1:]):
        yield polygon[0], second, third


READERS: dict[str, Callable[[Path], tuple[object, object]]] = {".stl": _stl, ".obj": _obj, ".shl": _shl}
"""File suffix -> reader."""
