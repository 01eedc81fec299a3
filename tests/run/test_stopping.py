"""Ctrl-C and kill -9: what was computed is kept."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from small_models import PENDULUM

import bellcrank as bc

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
ENDLESS = ["--end", "1000000", "--dtout", "0.01", "--error", "1e-8"]


@pytest.fixture
def endless(bench):
    """A run in a process of its own that would take hours; ready when the first rows are on disk."""
    bench.simulate(PENDULUM, "--end", 0.1)  # kernels are compiled
    (bench.folder / "model.h5").unlink()
    command = [sys.executable, "-m", "bellcrank", "run", "model.adm", *ENDLESS]
    process = subprocess.Popen(command, cwd=bench.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait_for_rows(bench.folder / "model.h5", 200)
        yield process, bench
    finally:
        process.kill()
        process.wait()


def wait_for_rows(path, rows: int) -> int:
    """Wait until so many rows can be read; returns how many there are."""
    for _ in range(600):
        time.sleep(0.1)
        if path.exists():
            try:
                found = len(bc.load(path))
            except bc.errors.ResultsError:  # the file is being made
                continue
            if found >= rows:
                return found
    raise AssertionError(f"{path} has not {rows} rows after a minute")


def test_ctrl_c_keeps_the_results(endless):
    process, bench = endless
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped by the user at time" in out and "audit" in out and "Traceback" not in out
    run = bc.load(bench.folder / "model.h5")
    assert run.attrs["end_reason"] == "stopped by the user" and run.attrs["successful"] is False
    assert run.attrs["statistics"]["steps"] > 0
    np.testing.assert_allclose(np.diff(run.time), 0.01, rtol=1e-6)
    messages = (bench.folder / "model.msg").read_text()
    assert "stopped" in messages and "Finished -----" in messages


def test_kill_loses_at_most_the_last_block(endless):
    process, bench = endless
    before = wait_for_rows(bench.folder / "model.h5", 1000)
    process.kill()
    process.wait()
    run = bc.load(bench.folder / "model.h5")
    assert len(run) >= before and run.attrs.get("finished") is False
    np.testing.assert_allclose(np.diff(run.time), 0.01, rtol=1e-6)
    assert np.all(np.isfinite(run.values))
    assert "Begin Simulation" in (bench.folder / "model.msg").read_text()


def test_ctrl_c_in_python_gives_the_results_so_far(bench):
    model = bc.read(bench.dataset(PENDULUM))

    def watch(progress):
        if progress.time > 20.0:
            raise KeyboardInterrupt

    run = model.simulate(end=1e5, dtout=0.1, watch=watch)
    assert run.attrs["end_reason"] == "stopped by the user"
    assert 20.0 < run.time[-1] < 1e5


def test_a_bug_keeps_the_results(bench, monkeypatch):
    from bellcrank.cli.terminal import Terminal

    def progress(self, progress):
        if progress.time > 5.0:
            raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Terminal, "progress", progress)
    outcome = bench.simulate(PENDULUM, "--end", 100000, "--dtout", 0.1)
    assert outcome.code == 1 and "Internal error, please report it: ZeroDivisionError: a bug" in outcome.err
    run = outcome.results()
    assert run.time[-1] >= 5.0 and run.attrs["end_reason"] == "ZeroDivisionError: a bug"


def test_ctrl_c_ends_the_whole_command_file(bench, monkeypatch):
    from bellcrank.cli.terminal import Terminal

    def progress(self, progress):
        if progress.time > 5.0:
            raise KeyboardInterrupt

    monkeypatch.setattr(Terminal, "progress", progress)
    outcome = bench.carry_out(PENDULUM, "sim/dyn, end=1, steps=10\nsim/dyn, end=1e6, dtout=1\nsim/dyn, end=2e6\n")
    assert outcome.code == 130
    run = outcome.results()
    assert len(run.segments) == 2 and run.time[-1] >= 5.0
