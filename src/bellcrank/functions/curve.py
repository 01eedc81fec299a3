"""CURVE(alpha, iord, comp, id): a component of a CURVE, or of its derivative by alpha.

    value   d^iord c_comp / d alpha^iord,  c(alpha) the B-spline of the CURVE; see elements/data/curve.py for its knots

Outside its parameters a CLOSED curve goes round, of an OPEN one the last polynomial is continued; Adams asks for
-1 <= alpha <= 1. A curve of order k has k - 2 continuous derivatives: iord = 2 of the usual cubic has kinks.
"""

from bellcrank.expression import CurveData, SplineUse
from bellcrank.expression.curves import curve_table
from bellcrank.expression.declaration import declare, expr, identifier, integer


def component(data: CurveData, use: SplineUse) -> list[float]:
    """The table of the component that is asked for."""
    return curve_table(data, [int(use.constants[0]) - 1])


declare(
    "CURVE",
    "?",
    "spline",
    "Component comp (1 x, 2 y, 3 z) of a CURVE, or of its derivative of order iord, at the parameter alpha (-1 to 1).",
    builder=component,
    alpha=expr(),
    iord=integer(0, 2),
    comp=integer(1, 3),
    id=identifier("CURVE"),
)
