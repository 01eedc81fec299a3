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
        carrier = model.get("MARKER", self.cv).owner
        point, axes = model.frame_of(self.cv)
        factors, terms = [], []
        for sign, id in zip((1.0, -1.0), self.joints, strict=True):
            joint = model.get("JOINT", id)
            on_i = model.get("MARKER", joint.i).owner != carrier  # the gear carries I, the carrier J
            place, frame = model.frame_of(joint.j if on_i else joint.i)
            z, cv = frame[2::3], axes[2::3]
            arm = [point[k] - place[k] for k in range(3)]
            speed = [z[1] * arm[2] - z[2] * arm[1], z[2] * arm[0] - z[0] * arm[2], z[0] * arm[1] - z[1] * arm[0]]
            for kind, direction in (("R", speed), ("T", z)):
                factor = sign * (1.0 if on_i else -1.0) * sum(a * b for a, b in zip(direction, cv, strict=True))
                if kind in joint.coordinates and factor:
                    factors.append(factor)
                    terms.append(joint.measured(kind))
        to.hold(self, joint.i, joint.j, weighted(factors, terms), "mesh", from_start=True)
