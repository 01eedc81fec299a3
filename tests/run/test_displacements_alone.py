"""HHT with the ERROR of a dataset: displacements alone have a tolerance, as in Adams."""

import numpy as np
import pytest

from bellcrank.analysis.problem import explicit_variables
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.analysis.sizes import body_sizes
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


FAR = """a slide on an arm that swings far out: its spring is so stiff that rounding of its place is a force
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
ACCGRAV/JGRAV=-9810
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1E4,1E4,1E4, QG=1000,0,0
MARKER/20, PART=2, REULER=90D,90D,0D
MARKER/21, PART=2, QP=-1000,0,0
JOINT/1, REVOLUTE, I=21, J=1
PART/3, MASS=1, CM=30, IP=1E4,1E4,1E4, QG=1000,0,0
MARKER/30, PART=3, REULER=90D,90D,0D
JOINT/2, TRANSLATIONAL, I=30, J=20
VARIABLE/1, FUNCTION=-1E8*(DM(30,1) - 1000) - 1E3*VZ(30,20,20){more}
SFORCE/1, TRANSLATION, I=30, J=21, FUNCTION=VARVAL(1)
VARIABLE/2, FUNCTION=2*VARVAL(1)
VARIABLE/3, FUNCTION=3*DZ(30,20)
INTEGRATOR/HHT, ERROR=1E-7, HMAX=2E-4
END
"""


def far(more=""):
    model, report = load_text(FAR.format(more=more))
    assert not report.errors, report.render()
    return model


def test_rounding_of_a_force_that_a_variable_reads_ends_no_iteration():
    """1E8 N/mm at 1000 mm: the last digit is 1E-5 N, a hundred tolerances of a variable. Three of four steps failed."""
    counts = far().simulate(end=0.2, steps=20).attrs["statistics"]
    assert counts["rejected_newton"] == 0
    assert counts["iterations"] < 2.5 * counts["steps"]


def test_which_variables_have_no_tolerance_of_their_own():
    """Functions of displacements and of each other; not one that depends on itself, nor what reads that."""
    assert explicit_variables(Session(far()).prepare().builder) == [0, 1, 2]
    assert explicit_variables(Session(far(" - 0.1*VARVAL(1)")).prepare().builder) == [2]


MASSES = """masses on springs, one of which is pulled
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
{parts}
INTEGRATOR/HHT, ERROR=1E-5, HMAX=1
END
"""
MASS = """PART/{n}, MASS=1, CM={n}0, IP=1,1,1
MARKER/{n}0, PART={n}
JOINT/{n}, TRANSLATIONAL, I={n}0, J=1
SFORCE/{n}, TRANSLATION, I={n}0, J=1, ACTIONONLY, FUNCTION={pull}-100*DZ({n}0,1)
"""


def masses(count):
    """Steps of HHT with ERROR, and its error."""
    parts = "".join(MASS.format(n=n, pull=100 if n == 2 else 0) for n in range(2, 2 + count))
    model, report = load_text(MASSES.format(parts=parts))
    assert not report.errors, report.render()
    run = model.simulate(end=5.0, steps=50)
    return run.attrs["statistics"]["steps"], np.abs(run["PART_2.Z"] - (1.0 - np.cos(10.0 * run.time))).max()


def test_error_is_one_of_the_root_mean_square_of_all_freedoms():
    """With 63 others at rest one may err by 8 times ERROR in a step: half the steps, and the error of a run, of order
    two, is four times that."""
    (alone, error), (among, larger) = masses(1), masses(64)
    assert 0.45 * alone < among < 0.6 * alone
    assert error < larger < 5.0 * error


SOLID = """a prism whose frame is far from it, on a floor
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
GRAPHICS/1, PLANE, RM=1, XMIN=-50, XMAX=50, YMIN=-50, YMAX=50
PART/2, MASS=1, CM=20, IP=400,400,400, QG=0,0,31
MARKER/20, PART=2
MARKER/21, PART=2, QP=-500,0,-30
GRAPHICS/2, EXTRUSION, RM=21, LENGTH=60, POINTS=480,-20,0, 520,-20,0, 520,30,0, 480,20,0, 480,-20,0
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E3, DAMPING=1, DMAX=0.1, EXPONENT=1.5
{reads}
END
"""


@pytest.mark.parametrize(("reads", "size"), [("", 47.0), ("REQUEST/1, DISPLACEMENT, I=21, J=1", 47.0),
                                             ("VARIABLE/1, FUNCTION=DM(21,1)", 501.0)])  # fmt: skip
def test_the_frame_of_a_solid_is_no_point_of_its_body(reads, size):
    """It may be anywhere: a body is as large as what is drawn in it, unless something reads the frame as a point."""
    model, report = load_text(SOLID.format(reads=reads))
    assert not report.errors, report.render()
    sim = Session(model).prepare()
    sim.length, sim.sizes = 1000.0, None
    assert body_sizes(sim)[0] == pytest.approx(size, rel=0.05)
