"""P2: the channels one looks for first: angle and rate of a hinge, torque of its drive, length and force of springs."""

import numpy as np
import pytest

from bellcrank.model import load_text

HEAD = """own channels
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
!                            adams_view_name='base'
MARKER/1, PART=1, REULER=30D,60D,0
"""
ARM = """PART/2, MASS=2, CM=21, IP=300,300,300
MARKER/21, PART=2, REULER=30D,60D,0
MARKER/22, PART=2, QP=0,0,0, REULER=30D,60D,0
"""


def run(text, end=2.0, steps=40):
    model, report = load_text(f"{HEAD}{text}END\n")
    assert not report.errors, report.render()
    return model.simulate(end=end, steps=steps, error=1e-9)


def test_p2_angle_rate_and_torque_of_a_driven_hinge_in_space():
    """The axis lies obliquely; components in ground axes tell nothing. Torque = I w'."""
    text = "!   adams_view_name='axis2'\nJOINT/1, REVOLUTE, I=22, J=1\n!   adams_view_name='drive2'\n"
    found = run(f"{ARM}{text}MOTION/1, ROTATION, JOINT=1, FUNCTION=3*TIME**2\n")
    t = found.time
    np.testing.assert_allclose(found["axis2.ANGLE"], 3 * t**2, atol=1e-6)  # two full turns
    np.testing.assert_allclose(found["axis2.RATE"], 6 * t, atol=1e-6)
    np.testing.assert_allclose(found["drive2.TORQUE"], 300 * 6 * 1e-3, rtol=1e-6)  # kg mm^2/s^2 = 1e-3 N mm
    assert (found.units("axis2.ANGLE"), found.units("axis2.RATE")) == ("rad", "rad/sec")
    assert found.units("drive2.TORQUE") == "newton-mm"


def test_p2_travel_speed_and_force_of_a_driven_slide():
    found = run(f"{ARM}JOINT/1, TRANSLATIONAL, I=22, J=1\nMOTION/1, TRANSLATION, JOINT=1, FUNCTION=5*TIME**2\n")
    np.testing.assert_allclose(found["JOINT_1.TRAVEL"], 5 * found.time**2, atol=1e-6)
    np.testing.assert_allclose(found["JOINT_1.SPEED"], 10 * found.time, atol=1e-6)
    np.testing.assert_allclose(found["MOTION_1.FORCE"], 2 * 10 * 1e-3, rtol=1e-6)


def test_p2_length_and_force_of_a_spring():
    """Stretched by 20 mm of 100, K = 0.5 N/mm: it pulls, FORCE is negative; C V is seen too."""
    text = "MARKER/3, PART=1\nMARKER/23, PART=2\n!   adams_view_name='spring'\n"
    text += "SPRINGDAMPER/1, TRANSLATION, I=23, J=3, K=0.5, C=0.01, LENGTH=100\n"
    found = run("PART/2, MASS=2, CM=23, IP=300,300,300, QG=120,0,0\n" + text)
    assert found["spring.LENGTH"][0] == pytest.approx(120.0) and found["spring.FORCE"][0] == pytest.approx(-10.0)
    np.testing.assert_allclose(found["spring.LENGTH"], found["PART_2.X"], atol=1e-9)
    np.testing.assert_allclose(found["spring.FORCE"], found["spring.FX"], atol=1e-9)


def test_p2_angle_and_torque_of_a_torsion_spring():
    text = "JOINT/1, REVOLUTE, I=22, J=1, IC=0, 60D\nSPRINGDAMPER/1, ROTATION, I=22, J=1, KT=2, CT=0, ANGLE=0\n"
    found = run(ARM + text)
    assert found["SPRINGDAMPER_1.TORQUE"][0] == pytest.approx(-2 * np.pi / 3)
    np.testing.assert_allclose(found["SPRINGDAMPER_1.TORQUE"], -2 * found["SPRINGDAMPER_1.ANGLE"], atol=1e-9)
    np.testing.assert_allclose(found["JOINT_1.ANGLE"], found["SPRINGDAMPER_1.ANGLE"], atol=1e-9)


def test_p2_they_are_told_apart_from_the_forces():
    found = run(f"{ARM}JOINT/1, CYLINDRICAL, I=22, J=1\n")
    (joint,) = [entity for entity in found.entities if entity.name == "JOINT_1"]
    assert joint.components == ("FX", "FY", "FZ", "TX", "TY", "TZ", "ANGLE", "RATE", "TRAVEL", "SPEED")


def test_p2_turns_are_counted_over_coarse_outputs_and_blocks():
    """3 turns in each output interval, 300 rows (the rows come in blocks of 256), then backwards."""
    law = "6.0*PI*30*STEP(TIME,0,0,1,0)+6.0*PI*30*TIME"
    found = run(
        f"{ARM}JOINT/1, REVOLUTE, I=22, J=1\nMOTION/1, ROTATION, JOINT=1, FUNCTION={law}\n", end=10.0, steps=300
    )
    np.testing.assert_allclose(found["JOINT_1.ANGLE"], 180 * np.pi * found.time, atol=1e-5)
