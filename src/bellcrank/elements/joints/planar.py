"""JOINT PLANAR: the x-y planes coincide.

    JOINT/id, PLANAR, I=id, J=id

Equation      d . z_J = 0,  z_I . x_J = 0,  z_I . y_J = 0                        (1)
Removes       3 degrees of freedom
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, planar joint.  Adams: JOINT, PLANAR.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "PLANAR")
class Planar(Joint):
    """Two translations in the x-y plane and one rotation about z are left."""

    n_equations = 3
    conditions = (("NO_SLIDE", "Z"), ("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"))
