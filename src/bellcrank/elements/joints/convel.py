"""JOINT CONVEL: constant velocity joint.

    JOINT/id, CONVEL, I=id, J=id

Equation      d = 0,  x_I . y_J - y_I . x_J = 0                                  (1)
Removes       4 degrees of freedom
Reaction      on the part of I, at I (see joint.py)
References    Hunt (1978), Kinematic Geometry of Mechanisms.  Adams: JOINT, CONVEL.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "CONVEL")
class Convel(Joint):
    """Both shafts turn at the same rate; the z axes point down the shafts, away from the centre."""

    n_equations = 4
    conditions = (("AT_POINT",), ("SAME_TURN",))
