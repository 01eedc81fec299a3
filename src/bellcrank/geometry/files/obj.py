"""OBJ (Wavefront): points `v`, polygons `f` with numbers from 1 or, negative, from the last point back.

Objects `o` and groups `g` have names: ELEMENT picks the one of that name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.orientation import oriented
from bellcrank.geometry.reading import Asked, Found, solid_file


@solid_file(".obj")
def read(data: bytes, asked: Asked) -> Found:
    """The polygons of an OBJ file as triangles."""
    points: list[list[float]] = []
    named: dict[str, list[tuple[int, int, int]]] = {"": []}
    here = named[""]
    for line in data.decode("latin-1").replace("\\\r\n", " ").replace("\\\n", " ").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            numbers = [int(word.split("/")[0]) for word in words[1:]]
            here += fan([n - 1 if n > 0 else len(points) + n for n in numbers])
        elif words[:1] in (["o"], ["g"]):
            here = named.setdefault(" ".join(words[1:]).lower(), [])
    notes: tuple[str, ...] = ()
    wanted = named.get(asked.element.lower())
    if not wanted:
        notes = not_named(asked.element, [name for name, group in named.items() if group])
        wanted = [t for group in named.values() for t in group]
    return Found(oriented(Mesh.of(points, wanted).welded()), notes=notes)


def not_named(element: str, names: list[str]) -> tuple[str, ...]:
    """What to say where all of a file is taken, though one of several objects was asked for."""
    if not element or len(names) < 2:
        return ()
    some = ", ".join(name or "(no name)" for name in names[:8])
    return (f"it has no object named {element!r} (it has {some}): all of it is taken",)


def fan(polygon: list[int]) -> Iterator[tuple[int, int, int]]:
    """A polygon as triangles that share its first corner."""
    for second, third in itertools.pairwise(polygon[1:]):
        yield polygon[0], second, third
