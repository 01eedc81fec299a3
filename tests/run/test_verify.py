"""Verified runs: the estimate beside the truth, in this process and beside it, from the command line and from files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from small_models import PENDULUM

import bellcrank as bc
from bellcrank.analysis import companions

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "figures"))
import trust
from problems import PROBLEMS, ROOT

SUBSET = (
    "pendulum of La Coruna, 1 s", "double pendulum of rods, 2 s", "Andrews' mechanism, 0.03 s",
    "Bricard's mechanism, 4 s", "four-bar, driven, 5 s", "guided rod, 5 s", "spring and damper, 3 s",
    "pendulum in millimetres, 5 s", "van der Pol's equation, 10 s", "example four-bar, 2 s",
)  # fmt: skip


def test_at_least_thirty_problems():
    assert len(PROBLEMS) >= 30 and set(SUBSET) <= {problem.name for problem in PROBLEMS}


@pytest.mark.parametrize("name", SUBSET)
def test_the_estimate_bounds_the_true_error(name):
    """Estimate by true error between 0.3 and 30 for every channel, and no right run is called wrong."""
    problem = next(p for p in PROBLEMS if p.name == name)
    for trial in trust.trials([problem], ((1e-4, "I3"), (1e-5, "SI2"))):
        assert trial.ratios[0] > 0.3 and trial.ratios[1] < 30.0, trial
        assert trial.trust == "converged" or trial.true > 0.01, trial
        assert trial.audit != "wrong" or trial.true > 0.1, trial


def loose(error=1e-4, **options):
    return bc.read(ROOT / "tests" / "models" / "slider_crank.adm").simulate(end=0.5, steps=20, error=error, **options)


@pytest.fixture
def at_once(monkeypatch):
    """Companions are processes of their own from the beginning."""
    monkeypatch.setattr(companions, "PATIENCE", -1.0)


def test_processes_of_their_own_say_the_same(at_once, tmp_path):
    run = loose(verify=True, path=tmp_path / "run.h5")
    companions.PATIENCE = 1e9
    here = loose(verify=True)
    assert run.trust == here.trust and run.trust.startswith("converged")
    assert run.attrs["verify"]["errors"] == here.attrs["verify"]["errors"]
    again = bc.load(tmp_path / "run.h5")
    assert again.trust == run.trust and again.error("REQ_1.F2") == run.error("REQ_1.F2")
    assert 0.0 < run.error("REQ_1.F2").error < 0.01


def test_a_companion_that_dies_is_told(at_once, monkeypatch):
    begin = companions.Process.__init__

    def die(self, folder, witness):
        begin(self, folder, witness)
        self._process.kill()

    monkeypatch.setattr(companions.Process, "__init__", die)
    run = loose(verify=True)
    assert run.trust.startswith("not verified") and "its process ended: code -9" in run.trust
    assert len(run) == 21


def test_ctrl_c_while_waiting_keeps_the_run(at_once, monkeypatch):
    started = []

    def interrupt(self):
        started.append(self._process)
        raise KeyboardInterrupt

    monkeypatch.setattr(companions.Process, "finish", interrupt)
    run = loose(verify=True)
    assert run.trust == "not verified: stopped by the user" and len(run) == 21
    assert all(process.poll() is not None for process in started)


def test_a_failed_run_ends_its_companions(at_once, monkeypatch):
    made = []
    begin = companions.Process.__init__
    monkeypatch.setattr(companions.Process, "__init__", lambda self, *a: (begin(self, *a), made.append(self))[0])
    locks = bc.read(ROOT / "tests" / "models" / "four_bar_driven.adm")
    locks.motions[1].function = "SQRT(1-TIME)"
    with pytest.raises(bc.errors.ConvergenceError):
        locks.simulate(end=2.0, verify=True)
    assert made and all(process._process.poll() is not None for process in made)


def test_python_functions_are_verified_in_this_process(at_once):
    model = bc.Model("spring", units="MKS")
    mass = model.part("mass", mass=1.0, cm=(0.0, 0.0, 0.0), at=(0.0, 0.0, 0.5), ip=(1.0, 1.0, 1.0))
    i, j = model.marker("i", part=mass), model.marker("j", part=model.ground)
    model.translational("guide", mass, model.ground, at=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0))
    spring = bc.user(lambda z: -100.0 * z, f"DZ({i.id},{j.id})")
    model.sforce("f", "TRANSLATION", i=i, j=j, actiononly=True, function=spring)
    run = model.simulate(end=2.0, steps=20, error=1e-5, verify=True)
    true = np.abs(run["mass.Z"] - 0.5 * np.cos(10.0 * run.time)).max()
    assert run.trust.startswith("converged")
    assert 0.3 < run.error("mass.Z").error / true < 30.0


def test_chaos_is_not_converged():
    """A double pendulum over 60 s: no tolerance of 1e-4 holds that long."""
    model = bc.read(ROOT / "tests" / "models" / "double_pendulum_rods.adm")
    run = model.simulate(end=60.0, steps=300, error=1e-4, verify=True)
    assert run.trust.startswith("not converged") and "chaos or another branch" in run.trust


def test_the_command_line_tells_it(bench):
    outcome = bench.simulate(PENDULUM, "--end", 1, "--steps", 20, "--verify")
    assert outcome.code == 0 and "  verify  converged: worst " in outcome.out and "of size" in outcome.out
    assert "errors of phase" not in outcome.out
    assert "Verified: converged" in outcome.messages()
    assert outcome.results().trust.startswith("converged")


def test_commands_are_repeated_one_after_the_other(bench):
    """A change of the model between two analyses happens to the companions too."""
    bench.dataset(PENDULUM)
    file = bench.commands(
        "model\n\nsimulate/dynamic, end=1, steps=10\naccgrav/kgrav=0\nsimulate/dynamic, end=2, steps=10\n"
    )
    outcome = bench.run(file, "--verify")
    run = outcome.results()
    assert outcome.code == 0 and run.trust.startswith("converged") and run.time[-1] == 2.0
    assert max(e[2] for e in run.attrs["verify"]["errors"].values()) < 1e-3


def test_companions_end_with_the_run_that_is_killed(bench, tmp_path):
    """Their input is closed: they go."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bellcrank.analysis.repeat", str(tmp_path / "x.h5")], stdin=subprocess.PIPE, text=True
    )
    process.stdin.close()
    assert process.wait(timeout=60) == 1
