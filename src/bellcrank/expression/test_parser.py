"""The grammar of expressions, and what is said about text that does not follow it."""

import subprocess
import sys
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bellcrank.errors import ExpressionError
from bellcrank.expression import Binary, Call, If, Number, Unary, constant, parse, parse_syntax, to_text
from bellcrank.testing.expressions import trees


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2**2", -4.0),
        ("2**3**2", 512.0),
        ("2**-1", 0.5),
        ("-2**-2", -0.25),
        ("(-2)**3", -8.0),
        ("2* *3", 8.0),
        ("2 *\t* 3", 8.0),
        ("8/2/2", 2.0),
        ("8-2-2", 4.0),
        ("2+3*4", 14.0),
        ("- -3", 3.0),
        ("+3", 3.0),
        ("2*-3", -6.0),
        ("- -8.3E-03*RTOD*(0.5-0.0*DTOR)+ -0.5", 8.3e-3 * 57.29577951308232 * 0.5 - 0.5),
        ("1. + .5 + 1E1 + 1.0E-001", 11.6),
        ("180D", 3.141592653589793),
        ("180D+2-180D-0.5", 1.5),
        ("180.0d/PI", 1.0),
        ("if(-1: 10, 20, 30)", 10.0),
        ("If(0: 10, 20, 30)", 20.0),
        ("IF(2: 10, 20, 30)", 30.0),
        ("max(1, 2, 3)", 3.0),
        ("0201", 201.0),
    ],
)
def test_value_of_a_constant_expression(text, value):
    assert constant(parse(text)) == pytest.approx(value, rel=1e-15)


def test_expressions_of_real_datasets():
    tree = parse("IF(MODE-5: 0, -DIF(101)-1E7*(DZ(1,2,2)-672), 0)")
    assert isinstance(tree, If)
    assert tree.condition == Binary("-", Call("MODE"), Number(5.0))
    assert parse("30.0d * time") == Binary("*", Number(30.0, degrees=True), Call("TIME"))
    assert parse("MOD(AZ(4,3),PI/2)-89D") == parse("mod( az(4,3) , pi/2 )-89d")


@pytest.mark.parametrize(
    "text",
    [
        "-1E6*(AZ(1,2)-DIF(3))\n, -1E3*WZ(1,2,2)",
        "-1E6*(AZ(1,2)-DIF(3))\x01 -1E3*WZ(1,2,2)",
        "-1E6*(AZ(1,2)-DIF(3)) &\n, -1E3*WZ(1,2,2)",
        "-1E6*(AZ(1,\r\n  , 2)-DIF(3)) &\r\n  -1E3*WZ(1,2,2)",
    ],
)
def test_a_comma_or_ampersand_at_a_line_break_is_only_a_continuation_mark(text):
    assert parse(text) == parse("-1E6*(AZ(1,2)-DIF(3)) -1E3*WZ(1,2,2)")


def test_a_sign_binds_less_strongly_than_a_power_and_more_strongly_than_a_product():
    a, b = Call("TIME"), Call("PI")
    assert parse("-TIME**PI") == Unary("-", Binary("**", a, b))
    assert parse("-TIME*PI") == Binary("*", Unary("-", a), b)
    assert parse("TIME*-PI") == Binary("*", a, Unary("-", b))


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", 0, "empty"),
        ("3*", 2, "ends where a value is needed"),
        ("3*)", 2, "value is needed before this )"),
        ("(1+2", 0, "never closed"),
        ("SIN((1)", 3, "never closed"),
        ("1+2)", 3, "never opened"),
        ("2 3", 2, "without an operator"),
        ("2(3)", 1, "without an operator"),
        ("1,2", 1, "comma"),
        ("1:2", 1, "colon"),
        ("IF(1,2,3,4)", 4, "IF needs a :"),
        ("IF(1:2,3)", 8, "IF needs a ,"),
        ("1.0D3", 0, "write E for an exponent"),
        ("1.0D+02*TIME", 0, "write E for an exponent"),
        ("2TIME", 0, "neither a number nor a name"),
        ("1.5E", 0, "neither a number nor a name"),
        ("2^3", 1, "power is written **"),
        ("TIME\\", 4, "backslash"),
        ("1E999", 0, "too large"),
        ("DX(1,2).DX(1,3)", 7, "vector"),
        ("3 + §", 4, "has no place"),
    ],
)
def test_a_mistake_of_syntax_is_told_with_its_place(text, position, words):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.position == position
    assert words in str(caught.value)
    if text:
        line, caret = str(caught.value).splitlines()[2:4]
        assert line.strip() == text.strip()
        assert caret.index("^") - 4 == position


