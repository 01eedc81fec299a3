"""Ten robots move as in MuJoCo; robots of installed packages too, where there are some."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import bellcrank as bc

pytest.importorskip("mujoco", reason="MuJoCo is not installed")
sys.path.insert(0, str(Path(__file__).parent))
from against_mujoco import disagreement, mujoco_model

ROBOTS = Path(__file__).parent / "robots"
OWN = [
    "two_link.urdf",
    "scara.urdf",
    "walker.urdf",
    "cart_pole.xml",
    "ragdoll.xml",
    "hopper.xml",
    "arm.xml",
    "gyro.xml",
    "six_axis.urdf",
    "quadruped.xml",
]
SUITE = ["acrobot", "cheetah", "hopper", "walker", "humanoid", "cartpole"]


@pytest.mark.parametrize("name", OWN)
def test_own_robots(name):
    theirs = mujoco_model(ROBOTS / name)
    model = bc.read(ROBOTS / name)
    assert sum(part.mass for part in model.parts.values()) == pytest.approx(theirs.body_mass.sum(), rel=1e-12)
    assert model.dof() == theirs.nv
    assert sum(joint.kind != "FIXED" for joint in model.joints.values()) == sum(theirs.jnt_type != 0)
    worst, moved, count = disagreement(model, theirs, end=0.3, steps=3, control=0.4)
    assert count == sum(part.mass > 0 for part in model.parts.values())
    assert moved > 0.01
    assert worst < 2e-8, "both integrate to some 1e-9"


@pytest.mark.parametrize("name", SUITE)
def test_robots_of_an_installed_package(name):
    if importlib.util.find_spec("dm_control") is None:
        pytest.skip("dm_control is not installed")
    spec = importlib.util.find_spec("dm_control")
    path = Path(spec.origin).parent / "suite" / f"{name}.xml"
    theirs = mujoco_model(path)
    worst, _, count = disagreement(bc.read(path), theirs, end=0.2, steps=2, control=0.3)
    assert count > 0 and worst < 1e-6
