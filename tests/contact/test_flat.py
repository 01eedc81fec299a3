"""What lies or stands flat: a face at depth p counts p, exactly flat or by rounding only, and nothing falls through."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.geometry import recognise
from bellcrank.system.contact import shapes

from .poses import SHAPES, Poses
from .scenes import impact, model

DEPTH = 5e-3


@pytest.mark.parametrize("tilt", [0.0, 1e-15, 1e-12, 1e-6])
@pytest.mark.parametrize(("i", "j", "up", "where"), [
    ("CYLINDER", "PLANE", 0.0, (0.1, 0.2)), ("FRUSTUM", "PLANE", 0.9, (0.1, 0.2)), ("BOX", "PLANE", 0.0, (0.1, 0.2)),
    ("CYLINDER", "BOX", 0.7, (0.45, 0.6)), ("FRUSTUM", "BOX", 1.6, (0.4, 0.5)), ("FRUSTUM", "FRUSTUM", 0.9, (0.1, 0.1)),
])  # fmt: skip
def test_a_flat_face_is_as_deep_as_it_is(i, j, up, where, tilt):
    """A circle that stands has no lowest point: all of it counts, whatever rounding says about its valleys."""
    poses = Poses(i, j)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    for axis in np.random.default_rng(0).normal(size=(4, 3)):
        poses.place((*where, up - DEPTH), tilt * axis)
        assert poses.evaluate()[0] == pytest.approx(DEPTH, rel=1e-6 if tilt < 1e-6 else 1e-3)


@pytest.mark.parametrize("depth", [1e-3, 1e-2, 2e-2])
@pytest.mark.parametrize(("shape", "up"), [("BOX", 0.7), ("CYLINDER", 1.2)])
def test_equal_shapes_stand_on_each_other(shape, up, depth):
    """Flush: all corners and rims of each lie on the sides of the other."""
    poses = Poses(shape, shape)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place((0, 0, up - depth), (0, 0, 0))
    assert poses.evaluate()[0] == pytest.approx(depth, rel=1e-6)
    poses.place((1e-3, 5e-4, up - depth), (0, 0, 0))
    assert poses.evaluate()[0] == pytest.approx(depth, rel=0.02)


PRISMS = {
    "triangle": ("EXTRUSION, RM={m}, LENGTH=0.4, POINTS=0,0,0, 1,0,0, 0.3,0.8,0, 0,0,0", 0.4),
    "rectangle": ("EXTRUSION, RM={m}, LENGTH=0.7, POINTS=0,0,0, 0.9,0,0, 0.9,1.2,0, 0,1.2,0, 0,0,0", 0.7),
    "pentagon": (SHAPES["CONVEX"], 0.7),
    "angle": (SHAPES["NET"], 0.5),
    "box": (SHAPES["BOX"], 0.7),
}
"""GRAPHICS and how high they are; the box and the rectangle are equal."""
PLATE = "BOX, CORNER={m}, X=9, Y=9, Z=1"
NOT_TWO_BOXES = [("triangle", "triangle"), ("rectangle", "rectangle"), ("rectangle", "box"), ("box", "rectangle"),
                 ("pentagon", "pentagon"), ("angle", "angle")]  # fmt: skip


@pytest.fixture
def nets(monkeypatch):
    """No net is taken for a box."""
    monkeypatch.setattr(recognise, "recognise", lambda mesh: None)
    shapes._known.clear()
    yield
    shapes._known.clear()


def upon(i, j, shift, tilt, depth):
    """Depth and wrench of a prism on another, `depth` below its top, shifted and tilted a little."""
    poses = i if isinstance(i, Poses) else Poses(PRISMS[i][0], PRISMS[j][0])
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place((*shift, PRISMS[j][1] - depth), tilt)
    return poses, *poses.evaluate()


@pytest.mark.usefixtures("nets")
@pytest.mark.parametrize(("i", "j"), NOT_TWO_BOXES)
def test_equal_nets_that_lie_flush_are_as_deep_as_on_a_plate(i, j):
    """All corners of each are on the sides of the other, and had no depth: bodies fell through their equals."""
    plate = Poses(PRISMS[i][0], PLATE)
    plate.place((-4, -4, 0), (0, 0, 0), 1)
    poses = Poses(PRISMS[i][0], PRISMS[j][0])
    for depth in (1e-4, 1e-3, 5e-3):
        plate.place((0, 0, 1.0 - depth), (0, 0, 0))
        wanted, carried = plate.evaluate()
        assert wanted >= depth * (1.0 - 1e-9)
        for shift in ((0, 0), (1e-17, 0), (1e-12, -1e-12), (0.02 * depth, 0.03 * depth)):
            for tilt in ((0, 0, 0), (0, 0, 1e-12), (1e-12, 1e-12, 0), (1e-6 * depth, 0, 1e-3 * depth)):
                found, wrench = upon(poses, j, shift, tilt, depth)[1:]
                assert found == pytest.approx(wanted, rel=1e-3)
                assert wrench[2] == pytest.approx(carried[2], rel=2e-3)
                assert np.abs(wrench[:2]).max() < 1e-2 * wrench[2]


@pytest.mark.usefixtures("nets")
@pytest.mark.parametrize(("i", "j"), NOT_TWO_BOXES)
def test_nets_that_lie_partly_flush_are_carried(i, j):
    """Aligned along a side, or shifted by parts of the depth: two corners of four, or edges that reach across more, are
    0.84 to 1.19 of the depth."""
    poses, depth = Poses(PRISMS[i][0], PRISMS[j][0]), 2e-3
    for part in (0.1, 0.5, 1.0, 2.0, 20.0):
        for shift in ((part, 0.0), (0.0, part), (-part, 0.5 * part), (part, part)):
            found = upon(poses, j, depth * np.array(shift), (0, 0, 0), depth)[1]
            assert 0.84 * depth < found < 1.2 * depth


@pytest.mark.usefixtures("nets")
@pytest.mark.parametrize(("i", "j"), NOT_TWO_BOXES)
def test_nets_that_slide_from_flush_to_beside_have_no_jump(i, j):
    """In steps of a hundredth of the depth: the depth follows, and the order of the sides makes no difference."""
    poses, back, depth, found = Poses(PRISMS[i][0], PRISMS[j][0]), Poses(PRISMS[j][0], PRISMS[i][0]), 2e-3, []
    for n in range(-150, 151):
        found.append(upon(poses, j, depth * np.array((0.01, 0.007)) * n, (0, 0, 1e-6 * n), depth)[1])
        if n % 25 == 0:
            back.work.q[[1, 0]] = poses.work.q
            assert back.evaluate()[0] == pytest.approx(found[-1], rel=1e-12)
    assert np.abs(np.diff(found)).max() < 0.02 * depth


@pytest.mark.usefixtures("nets")
@pytest.mark.parametrize("name", ["triangle", "rectangle", "angle"])
def test_a_net_comes_to_rest_on_its_equal(name):
    """Dropped 1 mm, exactly flush: at rest as deep as its weight asks for."""
    shape, height = PRISMS[name]
    text = (
        f"PART/2, MASS=10, CM=21, IP=1,1,1, QG=0,0,{height + 1e-3!r}\nMARKER/20, PART=2\nMARKER/21, PART=2, "
        f"QP=0.4,0.3,0.2\nGRAPHICS/2, {shape.format(m=20)}\nMARKER/30, PART=1\nGRAPHICS/3, {shape.format(m=30)}\n"
        f"CONTACT/1, IGEOM=2, JGEOM=3, {impact(1e6, 1.5, 2e3, 1e-4, (0.3, 0.2, 0.01, 0.1))}"
    )
    run = model(text, (0, 0, -9.81)).simulate(end=1.0, steps=10, error=1e-4)
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(98.1, rel=1e-3)
    assert run["CONTACT_1.DEPTH"][-1] == pytest.approx((98.1 / 1e6) ** (1 / 1.5), rel=0.1)
    assert run["PART_2.Z"][-1] == pytest.approx(height, abs=4e-3)
    assert np.abs([run["PART_2.X"][-1], run["PART_2.Y"][-1]]).max() < 1e-3


def flat(turn):
    """A cylinder that stands on a smaller one, a third of it beyond the rim, 0.1 mm deep, turned a little: wrench."""
    poses = Poses("CYLINDER, CM={m}, LENGTH=0.1, RADIUS=0.06", "CYLINDER, CM={m}, LENGTH=-0.1, RADIUS=0.055")
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place((0.04, 0.02, -1e-4), turn)
    return poses.evaluate()[1]


@pytest.mark.parametrize("angle", [0.1, 1.0, 2.0, 3.0])
def test_the_torque_on_a_rim_that_stands_partly_beyond_a_face_does_not_jump_with_the_tilt(angle):
    """(4) of circles.py: its lowest point is at one end or the other of the arc that touches, as the tilt says."""
    axis = 1e-9 * np.array((np.cos(angle), np.sin(angle), 0.0))
    one, two = flat(axis), flat(-axis)
    assert np.abs(one - two)[3:].max() < 0.02 * 0.055 * one[2]


@pytest.mark.parametrize(("radius", "x"), [(0.055, 0.02), (0.2, 0.17), (0.06, 0.01)])
def test_a_cylinder_comes_to_rest_partly_beyond_the_rim_of_another(radius, x):
    """It took a million steps to no end."""
    m = bc.Model("pillar", units="MKS", gravity=(0, 0, -9.81))
    m.draw(m.ground, bc.Solid.cylinder(radius, 0.1, at=(0, 0, -0.05)))
    top = m.part("top", solid=bc.Solid.cylinder(0.06, 0.1, mass=2.0), at=(x, 0.01, 0.05))
    m.contact("touch", top, m.ground, friction=0.3)
    run = m.simulate(end=0.5, steps=10)
    assert run["touch.NORMAL"][-1] == pytest.approx(2.0 * 9.81, rel=0.05)
    assert abs(run["top.X"][-1] - x) < 1e-4
    assert run.attrs["statistics"]["steps"] < 3000


def test_newton_finds_a_cylinder_that_slides_standing():
    """With the valleys of its rim, which turn with the tilt, the matrix had a quarter of the stiffness: 5252 steps
    were rejected by Newton. Friction stops it as v t - mu g t^2/2 says."""
    m = bc.Model("puck", units="MKS", gravity=(0, 0, -9.81))
    floor = m.new("GRAPHICS", "floor", "PLANE", rm=m.marker("top", m.ground))
    puck = m.part("puck", solid=bc.Solid.cylinder(0.1, 0.05, mass=2.0), at=(0, 0, 0.025 - 1.962e-7), v=(-1, 0, 0))
    rubs = {"coulomb_friction": "ON", "mu_static": 0.2, "mu_dynamic": 0.2}
    speeds = {"stiction_transition_velocity": 1e-3, "friction_transition_velocity": 2e-3}
    m.contact("touch", puck, floor, stiffness=1e8, exponent=1.0, damping=1e4, dmax=1e-6, **rubs, **speeds)
    run = m.simulate(end=0.3, steps=100, method="RADAU5")
    assert run["puck.X"][-1] == pytest.approx(-0.3 + 0.5 * 0.2 * 9.81 * 0.09, rel=1e-6)
    assert run.attrs["statistics"]["rejected_newton"] < 100


HEXAGON = "EXTRUSION, RM={m}, LENGTH=0.1, POINTS=" + ", ".join(
    f"{0.06 * np.cos(n * np.pi / 3):.9f},{0.06 * np.sin(n * np.pi / 3):.9f},0" for n in range(7)
)
BAR, BRICK = "BOX, CORNER={m}, X=0.12, Y=0.02, Z=0.1", "BOX, CORNER={m}, X=0.12, Y=0.1, Z=0.1"
TABLE, STAND = "BOX, CORNER={m}, X=0.2, Y=0.2, Z=0.1", "BOX, CORNER={m}, X=0.09, Y=0.09, Z=0.1"
POST, DISC = "CYLINDER, CM={m}, LENGTH=0.1, RADIUS=0.055", "CYLINDER, CM={m}, LENGTH=0.1, RADIUS=0.2"
PARTLY = {
    "brick on a post": (BRICK, (-0.057, -0.048), POST, 1.15),
    "half a brick on a post": (BRICK, (0.0, -0.048), POST, 1.1),
    "a corner of a brick on a post": (BRICK, (0.0, 0.0), POST, 1.02),
    "bar across a post": (BAR, (-0.05, -0.01), POST, 1.03),
    "brick over a rim": (BRICK, (0.1, -0.04), DISC, 1.05),
    "post over an edge": (POST, (0.19, 0.1), TABLE, 1.03),
    "post over a corner": (POST, (0.19, 0.19), TABLE, 1.03),
    "hexagon on a box": (HEXAGON, (0.045, 0.045), STAND, 1.42),
    "half a hexagon on a box": (HEXAGON, (0.0, 0.04), STAND, 1.16),
    "hexagon on a hexagon": (HEXAGON, (0.03, 0.012), HEXAGON, 1.2),
}
"""What overlaps partly, where it is, on what, and of how many depths G is at most: crossings at a sharp angle count as
if they were right ones."""


@pytest.mark.parametrize("name", PARTLY)
def test_the_torque_of_edges_that_lie_partly_on_a_face_does_not_jump_with_the_tilt(name):
    """(2) of along.py. A deepest point is at one end or the other of what touches: 10 to 90 mm of the normal force."""
    i, where, j, most = PARTLY[name]
    poses, at = Poses(i, j), (*where, 0.1 - 1e-4)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    poses.place(at, (0, 0, 0))
    depth, wrench = poses.evaluate()
    assert 0.99 < depth / 1e-4 < most
    assert np.abs(wrench[:2]).max() < 1e-3 * wrench[2]
    for angle in (0.0, 0.7, 1.6, 2.4):
        turned = []
        for sign in (-1e-9, 1e-9):
            poses.place(at, sign * np.array((np.cos(angle), np.sin(angle), 0.0)))
            turned.append(poses.evaluate()[1])
        assert np.abs(turned[0] - turned[1])[3:].max() < 1e-3 * wrench[2]


@pytest.mark.parametrize(("name", "middle"), [
    ("brick on a post", (0.06, 0.05, 0.05)), ("brick over a rim", (0.06, 0.05, 0.05)),
    ("bar across a post", (0.06, 0.01, 0.05)), ("hexagon on a box", (0.0, 0.0, 0.05)),
    ("hexagon on a hexagon", (-0.01, 0.0, 0.05)),
])  # fmt: skip
def test_what_overlaps_partly_comes_to_rest(name, middle):
    """Laid down: the integrator stood still at the beginning."""
    i, where, j, _ = PARTLY[name]
    text = (
        f"PART/2, MASS=2, CM=21, IP=.003,.003,.003, QG={where[0]!r},{where[1]!r},0.1\nMARKER/20, PART=2\nMARKER/21, "
        f"PART=2, QP={','.join(map(repr, middle))}\nGRAPHICS/2, {i.format(m=20)}\nMARKER/30, PART=1\n"
        f"GRAPHICS/3, {j.format(m=30)}\n"
        f"CONTACT/1, IGEOM=2, JGEOM=3, {impact(1e6, 1.5, 2e3, 1e-4, (0.3, 0.2, 0.01, 0.1))}"
    )
    run = model(text, (0, 0, -9.81)).simulate(end=0.5, steps=10, error=1e-4)
    assert run.attrs["statistics"]["steps"] < 200
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(2 * 9.81, rel=1e-5)
    assert np.abs([run[f"PART_2.{n}"][-1] for n in ("VX", "VY", "VZ", "WX", "WY")]).max() < 1e-3


@pytest.mark.parametrize("name", [name for name in PARTLY if "hexagon" in name or "bar" in name])
def test_an_edge_that_lies_partly_on_a_face_pushes_by_the_gradient(name):
    """Tilted by 0 to 2 mrad, which is more than the depth over the size. Rims are exact to some 1e-4."""
    i, where, j, _ = PARTLY[name]
    poses = Poses(i, j)
    poses.place((0, 0, 0), (0, 0, 0), 1)
    energy = lambda: 4.0 * poses.evaluate()[0] ** 2.5
    for tilt in (0.0, 2e-4, 2e-3):
        at, turn = np.array((*where, 0.1 - 1e-4)), np.array((tilt, 0.7 * tilt, 0.0))
        poses.place(at, turn)
        wrench = poses.evaluate()[1]
        for n in range(3):
            step = 1e-7 * np.eye(3)[n]
            poses.place(at + step, turn)
            above = energy()
            poses.place(at - step, turn)
            assert (energy() - above) / 2e-7 == pytest.approx(wrench[n], abs=5e-4 * np.abs(wrench[:3]).max())
