"""AINT, ANINT, MOD: whole parts and remainders. They jump; their slope is that of one side."""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel

# kernel constants
WHOLE = 2.0**52
"""From here on every floating-point number is whole (and may not fit into an integer)."""


@kernel(inline=True)
def truncate(a):
    """a without its fraction."""
    if abs(a) >= WHOLE:
        return a
    return float(math.floor(a) if a >= 0.0 else math.ceil(a))


@function("AINT", "X", a=expr("X"))
@kernel
def aint(n, x, out):
    """Whole part of a, towards 0: AINT(-6.5) = -6."""
    out[0] = truncate(x[0])
    out[1] = 0.0


@function("ANINT", "X", a=expr("X"))
@kernel
def anint(n, x, out):
    """Nearest whole number, halves away from 0: ANINT(-4.6) = -5."""
    half = 0.5 if x[0] >= 0.0 else -0.5
    out[0] = truncate(x[0] + half)
    out[1] = 0.0


@function("MOD", "X", a=expr("X"), b=expr("X"))
@kernel
def mod(n, x, out):
    """Remainder a - b·AINT(a/b), with the sign of a: MOD(45, 16) = 13; b ≠ 0."""
    if x[1] == 0.0:
        out[0] = math.nan
        out[1] = math.nan
        out[2] = math.nan
    else:
        rest = abs(x[0]) % abs(x[1])  # exact, unlike the formula
        out[0] = rest if x[0] >= 0.0 else -rest
        out[1] = 1.0
        out[2] = -truncate((x[0] - out[0]) / x[1] + (0.5 if x[0] * x[1] >= 0.0 else -0.5))
