"""What is public: the names, the generated methods, types for editors and type checkers, plug-ins, logging."""

from __future__ import annotations

import importlib.util
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bellcrank as bc

ROOT = Path(__file__).resolve().parents[2]


def test_the_public_names():
    assert set(bc.__all__) == {
        "BellcrankError", "Element", "Model", "Results", "Solid", "Study", "__version__", "diff", "equations",
        "errors", "examples", "explain", "load", "read", "subroutine", "user",
    }  # fmt: skip
    for name in bc.__all__:
        assert getattr(bc, name) is not None
    assert set(dir(bc)) == set(bc.__all__)


def test_the_generated_methods_agree_with_the_declarations():
    spec = importlib.util.spec_from_file_location("make_builders", ROOT / "scripts" / "make_builders.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    if not Path(sys.executable).with_name("ruff").exists():
        pytest.skip("ruff is not installed")
    written = script.TARGET.read_text(encoding="utf-8")
    assert script.source() == written, "run `python scripts/make_builders.py`: an element has changed"


SCRIPT = """\
import numpy as np
import bellcrank as bc

model = bc.Model("pendulum", units="SI", gravity=-9.81)
rod = model.part("rod", mass=2, cm=np.array([0.5, 0.0, 0.0]), inertia=np.diag([0.01, 0.2, 0.2]))
pin = model.revolute("pin", rod, model.ground, at=(0, 0, 0), axis="y")
model.sforce("push", "ROTATION", i=pin.i, j=pin.j, function="-0.1*WY(rod, ground)")
model.motion("motor", joint=pin, function="30D*TIME").icdisp
model.request("tip", x="DX(rod)", z="DZ(rod)")
mass: float = model.parts["rod"].mass
report = model.examine()
for message in report.errors:
    print(message.what, message.cure)
try:
    run = model.simulate(end=1.0, steps=100)
except bc.errors.ConvergenceError as error:
    print(error.report)
else:
    x: float = run.at(0.5, "rod.X")
    run.plot("rod.X", path="x.png")
    run.save("run.csv")
    print(run["rod.X"].max(), run.units("rod.X"), x)
again: bc.Model = bc.read("model.adm")
old: bc.Results = bc.load("run.h5")
study = bc.Study(model, end=1.0, steps=10, timeout=60)
study.variable("m", 1, 2, sets="rod.mass").response("speed", "max(abs(pin.RATE))")
table = study.run("grid")
print(table["speed"], table.told(), table.reasons(), study.results((1.5,)).summary())
table.plot("speed", "m", path="speed.png")
rest: bc.Results = model.simulate(end=1.0, start=model.statics())
wheel = bc.Solid.cylinder(radius=0.3, length=0.1, axis="y", density=7800)
print(wheel.mass, wheel.ip, model.statics().time, model.modes()[0].frequency)
run.view("report.html", others={"old": old})
reveal_type(table)
reveal_type(rod)
reveal_type(model.simulate)
"""


WRONG = """\
import bellcrank as bc
m = bc.Model("m")
m.part("p", mas=1)
m.revolut("r")
m.simulate(ende=1)
bc.reed("x")
bc.Solid.box(1, 1, 1, densty=3)
m.simulate(1.0).plot("p.X", knd="fft")
"""


def test_a_strict_type_checker_sees_everything(tmp_path):
    """A good script passes, and in a wrong one each mistake is found."""
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(SCRIPT)
    (tmp_path / "wrong.py").write_text(WRONG)
    config = ["--config-file", str(ROOT / "pyproject.toml"), "user.py", "wrong.py"]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    words = [sys.executable, "-m", "mypy", "--strict", *config]
    out = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=environment).stdout
    found = {tuple(line.split(":")[:2]) for line in out.splitlines() if ": error:" in line}
    assert found == {("wrong.py", line) for line in "345678"}, out
    assert 'Revealed type is "bellcrank.elements.parts.part.Part"' in out
    assert "bellcrank.results.results.Results" in out and "bellcrank.study.table.Table" in out


PLUGIN = '''"""A joint of a plug-in."""
from bellcrank.elements.joints.joint import Joint
from bellcrank.registry import element


@element("JOINT", "LATCH")
class Latch(Joint):
    """A latch."""

    n_equations = 6
    conditions = (("AT_POINT",), ("PERPENDICULAR", "Z", "X"), ("PERPENDICULAR", "Z", "Y"), ("PERPENDICULAR", "X", "Y"))
'''


