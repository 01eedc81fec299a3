"""A dataset as a CAD program exports it: every pin is two mates, and most of their equations are redundant.

Fifteen four-bar linkages stand in different directions in space. Each has a bracket, held on ground by three planar
mates, and three links; a pin is a concentric mate (CYLINDRICAL) and a coincident face (PLANAR), one pin of each loop is
a point (SPHERICAL). Positions and angles are rounded as in an export.

Count for one linkage: 24 freedoms; brackets 3 x 3, pins 3 x (4 + 3) + 3 = 33 equations; the linkage keeps one freedom,
so that 23 equations count and 10 are redundant.
"""

from __future__ import annotations

import math

import numpy as np

LINKAGES = 15
PARTS, JOINTS, REDUNDANT = 4 * LINKAGES, 10 * LINKAGES, 10 * LINKAGES
CRANK, COUPLER, ROCKER, FRAME = 100.0, 350.0, 250.0, 400.0


def dataset(digits: int = 6) -> str:
    """The text of the dataset; numbers have so many digits behind the point."""
    return "\n".join(["CAD export", *HEAD, *(line for k in range(LINKAGES) for line in linkage(k, digits)), "END", ""])


HEAD = (
    "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND",
    "ACCGRAV/JGRAV=-9806.65",
    "PART/1, GROUND",
)


def linkage(k: int, digits: int) -> list[str]:
    """Statements of linkage number k."""
    axes = rotation(0.37 * k, 0.21 * k, 0.53 * k)
    origin = np.array([600.0 * (k % 5), 500.0 * (k // 5), 90.0 * k])
    a, b, c, d = points(0.3 + 0.4 * k)
    part = [10 * k + n for n in (11, 12, 13, 14)]
    out = Export(origin, axes, digits)
    for n, (id, centre) in enumerate(zip(part, (d / 2, b / 2, (b + c) / 2, (c + d) / 2))):
        name = ("bracket", "crank", "coupler", "rocker")[n]
        out.body(id, f"{name}_{k + 1}", centre)
    faces = [(0.0, 0.0, 0.0), (math.pi / 2, math.pi / 2, 0.0), (0.0, math.pi / 2, 0.0)]
    for angles in faces:
        out.mate("PLANAR", part[0], 1, a, angles)
    for point, (one, other) in zip((a, b, d), ((part[1], part[0]), (part[2], part[1]), (part[3], part[0]))):
        out.mate("CYLINDRICAL", one, other, point)
        out.mate("PLANAR", one, other, point + [0.0, 0.0, 10.0])
    out.mate("SPHERICAL", part[3], part[2], c)
    return out.lines


class Export:
    """Lines of parts and mates; positions are given in the linkage, which stands at `origin` with `axes`."""

    def __init__(self, origin: np.ndarray, axes: np.ndarray, digits: int) -> None:
        self.origin, self.axes, self.digits = origin, axes, digits
        self.frames = {1: (np.zeros(3), np.eye(3))}
        self.lines: list[str] = []

    def body(self, id: int, name: str, centre: np.ndarray) -> None:
        """A part with a frame of its own at its mass centre."""
        r, a = self.origin + self.axes @ centre, self.axes @ rotation(0.1 * id, 0.2 * id, 0.3 * id)
        self.frames[id] = (r, a)
        self.lines += [
            f"!                              adams_view_name='{name}'",
            f"PART/{id}, QG={self.numbers(r)}, REULER={self.numbers(euler(a))}, MASS=1, CM={id}000, IP=2000,2000,2000",
            f"MARKER/{id}000, PART={id}",
        ]

    def mate(
        self, kind: str, one: int, other: int, at: np.ndarray, angles: tuple[float, ...] = (0.0, 0.0, 0.0)
    ) -> None:
        """A joint with its two markers."""
        n = 1 + sum(line.startswith("JOINT") for line in self.lines)
        i, j, joint = one * 1000 + 2 * n, one * 1000 + 2 * n + 1, (one // 10) * 100 + n
        self.lines += [
            f"MARKER/{i}, PART={one}, {self.local(one, at, angles)}",
            f"MARKER/{j}, PART={other}, {self.local(other, at, angles)}",
            f"JOINT/{joint}, {kind}, I={i}, J={j}",
        ]

    def local(self, part: int, at: np.ndarray, angles: tuple[float, ...]) -> str:
        """Position and angles in the frame of a part, rounded."""
        r, a = self.frames[part]
        here = self.origin + self.axes @ at - r
        return f"QP={self.numbers(a.T @ here)}, REULER={self.numbers(euler(a.T @ self.axes @ rotation(*angles)))}"

    def numbers(self, values: object) -> str:
        """As an export writes them."""
        return ",".join(f"{v:.{self.digits}f}" for v in values)  # type: ignore[attr-defined]


def points(angle: float) -> tuple[np.ndarray, ...]:
    """The four pins of the linkage in its plane, for an angle of the crank."""
    a, b = np.zeros(3), CRANK * np.array([math.cos(angle), math.sin(angle), 0.0])
    d = np.array([FRAME, 0.0, 0.0])
    span = float(np.linalg.norm(d - b))
    along = (COUPLER**2 - ROCKER**2 + span**2) / (2 * span)
    u = (d - b) / span
    c = b + along * u + math.sqrt(COUPLER**2 - along**2) * np.array([-u[1], u[0], 0.0])
    return a, b, c, d


def rotation(psi: float, theta: float, phi: float) -> np.ndarray:
    """Body-fixed 3-1-3 angles to a matrix."""
    z = lambda t: np.array([[math.cos(t), -math.sin(t), 0], [math.sin(t), math.cos(t), 0], [0, 0, 1.0]])
    x = lambda t: np.array([[1.0, 0, 0], [0, math.cos(t), -math.sin(t)], [0, math.sin(t), math.cos(t)]])
    return z(psi) @ x(theta) @ z(phi)


def euler(a: np.ndarray) -> tuple[float, float, float]:
    """The inverse of `rotation`."""
    s = math.hypot(a[0, 2], a[1, 2])
    if s < 1e-12:
        return math.atan2(a[1, 0], a[0, 0]), 0.0 if a[2, 2] > 0 else math.pi, 0.0
    return math.atan2(a[0, 2], -a[1, 2]), math.atan2(s, a[2, 2]), math.atan2(a[2, 0], a[2, 1])
