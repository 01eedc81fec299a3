"""COUPLER: a linear relation between two or three joint coordinates.

    COUPLER/id, JOINTS=id1,id2[,id3] [, TYPE=T:R[:T]], SCALES=r1,r2[,r3]

Equation      r1 q1 + r2 q2 [+ r3 q3] = 0                                                             (1)
              q_k = DZ(I,J,J) (T) or AZ(I,J) with full turns (R) of joint k
Removes       1 degree of freedom
User          FUNCTION=USER(..): f(par, q1, q2[, q3]) = 0, a Python function (COUSUB)                              (2)
References    Adams: COUPLER.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.elements.forces.formula import weighted
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, references, text, vector, words
from bellcrank.schema.vocabulary import Vocabulary


def _scales(coupler: Any) -> tuple[str, ...] | None:
    """Dimensions that make all terms of equation (1) pure numbers."""
    return tuple("1/length" if word == "T" else "" for word in coupler.type) if coupler.type else None


@element("COUPLER")
class Coupler(Element):
    """A linear relation between joint coordinates."""

    result_type = "Coupler"
    rank = 14
    subroutines = {"function": ("COUSUB", ())}

    joints: tuple[int, ...] = references("JOINT", count=(2, 3), required=True, doc="The coupled joints")
    type: tuple[str, ...] | None = words(
        "T R", limit=3, spellings={"TRANSLATION": "T", "ROTATION": "R"}, doc="Translation or rotation of each joint"
    )
    scales: tuple[float, ...] | None = vector(_scales, count=(2, 3), doc="The factors r_k of equation (1)")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def equations(self) -> int:
        return 1

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.scales is None and self.function is None:
            yield self.message("E105", "SCALES is missing.", cure="add , SCALES = r1, r2.")
        elif self.scales is not None and self.joints is not None and len(self.scales) != len(self.joints):
            yield self.message(
                "E106",
                f"{len(self.joints)} joints, but {len(self.scales)} scales.",
                cure="give one scale per joint.",
                at="scales",
            )

        yield from self._check_twice(model)

    def _check_twice(self, model: Elements) -> Iterator[Message]:
        """One coordinate twice; translation and rotation of one cylindrical joint make a screw."""
        joints: list[Any] = [model.find("JOINT", id) for id in self.joints or ()]
        kinds = self.type or tuple((*joint.coordinates, "T")[0] if joint else "T" for joint in joints)
        seen = list(zip(self.joints or (), kinds, strict=False))
        twice = next((pair for pair in seen if seen.count(pair) > 1), None)
        if twice is not None:
            yield self.message(
                "E106",
                f"JOINT/{twice[0]} is coupled with itself.",
                "A multiple of one coordinate would have to be zero: the joint would be held still.",
                "name another joint; for a cylindrical joint TYPE = T:R couples its translation and its rotation.",
                at="joints",
            )

    def subroutine_measures(self, model: Elements) -> tuple[str, ...]:
        """The coordinates q_k."""
        joints: list[Any] = [model.find("JOINT", id) for id in self.joints]
        kinds = self.type or tuple((*joint.coordinates, "T")[0] for joint in joints)
        return tuple(joint.coordinate(kind) for joint, kind in zip(joints, kinds, strict=True))

    def lower(self, to: Vocabulary) -> None:
        joints = [to.model.get("JOINT", id) for id in self.joints]
        if self.scales is None:
            to.hold(self, joints[0].i, joints[0].j, self.function, "USER")
            return
        kinds = self.type or tuple((*joint.coordinates, "T")[0] for joint in joints)
        terms = [joint.measured(kind) for joint, kind in zip(joints, kinds, strict=True)]
        to.hold(self, joints[0].i, joints[0].j, weighted(self.scales, terms), "scales", from_start=True)
