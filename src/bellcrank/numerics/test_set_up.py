"""The set-up of a factorisation, in plain Python and compiled."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank import kernel
from bellcrank.numerics import set_up, sparse_lu
from bellcrank.numerics.sparse_lu import SparseLU


def saddle_point(parts: int) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """[H J^T; J 0] by columns, full blocks of 4 unknowns and 2 equations each, with many entries of one size."""
    rng = np.random.default_rng(parts)
    n = 6 * parts
    full = np.zeros((n, n))
    for k in range(parts):
        own, rows = slice(4 * k, 4 * k + 4), slice(4 * parts + 2 * k, 4 * parts + 2 * k + 2)
        full[own, own] = np.eye(4) + 0.1 * rng.standard_normal((4, 4))
        for part in {max(k - 1, 0), k}:
            full[rows, 4 * part : 4 * part + 4] += rng.choice([-1.0, 1.0], (2, 4))
        full[:, rows] = full[rows, :].T
    column, row = np.nonzero(full.T)
    return n, np.searchsorted(column, np.arange(n + 1)), row, full[row, column]


@pytest.mark.parametrize("parts", [3, 7, 15])
def test_compiled_and_plain_set_ups_are_the_same_to_the_last_bit(compiled, monkeypatch, parts):
    """Whether the compiled steps are in the cache yet must not change a result."""
    matrix = saddle_point(parts)
    monkeypatch.setattr(set_up, "PLAIN", 0)
    monkeypatch.setattr(sparse_lu, "KNOWN", 0)
    fast = SparseLU(*matrix).arrays
    with kernel.plain():
        slow = SparseLU(*matrix).arrays
    count = slow.l_start[-1]
    for name in ("column", "row", "row_slot", "place", "dest", "row_scale", "column_scale", "l_start", "u_start"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    assert np.array_equal(fast.l_value[:count], slow.l_value[:count])


def test_after_a_while_a_second_process_compiles(compiled, monkeypatch, tmp_path):
    """Small matrices never wait; once the steps are in the cache they are used."""
    ordered, matrix = [], saddle_point(3)
    monkeypatch.setenv("BELLCRANK_CACHE", str(tmp_path))
    monkeypatch.setattr(set_up, "_spent", [])
    monkeypatch.setattr(set_up, "is_loaded", lambda function, signature: False)
    monkeypatch.setattr(set_up.second_process, "start", lambda kernels, signature: ordered.extend(kernels))
    SparseLU(*matrix)
    assert ordered == [] and len(set_up._spent) == 1
    monkeypatch.setattr(set_up, "PATIENCE", 0.0)
    SparseLU(*matrix)
    assert ordered == [set_up.set_up, set_up.minimum_degree] and set_up._spent == []
    monkeypatch.setattr(set_up.object_files.ObjectFile, "is_there", lambda file: True)
    with set_up.quickest(matrix[0]):
        assert kernel.compiling()
