"""`bellcrank run`: its options, what it prints, and `model.simulate`."""

from __future__ import annotations

import numpy as np
import pytest
from small_models import BLOCK, PENDULUM

import bellcrank as bc
from bellcrank.errors import ModelError


def test_a_dataset_without_end_is_told_what_is_missing(bench):
    outcome = bench.run(bench.dataset(BLOCK))
    assert outcome.code == 2
    assert "--end is missing" in outcome.err and "bellcrank run" in outcome.err and "--end 5 --steps 500" in outcome.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--end", 1, "--steps", 5, "--dtout", 0.1), "leave one out"),
        (("--end", -1), "not after 0"),
        (("--end", 1, "--dtout", 0), "not positive"),
        (("--end", 1, "--formulation", "i4"), "i4"),
    ],
)
def test_wrong_usage(bench, words, said):
    outcome = bench.run(bench.dataset(BLOCK), *words)
    assert outcome.code == 2 and said in outcome.err


def test_times_are_not_for_command_files(bench):
    outcome = bench.run(bench.commands("\nfile/model=model\n"), "--end", 5)
    assert outcome.code == 2 and "SIMULATE" in outcome.err


def test_the_summary(bench):
    outcome = bench.simulate(PENDULUM, "--end", 1, "--dtout", 0.1, "--formulation", "i3", "--error", 1e-5)
    assert outcome.code == 0
    for words in (
        "GSTIFF I3, error 1.0e-05 of the size of each part (the model: 0.5 meter): time 0 to 1",
        "done at time 1",
        "steps",
        "CPU",
        "audit   good",
        "model.h5",
    ):
        assert words in outcome.out
    assert len(outcome.results()) == 11


@pytest.mark.parametrize("start", ["0.5", "0.5000001"])
def test_a_model_at_rest_is_not_doubtful(bench, start):
    """Forces that balance do no work but that of rounding, or of the tolerance."""
    body = BLOCK.replace("FUNCTION=4", "FUNCTION=1000*(0.5-DZ(20,1))").replace("CM=20,", f"CM=20, QG=0,0,{start},")
    outcome = bench.simulate(body, "--end", 1, "--steps", 5)
    assert outcome.code == 0 and "audit   good" in outcome.out


def test_quiet_prints_nothing(bench):
    outcome = bench.simulate(PENDULUM, "--end", 0.1, "--quiet")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


@pytest.mark.parametrize("name", ["modle.adm", "modle.acf"])
def test_a_misspelt_name_writes_nothing(bench, name):
    bench.dataset(BLOCK)
    outcome = bench.run(name, *(("--end", 1) if name.endswith("adm") else ()))
    assert outcome.code == 1 and "cannot be opened" in outcome.err and "model.adm" in outcome.err
    assert [path.name for path in bench.folder.iterdir()] == ["model.adm"]


def test_folder_and_name(bench):
    bench.dataset(BLOCK)
    outcome = bench.call("run", "model.adm", "--end", 1, "--out", "deep/er", "--name", "x")
    assert outcome.code == 0 and (bench.folder / "deep/er/x.h5").exists() and (bench.folder / "deep/er/x.msg").exists()


def test_a_model_is_simulated_in_python(bench):
    model = bc.read(bench.dataset(BLOCK))
    run = model.simulate(end=1.0, steps=4)
    np.testing.assert_allclose(run["PART_2.Z"], run.time**2, atol=1e-6)
    assert run.units("PART_2.Z") == "meter" and run["SFORCE_1.FZ"].tolist() == [4.0] * 5
    model.variables[1].function = "8"
    assert model.simulate(end=1.0, dtout=0.5)["PART_2.Z"][-1] == pytest.approx(2.0, abs=1e-6)


def test_wrong_arguments_in_python(bench):
    model = bc.read(bench.dataset(BLOCK))
    with pytest.raises(ModelError, match="not after"):
        model.simulate(end=0.0)
    with pytest.raises(ModelError, match="both given"):
        model.simulate(end=1.0, steps=5, dtout=0.1)
    with pytest.raises(ModelError, match="no method 'lsoda'"):
        model.simulate(end=1.0, method="lsoda")


def test_the_reading_part_of_the_command_line_loads_no_solver():
    import subprocess
    import sys

    modules = "bellcrank.cli.commands.run, bellcrank.cli.commands.demo"
    code = f"import sys, {modules}; print('numba' in sys.modules, 'numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]


def test_demo_runs_the_first_example(bench):
    outcome = bench.call("demo")
    assert outcome.code == 0
    assert "double-wishbone" in outcome.out and "the rocker swings over 47.4 deg" in outcome.out
    folder = bench.folder / "bellcrank-demo"
    assert {"four-bar.h5", "four-bar.msg", "report.html"} <= {path.name for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pendulum", "one swing takes 1.703"),
        ("slider-crank", "the stroke of the piston is 200.0 mm"),
        ("spring-mass", "and comes to rest near 90."),
        ("double-wishbone", "the wheel travels up by 45.4 mm"),
        ("bouncing-ball", "the ball hits the table with 1.98 m/s"),
        ("boom-docking", "in the end it sits"),
        ("clamp-docking", "in the end the levers hold with"),
    ],
)
def test_every_demo(bench, name, said):
    outcome = bench.call("demo", name, "--out", "here")
    assert outcome.code == 0 and said in outcome.out, outcome.out + outcome.err
    assert (bench.folder / "here" / "report.html").stat().st_size > 100_000
