"""GSE: a general system of equations from user subroutines.

    GSE/id, X=id, U=id, Y=id, NS=i, NO=i [, IC=id] [, XD=id, ND=i, ICD=id, SAMPLE_PERIOD=e\\ , SAMPLE_OFFSET=e\\]
           [, IMPLICIT] [, STATIC_HOLD], FUNCTION=USER(..)\\ , INTERFACE=deriv,output,update,samp

Equation      x' = f(x, u, t),  y = g(x, u, t); discrete states x_d are sampled                          (1)
Read by       ARYVAL(id, n)
References    Adams: GSE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, integer, reference, strings, text


@element("GSE")
class Gse(Element):
    """A general system of equations."""

    implicit: bool = flag("The equations are implicit")
    static_hold: bool = flag("The states keep their values in static analyses")
    ns: int | None = integer(minimum=0, doc="Number of states")
    no: int | None = integer(minimum=0, doc="Number of outputs")
    x: int | None = reference("ARRAY", doc="Array of states")
    u: int | None = reference("ARRAY", doc="Array of inputs")
    y: int | None = reference("ARRAY", doc="Array of outputs")
    ic: int | None = reference("ARRAY", doc="Array of initial values")
    xd: int | None = reference("ARRAY", doc="Array of discrete states")
    nd: int | None = integer(minimum=0, doc="Number of discrete states")
    icd: int | None = reference("ARRAY", doc="Array of initial values of the discrete states")
    xxflag: str = text(doc="How the derivatives of x' by x are found")
    xuflag: str = text(doc="How the derivatives of x' by u are found")
    yxflag: str = text(doc="How the derivatives of y by x are found")
    yuflag: str = text(doc="How the derivatives of y by u are found")
    sample_period: Expression | None = expression("time", doc="Time between samples")
    sample_offset: Expression | None = expression("time", doc="Time of the first sample")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: tuple[str, ...] = strings(quoted=False, doc="Libraries and names of the user subroutines")
    interface: tuple[str, ...] = strings(quoted=False, doc="Names of the user subroutines")
