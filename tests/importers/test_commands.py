"""The command line takes robots like datasets."""

from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path

import pytest

from bellcrank.cli import run

ROBOTS = Path(__file__).parent / "robots"


@pytest.fixture
def robot(tmp_path):
    return shutil.copy(ROBOTS / "two_link.urdf", tmp_path / "two_link.urdf")


def call(*words: object, code: int = 0) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        found = run([str(word) for word in words])
    assert found == code, out.getvalue()
    return out.getvalue()


def test_info_check_and_diff(robot):
    assert "shoulder" in call("info", robot)
    assert "W120" in call("check", robot)
    assert "no difference" in call("diff", robot, robot)


def test_fmt_writes_a_dataset_beside_the_robot(robot):
    before = Path(robot).read_text()
    assert "JOINT/" in call("fmt", robot)
    assert "two_link.adm" in call("fmt", robot, "--write")
    assert Path(robot).read_text() == before and "PART/" in Path(robot).with_suffix(".adm").read_text()
    assert "exists already" in call("fmt", robot, "--write", code=1)


def test_run(robot, monkeypatch):
    monkeypatch.chdir(Path(robot).parent)
    call("run", robot, "--end", "0.05")
    assert Path(robot).with_suffix(".h5").exists()


def test_a_dataset_needs_no_importer(tmp_path):
    """Reading a dataset stays as quick as it was: no XML, no other format is loaded."""
    import subprocess
    import sys

    (tmp_path / "m.adm").write_text("t\nPART/1, GROUND\nEND\n")
    found = "[m for m in sys.modules if 'importers' in m or 'expat' in m]"
    code = f"import bellcrank as bc, sys; bc.read('m.adm'); print({found})"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
