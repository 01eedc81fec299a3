import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellcrank.scene.frames import along, continuous, frame, matrix, quaternion, quaternions_313

ANGLE = st.floats(-7.0, 7.0)


def turn(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    return {"x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]), "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])}[axis]


@given(ANGLE, ANGLE, ANGLE)
def test_the_quaternion_of_313_angles_is_the_product_of_three_turns(psi, theta, phi):
    q = quaternions_313(*(np.array([a]) for a in (psi, theta, phi)))[:, 0]
    assert np.allclose(matrix(q), turn("z", psi) @ turn("x", theta) @ turn("z", phi), atol=1e-12)


@given(ANGLE, ANGLE, ANGLE)
def test_matrix_and_quaternion_are_inverse(psi, theta, phi):
    R = turn("z", psi) @ turn("x", theta) @ turn("z", phi)
    assert np.allclose(matrix(quaternion(R.tolist())), R, atol=1e-12)


def test_signs_do_not_jump_over_several_turns():
    q = quaternions_313(np.linspace(0.0, 20.0, 400) % (2 * np.pi), np.full(400, 0.3), np.zeros(400))
    assert np.abs(np.diff(q, axis=1)).max() < 0.06
    assert np.allclose(continuous(-q), -q)


@pytest.mark.parametrize("end", [(0, 0, 2), (0, 0, -2), (3, 0, 0), (1, -2, 2)])
def test_along_points_from_start_to_end(end):
    place, length = along((1, 1, 1), np.add((1, 1, 1), end))
    assert length == pytest.approx(np.linalg.norm(end))
    assert np.allclose(matrix(place[3:])[:, 2] * length, end, atol=1e-12)


def test_a_frame_is_origin_and_quaternion():
    assert frame((1, 2, 3), np.eye(3).tolist()) == (1, 2, 3, 0, 0, 0, 1)
