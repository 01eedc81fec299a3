"""Names and arguments: all mistakes at once; what an expression refers to."""

import pytest

from bellcrank.errors import ExpressionError
from bellcrank.expression import parse, references, unsupported


def mistakes(text):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    return [(m.rule, m.what.splitlines()[0], m.cure) for m in caught.value.report]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_text():
    found = mistakes("STEPP(TIME,0,0,1)+DX+DX(1,2,3,4)+JOINT(1,2,3,4)+DX(TIME)+TIME(3)+FX(0)")
    assert [rule for rule, _, _ in found] == ["E302", "E303", "E303", "E304", "E304", "E303", "E304"]
    assert "did you mean STEP" in found[0][2]
    assert found[1][2] == "write DX(i[, j[, k]])"
    assert found[2][1] == "DX has 4 arguments here and takes 1 to 3."
    assert "jflag" in found[3][1] and "from 0 to 1" in found[3][1]
    assert "must be the id of a MARKER" in found[4][1]
    assert found[5][1] == "TIME takes no arguments."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("VARVAL(1.5)", "1.5 is given for id of VARVAL(id), which must be the id of a VARIABLE"),
        ("VARVAL(-1)", "-1 is given"),
        ("VARVAL(0)", "0 is given"),
        ("DX(-1)", "-1 is given"),
        ("ARYVAL(3,0)", "at least 1"),
        ("SIN(1,2)", "SIN has 2 arguments here and takes 1."),
        ("MAX(1)", "MAX has 1 argument here and takes at least 2."),
        ("POLY(1," + ",".join(["1"] * 33) + ")", "takes 3 to 33"),
        ("DX(30D)", "must be the id of a MARKER"),
        ("USER(1)+1", "USER(...) stands inside an expression"),
        ("IF", "IF needs arguments"),
        ("SIN()", "SIN needs arguments"),
        ("NOSUCHTHING", "There is no name NOSUCHTHING"),
    ],
)
def test_one_mistake(text, words):
    found = mistakes(text)
    assert len(found) == 1
    assert words in found[0][1]


def test_constant_expressions_are_ids_too():
    assert references(parse("VARVAL(2+1)")) == [("VARIABLE", 3, 8)]


def test_references_name_the_statement_the_id_and_the_place():
    text = "JOINT(7,0,2,5)+AKISPL(DX(11,0),0,33)+VARVAL(3)+BUSH(4,1,5,0)+SENVAL(2)"
    assert references(parse(text)) == [
        ("JOINT", 7, text.index("7")),
        ("MARKER", 5, text.index("5)")),
        ("MARKER", 11, text.index("11")),
        ("SPLINE", 33, text.index("33")),
        ("VARIABLE", 3, text.index("3)+BUSH")),
        ("BUSHING", 4, text.index("4,1")),
        ("SENSOR", 2, text.index("2)", 60)),
    ]


def test_the_global_frame_is_no_reference():
    assert references(parse("WZ(2,0,0)")) == [("MARKER", 2, 3)]


def test_what_is_not_simulated_says_why():
    found = unsupported(parse("DXYZ(1, 2) + Q(1, 2) + UVX(1)"))
    assert [m.what.split()[0] for m in found] == ["DXYZ", "Q", "UVX"]
    assert all("understood but not simulated: " in m.what for m in found)
    assert not unsupported(parse("STEP(TIME,0,0,1,1)"))


def test_at_most_ten_mistakes_are_told():
    assert len(mistakes("+".join(["FOO"] * 100))) == 10
