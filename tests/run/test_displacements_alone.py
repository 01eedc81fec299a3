"""HHT with the ERROR of a dataset: displacements alone have a tolerance, as in Adams."""

import numpy as np
import pytest

from bellcrank.analysis.settings import settings_of
from bellcrank.model import load_text

SPRING = """a mass between springs, at rest but for almost nothing; a second one is driven
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1E3,1E3,1E3, QG=100,0,0
MARKER/20, PART=2
MARKER/2, PART=1, QP=100,0,0
JOINT/1, TRANSLATIONAL, I=20, J=2
SFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=-1E-9 - 1*(DZ(20,2)) + STEP(TIME, 0.1, 0, 0.2, 1)
INTEGRATOR/{integrator}
END
"""


def spring(integrator):
    model, report = load_text(SPRING.format(integrator=integrator))
    assert not report.errors, report.render()
    return model


def test_which_settings_have_no_tolerance_for_speeds():
    for method in ("HHT", "NEWMARK"):
        assert settings_of(spring(f"{method}, ERROR=1E-5")).places_only
        assert not settings_of(spring(f"{method}, SI2, ERROR=1E-5")).places_only
        assert not settings_of(spring(f"{method}, ERROR=1E-5"), error=1e-5).places_only
    assert not settings_of(spring("GSTIFF, ERROR=1E-5")).places_only


def test_a_body_at_rest_asks_for_no_speed_that_nobody_sees():
    """Its first acceleration is 1e-6 mm/s^2: a tolerance of speeds made of it would be 1e-15 mm/s."""
    run = spring("HHT, ERROR=1E-6, HMAX=5E-3").simulate(end=0.5, steps=50)
    exact = spring("GSTIFF, SI2, ERROR=1E-9").simulate(end=0.5, steps=50)
    assert run.attrs["statistics"]["steps"] < 1500
    assert np.abs(run["PART_2.Z"] - exact["PART_2.Z"]).max() == pytest.approx(0.0, abs=1e-3)
