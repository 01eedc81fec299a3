"""Damped oscillators: one mass, a hanging mass, a quarter car (closed forms by exponentials)."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.simulate import simulate

QUARTER_CAR = (-1.479014602137443 + 7.067392920607871j, -8.719699600083481 + 58.05734431877791j)


def damped(time, m, c, k, x0):
    """x and x' of m x'' + c x' + k x = 0 from x0 at rest, c below critical."""
    s = -c / (2 * m) + 1j * np.sqrt(k / m - (c / (2 * m)) ** 2)
    a = x0 / 2 * (1 + 1j * s.real / s.imag)  # x = 2 Re(a exp(s t)), x'(0) = 2 Re(a s) = 0
    return 2 * np.real(a * np.exp(s * time)), 2 * np.real(a * s * np.exp(s * time))


def test_closed_form_gives_the_printed_numbers():
    x, v = damped(0.5, 2, 4, 200, 0.1)
    assert x == pytest.approx(0.009855066761858596, rel=1e-13)
    assert v == pytest.approx(0.5886967935011048, rel=1e-13)
    assert damped(3.0, 2, 4, 200, 0.1)[0] == pytest.approx(-0.0004780050367630638, rel=1e-12)


@pytest.fixture(scope="module")
def guided(runs):
    return runs("spring_mass", end=3.0, steps=300, error=1e-12)


def test_mass_on_a_guide(guided):
    x, v = damped(guided.time, 2, 4, 200, 0.1)
    np.testing.assert_allclose(guided["mass.X"], 1 + x, atol=1e-9)
    np.testing.assert_allclose(guided["mass.VX"], v, atol=1e-8)
    np.testing.assert_allclose(guided["spring.FX"], -200 * x - 4 * v, atol=1e-6)
    np.testing.assert_allclose(guided["mass.ACCX"], guided["spring.FX"] / 2, atol=1e-9)


def test_hanging_mass(model, formulation):
    """5 kg, 1200 N/m, 30 N s/m, released at the free length of 1 m below the ceiling."""
    m = model("spring_mass")
    mass, spring = m["mass"], m["spring"]
    mass.mass, mass.qg = 5.0, (1.0, 0.0, 0.0)
    spring.k, spring.c = 1200.0, 30.0
    m.gravity = (9.80665, 0.0, 0.0)
    run = simulate(m, 0.5, 50, error=1e-12, formulation=formulation)
    static = 5 * 9.80665 / 1200
    assert static == pytest.approx(0.04086104166666667, rel=1e-14)
    x, v = damped(run.time, 5, 30, 1200, -static)
    np.testing.assert_allclose(run["mass.X"], 1 + static + x, atol=1e-9)
    np.testing.assert_allclose(run["mass.VX"], v, atol=1e-8)
    np.testing.assert_allclose(run["mass.X"][25] - 1, 0.05846177525547373, atol=1e-9)
    np.testing.assert_allclose(run["mass.VX"][25], -0.1864058935408813, atol=1e-8)
    np.testing.assert_allclose(-run["spring.FX"][25], 64.56195350034204, atol=1e-6)


def test_quarter_car(runs):
    """The free motion is the sum of two damped modes with the published eigenvalues."""
    m, c, k = np.diag([290.0, 59.0]), 1000.0, 16182.0
    damping, stiffness = c * np.array([[1, -1], [-1, 1]]), k * np.array([[1, -1], [-1, 1]]) + np.diag([0, 190000.0])
    a = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(m, stiffness), -np.linalg.solve(m, damping)]])
    values, vectors = np.linalg.eig(a)
    for wanted in QUARTER_CAR:
        assert np.abs(values - wanted).min() < 1e-9 * abs(wanted)
    run = runs("quarter_car", end=2.0, steps=400, error=1e-12)
    start = np.linalg.solve(vectors, np.array([0.0, 0.01, 0.0, 0.0]))
    exact = np.real(vectors @ (start[:, None] * np.exp(values[:, None] * run.time)))
    for row, (channel, tolerance) in enumerate(zip(("F2", "F3", "F6", "F7"), (1e-9, 1e-9, 1e-7, 1e-7), strict=True)):
        np.testing.assert_allclose(run[f"REQ_1.{channel}"], exact[row], atol=tolerance)
