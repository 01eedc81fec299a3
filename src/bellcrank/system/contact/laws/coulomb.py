"""Coulomb friction: the force is -N mu(v) v/|v|, v the velocity of sliding.

    |v| <= vs       mu = mus (3 u - u^3)/2, u = |v|/vs: STEP(v, -vs, -mus, vs, mus)                                  (1)
    vs < |v| < vd   mu = STEP(|v|, vs, mus, vd, mud)                                                                 (2)
    |v| >= vd       mu = mud
DYNAMICS_ONLY       none below vs; it sets in over the last tenth of vs, so that the force does not jump.   (3)
What is used is mu/|v|, a polynomial in (1): nothing is divided by a speed that may be 0. Without memory there is no
sticking: on a slope mu the body creeps at the speed at which (1) is mu.
References  Adams: CONTACT, COULOMB_FRICTION.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.system.contact.layout import SLIDING_ONLY

SETS_IN = 0.9


@kernel(inline=True)
def step(x, x0, h0, x1, h1):
    """The cubic STEP between x0 and x1, and its slope."""
    s = min(1.0, max(0.0, (x - x0) / (x1 - x0)))
    return h0 + (h1 - h0) * s * s * (3.0 - 2.0 * s), (h1 - h0) * 6.0 * s * (1.0 - s) / (x1 - x0)


@kernel(inline=True)
def coulomb(mode, mus, mud, vs, vd, square):
    """mu/v, and its slope by v over v, for the squared speed."""
    v = math.sqrt(square)
    if v <= vs:
        if mode == SLIDING_ONLY:  # (3)
            if v <= SETS_IN * vs:
                return 0.0, 0.0
            mu, slope = step(v, SETS_IN * vs, 0.0, vs, mus)
            return mu / v, (slope - mu / v) / square
        return mus * (1.5 - 0.5 * square / (vs * vs)) / vs, -mus / (vs * vs * vs)  # (1)
    mu, slope = step(v, vs, mus, max(vd, vs * (1.0 + 1e-9)), mud)  # (2)
    return mu / v, (slope - mu / v) / square