def test_the_picture_of_a_long_expression_shows_only_the_neighbourhood():
    with pytest.raises(ExpressionError) as caught:
        parse("+".join(["TIME"] * 500) + "+STEPP(TIME, 0, 0, 1, 1)+" + "+".join(["TIME"] * 500))
    shown = str(caught.value)
    line, caret = shown.splitlines()[2:4]
    assert len(line) < 100
    assert line[caret.index("^") :].startswith("STEPP")
    assert "did you mean STEP" in shown


@pytest.mark.parametrize("text", ["(" * 5000 + "1" + ")" * 5000, "-" * 5000 + "1", "SIN(" * 2000, "2**" * 3000 + "2"])
def test_nesting_too_deep_is_an_error_and_not_an_overflow(text):
    with pytest.raises(ExpressionError, match="nested more than"):
        parse(text)


def test_nesting_within_the_limit_leaves_room_on_the_stack():
    def call_deeper(levels):
        return parse("(" * 140 + "1" + ")" * 140) if levels == 0 else call_deeper(levels - 1)

    assert constant(call_deeper(sys.getrecursionlimit() // 3)) == 1.0


def test_a_sum_of_many_terms_is_not_deep():
    text = "+".join(f"{k}*DX({k + 1},2)" for k in range(5000))
    tree = parse(text)
    assert parse(to_text(tree)) == tree


@given(trees())
def test_text_and_tree_describe_each_other(tree):
    text = to_text(tree)
    again = parse(text)
    assert again == tree
    assert to_text(again) == text


def error_of(text):
    """The ExpressionError of a text, or None; anything else is not caught."""
    try:
        parse(text)
    except ExpressionError as error:
        return error
    return None


ALPHABET = "0123456789.+-*/(),:DEde TIMEXASNstep\x01\n&"


@given(st.one_of(st.text(), st.text(alphabet=ALPHABET)))
@example("1" * 400)
@example("&\n,")
def test_any_text_is_an_expression_or_an_expression_error(text):
    error = error_of(text)
    if error is not None:
        assert error.report.errors
        assert 0 <= error.position <= len(text)


@given(trees(), st.integers(0, 10**6), st.text(alphabet=ALPHABET, max_size=3), st.integers(0, 3))
def test_mutated_expressions_give_nothing_but_expression_errors(tree, place, inserted, removed):
    text = to_text(tree)
    place %= len(text) + 1
    error = error_of(text[:place] + inserted + text[place + removed :])
    assert error is None or error.report.errors


@pytest.mark.parametrize("piece", ["TIME+", "* ", "- ", "1 ", "X(", "SIN(1),", "1E5", "foo+", "\n,", "DX(1,2)*"])
def test_time_grows_no_faster_than_the_text(piece):
    def seconds(repeats):
        text = piece * repeats
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            with pytest.raises(ExpressionError):
                parse(text + ")")
            best = min(best, time.process_time() - start)
        return best

    # sixteen times the text: quadratic growth would be a factor of 256
    assert seconds(4000) < 64 * max(seconds(250), 0.0005)


def test_three_thousand_expressions_take_less_than_half_a_second(cpu_seconds):
    texts = [
        f"IMPACT(DZ({k},202,202),VZ({k},202,202,202),1.0,1.0E5,1.5,25.0,0.1)+STEP(TIME,0,0,1,5)*SIN(3*TIME)"
        if k % 3 == 0
        else f"-1E6*(AZ({k},2)-DIF(3)) -1E3*WZ({k},2,2)"
        for k in range(1, 3001)
    ]
    assert cpu_seconds(lambda: [parse(text) for text in texts]) < 0.5


def test_reading_expressions_loads_no_numerical_library():
    program = (
        "import sys; from bellcrank.expression import parse, dimension, flatten; flatten(parse('AKISPL(TIME,0,1)'));"
        "print(sorted({'numpy', 'numba', 'scipy', 'h5py'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_syntax_alone_does_not_look_at_names():
    assert parse_syntax("foo(1)") == Call("FOO", (Number(1.0),))
