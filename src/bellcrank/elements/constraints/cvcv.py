"""CVCV: two curves roll and slide on each other.

    CVCV/id, ICURVE=id, JCURVE=id, IRM=id, JRM=id, IFLOAT=id, JFLOAT=id [, IDISPLACEMENT_IC=x,y,z] ...

Equation      n . (P - c_J(beta)) = 0, P = r_IRM + R_IRM c_I(alpha) in the axes of JRM                (1)
              where alpha, beta are the places with a common normal n: tangents parallel, P - c_J along n
              the planes stay together: the height of IRM over JRM is that of the curves              (2)
Removes       2 degrees of freedom; the curves are parallel to the x-y planes of IRM and JRM, which must be parallel
Start         alpha, beta: places with a common normal, next to the displacements given, or where the curves are near.
Results       PRESS: force that pushes the bodies apart; ALPHA, BETA the parameters
Lift-off      told, where a closed curve would be pulled: real cams only push. A straight line is a flat follower, a
              circle a roller.
Fails when    both curves have the same curvature on the same side; CVCV with two straight lines.
Derivatives   system/kinds/curve_contact.py
References    Haug (1989), 3.4 (cam-followers).  Adams: CVCV.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bellcrank.elements.constraints.higher_pair import (
    Path,
    Vector,
    cross,
    dot,
    in_ground,
    minus,
    path_of,
    seen_from,
    size,
    unit,
)
from bellcrank.elements.forces.formula import measure
from bellcrank.errors import UnsupportedError
from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference, vector
from bellcrank.schema.vocabulary import Vocabulary


@element("CVCV")
class Cvcv(Element):
    """Two planar curves stay in contact."""

    result_type = "Curve_Curve"
    rank = 14

    icurve: int = reference("CURVE", required=True, doc="Curve on the I side")
    jcurve: int = reference("CURVE", required=True, doc="Curve on the J side")
    irm: int = reference("MARKER", required=True, doc="Marker in which the I curve is given")
    jrm: int = reference("MARKER", required=True, doc="Marker in which the J curve is given")
    ifloat: int = reference("MARKER", required=True, doc="Floating marker on the part of the I curve")
    jfloat: int = reference("MARKER", required=True, doc="Floating marker on the part of the J curve")
    idisplacement_ic: tuple[float, ...] | None = vector("length", doc="Initial contact point on the I curve")
    ivelocity_ic: float | None = quantity("length/time", doc="Initial speed along the I curve")
    iicrm: int | None = reference("MARKER", doc="Marker in which IDISPLACEMENT_IC is given (IRM)")
    jdisplacement_ic: tuple[float, ...] | None = vector("length", doc="Initial contact point on the J curve")
    jvelocity_ic: float | None = quantity("length/time", doc="Initial speed along the J curve")
    jicrm: int | None = reference("MARKER", doc="Marker in which JDISPLACEMENT_IC is given (JRM)")

    def equations(self) -> int:
        return 2

    def lower(self, to: Vocabulary) -> None:
        model: Any = to.model
        own, other = path_of(self, model, self.icurve), path_of(self, model, self.jcurve)
        for path, name in ((own, "ICURVE"), (other, "JCURVE")):
            if not path.is_flat:
                what = f"{name} is not in a plane parallel to x and y of its marker."
                raise UnsupportedError(
                    self.message("E509", what, cure="turn the marker, so that its z is normal to the curve.")
                )
        points = [seen_from(model, self.jrm, in_ground(model, self.irm, p)) for p in own.points]
        tangents = [seen_from(model, self.jrm, in_ground(model, self.irm, t)) for t in own.tangents]
        zero = seen_from(model, self.jrm, in_ground(model, self.irm, (0.0, 0.0, 0.0)))
        n, m = self._start(own, other, points, [minus(t, zero) for t in tangents], model)
        up = (0.0, 0.0, 1.0)
        side = dot(other.outward(m, up), unit(cross(up, other.tangents[m])))
        if own.data.closed and not other.data.closed:  # from J to the inside of I
            out = minus(seen_from(model, self.jrm, in_ground(model, self.irm, own.outward(n, up))), zero)
            side = -1.0 if dot(out, cross(up, other.tangents[m])) > 0.0 else 1.0
        presses = float(own.data.closed or other.data.closed)
        curves = own.data, other.data
        to.follow_curve(self, (self.irm, self.jrm), curves, (own.at[n], other.at[m], side, *up, presses))
        height = other.points[0][2] - (points[0][2] - zero[2])
        to.hold(self, self.irm, self.jrm, measure("DZ", self.irm, self.jrm, self.jrm) - height, "height")

    def _start(
        self, own: Path, other: Path, points: Sequence[Vector], tangents: Sequence[Vector], model: Any
    ) -> tuple[int, int]:
        """The samples of both curves where they touch: those given, else the nearest ones with a common normal."""
        given: list[int | None] = [None, None]
        for k, (path, place, marker, rm) in enumerate((
            (own, self.idisplacement_ic, self.iicrm, self.irm), (other, self.jdisplacement_ic, self.jicrm, self.jrm)
        )):  # fmt: skip
            if place is not None:
                given[k] = path.nearest(seen_from(model, rm, in_ground(model, marker or rm, place)))
        first = range(0, len(points), 4) if given[0] is None else (given[0],)
        second = range(0, len(other.points), 4) if given[1] is None else (given[1],)

        whole = size(own.extent)

        def misfit(pair: tuple[int, int]) -> float:
            """Distance of the points, plus what the tangents are apart, in the same unit."""
            n, m = pair
            d, t = minus(points[n], other.points[m]), unit(other.tangents[m])
            return math.hypot(d[0], d[1]) + whole * abs(cross(unit(tangents[n]), t)[2])

        return min(((n, m) for n in first for m in second), key=misfit)
