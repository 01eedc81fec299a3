"""The five operations on numbers, the same in plain Python and compiled; NaN outside their domain."""

from __future__ import annotations

import math

from bellcrank.kernel import kernel

# kernel constants
LARGEST_WHOLE = 2.0**52
"""From here on every floating-point number is whole (and may not fit into an integer)."""


@kernel(inline=True)
def divide(a, b):  # type: ignore[no-untyped-def]
    """a/b; 0/0 is 0, as Adams computes it (its slopes are taken as 0); NaN when only b is zero."""
    if b == 0.0:
        return 0.0 if a == 0.0 else math.nan
    return a / b


@kernel(inline=True)
def power(a, b):  # type: ignore[no-untyped-def]
    """a**b; whole powers of negative numbers are allowed, 0**0 = 1; otherwise NaN."""
    if a < 0.0 and abs(b) < LARGEST_WHOLE and b != math.floor(b):
        return math.nan
    if a == 0.0 and b < 0.0:
        return math.nan
    return a**b


@kernel(inline=True)
def power_slopes(a, b, z):  # type: ignore[no-untyped-def]
    """(dz/da, dz/db) of z = a**b; where a slope is unbounded (a root at 0) it is taken as 0."""
    if a == 0.0:
        return (1.0 if b == 1.0 else 0.0), 0.0
    if a < 0.0:
        return b * z / a, 0.0
    return b * z / a, z * math.log(a)
