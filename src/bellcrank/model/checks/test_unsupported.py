"""Rules C601 and C602: what cannot be simulated, or not as in Adams, is told, one line each."""

from bellcrank.testing.rules import findings

BODY = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2, QP=9,0,0\n"


def test_a_statement_that_is_only_kept():
    (message,) = findings(f"{BODY}ROAD/1\n", "C601")
    assert message.what == "ROAD is not simulated." and message.severity == "warning"


def test_a_user_subroutine():
    (message,) = findings(f"{BODY}SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=USER(1,2)\\, ROUTINE=lib::sub", "C601")
    assert "USER(1,2) asks for a user subroutine" in message.what


def test_a_function_that_is_only_kept():
    (message,) = findings(f"{BODY}VARIABLE/1, FUNCTION=UVX(20)", "C601")
    assert "UVX is understood but not simulated" in message.what


def test_graphics_and_output_settings_are_not_missed():
    text = "GRAPHICS/1, CYLINDER, CM=20, LENGTH=5, RADIUS=1\nOUTPUT/REQSAVE\nRESULTS/XRF\n"
    assert findings(BODY + text, "C601") == []


def test_random_phases_are_told():
    text = f"{BODY}SPLINE/1, X=1,2,3,4, Y=1,1,1,1\nVARIABLE/1, FUNCTION=2*INVPSD(TIME,1,1,3,10,0,1)"
    (message,) = findings(text, "C602")
    assert message.severity == "note" and "random phases are not those of Adams" in message.what
    assert findings(text, "C601") == []
    assert findings(f"{BODY}VARIABLE/1, FUNCTION=TIME", "C602") == []


def test_a_user_curve():
    (message,) = findings(f"{BODY}CURVE/1, OPEN, FUNCTION=USER(1)\\", "C601")
    assert message.element == "CURVE/1"


def test_r8_one_finding_for_all_elements_of_a_kind():
    """R8: 931 findings in 27 files were one for each element."""
    roads = "".join(f"ROAD/{n}\n" for n in (1, 2, 3, 7))
    users = "".join(f"VARIABLE/{n}, FUNCTION=USER({n},2)\n" for n in (4, 5))
    first, second = findings(BODY + roads + users, "C601")
    assert "all 4 of them: ROAD/1 to 3, 7" in first.what and "--without ROAD" in first.cure
    assert "all 2 of them: VARIABLE/4, 5" in second.what
