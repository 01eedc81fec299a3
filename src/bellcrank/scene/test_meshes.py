import struct

import numpy as np
import pytest

from bellcrank.errors import ModelError
from bellcrank.scene.meshes import read_mesh

SQUARE = np.array([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], dtype=float)


def area(mesh):
    a, b, c = (mesh.points[mesh.corners[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def stl_text(triangles):
    facets = "".join(
        "facet normal 0 0 1\n outer loop\n"
        + "".join(f"  vertex {x} {y} {z}\n" for x, y, z in t)
        + " endloop\nendfacet\n"
        for t in triangles
    )
    return f"solid square\n{facets}endsolid\n"


def stl_binary(triangles):
    body = b"".join(struct.pack("<12fH", 0, 0, 1, *np.ravel(t), 0) for t in triangles)
    return b"solid but binary".ljust(80) + struct.pack("<I", len(triangles)) + body


TWO = [SQUARE[[0, 1, 2]], SQUARE[[0, 2, 3]]]
OBJ = "".join(f"v {x} {y} {z}\n" for x, y, z in SQUARE) + "f 1/1 2/2 3/3 4/4\n"
SHL = "4 1 4 0.5\n" + "".join(f"{2 * x} {2 * y} {2 * z}\n" for x, y, z in SQUARE) + "4 1 2 3 4\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.stl", stl_text(TWO).encode()), ("b.STL", stl_binary(TWO)), ("c.obj", OBJ.encode()), ("d.shl", SHL.encode())],
)
def test_a_square_in_every_format_has_four_points_and_area_two(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    mesh = read_mesh(tmp_path / name)
    assert len(mesh.points) == 4 and len(mesh.corners) == 2
    assert area(mesh) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.xmt_txt", "**ABC", "no format this program reads"),
        ("b.stl", "solid\nendsolid\n", "no usable triangles"),
        ("c.obj", "v 0 0\nf 1 2 3\n", "damaged"),
        ("d.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n", "no usable triangles"),
    ],
)
def test_a_bad_file_is_named_in_the_error(tmp_path, name, content, says):
    (tmp_path / name).write_text(content)
    with pytest.raises(ModelError, match=says):
        read_mesh(tmp_path / name)


def test_a_missing_file_is_an_error_of_the_model(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        read_mesh(tmp_path / "nowhere.stl")