def test_plug_ins_of_installed_packages_are_loaded_on_the_command_line_too(tmp_path):
    site = tmp_path / "site-packages"
    for name, module, code in (("good", "latch_plugin", PLUGIN), ("bad", "broken_plugin", "1/0")):
        info = site / f"{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "entry_points.txt").write_text(f"[console_scripts]\nx = y\n[bellcrank.elements]\nmine = {module}\n")
        (site / f"{module}.py").write_text(code)
    (tmp_path / "m.adm").write_text(
        "t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
        "JOINT/1, LATCH, I=2, J=1\nEND\n"
    )
    code = "import sys; sys.path.append(sys.argv.pop(1)); from bellcrank.cli import run; sys.exit(run(sys.argv[1:]))"
    words = [sys.executable, "-c", code, str(site), "info", "m.adm"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "LATCH" in done.stdout.upper()
    assert "The plug-in mine of bad cannot be loaded: ZeroDivisionError" in done.stderr


def test_the_working_folder_is_no_place_for_plug_ins(tmp_path):
    from bellcrank.plugins import plugins

    info = tmp_path / "evil-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[bellcrank.elements]\nx = evil\n")
    assert "evil" not in str(plugins((str(tmp_path), "")))


def test_reading_is_logged(tmp_path, caplog):
    model = bc.Model("logged", units="SI")
    model.part("p", mass=1, ip=(1, 1, 1))
    model.write(tmp_path / "m.adm")
    with caplog.at_level(logging.INFO, logger="bellcrank"):
        bc.read(tmp_path / "m.adm")
        model.simulate(end=0.1, steps=1)
    assert "m.adm: " in caplog.text and "elements" in caplog.text
    assert "logged: 2 rows until 0.1" in caplog.text


@pytest.mark.parametrize("build", ["sforce", "springdamper"])
def test_an_axis_that_would_have_no_effect_is_refused(build):
    """A force along the line between two points: many mean a force along the axis, which ACTIONONLY is."""
    m = bc.Model("cart", units="SI", gravity=0)
    cart = m.part("cart", mass=1, ip=(1, 1, 1))
    with pytest.raises(bc.errors.ModelError, match="axis would have no effect") as error:
        getattr(m, build)("push", i=cart, axis="x", **({"function": "10"} if build == "sforce" else {"k": 1}))
    assert ("actiononly=True" in str(error.value)) == (build == "sforce")
    m.sforce("push", i=cart, axis="x", actiononly=True, function="10")
    assert m.simulate(end=1.0, steps=1)["cart.X"][-1] == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("STEP", "STEP(x, x0, h0, x1, h1)"),
        ("bush", "BUSH(id, jflag, comp, rm)"),
        ("revolute", "A hinge: one rotation about z is left."),
        ("SFORCE", "In Python: model.sforce("),
        ("E702", "What to do."),
        ("C106", "moments of inertia"),
        ("functions", "IMPACT(x, xdot, x1, k, e, cmax, d)"),
        ("statements", "JOINT, REVOLUTE"),
    ],
)
def test_words_are_explained(word, says, capsys):
    bc.explain(word)
    assert says in capsys.readouterr().out


def test_a_word_that_is_not_known_gets_the_nearest_ones():
    with pytest.raises(bc.errors.ModelError, match="REVOLUTE"):
        bc.explain("revolut")


WRONG_CALLS = {
    "springdamper takes name, kind": lambda m, a: m.springdamper("s", a, m.ground, k=1),
    "give bodies by name: i=, j=": lambda m, a: m.springdamper("s", a, k=1),
    "it is called error here": lambda m, a: m.simulate(1.0, tol=1e-3),
    "it is called at here": lambda m, a: m.part("b", mass=1, position=(0, 0, 1)),
    "end missing": lambda m, a: m.simulate(),
    r"\(0, 0\) is no point": lambda m, a: m.revolute("p", a, at=(0, 0)),
    r"\(0, 0, 0\) is no direction": lambda m, a: m.revolute("p", a, axis=(0, 0, 0)),
    "three principal moments": lambda m, a: m.part("b", mass=1, inertia=3),
}


@pytest.mark.parametrize("says", WRONG_CALLS)
def test_a_wrong_call_has_its_cure_and_leaves_nothing_behind(says):
    m = bc.Model("wrong", units="SI", gravity=0)
    a = m.part("a", mass=1, inertia=(1, 2, 2.5))
    before = m.text()
    with pytest.raises(bc.errors.ModelError, match=says):
        WRONG_CALLS[says](m, a)
    assert m.text() == before
    assert a.ip == (1.0, 2.0, 2.5)


def test_examples_pictures_and_the_studio_from_python(tmp_path, monkeypatch):
    """What the command line offers needs no module that is not public."""
    assert {"four-bar", "boom-docking"} <= set(bc.examples())
    model = bc.read(bc.examples()["pendulum"])
    run = model.simulate(end=0.2, steps=4)
    picture = run.snapshot(tmp_path / "strip.png", times=[0.0, 0.2], size=(80, 60))
    film = run.snapshot(tmp_path / "film.gif", seconds=0.2, size=(80, 60))
    assert picture.read_bytes().startswith(b"\x89PNG") and film.read_bytes().startswith(b"GIF89a")
    served = []
    monkeypatch.setattr("bellcrank.viewer.studio.server.serve", lambda bench, port, announce: served.append(bench))
    model.studio(end=0.2, steps=10, sliders={"PART/2.mass": (1.0, 2.0)})
    assert [list(bench.chosen.values()) for bench in served] == [[(1.0, 2.0)]]
