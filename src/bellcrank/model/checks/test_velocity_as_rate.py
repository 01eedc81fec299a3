"""Rule C001 on the two examples of the IMPACT page and on everything that must and must not be found."""

import pytest

from bellcrank.model.checks.text_fix import apply_fixes
from bellcrank.testing.rules import HEAD, findings

# A ball (PART/2) and a table (PART/3) that may turn; markers 11, 4, 27 on the ball, 21, 26 on the table.
BODIES = """PART/2, MASS=1, CM=11, IP=1,1,1
MARKER/11, PART=2, QP=0,0,100
MARKER/4, PART=2, QP=0,100,0
MARKER/27, PART=2, QP=0,100,0
PART/3, MASS=1, CM=21, IP=1,1,1
MARKER/21, PART=3
MARKER/22, PART=3, QP=10,0,0
MARKER/25, PART=3, FLOATING
MARKER/26, PART=3
SPLINE/3, X=1,2,3,4, Y=0,1,1,2,3, Y=1,1,1,2,3
"""


def sforce(function):
    return f"{BODIES}SFORCE/1, I=11, J=21, TRANSLATION, ACTIONONLY, FUNCTION={function}"


def contact(x, v):
    return sforce(f"IMPACT({x}, {v}, 1.0, 100, 1.5, 25, 0.1)")


def test_first_example_of_the_impact_page_is_right():
    text = """SFORCE/1, I=11, J=21, TRANSLATION, ACTIONONLY
, FUNCTION=IMPACT(DZ(11,21,21),
, VZ(11,21,21,21),1.0, 100, 1.5, 25, 0.1)"""
    assert findings(BODIES + text, "C001") == []


def test_second_example_of_the_impact_page_lacks_the_observer():
    # The page shows / for \ and le7 for 1e7: a scanned text. MARKER/1 of the page is MARKER/26 here, on a moving part.
    text = """VFORCE/1, I=27, JFLOAT=25, RM=26
, FX=0\\
, FY=IMPACT(DY(4,26,26), VY(4,26,26), 1-AKISPL(DX(4,26,26),
, DZ(4,26,26),3),1e7, 1.01, 1e4,.25)\\
, FZ=0"""
    (message,) = findings(BODIES + text, "C001")
    assert message.severity == "warning"
    assert message.element == "VFORCE/1"
    assert "VY(4,26,26) is not the rate of DY(4,26,26)" in message.what and "PART/3 turns" in message.what
    assert "write VY(4,26,26,26) for VY(4,26,26)" in message.cure
    fixed, made, missed = apply_fixes(f"{HEAD}{BODIES}{text}\nEND\n", [message.fix])
    assert made and not missed
    assert "FY=IMPACT(DY(4,26,26), VY(4,26,26,26), 1-AKISPL" in fixed
    assert findings(fixed.removeprefix(HEAD).removesuffix("END\n"), "C001") == []


def test_second_example_is_right_when_the_surface_is_on_ground():
    assert findings(contact("DY(4,1,1)", "VY(4,1,1)"), "C001") == []


def test_observer_with_another_frame_is_wrong():
    """The page says `if x is DX(0201,0301), then VX(0201,0301,0,0301)`: not the rate while 0301 turns."""
    (message,) = findings(contact("DX(11,21)", "VX(0011,21,0,21)"), "C001")
    assert "as seen from MARKER/21" in message.what
    assert "write VX(11,21) for VX(0011,21,0,21)" in message.cure


@pytest.mark.parametrize("function", ["IMPACT", "BISTOP"])
@pytest.mark.parametrize(
    ("x", "v", "reason"),
    [
        ("DZ(11,21,21)", "VZ(11,21,21)", "as seen from ground"),
        ("DZ(11,21,21)-5", "VZ(11,21,21)", "as seen from ground"),
        ("DZ(11,21,21)", "VX(11,21,21,21)", "along x, the displacement along z"),
        ("DZ(11,21,21)", "VZ(21,11,21,21)", "opposite sign"),
        ("-DZ(11,21,21)", "VZ(11,21,21,21)", "opposite sign"),
        ("DZ(11,21,21)", "VZ(4,21,21,21)", "between other markers"),
        ("DZ(11,21,21)", "VZ(11,21,11,11)", "along the axis of another marker"),
        ("DZ(11,21,21)", "VZ(11,21,21,11)", "as seen from MARKER/11"),
    ],
)
def test_what_is_found(function, x, v, reason):
    more = "1.0, 5.0" if function == "BISTOP" else "1.0"
    (message,) = findings(sforce(f"{function}({x}, {v}, {more}, 100, 1.5, 25, 0.1)"), "C001")
    assert reason in message.what


