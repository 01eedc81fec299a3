"""What cannot be simulated says so, with place, element, reason and cure."""

from __future__ import annotations

import pytest

from bellcrank.errors import BellcrankError, UnsupportedError
from bellcrank.system.lowering import Lowering
from bellcrank.testing import Sample


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ("GCON/1, I=21, FUNCTION=DX(21,31)+ACCX(21)", ["GCON/1", "ACCX(21", "rate of this value is not known"]),
        ("JOINT/1, SPHERICAL, I=21, J=31\nGCON/1, I=21, FUNCTION=JOINT(1,0,2,0)", ["GCON/1", "cannot be read by a"]),
        ("GCON/1, I=21, FUNCTION=DX(21,31)-ORIENT(27,1,21,31)", ["ORIENT(27, 1, 21, 31)"]),
        (
            "MOTION/1, I=21, J=31, X, FUNCTION=VARVAL(1)\nVARIABLE/1, FUNCTION=COS(VARVAL(1))",
            ["VARIABLE/1 depends on itself", "sample.adm:"],
        ),
        (
            "MOTION/1, I=21, J=31, X, FUNCTION=DIF(1)\nDIFF/1, IMPLICIT, FUNCTION=DIF1(1)+DIF(1)",
            ["MOTION/1 reads DIFF/1, which is IMPLICIT", "explicit form"],
        ),
        ("SPLINE/1, FILE=road.dat\nVARIABLE/1, FUNCTION=AKISPL(TIME,0,1)", ["SPLINE/1", "E509", "No such file"]),
        (
            "SPLINE/1, X=1,2,3,4, Y=1,1,1,1\nVARIABLE/1, FUNCTION=INVPSD(TIME,1,1,9,5)",
            ["VARIABLE/1", "sample.adm:", "INVPSD asks for 1 to 9, but SPLINE/1 goes from 1 to 4"],
        ),
        ("MARKER/99, PART=1, FLOATING\nREQUEST/7, F2=DX(99,21)", ["REQUEST/7", "MARKER/99 is FLOATING", "marker I"]),
        (
            "MARKER/99, PART=1, FLOATING\nJOINT/7, FIXED, I=21, J=99",
            ["JOINT/7", "sample.adm:", "MARKER/99 is FLOATING"],
        ),
    ],
)
def test_a_model_that_cannot_be_simulated_is_refused(statements, words):
    with pytest.raises(UnsupportedError) as caught:
        Sample(statements)
    for word in words:
        assert word in str(caught.value)


def test_all_reasons_are_told_at_once():
    with pytest.raises(UnsupportedError) as caught:
        Sample("GCON/1, I=21, FUNCTION=ACCX(21)\nGCON/2, I=21, FUNCTION=ACCY(21)")
    assert len(caught.value.report.errors) == 2


def test_a_variable_that_is_switched_off_cannot_be_read():
    model = Sample("VARIABLE/1, FUNCTION=TIME\nVARIABLE/2, FUNCTION=VARVAL(1)").model
    with pytest.raises(BellcrankError, match="VARIABLE/1 is not active") as caught:
        Lowering(model, frozenset({("VARIABLE", 1)})).run()
    assert "VARIABLE/2" in str(caught.value)


def test_a_force_that_is_switched_off_reads_as_zero():
    model = Sample("SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=5\nVARIABLE/1, FUNCTION=1+SFORCE(1,0,1,0)").model
    builder = Lowering(model, frozenset({("SFORCE", 1)})).run()
    assert not builder.forces and len(builder.variables) == 1
