"""JPRIM PARALLEL_AXES: the z axes stay parallel.

    JPRIM/id, PARALLEL_AXES, I=id, J=id

Equation      z_I . x_J = 0,  z_I . y_J = 0                               (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       2 degrees of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, PARALLEL_AXES.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "PARALLEL_AXES")
class ParallelAxes(PrimitiveJoint):
    """The z axis of I stays parallel to the z axis of J."""

    n_equations = 2
    conditions = (("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"))
