"""JOINT FIXED: the parts move as one.

    JOINT/id, FIXED, I=id, J=id

Equation      d = 0,  z_I . x_J = 0,  z_I . y_J = 0,  x_I . y_J = 0              (1)
Removes       6 degrees of freedom
Branch        x_I . x_J > 0 and z_I . z_J > 0; the other solutions of (1) are not meant.
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4.  Adams: JOINT, FIXED.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "FIXED")
class Fixed(Joint):
    """Welds two parts together."""

    n_equations = 6
    conditions = (("AT_POINT",), ("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"), ("PERPENDICULAR", "X", "Y"))
