"""PTCV: a point stays on a curve.

    PTCV/id, I=id, JFLOAT=id, CURVE=id, RM=id [, DISPLACEMENT_IC=x,y,z] [, VELOCITY_IC=r] [, ICRM=id]

Equation      n_1 . (P - c(alpha)) = 0, n_2 . (P - c(alpha)) = 0, P the origin of I in the axes of RM   (1)
              alpha is the foot of P on the curve, c'(alpha) . (P - c) = 0; n_1, n_2 are normal to c'
Removes       2 degrees of freedom
Start         alpha is that of the point of the curve next to I, or to DISPLACEMENT_IC; VELOCITY_IC has no effect.
Results       PRESS: force along the first normal, to the outside of a closed curve; ALPHA is in BETA.
Lift-off      a pulling force on a closed curve is told: a follower that only rests on it would lift off.
Floating      JFLOAT: origin at the contact, x along the tangent, y towards the centre of curvature.
Reaction      no component along the tangent.
Derivatives   system/kinds/curve_contact.py
References    Haug (1989), 9.4, point follower.  Adams: PTCV.
"""

from __future__ import annotations

from typing import Any

from bellcrank.elements.constraints.higher_pair import cross, dot, in_ground, path_of, seen_from, unit
from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference, vector
from bellcrank.schema.vocabulary import Vocabulary


@element("PTCV")
class Ptcv(Element):
    """The origin of marker I stays on a curve."""

    result_type = "Point_Curve"
    rank = 14

    i: int = reference("MARKER", required=True, doc="The marker that follows the curve")
    jfloat: int = reference("MARKER", required=True, doc="Floating marker on the part of the curve")
    curve: int = reference("CURVE", required=True, doc="The curve")
    rm: int = reference("MARKER", required=True, doc="Marker in which the curve is given")
    displacement_ic: tuple[float, ...] | None = vector("length", doc="Initial contact point in ICRM")
    velocity_ic: float | None = quantity("length/time", doc="Initial speed along the curve")
    icrm: int | None = reference("MARKER", doc="Marker in which DISPLACEMENT_IC is given (RM)")

    def equations(self) -> int:
        return 2

    def lower(self, to: Vocabulary) -> None:
        path = path_of(self, to.model, self.curve)
        place: Any = to.model.frame_of(self.i)[0]
        if self.displacement_ic is not None:
            place = in_ground(to.model, self.icrm or self.rm, self.displacement_ic)
        n, axis = path.nearest(seen_from(to.model, self.rm, place)), path.axis
        side = dot(path.outward(n, axis), unit(cross(axis, path.tangents[n])))
        for second in (False, True):
            numbers = (0.0, path.at[n], side, *axis, float(path.data.closed and not second))
            to.follow_curve(self, (self.i, self.rm), (None, path.data), numbers, second)
