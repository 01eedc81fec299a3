"""IMPACT: a spring that hardens, with a damper that grows with the depth.

    N = max(0, k G^e + c STEP(G, 0, 0, d, 1) g')                                                                    (1)
References  Lankarani, Nikravesh (1990), J. Mech. Des. 112, 369-376, for the form.  Adams: CONTACT, IMPACT.
"""

import math

from bellcrank.kernel import kernel


@kernel(inline=True)
def impact(k, e, c, d, depth, rate):
    """N, dN/dG, dN/dg'."""
    s = min(1.0, depth / d)
    spring = k * math.pow(depth, e)
    damper = c * s * s * (3.0 - 2.0 * s)
    total = spring + damper * rate  # (1)
    if total <= 0.0:
        return 0.0, 0.0, 0.0
    return total, e * spring / depth + c * rate * 6.0 * s * (1.0 - s) / d, damper
