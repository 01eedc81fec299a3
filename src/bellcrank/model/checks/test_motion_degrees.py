"""Rule C307: which rotations look like degrees."""

from __future__ import annotations

import pytest

from bellcrank.testing.rules import findings

HINGE = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nJOINT/1, {joint}, I=20, J=1\nMOTION/1, JOINT=1, {motion}\n"


def told(function, motion="ROTATION", joint="REVOLUTE"):
    return [m.what for m in findings(HINGE.format(joint=joint, motion=f"{motion}, FUNCTION={function}"), "C307")]


@pytest.mark.parametrize(
    ("function", "size"),
    [
        ("STEP5(TIME,0,0,1,60)", 60),
        ("STEP(TIME,0,-30,1,15)", 45),
        ("90*HAVSIN(TIME,0,0,1,1)", 90),
        ("0.1 + 30*SIN(2*PI*TIME)", 30),
        ("-(COS(3*TIME)*45)", 45),
        ("STEP(TIME,0,0,1,20) - STEP(TIME,2,0,3,20)", 20),
    ],
)
def test_whole_numbers_of_more_than_a_turn_are_told(function, size):
    (what,) = told(function)
    assert f"turns by {size} radians" in what


@pytest.mark.parametrize(
    "function",
    [
        "STEP5(TIME,0,0,1,60D)",
        "60*DTOR*STEP(TIME,0,0,1,1)",
        "STEP(TIME,0,0,1,20*PI)",
        "STEP(TIME,0,0,1,6.5)",
        "STEP(TIME,0,0,1,12.566)",
        "3*SIN(60*TIME)",
        "60*TIME",
        "30*SIN(TIME)/57.3",
        "0.0174533*STEP(TIME,0,0,1,60)",
        "10*PI*SIN(TIME)",
    ],
)
def test_radians_are_left_alone(function):
    assert told(function) == []


def test_lengths_and_speeds_are_left_alone():
    assert told("STEP(TIME,0,0,1,60)", "TRANSLATION", "TRANSLATIONAL") == []
    assert told("STEP(TIME,0,0,1,60)", "ROTATION, VELOCITY") == []
