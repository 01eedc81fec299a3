"""FIELD: a linear spring and damper with full 6 by 6 matrices.

    FIELD/id, I=id, J=id, {KMATRIX=r1,..,r36 [, CMATRIX=r1,..,r36 | , CRATIO=r] [, LENGTH=x0,y0,z0,a0,b0,c0]
             [, FORCE=f1,..,f6] | FUNCTION=USER(..)} [, FORMULATION={LINEAR|NONLINEAR}]

Equation      (F; T)_I = -K (u - u0) - C u' + F0 in J axes                                             (1)
              u = (DX, DY, DZ, AX, AY, AZ) of I in J, K and C entered by columns, C = CRATIO K
Reaction      on J: -F_I and -T_I - d x F_I
References    Adams: FIELD.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import choice, expression, quantity, reference, text, vector

FORCE_AND_TORQUE = ("force",) * 3 + ("force*length",) * 3
DISPLACEMENT = ("length",) * 3 + ("angle",) * 3
STIFFNESS = tuple(f"{load}/{motion}" for motion in DISPLACEMENT for load in FORCE_AND_TORQUE)
DAMPING = tuple(f"{stiffness}*time" for stiffness in STIFFNESS)


@element("FIELD")
class Field(Element):
    """A linear spring and damper with full matrices."""

    result_type = "Field"

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J, whose axes are those of the field")
    kmatrix: tuple[float, ...] | None = vector(STIFFNESS, count=36, doc="Stiffness matrix by columns")
    cmatrix: tuple[float, ...] | None = vector(DAMPING, count=36, doc="Damping matrix by columns")
    cratio: float | None = quantity("time", doc="Ratio of damping to stiffness")
    length: tuple[float, ...] = vector(DISPLACEMENT, (0.0,) * 6, count=6, doc="Displacement u0 without force")
    force: tuple[float, ...] = vector(FORCE_AND_TORQUE, (0.0,) * 6, count=6, doc="Force and torque at u0")
    formulation: str = choice("LINEAR NONLINEAR", "LINEAR", doc="Form of the equations")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")
