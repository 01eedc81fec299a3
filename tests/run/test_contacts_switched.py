"""Contacts are switched off by a command file; what is off has no force."""

from __future__ import annotations

import numpy as np

FLOOR = """\
MARKER/9, PART=1, ZP=0,1,0, XP=1,0,0
GRAPHICS/1, PLANE, RM=9
PART/2, MASS=1, CM=20, IP=0.004,0.004,0.004, QG=0,0.1,0
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=500, DMAX=1E-4
"""
"""A ball on a floor; gravity is along -y."""


def test_a_floor_that_is_switched_off_lets_a_ball_through(bench):
    """It rests at its static depth for 0.2 s, then falls freely: 1/2 g t^2."""
    commands = "sim/dyn, end=0.2, steps=20\nDEACTIVATE/CONTACT, ID=1\nsim/dyn, end=0.4, steps=20\n"
    outcome = bench.carry_out(FLOOR, commands)
    assert outcome.code == 0
    run = outcome.results()
    y, force, time = run["PART_2.Y"], run["CONTACT_1.FY"], run.time
    assert np.abs(y[time <= 0.2] - 0.1).max() < 1e-3 and force[10:20].min() > 5.0
    assert force[22:].max() == 0.0
    assert abs(y[-1] - (y[20] - 0.5 * 9.80665 * 0.2**2)) < 1e-3
