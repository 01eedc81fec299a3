"""SFOSUB of strut.adm: a spring and a damper with one number for each direction.

Each half swing is that of a linear oscillator: from 0.1 m at rest the body goes down to -0.1 exp(-d1) with the first
damping and up to 0.1 exp(-d1 - d2) with the second, d = pi zeta/sqrt(1 - zeta^2), zeta = c/(2 sqrt(k m)).
"""

import bellcrank as bc


@bc.subroutine("DZ({0},{1},{1})", "VZ({0},{1},{1},{1})")
def strut(par, z, v):
    """The force along z of J."""
    damping = par[3] if v < 0.0 else par[4]
    return -par[2] * z - damping * v
