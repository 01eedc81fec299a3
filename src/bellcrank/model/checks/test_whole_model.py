"""Rules about the whole model: gravity, units, unused and repeated elements, the count of Gruebler."""

import pytest

from bellcrank.testing.rules import findings

BODY = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
GROUND = "title\nPART/1, GROUND\nMARKER/1, PART=1\n"


def units(length, more=""):
    return f"{GROUND}UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH={length}, TIME=SECOND{more}\n"


@pytest.mark.parametrize(("length", "g"), [("MILLIMETER", 9806.65), ("METER", 9.81), ("INCH", 386.09), ("METER", 1.62)])
def test_gravity_that_fits(length, g):
    assert findings(f"ACCGRAV/KGRAV=-{g}", "C401", units(length)) == []


@pytest.mark.parametrize(("length", "g", "right"), [("MILLIMETER", 9.81, "9806.65"), ("METER", 9806.65, "9.80665")])
def test_gravity_in_another_unit(length, g, right):
    (message,) = findings(f"ACCGRAV/KGRAV=-{g}", "C401", units(length))
    assert right in message.cure and " g." in message.what


def test_gravity_of_nowhere():
    (message,) = findings("ACCGRAV/KGRAV=-5E6", "C401", units("METER"))
    assert "Few machines" in message.why


def test_units_missing():
    (message,) = findings(BODY, "C402", GROUND)
    assert message.severity == "note" and "no units" in message.what
    assert findings(BODY, "C402") == []


def test_units_that_contradict_the_factor():
    (message,) = findings(BODY, "C402", units("MILLIMETER", ", UCF=1"))
    assert "give 1000" in message.what
    assert findings(BODY, "C402", units("MILLIMETER", ", UCF=1000")) == []


def test_unused_elements_are_grouped():
    arrays = "ARRAY/1, NUMBERS=1,2\nARRAY/2, NUMBERS=3\nVARIABLE/1, FUNCTION=ARYVAL(1,1)"
    text = f"{BODY}MARKER/21, PART=2\nMARKER/22, PART=2\n{arrays}"
    messages = findings(text, "C501")
    assert [m.what for m in messages] == [
        "3 MARKERs that nothing refers to: 1, 21, 22.",
        "1 ARRAY that nothing refers to: 2.",
    ]
    assert all(m.severity == "note" for m in messages)  # and the VARIABLE is a result by itself


def test_one_name_twice():
    name = "!  adams_view_name='{}'\n"
    text = f"{name.format('rod')}PART/2\n{name.format('ROD')}PART/3\n{name.format('rod')}MARKER/7, PART=2\n"
    (message,) = findings(text, "C502")
    assert message.element.startswith("PART/3")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=1, J=20", 1),
        ("JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, CYLINDRICAL, I=20, J=1", 0),
        ("MOTION/1, I=20, J=1, X, FUNCTION=0\nMOTION/2, I=20, J=1, Y, FUNCTION=0", 0),
        ("MOTION/1, I=20, J=1, X, FUNCTION=0\nMOTION/2, I=20, J=1, X, FUNCTION=1", 1),
    ],
)
def test_constraints_twice(text, count):
    assert len(findings(BODY + text, "C503")) == count


def test_more_constraints_than_freedoms():
    joint = "JOINT/{}, FIXED, I=20, J=1\n"
    assert findings(BODY + joint.format(1), "C504") == []
    (message,) = findings(BODY + joint.format(1) + "MARKER/2, PART=1\nJOINT/2, REVOLUTE, I=20, J=2", "C504")
    assert "-5 degrees of freedom" in message.what
