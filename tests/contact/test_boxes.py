"""Two boxes: as deep as one lies on the other, wherever; no jump where edges are parallel; and they come to rest."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from .poses import E, K, Poses
from .scenes import impact, model

CUBE, PLATE = "BOX, CORNER={m}, X=1, Y=1, Z=1", "BOX, CORNER={m}, X=9, Y=9, Z=0.01"
BAR = "BOX, CORNER={m}, X=4, Y=0.6, Z=0.5"


def upon(poses, shift, turn=(0, 0, 0), depth=1e-3, height=1.0):
    """Depth and wrench of a box on another, whose bottom is `depth` below the top."""
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place((*shift, height - depth), turn)
    return poses.evaluate()


@pytest.mark.parametrize("depth", [1e-7, 1e-4, 1e-2, 0.1])
def test_a_box_is_as_deep_as_it_lies_on_its_equal(depth):
    """Flush, shifted by parts of the depth and of its size, turned about the vertical: and nothing pushes aside.

    A corner that passes the border of the other one, turned, makes it less deep by 1e-2 of depth over size.
    """
    poses = Poses(CUBE, CUBE)
    for yaw in (0.0, 1e-9, 0.1 * depth, 0.3):
        small = 1e-8 if yaw < 1e-8 else 0.01 * depth
        for shift in ((0, 0), (0.3, 0.2), (-1, 0.5), (2, 2), (20, 0)):
            found, wrench = upon(poses, np.array(shift) * min(depth, 0.02), (0, 0, yaw), depth)
            assert found == pytest.approx(depth, rel=small)
            assert np.abs(wrench[[0, 1, 5]]).max() < small * wrench[2]
    found, wrench = upon(poses, (0.6, 0.5), depth=depth)
    assert found == pytest.approx(depth, rel=1e-8) and wrench[2] == pytest.approx(K * depth**E, rel=1e-8)


def test_corners_and_edges_touch_where_they_are_sharp():
    """From the first nanometre on a corner counts two thirds of its depth, and crossing edges 0.4."""
    poses, turn = Poses(CUBE, CUBE), (0.6, 0.5, 0)
    lowest = Rotation.from_rotvec(turn).apply([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])[:, 2].min()
    assert upon(poses, (0, 0), turn, -1e-9, 1.0 - lowest)[0] == 0.0
    for depth in (1e-9, 1e-6, 1e-3):
        found, wrench = upon(poses, (0, 0), turn, depth, 1.0 - lowest)
        assert found == pytest.approx(0.6525 * depth, rel=1e-3)
        assert wrench[2] == pytest.approx(K * found**E * 0.6525, rel=1e-3)


@pytest.mark.parametrize("shift", [(-1.5, 0.2), (-1.5, 0.7), (-1.5, 0.4), (0.0, 0.4)])
def test_the_torque_of_a_bar_does_not_jump_as_it_tilts(shift):
    """A bar across a shorter box, beyond it at both ends, at one side, flush with a side or an end: its edges are as
    deep all along, and with the sign of the tilt one end or the other was deepest."""
    poses = Poses(BAR, CUBE)
    for axis in np.eye(3):
        torques, middle = [], np.array([2.0, 0.3, 0.25])
        for n in range(-50, 51):
            turn = Rotation.from_rotvec(1e-6 * n * axis)
            place = np.array([*shift, 1.0 - 1e-3]) + middle - turn.apply(middle)
            poses.place((0, 0, 0), (0, 0, 0), 1)
            poses.place(place, turn.as_rotvec())
            force = poses.evaluate()[1]
            torques.append(force[3:] + np.cross(place - middle, force[:3]))
        assert np.abs(np.diff(torques, axis=0)).max() < 0.02 * force[2]


def test_a_plate_that_is_thinner_than_the_depth_pushes_out():
    """A box on a plate of a hundredth of its size, up to half of the box deep."""
    poses = Poses(CUBE, PLATE)
    for depth in (1e-3, 5e-3, 0.02, 0.1, 0.14):
        found, wrench = upon(poses, (3, 3), depth=depth, height=0.01)
        assert found == pytest.approx(depth, rel=1e-8) and wrench[2] == pytest.approx(K * depth**E, rel=1e-8)
    for depth in (0.2, 0.4):
        found, wrench = upon(poses, (3, 3), depth=depth, height=0.01)
        assert found > 0.5 * depth and wrench[2] > 0.0


def part(id, size, mass, at, turn=(0, 0, 0), v=(0, 0, 0)):
    """A PART with a box about its mass centre."""
    number = lambda x: ",".join(repr(float(c)) for c in x)
    R, at, (x, y, z) = Rotation.from_rotvec(turn).as_matrix(), np.array(at, float), size
    ip = [mass / 12.0 * s for s in (y * y + z * z, x * x + z * z, x * x + y * y)]
    frame = f"QG={number(at)}, ZG={number(at + R[:, 2])}, XG={number(at + R[:, 0])}"
    speed = ", ".join(f"V{axis}={value!r}" for axis, value in zip("XYZ", map(float, v)))
    return (
        f"PART/{id}, MASS={mass}, CM={id}0, IP={number(ip)}, {frame}, {speed}\nMARKER/{id}0, PART={id}\n"
        f"MARKER/{id}1, PART={id}, QP={number(-0.5 * np.array(size))}\n"
        f"GRAPHICS/{id}, BOX, CORNER={id}1, X={x}, Y={y}, Z={z}\n"
    )


GROUND = "MARKER/91, PART=1, QP=-0.05,-0.05,-0.05\nGRAPHICS/9, BOX, CORNER=91, X=0.1, Y=0.1, Z=0.1\n"
LAW = impact(1e6, 1.5, 2e3, 1e-4, (0.3, 0.2, 0.01, 0.1))
STICK = ", STICTION=ON, MAX_STICTION_DEFORMATION=1E-5"
SPEEDS = ("VX", "VY", "VZ", "WX", "WY", "WZ")


@pytest.mark.parametrize("tilt", [0.0, 1e-3, 0.02])
@pytest.mark.parametrize("width", [0.06, 0.2])
def test_a_bar_lies_across_a_shorter_box(tilt, width):
    """Dropped half a millimetre: at rest after 100 to 200 steps."""
    text = part(2, (0.4, width, 0.05), 5.0, (0.01, 0.005, 0.0755 + 0.2 * tilt), (0, tilt, 0))
    m = model(f"{GROUND}{text}CONTACT/1, IGEOM=2, JGEOM=9, {LAW}{STICK}", (0, 0, -9.81))
    run = m.simulate(end=2.0, steps=20, error=1e-4)
    assert run.attrs["statistics"]["steps"] < 300
    assert max(abs(run[f"PART_2.{n}"][-1]) for n in SPEEDS) < 1e-6
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(5.0 * 9.81, rel=1e-6)


def test_a_stack_of_boxes_rests():
    """Five equal boxes, shifted and turned a little: STICTION holds them where they land."""
    text = "".join(
        part(n, (0.1, 0.1, 0.1), 1.0, (1e-3 * (n % 2), 5e-4 * (n % 3), 0.05 + 0.1005 * (n - 2)), (0, 0, 0.02 * n))
        for n in range(2, 7)
    )
    text += "".join(f"CONTACT/{n}, IGEOM={n}, JGEOM={n - 1}, {LAW}{STICK}\n" for n in range(2, 7))
    run = model(text, (0, 0, -9.81)).simulate(end=3.0, steps=20, error=1e-4)
    assert run.attrs["statistics"]["steps"] < 600
    assert max(abs(run[f"PART_{n}.{s}"][-1]) for n in range(2, 7) for s in SPEEDS) < 1e-5


def test_a_box_slides_over_the_rim_of_another_and_falls():
    text = part(2, (0.06, 0.05, 0.04), 1.0, (-0.03, 0.005, 0.0701), (0, 0, 0.1), v=(1.0, 0, 0))
    m = model(f"{GROUND}{text}CONTACT/1, IGEOM=2, JGEOM=9, {LAW}", (0, 0, -9.81))
    run = m.simulate(end=0.3, steps=30, error=1e-4)
    assert run["PART_2.Z"][-1] < 0.0 and run["PART_2.X"][-1] > 0.1 and run.attrs["statistics"]["steps"] < 500
