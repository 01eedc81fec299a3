"""Real datasets and command files of other people: read without error, written, read again as the same model.

The files lie beside the project in `../shared`; without them these tests are skipped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bellcrank.dataset.files import decode, encode
from bellcrank.model import diff, load, load_commands, load_text
from bellcrank.model.checks import examine

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared"
FOLDERS = (SHARED / "corpus", SHARED / "reference" / "data")
DATASETS = sorted(path for folder in FOLDERS for path in folder.rglob("*.adm"))
COMMANDS = sorted(path for folder in FOLDERS for path in folder.rglob("*.acf"))
FRS5 = SHARED / "corpus" / "adamspy" / "FRS5_doe_8.adm"

pytestmark = pytest.mark.skipif(not DATASETS, reason="the corpus ../shared/corpus is not there")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", DATASETS, ids=name)
def test_a_real_dataset_is_read_written_and_read_again(path):
    model, report = load(path)
    assert not report, report.render()
    text = decode(encode(model.text()))
    again, report = load_text(text, "written.adm")
    assert not report, report.render()
    assert diff(model, again) == [] and model == again
    assert again.text() == text


@pytest.mark.parametrize("path", DATASETS, ids=name)
def test_written_datasets_keep_to_80_columns(path):
    lines = load(path)[0].text().split("\n")[1:]
    free = ("!", ", STRING =", ", COMMENT =")
    assert [line for line in lines if len(line) > 80 and not line.startswith(free)] == []


@pytest.mark.parametrize("path", DATASETS, ids=name)
def test_every_marker_of_a_real_dataset_has_a_place(path):
    model, _ = load(path)
    for marker in model.all("MARKER"):
        origin, axes = model.frame_of(marker.id)
        assert len(origin) == 3 and len(axes) == 9
        z = (axes[2], axes[5], axes[8])
        assert sum(c * c for c in z) == pytest.approx(1.0)


@pytest.mark.parametrize("path", COMMANDS, ids=name)
def test_a_real_command_file_is_read(path):
    script, report = load_commands(path)
    assert not report, report.render()
    assert script.model and script.commands
    assert script.commands[-1].keyword == "STOP"


PAIRS = [path for path in COMMANDS if load_commands(path)[0].model_path().exists()]


@pytest.mark.parametrize("path", PAIRS, ids=name)
def test_the_changes_of_a_command_file_fit_its_model(path):
    script, _ = load_commands(path)
    model, _ = load(script.model_path())
    for command in script.commands:
        if hasattr(command, "apply"):
            command.apply(model)
    assert load_text(model.text())[0] == model


@pytest.mark.parametrize(
    ("file", "dof", "counts"),
    [
        ("chrono/test_Revolute_Case01.adm", 1, {"PART": 2, "JOINT": 1}),
        ("chrono/test_Spherical_Case02.adm", 3, {"PART": 2, "JOINT": 1}),
        ("chrono/test_Universal_Case01.adm", 2, {"PART": 2, "JOINT": 1}),
        ("chrono/test_Distance_Case01.adm", 5, {"PART": 2, "GCON": 1}),
        ("adamspy/FRS5_doe_8.adm", None, {"PART": 141, "BEAM": 58, "BUSHING": 20}),
    ],
)
def test_counts_of_known_models(file, dof, counts):
    model, _ = load(SHARED / "corpus" / file)
    assert dof is None or model.dof() == dof
    assert {keyword: len(model.all(keyword)) for keyword in counts} == counts


def test_a_view_file_under_another_name_is_refused_politely():
    text = decode((SHARED / "corpus" / "quarter-car" / "adams__quarter_car.cmd").read_bytes())
    _, report = load_text("defaults units length = mm\n" + text, "car.adm")
    assert len(report) == 1 and ".cmd" in report.messages[0].cure


def test_a_large_dataset_is_read_and_checked_quickly(cpu_seconds):
    """370 kB in less than half a second of processor time."""
    model, report = load(FRS5)
    assert len(model) > 2500 and not report
    assert cpu_seconds(lambda: load(FRS5)) < 0.5


def test_a_large_dataset_is_checked_within_a_second(cpu_seconds, tmp_path):
    """All rules over 370 kB; the solids beside it are another matter (they are read once, and then remembered)."""
    shutil.copy(FRS5, tmp_path)
    model, report = load(tmp_path / FRS5.name)
    assert not examine(model, report).errors
    assert cpu_seconds(lambda: examine(*load(tmp_path / FRS5.name))) < 1.0


@pytest.mark.parametrize("path", sorted((SHARED / "corpus").rglob("*.adm")), ids=lambda path: path.stem)
def test_no_false_error_over_the_corpus(path, tmp_path):
    """Adams has run all of them."""
    shutil.copy(path, tmp_path)
    assert not examine(*load(tmp_path / path.name)).errors


def test_reading_loads_no_numerical_library():
    code = (
        "import sys, bellcrank as bc; bc.read(sys.argv[1]); "
        "print([m for m in ('numpy', 'numba', 'scipy', 'h5py', 'matplotlib', 'pandas') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code, str(FRS5)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
