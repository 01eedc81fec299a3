"""Killed, stopped, out of room: the old file or the new one, never a broken one, and nothing left behind (item S5)."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import click
import numpy as np
import pytest

from bellcrank.results import Entity, Results
from bellcrank.whole_files import whole, write_whole

EXAMPLES = files("bellcrank").joinpath("examples")
FOUR_BAR = EXAMPLES.joinpath("four-bar.adm").read_text(encoding="utf-8")
PART = Entity("PART_2", "Part", 2, ("X", "Y", "Z", "PSI", "THETA", "PHI"))


@pytest.fixture
def folder(tmp_path) -> Path:
    """An untidy dataset, a small result file, a command file, a message file, a study; old files to be replaced."""
    place = tmp_path / "folder"
    place.mkdir()
    tmp_path.chmod(0o777)
    tmp_path.parent.chmod(0o755)
    (place / "m.adm").write_text(FOUR_BAR.replace(", ", ",", 40))
    (place / "doubtful.adm").write_text(DOUBTFUL)
    (place / "c.acf").write_text(COMMANDS)
    (place / "old.msg").write_text(" command: file/model=m\n command: sim/dyn, end=0.1, steps=4\n command: stop\n")
    (place / "s.toml").write_text(STUDY)
    (place / "sm.adm").write_text(EXAMPLES.joinpath("spring-mass.adm").read_text(encoding="utf-8"))
    rows = np.random.default_rng(1).normal(size=(2000, 7))
    rows[:, 0] = np.arange(2000)
    Results([PART], rows).save(place / "r.h5")
    for suffix in (".csv", ".res", ".html", ".png", ".gif", ".svg", ".json", ".parquet", ".acf"):
        (place / f"out{suffix}").write_text("old")
    return place


DOUBTFUL = """t
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=-2*VX(20,1)
ACCGRAV/KGRAV=-9.81
END
"""
COMMANDS = """
file/model=sm
simulate/statics
linear/statemat, file=ab, format=matlab
save/system, file=kept
simulate/dynamics, duration=0.1, steps=4
reload/system, file=kept
simulate/dynamics, duration=0.1, steps=4
stop
"""
STUDY = """model = "sm.adm"
end = 0.1
steps = 5
runs = 2
sampling = "random"
[variables]
k = {sets = "SPRINGDAMPER/1.k", low = 0.5, high = 2.0}
[responses]
peak = "max(time)"
"""
RUN = ["--out", ".", "--name", "out", "--quiet"]
WRITERS = {
    "fmt": ["fmt", "m.adm", "--write"],
    "check": ["check", "doubtful.adm", "--fix"],
    "convert csv": ["convert", "r.h5", "out.csv"],
    "convert res": ["convert", "r.h5", "out.res"],
    "convert h5": ["convert", "r.h5", "out.h5"],
    "convert parquet": ["convert", "r.h5", "out.parquet"],
    "view": ["view", "r.h5", "-o", "out.html"],
    "plot": ["plot", "r.h5", "PART_2.X", "-o", "out.png"],
    "snapshot": ["snapshot", "r.h5", "--plain", "-o", "out.png", "--frames", "2", "--size", "64", "64"],
    "snapshot gif": ["snapshot", "r.h5", "--plain", "-o", "out.gif", "--frames", "2", "--size", "64", "64", "--gif"],
    "run": ["run", "m.adm", "--end", "0.1", "--adams-files", *RUN],
    "run verify": ["run", "m.adm", "--end", "0.05", "--verify", *RUN],
    "script": ["run", "c.acf", *RUN],
    "modes": ["modes", "sm.adm", "--json", "out.json"],
    "modes view": ["modes", "sm.adm", "--view", "out.html"],
    "study": ["study", "s.toml", "--out", "st", "--workers", "0", "--animations", "1", "--quiet"],
    "replay": ["replay", "old.msg", *RUN],
    "replay commands": ["replay", "old.msg", "--commands", "out.acf"],
    "demo": ["demo", "pendulum", "--copy", "."],
}
"""Every command that writes."""

MOMENTS = int(os.environ.get("BELLCRANK_MOMENTS", "3"))
"""At so many moments; with more (20) every command is tried in every way."""
WAYS = ("kill", "stop", "vanish", "closed", "full")
FEW = [
    ("fmt", "kill"),
    ("run", "kill"),
    ("script", "stop"),
    ("view", "vanish"),
    ("convert h5", "closed"),
    ("fmt", "closed"),
    ("run", "full"),
]


def interrupted(how: str, count: int, folder: Path, command: list[str]) -> list[str]:
    """What went wrong; see moments.py."""
    script = [sys.executable, str(Path(__file__).parent / "moments.py"), how, str(count), str(folder), "--", *command]
    said = subprocess.run(script, capture_output=True, text=True, check=False, timeout=1200)
    assert said.returncode == 0, said.stderr
    return [line for line in said.stderr.splitlines() if line.startswith("WRONG")]


@pytest.mark.parametrize(("name", "how"), [(n, h) for n in WRITERS for h in WAYS] if MOMENTS > 3 else FEW)
def test_s5_interrupted_at_any_moment(folder, name, how):
    """S5: kill -9, Ctrl-C, folders that vanish or are closed, a full disk, from the first file to the last.

    `fmt --write` destroyed the dataset, a report was cut, leftovers `.r-xxxx` stayed behind.
    """
    assert interrupted(how, MOMENTS, folder, WRITERS[name]) == []


def test_s5_every_command_that_writes_is_tried():
    """S5: commands with a file to write, by their options; and those that always write."""
    from bellcrank.cli import group

    assert isinstance(group, click.Group)
    wanted = set(group.list_commands(click.Context(group))) - {"studio", "warm", "completion", *READ_ONLY}
    assert wanted <= {words[0] for words in WRITERS.values()}, wanted


READ_ONLY = ("compare", "diff", "explain", "info", "table")
"""Studio writes by `write_text` (test of its bench), warm by the cache (test_cache.py)."""


def test_s5_between_two_names(tmp_path):
    """S5: killed just between the hidden and the final name: the old file is whole, the next writer tidies up."""
    (tmp_path / "x").write_text("old")
    script = "import os, sys; from bellcrank import whole_files as w\n"
    script += "w.os.replace = lambda *_: os.kill(os.getpid(), 9)\nw.write_whole(sys.argv[1], b'new')"
    assert subprocess.run([sys.executable, "-c", script, str(tmp_path / "x")], check=False).returncode == -9
    assert (tmp_path / "x").read_text() == "old" and len(list(tmp_path.iterdir())) == 2
    write_whole(tmp_path / "x", b"newer")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x", "newer")]


CLOSED = """
import os, sys
from bellcrank import whole_files as w
if os.geteuid() == 0:
    os.setgid(65534), os.setuid(65534)
