"""STEP, STEP5, HAVSIN: smooth ways from h0 at x0 to h1 at x1.

    value   h0 for x ≤ x0,  h0 + (h1 - h0) s(Δ) between,  h1 for x ≥ x1,   Δ = (x - x0)/(x1 - x0)        (1)
    STEP    s = Δ²(3 - 2Δ)                                                                               (2)
    STEP5   s = Δ³(10 - 15Δ + 6Δ²)                                                                       (3)
    HAVSIN  s = ½ + ½ sin(πΔ - π/2)                                                                      (4)

With x0 > x1 the ends change places: STEP(x, 1, a, 0, b) = STEP(x, 0, b, 1, a). x0 = x1 is an error.
Slopes  dΔ/dx = 1/w,  dΔ/dx0 = (Δ - 1)/w,  dΔ/dx1 = -Δ/w,  w = x1 - x0                                  (5)
"""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.kernel import kernel


@kernel(inline=True)
def smooth3(d):
    """Value and slope of (2) for 0 ≤ d ≤ 1."""
    return d * d * (3.0 - 2.0 * d), 6.0 * d * (1.0 - d)


@kernel(inline=True)
def smooth5(d):
    """Value and slope of (3) for 0 ≤ d ≤ 1."""
    return d * d * d * (10.0 + d * (6.0 * d - 15.0)), 30.0 * d * d * (1.0 - d) * (1.0 - d)


@kernel(inline=True)
def haversine(d):
    """Value and slope of (4) for 0 ≤ d ≤ 1."""
    angle = math.pi * d
    return 0.5 - 0.5 * math.cos(angle), 0.5 * math.pi * math.sin(angle)


@kernel(inline=True)
def progress(x, x0, x1):
    """Δ, cut to [0, 1]; NaN when x0 = x1."""
    if x0 == x1:
        return math.nan
    d = (x - x0) / (x1 - x0)
    return 0.0 if d <= 0.0 else 1.0 if d >= 1.0 else d


@kernel(inline=True)
def blend(x, d, s, slope, out):
    """Value (1) and slopes (5) of a step with s(Δ) and its derivative, written to out."""
    rise, w = x[4] - x[2], x[3] - x[1]
    rate = rise * slope / w if 0.0 < d < 1.0 else 0.0
    out[0] = x[2] + rise * s  # (1)
    out[1] = rate  # (5)
    out[2] = rate * (d - 1.0)
    out[3] = 1.0 - s
    out[4] = -rate * d
    out[5] = s


@function("STEP", "Y", x=expr("X"), x0=expr("X"), h0=expr("Y"), x1=expr("X"), h1=expr("Y"))
@kernel
def step(n, x, out):
    """Cubic step from h0 at x0 to h1 at x1; first derivative continuous."""
    d = progress(x[0], x[1], x[3])
    s, slope = smooth3(d)
    blend(x, d, s, slope, out)


@function("STEP5", "Y", x=expr("X"), x0=expr("X"), h0=expr("Y"), x1=expr("X"), h1=expr("Y"))
@kernel
def step5(n, x, out):
    """Quintic step from h0 at x0 to h1 at x1; second derivative continuous."""
    d = progress(x[0], x[1], x[3])
    s, slope = smooth5(d)
    blend(x, d, s, slope, out)


@function("HAVSIN", "Y", x=expr("X"), x0=expr("X"), h0=expr("Y"), x1=expr("X"), h1=expr("Y"))
@kernel
def havsin(n, x, out):
    """Haversine step from h0 at x0 to h1 at x1; first derivative continuous."""
    d = progress(x[0], x[1], x[3])
    s, slope = haversine(d)
    blend(x, d, s, slope, out)
