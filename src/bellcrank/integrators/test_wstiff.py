"""WSTIFF: its formulas for unequal steps, and stiff equations with published solutions."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.integrators import formula
from bellcrank.integrators.formula import AT, BEYOND, MEASURES, NEXT, PAST_STEPS, PRODUCT, PRODUCT_NEXT, SINCE, L
from bellcrank.kernel import plain


def formula_of(order: int, h: float, past: list[float]) -> np.ndarray:
    """The formula of a step h after the steps `past`, the last one first."""
    f = np.zeros((4, 9))
    f[PAST_STEPS, : len(past)] = past
    with plain():
        formula.variable(f, order, h)
    return f


@pytest.mark.parametrize("order", range(1, 7))
def test_equal_steps_give_the_formulas_of_gear(order):
    f, g = formula_of(order, 0.3, [0.3] * 9), np.zeros((4, 9))
    with plain():
        formula.fixed(g, order)
    np.testing.assert_allclose(f[L], g[L], atol=1e-14)
    np.testing.assert_allclose(f[MEASURES], g[MEASURES], rtol=1e-13)


@pytest.mark.parametrize("order", range(1, 7))
def test_unequal_steps_are_exact_for_polynomials(order):
    """y = p(t) of degree k: the prediction through k + 1 values is exact, and h b y' = y - psi for any correction.

    The formula differentiates the polynomial through the new value and k old ones: compared with Lagrange's.
    """
    rng = np.random.default_rng(order)
    steps = rng.uniform(0.2, 2.0, 9)
    t = np.concatenate([[0.0], -np.cumsum(steps)])  # the end of the step, and the points before it
    values = rng.normal(size=10)
    fit = np.polynomial.Polynomial.fit(t[: order + 1], values[: order + 1], order, domain=[-1, 1])
    before = np.polynomial.Polynomial.fit(t[1 : order + 2], values[1 : order + 2], order, domain=[-1, 1])
    f, h = formula_of(order, steps[0], list(steps[1:])), steps[0]
    b, predicted = f[L, 0], (before(0.0), before.deriv()(0.0))
    assert predicted[1] * h + (values[0] - predicted[0]) / b == pytest.approx(h * fit.deriv()(0.0), rel=1e-8)
    for x in (-0.3, -2.0):  # the whole correction polynomial
        shape = sum(f[L, j] / b * x**j for j in range(7))
        assert before(x * h) + (values[0] - predicted[0]) * shape == pytest.approx(fit(x * h), rel=1e-7, abs=1e-7)
    xi = np.cumsum(steps) / h
    wanted = (xi[order - 1], xi[order], xi[order + 1], np.prod(xi[:order]), np.prod(xi[: order + 1]))
    np.testing.assert_allclose(f[MEASURES, [AT, NEXT, BEYOND, PRODUCT, PRODUCT_NEXT]], wanted)
    then = np.prod(np.cumsum(steps[1:])[: order + 1])
    assert f[MEASURES, SINCE] == pytest.approx(np.prod(xi[: order + 1] * h) / then)


@pytest.mark.parametrize("formulation", ["SI2", "I3"])
def test_robertson(formulation):
    """y at t = 40: PROBLEMS2, 8.4."""
    m = bc.Model("Robertson", units="mks")
    m.diff(name="a", function="-0.04*DIF(1) + 1E4*DIF(2)*DIF(3)", ic=(1.0,))
    m.diff(name="b", function="0.04*DIF(1) - 1E4*DIF(2)*DIF(3) - 3E7*DIF(2)**2", ic=(0.0,))
    m.diff(name="c", function="3E7*DIF(2)**2", ic=(0.0,))
    run = m.simulate(end=40.0, steps=2, error=1e-7, method="WSTIFF", formulation=formulation)
    assert run["a.Q"][-1] == pytest.approx(0.71582706872, abs=1e-6)
    assert run["b.Q"][-1] == pytest.approx(9.1855347646e-06, abs=1e-7)
    assert run["a.Q"][-1] + run["b.Q"][-1] + run["c.Q"][-1] == pytest.approx(1.0, abs=1e-9)
