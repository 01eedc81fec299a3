"""Rules C202, C203: forces without a direction or a counterpart."""

import pytest

from bellcrank.testing.rules import findings

BODY = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nMARKER/21, PART=2, QP=9,0,0\nMARKER/22, PART=2, FLOATING\n"


def test_a_force_between_coincident_markers_has_no_direction():
    for force in ("SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=5", "SPRINGDAMPER/1, TRANSLATION, I=20, J=1, K=2"):
        (message,) = findings(BODY + force, "C202")
        assert "coincide" in message.what


@pytest.mark.parametrize(
    "force",
    [
        "SFORCE/1, TRANSLATION, I=21, J=1, FUNCTION=5",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=5",
        "SFORCE/1, ROTATION, I=20, J=1, FUNCTION=5",
        "SPRINGDAMPER/1, ROTATION, I=20, J=1, KT=2",
    ],
)
def test_forces_with_a_direction(force):
    assert findings(BODY + force, "C202") == []


@pytest.mark.parametrize(
    "force",
    [
        "SFORCE/1, TRANSLATION, I=20, J=21, FUNCTION=5",
        "BUSHING/1, I=20, J=21, K=1,1,1",
        "VFORCE/1, I=20, JFLOAT=22, FX=5",
    ],
)
def test_a_force_within_one_part(force):
    (message,) = findings(BODY + force, "C203")
    assert "both on PART/2" in message.what


@pytest.mark.parametrize(
    "element",
    [
        "SFORCE/1, TRANSLATION, I=21, J=1, FUNCTION=5",
        "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=21, FUNCTION=5",
        "REQUEST/1, DISPLACEMENT, I=20, J=21",
        "GRAPHICS/1, SPRDAMP, I=20, J=21",
    ],
)
def test_forces_between_parts_and_things_that_are_no_forces(element):
    assert findings(BODY + element, "C203") == []
