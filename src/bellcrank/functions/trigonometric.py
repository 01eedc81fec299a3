"""SIN COS TAN, ASIN ACOS ATAN ATAN2 in radians; NaN outside the domain. Slopes: Abramowitz and Stegun, 4.3-4.4."""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@function("SIN", "1", a=expr("angle"))
@kernel
def sin(n, x, out):
    """Sine of a, a in radians."""
    out[0] = math.sin(x[0])
    out[1] = math.cos(x[0])


@function("COS", "1", a=expr("angle"))
@kernel
def cos(n, x, out):
    """Cosine of a, a in radians."""
    out[0] = math.cos(x[0])
    out[1] = -math.sin(x[0])


@function("TAN", "1", a=expr("angle"))
@kernel
def tan(n, x, out):
    """Tangent of a, a in radians."""
    t = math.tan(x[0])
    out[0] = t
    out[1] = 1.0 + t * t


@function("ASIN", "angle", a=expr("1"))
@kernel
def asin(n, x, out):
    """Angle in [-π/2, π/2] whose sine is a; |a| ≤ 1. The unbounded slope at ±1 is taken as 0."""
    s = 1.0 - x[0] * x[0]
    if s < 0.0:
        out[0] = math.nan
        out[1] = math.nan
    else:
        out[0] = math.asin(x[0])
        out[1] = 1.0 / math.sqrt(s) if s > 0.0 else 0.0


@function("ACOS", "angle", a=expr("1"))
@kernel
def acos(n, x, out):
    """Angle in [0, π] whose cosine is a; |a| ≤ 1. The unbounded slope at ±1 is taken as 0."""
    s = 1.0 - x[0] * x[0]
    if s < 0.0:
        out[0] = math.nan
        out[1] = math.nan
    else:
        out[0] = math.acos(x[0])
        out[1] = -1.0 / math.sqrt(s) if s > 0.0 else 0.0


@function("ATAN", "angle", a=expr("1"))
@kernel
def atan(n, x, out):
    """Angle in (-π/2, π/2) whose tangent is a."""
    out[0] = math.atan(x[0])
    out[1] = 1.0 / (1.0 + x[0] * x[0])


@function("ATAN2", "angle", y=expr("X"), x=expr("X"))
@kernel
def atan2(n, x, out):
    """Angle in (-π, π] of the point (x, y); not defined at the origin."""
    r2 = x[0] * x[0] + x[1] * x[1]
    if r2 == 0.0:
        out[0] = math.nan
        out[1] = math.nan
        out[2] = math.nan
    else:
        out[0] = math.atan2(x[0], x[1])
        out[1] = x[1] / r2
        out[2] = -x[0] / r2
