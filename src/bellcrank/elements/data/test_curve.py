"""CURVE and MATRIX: the forms of a matrix, and curves that cannot be evaluated."""

import pytest

from bellcrank.errors import ModelError, UnsupportedError
from bellcrank.model import load_text
from bellcrank.system.lowering import Lowering
from bellcrank.testing import random_dataset

FORMS = {
    "rows": "FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,1, 1,0,2, 2,5,3, 3,0,4",
    "columns": "FULL=CORDER, ROWS=4, COLUMNS=3, VALUES=0,1,2,3, 0,0,5,0, 1,2,3,4",
    "sparse": "SPARSE, VALUES=4,1,3, 1,3,1, 2,1,1, 2,3,2, 3,1,2, 3,2,5, 3,3,3, 4,3,4",
    "sparse of a size": "SPARSE, ROWS=4, COLUMNS=3, VALUES=1,3,1, 2,1,1, 2,3,2, 3,1,2, 3,2,5, 3,3,3, 4,1,3, 4,3,4",
}
POINTS = [[0.0, 0.0, 1.0], [1.0, 0.0, 2.0], [2.0, 5.0, 3.0], [3.0, 0.0, 4.0]]


def read(text):
    model, report = load_text(random_dataset(text))
    assert not report.errors, report.render()
    return model, report


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_matrix_gives_the_same_points(form):
    model, report = read(f"MATRIX/1, {form}\nCURVE/1, OPEN, MATRIX=1, CURVE_POINTS")
    assert model.matrices[1].entries() == POINTS
    data = model.curves[1].data(model)
    assert [list(p) for p in data.points] == POINTS and data.parameters is None
    assert not report.messages


def test_four_columns_begin_with_the_parameter():
    text = "MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=4, VALUES=-1,0,0,1, 0,1,0,2, 0.5,2,5,3, 1,3,0,4"
    model, _ = read(f"{text}\nCURVE/1, OPEN, MATRIX=1, CURVE_POINTS, ORDER=3, SEGMENTS=2")
    data = model.curves[1].data(model)
    assert [list(p) for p in data.points] == POINTS
    assert (data.parameters, data.order, data.segments, data.closed) == ((-1.0, 0.0, 0.5, 1.0), 3, 2, False)


@pytest.mark.parametrize(
    ("matrix", "curve", "words"),
    [
        (FORMS["rows"], "CLOSED, CURVE_POINTS", "The last point is 4.24264 away from the first one."),
        (FORMS["rows"], "OPEN, CURVE_POINTS, ORDER=5", "4 points are given, and ORDER = 5."),
        ("FULL=RORDER, ROWS=6, COLUMNS=2, VALUES=1,2,3,4,5,6,7,8,9,10,11,12", "OPEN", "MATRIX/1 has 2 columns."),
        ("FILE=points.mat", "OPEN", "points.mat: No such file or directory."),
        ("SPARSE, VALUES=1,3,1, 0,1,2", "OPEN", "Row 0, column 1 is no place in a matrix."),
    ],
)
def test_a_curve_that_cannot_be_evaluated(matrix, curve, words):
    """A warning where it is read, since it may only be drawn; an error with its own line where a function uses it."""
    statements = f"MATRIX/1, {matrix}\nCURVE/1, MATRIX=1, {curve}"
    model, report = read(statements)
    (warning,) = report.messages
    assert (warning.rule, warning.severity, warning.what) == ("W106", "warning", words)
    assert warning.element == "CURVE/1" and warning.place is not None
    assert Lowering(model).run()
    model, _ = read(f"{statements}\nVARIABLE/1, FUNCTION=CURVE(TIME,0,1,1)")
    with pytest.raises(UnsupportedError) as caught:
        Lowering(model).run()
    (message,) = caught.value.report
    assert message.what == words and message.element in ("CURVE/1", "MATRIX/1") and message.place is not None


def test_a_user_curve_is_refused_by_the_function_that_reads_it():
    model, _ = read("CURVE/1, OPEN, FUNCTION=USER(1)\\\nVARIABLE/1, FUNCTION=CURVE(TIME,0,1,1)")
    with pytest.raises(UnsupportedError, match="asks for the user subroutine cursub, which is not there") as caught:
        Lowering(model).run()
    assert [m.element for m in caught.value.report] == ["CURVE/1"]


def test_a_matrix_that_is_not_filled():
    model, report = load_text(random_dataset("MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=3, VALUES=1,2,3"))
    assert [m.rule for m in report.errors] == ["E106"]
    with pytest.raises(ModelError, match="2 rows and 3 columns, but 3 values"):
        model.matrices[1].entries()
