"""AKISPL, CUBSPL, INTERP: published values, SciPy's natural spline, derivatives, outside the data, surfaces."""

import math

import pytest

from bellcrank.errors import ModelError
from bellcrank.expression import SplineData, evaluate, flatten, parse, table_of


def values(text, data, points):
    """Value and slopes of a spline function of TIME (x) and DX(1) (z) on SPLINE/1."""
    tape = flatten(parse(text))
    use = tape.splines[0]
    table = table_of(use, lambda keyword, id: data)
    return [evaluate(tape, point, {use: table}) for point in points]


SINE = SplineData(tuple(0.5 * k for k in range(9)), (tuple(math.sin(0.5 * k) for k in range(9)),))


def test_akima_published_values():
    """The points (1,0) (2,2) (3,1) (4,3) sampled at ten equal steps."""
    data = SplineData((1.0, 2.0, 3.0, 4.0), ((0.0, 2.0, 1.0, 3.0),))
    found = values("AKISPL(TIME, 0, 1)", data, [[1.0 + k / 3.0] for k in range(10)])
    expected = [0, 1, 5 / 3, 2, 16 / 9, 11 / 9, 1, 4 / 3, 2, 3]
    assert [v for v, _ in found] == pytest.approx(expected, abs=1e-12)


def test_akima_against_scipy():
    interpolate = pytest.importorskip("scipy.interpolate")
    x, y = [0.0, 1.0, 1.5, 3.0, 4.2, 5.0, 7.0], [0.0, 2.0, 2.0, -1.0, 0.5, 3.0, 2.5]
    reference = interpolate.Akima1DInterpolator(x, y)
    points = [0.0, 0.3, 1.2, 2.2, 3.7, 4.9, 6.1, 7.0]
    for order in (0, 1, 2):
        found = values(f"AKISPL(TIME, 0, 1, {order})", SplineData(tuple(x), (tuple(y),)), [[p] for p in points])
        assert [v for v, _ in found] == pytest.approx([float(reference(p, order)) for p in points], abs=1e-12)


def test_akima_of_points_on_a_line_is_the_line():
    data = SplineData((0.0, 1.0, 2.0, 5.0), ((1.0, 3.0, 5.0, 11.0),))
    for (value, (slope,)), x in zip(
        values("AKISPL(TIME, 0, 1)", data, [[-1.0], [0.5], [3.3], [9.0]]), (-1.0, 0.5, 3.3, 9.0)
    ):
        assert value == pytest.approx(1.0 + 2.0 * x, rel=1e-13)
        assert slope == pytest.approx(2.0, rel=1e-13)


def test_the_natural_cubic_spline_against_scipy():
    interpolate = pytest.importorskip("scipy.interpolate")
    x, y = [0.0, 1.0, 1.5, 3.0, 4.2, 5.0, 7.0], [0.0, 2.0, 2.0, -1.0, 0.5, 3.0, 2.5]
    reference = interpolate.CubicSpline(x, y, bc_type="natural")
    data = SplineData(tuple(x), (tuple(y),))
    points = [-0.5, 0.0, 0.3, 1.2, 2.2, 3.7, 4.9, 6.1, 7.0, 7.5]
    for order in (0, 1, 2):
        for text in (f"CUBSPL(TIME, 0, 1, {order})", f"INTERP(TIME, 3, 1, {order})"):
            found = values(text, data, [[p] for p in points])
            assert [v for v, _ in found] == pytest.approx([float(reference(p, order)) for p in points], abs=1e-11)
            slopes = [float(reference(p, order + 1)) for p in points]
            assert [s[0] for _, s in found] == pytest.approx(slopes, abs=1e-10)


def test_linear_interpolation():
    found = values("INTERP(TIME, 1, 1)", SINE, [[0.25], [1.6]])
    assert found[0][0] == pytest.approx(0.5 * math.sin(0.5))
    assert found[1][0] == pytest.approx(0.8 * math.sin(1.5) + 0.2 * math.sin(2.0))
    with pytest.raises(ModelError, match="not 2"):
        values("INTERP(TIME, 2, 1)", SINE, [[0.0]])


@pytest.mark.parametrize("name", ["AKISPL(TIME, 0, 1", "CUBSPL(TIME, 0, 1", "INTERP(TIME, 3, 1"])
@pytest.mark.parametrize("straight", [False, True])
def test_slopes_inside_and_outside_the_data(name, straight):
    data = SplineData(SINE.x, SINE.rows, linear_extrapolate=straight)
    for order in (0, 1, 2):
        for x in (-0.7, 0.2, 1.7, 3.9, 4.4):
            ends = [v for v, _ in values(f"{name}, {order})", data, [[x - 1e-6], [x + 1e-6]])]
            slope = values(f"{name}, {order})", data, [[x]])[0][1][0]
            assert slope == pytest.approx((ends[1] - ends[0]) / 2e-6, abs=1e-6)


def test_linear_extrapolation_follows_the_end_tangent():
    data = SplineData(SINE.x, SINE.rows, linear_extrapolate=True)
    (end, (slope,)), (beyond, (same,)) = values("AKISPL(TIME, 0, 1)", data, [[4.0], [5.0]])
    assert beyond == pytest.approx(end + slope, rel=1e-13)
    assert same == pytest.approx(slope, rel=1e-13)
    assert values("AKISPL(TIME, 0, 1, 2)", data, [[5.0]])[0] == (0.0, [0.0])


def test_a_surface_is_linear_between_its_rows():
    rows = tuple(tuple(z * z + math.sin(x) for x in SINE.x) for z in (0.0, 1.0, 3.0))
    data = SplineData(SINE.x, rows, (0.0, 1.0, 3.0))
    on_row = values("AKISPL(TIME, DX(1), 1)", data, [[1.3, 0.0], [1.3, 1.0], [1.3, 3.0]])
    between = values("AKISPL(TIME, DX(1), 1)", data, [[1.3, 2.0], [1.3, 4.0], [1.3, -1.0]])
    assert between[0][0] == pytest.approx(0.5 * (on_row[1][0] + on_row[2][0]), rel=1e-13)
    assert between[1][0] == pytest.approx(on_row[2][0] + 4.0, rel=1e-13)
    assert between[2][0] == pytest.approx(on_row[0][0] - 1.0, rel=1e-13)
    assert [slopes[1] for _, slopes in between] == pytest.approx([4.0, 4.0, 1.0], rel=1e-12)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (SplineData((0.0, 1.0, 2.0), ((1.0, 2.0, 3.0),), title="SPLINE/7"), "SPLINE/7 has 3 points"),
        (SplineData((0.0, 1.0, 1.0, 2.0), ((1.0, 2.0, 3.0, 4.0),)), "must increase: 1 is followed by 1"),
        (SplineData((0.0, 1.0, 2.0, 3.0), ((1.0, 2.0, 3.0),)), "one row of 4"),
        (SplineData((0.0, 1.0, 2.0, 3.0), ((1.0,) * 4,) * 2, (2.0, 1.0)), "z values"),
    ],
)
def test_data_that_cannot_be_interpolated(data, words):
    with pytest.raises(ModelError, match=words):
        values("AKISPL(TIME, 0, 1)", data, [[0.5]])


def test_a_surface_has_no_derivatives():
    data = SplineData((0.0, 1.0, 2.0, 3.0), ((1.0,) * 4,) * 2, (1.0, 2.0))
    with pytest.raises(ModelError, match="curves only"):
        values("AKISPL(TIME, 0, 1, 1)", data, [[0.5]])
