"""Unit texts, conversion, and the letters in the heads of files."""

import math

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, Results
from bellcrank.results.units import conversion, header_code, is_angle, measure, read_code


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("mm", 1e-3),
        ("mm/sec**2", 1e-3),
        ("newton-mm", 1e-3),
        ("newton-meter", 1.0),
        ("N*m/rad", 1.0),
        ("pound_force-inch", 4.4482216152605 * 0.0254),
        ("newton/(mm-sec)", 1e3),
        ("kg*m^2", 1.0),
        ("deg/sec", math.pi / 180),
        ("1/sec", 1.0),
        ("newton-sec/mm", 1e3),
    ],
)
def test_sizes_in_si_units(text, size):
    found = measure(text)
    assert found is not None and found[0] == pytest.approx(size, rel=1e-14)


def test_conversion_needs_the_same_dimension():
    assert conversion("mm/sec", "meter/sec") == pytest.approx(1e-3)
    assert conversion("deg", "rad") == pytest.approx(math.pi / 180)
    assert conversion("newton", "kg*m/s**2") == pytest.approx(1.0)
    assert conversion("mm", "sec") is None and conversion("furlong", "mm") is None and conversion("", "mm") is None
    assert conversion("furlong", "furlong") == 1.0


def test_angles_are_told_from_rates():
    assert is_angle("rad") and is_angle("deg") and not is_angle("rad/sec") and not is_angle("") and not is_angle("mm")


def test_letters_of_the_heads():
    """The three heads seen in files of Adams."""
    assert (
        header_code({"length": "mm", "mass": "kg", "time": "sec", "force": "newton"})
        == "MMKGS_N_RACA 1.000000000000000E+03"
    )
    assert header_code({"length": "meter", "mass": "kg", "time": "sec", "force": "newton", "angle": "rad"}).startswith(
        "M_KGS_N_RA"
    )
    inch = {"length": "inch", "mass": "pound_mass", "time": "sec", "force": "pound_force", "angle": "rad"}
    assert header_code(inch) == "INLBS_PFRACA 3.937007874015748E+01"
    assert read_code("INLBS_PFRACA") == inch


def test_degrees_made_of_radians_say_so():
    pin = Entity("pin", "Joint", 1, ("ANGLE", "RATE"), ("rad", "rad/sec"))
    run = Results([pin], np.column_stack([[0.0, 1.0], [0.0, np.pi], [np.pi, np.pi]]), {})
    for text, unit, last in (
        ("pin.ANGLE*180/pi", "deg", 180.0),
        ("180*pin.RATE/pi", "deg/sec", 180.0),
        ("degrees(pin.RATE)", "deg/sec", 180.0),
        ("deg(pin.ANGLE)", "deg", 180.0),
        ("rad(deg(pin.ANGLE))", "rad", np.pi),
        ("2*pin.ANGLE", "rad", 2 * np.pi),
        ("diff(pin.ANGLE)", "rad/sec", np.pi),
    ):
        assert run.units(text) == unit
        assert run[text][-1] == pytest.approx(last)
    with pytest.raises(ResultsError, match="did you mean pin.ANGLE"):
        run["degrees(pin.ANGEL)"]
