"""JOINT HOOKE: a cross whose bars are x_I and y_J.

    JOINT/id, HOOKE, I=id, J=id

Equation      d = 0,  x_I . y_J = 0                                              (1)
Removes       4 degrees of freedom
Fails when    the shafts are at right angles (lock-up).
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, universal joint.  Adams: JOINT, HOOKE.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "HOOKE")
class Hooke(Joint):
    """A universal joint; the z axes lie along the shafts, x_I and y_J along the bars."""

    n_equations = 4
    conditions = (("AT_POINT",), ("PERPENDICULAR", "X", "Y"))
    slip = "YOKE"
