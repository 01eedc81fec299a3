"""PTCV: a point stays on a curve.

    PTCV/id, I=id, JFLOAT=id, CURVE=id, RM=id [, DISPLACEMENT_IC=x,y,z] [, VELOCITY_IC=r] [, ICRM=id]

Equation      r_I - r_RM - R_RM c(alpha) = 0  with the unknown curve parameter alpha                   (1)
Removes       2 degrees of freedom (3 equations, 1 more unknown)
Floating      JFLOAT: origin at the contact, x along the tangent, y towards the centre of curvature.
Reaction      no component along the tangent.
References    Haug (1989), 9.4, point follower.  Adams: PTCV.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference, vector


@element("PTCV")
class Ptcv(Element):
    """The origin of marker I stays on a curve."""

    i: int = reference("MARKER", required=True, doc="The marker that follows the curve")
    jfloat: int = reference("MARKER", required=True, doc="Floating marker on the part of the curve")
    curve: int = reference("CURVE", required=True, doc="The curve")
    rm: int = reference("MARKER", required=True, doc="Marker in which the curve is given")
    displacement_ic: tuple[float, ...] | None = vector("length", doc="Initial contact point in ICRM")
    velocity_ic: float | None = quantity("length/time", doc="Initial speed along the curve")
    icrm: int | None = reference("MARKER", doc="Marker in which DISPLACEMENT_IC is given (RM)")

    def equations(self) -> int:
        return 2
