"""Dimensions: contradictions are found, numbers fit everything."""

import pytest

from bellcrank.expression import describe, dimension, parse, quantity
from bellcrank.expression.dimension import fits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DX(1,2)", "length"),
        ("VM(1,2)*TIME", "length*time/time"),
        ("DX(1,2)/TIME**2", "length/time**2"),
        ("SQRT(DX(1)**2+DY(1)**2)", "length"),
        ("AZ(1,2)", "angle"),
        ("WZ(1,2)", "angle/time"),
        ("AZ(1,2) - PI/2", "angle"),
        ("AZ(1,2)*DM(1,2) - DX(1,2)", "angle*length"),
        ("ATAN2(DX(1), DY(1))", "angle"),
        ("SIN(AZ(1,2))", "1"),
        ("FX(1,2)/FM(1,2)", "1"),
        ("JOINT(1,0,3,0)", "force"),
        ("JOINT(1,0,7,0)", "force*length"),
        ("MAX(1, DX(1,2))", "length"),
        ("-ABS(VX(1,2))", "length/time"),
        ("STEP(TIME, 0, 0, 1, DX(1,2))", "length"),
        ("IF(TIME: 0, DX(1), 1)", "length"),
        ("IMPACT(DX(1,2), VX(1,2), 3, FX(1,2)/DX(1,2)**1.5, 1.5, 3, 2)", "force"),
        ("POLY(TIME, 0, 1, VX(1))", "length"),
    ],
)
def test_dimension_of_an_expression(text, expected):
    found, mistakes = dimension(parse(text))
    assert not mistakes
    assert found == quantity(expected)


@pytest.mark.parametrize(
    "text",
    ["3*DX(1,2)", "-1E6*AZ(1,2) - 1E3*WZ(1,2,2)", "VARVAL(3)", "5", "PI*TIME**2", "DX(1,2)**TIME**0", "30D*TIME"],
)
def test_numbers_and_what_they_multiply_fit_everything(text):
    found, mistakes = dimension(parse(text))
    assert not mistakes
    assert found is None
    assert describe(found) == "anything"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DZ(1,2) + VZ(1,2)", "length is added to length/time"),
        ("DZ(1,2) - VZ(1,2)", "length/time is subtracted from length"),
        ("AZ(1,2) + WZ(1,2)", "angle is added to angle/time"),
        ("DX(1)**2 + DY(1)**2 - DM(1,2)", "length is subtracted from length**2"),
        ("SIN(DX(1,2))", "DX(1, 2) is length, but a of SIN(a) must be angle"),
        ("EXP(FX(1,2))", "FX(1, 2) is force"),
        ("2**DX(1,2)", "The exponent"),
        ("IF(TIME: DX(1), VX(1), 0)", "differ in dimension"),
        ("IMPACT(DX(1,2), DX(1,2), 3, 4, 1.5, 3, 2)", "xdot of IMPACT"),
        ("IMPACT(DX(1,2), VX(1,2), TIME, 4, 1.5, 3, 2)", "x1 of IMPACT"),
        ("IMPACT(DX(1), VX(1), 3, FX(1)/DX(1)**2, 2, FX(1)/DX(1), 2)", "cmax of IMPACT"),
        ("STEP(TIME, 0, DX(1,2), 1, VX(1,2))", "h1 of STEP"),
        ("POLY(TIME, 0, DX(1), VX(1), DX(1))", "must be length/time**2"),
        ("MAX(DX(1), TIME)", "b of MAX"),
        ("JOINT(1,0,2,0) - JOINT(1,0,6,0)", "force*length is subtracted from force"),
        ("SHF(TIME, 0, 1, DX(1), 0, 0)", "w of SHF"),
    ],
)
def test_contradictions_are_found(text, words):
    _, mistakes = dimension(parse(text))
    assert len(mistakes) == 1
    assert words in mistakes[0].what
    assert mistakes[0].rule == "W311"
    assert mistakes[0].message(text).severity == "warning"


def test_a_sine_of_time_alone_is_taken_as_meant():
    assert not dimension(parse("SIN(TIME)"))[1]


def test_what_the_model_knows_is_used():
    lookup = lambda keyword, number: quantity("length") if (keyword, number) == ("VARIABLE", 3) else None
    assert dimension(parse("VARVAL(3)"), lookup)[0] == quantity("length")
    assert len(dimension(parse("VARVAL(3) + TIME"), lookup)[1]) == 1
    assert not dimension(parse("VARVAL(4) + TIME"), lookup)[1]


def test_every_contradiction_is_told():
    _, mistakes = dimension(parse("SIN(DX(1)) + COS(DX(1)) + (DX(1)+VX(1))"))
    assert len(mistakes) == 3
    assert [m.position for m in mistakes] == sorted(m.position for m in mistakes)


def test_the_angle_is_soft():
    assert fits(quantity("angle"), quantity("1"))
    assert not fits(quantity("angle/time"), quantity("angle"))


def test_a_dimension_in_words():
    assert describe(quantity("length*force/time**2")) == "force*length/time**2"
    assert describe(quantity("1/time")) == "1/time"
    assert describe(quantity("1")) == "a pure number"
