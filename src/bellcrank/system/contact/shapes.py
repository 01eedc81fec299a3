"""From GRAPHICS to the shapes of contacts: which field a solid has, in which frame, with which numbers.

    @packs(Box)                 in the file of the field
    def pack(box) -> Packed

Nets from files are what they are: a net that is a box, ball, cylinder, frustum, torus or ellipsoid becomes one
(geometry/recognise.py); any other stays a net.
"""

from __future__ import annotations

import hashlib
import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from bellcrank import registry
from bellcrank.errors import Message, UnsupportedError
from bellcrank.system.contact import layout as of

Array = np.ndarray
PACKERS: dict[type, Callable[[Any], Packed | None]] = {}
ROUND = 0.02
"""Edges are rounded with this part of the thickness of a shape, where another than a ball touches."""
INSET = 0.05
"""The same of the balls inside of corners (lying.py)."""
NEVER = -1.0
"""The weight of a feature that does not count."""
KINDS = {"PLANE": of.PLANE, "BALL": of.BALL, "BOX": of.BOX, "FRUSTUM": of.FRUSTUM, "TORUS": of.TORUS,
         "ELLIPSOID": of.ELLIPSOID, "MESH": of.MESH, "CURVE": of.CURVE}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Packed:
    """A shape for contacts: kind, its frame in that of the solid (x = R x' + r), numbers, bounding sphere."""

    kind: str
    numbers: tuple[float, ...]
    centre: tuple[float, float, float]
    radius: float
    thin: float
    R: Array
    r: Array
    features: tuple[tuple[float, ...], ...] = ()
    """What of it may touch: rows of FEATURES."""
    core: tuple[float, ...] = ()
    """Radius with which its edges are rounded, and the numbers of what is inside."""
    net: Any = None
    """Of a MESH: its tables (mesh.py); of a CURVE: its pieces (geometry/plane_curve.py)."""
    profile: Any = None
    """Of a MESH that is turned: rows of PROFILES (fields/profile.py)."""

    def moved(self, R: Array, r: Array) -> Packed:
        """In a frame of which the solid's own is turned by R and shifted by r."""
        return replace(self, R=R @ self.R, r=R @ self.r + r)

    def row(self, first: int, root: int, at: Any = (), profile: int = 0) -> list[float]:
        """Its row of GEO: where its features begin, their tree, the tables of a net, and the profile."""
        row = [KINDS[self.kind], *self.centre, self.radius, self.thin, *(at if self.net is not None else self.numbers)]
        row += [0.0] * (int(of.S_ROUND) - len(row)) + list(self.core)
        if self.profile is not None:
            row += [0.0] * (int(of.S_PROFILE) - len(row)) + [float(profile), float(len(self.profile))]
        return row + [0.0] * (int(of.S_FIRST) - len(row)) + [float(first), float(root)]


@dataclass(frozen=True, eq=False)
class Placed:
    """A packed shape on a body: the number of the marker of its frame, and the z axis of that in the input position."""

    shape: Packed
    marker: int
    z: Array


def feature(
    type: float,
    weight: float,
    point: Any,
    along: Any = (0.0, 0.0, 0.0),
    r: float = 0.0,
    s: float = 0.0,
    ball: float = 0.0,
    alike: float | None = None,
    faces: Any = (),
) -> tuple[float, ...]:
    """A row of FEATURES; faces: normals and weights (n, 4)."""
    if type == of.CIRCLE and s == 0.0:
        s = weight
    place = (*(float(x) for x in point), *(float(x) for x in along))
    told = [float(x) for row in faces for x in row]
    none = [0.0] * (4 * of.MOST_FACES - len(told))
    return (type, weight, *place, r, s, ball, weight if alike is None else alike, *told, *none)


def packs(*classes: type) -> Callable[[Callable[[Any], Packed | None]], Callable[[Any], Packed | None]]:
    """Register a packer for classes of geometry shapes; it returns None where only the net of the shape will do."""

    def register(function: Callable[[Any], Packed | None]) -> Callable[[Any], Packed | None]:
        for cls in classes:
            PACKERS[cls] = function
        return function

    return register


@cache
def packers() -> dict[type, Callable[[Any], Packed | None]]:
    """All of them."""
    registry.load_all(importlib.import_module("bellcrank.system.contact.fields"))
    return PACKERS


def point() -> Packed:
    """A POINT: a ball of radius 0."""
    features = (feature(of.CORNER, 1.0, (0.0, 0.0, 0.0)),)
    return Packed("BALL", (0.0,), (0.0, 0.0, 0.0), 0.0, math.inf, np.eye(3), np.zeros(3), features)


def plane() -> Packed:
    """A PLANE: the half space below it, without end."""
    return Packed("PLANE", (), (0.0, 0.0, 0.0), math.inf, math.inf, np.eye(3), np.zeros(3))


def pack(shape: Any) -> Packed | None:
    """A shape with a field of its own; None where there is only its net."""
    packer = packers().get(type(shape))
    packed = packer(shape) if packer else None
    if packed is not None and packed.thin <= 0.0:
        raise UnsupportedError(Message("error", "E512", f"A {packed.kind} of a contact has no thickness: a size is 0.",
                                       cure="give all its sizes, or use a PLANE or a POINT."))  # fmt: skip
    return packed


def pack_solid(solid: Any) -> list[Packed]:
    """The shapes of a solid, in its frame; a net that is a simple shape becomes that shape."""
    return [(pack(p.shape) or pack_mesh(p.shape.mesh())).moved(p.R, p.r) for p in solid.pieces]


def pack_mesh(net: Any) -> Packed:
    """A net as a shape; it is kept by its content, since a model is lowered more than once."""
    from bellcrank.geometry.recognise import recognise
    from bellcrank.system.contact.mesh import pack_net

    key = hashlib.blake2b(net.points.tobytes() + net.corners.tobytes() + net.faces.tobytes()).digest()
    if key not in _known:
        known = recognise(net)
        packed = pack(known.shape) if known is not None else None
        if packed is None or known is None:
            _known[key] = told(pack_net(net))
        else:
            _known[key] = packed.moved(known.R, known.r)
        while len(_known) > MOST_KEPT:
            del _known[next(iter(_known))]
    return _known[key]


def told(packed: Packed) -> Packed:
    """A net with S_CONVEX in its core."""
    core = list(packed.core)
    core[int(of.S_CONVEX - of.S_ROUND)] = float(packed.profile is None and is_convex(packed))
    return replace(packed, core=tuple(core))


def is_convex(packed: Packed) -> bool:
    """Whether a net has flat faces, and none of its points is above one."""
    rows = packed.net.triangles
    if packed.core[int(of.S_BENT - of.S_ROUND)] != 0.0 or len(rows) > MOST_FLAT:
        return False
    p = rows[:, :9].reshape(-1, 3, 3)
    n = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    size = np.linalg.norm(n, axis=1, keepdims=True)
    n = n[size[:, 0] > 0.0] / size[size > 0.0][:, None]
    off = (n * p[size[:, 0] > 0.0, 0]).sum(axis=1)
    points = np.unique(p.reshape(-1, 3), axis=0)
    return bool((points @ n.T - off).max(initial=0.0) <= CONVEX * packed.radius)


MOST_FLAT, CONVEX = 1000, 1e-9
"""Triangles of a net that is looked at, and the part of its size by which a point may be above a face."""
MOST_KEPT = 500
_known: dict[bytes, Packed] = {}
