"""JOINT SPHERICAL: the origins coincide.

    JOINT/id, SPHERICAL, I=id, J=id

Equation      d = 0                                                             (1)
Removes       3 degrees of freedom
Reaction      on the part of I, at I (see joint.py)
References    Haug (1989), 9.4, spherical joint.  Adams: JOINT, SPHERICAL.
"""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "SPHERICAL")
class Spherical(Joint):
    """Ball and socket: three rotations are left."""

    n_equations = 3
    conditions = (("AT_POINT",),)
    slip = "BALL"
