"""Nothing of a stranger is executed (items S2, S6): neither what his dataset asks for nor what lies beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bellcrank as bc
import bellcrank.elements
from bellcrank import registry
from bellcrank.errors import BellcrankError, UnsupportedError
from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.schema.subroutine import file_of, routine_of
from bellcrank.testing.attack import seeds

CODE = "open({mark!r}, 'w').write(__file__)\ndef {name}(*_):\n    open({mark!r}, 'w').write('called')\n    return 0.0\n"
COMPILING = os.environ | {"NUMBA_DISABLE_JIT": "0"}
ASKING = [piece for piece in seeds.PIECES if "USER(" in piece]
MODULES = ("lib", "os", "x", "m", "subprocess", "numpy", "h5py", "numba", "scipy", "matplotlib", "click", "llvmlite")
"""What a dataset may name, and what Python would import from the working folder."""
COMMANDS = """
file/model=m
control/function=user(1,2), routine=os::system
control/function=user(1,2), routine=lib::consub
simulate/transient, end=0.01, steps=1
stop
"""
STUDY = """model = "m.adm"
end = 0.01
steps = 1
[variables]
m = {sets = "PART/2.mass", values = [1.0, 2.0]}
[responses]
r = "max(time)"
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A stranger's folder: every module in it would leave a mark."""
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(CODE.format(mark=str(tmp_path / "EXECUTED"), name="consub"))
    (tmp_path / "sitecustomize.py").write_text(CODE.format(mark=str(tmp_path / "EXECUTED"), name="system"))
    (tmp_path / "c.acf").write_text(COMMANDS)
    (tmp_path / "s.toml").write_text(STUDY)
    (tmp_path / "old.msg").write_text("\n".join(f" command: {line}" for line in COMMANDS.strip().splitlines()))
    return tmp_path


def executed(folder: Path) -> str:
    mark = folder / "EXECUTED"
    return mark.read_text() if mark.exists() else ""


@pytest.mark.parametrize("piece", ASKING, ids=lambda piece: piece.split(",")[0])
def test_s6_no_element_executes_code_that_is_not_allowed(folder, piece, monkeypatch):
    """S6: reading, checking, writing and every analysis of each element that asks for a user subroutine."""
    monkeypatch.chdir(folder)
    path = folder / "m.adm"
    path.write_text(f"{seeds.FRAME}{piece}\nEND\n")
    model = bc.read(path)
    examine(model)
    model.write(folder / "n.adm")
    for analysis in (
        lambda: model.simulate(end=0.01, steps=1),
        lambda: model.statics(),
        lambda: model.modes(at="input"),
        lambda: model.linearize(at="input"),
    ):
        with pytest.raises(BellcrankError):
            analysis()
    assert executed(folder) == ""


def test_s6_every_element_with_a_subroutine_is_asked():
    """S6: the list above is complete."""
    registry.load_all(bellcrank.elements)
    wanted = {keyword for (keyword, _), cls in registry.ELEMENTS.items() if cls.subroutines}
    asked = {line.partition("/")[0] for piece in ASKING for line in piece.splitlines() if "USER(" in line}
    assert wanted <= asked, wanted - asked


@pytest.mark.parametrize(
    "routine",
    ["../lib::f", "/etc/lib::f", "..\\lib::f", "C:/lib::f", "lib.sub::f", "lib/../lib::f", "::f", "os.path::f",
     "a b::f", "linked::f", "'lib'::f", "lib\0::f", "~/lib::f", "$HOME/lib::f", "//host/lib::f", "lib.py::f", "-c::f"],
)  # fmt: skip
def test_s6_only_files_of_the_folder_are_code(tmp_path, routine):
    """S6: also where code is allowed; a link that leads out is not followed."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (tmp_path / "lib.py").write_text(CODE.format(mark=str(tmp_path / "EXECUTED"), name="f"))
    (folder / "linked.py").symlink_to(tmp_path / "lib.py")
    model, _ = load_text(f"{seeds.FRAME}SFORCE/1, TRANSLATION, I=20, J=11, FUNCTION=USER(1)\nEND\n")
    model.file, model.allow_code = str(folder / "m.adm"), True
    model.get("SFORCE", 1).routine = routine
    module, _ = routine_of(model.get("SFORCE", 1), "function", "SFOSUB", model)
    assert file_of(module, model) is None
    with pytest.raises(UnsupportedError):
        model.simulate(end=0.01, steps=1)
    assert not (tmp_path / "EXECUTED").exists()


RUNS = {
    "info": ["info", "m.adm"],
    "check": ["check", "m.adm", "--fix"],
    "check commands": ["check", "c.acf"],
    "fmt": ["fmt", "m.adm", "--write"],
    "run": ["run", "m.adm", "--end", "0.01", "--steps", "1"],
    "script": ["run", "c.acf"],
    "replay": ["replay", "old.msg"],
    "modes": ["modes", "m.adm", "--at", "input"],
    "study": ["study", "s.toml", "--workers", "2"],
}


@pytest.mark.parametrize(
    ("name", "what"), [*((name, "dataset") for name in RUNS), ("run", "beside"), ("study", "beside")]
)
def test_s6_no_command_executes_what_lies_beside(folder, name, what):
    """S2, S6: modules of the working folder; helping processes looked for numpy and numba there first."""
    user = "SFORCE/1, TRANSLATION, I=20, J=11, FUNCTION=USER(1), ROUTINE=lib::consub\n" if what == "dataset" else ""
    (folder / "m.adm").write_text(f"{seeds.FRAME}{user}END\n")
    command = [sys.executable, "-m", "bellcrank", *RUNS[name]]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    said = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment, timeout=300
    )
    assert "Traceback" not in said.stderr, said.stderr
    assert executed(folder) == ""


HELPERS = """
import os, sys
from bellcrank.processes import leave_working_folder, own
leave_working_folder()
import subprocess
words = [sys.executable, "-c", "import sys, numpy; print(numpy.__file__)"]
print(subprocess.run(words, env=own(), capture_output=True, text=True).stdout)
"""


def test_s2_helping_processes_do_not_look_in_the_working_folder(folder):
    """S2: processes that compile, repeat a run, serve a page or do the runs of a study have this environment."""
    (folder / "helpers.py").write_text(HELPERS)
    said = subprocess.run([sys.executable, "-m", "helpers"], cwd=folder, capture_output=True, text=True, check=True)
    assert "site-packages" in said.stdout and str(folder) not in said.stdout and executed(folder) == ""


def test_s2_every_helping_process_has_that_environment():
    """S2: no call of Popen or run in the package without it, but for programs that are not Python."""
    home = Path(bc.__file__).parent
    calls = [
        (path.relative_to(home), text)
        for path in home.rglob("*.py")
        if not path.name.startswith("test_") and "testing" not in path.parts
        for text in [path.read_text(encoding="utf-8")]
        if "sys.executable" in text
    ]
    assert calls and all("own(" in text for _, text in calls), [str(path) for path, text in calls if "own(" not in text]
