"""JOINT REVOLUTE: a hinge about the common z axis.

    JOINT/id, REVOLUTE, I=id, J=id [, IC=vel,disp]

Equation      d = 0,  z_I . x_J = 0,  z_I . y_J = 0                              (1)
Removes       5 degrees of freedom
Branch        z_I and z_J point the same way; the opposite solution of (1) is not meant.
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, revolute joint.  Adams: JOINT, REVOLUTE.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import OldFriction
from bellcrank.registry import element
from bellcrank.schema.fields import vector


@element("JOINT", "REVOLUTE")
class Revolute(OldFriction):
    """A hinge: one rotation about z is left."""

    n_equations = 5
    conditions = (("AT_POINT",), ("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"))
    coordinates = ("R",)
    slip = "TURN"

    ic: tuple[float | None, ...] | None = vector(
        ("angle/time", "angle"), count=(1, 2), holes=True, doc="Initial rate of I about z_J, and angle"
    )
