"""INVPSD: mean square, spectrum, slopes, phases, refusals."""

import math
from itertools import pairwise

import pytest

from bellcrank.errors import ExpressionError, ModelError
from bellcrank.expression import SplineData, evaluate, flatten, parse, table_of
from bellcrank.functions.invpsd import splitmix64

FALLING = SplineData((0.5, 2.0, 4.0, 20.0), ((3.0, 5.0, 2.0, 0.1),), title="SPLINE/1")
LINEAR = SplineData((1.0, 9.0), ((2.0, 6.0),))
POWER_LAW = SplineData((1.0, 100.0), ((4.0, 4.0e-4),))
"""S = 4 f^-2, straight in logarithmic scales."""


def signal(text, data):
    tape = flatten(parse(text))
    tables = {use: table_of(use, lambda keyword, id: data) for use in tape.splines}
    return lambda x: evaluate(tape, [x], tables)


def mean_square(y, period, n=4096):
    return sum(y(period * k / n)[0] ** 2 for k in range(n)) / n


def test_the_mean_square_is_the_integral_of_the_density():
    """All frequencies are multiples of 0.1 Hz and below 10: 4096 samples of 10 s give the mean square exactly.

    The midpoint rule is exact for a straight line: (2 + 6)/2 * 8 = 32.
    """
    y = signal("INVPSD(TIME, 1, 1, 9, 40, 0, 5)", LINEAR)
    assert mean_square(y, 10.0) == pytest.approx(32.0, rel=1e-12)
    assert sum(y(10.0 * k / 4096)[0] for k in range(4096)) == pytest.approx(0.0, abs=1e-9)


def test_the_mean_square_approaches_the_integral_with_logarithmic_scales():
    """The integral of 4 f^-2 from 1 to 100 is 3.96."""
    tape = flatten(parse("INVPSD(TIME, 1, 1, 100, 400, 1, 0)"))
    (use,) = tape.splines
    table = table_of(use, lambda keyword, id: POWER_LAW)
    amplitudes, rates = table[2::3], table[3::3]
    assert sum(a * a for a in amplitudes) / 2.0 == pytest.approx(3.96, rel=1e-4)
    ratios = [b / a for a, b in pairwise(rates)]
    assert ratios == pytest.approx([100.0 ** (1 / 400)] * 399)
    f = [w / (2.0 * math.pi) for w in rates]
    widths = [x * (100.0 ** (1 / 800) - 100.0 ** (-1 / 800)) for x in f]
    assert amplitudes == pytest.approx([math.sqrt(2.0 * 4.0 * x**-2 * df) for x, df in zip(f, widths)])


def test_slopes_against_differences():
    y, h = signal("INVPSD(TIME, 1, 1, 15, 20, 1, 3)", FALLING), 1e-5
    for x in (-0.3, 0.0, 0.7, 12.1):
        upper, lower = y(x + h)[0], y(x - h)[0]
        scale = sum(abs(w) for w in y(x)[1]) + 100.0
        assert y(x)[1][0] == pytest.approx((upper - lower) / (2.0 * h), abs=1e-5 * scale)


def test_the_seed_decides_the_phases_and_nothing_else():
    first, again = (signal("INVPSD(TIME, 1, 1, 9, 40, 0, 7)", LINEAR) for _ in range(2))
    other = signal("INVPSD(TIME, 1, 1, 9, 40, 0, 8)", LINEAR)
    left_out, zero = signal("INVPSD(TIME, 1, 1, 9, 40)", LINEAR), signal("INVPSD(TIME, 1, 1, 9, 40, 0, 0)", LINEAR)
    points = [0.05 * k for k in range(20)]
    assert [first(x) for x in points] == [again(x) for x in points]
    assert [left_out(x) for x in points] == [zero(x) for x in points]
    assert max(abs(first(x)[0] - other(x)[0]) for x in points) > 1.0
    assert mean_square(other, 10.0) == pytest.approx(32.0, rel=1e-12)


def test_the_phases_are_those_of_splitmix64():
    """The first three numbers from seed 1234567, as Rosetta Code lists them."""
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    numbers = splitmix64(1234567)
    assert [next(numbers) for _ in range(3)] == [(word >> 11) / 2.0**53 for word in words]
    assert all(0.0 <= next(numbers) < 1.0 for _ in range(1000))


@pytest.mark.parametrize(
    ("text", "data", "words"),
    [
        ("INVPSD(TIME, 1, 5, 2, 10)", LINEAR, "f0 = 5 and f1 = 2"),
        ("INVPSD(TIME, 1, 0.5, 8, 10)", LINEAR, "goes from 1 to 9"),
        ("INVPSD(TIME, 1, 2, 20, 10)", LINEAR, "not known"),
        ("INVPSD(TIME, 1, 1, 9, 10)", SplineData((1.0, 9.0), ((2.0, -6.0),)), "not negative"),
        ("INVPSD(TIME, 1, 1, 9, 10, 1)", SplineData((1.0, 9.0), ((2.0, 0.0),)), "positive"),
        ("INVPSD(TIME, 1, 0, 9, 10, 1)", SplineData((0.0, 9.0), ((2.0, 1.0),)), "positive"),
        ("INVPSD(TIME, 1, 1, 9, 10)", SplineData((1.0, 9.0), ((2.0, 0.0), (1.0, 1.0)), (0.0, 1.0)), "not one curve"),
    ],
)
def test_what_cannot_be_a_signal(text, data, words):
    with pytest.raises(ModelError, match=words):
        signal(text, data)


@pytest.mark.parametrize("name", ["f0", "f1", "nf", "logflag", "seed"])
def test_frequencies_and_seed_must_be_known_before(name):
    order = ("f0", "f1", "nf", "logflag", "seed")
    given = {"f0": "1", "f1": "2*4.5", "nf": "10", "logflag": "1", "seed": "2.0"}
    parse(f"INVPSD(TIME, 1, {', '.join(given[k] for k in order)})")
    given[name] = "VARVAL(3)"
    with pytest.raises(ExpressionError, match=f"VARVAL\\(3\\) is given for {name}"):
        parse(f"INVPSD(TIME, 1, {', '.join(given[k] for k in order)})")
