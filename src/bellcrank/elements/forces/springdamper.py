"""SPRINGDAMPER: a linear spring and damper between two markers.

    SPRINGDAMPER/id, TRANSLATION, I=id, J=id [, C=r] [, K=r] [, LENGTH=r] [, FORCE=r]
    SPRINGDAMPER/id, ROTATION, I=id, J=id [, CT=r] [, KT=r] [, ANGLE=a] [, TORQUE=r]

Equation      TRANSLATION  f = -C VR(I,J) - K (DM(I,J) - LENGTH) + FORCE along the line of sight        (1)
              ROTATION     t = -CT WZ(I,J,J) - KT (AZ(I,J) - ANGLE) + TORQUE about z_J on I, -t on J    (2)
Sign          f > 0 pushes the markers apart. AZ counts full turns.
Fails when    r_I = r_J in (1): the line of action is not defined.
Doubtful      ANGLE of more than a turn that is no whole number of degrees (W109): numbers without D are radians, and a
              spring that unwinds over many turns is integrated turn by turn.
References    Haug (1989), 11.4.  Adams: SPRINGDAMPER.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from bellcrank.elements.forces.formula import measure
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import quantity, reference
from bellcrank.schema.vocabulary import Vocabulary


class SpringDamper(Element):
    """What both kinds have in common."""

    result_type = "Spring_Damper"

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J")


@element("SPRINGDAMPER", "TRANSLATION")
class TranslationalSpringDamper(SpringDamper):
    """A spring and damper along the line of sight."""

    usual = True

    c: float = quantity("force*time/length", 0.0, doc="Damping")
    k: float = quantity("force/length", 0.0, doc="Stiffness")
    length: float = quantity("length", 0.0, doc="Length at which the spring force is FORCE")
    force: float = quantity("force", 0.0, doc="Force at LENGTH")

    def force_axes(self) -> list[tuple[int, int, int]]:
        """Component (-1: line of sight), marker I and frame."""
        return [(-1, self.i, self.j)]

    def lower(self, to: Vocabulary) -> None:
        if not to.is_read(self):
            to.act(self, "SPRING", self.i, self.j, (self.k, self.c, self.length, self.force))
            return
        stretched, rate = measure("DM", self.i, self.j) - self.length, measure("VR", self.i, self.j)
        law = self.force - self.c * rate - self.k * stretched
        to.push_apart(self, self.i, self.j, law)

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """LENGTH, and FORCE: positive where it pushes apart."""
        yield "LENGTH", ("DM", self.i, self.j), "length"
        forces = "+".join(
            f"SPDP({self.id},0,{n},0)*D{axis}({self.i},{self.j})" for n, axis in ((2, "X"), (3, "Y"), (4, "Z"))
        )
        yield "FORCE", f"({forces})/DM({self.i},{self.j})", "force"


@element("SPRINGDAMPER", "ROTATION")
class RotationalSpringDamper(SpringDamper):
    """A spring and damper about z_J."""

    ct: float = quantity("force*length*time/angle", 0.0, doc="Damping")
    kt: float = quantity("force*length/angle", 0.0, doc="Stiffness")
    angle: float = quantity("angle", 0.0, doc="Angle at which the torque is TORQUE")
    torque: float = quantity("force*length", 0.0, doc="Torque at ANGLE")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        degrees = math.degrees(self.angle)
        if abs(self.angle) > math.tau and abs(degrees - round(degrees)) > 1e-12 * abs(degrees):
            yield self.message(
                "W109",
                f"ANGLE = {self.angle:g} is in radians: {self.angle / math.tau:.4g} turns.",
                "A number without D is in radians. A spring that unwinds over many turns makes the run long: each turn "
                "takes some twenty steps.",
                f"write ANGLE = {self.angle:g}D if degrees are meant.",
                at="angle",
                severity="warning",
            )

    def force_axes(self) -> list[tuple[int, int, int]]:
        """Component (5: torque about z), marker I and frame."""
        return [(5, self.i, self.j)]

    def lower(self, to: Vocabulary) -> None:
        i, j = self.i, self.j
        law = self.torque - self.ct * measure("WZ", i, j, j) - self.kt * (measure("AZ", i, j) - self.angle)
        to.load(self, i, j, j, {5: law})

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """ANGLE of I about z_J with full turns, its RATE, and TORQUE on I."""
        yield "ANGLE", ("YAW", self.i, self.j), "angle"
        yield "RATE", ("WZ", self.i, self.j, self.j), "angle/time"
        yield "TORQUE", f"SPDP({self.id},0,8,{self.j})", "force*length"
