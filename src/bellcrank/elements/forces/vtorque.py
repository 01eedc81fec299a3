"""VTORQUE: a torque with three components.

    VTORQUE/id, I=id, JFLOAT=id, RM=id, {TX=e\\ , TY=e\\ , TZ=e | FUNCTION=USER(..)\\} [, ROUTINE=lib::sub]

Equation      T_I = TX x_RM + TY y_RM + TZ z_RM;  -T_I on the part of JFLOAT                           (1)
References    Newton's third law.  Adams: VTORQUE.
"""

from __future__ import annotations

from bellcrank.elements.forces.vforce import VectorLoad
from bellcrank.registry import element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression


@element("VTORQUE")
class Vtorque(VectorLoad):
    """A torque with three components."""

    result_type = "Vector_Torque"

    components = ("tx", "ty", "tz")
    subroutines = {"function": ("VTOSUB", components)}

    tx: Expression | None = expression("force*length", doc="Torque component on x_RM")
    ty: Expression | None = expression("force*length", doc="Torque component on y_RM")
    tz: Expression | None = expression("force*length", doc="Torque component on z_RM")
