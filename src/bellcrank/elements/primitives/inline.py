"""JPRIM INLINE: a point stays on a line.

    JPRIM/id, INLINE, I=id, J=id

Equation      d . x_J = 0,  d . y_J = 0                                   (1)
              d = r_I - r_J; x, y, z axes of the markers
Removes       2 degrees of freedom
Reaction      on the part of I, at I; J gets -F and -T - d x F
References    Haug (1989), 9.4.  Adams: JPRIM, INLINE.
"""

from __future__ import annotations

from bellcrank.elements.primitives.primitive_joint import PrimitiveJoint
from bellcrank.registry import element


@element("JPRIM", "INLINE")
class Inline(PrimitiveJoint):
    """The origin of I stays on the z axis of J."""

    n_equations = 2
    conditions = (("NO_SLIDE", "X"), ("NO_SLIDE", "Y"))
