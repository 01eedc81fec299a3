"""The comparison with other programs: its arithmetic, its sweep, and what it says where something is missing."""

from __future__ import annotations

import importlib
import math
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "benchmarks" / "peers.py"
BENCH = ROOT / ".." / "shared" / "bench"
TARGETS = (1e-3, 1e-5, 1e-7)
MODULES = ("sweep", "cost_table", "peers")


@pytest.fixture
def scripts(monkeypatch):
    """The modules of the folder, which import each other by name; they are forgotten afterwards."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "1")
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.fixture
def second_order(scripts, monkeypatch):
    """`second_order()`: a sweep of a method with the error 1/n^2 for n steps; each step takes 1 ms of the clock."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(scripts.sweep, "time", SimpleNamespace(process_time=lambda: clock.now))

    def make(program="peer", order=2, floor=0.0, breaks=math.inf, **more):
        def run(model, n):
            clock.now += 1e-3 * n
            if n > breaks:
                raise ArithmeticError("the step became too small\nmore about it")
            return n

        method = scripts.sweep.Method(program, "second order", 10, 2.0, lambda n: n, run, **more)
        return scripts.sweep.Sweep(method, lambda n: max(n**-order, floor), TARGETS)

    return make


@pytest.fixture
def finished(scripts, second_order):
    """`finished(program, (error, seconds), ...)`: a sweep with these runs."""

    def make(program, *pairs):
        done = second_order(program)
        done.runs = [scripts.sweep.Run(n + 1.0, error, 0.5, cpu) for n, (error, cpu) in enumerate(pairs)]
        done.ended = "the error no longer falls"
        return done

    return make


def test_cheapest_run_that_is_accurate_enough_counts(scripts, finished):
    runs = finished("peer", (1e-2, 1.0), (1e-4, 3.0), (5e-4, 2.0), (1e-6, 4.0)).runs
    assert scripts.sweep.cheapest(runs, 1e-3) is runs[2]
    assert scripts.sweep.cheapest(runs, 1e-5) is runs[3]
    assert scripts.sweep.cheapest(runs, 1e-7) is None


def test_sweep_ends_at_the_finest_target_and_looks_halfway(scripts, second_order):
    """1/n^2 meets the targets from n = 31.6, 316 and 3162 on: doubling from 10 at 40, 320 and 5120."""
    sweep = second_order()
    scripts.sweep.sweep_all([sweep], cap=math.inf, repeats=2)
    steps = [run.setting for run in sweep.runs]
    assert steps[:10] == [10 * 2**k for k in range(10)]
    assert steps[10:] == pytest.approx([math.sqrt(n * n / 2) for n in (40, 320, 5120)])
    best = scripts.sweep.cheapest(sweep.runs, 1e-7)
    assert best.setting == pytest.approx(math.sqrt(2560 * 5120)) and best.cpu == pytest.approx(1e-3 * best.setting)
    short = [run for run in sweep.counting() if run.cpu < scripts.sweep.LONG]
    assert short and all(run.times == 2 for run in short)


def test_sweep_ends_where_the_error_no_longer_falls(scripts, second_order):
    """80 steps give 1.6e-4; five doublings more do not halve it."""
    sweep = second_order(floor=1e-4)
    scripts.sweep.sweep_all([sweep], cap=math.inf, repeats=1)
    assert sweep.ended == "the error no longer falls"
    assert max(run.setting for run in sweep.runs) == 80 * 2**scripts.sweep.STALLED


def test_no_run_is_started_that_should_cost_more_than_the_cap(scripts, second_order):
    sweep = second_order()
    scripts.sweep.sweep_all([sweep], cap=1.0, repeats=1)
    assert sweep.ended == "the next run would take more than 1 s"
    assert max(run.cpu for run in sweep.runs) == pytest.approx(0.64)


def test_method_that_cannot_win_is_given_up(scripts, second_order):
    """A method of a program need not cost more than another one did that met the finest target."""
    second, first = second_order(), second_order(order=1)
    scripts.sweep.sweep_all([second, first], cap=math.inf, repeats=1)
    assert "finest" in second.ended and "finest" not in first.ended
    assert max(run.cpu for run in first.runs) < 2.1 * 5.12


