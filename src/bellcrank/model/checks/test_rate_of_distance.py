"""Rule C002: rates of distances and angles."""

import pytest

from bellcrank.model.checks.test_velocity_as_rate import contact, sforce
from bellcrank.model.checks.text_fix import apply_fixes
from bellcrank.testing.rules import HEAD, findings


@pytest.mark.parametrize(
    ("x", "v", "reason", "right"),
    [
        ("DM(11,21)", "VM(11,21)", "magnitude", "VR(11,21)"),
        ("DM(11,21)", "VZ(11,21,21,21)", "one component", "VR(11,21)"),
        ("DM(11,21)", "VR(4,21)", "other markers", "VR(11,21)"),
        ("DM(11,21)-3", "-VR(11,21)", "opposite sign", "VR(11,21)"),
        ("AZ(11,21)", "WX(11,21,21)", "turns about x", "WZ(11,21,21)"),
        ("AZ(11,21)", "WZ(21,11,21)", "opposite sign", "WZ(11,21,21)"),
        ("AZ(11,21)", "WM(11,21)", "magnitude", "WZ(11,21,21)"),
        ("AZ(11,21)", "WZ(11,21,23)", "about the axis of MARKER/23", "WZ(11,21,21)"),
    ],
)
def test_what_is_found(x, v, reason, right):
    text = contact(x, v) + "\nMARKER/23, PART=3, REULER=90D,90D,0"
    (message,) = findings(text, "C002")
    assert reason in message.what and right in message.cure
    if message.fix:
        fixed, made, _ = apply_fixes(f"{HEAD}{text}\nEND\n", [message.fix])
        assert made and findings(fixed.removeprefix(HEAD).removesuffix("END\n"), "C002") == []


@pytest.mark.parametrize(
    ("x", "v"),
    [
        ("DM(11,21)", "VR(11,21)"),
        ("DM(11,21)", "VR(21,11)"),
        ("AZ(11,21)", "WZ(11,21,21)"),
        ("AZ(11,21)", "WZ(11,21)"),
        ("-AZ(11,21)", "WZ(21,11,21)"),
    ],
)
def test_what_is_not_found(x, v):
    assert findings(contact(x, v), "C002") == []


def test_springs_with_the_magnitude_as_damping():
    (message,) = findings(sforce("-10*(DM(11,21)-50) - 0.1*VM(11,21)"), "C002")
    assert "VR(11,21)" in message.cure
    assert findings(sforce("-10*(DM(11,21)-50) - 0.1*VR(11,21)"), "C002") == []
    assert findings(sforce("-10*DM(11,21) - 0.1*VM(11,21)**2"), "C002") == []
