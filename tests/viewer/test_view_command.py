"""`bellcrank view` on a run that was really solved."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bellcrank
from bellcrank.cli import run as bellcrank_command

EXAMPLES = Path(bellcrank.__file__).parent / "examples"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A pendulum of the shipped examples, on disk."""
    path = tmp_path_factory.mktemp("run") / "pendulum.h5"
    bellcrank.read(EXAMPLES / "pendulum.adm").simulate(end=1.0, steps=50, path=path)
    return path


def header_of(path):
    return json.loads(
        re.search(r'id="bellcrank-header">(.*?)</script>', path.read_text(encoding="utf-8"), re.S).group(1)
    )


def test_a_result_file_alone_gives_a_report(results, capsys):
    assert bellcrank_command(["view", str(results)]) == 0
    assert "pendulum.html" in capsys.readouterr().out
    header = header_of(results.with_suffix(".html"))
    assert header["frames"] == 51
    assert len(header["parts"]) == 2 and len(header["joints"]) == 1
    assert header["up"] == [0, 1, 0]
    assert any(check["name"] == "largest constraint violation" for check in header["audit"])


@pytest.mark.parametrize("name", ["strip.png", "motion.gif"])
def test_the_suffix_decides_what_is_written(results, tmp_path, name):
    pytest.importorskip("PIL", reason="Pillow is not installed")
    assert bellcrank_command(["view", str(results), "-o", str(tmp_path / name), "--frames", "2"]) == 0
    assert (tmp_path / name).stat().st_size > 5000


def test_a_suffix_that_is_no_picture_is_wrong_usage(results, tmp_path, capsys):
    assert bellcrank_command(["view", str(results), "-o", str(tmp_path / "x.docx")]) == 2
    assert "use .html, .png or .gif" in capsys.readouterr().err


def test_a_missing_file_is_a_message_and_not_a_traceback(tmp_path, capsys):
    assert bellcrank_command(["view", str(tmp_path / "none.h5")]) == 1
    assert "none.h5" in capsys.readouterr().err
