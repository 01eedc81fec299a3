"""CUBSPL(x, z, id[, iord]): the cubic spline with continuous second derivative, linear in z between the rows
of a surface.

With h_i = x_{i+1} - x_i, m_i the slopes of the chords and M_i the second derivatives at the points:

    h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (m_i - m_{i-1}),   M = 0 at both ends      (1)
    slope at the left of a piece   t_i = m_i - h_i (2 M_i + M_{i+1})/6                                   (2)

C. de Boor, "A Practical Guide to Splines", 1978, ch. IV. The condition at the ends is not documented by Adams;
natural is taken.
"""

from collections.abc import Sequence

from bellcrank.expression.declaration import declare, expr, identifier, integer
from bellcrank.expression.piecewise import cubics


def natural_moments(x: Sequence[float], y: Sequence[float]) -> list[float]:
    """The second derivatives (1) at the points, by elimination of the tridiagonal system."""
    n = len(x)
    h = [x[i + 1] - x[i] for i in range(n - 1)]
    m = [(y[i + 1] - y[i]) / h[i] for i in range(n - 1)]
    upper, right = [0.0] * n, [0.0] * n
    for i in range(1, n - 1):
        pivot = 2.0 * (h[i - 1] + h[i]) - h[i - 1] * upper[i - 1]
        upper[i] = h[i] / pivot
        right[i] = (6.0 * (m[i] - m[i - 1]) - h[i - 1] * right[i - 1]) / pivot
    moments = [0.0] * n
    for i in range(n - 2, 0, -1):
        moments[i] = right[i] - upper[i] * moments[i + 1]
    return moments


def natural_cubic(x: Sequence[float], y: Sequence[float], method: int) -> list[float]:
    """Coefficients of the pieces, four each."""
    moments = natural_moments(x, y)
    coefficients: list[float] = []
    for i in range(len(x) - 1):
        h = x[i + 1] - x[i]
        slope = (y[i + 1] - y[i]) / h - h * (2.0 * moments[i] + moments[i + 1]) / 6.0  # (2)
        coefficients += [y[i], slope, 0.5 * moments[i], (moments[i + 1] - moments[i]) / (6.0 * h)]
    return coefficients


declare(
    "CUBSPL",
    "?",
    "spline",
    "Natural cubic through a SPLINE at x, linear in z between the rows of a surface; iord: order of derivative by x.",
    builder=cubics(natural_cubic),
    x=expr(),
    z=expr(),
    id=identifier("SPLINE"),
    iord=integer(0, 2).or_left_out(),
)