def close(*_):
    os.chmod(sys.argv[1], 0o555)
    return replace(*_)
replace, w.os.replace = os.replace, close
{before}
try:
    w.write_whole(sys.argv[1] + "/x", b"new")
except PermissionError:
    print("refused")
"""


@pytest.mark.parametrize("before", ["", "del os.O_TMPFILE"], ids=["without a name", "hidden"])
def test_s5_a_folder_that_is_closed_between_two_names(tmp_path, before):
    """S5: as another user than root, who may write everywhere: the hidden file went no more, the folder was closed."""
    place = tmp_path / "closed"
    place.mkdir()
    (place / "x").write_text("old")
    if os.geteuid() == 0:
        for path in (place, place / "x"):
            os.chown(path, 65534, 65534)
        for above in (tmp_path, *tmp_path.parents):
            if not above.stat().st_mode & 0o001:
                above.chmod(0o755)
    script = [sys.executable, "-c", CLOSED.format(before=before), str(place)]
    said = subprocess.run(script, capture_output=True, text=True, check=False)
    assert said.stdout == "refused\n", said.stderr
    assert [(path.name, path.read_text()) for path in place.iterdir()] == [("x", "old")]
    assert place.stat().st_mode & 0o777 == 0o555
    place.chmod(0o755)


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


LOST = """
import signal, sys, time, weakref
from bellcrank.cli import commands, group, run
def main(*_, **__):
    class Thing: pass
    thing = Thing()
    kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(20)
signal.signal(signal.SIGINT, signal.default_int_handler)
group.main = main
print(run(["info"]))
"""


def test_s5_ctrl_c_inside_of_a_callback_of_python_is_not_lost():
    """S5: Python prints a traceback there and goes on; HDF5's handles have such callbacks."""
    said = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, check=False, timeout=60)
    assert (said.stdout, said.stderr) == ("130\n", "Stopped.\n")
