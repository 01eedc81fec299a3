"""Command files: what a run is told between two analyses."""

from __future__ import annotations

import numpy as np
import pytest
from small_models import BLOCK, PENDULUM, ROD

A = 2.0
"""Acceleration of the block."""


def z_of(run, time):
    """Height of the block at the last row of a time."""
    return run["PART_2.Z"][np.flatnonzero(np.isclose(run.time, time))[-1]]


def test_both_headers_name_the_model_and_the_files(bench):
    bench.dataset(BLOCK)
    old = bench.run(bench.commands("model.adm\nold\nsim/tran, end=1, steps=4\nstop\n", "a.acf"))
    new = bench.run(bench.commands("\nfile/model=model, output=new\nsim/tran, end=1, steps=4\n", "b.acf"))
    assert old.code == new.code == 0
    np.testing.assert_array_equal(old.results("old").values, new.results("new").values)
    assert old.results("old").time.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_the_model_of_another_machine_is_found_here(bench):
    bench.dataset(BLOCK, "Block.adm")
    outcome = bench.run(bench.commands("\nfile/model=C:\\work\\models\\block\nsim/dyn, end=1\n"))
    assert outcome.code == 0
    assert "[W501 warning]" in outcome.out and "Block.adm" in outcome.out and "another machine" in outcome.out
    assert len(outcome.results("Block")) == 101


def test_a_missing_model_is_told_with_those_that_are_there(bench):
    bench.dataset(BLOCK, "other.adm")
    outcome = bench.run(bench.commands("\nfile/model=model\nsim/dyn, end=1\n"))
    assert outcome.code == 1
    assert "model.adm" in outcome.err and "other.adm" in outcome.err


def test_the_last_output_interval_ends_at_the_end(bench):
    outcome = bench.carry_out(BLOCK, "sim/dyn, end=1, dtout=0.3\nsim/dyn, duration=0.1, dtout=7\n")
    np.testing.assert_allclose(outcome.results().time, [0, 0.3, 0.6, 0.9, 1.0, 1.0, 1.1], rtol=1e-15)
    assert outcome.code == 0


def test_analyses_in_a_row_are_one_long_one(bench):
    long = bench.simulate(PENDULUM, "--end", 1.5, "--steps", 150, "--error", 1e-9, "--name", "long").results("long")
    commands = (
        "integ/error=1e-9\nsim/dyn, end=0.5, steps=50\nsim/dyn, dur=0.5, dtout=0.01\nsim/tran, end=1.5, steps=50\n"
    )
    run = bench.carry_out(PENDULUM, commands).results()
    assert [(s.start, s.stop) for s in run.segments] == [(0, 51), (51, 102), (102, 153)]
    assert run.time[50] == run.time[51] == 0.5  # the record at the seam repeats
    once = np.delete(run.values, [51, 102], axis=0)
    scale = np.maximum(np.abs(long.values).max(axis=0), 1.0)
    np.testing.assert_allclose(once / scale, long.values / scale, rtol=0, atol=1e-6)
    np.testing.assert_allclose(run.values[50], run.values[51], rtol=1e-7, atol=1e-7)


def test_a_function_changed_between_two_analyses(bench):
    """Pushed by a = 2, then drawn by a = -4: z = 1 + 2 s - 2 s^2 after the first second."""
    commands = "sim/dyn, end=1, steps=10\nvariable/1, fun=-2*4\nsim/dyn, end=2, steps=10\n"
    outcome = bench.carry_out(BLOCK, commands)
    run = outcome.results()
    assert outcome.code == 0
    assert z_of(run, 1.0) == pytest.approx(1.0, abs=1e-6)
    assert z_of(run, 1.5) == pytest.approx(1.0 + 1.0 - 0.5, abs=1e-5)
    assert run["VARIABLE_1.Q"][[10, 11]].tolist() == [4.0, -8.0]


def test_gravity_and_motions_changed(bench):
    body = PENDULUM + "MOTION/1, ROTATION, JOINT=1, FUNCTION=0\n"
    commands = (
        "sim/dyn, end=0.1, steps=2\naccgrav/jgrav=0\nsim/dyn, end=0.2, steps=2\n"
        "motion/1, function=STEP(TIME, 0.2, 0, 1.2, 90D)\nsim/dyn, end=1.2, steps=20\n"
    )
    outcome = bench.carry_out(body, commands)
    run = outcome.results()
    assert outcome.code == 0
    torque = run["MOTION_1.TZ"]
    assert torque[0] == pytest.approx(2 * 9.80665 * 0.5, rel=1e-9)
    assert torque[5] == pytest.approx(0.0, abs=1e-9)
    assert run["PART_2.CM_Y"][-1] == pytest.approx(0.5, abs=1e-6)


