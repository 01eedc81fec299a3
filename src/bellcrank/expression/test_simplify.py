"""Constants are folded; nothing else changes."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bellcrank.errors import ExpressionError
from bellcrank.expression import constant, evaluate, flatten, parse, simplify, to_text
from bellcrank.testing.expressions import trees


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("2*3*TIME", "6*TIME"),
        ("TIME*1 + 0", "TIME"),
        ("0 + TIME/1", "TIME"),
        ("0 - TIME", "-TIME"),
        ("TIME**1", "TIME"),
        ("IF(2-3: TIME, 1, 2)", "TIME"),
        ("STEP(0.5, 0, 0, 1, 8)*TIME", "4*TIME"),
        ("1/0 + TIME", "1/0 + TIME"),
        ("SQRT(-1)*TIME", "SQRT(-1)*TIME"),
        ("2**0.5*TIME", f"{math.sqrt(2.0)!r}*TIME"),
        ("0*TIME", "0*TIME"),
        ("DX(1+1, 2)", "DX(2, 2)"),
    ],
)
def test_constants_are_folded(text, simple):
    assert to_text(simplify(parse(text))) == simple


def test_constant_values():
    assert constant(parse("180D")) == math.pi
    assert constant(parse("RTOD*DTOR")) == pytest.approx(1.0, rel=1e-15)
    assert constant(parse("TIME")) is None
    assert constant(parse("1/0")) is None
    assert constant(parse("EXP(1000)")) is None
    assert constant(parse("1E300**2")) is None


@given(trees(), st.floats(-3, 3), st.floats(-3, 3))
def test_a_simplified_expression_has_the_same_value(tree, a, b):
    """flatten simplifies; two leaves in front keep this one from folding its constants."""
    values = {"TIME": a, "DX": b, "VARVAL": a - b, "JOINT": a * b}
    simple = flatten(simplify(tree))
    tape = flatten(tree)
    try:
        expected, _ = evaluate(tape, [values[leaf.name] for leaf in tape.leaves])
    except ExpressionError:
        assume(False)
    found, _ = evaluate(simple, [values[leaf.name] for leaf in simple.leaves])
    assert found == expected
