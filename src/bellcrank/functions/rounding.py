"""AINT, ANINT, MOD: whole parts and remainders. They jump; their slope is that of one side."""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@kernel(inline=True)
def truncate(a):
    """a without its fraction."""
    return math.floor(a) if a >= 0.0 else math.ceil(a)


@function("AINT", "X", a=expr("X"))
@kernel
def aint(n, x, out):
    """Whole part of a, towards 0: AINT(-6.5) = -6."""
    out[0] = float(truncate(x[0])) if math.isfinite(x[0]) else math.nan
    out[1] = 0.0


@function("ANINT", "X", a=expr("X"))
@kernel
def anint(n, x, out):
    """Nearest whole number, halves away from 0: ANINT(-4.6) = -5."""
    half = 0.5 if x[0] >= 0.0 else -0.5
    out[0] = float(truncate(x[0] + half)) if math.isfinite(x[0]) else math.nan
    out[1] = 0.0


@function("MOD", "X", a=expr("X"), b=expr("X"))
@kernel
def mod(n, x, out):
    """Remainder a - b·AINT(a/b), with the sign of a: MOD(45, 16) = 13; b ≠ 0."""
    if x[1] == 0.0 or not math.isfinite(x[0]):
        out[0] = math.nan
        out[1] = math.nan
        out[2] = math.nan
    else:
        out[0] = math.fmod(x[0], x[1])  # exact, unlike the formula
        out[1] = 1.0
        out[2] = -float(truncate(x[0] / x[1]))
