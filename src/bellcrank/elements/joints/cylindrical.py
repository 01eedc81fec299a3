"""JOINT CYLINDRICAL: sliding along and turning about the common z axis.

    JOINT/id, CYLINDRICAL, I=id, J=id [, ICTRAN=vel,disp] [, ICROT=vel,disp]

Equation      d . x_J = 0,  d . y_J = 0,  z_I . x_J = 0,  z_I . y_J = 0          (1)
Removes       4 degrees of freedom
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, cylindrical joint.  Adams: JOINT, CYLINDRICAL.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import OldFriction
from bellcrank.registry import element
from bellcrank.schema.fields import vector


@element("JOINT", "CYLINDRICAL")
class Cylindrical(OldFriction):
    """Translation along z and rotation about z are left."""

    n_equations = 4
    conditions = (("NO_SLIDE", "X"), ("NO_SLIDE", "Y"), ("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"))
    coordinates = ("T", "R")
    slip = "BOTH"

    ictran: tuple[float | None, ...] | None = vector(
        ("length/time", "length"), count=(1, 2), holes=True, doc="Initial speed of I along z_J, and displacement"
    )
    icrot: tuple[float | None, ...] | None = vector(
        ("angle/time", "angle"), count=(1, 2), holes=True, doc="Initial rate of I about z_J, and angle"
    )
