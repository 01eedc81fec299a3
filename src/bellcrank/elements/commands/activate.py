"""ACTIVATE, DEACTIVATE: switch elements on and off.

    ACTIVATE/type, ID=id1[,id2..]        DEACTIVATE/type, RANGE=id1,id2

Effect        a deactivated element is out of the equations from the next SIMULATE on.
References    Adams: ACTIVATE, DEACTIVATE.
"""

from __future__ import annotations

from bellcrank.elements.commands.command import Command
from bellcrank.registry import command
from bellcrank.schema.fields import integers, one_of

TYPES = (
    "BEAM BUSHING CONTACT COUPLER CVCV DIFF FIELD FRICTION GCON GEAR GFORCE JOINT JPRIM MFORCE MOTION NFORCE PTCV "
    "SENSOR SFORCE SPRINGDAMPER TIRE UCON VFORCE VTORQUE"
)


class Switching(Command):
    """Which elements are meant."""

    type: str = one_of(TYPES, required=True, doc="Statement of the elements")
    ids: tuple[int, ...] | None = integers(name="ID", doc="Ids of the elements")
    range: tuple[int, int] | None = integers(count=2, doc="First and last id")

    def selects(self, id: int) -> bool:
        """Whether the command means the element with this id; without ID and RANGE all are meant."""
        if self.ids is None and self.range is None:
            return True
        inside = self.range is not None and self.range[0] <= id <= self.range[1]
        return inside or (self.ids is not None and id in self.ids)


@command("ACTIVATE")
class Activate(Switching):
    """Switch elements on."""


@command("DEACTIVATE")
class Deactivate(Switching):
    """Switch elements off."""
