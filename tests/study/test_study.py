"""Studies of whole models: tables, the store, what happens when a study or a worker is killed."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.study import store, workers
from bellcrank.study.task import Runner

OSCILLATOR = """One mass on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, QG=0.1,0,0, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=22, J=12
MARKER/22, PART=2, REULER=90D,90D,0
MARKER/12, PART=1, REULER=90D,90D,0
SFORCE/1, TRANSLATION, ACTIONONLY, I=22, J=12, FUNCTION=-8*DZ(22,12,12)
SPRINGDAMPER/1, TRANSLATION, I=20, J=1, K=0, C=0, LENGTH=0
END
"""
STUDY = """model = "oscillator.adm"
end = 1.0
steps = 50
error = 1e-6
sampling = "{sampling}"
runs = {runs}
[variables]
m = {{sets = "PART/2.mass", low = 1, high = 3}}
k = {{sets = "SFORCE/1.function = -{{k}}*DZ(22,12,12)", low = 2, high = 20, levels = 4}}
[responses]
last = "final(PART_2.X)"
zero = "first_below(PART_2.X, 0)"
[constraints]
reached = "zero < 1"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the oscillator."""
    (tmp_path / "oscillator.adm").write_text(OSCILLATOR, encoding="utf-8")
    return tmp_path


def study_of(beside: Path, **options) -> bc.Study:
    """The oscillator with mass and stiffness."""
    study = bc.Study(beside / "oscillator.adm", 1.0, 50, error=1e-6, **options)
    study.variable("m", 1, 3, sets="PART/2.mass", levels=3)
    study.variable("k", values=[2, 8], sets="SFORCE/1.function = -{k}*DZ(22,12,12)")
    return study.response("last", "final(PART_2.X)").response("zero", "first_below(PART_2.X, 0)")


def test_a_grid_gives_the_closed_form_of_each_run(folder):
    """x = 0.1 cos(t sqrt(k/m)): 1e-6 of its size asked for, 2e-6 of 0.1 allowed; the crossing lies on a chord of the
    outputs, wrong by h^2/8 x''/x' = 5e-5 h-squared terms, here below 1e-4."""
    table = study_of(folder).constraint("reached", "zero < 0.9").run("grid", workers=0)
    assert len(table) == 6 and table.failed == 0
    frequency = np.sqrt(table["k"] / table["m"])
    assert table["last"] == pytest.approx(0.1 * np.cos(frequency), abs=2e-6)
    reached = math.pi / 2 / frequency
    there = reached < 1.0
    assert np.isnan(table["zero"]).tolist() == (~there).tolist()
    assert table["zero"][there] == pytest.approx(reached[there], abs=1e-4)
    assert table["success"].tolist() == (reached < 0.9).tolist()


def test_processes_and_this_process_give_the_same_table(folder):
    alone = study_of(folder).run("lhs", runs=6, workers=0)
    together = study_of(folder).run("lhs", runs=6, workers=2)
    assert alone.csv() == together.csv()


def test_a_known_run_is_not_run_again_and_a_larger_study_does_only_what_is_new(folder, monkeypatch):
    first = study_of(folder, folder=folder / "s").run("grid", workers=0)
    ran = []
    run = Runner.run
    monkeypatch.setattr(Runner, "run", lambda self, point, model=None: ran.append(point) or run(self, point, model))
    assert study_of(folder, folder=folder / "s").run("grid", workers=0).csv() == first.csv()
    assert ran == []
    larger = study_of(folder, folder=folder / "s")
    larger.variables["m"] = bc.study.variables.Variable("m", 1, 3, levels=5, sets=("PART/2.mass",))
    assert len(larger.run("grid", workers=0)) == 10
    assert len(ran) == 4
    other = study_of(folder, folder=folder / "s")
    other.settings["error"] = 1e-5  # other content: all runs anew
    other.run("grid", workers=0)
    assert len(ran) == 10


def test_a_builder_is_varied_by_its_parameters(folder):
    def build(k: float, m: float) -> bc.Model:
        if k > 15:
            raise ValueError("too stiff")
        model = bc.read(folder / "oscillator.adm")
        model.get("PART", 2).mass = m
        model.get("SFORCE", 1).function = f"-{k!r}*DZ(22,12,12)"
        return model

    study = bc.Study(build, 1.0, 50, error=1e-6).variable("k", values=[2, 8, 20]).variable("m", 1, 3, levels=3)
    table = study.response("last", "final(PART_2.X)").run("grid", workers=2)
    assert table["status"].tolist() == ["done"] * 6 + ["failed"] * 3
    assert "too stiff" in table["message"][-1]
    assert table["last"][:6] == pytest.approx(0.1 * np.cos(np.sqrt(table["k"] / table["m"])[:6]), abs=2e-6)


