"""POISSON: the spring unloads along r^2 times the line of its loading: a blow separates with the speed ratio r.

    N = p G STEP(v, -vt, 1, vt, r^2), v = -g' the speed of separation, vt small                                      (1)
References  Stronge (2000), Impact Mechanics, 3.3 (a spring of two slopes).  Adams: CONTACT, POISSON.
"""

from bellcrank.kernel import kernel


@kernel(inline=True)
def poisson(p, square, vt, depth, rate):
    """N, dN/dG, dN/dg'."""
    s = min(1.0, max(0.0, 0.5 * (1.0 - rate / vt)))
    part = 1.0 + (square - 1.0) * s * s * (3.0 - 2.0 * s)
    slope = -(square - 1.0) * 6.0 * s * (1.0 - s) * 0.5 / vt
    return p * depth * part, p * part, p * depth * slope  # (1)
