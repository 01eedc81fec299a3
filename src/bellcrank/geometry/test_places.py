"""Which files a dataset may name."""

import pytest

from bellcrank.errors import ModelError
from bellcrank.geometry.places import allow_outside, beside


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "model" / "meshes").mkdir(parents=True)
    (tmp_path / "model" / "meshes" / "arm.stl").write_text("")
    (tmp_path / "model" / "Rod.STL").write_text("")
    (tmp_path / "secret.stl").write_text("")
    (tmp_path / "model" / "link.stl").symlink_to(tmp_path / "secret.stl")
    return tmp_path / "model"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("meshes/arm.stl", "meshes/arm.stl"),
        (r"meshes\arm.stl", "meshes/arm.stl"),
        ("./meshes/../meshes/arm.stl", "meshes/arm.stl"),
        ("rod.stl", "Rod.STL"),
        (r"C:\Users\someone\Rod.STL", "Rod.STL"),
        ("/home/someone/rod.stl", "Rod.STL"),
        ("absent.stl", "absent.stl"),
    ],
)
def test_files_beside_the_dataset_are_found(folder, name, found):
    assert beside(str(folder / "m.adm"), name) == folder.resolve() / found


@pytest.mark.parametrize("name", ["../secret.stl", "meshes/../../secret.stl", "link.stl", "..\\secret.stl"])
def test_files_outside_are_refused_unless_allowed(folder, name):
    with pytest.raises(ModelError, match="outside of the folder"):
        beside(str(folder / "m.adm"), name)
    with allow_outside():
        assert beside(str(folder / "m.adm"), name).resolve() == (folder.parent / "secret.stl").resolve()


@pytest.mark.parametrize("name", ["", "  ", "a\0b.stl"])
def test_what_is_no_name_is_told(folder, name):
    with pytest.raises(ModelError, match="no file name"):
        beside(str(folder / "m.adm"), name)


@pytest.mark.parametrize("name", ["//host/share/x.stl", "\\\\host\\share\\x.stl", "/etc/passwd"])
def test_no_other_place_is_ever_asked(folder, name):
    assert beside(str(folder / "m.adm"), name).parent == folder.resolve()
