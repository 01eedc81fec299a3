"""The plain evaluator: values, partial derivatives, and messages about values that are no numbers."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bellcrank.errors import ExpressionError
from bellcrank.expression import Call, Number, UserCall, evaluate, flatten, parse
from bellcrank.testing.expressions import trees

POINTS = st.lists(st.floats(-3, 3), min_size=4, max_size=4)


def run(text, **values):
    tape = flatten(parse(text), text)
    return evaluate(tape, [values[leaf.name] for leaf in tape.leaves])


def test_value_and_partial_derivatives():
    value, (by_time, by_dx) = run("TIME**2*DX(1,2) - DX(1,2)/TIME", TIME=2.0, DX=3.0)
    assert value == 10.5
    assert by_time == 2.0 * 2.0 * 3.0 + 3.0 / 4.0
    assert by_dx == 4.0 - 0.5


def test_only_the_chosen_branch_is_evaluated():
    text = "IF(TIME: 1, 2, 1/TIME)"
    assert run(text, TIME=0.0) == (2.0, [0.0])
    assert run(text, TIME=-1.0) == (1.0, [0.0])
    assert run(text, TIME=4.0) == (0.25, [-1.0 / 16.0])


def test_powers():
    assert run("TIME**3", TIME=-2.0) == (-8.0, [12.0])
    assert run("2**TIME", TIME=3.0) == (8.0, [pytest.approx(8.0 * math.log(2.0))])
    assert run("TIME**0", TIME=0.0) == (1.0, [0.0])
    assert run("TIME**0.5", TIME=0.0) == (0.0, [0.0])


@pytest.mark.parametrize(
    ("text", "time", "words"),
    [
        ("3 + 1/(TIME-1)", 1.0, "1/(TIME - 1) is not a number (TIME - 1 = 0)"),
        ("2*SQRT(TIME-3)", 1.0, "SQRT(TIME - 3) is not a number (TIME - 3 = -2)"),
        ("LOG(TIME)", 0.0, "LOG(TIME) is not a number (TIME = 0)"),
        ("TIME**0.5", -1.0, "TIME**0.5 is not a number (TIME = -1)"),
        ("TIME**(-1)", 0.0, "TIME**(-1) is not a number"),
        ("EXP(TIME)", 1000.0, "EXP(TIME) is not a number"),
        ("ASIN(TIME)", 2.0, "ASIN(TIME) is not a number"),
        ("1E300*TIME", 1e300, "is not a number"),
        ("TIME", math.nan, "TIME is not a number"),
        ("ABS(1/TIME)", 0.0, "1/TIME is not a number"),
    ],
)
def test_the_innermost_sub_expression_that_is_no_number_is_named(text, time, words):
    with pytest.raises(ExpressionError) as caught:
        run(text, TIME=time)
    assert words in str(caught.value)
    assert caught.value.report.messages[0].rule == "E321"


@given(trees(), POINTS)
def test_partial_derivatives_are_the_slopes_of_the_value(tree, point):
    """Where the central differences with two steps agree, the expression is smooth enough to tell.

    The irrational shift keeps the points away from where an IF or a step changes; the irrational ratio of the steps
    keeps both from being a whole number of teeth of a fine saw (MOD).
    """
    tape = flatten(tree)
    x = [p + math.sqrt(2.0) / 100.0 for p in point[: len(tape.leaves)]]
    try:
        value, partials = evaluate(tape, x)
        assume(abs(value) < 1e6)
        for k in range(len(x)):
            slopes = [_difference(tape, x, k, h) for h in (1e-4, 1e-4 / math.sqrt(3.0))]
            one_sided = [_difference(tape, [*x[:k], x[k] + s * 1e-4, *x[k + 1 :]], k, 1e-4) for s in (-1.0, 1.0)]
            scale = 1.0 + abs(slopes[0])
            assume(abs(slopes[0] - slopes[1]) < 1e-6 * scale and abs(one_sided[0] - one_sided[1]) < 1e-2 * scale)
            assert partials[k] == pytest.approx(slopes[1], rel=1e-4, abs=1e-4 * scale)
    except ExpressionError:
        assume(False)


def _difference(tape, x, k, h):
    upper, _ = evaluate(tape, [*x[:k], x[k] + h, *x[k + 1 :]])
    lower, _ = evaluate(tape, [*x[:k], x[k] - h, *x[k + 1 :]])
    return (upper - lower) / (2.0 * h)


def test_a_users_function_is_differentiated_numerically():
    tape = flatten(UserCall(lambda t, y: t * y**3, (Call("TIME"), Number(2.0))))
    value, partials = evaluate(tape, [5.0])
    assert value == 40.0
    assert partials == [pytest.approx(8.0, rel=1e-8)]


def test_a_users_function_may_give_its_derivatives():
    call = UserCall(lambda t: t * t, (Call("TIME"),), derivatives=lambda t: [-1.0])
    assert evaluate(flatten(call), [3.0]) == (9.0, [-1.0])


def test_what_a_users_function_raises_comes_through():
    def broken(t):
        raise RuntimeError("no such tyre")

    with pytest.raises(RuntimeError, match="no such tyre"):
        evaluate(flatten(UserCall(broken, (Call("TIME"),))), [1.0])
    wrong = UserCall(lambda t: t, (Call("TIME"),), derivatives=lambda t: [1.0, 2.0])
    with pytest.raises(ValueError, match="1 arguments, but 2 derivatives"):
        evaluate(flatten(wrong), [1.0])
