"""The free angle of a torsion spring: radians that look like degrees."""

import pytest

from bellcrank.model import load_text

TEXT = """a spring
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
SPRINGDAMPER/1, ROTATION, I=20, J=1, KT=1,
, ANGLE={angle}
END
"""


@pytest.mark.parametrize(("angle", "turns"), [("30", "4.775"), ("-90", "-14.32"), ("1e6", "1.592e+05")])
def test_a_free_angle_of_many_turns_is_doubted(angle, turns):
    _, report = load_text(TEXT.format(angle=angle), "spring.adm")
    (message,) = report
    assert (message.rule, message.severity, message.element) == ("W109", "warning", "SPRINGDAMPER/1 (ROTATION)")
    assert f"{turns} turns" in message.what and str(message.place) == "spring.adm:8" and "D if degrees" in message.cure


@pytest.mark.parametrize("angle", ["0", "0.4", "-6.28", "30D", "-7200D", "1E6D"])
def test_a_free_angle_in_degrees_is_not(angle):
    assert not load_text(TEXT.format(angle=angle))[1]
