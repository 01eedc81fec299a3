"""Velocities given in PART are kept to rounding; those not given follow from the constraints (closed form)."""

from __future__ import annotations

import numpy as np
import pytest

VELOCITIES = ("vx", "vy", "vz", "wx", "wy", "wz")


@pytest.fixture
def four_bar(model):
    """The parallelogram without its velocities."""
    m = model("four_bar")
    for part in m.all("PART"):
        for name in VELOCITIES:
            part.__dict__.pop(name, None)
    return m


def test_one_given_velocity_moves_the_mechanism(four_bar, formulation):
    """The crank turns with -1 rad/s exactly; coupler and other crank follow."""
    four_bar.parts[2].wz = -1.0
    run = four_bar.simulate(end=0.1, steps=1, formulation=formulation)
    channels = ("PART_2.WZ", "PART_4.WZ", "PART_3.WZ", "PART_3.CM_VX", "PART_2.CM_VX")
    np.testing.assert_allclose([run[c][0] for c in channels], (-1.0, -1.0, 0.0, 1.0, 0.5), rtol=0, atol=1e-13)


def test_contradicting_velocities_are_averaged(four_bar, formulation):
    """-1 and -2 rad/s on two cranks that can only turn together: -1.5 each."""
    four_bar.parts[2].wz, four_bar.parts[4].wz = -1.0, -2.0
    run = four_bar.simulate(end=0.1, steps=1, formulation=formulation)
    np.testing.assert_allclose([run["PART_2.WZ"][0], run["PART_4.WZ"][0]], -1.5, atol=1e-6)


def test_velocities_of_a_spatial_mechanism(model, formulation):
    """The slider-crank from its crank speed alone: the values of the IFToMM benchmark."""
    m = model("slider_crank")
    for part in m.all("PART"):
        for name in VELOCITIES:
            part.__dict__.pop(name, None)
    m.parts[2].wx = 6.0
    run = m.simulate(end=0.1, steps=1, formulation=formulation)
    channels = ("PART_2.WX", "PART_3.WX", "PART_3.WY", "PART_3.WZ", "PART_4.VX")
    np.testing.assert_allclose([run[c][0] for c in channels], (6.0, 1.92, -0.96, 0.48, 0.24), rtol=0, atol=1e-12)
