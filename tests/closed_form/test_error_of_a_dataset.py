"""N3: ERROR of a dataset counts in the dataset's own units, `error=` is a part of the size of each part."""

import numpy as np
import pytest

from bellcrank.analysis.settings import settings_of
from bellcrank.model import load_text

PENDULUM = """pendulum of one metre, let go level
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH={unit}, TIME=SECOND
ACCGRAV/JGRAV={g}
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP={i},{i},{i}, QG={l},0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-{l},0,0
JOINT/1, REVOLUTE, I=21, J=1
{integrator}
END
"""


def pendulum(length: str, integrator: str = ""):
    unit, scale = {"mm": ("MILLIMETER", 1000.0), "m": ("METER", 1.0)}[length]
    text = PENDULUM.format(unit=unit, g=-9.81 * scale, i=0.01 * scale**2, l=scale, integrator=integrator)
    return load_text(text)[0]


@pytest.mark.parametrize(("method", "largest"), [("GSTIFF, I3", 0.5), ("GSTIFF, SI2", 0.5), ("HHT", 1.0)])
def test_error_in_millimetres_bounds_millimetres(method, largest):
    """N3: 5 s of swinging with ERROR=1E-3 mm; some hundred steps may each err by it (those of HHT all to the
    same side: it damps). It was 85 mm (I3), 21 mm (SI2)."""
    exact = pendulum("mm").simulate(end=5.0, steps=50, error=1e-11)
    run = pendulum("mm", f"INTEGRATOR/{method}, ERROR=1E-3").simulate(end=5.0, steps=50)
    assert np.abs(run["PART_2.X"] - exact["PART_2.X"]).max() < largest


def test_the_same_number_is_looser_in_metres():
    """1e-3 m is a thousand times 1e-3 mm: fewer steps are taken for it."""
    steps = {
        unit: pendulum(unit, "INTEGRATOR/GSTIFF, SI2, ERROR=1E-3")
        .simulate(end=5.0, steps=5)
        .attrs["statistics"]["steps"]
        for unit in ("mm", "m")
    }
    assert steps["m"] < 0.7 * steps["mm"]


def test_a_tolerance_given_in_python_is_a_part_of_the_size():
    """The same steps in any unit; the statement's ERROR is overridden, and with it its meaning."""
    runs = [pendulum(unit, "INTEGRATOR/ERROR=1E-2").simulate(end=1.0, steps=5, error=1e-6) for unit in ("mm", "m")]
    millimetres, metres = (run["PART_2.X"][-1] for run in runs)
    assert millimetres == pytest.approx(1000.0 * metres, rel=1e-6)


def test_methods_of_a_file_control_positions_as_in_adams():
    """A published message file: HHT without a word about it is "HHT I3"."""
    for method in ("GSTIFF", "WSTIFF", "HHT", "NEWMARK"):
        assert settings_of(pendulum("mm", f"INTEGRATOR/{method}")).formulation == "I3"
        assert settings_of(pendulum("mm", f"INTEGRATOR/{method}, SI2")).formulation == "SI2"
        assert settings_of(pendulum("mm"), method=method).formulation == "SI2"


def test_which_of_the_two_holds_is_a_setting():
    assert settings_of(pendulum("mm", "INTEGRATOR/ERROR=1E-3")).absolute
    assert not settings_of(pendulum("mm", "INTEGRATOR/ERROR=1E-3"), error=1e-6).absolute
    assert not settings_of(pendulum("mm", "INTEGRATOR/HMAX=1E-3")).absolute
    assert settings_of(pendulum("m", "INTEGRATOR/ERROR=1E-3")).tolerance(2.0, "meter") == (
        "error 1.0e-03 meter and rad (ERROR of INTEGRATOR)"
    )


def test_a_model_smaller_than_its_unit_keeps_a_part_of_its_size():
    """1e-3 of an inch or a metre would be no tolerance for a watch."""
    settings = settings_of(pendulum("m", "INTEGRATOR/ERROR=1E-3"))
    assert settings.unit(0.01) == 0.01 and settings.unit(50.0) == 1.0
    assert settings.relative(50.0) == pytest.approx(2e-5)