def test_a_failed_run_is_recorded_and_the_others_go_on(folder):
    study = bc.Study(folder / "oscillator.adm", 1.0, 50, error=1e-6)
    study.variable("m", values=[-1, 2], sets="PART/2.mass")
    study.variable("c", values=[0, 1], sets="SFORCE/1.function = -8*DZ(22,12,12) + sqrt(0.5 - {c}*time)")
    table = study.response("last", "final(PART_2.X)").run("grid", workers=0)
    assert table["status"].tolist() == ["failed", "failed", "done", "failed"]
    assert "mass" in table["message"][0].lower() and "SFORCE/1" in table["message"][3]
    assert 0.47 < table["time"][3] < 0.51  # the last row: rounding decides whether that at 0.5 is reached


def wait_for(path: Path, lines: int) -> None:
    """Until a file has so many lines."""
    for _ in range(1200):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} has not got {lines} lines")


def test_a_study_ended_by_kill_9_goes_on_and_ends_with_the_table_of_an_undisturbed_one(folder):
    (folder / "a.toml").write_text(STUDY.format(sampling="lhs", runs=300), encoding="utf-8")
    (folder / "b.toml").write_text(STUDY.format(sampling="lhs", runs=300), encoding="utf-8")
    words = [sys.executable, "-m", "bellcrank", "study"]
    process = subprocess.Popen([*words, str(folder / "a.toml"), "--workers", "1"], stderr=subprocess.DEVNULL)
    runs = folder / "a.study" / store.NAME
    wait_for(runs, 5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = runs.read_bytes().count(b"\n")
    assert 5 <= done < 300 and not (folder / "a.study" / "table.csv").exists()
    with runs.open("ab") as file:
        file.write(b'{"key": "cut of')  # what a killed process may leave
    again = subprocess.run([*words, str(folder / "a.toml")], capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert f"{done} of 300 runs are known" in again.stderr
    assert "300 runs, none failed" in again.stdout
    assert subprocess.run([*words, str(folder / "b.toml"), "--quiet"]).returncode == 0
    tables = [(folder / name / "table.csv").read_bytes() for name in ("a.study", "b.study")]
    assert tables[0] == tables[1]
    assert all(line.startswith(b"{") for line in runs.read_bytes().splitlines())


def test_when_a_worker_dies_another_one_does_its_runs(folder, monkeypatch):
    undisturbed = study_of(folder).run("lhs", runs=20, workers=0)
    started = []
    popen = subprocess.Popen

    def start(*words, **options):
        started.append(popen(*words, **options))
        return started[-1]

    monkeypatch.setattr(workers.subprocess, "Popen", start)
    killed = []

    def watch(progress):
        if progress.done >= 5 and not killed:
            killed.append(started[0])
            os.kill(started[0].pid, signal.SIGKILL)

    monkeypatch.setattr(bc.study.evaluation, "BATCH", 0.0)
    table = study_of(folder).run("lhs", runs=20, workers=2, watch=watch)
    assert killed and len(started) >= 3
    assert table.csv() == undisturbed.csv()


def test_a_run_at_which_workers_die_is_recorded_as_failed(folder, monkeypatch):
    """A stand-in for a worker that dies at m = 2."""
    deadly = (
        "import bellcrank.study.task as t, os, bellcrank.study.worker as w; r = t.Runner.run\n"
        "t.Runner.run = lambda self, p, m=None: os._exit(7) if p[0] == 2 else r(self, p, m)\nw.main()"
    )
    popen = subprocess.Popen
    monkeypatch.setattr(
        workers.subprocess, "Popen", lambda words, **options: popen([words[0], "-c", deadly, *words[3:]], **options)
    )
    table = study_of(folder).run("grid", workers=1)
    assert table["status"].tolist() == ["done", "done", "failed", "failed", "done", "done"]
    assert "died" in table["message"][2] and "code 7" in table["message"][2]


def test_two_studies_do_not_write_into_one_folder(folder):
    held = store.Store(folder / "s")
    with pytest.raises(bc.BellcrankError, match="in use"):
        study_of(folder, folder=folder / "s").run("grid", workers=0)
    held.close()


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (("low = 1, high = 3", "low = 3, high = 1"), 8, "not below"),
        (("PART/2.mass", "PART/7.mass"), 8, "PART/7"),
        (("PART/2.mass", "PART/2.weight"), 8, "no argument weight"),
        (("final(PART_2.X)", "PART_2.X"), 11, "one number"),
        (("zero < 1", "zero"), 14, "no constraint"),
        (('"lhs"', '"lsh"'), 5, "no sampling"),
        (("steps = 50", "step = 50"), 3, "step is not known"),
        (('"oscillator.adm"', '"../oscillator.adm"'), 1, "outside"),
        (("end = 1.0", 'end = ["a"'), 3, "no TOML"),
        (("steps = 50", "steps = " + "9" * 5000), 1, "no TOML"),
    ],
)
def test_a_mistake_in_a_study_is_told_with_its_line(folder, change, line, words):
    from bellcrank.study.reading import read_plan

    text = STUDY.format(sampling="lhs", runs=3).replace(*change)
    assert change[1] in text
    (folder / "s.toml").write_text(text, encoding="utf-8")
    with pytest.raises(bc.BellcrankError) as error:
        read_plan(folder / "s.toml")
    message = next(iter(error.value.report))
    assert words in message.what
    if message.place is not None and message.place.file.endswith(".toml"):
        assert message.place.line == line


