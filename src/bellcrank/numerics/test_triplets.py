"""Triplets against the same operations on ordinary arrays."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.numerics import triplets
from bellcrank.numerics.triplets import Triplets, compose


@pytest.fixture
def a() -> Triplets:
    """3 x 4, one entry given in two halves."""
    rows, columns = [0, 0, 1, 2, 2, 2], [1, 3, 0, 2, 2, 0]
    return Triplets((3, 4), np.array(rows), np.array(columns), np.array([1.0, 2.0, -3.0, 2.0, 2.0, 5.0]))


DENSE = np.array([[0.0, 1.0, 0.0, 2.0], [-3.0, 0.0, 0.0, 0.0], [5.0, 0.0, 4.0, 0.0]])


def test_products_and_parts(a):
    x = np.array([1.0, -2.0, 3.0, 0.5])
    assert np.array_equal(a.dense(), DENSE)
    assert np.array_equal(a.T.dense(), DENSE.T)
    assert np.array_equal(a @ x, DENSE @ x)
    assert np.array_equal(a.row_sums(), [3.0, 3.0, 9.0])
    assert np.array_equal(a.take([2, 0]).dense(), DENSE[[2, 0]])
    assert np.array_equal(a.take([2, 0], [3, 0]).dense(), DENSE[np.ix_([2, 0], [3, 0])])
    rows, columns = np.array([1.0, 2.0, 4.0]), np.array([1.0, 0.5, 0.25, 2.0])
    assert np.array_equal(a.scaled(rows, columns).dense(), DENSE * np.outer(rows, columns))
    assert a.take([]).dense().shape == (0, 4) and (a.take([]) @ x).size == 0


def test_composed_of_blocks():
    blocks = np.arange(8.0).reshape(2, 2, 2)
    whole = compose(6, [(0, 0, Triplets.of_blocks(blocks)), (4, 4, Triplets.of_blocks(blocks[:1]))]).dense()
    wanted = np.zeros((6, 6))
    wanted[:2, :2], wanted[2:4, 2:4], wanted[4:, 4:] = blocks[0], blocks[1], blocks[0]
    assert np.array_equal(whole, wanted)


def test_a_matrix_by_columns():
    indptr, indices = np.array([0, 2, 2, 3], np.int32), np.array([0, 2, 1], np.int32)
    matrix = Triplets.of_columns(3, indptr, indices, np.array([1.0, 2.0, 3.0]))
    assert np.array_equal(matrix.dense(), [[1.0, 0.0, 0.0], [0.0, 0.0, 3.0], [2.0, 0.0, 0.0]])


@pytest.mark.parametrize("dense", [0, 300])
def test_small_and_large_equations_have_the_same_solution(monkeypatch, dense):
    monkeypatch.setattr(triplets, "DENSE", dense)
    rng = np.random.default_rng(1)
    full = rng.normal(size=(20, 20)) * (rng.random((20, 20)) < 0.3) + 5.0 * np.eye(20)
    row, column = np.nonzero(full)
    x = rng.normal(size=20)
    matrix = Triplets((20, 20), row, column, full[row, column])
    assert matrix.solver()(full @ x) == pytest.approx(x, rel=1e-12)