def test_requests_changed(bench):
    body = BLOCK + "REQUEST/1, F2=DZ(20,1)\\\n"
    run = bench.carry_out(
        body, "request/1, f2=2*DZ(20,1)\nsim/dyn, end=1, steps=2\nrequest/1, f2=3*DZ(20,1)\nsim/dyn, end=2, steps=1\n"
    ).results()
    np.testing.assert_allclose(run["REQ_1.F2"][2:] / run["PART_2.Z"][2:], [2.0, 3.0, 3.0], rtol=1e-9)


def test_joints_switched_off_and_on(bench):
    """Held, then let go to fall freely, then held again where it is by its pin only."""
    body = PENDULUM + "JOINT/2, FIXED, I=20, J=2\nMARKER/2, PART=1, QP=0.5,0,0\n"
    commands = (
        "sim/dyn, end=0.1, steps=2\ndeactivate/joint, id=1, 2\nsim/dyn, end=0.3, steps=2\n"
        "activate/joint, id=1\nsim/dyn, end=0.4, steps=2\n"
    )
    outcome = bench.carry_out(body, commands)
    run = outcome.results()
    fallen = run["PART_2.CM_Y"][5]
    assert fallen == pytest.approx(-0.5 * 9.80665 * 0.2**2, rel=1e-6)
    np.testing.assert_array_equal(run["JOINT_1.FY"][3:6], 0.0)
    weight = run["JOINT_1.FY"][:3] + run["JOINT_2.FY"][:3]
    np.testing.assert_allclose(weight, 2 * 9.80665, rtol=1e-9)
    assert np.hypot(run["PART_2.X"][-1], run["PART_2.Y"][-1]) < 1e-9  # back on its pin
    assert {"JOINT_1.FX", "JOINT_2.TZ"} <= run.non_unique


def test_elements_off_from_the_start_have_their_columns(bench):
    commands = "deac/sforce, range=1, 5\nsim/dyn, end=1, steps=1\nact/sforce, id=1\nsim/dyn, end=2, steps=1\n"
    run = bench.carry_out(BLOCK, commands).results()
    assert run["SFORCE_1.FZ"].tolist() == [0.0, 0.0, 4.0, 4.0]
    assert z_of(run, 2.0) == pytest.approx(0.5 * A, abs=1e-6)


def test_turns_are_counted_across_changes(bench):
    body = PENDULUM + "MOTION/1, ROTATION, JOINT=1, FUNCTION=7*TIME\nVARIABLE/1, FUNCTION=0\nREQUEST/1, F2=AZ(21,1)\\\n"
    run = bench.carry_out(body, "sim/dyn, end=2, steps=20\nvar/1, fun=1\nsim/dyn, end=4, steps=20\n").results()
    np.testing.assert_allclose(run["REQ_1.F2"], 7 * run.time, atol=1e-5)


def test_the_integrator_is_obeyed(bench):
    settings = "integrator/gstiff, si2, error=1e-5, hmax=1e-3, hinit=1e-5, kmax=2, maxit=7"
    outcome = bench.carry_out(PENDULUM, f"{settings}\nsim/dyn, end=0.5, steps=5\n")
    assert "GSTIFF SI2, error 1.0e-05" in outcome.out
    statistics = outcome.results().attrs["statistics"]
    assert statistics["steps"] >= 500 and sum(statistics["orders"][2:]) == 0
    messages = outcome.messages()
    assert "HINIT             =    1.000000E-05" in messages and "using Gstiff SI2 Integrator" in messages


@pytest.mark.parametrize("method", ["wstiff, si1", "gstiff, si1", "hastiff"])
def test_r5_an_integrator_that_is_not_there_is_replaced_with_one_warning(bench, method):
    """R5: real files ask for SI1, HASTIFF; what integrates instead is told once, not per SIMULATE."""
    commands = f"sim/dyn, end=0.1\nint/{method}, err=1e-7\nsim/dyn, end=0.3\nsim/dyn, end=0.5\n"
    outcome = bench.carry_out(PENDULUM, commands)
    assert outcome.code == 0 and outcome.results().time[-1] == 0.5
    name = method.replace(",", "").upper()
    instead = "WSTIFF SI2" if method.startswith("w") else "GSTIFF "
    assert outcome.messages().count(f"{name} is not there yet: {instead}") == 1
    again = bench.run("model.acf", "--integrator", "gstiff")
    assert again.code == 0 and "is not there yet" not in again.out