def test_last_setting_ends_a_sweep(scripts, second_order):
    sweep = second_order(last=80)
    scripts.sweep.sweep_all([sweep], cap=math.inf, repeats=1)
    assert max(run.setting for run in sweep.runs) == 80 and sweep.ended == "finer settings were not tried"


def test_neighbouring_settings_count_by_the_worst_error_and_the_mean_time(second_order):
    run = second_order(spread=(1.0, 0.5, 3.0)).measure(100)
    assert run.error == pytest.approx(50**-2) and run.cpu == pytest.approx(0.15)
    run = second_order(spread=(1.0, 3.0), breaks=200).measure(100)
    assert math.isinf(run.error) and run.failure == "the step became too small"


def test_failed_runs_have_no_error_and_tell_why(scripts, second_order):
    sweep = second_order(breaks=1000)
    scripts.sweep.sweep_all([sweep], cap=math.inf, repeats=1)
    failed = [run for run in sweep.runs if run.setting > 1000]
    assert failed and all(math.isinf(run.error) for run in failed)
    assert sweep.ended == "finer settings fail (the step became too small)"


def test_table_shows_seconds_and_ratios(scripts, finished):
    own = finished("bellcrank", (1e-4, 0.0021), (1e-6, 0.05))
    peer = finished("exudyn", (1e-3, 0.021), (1e-8, 12.3))
    table = scripts.cost_table.accuracy_table({"P1": [own, peer]}, ["exudyn", "mujoco"], TARGETS)
    assert table == [
        ["problem", "error", "bellcrank s", "exudyn s", "ratio", "mujoco s", "ratio"],
        ["P1", "1e-3", "0.0021", "0.021", "10", "", ""],
        ["P1", "1e-5", "0.050", "12", "246", "", ""],
        ["P1", "1e-7", "-", "12", "-", "", ""],
    ]
    assert scripts.cost_table.shortfalls({"P1": [own, peer]}, ["bellcrank", "exudyn"], TARGETS) == [
        "P1, bellcrank: at best error 1.0e-06 in 0.050 s (second order); the error no longer falls."
    ]


def test_second_table_adds_the_set_up(scripts, finished):
    own, peer = finished("bellcrank", (1e-6, 0.25)), finished("exudyn", (1e-6, 1.0))
    table = scripts.cost_table.whole_table({"P1": [own, peer]}, ["exudyn"], 1e-5, repeats=1)
    assert table[1] == ["P1", "0.25", "0.75", "1.5", "2.0"]


def test_tables_as_markdown_and_as_text(scripts):
    table = [["problem", "s"], ["P1", "0.5"]]
    assert scripts.cost_table.render(table, markdown=True) == "| problem | s |\n| --- | ---: |\n| P1 | 0.5 |"
    assert scripts.cost_table.render(table, markdown=False) == "problem    s\nP1       0.5"


def test_missing_peer_leaves_its_columns_out(scripts, capsys):
    peers = {"numpy": ("numpy", None), "other": ("no_such_package", None)}
    assert list(scripts.peers.installed(peers)) == ["numpy"]
    assert capsys.readouterr().err == (
        "no_such_package is not installed: its columns are left out (pip install no_such_package)\n"
    )


def run_script(*words):
    """The command as a user gives it."""
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True)


def test_missing_folder_is_one_clear_line(tmp_path):
    done = run_script("--bench", str(tmp_path))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == f"the problems are not here: no problems.py in {tmp_path} (--bench names their folder)\n"


@pytest.mark.slow
@pytest.mark.skipif(not BENCH.is_dir(), reason="the problems (../shared/bench) are not here")
def test_command_prints_the_tables():
    done = run_script("--problems", "P1", "--repeats", "1", "--cap", "0.02", "--markdown")
    assert done.returncode == 0, done.stderr
    rows = [line.split("|")[1:-1] for line in done.stdout.splitlines() if line.startswith("| P1 ")]
    assert [row[1].strip() for row in rows[:3]] == ["1e-3", "1e-5", "1e-7"]
    assert all(0.0 < float(row[2]) < 10.0 for row in rows[:3]), done.stderr
