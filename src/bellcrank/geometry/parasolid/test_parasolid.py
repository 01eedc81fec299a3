"""Transmit files of known solids: closed nets, volume, centre and inertia to 1e-4 at the default fineness."""

import numpy as np
import pytest

from bellcrank.geometry.mass import mass_of
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.parasolid import bodies, nodes, tessellate
from bellcrank.geometry.parasolid.errors import FormatError
from bellcrank.testing.transmit import Transmit
from bellcrank.testing.transmit_solids import SOLIDS, transmit_of


def meshed(data, angle=tessellate.ANGLE):
    file = nodes.read(data)
    net = tessellate.mesh(file, file.of_kind(bodies.BODY)[0], angle)
    assert not net.failures
    return Mesh.of(net.points, net.corners, net.faces, net.middles)


@pytest.mark.parametrize("form", ["text", "binary"])
@pytest.mark.parametrize("name", SOLIDS)
def test_a_known_solid_is_closed_and_has_its_volume_centre_and_inertia(name, form):
    expected = SOLIDS[name][1]
    mesh = meshed(getattr(transmit_of(name), form)())
    found = mass_of(mesh)
    assert mesh.closed
    assert found.mass == pytest.approx(expected.mass, rel=1e-4)
    assert np.abs(found.cm - expected.cm).max() < 1e-4 * mesh.size
    assert np.abs(found.inertia - expected.inertia).max() < 1e-4 * expected.inertia.max()


@pytest.mark.parametrize("name", ["cylinder", "sphere", "torus", "B-surface", "swept"])
def test_the_error_falls_at_least_with_the_third_power_of_the_angle(name):
    data, expected = transmit_of(name).text(), SOLIDS[name][1].mass
    coarse, fine = (abs(mass_of(meshed(data, angle)).mass / expected - 1) for angle in (0.4, 0.2))
    assert fine < coarse / 6 or fine < 1e-6


@pytest.mark.parametrize("name", SOLIDS)
def test_the_points_of_round_solids_lie_on_them(name):
    mesh = meshed(transmit_of(name).text())
    flat = mass_of(Mesh(mesh.points, mesh.corners, mesh.faces)).mass
    assert flat == pytest.approx(SOLIDS[name][1].mass, rel=0.02)  # flat triangles of 10 degrees lose up to 1 %


def test_a_body_is_found_by_its_name_and_tells_its_density():
    t = Transmit()
    t.body(SOLIDS["box"][0](t), "PLATE", 2700.0, "frame")
    t.body(SOLIDS["sphere"][0](t), "BALL")
    file = nodes.read(t.text())
    plate, ball = file.of_kind(bodies.BODY)
    assert bodies.body_names(file, plate) == {"element": "PLATE", "part": "frame"}
    assert bodies.density(file, plate) == 2700.0 and bodies.density(file, ball) is None
    assert [len(list(bodies.faces(file, b))) for b in (plate, ball)] == [6, 1]


def test_a_face_that_cannot_be_meshed_is_named_and_the_others_are_kept():
    t = Transmit()
    faces = SOLIDS["box"][0](t)
    surface = t.nodes[faces[0] - 1][1]["surface"]
    t.nodes[surface - 1] = (120, {}, 0)  # a surface given by a foreign program
    t.body(faces, "odd")
    file = nodes.read(t.text())
    net = tessellate.mesh(file, file.of_kind(bodies.BODY)[0])
    assert dict(net.failures) == {"geometry of type PE_SURF": 1}
    assert set(net.faces.tolist()) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS"),
        (b"", "empty"),
        (b"solid", "text mark"),
        (b"T3 abc7 NO_KEY_0 ", "no schema key"),
        (b"T3 abc23 SCH_3000000_30000_1300710 0 ", "base schema 13007"),
        (b"T3 abc23 SCH_3000000_30000_13006200 5 ", "user fields"),
        (b"PS\0\0\0\x05", "characters"),
    ],
)
def test_what_is_no_transmit_file_is_told(data, says):
    with pytest.raises(FormatError, match=says):
        nodes.read(data)


def test_a_file_cut_anywhere_is_refused():
    data = transmit_of("cone").text()
    start = data.index(b"T51")
    for end in range(start, len(data) - 6, 37):
        with pytest.raises(FormatError):
            nodes.read(data[:end])


@pytest.mark.parametrize(
    ("name", "most"), [("box", 12), ("cylinder", 144), ("cone", 330), ("half sphere", 1300), ("sphere", 1250)]
)
def test_a_net_has_no_more_triangles_than_it_needs(name, most):
    mesh = meshed(transmit_of(name).text())
    assert len(mesh.corners) <= most
    assert (mesh.normals()[1] > 1e-9 * mesh.size**2).all()


def test_triangles_of_an_ogive_run_along_its_generators():
    """A torus whose section is far wider than the ring (a projectile): lengths are measured on the face itself."""
    t = Transmit()
    a, b = -0.8, 0.85  # radius a + b cos v: 0.05 at v = 0, 0.02 further on
    height = b * float(np.sin(np.arccos((0.02 - a) / b)))
    low, high = t.edge(t.circle((0.0, 0.0, 0.0), 0.05)), t.edge(t.circle((0.0, 0.0, height), 0.02))
    side = t.add(
        54, centre=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0), x_axis=(1.0, 0.0, 0.0), major_radius=a, minor_radius=b
    )
    faces = [t.face(side, [(low, True)], [(high, False)])]
    faces.append(t.face(t.plane((0.0, 0.0, 0.0), (0.0, 0.0, -1.0), (1.0, 0.0, 0.0)), [(low, False)]))
    faces.append(t.face(t.plane((0.0, 0.0, height), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)), [(high, True)]))
    t.body(faces, "ogive")
    mesh = meshed(t.text())
    normals, _ = mesh.normals()
    outward = mesh.points[mesh.corners].mean(1)[:, :2]
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    assert mesh.closed and ((normals[:, :2] * outward).sum(1)[mesh.faces == 0] > 0.9).all()
