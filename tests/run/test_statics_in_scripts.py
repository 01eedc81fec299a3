"""SIMULATE/STATICS in command files and `run --statics`: rest first, then motion from there."""

from __future__ import annotations

import pytest

HUNG = """PART/2, QG=0,0,-0.3, MASS=5, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2
MARKER/3, PART=1
JOINT/1, TRANSLATIONAL, I=21, J=3
SPRINGDAMPER/1, TRANSLATION, I=20, J=3, K=1200, C=30, LENGTH=0.2
ACCGRAV/KGRAV=-9.80665
"""
SAG = -0.2 - 0.04086104166666667  # hanging mass of the verification problems, 5.5: m g / k below the free length


def test_static_then_dynamic_stays_at_rest(bench):
    outcome = bench.carry_out(HUNG, "equil/maxit=500\nsim/stat\nsim/dyn, end=1, steps=10\n")
    assert outcome.code == 0, outcome.err
    run = outcome.results()
    assert [s.kind for s in run.segments] == ["static", "dynamic"]
    assert run["PART_2.Z"] == pytest.approx([SAG] * 12, abs=1e-9)
    assert run["SPRINGDAMPER_1.FZ"][0] == pytest.approx(5 * 9.80665, rel=1e-10)
    assert "Static Solution converged in" in outcome.messages()
    assert "stable, smallest stiffness 1200" in outcome.out


def test_a_change_after_statics_starts_from_the_new_model(bench):
    outcome = bench.carry_out(HUNG, "sim/stat\nspringdamper/1, k=2400\nsim/stat\n")
    run = outcome.results()
    assert run["PART_2.Z"] == pytest.approx([SAG, -0.2 + (SAG + 0.2) / 2], abs=1e-12)


def test_a_dataset_alone(bench):
    outcome = bench.run(bench.dataset(HUNG), "--statics")
    assert outcome.code == 0 and outcome.results()["PART_2.Z"][-1] == pytest.approx(SAG, abs=1e-12)
    outcome = bench.run(bench.dataset(HUNG), "--statics", "--end", "0.1", "--steps", "2")
    assert outcome.results()["PART_2.Z"] == pytest.approx([SAG] * 4, abs=1e-9)


def test_no_equilibrium_ends_the_run_with_code_3(bench):
    outcome = bench.carry_out("PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nACCGRAV/KGRAV=-9.8\n", "sim/stat\n")
    assert outcome.code == 3 and "Static equilibrium was not found" in outcome.err and "PART/2" in outcome.err


def test_a_run_with_statics_is_verified(bench):
    bench.dataset(HUNG)
    commands = (
        "\nfile/model=model\nsim/stat\nsim/stat, end=0.2, steps=2\nspringdamper/1, k=900\nsim/dyn, end=1, steps=5\n"
    )
    outcome = bench.run(bench.commands(commands), "--verify")
    assert outcome.code == 0, outcome.err
    assert "converged" in outcome.out and outcome.results().attrs["verify"]["text"].startswith("converged")
