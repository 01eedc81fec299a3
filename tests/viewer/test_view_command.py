"""`bellcrank view` on a run that was really solved."""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path

import pytest

import bellcrank
from bellcrank.cli import run as bellcrank_command
from bellcrank.plots.style import new_figure

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


def test_a_suffix_that_is_no_page_is_wrong_usage(results, tmp_path, capsys):
    assert bellcrank_command(["view", str(results), "-o", str(tmp_path / "x.png")]) == 2
    assert "bellcrank snapshot" in capsys.readouterr().err


def test_serve_announces_an_address_of_this_computer(results, monkeypatch, capsys):
    uvicorn = pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    pytest.importorskip("starlette", reason="starlette is not installed")
    bound = []

    def look(server, sockets):
        bound.extend(sockets)

    monkeypatch.setattr(uvicorn.Server, "run", look)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    assert bellcrank_command(["view", str(results), "--serve"]) == 0
    host, port = bound[0].getsockname()
    bound[0].close()
    assert host == "127.0.0.1" and f"http://127.0.0.1:{port}/" in capsys.readouterr().out


def test_run_view_writes_the_report_and_opens_it(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    words = ["run", str(EXAMPLES / "pendulum.adm"), "--end", "0.5", "--steps", "10", "--out", str(tmp_path), "--view"]
    assert bellcrank_command(words) == 0
    assert opened == [(tmp_path / "pendulum.html").as_uri()]
    assert header_of(tmp_path / "pendulum.html")["frames"] == 11


def test_a_notebook_shows_the_report_and_the_plot(results, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.delitem(sys.modules, "matplotlib.pyplot", raising=False)  # another test may have imported it
    run = bellcrank.load(results)
    report = run.view(tmp_path / "page.html", height=500)
    page = html.unescape(re.fullmatch(r'<iframe srcdoc="(.*)" style="[^"]*500px[^"]*"></iframe>',
                                      report._repr_html_(), re.S).group(1))  # fmt: skip
    assert page == Path(report).read_text(encoding="utf-8") and "bellcrank-header" in page
    assert new_figure((4, 3))._repr_png_().startswith(b"\x89PNG")


def test_a_missing_file_is_a_message_and_not_a_traceback(tmp_path, capsys):
    assert bellcrank_command(["view", str(tmp_path / "none.h5")]) == 1
    assert "none.h5" in capsys.readouterr().err


def test_several_runs_in_one_report(results, tmp_path, capsys):
    other = tmp_path / "long.h5"
    bellcrank.read(EXAMPLES / "pendulum.adm").simulate(end=1.5, steps=60, path=other)
    assert bellcrank_command(["view", str(results), str(other), "-o", str(tmp_path / "both.html")]) == 0
    text = (tmp_path / "both.html").read_text(encoding="utf-8")
    second = json.loads(re.search(r'id="bellcrank-header-1">(.*?)</script>', text, re.S).group(1))
    assert (second["title"], second["frames"]) == ("long", 61)
    assert all("shapes" not in part for part in second["parts"])  # the shapes of the first run serve
    assert bellcrank_command(["view", str(results), str(other), "--serve"]) == 2
