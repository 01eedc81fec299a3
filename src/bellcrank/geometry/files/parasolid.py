"""Parasolid transmit files: .x_t and .xmt_txt (text), .x_b and .xmt_bin (neutral binary); see
bellcrank.geometry.parasolid.

ELEMENT is the name Adams View wrote on the body; where two bodies share it, the name of the part decides. Without
ELEMENT all bodies of the file are taken. Lengths are metres whatever the units of the dataset.
"""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.parasolid import bodies, nodes, tessellate
from bellcrank.geometry.parasolid.errors import BROKEN, FormatError
from bellcrank.geometry.parasolid.nodes import Node, Transmit
from bellcrank.geometry.reading import Asked, FileError, Found, gathered, solid_file

_last: dict[bytes, Transmit] = {}
"""The file read last: a dataset asks for its bodies one after the other."""


@solid_file(".x_t", ".xmt_txt", ".x_b", ".xmt_bin")
def read(data: bytes, asked: Asked) -> Found:
    """The net of one body, or of all."""
    from bellcrank.numerics.triplets import one_thread

    transmit = _transmit(data)
    chosen = _chosen(transmit, asked)
    with one_thread(len(data)), np.errstate(all="ignore"):
        return gathered([_body(transmit, body, asked) for body in chosen])


def _transmit(data: bytes) -> Transmit:
    name = hashlib.sha256(data).digest()
    if name not in _last:
        try:
            transmit = nodes.read(data)
        except FormatError as error:
            raise FileError(str(error)) from None
        _last.clear()
        _last[name] = transmit
    return _last[name]


def _chosen(transmit: Transmit, asked: Asked) -> list[Node]:
    """The bodies asked for."""
    found = transmit.of_kind(bodies.BODY)
    if not found:
        raise FileError("it holds no body")
    if not asked.element:
        return found
    names = [bodies.body_names(transmit, body) for body in found]
    same = [k for k, name in enumerate(names) if name["element"].upper() == asked.element.upper()]
    if not same:
        some = ", ".join(sorted({name["element"] or "(no name)" for name in names})[:8])
        raise FileError(f"it has no body named {asked.element!r} (it has {some})")
    of_part = [k for k in same if asked.part and names[k]["part"].upper() == asked.part.upper()]
    return [found[(of_part or same)[0]]]


def _body(transmit: Transmit, body: Node, asked: Asked) -> Found:
    net = tessellate.mesh(transmit, body, asked.angle)
    whole = Mesh.of(net.points, net.corners, net.faces, net.middles, net.surfaces)
    name = bodies.body_names(transmit, body)["element"] or f"body {body.index}"
    notes = _failures(name, net.failures, len(net.nodes))
    try:
        places = bodies.places(transmit, body)
        if not np.isfinite(places).all():
            raise ValueError
    except BROKEN:
        places = [np.eye(4)]
    pieces = [
        Found(whole.moved(p[:3, :3], p[:3, 3]) if len(places) > 1 or (p != np.eye(4)).any() else whole) for p in places
    ]
    return gathered(pieces)._replace(
        metre=1.0,
        density=bodies.density(transmit, body),
        colour=bodies.colour(transmit, [body, *net.nodes[:1]]),
        notes=tuple(notes),
    )


def _failures(name: str, failures: Counter[str], count: int) -> list[str]:
    """What was left out, in one line for each reason."""
    return [f"{name}: {n} of {count} faces left out ({why})." for why, n in failures.most_common()]
