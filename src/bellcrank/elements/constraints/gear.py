"""GEAR: two joints on a common carrier are coupled at a pitch point.

    GEAR/id, JOINTS=id1,id2, CV=id

Equation      c1 q1 - c2 q2 = 0                                                                       (1)
              q_k motion of the gear relative to the carrier from its initial position (sign changed where the gear
              carries the J marker); c_k = (z_k x (r_cv - P_k)) . z_cv for a rotation about z_k through P_k,
              c_k = z_k . z_cv for a translation along z_k
CV marker     on the carrier, at the pitch point, z along the common velocity.
Removes       1 degree of freedom
Fails when    the CV marker lies on a joint axis, or its z is not along the velocity there: rule C205.
References    Haug (1989), 9.4, gear sets.  Adams: GEAR.
"""

from __future__ import annotations

from typing import Any

from bellcrank.elements.forces.formula import weighted
from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import reference, references
from bellcrank.schema.vocabulary import Vocabulary


@element("GEAR")
class Gear(Element):
    """Two joints coupled at a pitch point."""

    result_type = "Gear"
    rank = 15

    joints: tuple[int, int] = references(
        "JOINT", count=2, required=True, doc="The two joints, both on one carrier part"
    )
    cv: int = reference("MARKER", required=True, doc="Marker of the common velocity, on the carrier")

    def equations(self) -> int:
        return 1

    def lower(self, to: Vocabulary) -> None:
        model = to.model
        factors, terms = [], []
        for id, found in zip(self.joints, self.factors(model), strict=True):
            joint = model.get("JOINT", id)
            for kind, factor in found.items():
                if factor:
                    factors.append(factor)
                    terms.append(joint.measured(kind))
        to.hold(self, joint.i, joint.j, weighted(factors, terms), "mesh", from_start=True)

    def factors(self, model: Any) -> list[dict[str, float]]:
        """c1 and -c2 of (1), by the coordinates of each joint: R, T."""
        carrier = model.get("MARKER", self.cv).owner
        point, axes = model.frame_of(self.cv)
        found = []
        for sign, id in zip((1.0, -1.0), self.joints, strict=True):
            joint = model.get("JOINT", id)
            on_i = model.get("MARKER", joint.i).owner != carrier  # the gear carries I, the carrier J
            place, frame = model.frame_of(joint.j if on_i else joint.i)
            z, cv = frame[2::3], axes[2::3]
            arm = [point[k] - place[k] for k in range(3)]
            speed = [z[1] * arm[2] - z[2] * arm[1], z[2] * arm[0] - z[0] * arm[2], z[0] * arm[1] - z[1] * arm[0]]
            ways = {"R": speed, "T": z}
            found.append(
                {
                    kind: sign * (1.0 if on_i else -1.0) * sum(a * b for a, b in zip(ways[kind], cv, strict=True))
                    for kind in "RT"
                    if kind in joint.coordinates
                }
            )
        return found
