"""LSE: a linear system of differential equations.

    LSE/id, X=id, A=id [, U=id, B=id] [, Y=id, C=id, D=id] [, IC=id] [, STATIC_HOLD]

Equation      x' = A x + B u,  y = C x + D u                                                            (1)
              X, Y, U, IC are ARRAY ids, A, B, C, D MATRIX ids
Statics       x' = 0, which needs a regular A; with STATIC_HOLD x keeps its value.
Read by       ARYVAL(id, n)
References    Kailath, Linear Systems, 2.1.  Adams: LSE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, reference


@element("LSE")
class Lse(Element):
    """A linear system of differential equations."""

    static_hold: bool = flag("The states keep their values in static analyses")
    x: int = reference("ARRAY", required=True, doc="Array of states")
    a: int = reference("MATRIX", required=True, doc="System matrix")
    u: int | None = reference("ARRAY", doc="Array of inputs")
    b: int | None = reference("MATRIX", doc="Input matrix")
    y: int | None = reference("ARRAY", doc="Array of outputs")
    c: int | None = reference("MATRIX", doc="Output matrix")
    d: int | None = reference("MATRIX", doc="Feed-through matrix")
    ic: int | None = reference("ARRAY", doc="Array of initial values")
