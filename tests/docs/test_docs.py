"""The docs are true: all Python and all commands run, Sphinx builds them without a warning, links lead somewhere."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
import sys
from glob import glob
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from blocks import DOCS, ROOT, commands, pages, python_blocks, spoken_commands

import bellcrank as bc
from bellcrank.cli import group
from bellcrank.cli import run as bellcrank
from bellcrank.model.shipped import examples

WITH_PYTHON = [page for page in pages() if python_blocks(page) and page.stem != "seven-models"]
WITH_COMMANDS = [page for page in pages() if commands(page)]
SERVERS = ("--serve", "--view", "--open", "studio", "warm", "--cluster")
"""Words of commands that serve, open a browser or compile everything: these are only parsed."""


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda p: p.stem)
def test_python_blocks_of_a_page_run_in_order(page, tmp_path):
    """In an empty folder, as one script; a page may say that a block is only shown by fencing it as text."""
    code = "\n".join(block.replace("from __future__ import annotations\n", "") for block in python_blocks(page))
    script = tmp_path / "page.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_python_of_the_readme_runs(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## In Python\n")[2].partition("\n## ")[0]
    shutil.copy(examples()["slider-crank"], tmp_path / "model.adm")
    code = "\n".join(line.removeprefix("    ") for line in text.splitlines() if line.startswith("    "))
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {"report.html", "run.parquet"} <= {path.name for path in tmp_path.iterdir()}


DATASET = """block on a spring
UNITS/SYSTEM=MKS
ACCGRAV/KGRAV=-9.81
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=0,0,-1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
! adams_view_name='spring'
SPRINGDAMPER/1, TRANSLATION, I=20, J=2, K=200, C=2, LENGTH=1
OUTPUT/REQSAVE
END
"""
ROTOR = """rotor
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
! adams_view_name='rotor'
PART/2, MASS=10, CM=20, IP=0.3,0.3,0.2
MARKER/20, PART=2
BUSHING/1, I=20, J=1, K=2E5,2E5,1E6, KT=1E4,1E4,0, C=0,0,0, CT=0,0,0
MOTION/1, B3, I=20, J=1, FUNCTION=0
END
"""
URDF = """<robot name="p"><link name="base"/><link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial></link><joint name="hinge" type="continuous"><parent link="base"/>
<child link="rod"/><axis xyz="0 1 0"/></joint></robot>"""
STUDY = """model = "model.adm"
end = 0.1
runs = 2
sampling = "grid"
[variables]
k = {sets = "spring.k", values = [100, 200]}
[responses]
top = "max(PART_2.Z)"
"""


@pytest.fixture(scope="session")
def desk(tmp_path_factory):
    """A folder with files under the names that the docs use."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("model", "old"):
        (folder / f"{name}.adm").write_text(DATASET)
    (folder / "new.adm").write_text(DATASET.replace("K=200", "K=300"))
    contact = "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E5, DAMPING=1, EXPONENT=1.5, DMAX=1E-3\nEND\n"
    shapes = "GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=0.1, YSCALE=0.1, ZSCALE=0.1\n"
    shapes += "GRAPHICS/2, PLANE, RM=2, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1\n"
    (folder / "crane.adm").write_text(DATASET.replace("END\n", shapes + contact))
    (folder / "crane.acf").write_text(
        "\nfile/model=crane\nsimulate/statics\nsimulate/dynamics, end=0.1, steps=5\nstop\n"
    )
    (folder / "model.acf").write_text("\nfile/model=model\nsimulate/dynamics, end=0.1, steps=5\nstop\n")
    (folder / "rotor.adm").write_text(ROTOR)
    (folder / "robot.urdf").write_text(URDF)
    for name in ("study.toml", "FILE.toml"):
        (folder / name).write_text(STUDY)
    run = bc.read(folder / "model.adm").simulate(1.0, 100)
    for name in ("run.h5", "stiff.h5", "soft.h5", "adams.res"):
        run.save(folder / name)
    bc.read(examples()["slider-crank"]).simulate(0.1, 40).save(folder / "slider-crank.h5")
    return folder


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda p: p.stem)
def test_commands_of_a_page_run_in_order(page, desk, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "desk"
    shutil.copytree(desk, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("webbrowser.open", lambda *_: True)
    for line in commands(page):
        words = [word for text in shlex.split(line)[1:] for word in (sorted(glob(text)) if "*." in text else [text])]
        if "replay" in words and not Path(words[-1]).exists():
            bellcrank(["run", "model.acf", "--name", Path(words[-1]).stem])
        if any(word in words for word in SERVERS):
            parse(words)
        else:
            code = bellcrank(words)
            assert code == 0 or words[0] in ("check", "fmt", "compare", "diff"), line + "\n" + capsys.readouterr().err


def parse(words):
    """Whether the command line understands them."""
    command = group.get_command(None, words[0])
    assert command is not None, words
    command.make_context(words[0], list(words[1:]))


@pytest.mark.parametrize("page", [page for page in pages() if spoken_commands(page)], ids=lambda p: p.stem)
def test_commands_in_the_text_exist(page):
    """Their names and options; arguments are often left out there."""
    for line in spoken_commands(page):
        words = shlex.split(line.replace("...", ""))[1:]
        if not words or words[0].startswith("-") or words[0] == "COMMAND":
            continue
        command = group.get_command(None, words[0])
        assert command is not None, line
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        given = {re.sub("=.*", "", word) for word in words[1:] if re.match("--?[a-z]", word)}
        assert given <= known | {"--help", "--debug"}, line


def test_sphinx_builds_without_a_warning_and_every_link_leads_somewhere(tmp_path):
    """-W makes warnings errors; nitpicky references and anchors of other pages count."""
    pytest.importorskip("sphinx")
    words = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    for page, text in {
        "reference/generated/rules": "C001: the velocity is not the rate",
        "reference/generated/element-joint": "Marker I, on one part",
        "reference/functions": "IMPACT(x, xdot, x1, k, e, cmax, d)",
        "generated/messages": "E702: ",
        "generated/support": "not simulated",
        "generated/python": "model.simulate",
        "generated/commands": "bellcrank studio",
    }.items():
        assert text in re.sub("<[^>]*>", "", (tmp_path / f"{page}.html").read_text(encoding="utf-8")), page
    broken = list(broken_links(tmp_path))
    assert not broken, broken


def broken_links(folder):
    """Links between the built pages, and their anchors, that lead nowhere."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for link in re.findall(r'<a [^>]*href="([^"]+)"', text):
            if re.match("[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            file = (path.parent / target).resolve() if target else path
            if not file.exists() or (anchor and file in anchors and anchor not in anchors[file]):
                yield f"{path.relative_to(folder)}: {link}"


def test_links_outside_are_few_and_well_formed():
    """No network here: addresses are https, and of a few hosts."""
    for page in pages():
        for address in re.findall(r"https?://[^\s)`>\"]+", page.read_text(encoding="utf-8")):
            assert re.match(r"https://[\w.-]+\.\w+", address), f"{page.name}: {address}"


def test_every_page_is_in_the_contents():
    contents = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in pages()[1:]:
        name = str(page.relative_to(DOCS).with_suffix(""))
        assert name in ("index",) or name in contents, name


def test_pictures_are_small_and_made_by_a_script():
    """Every picture a page shows is there, below 200 kB, and named in a script of docs/figures."""
    scripts = "".join(script.read_text(encoding="utf-8") for script in (DOCS / "figures").glob("*.py"))
    machines = [path.stem.replace("_", "-") for path in (DOCS.parent / "examples" / "gallery").glob("*.py")]
    scripts += " ".join(f"gallery-{name}.png gallery-{name}-curves.png" for name in machines)  # figures/gallery.py
    shown = set()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        shown |= {(page.parent / link).resolve() for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)}
    assert {"report.png", "docking.png"} <= {picture.name for picture in shown}
    for picture in shown:
        assert picture.name in scripts and 5_000 < picture.stat().st_size < 200_000, picture


def test_every_message_number_is_explained():
    """The numbers in the source are those of explanations.md; rules of check explain themselves."""
    from bellcrank.explanations import explanations

    used = set()
    for path in (ROOT / "src").rglob("*.py"):
        if not path.name.startswith("test_"):
            texts = (
                n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)
            )
            used |= {text for text in texts if isinstance(text, str) and re.fullmatch(r"[EWN]\d{3}", text)}
    assert used == set(explanations())
    for number, (title, text) in explanations().items():
        assert title and (number == "E000" or ("**Why.**" in text and "**What to do.**" in text)), number


def test_explain_prints_them(capsys):
    assert bellcrank(["explain", "e702"]) == 0
    assert "The mechanism locks" in capsys.readouterr().out
    assert bellcrank(["explain", "C001"]) == 0
    assert "rate" in capsys.readouterr().out
    assert bellcrank(["explain", "E999"]) == 1
    assert bellcrank(["explain"]) == 0
    assert "E101" in capsys.readouterr().out
