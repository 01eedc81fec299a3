"""Masses of an MJCF body: given, or of its geoms, which are homogeneous solids.

    sphere     V = 4/3 pi r^3                     I = 2/5 m r^2
    capsule    V = pi r^2 h + 4/3 pi r^3          Iz = m_c r^2/2 + 2/5 m_s r^2,                          (1)
                                                  Ix = m_c (3 r^2 + h^2)/12 + m_s (2/5 r^2 + h^2/4 + 3/8 r h)
    cylinder   V = pi r^2 h                       Iz = m r^2/2, Ix = m (3 r^2 + h^2)/12
    ellipsoid  V = 4/3 pi a b c                   Ix = m (b^2 + c^2)/5
    box        V = 8 a b c (half edges)           Ix = m (b^2 + c^2)/3
Together      about the common mass centre, by Steiner's theorem; h, m_c, m_s: the tube and both half balls.
Reference     mujoco.readthedocs.io, XML reference, geom.
"""

from __future__ import annotations

import math

from bellcrank.importers.losses import Losses
from bellcrank.importers.mjcf.document import Document
from bellcrank.importers.robot import Inertia, Shape
from bellcrank.importers.turning import shortest
from bellcrank.importers.values import real, reals, three
from bellcrank.importers.xml_tree import Node
from bellcrank.math.vec3 import mat_mul, minus
from bellcrank.model.frames import IDENTITY, Frame, Matrix, Vector, transposed

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
Tensor = tuple[float, float, float, float, float, float]


class Geom:
    """One geom: its frame in the body, its sizes, its mass (None where a mesh decides)."""

    def __init__(self, node: Node, document: Document) -> None:
        losses = document.losses
        self.node, self.kind = node, node.get("type", "mesh" if node.get("mesh") else "sphere")
        self.frame: Frame = document.frame(node)
        self.sizes = reals(node, "size", (0.0, 0.0, 0.0), losses, count=0)
        if node.get("fromto") and self.kind in ("capsule", "cylinder", "box", "ellipsoid"):
            self._between(reals(node, "fromto", (0.0,) * 6, losses))
        wanted = SIZES.get(self.kind, 0)
        if len(self.sizes) < wanted or any(size <= 0 for size in self.sizes[:wanted]):
            losses.error(node, "E104", f"The size of a {self.kind} is {wanted} positive numbers.", "correct size.")
            self.sizes = (1.0, 1.0, 1.0)
        self.group = int(real(node, "group", 0.0, losses))
        self.mass = self._mass(losses)

    def _between(self, ends: tuple[float, ...]) -> None:
        """Frame and length from two end points."""
        a, b = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
        along = minus(b, a)
        half = math.sqrt(sum(x * x for x in along)) / 2
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
        self.frame = middle, shortest(along) if half else IDENTITY
        r = self.sizes[0]
        self.sizes = (r, half) if self.kind in ("capsule", "cylinder") else (r, r, half)

    def _mass(self, losses: Losses) -> float | None:
        if self.kind in ("plane", "hfield"):
            return 0.0
        if self.kind not in SIZES:
            return 0.0 if self.node.get("mass") == "0" or self.node.get("density") == "0" else None
        if self.node.get("mass"):
            return real(self.node, "mass", 0.0, losses)
        return real(self.node, "density", 1000.0, losses) * self.volume()

    def volume(self) -> float:
        """The volume of the solid."""
        s, kind = self.sizes, self.kind
        if kind == "sphere":
            return 4 / 3 * math.pi * s[0] ** 3
        if kind == "capsule":
            return math.pi * s[0] ** 2 * 2 * s[1] + 4 / 3 * math.pi * s[0] ** 3
        if kind == "cylinder":
            return math.pi * s[0] ** 2 * 2 * s[1]
        return (4 / 3 * math.pi if kind == "ellipsoid" else 8.0) * s[0] * s[1] * s[2]

    def principal(self) -> Vector:
        """Moments about the own centre and axes."""
        m, s = self.mass or 0.0, self.sizes
        if self.kind in ("sphere", "ellipsoid"):
            a, b, c = s[:3] if self.kind == "ellipsoid" else (s[0],) * 3
            return m * (b * b + c * c) / 5, m * (a * a + c * c) / 5, m * (a * a + b * b) / 5
        if self.kind == "box":
            a, b, c = s[:3]
            return m * (b * b + c * c) / 3, m * (a * a + c * c) / 3, m * (a * a + b * b) / 3
        r, h = s[0], 2 * s[1]
        ball = m * 4 / 3 * math.pi * r**3 / self.volume() if self.kind == "capsule" else 0.0
        tube = m - ball
        across = tube * (3 * r * r + h * h) / 12 + ball * (2 / 5 * r * r + h * h / 4 + 3 / 8 * r * h)
        return across, across, tube * r * r / 2 + 2 / 5 * ball * r * r

    def shape(self) -> Shape | None:
        """What there is to see."""
        s = self.sizes
        if self.kind == "box":
            return Shape("box", self.frame, (2 * s[0], 2 * s[1], 2 * s[2]))
        if self.kind in ("capsule", "cylinder"):
            return Shape(self.kind, self.frame, (s[0], 2 * s[1]))
        return Shape(self.kind, self.frame, s[: SIZES[self.kind]]) if self.kind in SIZES else None


