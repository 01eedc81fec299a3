"""Balls on a one-sided spring: IMPACT.

A: the example of the manual. C and D: stiffer contacts, with and without damping. Numbers: own high-precision
computation with the events located (DOP853 and Radau agree to 4e-10). Elastic rebound without gravity: closed form, d
= (m v^2 (e+1) / (2 k))^(1/(e+1)), F = k d^e, contact time (2 d / v) Gamma(7/5) sqrt(pi) / Gamma(9/10) for e = 3/2.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy.special import gamma

from bellcrank.analysis.simulate import simulate

BOUNCES_D = (  # first touch, speed when leaving, largest penetration
    (0.451600755752, 3.33438580309, 0.167178275008),
    (1.25398578942, 2.52124194993, 0.137596171193),
    (1.8992818105, 1.91919755826, 0.114938870267),
    (2.4314439076, 1.47106392183, 0.0977824466),
)


def drop(model, formulation, end, height, law, *, speed=0.0, gravity=-9.80665, step=1e-4):
    """A run with the contact `law` = (x1, k, e, cmax, d), rows every `step`."""
    m = model("ball")
    m["ball"].qg = (0.0, 0.0, height)
    m["ball"].vz = speed
    m["contact"].function = f"IMPACT(DZ(20, 1), VZ(20, 1), {', '.join(repr(float(n)) for n in law)})"
    m.gravity = (0.0, 0.0, gravity)
    return simulate(m, end, round(end / step), error=1e-12, formulation=formulation)


class Between:
    """Quintic through position, velocity and acceleration of two neighbouring rows: interpolation of order 6."""

    def __init__(self, run, row):
        h = run.time[row + 1] - run.time[row]
        self.start, self.h = run.time[row], h
        x, v, a = (run[f"ball.{c}"][row : row + 2] for c in ("Z", "VZ", "ACCZ"))
        d = x[1] - x[0] - h * v[0] - h * h * a[0] / 2
        e, f = h * (v[1] - v[0] - h * a[0]), h * h * (a[1] - a[0])
        self.x = Polynomial(
            [x[0], h * v[0], h * h * a[0] / 2, 10 * d - 4 * e + f / 2, -15 * d + 7 * e - f, 6 * d - 3 * e + f / 2]
        )

    def crossing(self, polynomial, level):
        """Where in 0..1 the polynomial takes the value `level`."""
        roots = (polynomial - level).roots()
        return next(r.real for r in roots if abs(r.imag) < 1e-9 and -1e-9 <= r.real <= 1 + 1e-9)


def passages(run, level, downwards):
    """Times at which the ball passes `level`, and its speed there."""
    x = run["ball.Z"] - level
    side = (x[:-1] > 0) & (x[1:] <= 0) if downwards else (x[:-1] <= 0) & (x[1:] > 0)
    found = []
    for row in np.flatnonzero(side):
        piece = Between(run, row)
        s = piece.crossing(piece.x, level)
        found.append((piece.start + s * piece.h, piece.x.deriv()(s) / piece.h))
    return found


def lowest(run):
    """Times and heights of the turning points at the bottom."""
    v = run["ball.VZ"]
    found = []
    for row in np.flatnonzero((v[:-1] < 0) & (v[1:] >= 0)):
        piece = Between(run, row)
        s = piece.crossing(piece.x.deriv(), 0.0)
        found.append((piece.start + s * piece.h, piece.x(s)))
    return found


@pytest.fixture(scope="module")
def manual(model, formulation):
    return drop(model, formulation, 2.0, 2.0, (1, 100, 1.5, 25, 0.1))


@pytest.fixture(scope="module")
def hard(model, formulation):
    return drop(model, formulation, 1.0, 1.0, (0.1, 1e5, 1.5, 0, 0.1))


@pytest.fixture(scope="module")
def damped(model, formulation):
    return drop(model, formulation, 2.8, 2.0, (1, 2000, 1.5, 6, 0.1))


def test_first_touch_of_the_manual_example(manual):
    (time, speed), *more = passages(manual, 1.0, downwards=True)
    assert time == pytest.approx(0.451600755752, abs=1e-8)
    assert speed == pytest.approx(-4.42869055139, abs=1e-7)
    assert not more and not passages(manual, 1.0, downwards=False), "it never leaves"


def test_deepest_point_of_the_manual_example(manual):
    time, height = lowest(manual)[0]
    assert time == pytest.approx(0.642579906, abs=1e-6)
    assert 1 - height == pytest.approx(0.237039914155, abs=1e-8)


def test_values_of_the_manual_example(manual, at):
    np.testing.assert_allclose(at(manual, 0.5, "ball.Z", "ball.VZ"), (0.837283462444, -1.933096259352), atol=1e-7)
    np.testing.assert_allclose(at(manual, 1.0, "ball.Z", "ball.VZ"), (0.778353568919, 0.028870096650), atol=1e-7)
    np.testing.assert_allclose(at(manual, 2.0, "ball.Z"), 0.786969703702, atol=1e-7)


def test_hard_contact(hard, at):
    (time, _), *_ = passages(hard, 0.1, downwards=True)
    (leaves, speed), *_ = passages(hard, 0.1, downwards=False)
    deepest, height = lowest(hard)[0]
    assert time == pytest.approx(0.428426094369, abs=1e-8)
    assert deepest == pytest.approx(0.440586856276, abs=1e-7)
    assert 0.1 - height == pytest.approx(0.0350033442651, abs=1e-8)
    assert leaves == pytest.approx(0.452747618183, abs=1e-7)
    assert speed == pytest.approx(4.20142475834, abs=1e-6)
    assert 1e5 * (0.1 - height) ** 1.5 == pytest.approx(654.883893135, rel=1e-6)
    np.testing.assert_allclose(at(hard, 1.0, "ball.Z", "ball.VZ"), (0.930766587756, -1.165287811807), atol=1e-6)


def test_contact_force_is_reported(hard):
    """The SFORCE acts on the ball with k (x1 - x)^e inside and nothing outside."""
    inside = np.maximum(0.1 - hard["ball.Z"], 0.0)
    np.testing.assert_allclose(hard["contact.FZ"], 1e5 * inside**1.5, atol=1e-6)
    np.testing.assert_allclose(hard["ball.ACCZ"], hard["contact.FZ"] - 9.80665, atol=1e-9)


def test_four_bounces(damped, at):
    touches, leaves, bottoms = passages(damped, 1.0, True), passages(damped, 1.0, False), lowest(damped)
    assert len(touches) == 4 and len(bottoms) == 4
    for (time, speed, depth), touch, leave, bottom in zip(BOUNCES_D, touches, leaves, bottoms, strict=False):
        assert touch[0] == pytest.approx(time, abs=1e-6)
        assert leave[1] == pytest.approx(speed, abs=1e-6)
        assert 1 - bottom[1] == pytest.approx(depth, abs=1e-6)
    np.testing.assert_allclose(at(damped, 2.0, "ball.Z", "ball.VZ"), (0.921448993970, 1.772236660029), atol=1e-6)


def test_elastic_rebound(model, formulation):
    m, v, k, e = 1.0, 2.0, 1e5, 1.5
    depth = (m * v**2 * (e + 1) / (2 * k)) ** (1 / (e + 1))
    contact = 2 * depth / v * gamma(7 / 5) * np.sqrt(np.pi) / gamma(9 / 10)
    assert depth == pytest.approx(0.0190365393871588, rel=1e-12)
    assert contact == pytest.approx(0.0280148869868221, rel=1e-12)
    run = drop(model, formulation, 0.06, 0.02, (0.0, k, e, 0.0, 0.1), speed=-v, gravity=0.0, step=1e-5)
    (enters, _), (leaves, speed) = passages(run, 0.0, True)[0], passages(run, 0.0, False)[0]
    assert enters == pytest.approx(0.01, abs=1e-9)
    assert leaves - enters == pytest.approx(contact, abs=1e-7)
    assert speed == pytest.approx(v, abs=1e-7)
    assert -lowest(run)[0][1] == pytest.approx(depth, abs=1e-8)
    assert run["contact.FZ"].max() == pytest.approx(262.652780440377, rel=1e-6)
