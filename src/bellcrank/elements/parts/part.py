"""PART: a rigid body.

    PART/id [, GROUND] [, MASS=r] [, CM=id] [, IM=id] [, IP=xx,yy,zz[,xy,xz,yz]] [, QG=x,y,z]
            [, REULER=a,b,c | , ZG=x,y,z [, XG=x,y,z]] [, VX=r] ... [, WZ=r] [, VM=id] [, WM=id] [, EXACT=c:c]

Frame         The part frame has its origin at QG; its axes are turned by the body-fixed 3-1-3 angles REULER:
              A = Rz(a) Rx(b) Rz(c), or given by points: z = (ZG-QG)^, y = (z x (XG-QG))^, x = y x z.          (1)
Inertia       IP is about the origin and axes of IM (CM where IM is absent), products as integrals Ixy = int xy dm:
              J = [[Ixx,-Ixy,-Ixz],[-Ixy,Iyy,-Iyz],[-Ixz,-Iyz,Izz]]                                             (2)
              J_cm = J - m (|d|^2 1 - d d^T),  d from IM to CM in IM axes                                        (3)
Motion        m a_cm = UCF F,  J_cm w' + w x J_cm w = UCF T (body axes)                                          (4)
Velocities    VX, VY, VZ: of the mass centre with respect to ground on the axes of VM (ground axes);
              WX, WY, WZ: angular velocity on the axes of WM (CM marker). Not given: 0 with low weight.
References    Haug (1989), ch. 11; Goldstein, Classical Mechanics, 4.4 (3-1-3 angles).  Adams: PART.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.errors import Message, ModelError
from bellcrank.math.tensor import eigenvalues
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, quantity, reference, text, vector, words
from bellcrank.schema.vocabulary import Vocabulary


class Body(Element):
    """What all bodies have: a place, an orientation, initial velocities."""

    qg: tuple[float, float, float] = vector("length", (0.0, 0.0, 0.0), doc="Origin of the part frame in ground")
    reuler: tuple[float, float, float] = vector(
        "angle", (0.0, 0.0, 0.0), doc="Body-fixed 3-1-3 angles of the part frame in ground"
    )
    zg: tuple[float, float, float] | None = vector("length", doc="Point on the z axis of the part frame, in ground")
    xg: tuple[float, float, float] | None = vector("length", doc="Point in the x-z plane of the part frame, in ground")
    vx: float | None = quantity("length/time", doc="Initial velocity of the mass centre, x component")
    vy: float | None = quantity("length/time", doc="Initial velocity of the mass centre, y component")
    vz: float | None = quantity("length/time", doc="Initial velocity of the mass centre, z component")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if "reuler" in self.__dict__ and (self.zg or self.xg):
            yield self.message(
                "E106",
                "The orientation is given twice: by REULER and by ZG/XG.",
                cure="keep one of the two.",
                at="reuler",
            )


ROUNDING = 1e-4
"""Relative: datasets are printed with few digits (rule C102 too)."""


@element("PART")
class Part(Body):
    """A rigid body with mass and inertia, or the ground."""

    result_type = "Part"
    rank = 0

    ground: bool = flag("This part is the ground: its frame is the global frame")
    mass: float = quantity("mass", 0.0, minimum=0.0, doc="Mass")
    cm: int | None = reference("MARKER", doc="Marker at the mass centre")
    im: int | None = reference(
        "MARKER", doc="Marker whose origin and axes the moments of inertia refer to (CM if not given)"
    )
    ip: tuple[float, ...] = vector(
        "mass*length**2", (0.0, 0.0, 0.0), count=(3, 6), doc="Ixx, Iyy, Izz [, Ixy, Ixz, Iyz], equation (2)"
    )
    wx: float | None = quantity("angle/time", doc="Initial angular velocity, x component")
    wy: float | None = quantity("angle/time", doc="Initial angular velocity, y component")
    wz: float | None = quantity("angle/time", doc="Initial angular velocity, z component")
    vm: int | None = reference("MARKER", doc="Marker on whose axes VX, VY, VZ are given (ground axes)")
    wm: int | None = reference("MARKER", doc="Marker on whose axes WX, WY, WZ are given (CM marker)")
    exact: tuple[str, ...] = words(
        "X Y Z PSI THETA PHI", (), limit=6, doc="Coordinates that initial assembly should not change"
    )
    material: str = text(doc="Name of the material; no effect on rigid bodies")

    def check(self, model: Elements) -> Iterator[Message]:
        if self.ground:
            return
        yield from super().check(model)
        if self.mass > 0.0 and not self.cm and "cm" not in self.unread:
            yield self.message(
                "E105",
                "CM is missing.",
                "A part with mass needs a marker at its mass centre.",
                "add , CM = id of a marker of this part.",
            )
        if len(self.ip) not in (3, 6):
            yield self.message(
                "E106", f"IP has {len(self.ip)} numbers; 3 or 6 are needed.", cure="give Ixx, Iyy, Izz.", at="ip"
            )
        for attribute in ("cm", "im"):
            yield from self._own_marker(attribute, model)

    def _own_marker(self, attribute: str, model: Elements) -> Iterator[Message]:
        marker = model.find("MARKER", getattr(self, attribute) or 0)
        owner = getattr(marker, "part", self.id)
        if marker is not None and owner != self.id:
            yield self.message(
                "E106",
                f"{attribute.upper()} = {marker.id}, but {marker.title} belongs to PART/{owner}.",
                "The mass centre and the inertia marker must be fixed on the part itself.",
                f"use a marker of PART/{self.id}.",
                at=attribute,
            )

    def lower(self, to: Vocabulary) -> None:
        if not self.ground:
            tensor = self.central_inertia(to.model)
            self._refuse_negative(tensor)
            to.body(self, self.mass, tensor, self.cm)

    def _refuse_negative(self, j: list[list[float]]) -> None:
        """With a negative moment of inertia a torque turns a body backwards: the numbers would mean nothing."""
        low, _, high = eigenvalues((j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]))
        if low < -ROUNDING * max(abs(low), abs(high)):
            raise ModelError(
                self.message(
                    "E106",
                    f"About the mass centre one principal moment of inertia is negative ({low:.6g}).",
                    "IP is wrong, or too small for the distance of IM and CM.",
                    "correct IP, or the place of IM or CM; `bellcrank check` tells more.",
                )
            )

    def central_inertia(self, model: Any) -> list[list[float]]:
        """The tensor about the mass centre on the axes of the CM marker, equations (2) and (3)."""
        xx, yy, zz, xy, xz, yz = (*self.ip, 0.0, 0.0, 0.0)[:6]
        tensor = [[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]]
        if self.im is None or self.cm is None or self.im == self.cm:
            return tensor
        (r_i, a_i), (r_c, a_c) = model.frame_of(self.im), model.frame_of(self.cm)
        d = [sum(a_i[3 * k + n] * (r_c[k] - r_i[k]) for k in range(3)) for n in range(3)]
        size = sum(x * x for x in d)
        for m in range(3):
            for n in range(3):
                tensor[m][n] -= self.mass * ((size if m == n else 0.0) - d[m] * d[n])
        turn = [[sum(a_c[3 * k + m] * a_i[3 * k + n] for k in range(3)) for n in range(3)] for m in range(3)]
        half = [[sum(turn[m][k] * tensor[k][n] for k in range(3)) for n in range(3)] for m in range(3)]
        return [[sum(half[m][k] * turn[n][k] for k in range(3)) for n in range(3)] for m in range(3)]
