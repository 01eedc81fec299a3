"""Fixes change exactly the text they name, however it is laid out."""

from bellcrank.errors import Place, TextFix
from bellcrank.model.checks.text_fix import apply_fixes, statement_span

DATASET = """title
! a comment
VFORCE/1, I=27, JFLOAT=25, RM=26
, FX=0\\
, FY=IMPACT(DY(4,1,1), vy( 004,
! in between
, 1, 1), 1.0, 1E7, 1.01, 1E4, .25)\\
, FZ=-VY(4,1,1)
SFORCE/2, I=27, J=4, FUNCTION=VY(4,1,1)
END
"""


def fix(line, old, new):
    return TextFix(Place("x.adm", line), old, new)


def test_the_statement_ends_before_the_next_one():
    start, end = statement_span(DATASET, 3)
    assert DATASET[start:end].startswith("VFORCE/1") and DATASET[start:end].endswith("FZ=-VY(4,1,1)\n")


def test_a_statement_joined_by_ampersands():
    text = "t\nVARIABLE/1 &\n FUNCTION=1 & ! why\n +2\nEND\n"
    start, end = statement_span(text, 2)
    assert text[start:end].endswith("+2\n")


def test_old_text_is_found_across_lines_and_comments():
    text, made, missed = apply_fixes(DATASET, [fix(3, "DY(4,1,1),VY(4,1,1)", "DY(4,1,1), VY(4,1,1,1)")])
    assert len(made) == 1 and not missed
    assert ", FY=IMPACT(DY(4,1,1), VY(4,1,1,1), 1.0, 1E7" in text
    assert "SFORCE/2, I=27, J=4, FUNCTION=VY(4,1,1)\n" in text


def test_text_of_other_statements_stays():
    text, made, _ = apply_fixes(DATASET, [fix(9, "VY(4,1,1)", "VY(4,1,1,1)")])
    assert len(made) == 1
    assert text == DATASET.replace("FUNCTION=VY(4,1,1)", "FUNCTION=VY(4,1,1,1)")


def test_a_fix_whose_text_is_not_there_is_reported():
    text, made, missed = apply_fixes(DATASET, [fix(9, "VZ(4,1,1)", "VZ(4,1,1,1)")])
    assert text == DATASET and not made and len(missed) == 1


def test_the_same_fix_twice_is_made_once():
    twice = [fix(9, "VY(4,1,1)", "VY(4,1,1,1)")] * 2
    text, made, _ = apply_fixes(DATASET, twice)
    assert len(made) == 1 and "VY(4,1,1,1)" in text


def test_a_number_is_not_found_inside_another():
    text, _, missed = apply_fixes("t\nPART/2, MASS=112\nEND\n", [fix(2, "12", "13")])
    assert missed and "MASS=112" in text
