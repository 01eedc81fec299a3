"""JPRIM ORIENTATION: the axes stay parallel.

    JPRIM/id, ORIENTATION, I=id, J=id

Equation      z_I . x_J = 0,  z_I . y_J = 0,  x_I . y_J = 0               (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       3 degrees of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, ORIENTATION.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "ORIENTATION")
class Orientation(PrimitiveJoint):
    """I does not turn relative to J."""

    n_equations = 3
    conditions = (("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"), ("PERPENDICULAR", "X", "Y"))
