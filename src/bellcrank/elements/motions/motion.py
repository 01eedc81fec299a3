"""MOTION: one relative coordinate follows a function of time.

    MOTION/id, JOINT=id, {TRANSLATION | ROTATION} [, DISPLACEMENT | VELOCITY | ACCELERATION]
              [, ICDISP=r] [, ICVEL=r], FUNCTION=e
    MOTION/id, I=id, J=id, {X | Y | Z | B1 | B2 | B3} ...

Equation      DISPLACEMENT  q - e(t) = 0                                                               (1)
              VELOCITY      q' - e(t) = 0,  q(t0) = ICDISP                                              (2)
              ACCELERATION  q'' - e(t) = 0, q(t0) = ICDISP, q'(t0) = ICVEL                              (3)
              (2) and (3) are integrated by inner differential equations and imposed as (1).
Coordinate q  JOINT TRANSLATION: DZ(I,J,J); JOINT ROTATION: AZ(I,J) with full turns; X, Y, Z: DX, DY, DZ(I,J,J);
              B1, B2, B3: body-fixed 1-2-3 angles of I in J, A = R_J^T R_I = Rx(b1) Ry(b2) Rz(b3):
              b1 = atan2(-A23, A33), b2 = asin(A13), b3 = atan2(-A12, A11)                              (4)
Removes       1 degree of freedom
References    Haug (1989), 9.5 (driving constraints).  Adams: MOTION.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, one_of, quantity, reference, text
from bellcrank.schema.vocabulary import Vocabulary

ROTATIONS = ("ROTATION", "B1", "B2", "B3")


def _displacement(motion: Any) -> str:
    return "angle" if motion.axis in ROTATIONS else "length"


def _rate(motion: Any) -> str:
    return f"{_displacement(motion)}/time"


def _function(motion: Any) -> str:
    order = {"DISPLACEMENT": "", "VELOCITY": "/time", "ACCELERATION": "/time**2"}
    return _displacement(motion) + order[motion.level]


@element("MOTION")
class Motion(Element):
    """One relative coordinate follows a function of time."""

    result_type = "Motion"
    rank = 12
    subroutines = {"function": ("MOTSUB", ())}

    axis: str = one_of(
        "TRANSLATION ROTATION X Y Z B1 B2 B3", doc="The driven coordinate: of the joint, or of marker I in marker J"
    )
    level: str = one_of("DISPLACEMENT VELOCITY ACCELERATION", "DISPLACEMENT", doc="What the function prescribes")
    joint: int | None = reference("JOINT", doc="The driven joint")
    i: int | None = reference("MARKER", doc="Marker I of a motion without joint")
    j: int | None = reference("MARKER", doc="Marker J of a motion without joint")
    icdisp: float = quantity(_displacement, 0.0, doc="Displacement at the start, for VELOCITY and ACCELERATION")
    icvel: float = quantity(_rate, 0.0, doc="Velocity at the start, for ACCELERATION")
    function: Expression = expression(
        _function, required=True, doc="The prescribed displacement, velocity or acceleration"
    )
    routine: str = text(doc="Library and name of the user subroutine")

    @property
    def rotational(self) -> bool:
        """Whether the driven coordinate is an angle."""
        return self.axis in ROTATIONS

    def equations(self) -> int:
        return 1

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if not self.joint and not (self.i and self.j):
            yield self.message(
                "E105",
                "JOINT is missing.",
                "A motion drives a joint, or marker I relative to marker J.",
                "add , JOINT = id, or I and J.",
            )
        elif self.joint:
            yield from self._check_joint(model)
        elif self.i == self.j:
            what = f"I and J are both MARKER/{self.i}."
            yield self.message("E106", what, "A marker does not move relative to itself.", "name two markers.", at="j")
        if "axis" not in self.__dict__ and not self.joint:
            yield self.message("E105", "The driven coordinate is missing.", cure="add one of X, Y, Z, B1, B2, B3.")

    def _check_joint(self, model: Elements) -> Iterator[Message]:
        joint: Any = model.find("JOINT", self.joint or 0)
        if joint is None:
            return
        wanted = "R" if self.rotational else "T"
        if self.axis not in (None, "TRANSLATION", "ROTATION"):
            yield self.message("E106", f"{self.axis} does not fit to JOINT.", cure="write TRANSLATION or ROTATION.")
        elif self.axis is None or wanted not in joint.coordinates:
            yield self.message(
                "E106",
                f"{joint.title} cannot be driven in {self.axis or 'an axis that is not given'}.",
                "Only revolute (ROTATION), translational (TRANSLATION) and cylindrical joints can be driven.",
                "choose TRANSLATION or ROTATION as the joint allows, or use I, J and an axis.",
                at="joint",
            )

    def lower(self, to: Vocabulary) -> None:
        i, j = self.markers(to.model)
        measured = {
            "TRANSLATION": f"DZ({i},{j},{j})", "ROTATION": f"AZ({i},{j})",
            "X": f"DX({i},{j},{j})", "Y": f"DY({i},{j},{j})", "Z": f"DZ({i},{j},{j})",
            "B1": f"$B1({i},{j})", "B2": f"$B2({i},{j})", "B3": f"$B3({i},{j})",
        }[self.axis]  # fmt: skip
        to.hold(self, i, j, to.difference(measured, self.prescribed(to)), self.level.lower())

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """FORCE or TORQUE: what the drive gives along the coordinate it drives, on I."""
        component = {"TRANSLATION": 4, "ROTATION": 8, "X": 2, "Y": 3, "Z": 4}.get(self.axis or "")
        if component is not None:
            turns = component == 8
            force = f"MOTION({self.id},0,{component},{self.markers(model)[1]})"
            yield ("TORQUE", force, "force*length") if turns else ("FORCE", force, "force")

    def markers(self, model: Any) -> tuple[int, int]:
        """The markers I and J, of the motion itself or of its joint."""
        owner: Any = model.get("JOINT", self.joint) if self.joint else self
        return owner.i, owner.j

    def prescribed(self, to: Vocabulary) -> Any:
        """The displacement: the function itself, or the state of inner differential equations, (2) and (3)."""
        if self.level == "DISPLACEMENT":
            return self.function
        rate: Any = self.function
        if self.level == "ACCELERATION":
            rate = f"DIF({to.inner_state(self, self.function, self.icvel)})"
        return f"DIF({to.inner_state(self, rate, self.icdisp)})"
