"""Rules C101, C102: inertia that no body can have."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellcrank.model.checks.inertia import eigenvalues
from bellcrank.testing.rules import findings


def part(ip, more=""):
    return f"PART/2, MASS=2, CM=20, IP={ip}{more}\nMARKER/20, PART=2, QP=10,0,0\nMARKER/21, PART=2\n"


def test_a_negative_moment_is_an_error():
    (message,) = findings(part("1,-2,3"), "C101")
    assert message.severity == "error" and "Iyy = -2" in message.what


@pytest.mark.parametrize("ip", ["1,1,1", "0,5,5", "1,2,3", "166667,166667,225", "1,1,1,0.4,0,0"])
def test_real_bodies_are_fine(ip):
    assert findings(part(ip), "C101") == findings(part(ip), "C102") == []


@pytest.mark.parametrize("ip", ["1,2,4", "1,1,1,0.6,0,0"])  # Ixy = 0.6: principal moments 0.4, 1, 1.6 are 0.4 + 1 < 1.6
def test_the_triangle_inequality(ip):
    (message,) = findings(part(ip), "C102")
    assert "triangle inequality" in message.what


def test_the_inertia_is_moved_to_the_mass_centre():
    # About MARKER/21, 10 mm from the centre: 2 kg * 100 mm^2 = 200 more about y and z.
    assert findings(part("1,201,201", ", IM=21"), "C102") == []
    (message,) = findings(part("1,150,150", ", IM=21"), "C102")
    assert "negative (-50)" in message.what


@given(st.tuples(*[st.floats(-1e3, 1e3)] * 6))
def test_eigenvalues_have_the_trace_and_the_norm_of_the_matrix(s):
    low, middle, high = eigenvalues(s)
    xx, yy, zz, xy, xz, yz = s
    norm = math.hypot(xx, yy, zz, *([xy, xz, yz] * 2))
    assert low <= middle + 1e-9 * norm and middle <= high + 1e-9 * norm
    assert math.isclose(low + middle + high, xx + yy + zz, abs_tol=1e-9 * norm + 1e-300)
    assert math.isclose(math.hypot(low, middle, high), norm, rel_tol=1e-9, abs_tol=1e-150)
