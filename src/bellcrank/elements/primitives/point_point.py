"""JPRIM POINT_POINT: two points keep their distance.

    JPRIM/id, POINT_POINT, I=id, J=id, OFFSET=r

Equation      |d| = OFFSET,  d = r_I - r_J                                                        (1)
Removes       1 degree of freedom
Fails when    OFFSET = 0: the Jacobian vanishes (use ATPOINT).
References    Haug (1989), 9.4, distance constraint.  Adams: JPRIM, POINT_POINT.
"""

from __future__ import annotations

from bellcrank.elements.forces.formula import measure
from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element
from bellcrank.schema.fields import quantity
from bellcrank.schema.vocabulary import Vocabulary


@element("JPRIM", "POINT_POINT")
class PointPoint(PrimitiveJoint):
    """The origins of I and J keep their distance."""

    n_equations = 1

    offset: float = quantity("length", required=True, above=0.0, doc="Distance of the origins")

    def lower(self, to: Vocabulary) -> None:
        to.hold(self, self.i, self.j, measure("DM", self.i, self.j) - self.offset, "distance")
