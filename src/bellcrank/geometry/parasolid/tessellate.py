"""A body as a closed net of curved triangles.

Every edge is sampled once and used by the faces on both sides, so the net closes whatever the faces do inside. A
face that cannot be meshed is left out and named; the others are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry import analytic
from bellcrank.geometry.mesh import ANGLE
from bellcrank.geometry.parasolid.bodies import faces
from bellcrank.geometry.parasolid.edges import Edges, Fineness, Points
from bellcrank.geometry.parasolid.errors import BROKEN, NotMeshed
from bellcrank.geometry.parasolid.layout import Ring, lay_out
from bellcrank.geometry.parasolid.make import Geometry
from bellcrank.geometry.parasolid.nodes import Node, Transmit
from bellcrank.geometry.parasolid.planar import Array
from bellcrank.geometry.parasolid.refine import Piece, fill, whole
from bellcrank.geometry.parasolid.splines import row

TOLERANCE = 2e-5
"""Default distance below which nothing is split, as a part of the body's size."""


@dataclass
class BodyMesh:
    """Points, triangles with the middles of their edges, the face of each; what failed and why."""

    points: Array
    corners: NDArray[np.int64]
    middles: Array
    faces: NDArray[np.int64]
    surfaces: Array
    """Exact surfaces of the faces (see bellcrank.geometry.analytic)."""
    nodes: list[Node]
    """The faces by number."""
    failures: Counter[str] = field(default_factory=Counter)


def mesh(transmit: Transmit, body: Node, angle: float = ANGLE, tolerance: float = TOLERANCE) -> BodyMesh:
    """The net of a body."""
    geometry = Geometry(transmit)
    mesher = _Mesher(transmit, geometry, Fineness(angle, tolerance * _size(transmit, geometry, body)))
    pieces: list[Piece] = []
    owners: list[NDArray[np.int64]] = []
    nodes: list[Node] = []
    surfaces: list[tuple[float, ...]] = []
    failures: Counter[str] = Counter()
    try:
        for face, side in faces(transmit, body):
            nodes.append(face)
            surfaces.append((0.0,) * analytic.COLUMNS)
            try:
                piece = mesher.face(face, side)
                surfaces[-1] = mesher.exact(face, side)
            except BROKEN as reason:
                failures[str(reason) if isinstance(reason, NotMeshed) else "damaged contents"] += 1
                continue
            pieces.append(piece)
            owners.append(np.full(len(piece.corners), len(nodes) - 1))
    except BROKEN:
        failures["damaged lists of faces"] += 1
    return BodyMesh(
        mesher.points.all.copy(),
        np.concatenate([p.corners for p in pieces] or [np.empty((0, 3), np.int64)]),
        np.concatenate([p.middles for p in pieces] or [np.empty((0, 3, 3))]),
        np.concatenate(owners or [np.empty(0, np.int64)]),
        np.array(surfaces, dtype=float).reshape(-1, analytic.COLUMNS),
        nodes,
        failures,
    )


def _size(transmit: Transmit, geometry: Geometry, body: Node) -> float:
    """The diagonal of the box about the edges of a body, roughly."""
    found: list[Array] = []
    try:
        for edge in transmit.chain(body.edge):
            found.append(_some_points(transmit, geometry, edge))
    except BROKEN:  # the faces will tell
        pass
    points = np.concatenate([np.zeros((0, 3)), *found])
    size = float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0
    return size if np.isfinite(size) else 0.0


def _some_points(transmit: Transmit, geometry: Geometry, edge: Node) -> Array:
    try:
        fin = transmit[edge.halfedge]
        if fin.vertex:
            return row(transmit[transmit[fin.vertex].point].pvec)[None]
        curve = geometry.curve(edge.curve)
        return curve.point(np.asarray(curve.breaks, dtype=float))
    except BROKEN:
        return np.empty((0, 3))


class _Mesher:
    """Meshes face after face of one body."""

    def __init__(self, transmit: Transmit, geometry: Geometry, fine: Fineness) -> None:
        self.transmit, self.geometry, self.fine = transmit, geometry, fine
        self.points = Points()
        self.edges = Edges(transmit, geometry, self.points, fine)

    def face(self, face: Node, side: float) -> Piece:
        """The triangles of a face, their normals leaving the solid."""
        if not face.surface:
            raise NotMeshed("a face without a surface")
        surface, against = self.geometry.surface(face.surface), self._against(face)
        loops = list(self._loops(face))
        if loops:
            loops = [loop.reversed() for loop in loops] if against else loops
            surface, rings = lay_out(surface, loops, self.points, self.fine)
            piece = fill(surface, rings, self.points, self.fine)
        else:
            piece = whole(surface, self.points, self.fine)
        if not np.isfinite(piece.middles).all():
            raise NotMeshed("points that are not finite")
        if against != (side < 0):
            return Piece(piece.corners[:, ::-1], piece.middles[:, [1, 0, 2]])
        return piece

    def exact(self, face: Node, side: float) -> tuple[float, ...]:
        """The exact surface of a face; its last number says on which side the solid lies."""
        *row, inside = self.geometry.surface(face.surface).exact()
        return (*row, -inside if self._against(face) != (side < 0) else inside)

    def _against(self, face: Node) -> bool:
        """Whether the normal of a face is opposite to the natural one of its surface."""
        return bool((self.transmit[face.surface].sense == "-") != (face.sense == "-"))

    def _loops(self, face: Node) -> Iterator[Ring]:
        """The loops of a face as rings without coordinates; a loop without edges (a single vertex) is left out."""
        for loop in self.transmit.chain(face.loop):
            parts = []
            for fin in self.transmit.chain(loop.halfedge, "forward"):
                if fin.edge:
                    edge = self.edges[fin.edge]
                    parts.append(edge.reversed() if fin.sense == "-" else edge)
            ids = np.concatenate([p.ids[:-1] for p in parts]) if parts else np.empty(0, np.int64)
            if len(ids) > 1:
                yield Ring(np.empty((len(ids), 2)), ids, np.concatenate([p.middles for p in parts]))
