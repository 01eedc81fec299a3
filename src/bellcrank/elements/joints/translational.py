"""JOINT TRANSLATIONAL: sliding along the common z axis.

    JOINT/id, TRANSLATIONAL, I=id, J=id [, IC=vel,disp]

Equation      d . x_J = 0,  d . y_J = 0,  z_I . x_J = 0,  z_I . y_J = 0,  x_I . y_J = 0   (1)
Removes       5 degrees of freedom
Branch        x_I . x_J > 0 and z_I . z_J > 0; the other solutions of (1) are not meant.
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, translational joint.  Adams: JOINT, TRANSLATIONAL.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import OldFriction
from bellcrank.registry import element
from bellcrank.schema.fields import vector


@element("JOINT", "TRANSLATIONAL")
class Translational(OldFriction):
    """A slide: one translation along z is left."""

    n_equations = 5
    conditions = (
        ("NO_SLIDE", "X"),
        ("NO_SLIDE", "Y"),
        ("PERPENDICULAR", "Z", "X"),
        ("PERPENDICULAR", "Z", "Y"),
        ("PERPENDICULAR", "X", "Y"),
    )
    coordinates = ("T",)
    slip = "SLIDE"

    ic: tuple[float | None, ...] | None = vector(
        ("length/time", "length"), count=(1, 2), holes=True, doc="Initial speed of I along z_J, and displacement"
    )
