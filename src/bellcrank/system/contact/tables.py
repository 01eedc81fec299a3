"""Tables of contacts: shapes, their features and nets, laws of users."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.expression import Number
from bellcrank.expression.user import UserFunction
from bellcrank.geometry import plane_curve
from bellcrank.kernel import compiling
from bellcrank.system.contact import layout as of
from bellcrank.system.contact.clusters import cluster
from bellcrank.system.contact.mesh import Net
from bellcrank.system.contact.near import SKIN

if TYPE_CHECKING:
    from bellcrank.system.contact.shapes import Placed


def bases(radius: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """b of near.py: of points that of the largest shape, of planes that move infinite."""
    finite = radius[np.isfinite(radius)]
    largest = float(finite.max(initial=0.0)) or np.inf
    return np.where(moves, SKIN * np.where(radius > 0.0, radius, largest), 0.0)


def numbers_of(use: Any, laws: list[tuple[int, UserFunction]]) -> tuple[float, ...]:
    """The numbers of a contact; of laws of the user the row in LAWS and how many arguments they have."""
    numbers = list(use.numbers)
    for call, (at, count) in zip(use.functions, ((of.STIFFNESS, of.EXPONENT), (of.MU_S, of.MU_D))):
        if call is not None:
            numbers[at], numbers[count] = float(len(laws)), float(len(call.arguments))
            laws.append((use.owner, UserFunction(call)))
    return tuple(numbers)


def laws_of(laws: Sequence[UserFunction]) -> list[Any]:
    """LAWS and LAW_WORK, with the constant arguments in their places."""
    room = np.zeros((max(1, len(laws)), of.LAW_COLUMNS))
    for row, law in zip(room, laws):
        numbers = [constant.value for constant in law.call.arguments if isinstance(constant, Number)]
        row[: len(numbers)] = numbers
    known: Any = np.array([law.address for law in laws] or [0], np.int64) if compiling() else [*laws, None]
    return [known, room]


def curves_of(shapes: Sequence[Placed]) -> list[tuple[int, np.ndarray]]:
    """The pieces of each curve."""
    return list({id(s.shape.net): s.shape.net.pieces for s in shapes if s.shape.kind == "CURVE"}.items())


def stacked(pieces: Sequence[np.ndarray]) -> np.ndarray:
    """PIECES."""
    return np.concatenate([*pieces, np.zeros((0, plane_curve.COLUMNS))])


def tables_of(shapes: Sequence[Placed]) -> list[np.ndarray]:
    """GEO and all behind it."""
    packed = [s.shape for s in shapes]
    nets = list({id(s.net): s.net for s in packed if s.kind == "MESH"}.values())
    clusters = [cluster(s.features) for s in packed]
    first = np.cumsum([0, *(len(rows) for rows, _ in clusters)])
    roots = np.cumsum([0, *(len(nodes) for _, nodes in clusters)])
    sizes = np.array([(0, 0, 0), *((len(n.boxes), len(n.triangles), len(n.faces)) for n in nets)])
    starts = dict(zip((id(n) for n in nets), np.cumsum(sizes, axis=0).astype(float).tolist()))
    curves = curves_of(shapes)
    along = np.cumsum([0.0, *(len(pieces) for _, pieces in curves)]).tolist()
    starts |= {key: [at] for (key, _), at in zip(curves, along)}
    turned = np.cumsum([0, *(len(s.profile) if s.profile is not None else 0 for s in packed)])
    none = [Net(np.zeros((0, 38)), np.zeros((0, 6)), np.zeros((0, 2), np.uint32), np.zeros((0, 10)))]
    stack = lambda name: np.concatenate([getattr(n, name) for n in nets or none])
    return [
        np.array(
            [
                [*s.shape.row(int(f), int(r), starts.get(id(s.shape.net), ()), int(p)), s.marker, 0.0]
                for s, f, r, p in zip(shapes, first, roots, turned)
            ]
        ),
        np.zeros((of.MOST_SAMPLES, of.SAMPLE_COLUMNS)),
        np.zeros(of.NOW_SIZE),
        np.concatenate([rows for rows, _ in clusters]),
        np.zeros((112, 9)),
        *(stack(name) for name in ("triangles", "boxes", "links", "faces")),
        np.concatenate([nodes for _, nodes in clusters]),
    ]
