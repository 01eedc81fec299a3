"""POINT_MASS: a body with three degrees of freedom.

    POINT_MASS/id, CM=id [, MASS=r] [, QG=x,y,z] [, REULER=a,b,c | , ZG=.. [, XG=..]] [, VX=r] [, VY=r] [, VZ=r]
              [, EXACT=X:Y:Z]

Equation      m a = UCF F; the orientation stays as it is.                                            (1)
Fails when    a torque or a rotational constraint acts on one of its markers: nothing resists it.
References    Newton's second law.  Adams: POINT_MASS.
"""

from __future__ import annotations

from bellcrank.elements.parts.part import Body
from bellcrank.registry import element
from bellcrank.schema.fields import quantity, reference, words
from bellcrank.schema.vocabulary import Vocabulary


@element("POINT_MASS")
class PointMass(Body):
    """A body without rotation and inertia."""

    result_type = "Point_Mass"
    rank = 1

    plural = "point_masses"

    mass: float = quantity("mass", 0.0, minimum=0.0, doc="Mass")
    cm: int = reference("MARKER", required=True, doc="Marker at the mass")
    exact: tuple[str, ...] = words("X Y Z", (), limit=3, doc="Coordinates that initial assembly should not change")

    def lower(self, to: Vocabulary) -> None:
        to.body(self, self.mass, [[0.0] * 3] * 3, self.cm, turns=False)
