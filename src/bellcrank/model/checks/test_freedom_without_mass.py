"""Rule C103: motions that nothing resists."""

import pytest

from bellcrank.testing.rules import findings


def found(part, joints=""):
    text = f"PART/2{part}\nMARKER/20, PART=2\nMARKER/21, PART=2, QP=100,0,0\nMARKER/2, PART=1, QP=100,0,0\n{joints}"
    return [message.what for message in findings(text, "C103")]


def test_a_part_with_mass_and_inertia_is_fine():
    assert found(", MASS=1, CM=20, IP=1,1,1") == []


def test_a_free_part_without_mass():
    (what,) = found("")
    assert "no mass" in what


def test_a_free_part_with_mass_and_no_inertia_can_turn():
    (what,) = found(", MASS=1, CM=20")
    assert "no moment of inertia" in what and "turn about x" in what


def test_a_massless_part_held_by_a_fixed_joint_is_fine():
    assert found("", "JOINT/1, FIXED, I=21, J=2") == []


def test_a_point_mass_on_a_hinge_away_from_its_centre_is_fine():
    """The pendulum with all mass in one point: the hinge leaves the rotation about z, which moves the mass."""
    assert found(", MASS=1, CM=20", "JOINT/1, REVOLUTE, I=21, J=2") == []


def test_a_point_mass_on_a_hinge_through_its_centre_spins_freely():
    (what,) = found(", MASS=1, CM=20", "JOINT/1, REVOLUTE, I=20, J=1")
    assert "turn about z" in what


def test_a_rod_without_inertia_between_two_balls_spins_about_itself():
    (what,) = found(", MASS=1, CM=20", "JOINT/1, SPHERICAL, I=21, J=2")
    assert "turn about x" in what


@pytest.mark.parametrize("joint", ["JPRIM/1, POINT_POINT, I=20, J=2, OFFSET=100", "JOINT/1, HOOKE, I=20, J=1"])
def test_a_held_direction_does_not_hold_the_others(joint):
    assert len(found("", joint)) == 1


def test_constraints_that_are_no_joints_get_the_benefit_of_the_doubt():
    drive = "JOINT/1, REVOLUTE, I=20, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=TIME"
    assert found(", MASS=1, CM=20", drive) == []


def test_r8_a_rotation_held_from_afar_is_held():
    """R8: a ball joint, and a point of ground on the z axis of the part: turning about x and y would take it away."""
    held = "JOINT/1, SPHERICAL, I=20, J=1\nMARKER/3, PART=1, QP=0,0,100\nJPRIM/1, INLINE, I=3, J=20"
    assert found(", MASS=1, CM=20, IP=0,0,1", held) == []
    (what,) = found(", MASS=1, CM=20", held)
    assert "turn about z" in what


def test_r8_markers_that_a_constraint_only_reads_are_held_too():
    """R8: the rotation of the part stands in the expression of a GCON on ground."""
    text = "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\nJOINT/1, REVOLUTE, I=20, J=1\n"
    assert found(", MASS=1, CM=20", f"{text}GCON/1, I=30, FUNCTION=AZ(30,1)-2*AZ(20,1)") == []
