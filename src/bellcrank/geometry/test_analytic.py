"""Distances from exact surfaces: zero on the points of a face, positive outside, with the gradient as normal."""

import numpy as np
import pytest

from bellcrank.geometry import analytic
from bellcrank.geometry.analytic import distance
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.parasolid import bodies, nodes, tessellate
from bellcrank.testing.transmit_solids import SOLIDS, transmit_of

EXACT = [name for name in SOLIDS if name not in ("spun", "swept", "B-surface", "blend")]
TURN = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
TURN *= np.sign(np.linalg.det(TURN))


def mesh_of(name):
    file = nodes.read(transmit_of(name).text())
    net = tessellate.mesh(file, file.of_kind(bodies.BODY)[0])
    return Mesh.of(net.points, net.corners, net.faces, net.middles, net.surfaces)


@pytest.mark.parametrize("scale", [1.0, 1000.0, -2.0])
@pytest.mark.parametrize("name", EXACT)
def test_the_points_of_a_face_lie_on_its_surface_and_outside_is_positive(name, scale):
    mesh = mesh_of(name).moved(TURN, np.array([0.3, -1.0, 2.0]), scale)
    assert mesh.surfaces is not None and (mesh.surfaces[:, analytic.KIND] > 0).all()
    normals, twice = mesh.normals()
    for triangle in np.flatnonzero(twice > 1e-12)[::7]:
        face = mesh.faces[triangle]
        middle = mesh.middles[triangle][0]
        phi, *n = distance(mesh.surfaces, face, middle)
        assert abs(phi) < 1e-12 * abs(scale)
        assert np.dot(n, normals[triangle]) > 0.6  # outwards, as the triangle
        out = distance(mesh.surfaces, face, middle + 1e-3 * abs(scale) * np.array(n))
        assert out[0] == pytest.approx(1e-3 * abs(scale), rel=1e-9) and out[1:] == pytest.approx(n, abs=1e-9)


@pytest.mark.parametrize("kind", [analytic.PLANE, analytic.CYLINDER, analytic.CONE, analytic.SPHERE, analytic.TORUS])
def test_the_normal_is_the_gradient_of_the_distance(kind):
    random = np.random.default_rng(kind)
    for side in (1.0, -1.0):
        z = random.normal(size=3)
        row = np.array([[kind, *random.normal(size=3), *(z / np.linalg.norm(z)), 1.3, 0.4, side]])
        for x in random.normal(size=(20, 3)) * 2:
            phi, *n = distance(row, 0, x)
            steps = [[distance(row, 0, x + h * e)[0] for e in np.eye(3)] for h in (1e-6, -1e-6)]
            assert n == pytest.approx((np.array(steps[0]) - steps[1]) / 2e-6, abs=1e-6)
            assert np.linalg.norm(n) == pytest.approx(1.0)
            assert np.isfinite(phi)


def test_on_an_axis_and_in_a_centre_there_is_a_normal_too():
    for kind in range(1, 6):
        for axis in np.eye(3):
            row = np.array([[kind, 0, 0, 0, *axis, 1.3, 0.4, 1.0]])
            phi, *n = distance(row, 0, (0.0, 0.0, 0.0))
            assert np.isfinite(phi) and np.linalg.norm(n) == pytest.approx(1.0)


def test_free_form_faces_say_that_they_are_not_known():
    kinds = [mesh_of(name).surfaces[:, analytic.KIND].tolist() for name in ("B-surface", "swept", "spun", "blend")]
    assert kinds == [[0, 1, 1], [0, 1, 1], [0, 1], [2, 0, 1, 1]]


def test_a_stretched_net_has_no_exact_surfaces():
    assert mesh_of("cylinder").moved(np.diag([1.0, 2.0, 1.0]), np.zeros(3)).surfaces is None
    assert mesh_of("cylinder").moved(2.0 * np.eye(3), np.zeros(3)).surfaces[0, analytic.A] == pytest.approx(0.1)
