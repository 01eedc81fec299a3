"""The coefficients of DOP853, typed from the literature, checked by what they must fulfil; the weights of ABAM."""

from __future__ import annotations

from functools import cache, reduce

import numpy as np
import pytest

from bellcrank.integrators import abam, dop853
from bellcrank.integrators import problem as at

Tree = tuple["Tree", ...]
"""A rooted tree: the trees that hang on its root."""


@cache
def trees(order: int) -> list[Tree]:
    """All rooted trees with so many vertices: 1, 1, 2, 4, 9, 20, 48, 115."""
    if order == 1:
        return [()]
    return sorted({tuple(sorted(forest)) for forest in forests(order - 1)})


def forests(vertices: int) -> list[Tree]:
    """All ways to share vertices among trees."""
    if vertices == 0:
        return [()]
    return [(tree, *rest) for n in range(1, vertices + 1) for tree in trees(n) for rest in forests(vertices - n)]


def size(tree: Tree) -> int:
    return 1 + sum(map(size, tree))


def density(tree: Tree) -> int:
    """gamma: the size times the densities of the branches."""
    return reduce(lambda product, branch: product * density(branch), tree, size(tree))


def weights(a: np.ndarray, tree: Tree) -> np.ndarray:
    """Phi_i: the elementary weight of every stage."""
    return reduce(lambda product, branch: product * (a @ weights(a, branch)), tree, np.ones(len(a)))


@pytest.mark.parametrize(("b", "order"), [
    (dop853.B[:12], 8), (dop853.B[:12] + dop853.ERROR_5, 5), (dop853.ORDER_3, 3),
])  # fmt: skip
def test_order_conditions(b, order):
    """sum b_i Phi_i(tree) = 1/gamma(tree) for all trees (Butcher 1963): 200 up to order 8; and not for the next."""
    a = dop853.A[:12, :12]
    assert sum(len(trees(k)) for k in range(1, 9)) == 200
    for k in range(1, order + 1):
        for tree in trees(k):
            assert b @ weights(a, tree) == pytest.approx(1.0 / density(tree), abs=2e-14)
    assert max(abs(b @ weights(a, tree) - 1.0 / density(tree)) for tree in trees(order + 1)) > 1e-6


@pytest.mark.parametrize("x", [0.1, 1 / 3, 0.6, 2 / 3, 0.95])
def test_outputs_between_are_of_order_seven(x):
    """P(x) as weights b_i(x) of all sixteen stages: sum b_i(x) Phi_i = x^order/gamma for all trees up to order 7."""
    a = dop853.A
    f = [np.zeros(16) for _ in range(7)]
    f[0] = dop853.B.copy()
    f[1][0] = 1.0
    f[1] -= f[0]
    f[2] = 2.0 * f[0]
    f[2][[0, 12]] -= 1.0
    f[3:] = list(dop853.DENSE)
    value, _ = dop853.value_and_slope.py_func(f, x)
    for k in range(1, 8):
        for tree in trees(k):
            assert value @ weights(a, tree) == pytest.approx(x**k / density(tree), abs=2e-13)


def test_slope_of_outputs():
    """The derivative by the way of a difference quotient of a polynomial of degree 7."""
    f = np.array([0.3, -1.0, 2.0, 0.7, -0.4, 1.1, 0.9])
    p = dop853.value_and_slope.py_func
    for x in (0.2, 0.5, 1.0):
        assert p(f, x)[1] == pytest.approx((p(f, x + 1e-6)[0] - p(f, x - 1e-6)[0]) / 2e-6, abs=1e-8)


def test_weights_of_adams():
    """g_i by recursion are the integrals of psi_i (Gauss' rule with ten points), for steps that change."""
    times, h, count = np.array([3.0, 2.7, 2.1, 2.0, 1.2, 0.9, 0.7, 0.0]), 0.4, 9
    context = [None] * 50
    context[int(at.WEIGHTS)], context[int(at.STORY_T)] = np.zeros((3, 16)), times
    abam.weigh_past.py_func(context, count, h)
    nodes, factors = np.polynomial.legendre.leggauss(10)
    t = 3.0 + 0.5 * h * (1.0 + nodes)
    for i in range(count):
        psi = np.prod([(t - s) / (3.0 + h - s) for s in times[:i]], axis=0) * np.ones(10)
        assert context[int(at.WEIGHTS)][abam.G, i] == pytest.approx(0.5 * factors @ psi, rel=1e-12)
        assert context[int(at.WEIGHTS)][abam.PART, i] == pytest.approx(np.prod([3.0 + h - s for s in times[:i]]))