def test_the_table_as_parquet_is_that_of_csv(folder):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    table = study_of(folder).run("sobol", runs=4, workers=0)
    frame = pandas.read_parquet(table.save(folder / "t.parquet"))
    text = pandas.read_csv(table.save(folder / "t.csv"))
    for name in ("m", "k", "last", "zero"):
        assert np.array_equal(frame[name], text[name], equal_nan=True)
    assert table.to_pandas()["last"].tolist() == table["last"].tolist()


def test_sobol_indices_of_a_known_function(folder):
    """Ishigami's function, whose indices are known: S1 = 0.3139, S2 = 0.4424, S3 = 0, ST3 = 0.2437 (a = 7, b = 0.1;
    Saltelli et al. 2008, section 4.6). With n = 4096 the errors of the estimates are about 0.01."""
    from bellcrank.study.indices import indices, points_of
    from bellcrank.study.variables import Variable

    x = np.array(points_of([Variable(name, -math.pi, math.pi) for name in "abc"], 4096, 1))
    found = indices(np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0]), 3)
    assert found["first"] == pytest.approx([0.3139, 0.4424, 0.0], abs=0.03)
    assert found["total"] == pytest.approx([0.5576, 0.4424, 0.2437], abs=0.03)
    assert max(found["first_error"]) < 0.03


def test_the_indices_of_a_model(folder):
    table = study_of(folder).indices(8, workers=0)
    assert len(table) == 8 * 4 and set(table.indices) == {"last", "zero"}
    assert 0.0 <= table.indices["last"]["total"][0] <= 1.2


def test_a_search_finds_the_best_point_under_a_constraint(folder):
    """x(1) = 0.1 cos(sqrt(k/m)) is least where sqrt(k/m) = pi; with k = 18, m >= 2: sqrt(k/m) <= 3, so m = 2 is best.

    The search ends at 1e-3 of the range of m, 2: 2e-3."""
    study = bc.Study(folder / "oscillator.adm", 1.0, 20, error=1e-6)
    study.variable("m", 1.2, 3.2, sets="PART/2.mass").response("last", "final(PART_2.X)")
    study.model.get("SFORCE", 1).function = "-18*DZ(22,12,12)"
    free = study.minimise("last", starts=2, runs=30, workers=0)
    assert free["m"][free.best - 1] == pytest.approx(18 / math.pi**2, abs=0.02)  # flat there: f'' = 0.1 * 0.7
    study.constraint("heavy", "m >= 2")
    bound = study.minimise("last", starts=2, runs=30, workers=0)
    assert bound["m"][bound.best - 1] == pytest.approx(2.0, abs=4e-3)
    best = study.maximise("last", starts=1, runs=20, workers=0)
    assert best["m"][best.best - 1] == pytest.approx(3.2, abs=4e-3)


def test_a_cluster_gives_the_table_of_this_process_also_when_one_of_its_workers_dies(folder):
    distributed = pytest.importorskip("distributed")
    undisturbed = study_of(folder).run("lhs", runs=30, workers=0)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster:
        address, killed = cluster.scheduler_address, []

        def watch(progress):
            if progress.done >= 3 and not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        table = study_of(folder).run("lhs", runs=30, cluster=address, watch=watch)
    assert killed and table.csv() == undisturbed.csv()


def test_no_scheduler_is_told():
    pytest.importorskip("distributed")
    from bellcrank.study.cluster import Cluster
    from bellcrank.study.task import Setup

    with pytest.raises(bc.BellcrankError, match="scheduler"):
        Cluster(Setup(("a",), 1.0), "127.0.0.1:1")
