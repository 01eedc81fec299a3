"""The same box as a shape, as STL, OBJ, shell and Parasolid file; bad files; companions."""

import struct

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ModelError
from bellcrank.geometry import reading
from bellcrank.geometry.mass import mass_of
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.reading import Asked, read_solid
from bellcrank.geometry.shapes.box import Box
from bellcrank.testing.transmit_solids import transmit_of

BOX = Box(0.3, 0.2, 0.1)
MESH = BOX.mesh()
TRIANGLES = MESH.points[MESH.corners]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BELLCRANK_CACHE", str(tmp_path / "cache"))


def stl_text(triangles):
    facets = "".join(
        "facet normal 0 0 1\n outer loop\n"
        + "".join(f"  vertex {x!r} {y!r} {z!r}\n" for x, y, z in t.tolist())
        + " endloop\nendfacet\n"
        for t in triangles
    )
    return f"solid box\n{facets}endsolid\n".encode()


def stl_binary(triangles):
    body = b"".join(struct.pack("<12fH", 0, 0, 1, *np.ravel(t), 0) for t in triangles)
    return b"solid but binary".ljust(80) + struct.pack("<I", len(triangles)) + body


def obj(mesh):
    points = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in mesh.points.tolist())
    return (points + "".join(f"f {a}/1 {b}/2 {c}/3\n" for a, b, c in mesh.corners + 1)).encode()


def shl(mesh):
    points = "".join(f"{2 * x!r} {2 * y!r} {2 * z!r}\n" for x, y, z in mesh.points.tolist())
    faces = "".join(f"3 {a} {b} {c}\n" for a, b, c in mesh.corners + 1)
    return f"{len(mesh.points)} {len(mesh.corners)} {3 * len(mesh.corners)} 0.5\n{points}{faces}".encode()


FILES = {
    "a.stl": stl_text(TRIANGLES),
    "b.STL": stl_binary(TRIANGLES),
    "c.obj": obj(MESH),
    "d.shl": shl(MESH),
    "e.x_t": transmit_of("box").text(),
    "f.xmt_txt": transmit_of("box").text(),
    "g.x_b": transmit_of("box").binary(),
    "h.xmt_bin": transmit_of("box").binary(),
}


@pytest.mark.parametrize("name", FILES)
def test_a_box_and_its_files_are_the_same_solid(tmp_path, name):
    (tmp_path / name).write_bytes(FILES[name])
    mesh = read_solid(tmp_path / name).mesh
    found, expected = mass_of(mesh), BOX.mass()
    assert mesh.closed and len(mesh.points) == 8 and len(mesh.corners) == 12
    tolerance = 1e-6 if name == "b.STL" else 1e-13  # binary STL has 32-bit numbers
    assert found.mass == pytest.approx(expected.mass, rel=tolerance)
    assert found.cm == pytest.approx(expected.cm, rel=tolerance)
    assert np.abs(found.inertia - expected.inertia).max() < tolerance * expected.inertia.max()


def test_the_solid_of_a_statement_is_in_units_of_the_model(tmp_path):
    (tmp_path / "box.x_t").write_bytes(transmit_of("box", "PLATE", 2700.0).text())
    graphic = "GRAPHICS/1, EXTERNAL, RM=1, FILE=box.x_t, ELEMENT=plate"
    (tmp_path / "m.adm").write_text(f"t\nUNITS/SYSTEM=CGS\nPART/1, GROUND\nMARKER/1, PART=1\n{graphic}\nEND\n")
    model = bc.read(tmp_path / "m.adm")
    solid = model.get("GRAPHICS", 1).solid(model)
    assert solid.volume == pytest.approx(6000.0)  # cm3
    assert solid.mass == pytest.approx(6000.0 * 2.7)  # g


def test_an_object_of_an_obj_file_is_found_by_its_name(tmp_path):
    lines = ["o left", "v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3", "o right", "v 5 0 0", "f -1 2 3"]
    (tmp_path / "two.obj").write_text("\n".join(lines))
    assert len(read_solid(tmp_path / "two.obj").mesh.corners) == 2
    assert read_solid(tmp_path / "two.obj", Asked("RIGHT")).mesh.points[:, 0].max() == 5


