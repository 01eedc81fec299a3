"""JPRIM INPLANE: a point stays in a plane.

    JPRIM/id, INPLANE, I=id, J=id

Equation      d . z_J = 0                                                 (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       1 degree of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, INPLANE.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "INPLANE")
class Inplane(PrimitiveJoint):
    """The origin of I stays in the x-y plane of J."""

    n_equations = 1
    conditions = (("NO_SLIDE", "Z"),)
