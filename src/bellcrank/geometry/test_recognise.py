"""Nets are turned back into the shapes they were made of, wherever they lie and whatever file they come from."""

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.parasolid import bodies, nodes, tessellate
from bellcrank.geometry.recognise import recognise
from bellcrank.testing.transmit_solids import SOLIDS, transmit_of

PLACE = {"at": (0.3, -2.0, 5.0), "axis": (1.0, 2.0, -0.5)}
SHAPES = {
    "box": (bc.Solid.box(1, 2, 3, density=1), "BOX"),
    "cube": (bc.Solid.box(2, 2, 2, density=1), "BOX"),
    "plate": (bc.Solid.box(4, 3, 0.01, density=1), "BOX"),
    "cylinder": (bc.Solid.cylinder(0.5, 2, density=1), "FRUSTUM"),
    "round cylinder": (bc.Solid.cylinder(1.0, 3**0.5, density=1), "FRUSTUM"),  # its three moments of inertia are equal
    "frustum": (bc.Solid.frustum(0.5, 0.2, 2, density=1), "FRUSTUM"),
    "frustum on its head": (bc.Solid.frustum(0.2, 0.5, 2, density=1), "FRUSTUM"),
    "cone": (bc.Solid.cone(0.5, 2, density=1), "FRUSTUM"),
    "sphere": (bc.Solid.sphere(2, density=1), "ELLIPSOID"),
    "ellipsoid": (bc.Solid.ellipsoid(1, 2, 3, density=1), "ELLIPSOID"),
    "torus": (bc.Solid.torus(2, 0.5, density=1), "TORUS"),
}


@pytest.mark.parametrize("flat", [False, True], ids=["curved", "flat"])
@pytest.mark.parametrize("name", SHAPES)
def test_a_net_is_turned_back_into_its_shape(name, flat):
    solid, kind = SHAPES[name]
    placed = solid.moved(**PLACE)
    mesh = placed.mesh
    if flat:  # as a binary STL file has it
        mesh = Mesh.of(mesh.points.astype(np.float32), mesh.corners)
    found = recognise(mesh)
    assert found is not None and found.shape.kind == kind
    mass = found.shape.mass().moved(found.R, found.r)
    tolerance = 1e-5 if flat else 1e-6  # 32-bit numbers
    assert mass.mass == pytest.approx(solid.volume, rel=tolerance)
    assert mass.cm == pytest.approx(placed.shape_alone.cm, abs=tolerance)
    assert np.abs(mass.inertia - placed.shape_alone.inertia).max() < tolerance * np.trace(mass.inertia)
    assert np.linalg.det(found.R) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "solid",
    [
        bc.Solid.box(1, 1, 1, density=1) - bc.Solid.box(0.2, 0.2, 0.2, density=1),
        bc.Solid.cylinder(1, 1, density=1) - bc.Solid.sphere(0.2, density=1),
        bc.Solid.box(1, 1, 1, density=1) + bc.Solid.box(1, 1, 1, density=1, at=(5, 0, 0)),
    ],
)
def test_what_is_no_simple_shape_is_not_taken_for_one(solid):
    assert recognise(solid.mesh) is None


def test_a_polygon_is_no_cylinder_and_an_open_net_nothing():
    turn = np.linspace(0, 2 * np.pi, 6, endpoint=False)
    from bellcrank.geometry.shapes.extrusion import Extrusion

    assert recognise(Extrusion(tuple(zip(np.cos(turn), np.sin(turn))), 1.0).mesh()) is None
    box = SHAPES["box"][0].mesh
    assert recognise(Mesh(box.points, box.corners[1:], box.faces[1:])) is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [("box", "BOX"), ("cylinder", "FRUSTUM"), ("B-surface", "FRUSTUM"), ("offset", "FRUSTUM"), ("cone", "FRUSTUM"),
     ("sphere", "ELLIPSOID"), ("torus", "TORUS"), ("tube", None), ("half sphere", None), ("blend", None)],
)  # fmt: skip
def test_bodies_of_parasolid_files_are_recognised(name, kind):
    file = nodes.read(transmit_of(name).text())
    net = tessellate.mesh(file, file.of_kind(bodies.BODY)[0])
    found = recognise(Mesh.of(net.points, net.corners, net.faces, net.middles))
    assert (found.shape.kind if found else None) == kind
    if found:
        assert found.shape.mass().mass == pytest.approx(SOLIDS[name][1].mass, rel=1e-7)