def test_a_missing_file_is_stood_in_for_by_its_companion(tmp_path):
    (tmp_path / "arm.SOLID1.stl").write_bytes(stl_text(TRIANGLES))
    found = read_solid(tmp_path / "arm.xmt_txt", Asked("SOLID1"))
    assert found.mesh.closed and "arm.SOLID1.stl stands in" in found.notes[0]
    with pytest.raises(ModelError, match="cannot be read"):
        read_solid(tmp_path / "arm.xmt_txt", Asked("SOLID2"))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.dxf", b"0\n", "no format this program reads"),
        ("b.stl", b"solid\nendsolid\n", "no usable triangles"),
        ("c.obj", b"v 0 0\nf 1 2 3\n", "damaged"),
        ("d.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 9\n", "damaged: a triangle names a point that is not there"),
        ("e.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not a finite number"),
        ("f.shl", b"", "damaged"),
        ("g.x_t", b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
        ("h.xmt_txt", b"T3 abc", "h.xmt_txt"),
        ("i.xmt_bin", b"PS\0\0", "i.xmt_bin"),
    ],
)
def test_a_bad_file_is_named_in_the_error(tmp_path, name, content, says):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelError, match=says) as caught:
        read_solid(tmp_path / name)
    assert name in str(caught.value)


def test_a_body_that_is_not_there_is_told_with_those_that_are(tmp_path):
    (tmp_path / "a.x_t").write_bytes(transmit_of("box", "PLATE").text())
    with pytest.raises(ModelError, match=r"no body named 'ROD' \(it has PLATE\)"):
        read_solid(tmp_path / "a.x_t", Asked("ROD"))


def test_what_was_read_is_kept_and_a_damaged_cache_is_made_again(tmp_path):
    path = tmp_path / "a.x_t"
    path.write_bytes(transmit_of("cylinder", density=7800.0).text())
    first = read_solid(path)
    (kept,) = (tmp_path / "cache" / "solids").iterdir()
    whole = kept.read_bytes()
    for damage in (b"", whole[:200], whole[:-40], b"PK" + bytes(100), whole[:600] + b"x" * 64 + whole[664:], whole):
        kept.write_bytes(damage)
        reading._known.clear()  # as another process
        again = read_solid(path)
        assert (again.mesh.points == first.mesh.points).all() and (again.mesh.corners == first.mesh.corners).all()
        assert again.density == 7800.0 and kept.read_bytes() == whole


def test_a_net_with_a_hole_gives_no_mass(tmp_path):
    (tmp_path / "open.stl").write_bytes(stl_text(TRIANGLES[1:]))
    with pytest.raises(ModelError, match="encloses no volume: 3 edges are open"):
        bc.Solid.file(tmp_path / "open.stl", density=1.0)
    assert isinstance(read_solid(tmp_path / "open.stl").mesh, Mesh)


def test_a_solid_from_a_file_has_mass(tmp_path):
    (tmp_path / "box.x_t").write_bytes(transmit_of("box", density=2700.0).text())
    assert bc.Solid.file(tmp_path / "box.x_t").mass == pytest.approx(0.006 * 2700)
    assert bc.Solid.file(tmp_path / "box.x_t", scale=1000.0, density=2.7e-6).mass == pytest.approx(0.006 * 2700)


def test_step_files_are_read_or_the_library_is_named(tmp_path):
    (tmp_path / "a.step").write_bytes(b"ISO-10303-21;\n")
    try:
        import OCP  # noqa: F401
    except ImportError:
        says = "pip install .*step"
    else:
        says = "Open CASCADE cannot read it|no usable triangles|no shape"
    with pytest.raises(ModelError, match=says):
        read_solid(tmp_path / "a.step")


def test_a_step_file_of_a_box_is_the_box(tmp_path):
    make = pytest.importorskip("OCP.BRepPrimAPI", reason="Open CASCADE is not installed")
    control = pytest.importorskip("OCP.STEPControl")
    writer = control.STEPControl_Writer()
    writer.Transfer(make.BRepPrimAPI_MakeBox(300.0, 200.0, 100.0).Shape(), control.STEPControl_AsIs)
    writer.Write(str(tmp_path / "box.step"))
    found, expected = mass_of(read_solid(tmp_path / "box.step").mesh), BOX.mass()
    assert found.mass == pytest.approx(expected.mass, rel=1e-9)
    assert found.inertia == pytest.approx(expected.inertia, rel=1e-9)


def test_lines_of_an_obj_go_on_and_an_object_that_is_not_there_is_told(tmp_path):
    """A backslash ends no line; of two objects the third is asked for."""
    text = obj(MESH).decode().replace(" 1/1 ", " 1/1 \\\n")
    assert "\\" in text
    (tmp_path / "box.obj").write_text(text)
    assert mass_of(read_solid(tmp_path / "box.obj").mesh).mass == pytest.approx(0.006, rel=1e-12)
    lines = "o one\n" + obj(MESH).decode()
    (tmp_path / "two.obj").write_text(lines + "o two\n" + "".join(f"f {a} {b} {c}\n" for a, b, c in MESH.corners + 1))
    assert "no object named 'three' (it has one, two)" in read_solid(tmp_path / "two.obj", Asked("three")).notes[0]
