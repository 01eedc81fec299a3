"""CURVE(alpha, iord, comp, id): a point of a CURVE; known, not simulated."""

from bellcrank.expression.declaration import declare, expr, identifier, integer

declare(
    "CURVE",
    "?",
    "spline",
    "Component comp (1 x, 2 y, 3 z) of a CURVE, or of its derivative of order iord, at the parameter alpha.",
    alpha=expr(),
    iord=integer(0, 2),
    comp=integer(1, 3),
    id=identifier("CURVE"),
    unsupported="CURVE elements have no equations here; give the components as SPLINEs",
)
