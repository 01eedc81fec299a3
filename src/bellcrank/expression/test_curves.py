"""Curves: circles, lines, Bezier curves, continuity, outside of the parameters, points that make no curve."""

import math

import pytest

from bellcrank.errors import ModelError
from bellcrank.expression.curves import CurveData, curve, curve_table, points_along
from bellcrank.testing import observed_order

ZIGZAG = tuple((float(i), (-1.0) ** i * 0.5, 0.1 * i * i) for i in range(8))


def circle(n):
    angles = [2.0 * math.pi * i / n for i in range(n)]
    ring = [(math.cos(a), math.sin(a), 0.0) for a in angles]
    return (*ring, ring[0])


def at(table, alpha, order=0):
    return [curve(table, 0, c, order, alpha)[0] for c in range(3)]


@pytest.mark.parametrize("closed", [False, True])
def test_a_circle_is_met_with_the_order_of_the_curve(closed):
    errors = []
    for n in (12, 24, 48):
        table = curve_table(CurveData(circle(n), closed=closed))
        found = [at(table, -1.0 + 2.0 * (k + 0.37) / 200) for k in range(200)]
        errors.append(max(abs(math.hypot(x, y) - 1.0) for x, y, _ in found))
    assert observed_order(errors, [1 / 12, 1 / 24, 1 / 48]) == pytest.approx(4.0, abs=0.3)


def test_the_derivatives_of_a_circle():
    """alpha from -1 to 1 is once around: c' is pi long, c'' points to the centre and is pi squared long."""
    table = curve_table(CurveData(circle(200), closed=True))
    for k in range(50):
        alpha = -1.0 + 2.0 * (k + 0.3) / 50
        angle = math.pi * (alpha + 1.0)
        assert at(table, alpha, 1)[:2] == pytest.approx(
            [-math.pi * math.sin(angle), math.pi * math.cos(angle)], abs=1e-5
        )
        expected = [-(math.pi**2) * math.cos(angle), -(math.pi**2) * math.sin(angle)]
        assert at(table, alpha, 2)[:2] == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("control", [False, True])
def test_points_on_a_line_give_the_line(order, control):
    """Through the points the parameter is the distance; with control points the curve stays on the line."""
    line = tuple((1.0 + 3.0 * s, 2.0 - s, 0.5 * s) for s in (0.0, 0.3, 0.7, 1.0, 1.8, 2.1, 3.0))
    table = curve_table(CurveData(line, order, control=control))
    for alpha in (-1.7, -1.0, -0.83, 0.0, 0.4, 1.0, 1.2):
        x, y, z = at(table, alpha)
        assert (y, z) == pytest.approx((2.0 - (x - 1.0) / 3.0, (x - 1.0) / 6.0), abs=1e-12)
        if not control:
            assert x == pytest.approx(1.0 + 4.5 * (alpha + 1.0), abs=1e-12)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_a_curve_goes_through_its_points_at_their_parameters(order):
    given = (-2.0, -1.0, 0.0, 0.5, 1.0, 2.5, 3.0, 5.0)
    table = curve_table(CurveData(ZIGZAG, order, parameters=given))
    for alpha, point in zip(given, ZIGZAG):
        assert at(table, alpha) == pytest.approx(point, abs=1e-12)


@pytest.mark.parametrize("order", [3, 4, 5, 6])
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_all_but_the_last_two_derivatives_are_continuous(order, control, closed):
    points = (*ZIGZAG, ZIGZAG[0]) if closed else ZIGZAG
    table = curve_table(CurveData(points, order, closed, control))
    pieces = int(table[1])
    ends = table[5 : 6 + pieces]
    for joint in ends if closed else ends[1:-1]:
        for derivative in range(order - 1):
            left, right = at(table, joint - 1e-9, derivative), at(table, joint + 1e-9, derivative)
            size = max(1.0, *(abs(v) for v in at(table, joint + 1e-9, derivative + 1)))
            assert left == pytest.approx(right, abs=1e-7 * size)


def test_control_points_as_many_as_the_order_make_a_bezier_curve():
    control = ((0.0, 0.0, 0.0), (1.0, 2.0, 0.0), (3.0, 2.0, 1.0), (4.0, 0.0, 0.0), (5.0, 1.0, -1.0))
    table = curve_table(CurveData(control, 5, control=True))
    for t in (0.0, 0.2, 0.5, 0.9, 1.0):
        weights = [math.comb(4, j) * t**j * (1.0 - t) ** (4 - j) for j in range(5)]
        expected = [sum(w * p[c] for w, p in zip(weights, control)) for c in range(3)]
        assert at(table, 2.0 * t - 1.0) == pytest.approx(expected, abs=1e-13)
    assert at(table, -1.0, 1) == pytest.approx([2.0, 4.0, 0.0])  # 4 (P_1 - P_0) / 2


