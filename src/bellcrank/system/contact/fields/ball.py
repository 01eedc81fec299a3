"""A ball about the origin: phi = |x| - a, n = x/|x|, C = (1 - n n^T)/|x|."""

import math

from bellcrank.kernel import kernel


@kernel(inline=True)
def ball(x, a):
    """phi, n (3), C (6)."""
    d = math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])
    if d == 0.0:  # any direction
        return -a, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    n, m, o, f = x[0] / d, x[1] / d, x[2] / d, 1.0 / d
    return d - a, n, m, o, f - f * n * n, f - f * m * m, f - f * o * o, -f * n * m, -f * n * o, -f * m * o
