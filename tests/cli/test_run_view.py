"""`bellcrank run --view` and `view --serve` as a user starts them, without a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.cli.commands.view import wait_for

pytest.importorskip("starlette", reason="starlette is not installed")
pytest.importorskip("uvicorn", reason="uvicorn is not installed")

EXAMPLES = Path(bc.__file__).parent / "examples"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


def start(*words: object) -> subprocess.Popen[str]:
    """The command in a process of its own, with a browser that does nothing."""
    return subprocess.Popen(
        [sys.executable, "-m", "bellcrank", *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": "true"},
    )  # fmt: skip


def four_bar(folder: Path, *words: object) -> subprocess.Popen[str]:
    return start("run", EXAMPLES / "four-bar.adm", "--view", "--out", folder, *words)


def refused(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=5).close()
    except OSError:
        return True
    return False


def test_the_page_is_announced_and_ends_with_the_run(tmp_path):
    run = four_bar(tmp_path, "--end", 2, "--steps", 200)
    out, err = run.communicate(timeout=120)
    assert run.returncode == 0 and err == ""
    assert refused(ADDRESS.search(out).group())
    assert (tmp_path / "four-bar.html").exists()
    assert bc.load(tmp_path / "four-bar.h5").attrs["finished"]


def test_quiet_prints_the_address_only(tmp_path):
    out, err = four_bar(tmp_path, "--end", 2, "--steps", 200, "--quiet").communicate(timeout=120)
    assert ADDRESS.fullmatch(out.strip()) and err == ""
    assert (tmp_path / "four-bar.html").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_the_page_is_served_while_the_run_goes_on(tmp_path):
    import signal

    run = four_bar(tmp_path, "--end", 100000, "--dtout", 0.1, "--quiet")
    try:
        address = run.stdout.readline().strip()
        with urllib.request.urlopen(address, timeout=60) as answer:
            page = answer.read().decode()
        assert run.poll() is None and '"live":"frames"' in page.replace(": ", ":")
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=120)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == 130 and refused(address)
    assert bc.load(tmp_path / "four-bar.h5").attrs["finished"] and (tmp_path / "four-bar.html").exists()


def test_without_the_packages_the_report_is_opened_at_the_end(tmp_path, monkeypatch, bellcrank):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("bellcrank.cli.live_view.PACKAGES", ("no_such_package",))
    outcome = bellcrank("run", EXAMPLES / "four-bar.adm", "--end", 0.1, "--view", "--out", tmp_path)
    assert outcome.code == 0 and outcome.err.count("\n") == 1 and "bellcrank[serve]" in outcome.err
    assert opened == [(tmp_path / "four-bar.html").as_uri()]


def test_the_application_serves_the_page(tmp_path):
    pytest.importorskip("httpx")
    from starlette.testclient import TestClient

    from bellcrank.viewer.live import application

    path = tmp_path / "run.h5"
    bc.read(EXAMPLES / "four-bar.adm").simulate(end=0.1, steps=10, path=path)
    answer = TestClient(application(path)).get("/")
    assert answer.status_code == 200 and "bellcrank-header" in answer.text


def test_serve_waits_for_a_file_and_not_for_ever(tmp_path, capsys, bellcrank):
    path = tmp_path / "late.h5"
    threading.Timer(0.3, path.touch).start()
    begin = time.monotonic()
    wait_for(path, 30.0)
    assert path.exists() and time.monotonic() - begin < 20.0
    assert capsys.readouterr().out.count("\n") == 1
    outcome = bellcrank("view", tmp_path / "never.h5", "--serve", "--wait", 0.2)
    assert outcome.code == 1 and "Waiting for" in outcome.out and "never.h5" in outcome.err
