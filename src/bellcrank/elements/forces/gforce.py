"""GFORCE: a force and a torque with three components each.

    GFORCE/id, I=id, JFLOAT=id, RM=id, {FX=e\\ , FY=e\\ , ... TZ=e | FUNCTION=USER(..)\\} [, ROUTINE=lib::sub]

Equation      F_I = FX x_RM + FY y_RM + FZ z_RM,  T_I = TX x_RM + TY y_RM + TZ z_RM at I;
              -F_I, -T_I on the part of JFLOAT at the same point                                       (1)
Floating      JFLOAT: origin at I, axes of RM.
References    Newton's third law.  Adams: GFORCE.
"""

from __future__ import annotations

from bellcrank.elements.forces.vforce import VectorLoad
from bellcrank.registry import element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression


@element("GFORCE")
class Gforce(VectorLoad):
    """A force and a torque with three components each."""

    result_type = "General_Force"

    components = ("fx", "fy", "fz", "tx", "ty", "tz")
    subroutines = {"function": ("GFOSUB", components)}

    fx: Expression | None = expression("force", doc="Force component on x_RM")
    fy: Expression | None = expression("force", doc="Force component on y_RM")
    fz: Expression | None = expression("force", doc="Force component on z_RM")
    tx: Expression | None = expression("force*length", doc="Torque component on x_RM")
    ty: Expression | None = expression("force*length", doc="Torque component on y_RM")
    tz: Expression | None = expression("force*length", doc="Torque component on z_RM")
