"""P3: of loops with redundant constraints only the components that are really open are marked."""

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.model import load_text

SLIDER_CRANK = """slider-crank, all hinges
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, REULER=90D,90D,0D
PART/2, MASS=1, CM=21, IP=0.1,0.1,0.1
MARKER/21, PART=2, QP=0.15,0,0
MARKER/22, PART=2
MARKER/23, PART=2, QP=0.3,0,0
PART/3, MASS=1, CM=31, IP=0.1,0.1,0.1, QG=0.3,0,0
MARKER/31, PART=3, QP=0.5,0,0
MARKER/32, PART=3
MARKER/33, PART=3, QP=1,0,0
PART/4, MASS=1, CM=41, IP=0.1,0.1,0.1, QG=1.3,0,0
MARKER/41, PART=4
MARKER/42, PART=4, REULER=90D,90D,0D
JOINT/1, REVOLUTE, I=22, J=1
JOINT/2, REVOLUTE, I=32, J=23
JOINT/3, REVOLUTE, I=33, J=41
JOINT/4, TRANSLATIONAL, I=42, J=2
{drive}
END
"""


@pytest.mark.parametrize("drive", ["", "MOTION/1, ROTATION, JOINT=1, FUNCTION=3*TIME"])
def test_p3_in_a_plane_the_forces_in_it_are_unique(drive):
    """P3: all 24 channels were marked; FX, FY and TZ are determinate, out of the plane FZ, TX, TY are not."""
    model, _ = load_text(SLIDER_CRANK.format(drive=drive))
    run = model.simulate(end=1.0, steps=50)
    marked = {channel.split(".")[1] for channel in run.non_unique}
    assert marked == {"FZ", "TX", "TY"}
    assert {channel.split(".")[0] for channel in run.non_unique} == {f"JOINT_{n}" for n in (1, 2, 3, 4)}


def test_p3_what_is_called_unique_does_not_depend_on_the_choice():
    """One joint less redundant: a ball joint at the rod, the same forces in the plane."""
    model, _ = load_text(SLIDER_CRANK.format(drive=""))
    other, _ = load_text(SLIDER_CRANK.format(drive="").replace("JOINT/3, REVOLUTE", "JOINT/3, SPHERICAL"))
    first, second = (m.simulate(end=1.0, steps=50, error=1e-9) for m in (model, other))
    for joint in (1, 2, 3, 4):
        for component in ("FX", "FY", "TZ"):
            channel = f"JOINT_{joint}.{component}"
            np.testing.assert_allclose(
                first[channel], second[channel], atol=1e-4 * max(1.0, np.abs(first[channel]).max())
            )


def test_p3_two_motions_on_one_joint_share_their_torque():
    """Nothing tells which of them gives how much."""
    drives = "MOTION/1, ROTATION, JOINT=1, FUNCTION=3*TIME\nMOTION/2, I=22, J=1, B3, FUNCTION=3*TIME"
    model, _ = load_text(SLIDER_CRANK.format(drive=drives))
    run = model.simulate(end=0.5, steps=10)
    assert {"MOTION_1.TORQUE", "MOTION_1.TZ", "MOTION_2.TZ"} <= run.non_unique
    assert "JOINT_2.FX" not in run.non_unique


def test_p3_the_order_of_the_joints_changes_only_what_is_marked():
    """Other rows are left out; 12 of 24 components of reactions are marked either way, and the others agree."""
    text = SLIDER_CRANK.format(drive="")
    joints = [line for line in text.splitlines() if line.startswith("JOINT/")]
    turned = text.replace("\n".join(joints), "\n".join(reversed(joints)))
    first, second = (load_text(t)[0].simulate(end=1.0, steps=20, error=1e-9) for t in (text, turned))
    assert first.non_unique == second.non_unique and len(first.non_unique) == 12
    for channel in first.channels:
        if channel.startswith("JOINT_") and channel not in first.non_unique:
            np.testing.assert_allclose(
                first[channel], second[channel], atol=1e-5 * max(1.0, np.abs(first[channel]).max())
            )


@pytest.mark.parametrize("turns", [0.01, 0.125, 0.5, 1.0])
def test_what_is_unique_does_not_depend_on_where_a_run_ends(turns):
    """A flap on two hinges of an arm that a motor turns: the open couple lies along ground y at the start, and turns.

    The motor leaves no freedom, so that nothing can move beside the start unless it is released.
    """
    m = bc.Model("arm", units="SI", gravity=-9.81)
    arm, flap = m.part("arm", mass=1, ip=(1, 1, 1)), m.part("flap", mass=1, ip=(0.1, 0.1, 0.1), at=(1, 0, 0))
    m.motion("motor", joint=m.revolute("axle", arm, axis="z"), function="2*PI*TIME")
    for n in (1, 2):
        m.revolute(f"hinge{n}", flap, arm, at=(n, 0, 0), axis="x")
    run = m.simulate(turns, 4)
    assert run.non_unique == {f"hinge{n}.{kind}{axis}" for n in (1, 2) for kind in "FT" for axis in "XYZ"}
