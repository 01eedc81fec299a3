"""POLY(x, x0, a0, a1, ...) = Σ a_j (x - x0)^j, up to a30."""

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@function("POLY", "Y", x=expr("X"), x0=expr("X"), a0=expr("Y"), rest=expr("Y/X**#"), most=33)
@kernel
def poly(n, x, out):
    """Polynomial Σ a_j (x - x0)^j."""
    s = x[0] - x[1]
    value, slope, term = 0.0, 0.0, 1.0
    for i in range(n - 1, 1, -1):  # Horner
        slope = slope * s + value
        value = value * s + x[i]
    for i in range(2, n):
        out[1 + i] = term
        term *= s
    out[0] = value
    out[1] = slope
    out[2] = -slope