@pytest.mark.parametrize("method", ["wstiff", "wstiff, si2", "hht", "newmark", "abam", "rkf45", "dop853", "radau5"])
def test_the_methods_of_real_files_integrate(bench, method):
    outcome = bench.carry_out(PENDULUM, f"int/{method}, err=1e-5\nsim/dyn, end=0.2\n")
    assert outcome.code == 0 and outcome.results().time[-1] == 0.2 and "is not there yet" not in outcome.messages()
    assert f"{method.split(',')[0].upper()}" in outcome.out


@pytest.mark.parametrize("command", ["linear/nastran_export, file=x"])
def test_commands_that_are_not_there_end_the_run(bench, command):
    outcome = bench.carry_out(BLOCK, f"equil/maxit=500\nsim/dyn, end=0.1\n{command}\nsim/dyn, end=9\n")
    assert outcome.code == 1
    assert "is not there yet" in outcome.err and "model.acf:5" in outcome.err
    run = outcome.results()
    assert run.time[-1] == 0.1 and run.attrs["successful"] is False and "not there yet" in run.attrs["end_reason"]


def test_bad_commands_are_told_and_left_out(bench):
    bad = ("simulat3/dyn", "motion/7, func=1", "var/1, fun=VARVAL(9)", "deac/joint, id=77")
    commands = "\n".join([*bad, "sim/dyn, end=1, steps=2", "sim/dyn, end=0.5", ""])
    outcome = bench.carry_out(BLOCK, commands)
    assert outcome.code == 1 and "5 commands were left out" in outcome.out
    for line, words in ((3, "SIMULAT3"), (4, "no MOTION/7"), (5, "VARIABLE/9"), (6, "no JOINT/77"), (8, "not after")):
        assert f"model.acf:{line}" in outcome.err and words in outcome.err
    run = outcome.results()
    assert z_of(run, 1.0) == pytest.approx(1.0, abs=1e-6)  # VARIABLE/1 is what it was
    assert outcome.messages().count("command ignored.") == 5


def test_a_command_in_the_place_of_the_prefix(bench):
    bench.dataset(BLOCK)
    outcome = bench.run(bench.commands("model\nSIMULATE/DYNAMIC, END=1, STEPS=2\nstop\n"))
    assert outcome.code == 0 and "model.acf:2  [W108 warning]" in outcome.out
    assert outcome.results().time[-1] == 1.0 and "SIMULATE/DYNAMIC" in outcome.messages()
    outcome = bench.run(bench.commands("model\nresults/run1\nstop\n"))
    assert outcome.code == 0 and "W108" not in outcome.out and "No analysis was carried out" in outcome.out
    assert (outcome.folder / "results" / "run1.msg").exists()


def test_gaps_of_requests_are_told(bench):
    body = BLOCK + "REQUEST/1, F2=1/(DZ(20,1)-0.25)\\, F3=SQRT(0.5-TIME)\nREQUEST/2, FUNCTION=USER(1,2)\n"
    outcome = bench.carry_out(body, "sim/dyn, end=1, steps=4\n")
    assert outcome.code == 0
    assert "REQUEST/2  [W505 warning]" in outcome.out and "USER(1,2) calls a user subroutine" in outcome.out
    assert "W506 warning" in outcome.out and "first at time 0.75: REQ_1.F3 (2 of 5)" in outcome.out


def test_nested_command_files(bench):
    bench.dataset(BLOCK)
    bench.commands("var/1, fun=8\nsim/dyn, end=1, steps=1\n", "inner.acf")
    run = bench.run(
        bench.commands("\nfile/model=model\nfile/command=inner\nsim/dyn, end=2, steps=1\nstop\nsim/dyn, end=3\n")
    )
    assert run.code == 0
    assert run.results().time.tolist() == [0.0, 1.0, 1.0, 2.0]
    bench.commands("\nfile/model=model\nfile/command=again\n", "again.acf")
    outcome = bench.run("again.acf")
    assert outcome.code == 1 and "runs itself" in outcome.err


def test_the_message_file_echoes_every_line(bench):
    text = "! a comment\n\nsim/dyn, &\n  end=1, &\n  steps=2\nstop"
    messages = bench.carry_out(BLOCK, text).messages()
    for line in ("", "file/model=model", "! a comment", "sim/dyn, &", "  end=1, &", "  steps=2", "stop"):
        assert f" command: {line}\n" in messages
    assert messages.index("command: stop") > messages.index("End Simulation")
    assert "Audit: good" in messages and "Finished -----" in messages


def test_questions_are_answered(bench):
    outcome = bench.carry_out(BLOCK, "var/1, list\nsim/dyn, end=1, steps=1\ntime\nshow/status=simulation\n")
    assert outcome.code == 0
    for text in (outcome.out, outcome.messages()):
        assert "VARIABLE/1" in text and "Time = 1.0" in text and "Simulation Statistics" in text


