"""Redundant rows: joints that are judged together, and one by one, give the same."""

import numpy as np
import pytest

from bellcrank.analysis import redundancy
from bellcrank.numerics.triplets import Triplets


def chain(joints: int, rng: np.random.Generator) -> tuple[Triplets, list[tuple[int, ...]], set[int]]:
    """Joints of one to six rows, each between a body and the next (the last one ground); a row may repeat others."""
    rows, bodies, repeated = [], [], set()
    for n in range(joints):
        size = int(rng.integers(1, 7))
        block = rng.standard_normal((size, 12))
        if size > 2 and rng.random() < 0.3:
            block[-1] = 2.0 * block[0] - block[1]
            repeated.add(len(rows) + size - 1)
        for line in block:
            full = np.zeros(6 * joints)
            full[6 * n : 6 * n + 12] = line[: 6 * joints - 6 * n]
            rows.append(full)
            bodies.append((n, n + 1))
    a = np.array(rows)
    row, column = np.nonzero(a)
    return Triplets(a.shape, row, column, a[row, column]), bodies, repeated


@pytest.mark.parametrize("seed", range(5))
def test_joints_of_a_chain(seed, monkeypatch):
    """A row that repeats others of its joint is found; all at once or one after the other."""
    jacobian, bodies, repeated = chain(12, np.random.default_rng(seed))
    order = list(range(len(bodies)))
    together = redundancy.find_redundant(jacobian, order, bodies)
    monkeypatch.setattr(redundancy, "_clearly_independent", lambda jacobian, several, *_: [False] * len(several))
    assert together == redundancy.find_redundant(jacobian, order, bodies)
    assert {found.row for found in together} >= repeated


def test_a_loop_is_looked_at_row_by_row():
    """Three bars of a triangle: each joint alone is independent, the loop is not."""
    rng = np.random.default_rng(1)
    a = np.zeros((3, 18))
    u = rng.standard_normal(6)
    for n, (i, j) in enumerate([(0, 1), (1, 2), (0, 2)]):
        a[n, 6 * i : 6 * i + 6], a[n, 6 * j : 6 * j + 6] = u, -u
    row, column = np.nonzero(a)
    jacobian = Triplets(a.shape, row, column, a[row, column])
    found = redundancy.find_redundant(jacobian, [0, 1, 2], [(0, 1), (1, 2), (0, 2)])
    assert [(r.row, r.loop) for r in found] == [(2, (0, 1))]
