"""SWEEP(x, a, x0, f0, x1, f1, dx): a sine of amplitude a whose frequency runs from f0 at x0 to f1 at x1.

    value  a sin(2π p(s)) STEP(x, x0, 0, x0 + dx, 1),   s = x - x0 ≥ 0, otherwise 0                      (1)
    phase  p = f0 s + ½ (f1 - f0)/w s²,  w = x1 - x0,   for s ≤ w                                        (2)
           p = ½ (f0 + f1) w + f1 (s - w)               for s > w: the frequency f1 is held              (3)

x1 > x0 and dx > 0 are required. What Adams does beyond x1 is not documented; (3) is continuous with its slope.
"""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.functions.step import progress, smooth3
from bellcrank.kernel import kernel


@kernel(inline=True)
def phase(s, w, f0, f1):
    """p and its slopes by s, w, f0, f1."""
    if s > w:
        return 0.5 * (f0 + f1) * w + f1 * (s - w), f1, 0.5 * (f0 - f1), 0.5 * w, s - 0.5 * w  # (3)
    q = s / w
    chirp = 0.5 * (f1 - f0) * q
    return (f0 + chirp) * s, f0 + 2.0 * chirp, -chirp * q, s - 0.5 * s * q, 0.5 * s * q  # (2)


@function(
    "SWEEP", "Y", x=expr("X"), a=expr("Y"), x0=expr("X"), f0=expr("1/X"), x1=expr("X"), f1=expr("1/X"), dx=expr("X")
)
@kernel
def sweep(n, x, out):
    """Sine of amplitude a whose frequency runs linearly from f0 at x0 to f1 at x1, switched on by a STEP over dx."""
    s, w = x[0] - x[2], x[4] - x[2]
    bad = w <= 0.0 or x[6] <= 0.0
    for i in range(n + 1):
        out[i] = math.nan if bad else 0.0
    if bad or s < 0.0:
        return
    p, p_s, p_w, p_f0, p_f1 = phase(s, w, x[3], x[5])
    sine, cosine = math.sin(2.0 * math.pi * p), 2.0 * math.pi * math.cos(2.0 * math.pi * p)
    d = progress(s, 0.0, x[6])
    rise, slope = smooth3(d)
    on = slope / x[6]
    grow = x[1] * rise * cosine
    out[0] = x[1] * sine * rise  # (1)
    out[1] = grow * p_s + x[1] * sine * on
    out[2] = sine * rise
    out[3] = -grow * (p_s + p_w) - x[1] * sine * on
    out[4] = grow * p_f0
    out[5] = grow * p_w
    out[6] = grow * p_f1
    out[7] = -x[1] * sine * on * d
