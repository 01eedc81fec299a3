"""AKISPL(x, z, id[, iord]): Akima's local cubic through the points of a SPLINE, linear in z between the rows
of a surface.

    chords   m_i = (y_{i+1} - y_i)/(x_{i+1} - x_i), two more at each end by m_0 = 2 m_1 - m_2               (1)
    slopes   t_i = (w2 m_{i-1} + w1 m_i)/(w1 + w2), w1 = |m_{i-1} - m_{i-2}|, w2 = |m_{i+1} - m_i|          (2)
             t_i = (m_{i-1} + m_i)/2 where both weights vanish

H. Akima, "A new method of interpolation and smooth curve fitting based on local procedures", J. ACM 17 (1970)
589-602, eq. (1), (9)-(12). iord 0, 1, 2 is the order of the derivative by x, for curves only. At least 4 points.
"""

from collections.abc import Sequence

from bellcrank.expression.declaration import declare, expr, identifier, integer
from bellcrank.expression.piecewise import cubics, hermite


def akima_slopes(x: Sequence[float], y: Sequence[float]) -> list[float]:
    """The slope of the curve at every point."""
    m = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(len(x) - 1)]
    m = [3.0 * m[0] - 2.0 * m[1], 2.0 * m[0] - m[1], *m, 2.0 * m[-1] - m[-2], 3.0 * m[-1] - 2.0 * m[-2]]  # (1)
    slopes = []
    for i in range(len(x)):
        before, after = abs(m[i + 1] - m[i]), abs(m[i + 3] - m[i + 2])
        if before + after == 0.0:
            slopes.append(0.5 * (m[i + 1] + m[i + 2]))
        else:
            slopes.append((after * m[i + 1] + before * m[i + 2]) / (before + after))  # (2)
    return slopes


def akima(x: Sequence[float], y: Sequence[float], method: int) -> list[float]:
    """Coefficients of the pieces, four each."""
    return hermite(x, y, akima_slopes(x, y))


declare(
    "AKISPL",
    "?",
    "spline",
    "Akima's cubic through a SPLINE at x, linear in z between the rows of a surface; iord: order of derivative by x.",
    builder=cubics(akima),
    x=expr(),
    z=expr(),
    id=identifier("SPLINE"),
    iord=integer(0, 2).or_left_out(),
)
