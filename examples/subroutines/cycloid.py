"""CURSUB of cycloid.adm: the cycloid of a circle of radius r, its lowest point at alpha = 0.

A bead without friction reaches the lowest point after pi sqrt(r/g), wherever it starts at rest (Huygens, 1673).
"""

import math


def cycloid(par, alpha):
    """x, y, z at the parameter."""
    return par[0] * (alpha + math.sin(alpha)), 0.0, -par[0] * (1.0 + math.cos(alpha))