@pytest.mark.parametrize(
    ("x", "v"),
    [
        ("DZ(11,21,21)", "VZ(11,21,21,21)"),
        ("DZ(11,21,21)", "VZ(11,21,21,22)"),  # another marker of the same part turns alike
        ("DZ(11,21,21)", "VZ(11,26,21,21)"),  # another marker at the same place of the same part
        ("-DZ(11,21,21)", "-VZ(11,21,21,21)"),
        ("-DZ(11,21,21)", "VZ(21,11,21,21)"),
        ("DZ(11,21)", "VZ(11,21)"),
        ("DZ(11,21,1)", "VZ(11,21,0)"),
        ("DZ(4,27,21)", "VZ(4,27,21)"),  # coincident on one part
        ("DM(11,21)", "VR(11,21)"),
        ("VARVAL(1)", "VZ(11,21,21)"),  # VARVAL(1) is no displacement
    ],
)
def test_what_is_not_found(x, v):
    text = contact(x, v) + "\nVARIABLE/1, FUNCTION=TIME"
    assert findings(text, "C001") == []


def test_a_variable_is_followed_to_its_function():
    text = contact("VARVAL(1)", "VARVAL(2)")
    text += "\nVARIABLE/1, FUNCTION=DZ(11,21,21) - 3\nVARIABLE/2, FUNCTION=VZ(11,21,21)"
    (message,) = findings(text, "C001")
    assert message.element == "VARIABLE/2"
    fixed, made, _ = apply_fixes(f"{HEAD}{text}\nEND\n", [message.fix])
    assert made and "VARIABLE/2, FUNCTION=VZ(11,21,21,21)\n" in fixed


@pytest.mark.parametrize(
    "joint",
    ["JOINT/1, TRANSLATIONAL, I=21, J=1", "JOINT/1, FIXED, I=21, J=1", "JPRIM/1, ORIENTATION, I=21, J=1"],
)
def test_a_frame_that_cannot_turn_is_fine(joint):
    assert findings(f"{contact('DX(11,21,21)', 'VX(11,21,21)')}\n{joint}", "C001") == []


def test_a_frame_that_turns_about_the_measured_axis_only_is_fine():
    hinge = "JOINT/1, REVOLUTE, I=21, J=1"
    assert findings(f"{contact('DZ(11,21,21)', 'VZ(11,21,21)')}\n{hinge}", "C001") == []
    assert len(findings(f"{contact('DX(11,21,21)', 'VX(11,21,21)')}\n{hinge}", "C001")) == 1


def test_planar_chains_turn_about_one_axis():
    """Two parallel hinges in a row: both parts turn about z only."""
    chain = "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=11, J=22"
    text = sforce("IMPACT(DZ(21,11,11), VZ(21,11,11), 1, 100, 1.5, 25, 0.1)")
    assert findings(f"{text}\n{chain}", "C001") == []


SPRINGS = [
    "-10*(DZ(11,21,21)-50) - 0.1*VZ(11,21,21)",
    "-10*DZ(11,21,21) - VZ(11,21,21)/20",
    "100 - 2*VZ(11,21,21) - 10*DZ(11,21,21)",
    "STEP(TIME,0,0,1,1)*(-10*(DZ(11,21,21)-50) - 0.1*VZ(11,21,21))",
    "-10*DZ(11,21,21)**3 - VARVAL(1)*VZ(11,21,21)",
]


@pytest.mark.parametrize("function", SPRINGS)
def test_springs_with_dampers_are_looked_at(function):
    text = sforce(function) + "\nVARIABLE/1, FUNCTION=1"
    (message,) = findings(text, "C001")
    fixed, made, _ = apply_fixes(f"{HEAD}{text}\nEND\n", [message.fix])
    assert made and "VZ(11,21,21,21)" in fixed


@pytest.mark.parametrize(
    "function",
    [
        "-10*DZ(11,21,21) - 0.1*VZ(11,21,21,21)",
        "-10*DZ(11,21,21) - 0.1*VX(11,21,21)",
        "-10*DZ(11,21,21) - 0.1*VZ(4,21,21)",
        "10*DZ(11,21,21)**2 + 5*VZ(11,21,21)**2",  # an energy
        "VZ(11,21,21) - WX(21,0,21)*DY(11,21,21) + WY(21,0,21)*DX(11,21,21)",  # eq. (18) of the note
    ],
)
def test_sums_that_are_right_or_something_else(function):
    assert findings(sforce(function), "C001") == []


def test_requests_only_show():
    assert findings(f"{BODIES}REQUEST/1, F2=DZ(11,21,21)+VZ(11,21,21)", "C001") == []
