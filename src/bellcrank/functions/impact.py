"""IMPACT(x, xdot, x1, k, e, cmax, d) and BISTOP(x, xdot, x1, x2, k, e, cmax, d): stops with stiffness and damping.

    one stop     f = max(0, k p^e - cmax ẋ S(p/d)),  p = x1 - x > 0;   f = 0 for p ≤ 0                   (1)
                 S = Δ²(3 - 2Δ) rises from 0 at first touch to 1 at p = d
    slopes       f_x = -f_p,  f_x1 = f_p,  f_p = k e p^(e-1) - cmax ẋ S'/d                               (2)
    two stops    (1) at x1 from above; at x2 its mirror image: -f(x → -x, ẋ → -ẋ, x1 → -x2)              (3)

k ≥ 0, e > 0, cmax ≥ 0, d > 0 and, for two stops, x1 < x2; otherwise NaN. The force never pulls into the stop:
clipped, its slopes are 0. With e ≤ 1 the slope jumps at first touch. k has the dimension force/length^e.
The law is that of Hunt and Crossley (J. Appl. Mech. 42, 1975, 440-445) with a damping of its own, as in Adams.
"""

import math

from bellcrank.expression.declaration import expr, function
from bellcrank.functions.step import progress, smooth3
from bellcrank.kernel import kernel


@kernel(inline=True)
def stop(p, v, k, e, c, d):
    """f of (1) for p > 0 and its slopes by p, v, k, e, c, d; v is the speed of separation."""
    q = progress(p, 0.0, d)
    s, slope = smooth3(q)
    pe = p**e
    f = k * pe - c * v * s  # (1)
    if f < 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    damp = c * v * slope / d
    return f, k * e * pe / p - damp, -c * s, pe, k * pe * math.log(p), -v * s, damp * q  # (2)


@function(
    "IMPACT",
    "Y",
    x=expr("X"),
    xdot=expr("X/time"),
    x1=expr("X"),
    k=expr("Y/X**e"),
    e=expr("1"),
    cmax=expr("Y*time/X"),
    d=expr("X"),
)
@kernel
def impact(n, x, out):
    """Force of a stop at x1: max(0, k (x1-x)^e - cmax·xdot·STEP(x, x1-d, 1, x1, 0)) for x < x1, 0 otherwise."""
    bad = x[3] < 0.0 or x[4] <= 0.0 or x[5] < 0.0 or x[6] <= 0.0
    p = x[2] - x[0]
    if bad or p <= 0.0:
        for i in range(8):
            out[i] = math.nan if bad else 0.0
        return
    f, f_p, f_v, f_k, f_e, f_c, f_d = stop(p, x[1], x[3], x[4], x[5], x[6])
    out[0] = f
    out[1] = -f_p
    out[2] = f_v
    out[3] = f_p
    out[4] = f_k
    out[5] = f_e
    out[6] = f_c
    out[7] = f_d


@function(
    "BISTOP",
    "Y",
    x=expr("X"),
    xdot=expr("X/time"),
    x1=expr("X"),
    x2=expr("X"),
    k=expr("Y/X**e"),
    e=expr("1"),
    cmax=expr("Y*time/X"),
    d=expr("X"),
)
@kernel
def bistop(n, x, out):
    """Force of two stops: positive below x1, negative above x2, zero between."""
    bad = x[4] < 0.0 or x[5] <= 0.0 or x[6] < 0.0 or x[7] <= 0.0 or x[2] >= x[3]
    lower = x[0] < x[2]
    for i in range(9):
        out[i] = math.nan if bad else 0.0
    if bad or not (lower or x[0] > x[3]):
        return
    side = 1.0 if lower else -1.0
    p = x[2] - x[0] if lower else x[0] - x[3]
    f, f_p, f_v, f_k, f_e, f_c, f_d = stop(p, side * x[1], x[4], x[5], x[6], x[7])  # (3)
    out[0] = side * f
    out[1] = -f_p
    out[2] = f_v
    out[3 if lower else 4] = f_p
    out[5] = side * f_k
    out[6] = side * f_e
    out[7] = side * f_c
    out[8] = side * f_d
