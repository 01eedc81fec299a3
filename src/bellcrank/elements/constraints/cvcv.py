"""CVCV: two curves roll and slide on each other.

    CVCV/id, ICURVE=id, JCURVE=id, IRM=id, JRM=id, IFLOAT=id, JFLOAT=id [, IDISPLACEMENT_IC=x,y,z] ...

Equation      the contact points coincide: r_IRM + R_IRM c_I(alpha) - r_JRM - R_JRM c_J(beta) = 0       (1)
              the tangents are parallel:   t_I . n_J = 0                                                (2)
Removes       2 degrees of freedom (4 equations, 2 more unknowns); both curves lie in one plane.
References    Haug (1989), 3.4 (cam-followers).  Adams: CVCV.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference, vector


@element("CVCV")
class Cvcv(Element):
    """Two planar curves stay in contact."""

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
