"""B-splines: partition of unity, SciPy's basis and interpolation, Taylor coefficients, least squares."""

import math
import random

import pytest

from bellcrank.expression.bspline import (
    NotDetermined,
    clamped,
    closed_knots,
    expansion,
    least_squares,
    open_knots,
    periodic,
    through,
)

ORDERS = (2, 3, 4, 5, 6, 8)


def parameters(n, seed=1):
    """n increasing numbers from -1 to 1, unevenly spaced by a factor of up to 4."""
    chance = random.Random(seed)
    steps = [chance.uniform(0.5, 2.0) for _ in range(n - 1)]
    return [-1.0 + 2.0 * sum(steps[:i]) / sum(steps) for i in range(n - 1)] + [1.0]


def points(n, seed=2):
    chance = random.Random(seed)
    return [[chance.uniform(-1.0, 1.0) for _ in range(3)] for _ in range(n)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("closed", [False, True])
def test_basis_functions_are_positive_and_add_up_to_one(order, closed):
    u = parameters(12)
    knots = closed_knots(u, order, 11) if closed else open_knots(u, order, 99)
    first, last = knots.values[order - 1], knots.values[-order]
    for k in range(101):
        row = knots.row(first + (last - first) * k / 100)
        assert sum(row.values()) == pytest.approx(1.0, rel=1e-14)
        assert min(row.values()) >= 0.0


@pytest.mark.parametrize("order", ORDERS)
def test_interpolation_and_derivatives_against_scipy(order):
    interpolate = pytest.importorskip("scipy.interpolate")
    u, given = parameters(14), points(14)
    knots = open_knots(u, order, 99)
    control = through(knots, u, given, closed=False)
    reference = interpolate.make_interp_spline(u, given, order - 1, t=list(knots.values))
    for found, expected in zip(control, reference.c, strict=True):
        assert found == pytest.approx(list(expected), abs=1e-9)
    for i in knots.spans():
        middle = 0.5 * (knots.values[i] + knots.values[i + 1])
        for c in range(3):
            coefficients = expansion(knots, i, [p[c] for p in control], middle)
            for r, value in enumerate(coefficients):
                expected = float(reference(middle, r)[c]) / math.factorial(r)
                assert value == pytest.approx(expected, rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("order", ORDERS)
def test_a_closed_curve_goes_through_its_points(order):
    u, given = parameters(13), points(13)
    given[-1] = given[0]
    knots = closed_knots(u, order, 12)
    control = through(knots, u, given, closed=True)
    for x, point in zip(u[:-1], given):
        row = knots.row(x)
        assert [sum(n * control[j][c] for j, n in row.items()) for c in range(3)] == pytest.approx(point, abs=1e-12)


def test_an_even_number_of_points_has_a_closed_curve_of_odd_order():
    """With knots at the points, c_{j-1}/2 + c_j/2 = p_j has no unique solution; half way between it has."""
    u = [-1.0, -0.5, 0.0, 0.5, 1.0]
    given = [[1.0], [0.0], [-1.0], [0.0], [1.0]]
    with pytest.raises(NotDetermined):
        through(periodic(u, 3), u, given, closed=True)
    control = through(closed_knots(u, 3, 4), u, given, closed=True)
    assert [p[0] for p in control] == pytest.approx([control[0][0], control[1][0], -control[0][0], -control[1][0]])


@pytest.mark.parametrize("closed", [False, True])
def test_least_squares_against_numpy(closed):
    numpy = pytest.importorskip("numpy")
    u, given = parameters(20), points(20)
    given[-1] = given[0]
    knots = closed_knots(u, 4, 6) if closed else open_knots(u, 4, 6)
    assert knots.count == (6 if closed else 9)
    control = through(knots, u, given, closed)
    matrix = numpy.zeros((20, knots.count))
    for n, x in enumerate(u):
        for j, value in knots.row(x).items():
            matrix[n, j] += value
    if closed:
        expected = numpy.linalg.lstsq(matrix[:-1], numpy.array(given[:-1]), rcond=None)[0]
    else:
        ends = numpy.outer(matrix[:, 0], given[0]) + numpy.outer(matrix[:, -1], given[-1])
        inner = numpy.linalg.lstsq(matrix[1:-1, 1:-1], (numpy.array(given) - ends)[1:-1], rcond=None)[0]
        expected = numpy.vstack([given[0], inner, given[-1]])
    assert numpy.array(control) == pytest.approx(expected, abs=1e-12)


def test_equations_that_do_not_determine_the_unknowns():
    with pytest.raises(NotDetermined):
        least_squares([{0: 1.0, 1: 1.0}, {0: 2.0, 1: 2.0}], [[1.0], [2.0]], 2)
    with pytest.raises(NotDetermined):
        least_squares([{0: 1.0}], [[1.0]], 2)


def test_knots_of_an_open_curve_are_means_of_the_parameters():
    """The NURBS Book, example 9.1: degree 3, parameters 0, 5/17, 9/17, 14/17, 1; the knot is 28/51."""
    knots = open_knots([0.0, 5 / 17, 9 / 17, 14 / 17, 1.0], 4, 99)
    assert knots.values == pytest.approx((0, 0, 0, 0, 28 / 51, 1, 1, 1, 1))
    assert clamped(0.0, [], 1.0, 4).spans() == [3]
