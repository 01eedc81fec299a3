"""FORCOS, FORSIN: Fourier series a0 + Σ a_j cos(j w (x - x0)), a0 + Σ a_j sin(j w (x - x0)), up to a30; w in
radians per unit of x.
"""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@function("FORCOS", "Y", x=expr("X"), x0=expr("X"), w=expr("angle/X"), a0=expr("Y"), rest=expr("Y"), most=34)
@kernel
def forcos(n, x, out):
    """Cosine series a0 + Σ_{j≥1} a_j cos(j w (x - x0))."""
    s, w = x[0] - x[1], x[2]
    value, slope = x[3], 0.0  # slope: by the phase w s
    out[4] = 1.0
    for i in range(4, n):
        j = float(i - 3)
        c = math.cos(j * w * s)
        value += x[i] * c
        slope -= j * x[i] * math.sin(j * w * s)
        out[1 + i] = c
    out[0] = value
    out[1] = slope * w
    out[2] = -slope * w
    out[3] = slope * s


@function("FORSIN", "Y", x=expr("X"), x0=expr("X"), w=expr("angle/X"), a0=expr("Y"), rest=expr("Y"), most=34)
@kernel
def forsin(n, x, out):
    """Sine series a0 + Σ_{j≥1} a_j sin(j w (x - x0))."""
    s, w = x[0] - x[1], x[2]
    value, slope = x[3], 0.0
    out[4] = 1.0
    for i in range(4, n):
        j = float(i - 3)
        c = math.sin(j * w * s)
        value += x[i] * c
        slope += j * x[i] * math.cos(j * w * s)
        out[1 + i] = c
    out[0] = value
    out[1] = slope * w
    out[2] = -slope * w
    out[3] = slope * s
