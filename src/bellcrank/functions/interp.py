"""INTERP(x, method, id[, iord]): interpolation in a time history; method 1 linear, 3 natural cubic."""

from collections.abc import Sequence

from bellcrank.errors import ModelError
from bellcrank.expression.declaration import declare, expr, identifier, integer
from bellcrank.expression.piecewise import cubics
from bellcrank.functions.cubspl import natural_cubic


def interpolate(x: Sequence[float], y: Sequence[float], method: int) -> list[float]:
    """Coefficients of the pieces, four each."""
    if method == 2:
        raise ModelError("INTERP knows method 1 (linear) and 3 (cubic), not 2.")
    if method == 3:
        return natural_cubic(x, y, method)
    coefficients: list[float] = []
    for i in range(len(x) - 1):
        coefficients += [y[i], (y[i + 1] - y[i]) / (x[i + 1] - x[i]), 0.0, 0.0]
    return coefficients


declare(
    "INTERP",
    "?",
    "spline",
    "Interpolation in a SPLINE: method 1 linear, 3 cubic; iord: order of the derivative by x.",
    builder=cubics(interpolate, straight=1),
    x=expr(),
    method=integer(1, 3),
    id=identifier("SPLINE"),
    iord=integer(0, 2).or_left_out(),
)
