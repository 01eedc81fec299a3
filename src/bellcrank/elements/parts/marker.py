"""MARKER: a point with axes, fixed on a body or floating.

    MARKER/id [, PART=id | , POINT_MASS=id | , FLEX_BODY=id] [, QP=x,y,z]
              [, REULER=a,b,c | , ZP=x,y,z [, XP=x,y,z] [, USEXP]] [, FLOATING] [, RM=id]

Position      r = X + A QP, with X, A the origin and axes of the part frame                            (1)
Orientation   R = A Rz(a) Rx(b) Rz(c), or by points in part coordinates:
              z = (ZP-QP)^, y = (z x (XP-QP))^, x = y x z;                                              (2)
              with USEXP  x = (XP-QP)^, y = ((ZP-QP) x x)^, z = x x y.                                  (3)
Owner         without PART the marker belongs to the last PART, POINT_MASS or FLEX_BODY before it.
Floating      the force or constraint that refers to a floating marker sets its position.
References    Goldstein, Classical Mechanics, 4.4 (3-1-3 angles).  Adams: MARKER.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, integer, quantity, reference, vector

OWNERS = ("part", "point_mass", "flex_body", "fe_part", "curve", "surface")


@element("MARKER")
class Marker(Element):
    """A point with three axes on a body."""

    passive = True

    part: int | None = reference("PART", doc="The part the marker is fixed on")
    point_mass: int | None = reference("POINT_MASS", doc="The point mass the marker is fixed on")
    flex_body: int | None = reference("FLEX_BODY", doc="The flexible body the marker is fixed on")
    node_id: int | None = integer(doc="Node of the flexible body")
    fe_part: int | None = reference("FE_PART", doc="The beam the marker is fixed on")
    node_label: int | None = integer(doc="Node of the beam")
    curve: int | None = reference("CURVE", doc="The curve the marker slides on")
    surface: int | None = reference("SURFACE", doc="The surface the marker slides on")
    velocity: float | None = quantity("length/time", doc="Speed of sliding on the curve")
    floating: bool = flag("Position and orientation are set by the force or constraint that uses the marker")
    rm: int | None = reference("MARKER", doc="Marker in which QP, REULER, ZP, XP are given (the part frame)")
    qp: tuple[float, float, float] = vector("length", (0.0, 0.0, 0.0), doc="Origin in the part frame")
    reuler: tuple[float, float, float] = vector(
        "angle", (0.0, 0.0, 0.0), doc="Body-fixed 3-1-3 angles in the part frame"
    )
    zp: tuple[float, float, float] | None = vector("length", doc="Point on the z axis, in the part frame")
    xp: tuple[float, float, float] | None = vector("length", doc="Point in the x-z plane, in the part frame")
    usexp: bool = flag("XP lies on the x axis, ZP in the x-z plane")

    @property
    def owner(self) -> tuple[str, int] | None:
        """Statement and id of the body the marker is on."""
        for attribute in OWNERS:
            id = self.__dict__.get(attribute)
            if id is not None:
                return attribute.upper(), id
        return None

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        values = self.__dict__
        if not values.get("part") and not (self.owner or ("", 0))[1]:
            yield self.message(
                "E108",
                "The marker belongs to no part.",
                "A marker without PART belongs to the PART, POINT_MASS or FLEX_BODY before it; none stands there.",
                "add , PART = id.",
            )
        if "reuler" in values and ("zp" in values or "xp" in values):
            yield self.message(
                "E106",
                "The orientation is given twice: by REULER and by ZP/XP.",
                cure="keep one of the two.",
                at="reuler",
            )
        if "floating" in values and ("qp" in values or "reuler" in values or "zp" in values):
            yield self.message(
                "E106",
                "A floating marker has QP, REULER or ZP.",
                "Its position is set during the run by the element that uses it.",
                "remove FLOATING, or the position.",
            )
