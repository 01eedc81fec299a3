"""JOINT UNIVERSAL: a cross whose bars are the z axes.

    JOINT/id, UNIVERSAL, I=id, J=id

Equation      d = 0,  z_I . z_J = 0                                              (1)
Removes       4 degrees of freedom
Fails when    the bars are parallel: the Jacobian vanishes.
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, universal joint.  Adams: JOINT, UNIVERSAL.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "UNIVERSAL")
class Universal(Joint):
    """A universal joint; the z axes lie along the two bars of the cross."""

    n_equations = 4
    conditions = (("AT_POINT",), ("PERPENDICULAR", "Z", "Z"))
    slip = "YOKE"
