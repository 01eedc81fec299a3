"""Killed, stopped, out of room: the old file or the new one, never a broken one, and nothing left behind (item S5)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from bellcrank.cli import run as command_line
from bellcrank.errors import BellcrankError
from bellcrank.model import load
from bellcrank.results import Entity, Results
from bellcrank.results import load as load_results
from bellcrank.whole_files import whole, write_whole

FOUR_BAR = files("bellcrank").joinpath("examples", "four-bar.adm").read_text(encoding="utf-8")
PART = Entity("PART_2", "Part", 2, ("X", "Y", "Z", "PSI", "THETA", "PHI"))


@pytest.fixture
def folder(tmp_path) -> Path:
    """An untidy dataset, and a small result file."""
    (tmp_path / "m.adm").write_text(FOUR_BAR.replace(", ", ",", 40))
    rows = np.random.default_rng(1).normal(size=(2000, 7))
    rows[:, 0] = np.arange(2000)
    Results([PART], rows).save(tmp_path / "r.h5")
    return tmp_path


WRITERS = {
    "fmt": ["fmt", "m.adm", "--write"],
    "convert csv": ["convert", "r.h5", "out.csv"],
    "convert res": ["convert", "r.h5", "out.res"],
    "convert h5": ["convert", "r.h5", "out.h5"],
    "view": ["view", "r.h5", "-o", "out.html"],
    "snapshot": ["snapshot", "r.h5", "-o", "out.png", "--frames", "2"],
    "run": ["run", "m.adm", "--end", "0.5", "--out", ".", "--name", "out", "--adams-files", "--quiet"],
}
"""Every command that writes."""

MOMENTS = int(os.environ.get("BELLCRANK_MOMENTS", "3"))
"""At so many moments; with more (20 on a quiet machine) every command is tried."""


def broken(folder: Path) -> list[str]:
    """What is in the folder that should not be: hidden files, result files that cannot be read, a cut dataset."""
    found = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    for path in folder.iterdir():
        if path.suffix in (".h5", ".csv", ".res", ".req", ".gra"):
            try:
                load_results(path)
            except BellcrankError as error:
                found.append(str(error))
        elif (path.suffix == ".html" and not path.read_text().rstrip().endswith("</html>")) or (
            path.suffix == ".png" and not path.read_bytes().endswith(b"IEND\xaeB`\x82")
        ):
            found.append(path.name)
    return found + [m.what for m in load(folder / "m.adm")[1].errors]


@pytest.mark.parametrize(
    ("name", "how"),
    [(name, how) for name in (WRITERS if MOMENTS > 3 else ("fmt", "run")) for how in (signal.SIGKILL, signal.SIGINT)],
)
def test_s5_killed_or_stopped_at_any_moment(folder, name, how):
    """S5: kill -9 and Ctrl-C, from the start of the command to its end; leftovers `.r-xxxx` stayed behind."""
    command = [sys.executable, "-m", "bellcrank", *WRITERS[name]]
    started = time.monotonic()
    subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    whole_time = time.monotonic() - started
    (folder / "m.adm").write_text(FOUR_BAR.replace(", ", ",", 40))
    moments = [whole_time * (0.35 + 0.65 * k / MOMENTS) for k in range(MOMENTS)]  # imports come first
    for moment in moments:
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            time.sleep(moment)
            process.send_signal(how)
            said = process.communicate(timeout=60)[1].decode()
        assert "Traceback" not in said or "import" in said, said
        assert broken(folder) == [], moment


@pytest.mark.parametrize("name", list(WRITERS))
def test_s5_a_full_disk_leaves_what_was_there(folder, name, monkeypatch):
    """S5: `fmt --write` destroyed the dataset, a report was cut. Files cannot grow beyond 1 kB, as on a full disk."""
    monkeypatch.chdir(folder)
    for path in ("out.csv", "out.res", "out.html", "out.png"):
        Path(path).write_text("old")
    Results([PART], np.zeros((3, 7))).save("out.h5")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    command = [sys.executable, "-c", LIMITED, *WRITERS[name]]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in said.stderr, said.stderr
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    if name == "run":
        assert broken_names(folder) == [] and after["m.adm"] == before["m.adm"]
        return
    assert said.returncode != 0, said
    assert after == before


def broken_names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from bellcrank.cli import run
import bellcrank.model.checks, bellcrank.results, bellcrank.viewer, bellcrank.plots.snapshot
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_s5_a_folder_that_may_not_be_written(folder):
    folder.chmod(0o555)
    try:
        assert command_line(["fmt", str(folder / "m.adm"), "--write"]) == 1
    finally:
        folder.chmod(0o755)
    assert load(folder / "m.adm")[1].errors == []


def test_s5_a_file_that_may_not_be_written(folder, monkeypatch):
    """S5: a file without permission to write is not replaced by a new one that has it."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    before = (folder / "m.adm").read_bytes()
    with pytest.raises(PermissionError):
        write_whole(folder / "m.adm", b"new")
    assert (folder / "m.adm").read_bytes() == before


def test_s5_a_folder_that_vanishes(tmp_path):
    """S5: while the file is being written."""
    folder = tmp_path / "gone"
    folder.mkdir()
    writing = whole(folder / "x")
    writing.__enter__().write_text("new")
    folder.rmdir()
    with pytest.raises(OSError, match="No such file"):
        writing.__exit__(None, None, None)
    assert list(tmp_path.iterdir()) == []


def test_s5_whole_files_keep_permissions_and_follow_links(tmp_path):
    """S5: the new file is as readable as the old one was."""
    (tmp_path / "x").write_text("old")
    (tmp_path / "x").chmod(0o640)
    (tmp_path / "link").symlink_to("x")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "x").read_text() == "new"
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640
    writing = whole(tmp_path / "x")
    writing.__enter__().write_text("half")
    assert writing.__exit__(ValueError, ValueError(), None) is not True
    assert (tmp_path / "x").read_text() == "new" and len(list(tmp_path.iterdir())) == 2
    write_whole("/dev/null", b"anything")


def test_s5_without_nameless_files_a_hidden_one_stands_in(tmp_path, monkeypatch):
    """S5: on other systems; what a killed process has left is removed by the next one."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    (tmp_path / ".x-999999999").write_text("left")
    write_whole(tmp_path / "x", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    writing = whole(tmp_path / "x")
    writing.__enter__().write_text("half")
    assert writing.__exit__(ValueError, ValueError(), None) is not True
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