def inertia_of(inertial: Node, document: Document) -> Inertia:
    """The inertial element of a body."""
    losses = document.losses
    mass = real(inertial, "mass", 0.0, losses)
    if inertial.get("fullinertia"):
        xx, yy, zz, xy, xz, yz = reals(inertial, "fullinertia", (0.0,) * 6, losses)
        tensor: Tensor = (xx, yy, zz, xy, xz, yz)
    else:
        tensor = (*three(inertial, "diaginertia", losses), 0.0, 0.0, 0.0)
    return Inertia(mass, document.frame(inertial), tensor)


def inertia_of_geoms(geoms: list[Geom]) -> Inertia | None:
    """The inertia of all geoms together; None without mass."""
    heavy = [geom for geom in geoms if geom.mass]
    mass = sum(geom.mass or 0.0 for geom in heavy)
    if not mass:
        return None
    if len(heavy) == 1:
        return Inertia(mass, heavy[0].frame, (*heavy[0].principal(), 0.0, 0.0, 0.0))
    x, y, z = (sum((g.mass or 0.0) * g.frame[0][k] for g in heavy) / mass for k in range(3))
    total = [0.0] * 6
    for geom in heavy:
        moved = _about(geom, minus(geom.frame[0], (x, y, z)))
        total = [a + b for a, b in zip(total, moved, strict=True)]
    xx, yy, zz, xy, xz, yz = total
    return Inertia(mass, ((x, y, z), IDENTITY), (xx, yy, zz, xy, xz, yz))


def _about(geom: Geom, d: Vector) -> Tensor:
    """The tensor of a geom on the axes of the body about a point at -d from its centre (Steiner)."""
    R, m = geom.frame[1], geom.mass or 0.0
    a, b, c = geom.principal()
    diagonal: Matrix = (a, 0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, c)
    J = mat_mul(mat_mul(R, diagonal), transposed(R))
    s = d[0] ** 2 + d[1] ** 2 + d[2] ** 2
    return (
        J[0] + m * (s - d[0] ** 2), J[4] + m * (s - d[1] ** 2), J[8] + m * (s - d[2] ** 2),
        J[1] - m * d[0] * d[1], J[2] - m * d[0] * d[2], J[5] - m * d[1] * d[2],
    )  # fmt: skip


def scaled(inertia: Inertia, factor: float) -> Inertia:
    """The same body, heavier."""
    xx, yy, zz, xy, xz, yz = (factor * value for value in inertia.tensor)
    return Inertia(factor * inertia.mass, inertia.frame, (xx, yy, zz, xy, xz, yz))
