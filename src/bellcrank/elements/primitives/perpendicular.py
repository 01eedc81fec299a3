"""JPRIM PERPENDICULAR: the z axes stay at right angles.

    JPRIM/id, PERPENDICULAR, I=id, J=id

Equation      z_I . z_J = 0                                               (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       1 degree of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, PERPENDICULAR.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "PERPENDICULAR")
class Perpendicular(PrimitiveJoint):
    """The z axis of I stays at right angles to the z axis of J."""

    n_equations = 1
    conditions = (("PERPENDICULAR", "Z", "Z"),)
