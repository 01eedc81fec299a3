"""Full turns of angles: where motions begin beyond 180 degrees, and across elements that are switched off and on."""

from __future__ import annotations

import numpy as np
import pytest
from small_models import PENDULUM

OFF_AND_ON = "sim/dyn, end=1, steps=5\ndeactivate/{0}, id=1\nsim/dyn, end=2, steps=5\nactivate/{0}, id=1\n"
BACK = OFF_AND_ON + "sim/dyn, end=3, steps=5\n"


@pytest.mark.parametrize(
    ("part", "start"), [(170, 170), (180, 180), (200, 200), (200, -160), (370, 370), (0, 720), (179, 181), (190, 170)]
)
def test_a_motion_begins_at_any_angle(bench, part, start):
    """The part stands at `part` degrees and the motion begins at `start`: it turns there by less than half a turn."""
    body = PENDULUM.replace("IP=0.1,0.1,0.1", f"IP=0.1,0.1,0.1, REULER={part}D,0,0")
    motion = f"MOTION/1, JOINT=1, ROTATION, FUNCTION={start}D+7*TIME\nREQUEST/1, F2=AZ(21,1)\n"
    outcome = bench.simulate(body + motion)
    run = outcome.results()
    angle = np.radians(start) + 7.0 * run.time
    np.testing.assert_allclose(run["REQ_1.F2"], angle, atol=1e-10)
    np.testing.assert_allclose(run["PART_2.CM_X"], 0.5 * np.cos(angle), atol=1e-10)


def test_a_joint_begins_at_any_angle(bench):
    body = PENDULUM.replace("J=1\n", "J=1, IC=3, 200D\n")
    run = bench.simulate(body).results()
    angle = np.radians(200)
    assert run["PART_2.CM_X"][0] == pytest.approx(0.5 * np.cos(angle), abs=1e-12)
    assert run["PART_2.CM_VX"][0] == pytest.approx(-1.5 * np.sin(angle), abs=1e-12)


@pytest.mark.parametrize(
    "law", ["FUNCTION=10*TIME", "VELOCITY, FUNCTION=10", "ACCELERATION, ICVEL=10, FUNCTION=0*TIME"]
)
def test_a_motion_switched_off_and_on_goes_on(bench, law):
    """A rotor at 10 rad/s; it turns by itself while the motion is off."""
    body = PENDULUM.replace("QP=0.5,0,0", "QP=0,0,0") + f"MOTION/1, JOINT=1, ROTATION, {law}\n"
    outcome = bench.carry_out(body, BACK.format("motion"))
    run = outcome.results()
    np.testing.assert_allclose(run["PART_2.WZ"], 10.0, rtol=1e-5)
    x = np.cos(run["PART_2.PSI"] - 10.0 * run.time)
    np.testing.assert_allclose(x, 1.0, atol=1e-8)


def test_a_spring_counts_turns_while_it_is_off(bench):
    """A weak spiral spring on a heavy rotor: its torque is -KT times the whole angle, 30 rad after 3 s."""
    body = PENDULUM.replace("QP=0.5,0,0", "QP=0,0,0").replace("CM=20", "CM=20, WZ=10")
    body += "SPRINGDAMPER/1, ROTATION, I=21, J=1, KT=1E-6\nREQUEST/1, F2=10*TIME\n"
    run = bench.carry_out(body, BACK.format("springdamper")).results()
    off = (run.time > 1.0) & (run.time <= 2.0)
    off[6], off[12] = True, False  # the rows at 1 s and 2 s come twice
    wanted = np.where(off, 0.0, -1e-5 * run.time)
    np.testing.assert_allclose(run["SPRINGDAMPER_1.TZ"], wanted, rtol=2e-4, atol=1e-12)
