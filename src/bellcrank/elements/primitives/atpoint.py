"""JPRIM ATPOINT: the origins coincide.

    JPRIM/id, ATPOINT, I=id, J=id

Equation      d = 0                                                       (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       3 degrees of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, ATPOINT.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "ATPOINT")
class Atpoint(PrimitiveJoint):
    """The origin of I stays at the origin of J."""

    n_equations = 3
    conditions = (("AT_POINT",),)
