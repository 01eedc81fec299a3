"""GFOSUB of funnel.adm: a ball inside a cone that opens upwards, apex at the origin of RM.

depth g = R - (z sin b - r cos b), b the half angle; the force k g^e is normal to the cone. Without friction the angular
momentum about the axis stays, and the ball rises and falls between two turning points for ever.
"""

import math

import bellcrank as bc


@bc.subroutine("DX(20,10,10)", "DY(20,10,10)", "DZ(20,10,10)")
def funnel(par, x, y, z):
    """Three forces and three torques on the ball, on the axes of marker 10."""
    radius, angle = par[0], math.radians(par[1])
    sine, cosine = math.sin(angle), math.cos(angle)
    r = math.sqrt(x * x + y * y)
    depth = radius - (z * sine - r * cosine)
    if depth <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    f = par[2] * depth ** par[3]
    return -f * cosine * x / r, -f * cosine * y / r, f * sine, 0.0, 0.0, 0.0
