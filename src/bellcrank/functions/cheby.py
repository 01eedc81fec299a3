"""CHEBY(x, x0, a0, a1, ...) = Σ a_j T_j(s), s = x - x0, up to a30.

T0 = 1, T1 = s, T_j = 2 s T_{j-1} - T_{j-2}                                                          (1)
T'_j = 2 T_{j-1} + 2 s T'_{j-1} - T'_{j-2}                                                           (2)
"""

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@function("CHEBY", "Y", x=expr("X"), x0=expr("X"), a0=expr("Y"), rest=expr("?"), most=33)
@kernel
def cheby(n, x, out):
    """Chebyshev polynomials Σ a_j T_j(x - x0)."""
    s = x[0] - x[1]
    older, older_slope = s, 1.0  # T_{-1} = s makes (1) hold from j = 1 on
    t, t_slope = 1.0, 0.0
    value, slope = 0.0, 0.0
    for i in range(2, n):
        value += x[i] * t
        slope += x[i] * t_slope
        out[1 + i] = t
        newer = 2.0 * s * t - older  # (1)
        newer_slope = 2.0 * t + 2.0 * s * t_slope - older_slope  # (2)
        older, older_slope, t, t_slope = t, t_slope, newer, newer_slope
    out[0] = value
    out[1] = slope
    out[2] = -slope