def test_a_bezier_curve_of_high_order_keeps_its_digits():
    control = tuple((math.cos(0.3 * j), math.sin(0.3 * j), 0.1 * j) for j in range(16))
    table = curve_table(CurveData(control, 16, control=True))
    for t in (0.0, 0.31, 1.0):
        weights = [math.comb(15, j) * t**j * (1.0 - t) ** (15 - j) for j in range(16)]
        expected = [sum(w * p[c] for w, p in zip(weights, control)) for c in range(3)]
        assert at(table, 2.0 * t - 1.0) == pytest.approx(expected, abs=1e-10)


def test_a_closed_curve_of_control_points_is_nearest_to_the_first_one_at_the_start():
    """A cubic of equal pieces: (P_n-1 + 4 P_0 + P_1)/6 at alpha = -1."""
    points = circle(8)
    table = curve_table(CurveData(points, 4, True, True))
    expected = [(points[7][c] + 4.0 * points[0][c] + points[1][c]) / 6.0 for c in range(3)]
    assert at(table, -1.0) == pytest.approx(expected, abs=1e-14)
    assert at(table, 1.0) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("order", [3, 4])
def test_a_closed_curve_goes_round(order):
    table = curve_table(CurveData(circle(12), order, True))
    for alpha in (-1.0, -0.4, 0.99):
        for turns in (-3, 1, 2):
            assert at(table, alpha + 2.0 * turns) == pytest.approx(at(table, alpha), abs=1e-12)
            assert at(table, alpha + 2.0 * turns, 2) == pytest.approx(at(table, alpha, 2), abs=1e-10)


@pytest.mark.parametrize("order", [2, 3, 4, 5])
def test_the_end_pieces_of_an_open_curve_are_continued(order):
    """Beyond an end the curve is the Taylor polynomial there."""
    table = curve_table(CurveData(ZIGZAG, order))
    for end, beyond in ((-1.0, -1.5), (1.0, 1.25)):
        terms = [[v * (beyond - end) ** r / math.factorial(r) for v in at(table, end, r)] for r in range(order)]
        assert at(table, beyond) == pytest.approx([sum(t[c] for t in terms) for c in range(3)], rel=1e-10)
        assert at(table, beyond, order - 1) == pytest.approx(at(table, end, order - 1))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("order", [2, 4, 6])
def test_slopes_against_differences(order, closed):
    table = curve_table(CurveData((*ZIGZAG, ZIGZAG[0]), order, closed))
    h = 1e-6
    for alpha in (-1.31, -0.77, -0.2, 0.41, 0.9, 1.3):
        for derivative in range(4):
            for c in range(3):
                value, slope = curve(table, 0, c, derivative, alpha)
                ends = [curve(table, 0, c, derivative, alpha + s)[0] for s in (-h, h)]
                assert slope == pytest.approx((ends[1] - ends[0]) / (2.0 * h), abs=1e-5 * (1.0 + abs(value)))
                assert slope == pytest.approx(curve(table, 0, c, derivative + 1, alpha)[0], rel=1e-11, abs=1e-11)


def test_few_pieces_pass_near_many_points():
    """A cubic polynomial is found again whatever the number of pieces."""
    u = [-1.0 + 0.1 * i for i in range(21)]
    points = tuple((x, x**3 - x, 2.0 * x * x) for x in u)
    for segments in (1, 3, 7):
        data = CurveData(points, 4, parameters=tuple(u), segments=segments)
        table = curve_table(data)
        assert table[1] == segments
        assert at(table, 0.123) == pytest.approx([0.123, 0.123**3 - 0.123, 2.0 * 0.123**2], abs=1e-12)
    assert curve_table(CurveData(circle(40), 4, True, segments=9))[1] == 9
    assert curve_table(CurveData(ZIGZAG, segments=50))[1] == 5  # no more than points determine


def test_points_along_a_curve_reach_from_end_to_end():
    found = points_along(CurveData(ZIGZAG), 10)
    assert len(found) == 11
    assert found[0] == pytest.approx(ZIGZAG[0]) and found[-1] == pytest.approx(ZIGZAG[-1])
    found = points_along(CurveData(ZIGZAG, parameters=tuple(map(float, range(8)))), 7)
    assert [p for point in found for p in point] == pytest.approx([p for point in ZIGZAG for p in point], abs=1e-12)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (CurveData(ZIGZAG[:3]), "3 points are given, and ORDER = 4"),
        (CurveData(ZIGZAG, closed=True), "away from the first one"),
        (CurveData((ZIGZAG[0], *ZIGZAG)), "Points 1 and 2 coincide"),
        (CurveData(ZIGZAG, parameters=(0, 1, 2, 2, 3, 4, 5, 6)), "2 is followed by 2"),
        (CurveData(ZIGZAG, control=True, parameters=(0, 1, 2, 3, 4, 5, 6, 7)), "four columns"),
    ],
)
def test_points_that_make_no_curve(data, words):
    with pytest.raises(ModelError, match=words):
        curve_table(data)
