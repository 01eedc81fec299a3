"""EXP LOG LOG10 SQRT, SINH COSH TANH. Outside the domain, or beyond the largest number, NaN."""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel

# kernel constants
LARGEST_EXPONENT = 709.0
LN10 = math.log(10.0)


@function("EXP", "1", a=expr("1"))
@kernel
def exp(n, x, out):
    """e**a."""
    z = math.exp(x[0]) if x[0] <= LARGEST_EXPONENT else math.nan
    out[0] = z
    out[1] = z


@function("LOG", "1", a=expr("1"))
@kernel
def log(n, x, out):
    """Natural logarithm of a > 0."""
    if x[0] > 0.0:
        out[0] = math.log(x[0])
        out[1] = 1.0 / x[0]
    else:
        out[0] = math.nan
        out[1] = math.nan


@function("LOG10", "1", a=expr("1"))
@kernel
def log10(n, x, out):
    """Decimal logarithm of a > 0."""
    if x[0] > 0.0:
        out[0] = math.log10(x[0])
        out[1] = 1.0 / (x[0] * LN10)
    else:
        out[0] = math.nan
        out[1] = math.nan


@function("SQRT", "X**0.5", a=expr("X"))
@kernel
def sqrt(n, x, out):
    """Square root of a ≥ 0. The unbounded slope at 0 is taken as 0."""
    if x[0] >= 0.0:
        z = math.sqrt(x[0])
        out[0] = z
        out[1] = 0.5 / z if z > 0.0 else 0.0
    else:
        out[0] = math.nan
        out[1] = math.nan


@function("SINH", "1", a=expr("1"))
@kernel
def sinh(n, x, out):
    """Hyperbolic sine of a."""
    if abs(x[0]) <= LARGEST_EXPONENT:
        out[0] = math.sinh(x[0])
        out[1] = math.cosh(x[0])
    else:
        out[0] = math.nan
        out[1] = math.nan


@function("COSH", "1", a=expr("1"))
@kernel
def cosh(n, x, out):
    """Hyperbolic cosine of a."""
    if abs(x[0]) <= LARGEST_EXPONENT:
        out[0] = math.cosh(x[0])
        out[1] = math.sinh(x[0])
    else:
        out[0] = math.nan
        out[1] = math.nan


@function("TANH", "1", a=expr("1"))
@kernel
def tanh(n, x, out):
    """Hyperbolic tangent of a."""
    t = math.tanh(x[0])
    out[0] = t
    out[1] = 1.0 - t * t
