"""Vectors and matrices as tuples, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from bellcrank.math import vec3 as v

NUMBERS = st.floats(-10, 10)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS)
MATRICES = st.tuples(*[NUMBERS] * 9)


def matrix(m):
    return np.array(m).reshape(3, 3)


def close(a, b):
    assert np.array(a).ravel() == pytest.approx(np.array(b).ravel(), abs=1e-11)


@given(VECTORS, VECTORS, NUMBERS)
def test_vectors(a, b, s):
    x, y = np.array(a), np.array(b)
    close(v.plus(a, b), x + y)
    close(v.minus(a, b), x - y)
    close(v.times(s, a), s * x)
    close(v.dot(a, b), x @ y)
    close(v.cross(a, b), np.cross(x, y))
    close(v.outer(a, b), np.outer(x, y))
    close(matrix(v.tilde(a)) @ y, np.cross(x, y))


@given(MATRICES, MATRICES, VECTORS)
def test_matrices(m, n, a):
    close(v.rotate(m, a), matrix(m) @ np.array(a))
    close(v.rotate_back(m, a), matrix(m).T @ np.array(a))
    close(v.mat_mul(m, n), matrix(m) @ matrix(n))
    close(v.mat_minus(m, n), matrix(m) - matrix(n))
    symmetric = tuple((matrix(n) + matrix(n).T).ravel())
    close(v.congruent(m, symmetric), matrix(m) @ matrix(symmetric) @ matrix(m).T)
    close(v.cross_mat(a, m), np.cross(a, matrix(m).T).T)


@given(st.tuples(*[st.floats(0.1, 2.0)] * 4))
def test_a_quaternion_of_any_length_gives_a_rotation(p):
    close(v.quaternion_matrix(*p), Rotation.from_quat([p[1], p[2], p[3], p[0]]).as_matrix())


def test_rows_of_arrays():
    a = np.arange(24.0).reshape(2, 12)
    assert v.row3(a, 1, 2) == (14.0, 15.0, 16.0)
    assert v.row9(a, 1, 1) == tuple(range(13, 22))
    v.put3(a, 0, 3, (1.0, 2.0, 3.0))
    v.add3(a, 0, 4, (10.0, 10.0, 10.0))
    assert a[0, 3:8].tolist() == [1.0, 12.0, 13.0, 16.0, 7.0]
