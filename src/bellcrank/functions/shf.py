"""SHF: simple harmonic function."""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@function("SHF", "Y", x=expr("X"), x0=expr("X"), a=expr("Y"), w=expr("angle/X"), phi=expr("angle"), b=expr("Y"))
@kernel
def shf(n, x, out):
    """Simple harmonic function a·sin(w (x - x0) - phi) + b."""
    s = x[0] - x[1]
    angle = x[3] * s - x[4]
    sine, cosine = math.sin(angle), x[2] * math.cos(angle)
    out[0] = x[2] * sine + x[5]
    out[1] = x[3] * cosine
    out[2] = -x[3] * cosine
    out[3] = sine
    out[4] = s * cosine
    out[5] = -cosine
    out[6] = 1.0
