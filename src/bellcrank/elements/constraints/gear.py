"""GEAR: two joints on a common carrier are coupled at a pitch point.

    GEAR/id, JOINTS=id1,id2, CV=id

Equation      c1 q1 - c2 q2 = 0                                                                       (1)
              q_k motion of the gear relative to the carrier from its initial position (sign changed where the gear
              carries the J marker); c_k = (z_k x (r_cv - P_k)) . z_cv for a rotation about z_k through P_k,
              c_k = z_k . z_cv for a translation along z_k
CV marker     on the carrier, at the pitch point, z along the common velocity.
Removes       1 degree of freedom
Fails when    the CV marker lies on a joint axis.
References    Haug (1989), 9.4, gear sets.  Adams: GEAR.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import reference, references


@element("GEAR")
class Gear(Element):
    """Two joints coupled at a pitch point."""

    joints: tuple[int, int] = references(
        "JOINT", count=2, required=True, doc="The two joints, both on one carrier part"
    )
    cv: int = reference("MARKER", required=True, doc="Marker of the common velocity, on the carrier")

    def equations(self) -> int:
        return 1
