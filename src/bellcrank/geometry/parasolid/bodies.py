"""Names, densities, colours and places of the bodies of a transmit file, and their faces.

Attributes hang on a node as a list; the name of their definition says what they hold. Adams writes AdamsObjectName
(the ELEMENT of a GRAPHICS) and AdamsPartName; CAD programs SDL/TYSA_NAME, SDL/TYSA_DENSITY, SDL/TYSA_COLOUR.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.parasolid.errors import BROKEN
from bellcrank.geometry.parasolid.nodes import Node, Transmit

BODY, ATTRIBUTE = 12, 81
NAMES = ("AdamsObjectName", "SDL/TYSA_NAME", "SDL/TYSA_UNAME")
DEEP = 20
"""Assemblies within assemblies."""
MANY = 1000
"""Copies of one body: more are the work of a damaged file."""


def attributes(transmit: Transmit, node: Node) -> dict[str, Any]:
    """Name of the definition -> value of the first field; the first attribute of a definition wins."""
    found: dict[str, Any] = {}
    try:
        for link in transmit.chain(node.attributes):
            if link.kind == ATTRIBUTE and link.fields and link.fields[0]:
                name = transmit[transmit[link.definition].identifier].string
                found.setdefault(name, transmit[link.fields[0]].values[0])
    except BROKEN:  # names and colours are not worth a body
        pass
    return found


def body_names(transmit: Transmit, body: Node) -> dict[str, str]:
    """`element`, `part`: the names a dataset may ask for."""
    held = attributes(transmit, body)
    names = (_text(held[key]) for key in NAMES if held.get(key))
    return {"element": next(names, ""), "part": _text(held.get("AdamsPartName", ""))}


def _text(value: Any) -> str:
    if not isinstance(value, list):
        return value if isinstance(value, str) else ""
    return "".join(chr(c) for c in value if isinstance(c, int) and 0 < c < 0x110000)


def density(transmit: Transmit, body: Node) -> float | None:
    """Density in kg/m3; exactly 1 is Parasolid's stand-in for none."""
    held = attributes(transmit, body).get("SDL/TYSA_DENSITY")
    value = held[0] if isinstance(held, list) and held else None
    return value if isinstance(value, float) and 0.0 < value < 1e6 and value != 1.0 else None


def colour(transmit: Transmit, nodes: list[Node]) -> tuple[float, float, float] | None:
    """Red, green, blue in 0...1 of the first node that has a colour."""
    for node in nodes:
        held = attributes(transmit, node)
        for key in ("SDL/TYSA_COLOUR_2", "SDL/TYSA_COLOUR"):
            value = held.get(key)
            if isinstance(value, list) and len(value) >= 3 and all(isinstance(v, float) for v in value[:3]):
                r, g, b = (min(max(v, 0.0), 1.0) for v in value[:3])
                return r, g, b
    return None


def faces(transmit: Transmit, body: Node) -> Iterator[tuple[Node, float]]:
    """The faces that bound the solid regions: +1 where their normal leaves the solid, -1 where it enters.

    A body without a solid region is a sheet: all its faces as they are.
    """
    regions = list(transmit.chain(body.region))
    solid = [r for r in regions if r.values[r.layout.positions["type"]] == "S"]
    seen: set[int] = set()
    for region in solid or regions:
        for shell in transmit.chain(region.shell):
            for side, first, link in ((1.0, shell.face, "next"), (-1.0, shell.front_face, "next_front")):
                for face in transmit.chain(first, link):
                    if face.index not in seen:
                        seen.add(face.index)
                        yield face, side


def is_sheet(transmit: Transmit, body: Node) -> bool:
    """Whether a body encloses no volume."""
    return all(r.values[r.layout.positions["type"]] != "S" for r in transmit.chain(body.region))


def places(transmit: Transmit, node: Node, deep: int = DEEP) -> list[NDArray[np.float64]]:
    """4x4 matrices of a body in assemblies (one identity for a body outside of them)."""
    found: list[NDArray[np.float64]] = []
    for instance in transmit.chain(node.ref_instance, "next_of_part") if deep else ():
        matrix = np.eye(4)
        if instance.transform:
            t = transmit[instance.transform]
            matrix[:3, :3] = np.array(t.rotation_matrix, dtype=float).reshape(3, 3) * float(t.scale)
            matrix[:3, 3] = t.translation_vector
        outer = transmit.nodes.get(instance.assembly)
        found += [o @ matrix for o in (places(transmit, outer, deep - 1) if outer else [np.eye(4)])]
        if len(found) >= MANY:
            break
    return found[:MANY] or [np.eye(4)]
