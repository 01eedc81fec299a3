"""JOINT SCREW: translation and rotation about z_J are coupled by the pitch.

    JOINT/id, SCREW, I=id, J=id, PITCH=r

Equation      PITCH theta - 2 pi delta = 0                                       (1)
              theta = AZ(I,J) with full turns, delta = change of d . z_J; PITCH > 0 is a right-hand thread
Removes       1 degree of freedom
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, screw joint.  Adams: JOINT, SCREW.
"""

from __future__ import annotations

import math

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element
from bellcrank.schema.fields import quantity
from bellcrank.schema.vocabulary import Vocabulary


@element("JOINT", "SCREW")
class Screw(Joint):
    """A thread; the z axes must be kept parallel by another joint (CYLINDRICAL)."""

    n_equations = 1

    pitch: float = quantity("length", required=True, doc="Displacement along z for one turn")

    def lower(self, to: Vocabulary) -> None:
        equation = self.pitch * self.measured("R") - 2.0 * math.pi * self.measured("T")
        to.hold(self, self.i, self.j, equation, "pitch", from_start=True)