def test_the_files_that_output_and_results_ask_for(bench):
    bench.dataset(BLOCK + "REQUEST/1, F2=DZ(20,1)\\\n")
    commands = "\nfile/model=model\noutput/reqsave\n{}sim/dyn, end=1, steps=5\n"
    outcome = bench.run(bench.commands(commands.format("")))
    assert sorted(p.suffix for p in outcome.folder.glob("model.*")) == [".acf", ".adm", ".h5", ".msg", ".req"]
    bench.run(bench.commands(commands.format("results/xrf\n")))
    assert (outcome.folder / "model.res").exists()
    bench.run("model.acf", "--adams-files", "--name", "all")
    assert sorted(p.suffix for p in outcome.folder.glob("all.*")) == [".gra", ".h5", ".msg", ".out", ".req", ".res"]
    import bellcrank as bc

    run, res = bc.load("all.h5"), bc.load("all.res")
    np.testing.assert_allclose(res["PART_2.Z"], run["PART_2.Z"], rtol=1e-6)
    assert res.attrs["input"][0] == 0.0


def test_initial_conditions_give_one_row(bench):
    body = ROD.replace("PART/2,", "PART/2, QG=0.01,0,0,") + "JOINT/1, REVOLUTE, I=21, J=1\n"
    outcome = bench.carry_out(body, "sim/init\nsim/dyn, end=0.1, steps=2\n")
    run = outcome.results()
    assert [s.kind for s in run.segments] == ["initialConditions", "dynamic"]
    assert run.time.tolist() == [0.0, 0.0, 0.05, 0.1]
    assert abs(run["PART_2.X"][0]) < 1e-12 and run.attrs["input"][1] == pytest.approx(0.01)


def test_another_model_gets_its_own_files(bench):
    bench.dataset(BLOCK, "a.adm")
    bench.dataset(PENDULUM, "b.adm")
    text = "\nfile/model=a\nsim/dyn, end=1, steps=2\nfile/model=b\nsim/dyn, end=0.5, steps=2\n"
    outcome = bench.run(bench.commands(text))
    assert outcome.code == 0
    assert outcome.results("a").time[-1] == 1.0 and outcome.results("b").time[-1] == 0.5
    assert "command: file/model=b" in outcome.messages("a") + outcome.messages("b")


def test_dof_zero_is_told_for_dynamics(bench):
    outcome = bench.carry_out(PENDULUM + "MOTION/1, ROTATION, JOINT=1, FUNCTION=TIME\n", "sim/dyn, end=1, steps=4\n")
    assert outcome.code == 0 and "kinematically determinate" in outcome.out
    np.testing.assert_allclose(outcome.results()["PART_2.WZ"], 1.0, rtol=1e-9)


def test_a_motion_on_a_joint_that_is_off_is_told(bench):
    body = PENDULUM + "MOTION/1, ROTATION, JOINT=1, FUNCTION=TIME\n"
    outcome = bench.carry_out(body, "deac/joint, id=1\nsim/dyn, end=0.1\ndeac/motion, id=1\nsim/dyn, end=0.2\n")
    assert outcome.code == 0 and outcome.out.count("MOTION/1  [W503 warning]") == 1
    assert "deactivate/motion, id=1" in outcome.out


def test_a_request_that_comes_too_late_is_told(bench):
    body = BLOCK + "REQUEST/1, F2=DZ(20,1)\\\n"
    outcome = bench.carry_out(body, "sim/dyn, end=1\nrequest/1, f3=2*DZ(20,1)\nsim/dyn, end=2\n")
    assert outcome.code == 0 and "REQ_1.F3 came after the first analysis" in outcome.out


def test_a_mass_centre_changed_in_flight(bench):
    """A spinning part without gravity: the origin of its frame goes on at its speed when the mass centre moves."""
    body = (
        "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, VX=1, WZ=3\nMARKER/20, PART=2, QP=0.2,0,0\nMARKER/21, PART=2\n"
        "REQUEST/1, F2=DX(21,1)\\, F3=VX(21,1)\\, F4=VY(21,1)\\\n"
    )
    commands = "accgrav/jgrav=0\nsim/dyn, end=1, steps=2\npart/2, cm=21\nsim/dyn, end=2, steps=2\n"
    run = bench.carry_out(body, commands).results()
    for column in ("REQ_1.F2", "REQ_1.F3", "REQ_1.F4"):
        assert run[column][3] == pytest.approx(run[column][2], abs=1e-9)
    assert run["REQ_1.F3"][-1] == pytest.approx(run["REQ_1.F3"][3], abs=1e-9)  # now the mass centre: no acceleration
