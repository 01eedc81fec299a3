"""Numbers: every spelling of Fortran, and texts that read back exactly."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellcrank.dataset.numbers import BadValue, read_integer, read_number, write_angle, write_number

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("-.4", -0.4),
        ("1E5", 1e5),
        ("7.07E+006", 7.07e6),
        ("+3", 3.0),
        (" -2.5e+03 ", -2500.0),
    ],
)
def test_fortran_numbers(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize(("text", "degrees"), [("180D", 180.0), ("-157.5d", -157.5), ("355D", 355.0), ("0D", 0.0)])
def test_a_d_behind_a_number_means_degrees(text, degrees):
    assert read_number(text) == degrees * math.pi / 180


@pytest.mark.parametrize("text", ["", "abc", "1.0D3", "1.0D+00", "1_000", "nan", "inf", "1e999", "--1", "1 2", "0x10"])
def test_what_is_no_number(text):
    with pytest.raises(BadValue):
        read_number(text)


def test_degrees_where_no_angle_belongs():
    with pytest.raises(BadValue, match="degrees"):
        read_number("10D", degrees=False)


def test_ids_have_leading_zeros_and_may_be_reals():
    assert (read_integer("0101"), read_integer("9.000001E+06"), read_integer("17172508")) == (101, 9000001, 17172508)


@given(FINITE)
def test_written_numbers_read_back_exactly(value):
    assert read_number(write_number(value)) == value


@given(FINITE)
def test_written_angles_read_back_exactly(value):
    assert read_number(write_angle(value)) == value


@given(st.integers(-3600, 3600))
def test_whole_degrees_are_written_as_degrees(degrees):
    assert write_angle(degrees * (math.pi / 180)) == f"{degrees}D"
