import numpy as np
import pytest

from bellcrank.geometry.mesh import Mesh
from bellcrank.scene import contract as c
from bellcrank.scene.graphics import MeshBlock
from bellcrank.scene.triangles import BUILDERS, surface

PI = np.pi
CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
FACES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]


def area(s):
    return np.linalg.norm(np.cross(s.points[:, 1] - s.points[:, 0], s.points[:, 2] - s.points[:, 0]), axis=1).sum() / 2


SOLIDS = [
    (c.Box(x=1, y=-2, z=3), 22.0),
    (c.Frustum(length=2, bottom=0.5, top=0.5), 2 * PI * 0.5 * 2 + 2 * PI * 0.25),
    (c.Frustum(length=-4, bottom=3, top=0), PI * 3 * 5 + PI * 9),
    (c.Ellipsoid(x=2, y=2, z=2), 4 * PI),
    (c.Torus(major=2, minor=0.5), 4 * PI**2),
    (c.Plate(xmin=-1, xmax=1, ymin=0, ymax=3), 6.0),
    (c.Extrusion(profile=[(0, 0), (3, 0), (0, 4)], length=2), 2 * 6 + 12 * 2),
    (c.Extrusion(profile=[(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 0)], length=-1), 2 * 3 + 8),
    (c.Revolution(profile=[(1, 0), (1, 2)]), 4 * PI),
    (c.Point(), 4 * PI * 0.01),
]


@pytest.mark.parametrize(("shape", "expected"), SOLIDS, ids=lambda v: type(v).__name__)
def test_the_area_of_a_shape_is_that_of_the_textbook(shape, expected):
    built = surface(shape, b"", 0.1)
    assert area(built) == pytest.approx(expected, rel=0.01)
    assert np.allclose(np.linalg.norm(built.normals, axis=2), 1.0)


def test_a_box_has_twelve_edges_and_a_cylinder_two_rims():
    assert len(surface(SOLIDS[0][0], b"", 0).lines) == 12
    rims = surface(SOLIDS[1][0], b"", 0).lines
    assert np.linalg.norm(rims[:, 1] - rims[:, 0], axis=1).sum() == pytest.approx(2 * PI, rel=0.01)
    assert len(surface(SOLIDS[3][0], b"", 0).lines) == 0


def test_a_mesh_comes_back_from_the_bytes_with_its_edges():
    block = MeshBlock()
    cube = Mesh.of(2 * CUBE, FACES)
    shape, again = block.add(("cube", 2.0), cube), block.add(("cube", 2.0), cube)
    data, coarser = block.bytes()
    built = surface(shape, data, 0.0)
    assert area(built) == pytest.approx(24.0)
    assert len(built.lines) == 12 and coarser == 0
    assert np.allclose(np.abs(built.normals).max(axis=2), 1.0)  # flat faces: no normal is smoothed over an edge
    assert again.offset == shape.offset


def test_a_scene_with_too_many_triangles_is_drawn_coarser():
    u, v = np.meshgrid(np.linspace(0, 2 * PI, 81), np.linspace(-PI / 2, PI / 2, 41), indexing="ij")
    ball = np.stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)], axis=-1).reshape(-1, 3)
    a = (np.arange(80)[:, None] * 41 + np.arange(40)).ravel()
    mesh = Mesh.of(ball, np.concatenate([np.stack([a, a + 41, a + 42], 1), np.stack([a, a + 42, a + 1], 1)])).welded()
    block = MeshBlock(most=1500)
    shape = block.add(("ball",), mesh)
    data, coarser = block.bytes()
    assert coarser == 1 and 300 < shape.triangles <= 1500 < len(mesh.corners)
    assert area(surface(shape, data, 0.0)) == pytest.approx(4 * PI, rel=0.03)


def test_a_shape_is_carried_by_its_frame():
    moved = surface(c.Box(x=1, y=1, z=1, frame=(5, 0, 0, 0, 0, 0.5**0.5, 0.5**0.5)), b"", 0)
    assert np.allclose(moved.points.reshape(-1, 3).min(axis=0), [4, 0, 0])
    assert np.allclose(moved.points.reshape(-1, 3).max(axis=0), [5, 1, 1])


def test_lines_are_arcs_and_polylines():
    arc = surface(c.Arc(radius=2, sweep=PI / 2), b"", 0).lines
    assert np.linalg.norm(arc[:, 1] - arc[:, 0], axis=1).sum() == pytest.approx(PI, rel=0.01)
    assert len(surface(c.Polyline(points=[(0, 0, 0), (1, 0, 0), (1, 1, 0)]), b"", 0).lines) == 2


def test_every_shape_of_the_contract_can_be_drawn():
    assert set(BUILDERS) == set(c.AnyShape.__args__)
