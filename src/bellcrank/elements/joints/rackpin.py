"""JOINT RACKPIN: a rack driven by a pinion.

    JOINT/id, RACKPIN, I=id, J=id, PD=r

Equation      2 delta - PD theta = 0                                             (1)
              theta = rotation of the pinion about z_I, delta = displacement of the rack along z_J
Removes       1 degree of freedom
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 3.4, rack and pinion.  Adams: JOINT, RACKPIN.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.elements.forces.formula import measure
from bellcrank.elements.joints.joint import Joint
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Elements
from bellcrank.schema.fields import quantity
from bellcrank.schema.vocabulary import Vocabulary


@element("JOINT", "RACKPIN")
class Rackpin(Joint):
    """Rack and pinion: z_I is the pinion axis, z_J the direction of the rack."""

    n_equations = 1

    pd: float = quantity("length", required=True, doc="Pitch diameter of the pinion; its sign selects the direction")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.pd == 0.0:
            yield self.message(
                "E104",
                "PD = 0.",
                "A pinion without diameter does not move the rack: equation (1) would hold the rack still.",
                "give the pitch diameter of the pinion.",
                at="pd",
            )

    def lower(self, to: Vocabulary) -> None:
        start = to.hidden_marker(on=self.j, like=self.i)
        equation = -2.0 * measure("DZ", self.i, self.j, self.j) - self.pd * measure("AZ", self.i, start)
        to.hold(self, self.i, self.j, equation, "mesh", from_start=True)
