"""Nothing is read or written outside of the folders at hand, unless the user says so (item S6)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bellcrank.cli import run
from bellcrank.dataset.files import inside
from bellcrank.elements.data.number_file import path_of
from bellcrank.errors import DatasetError, ModelError
from bellcrank.model import load_commands, load_text
from bellcrank.model.checks import examine

FREE = """t
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
END
"""
TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def test_s6_what_is_inside():
    """S6: relative paths that stay inside; no parents, no absolute ones, no shares, no drives."""
    good = ["a.stl", "sub/a.stl", "sub/../a.stl", "sub\\a.stl"]
    bad = [
        "../a.stl",
        "/etc/passwd",
        "//host/share/a.stl",
        "\\\\host\\share\\a.stl",
        "C:/a.stl",
        "sub/../../a.stl",
        "a\0b",
    ]
    assert all(inside("models", name) for name in good) and not any(inside("models", name) for name in bad)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with a dataset, below one that is nobody's business."""
    made = tmp_path / "top" / "mine"
    made.mkdir(parents=True)
    (made / "free.adm").write_text(FREE)
    (tmp_path / "top" / "secret.adm").write_text(FREE)
    return made


def commands(folder: Path, model: str, prefix: str) -> str:
    """A command file with the model and the prefix of the output files in its head."""
    (folder / "c.acf").write_text(f"{model}\n{prefix}\nsimulate/transient, end=0.01, steps=1\nstop\n")
    return str(folder / "c.acf")


@pytest.mark.parametrize("prefix", ["../../x", "{top}/x", "sub/../../x"])
def test_s6_output_stays_in_the_output_folder(folder, prefix, capsys):
    """S6: `../../x` and absolute prefixes of a command file."""
    out = folder / "out"
    file = commands(folder, "free", prefix.format(top=folder.parent))
    assert run(["run", file, "--out", str(out)]) == 0
    assert (out / "x.h5").exists() and "are written as x into" in capsys.readouterr().out
    assert sorted(p.name for p in folder.parent.iterdir()) == ["mine", "secret.adm"]
    assert run(["run", file, "--out", str(out), "--allow-outside", "--quiet"]) == 0
    assert list(folder.parent.glob("x.h5")) or list(folder.parent.parent.glob("x.h5")) or list(folder.glob("x.h5"))


@pytest.mark.parametrize("model", ["../secret", "{top}/secret.adm"])
def test_s6_a_model_outside_is_not_read(folder, model, capsys):
    """S6: neither by run nor by check, unless it is allowed."""
    file = commands(folder, model.format(top=folder.parent), "x")
    assert run(["run", file, "--out", str(folder)]) == 1
    assert "outside the folder of the command file" in "".join(capsys.readouterr())
    with pytest.raises(DatasetError, match="--allow-outside"):
        load_commands(file)[0].model_path()
    assert run(["run", file, "--out", str(folder), "--allow-outside", "--quiet"]) == 0


@pytest.mark.parametrize("name", ["../shape.obj", "link.obj"])
def test_s6_shapes_outside_the_folder_are_not_read(folder, name):
    """S6: GRAPHICS FILE took absolute and `../` paths; a link that leads out counts as outside."""
    (folder.parent / "shape.obj").write_text(TRIANGLE)
    (folder / "link.obj").symlink_to(folder.parent / "shape.obj")
    text = f"GRAPHICS/1, EXTERNAL, RM=20, FILE={name}\nEND\n"
    model, report = load_text(FREE.replace("END\n", text), str(folder / "free.adm"))
    assert not report.errors
    (graphic,) = model.all("GRAPHICS")
    with pytest.raises(ModelError, match="--allow-outside"):
        graphic.solid(model)
    model.allow_outside = True
    assert graphic.solid(model) is not None


@pytest.mark.parametrize("name", ["x.h5", "x.msg"])
def test_s6_a_link_in_the_output_folder_leads_nowhere(folder, name, capsys):
    """S6: results were written through a link that lay ready in the output folder, over a file elsewhere."""
    (folder / "out").mkdir()
    (folder.parent / "precious").write_text("mine")
    (folder / "out" / name).symlink_to(folder.parent / "precious")
    file = commands(folder, "free", "x")
    assert run(["run", file, "--out", str(folder / "out")]) == 1
    assert "is a link to" in "".join(capsys.readouterr())
    assert (folder.parent / "precious").read_text() == "mine"


@pytest.mark.parametrize("file", ["s.txt", "sub"])
def test_s6_what_is_no_file_is_not_read(folder, file):
    """S6: a pipe that a dataset names was waited for without end."""
    os.mkfifo(folder / "s.txt")
    (folder / "sub").mkdir()
    text = FREE.replace("END", f"SPLINE/1, FILE={file}\nGRAPHICS/1, EXTERNAL, RM=20, FILE={file}\nEND")
    model, _ = load_text(text, str(folder / "free.adm"))
    with pytest.raises(ModelError, match="is no file"):
        path_of(model, file)
    assert any("is no file" in message.what for message in examine(model))
    assert file == "sub" or inside(folder, file) is None
