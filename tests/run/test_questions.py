"""INFO, SHOW/ELEMENT, HELP, CONTROL in command files, and `bellcrank replay`."""

from __future__ import annotations

import math

import pytest
from small_models import PENDULUM

import bellcrank as bc
from bellcrank.analysis.replay import commands_of
from bellcrank.errors import DatasetError
from bellcrank.schema.subroutine import SUBROUTINES


def test_info_measures_what_a_request_would(bench):
    """The pendulum hangs at rest in x: its mass centre is where the dataset has put it, its speed is zero."""
    outcome = bench.carry_out(
        PENDULUM, "info/disp, i=20\nsim/dyn, end=0.1, steps=2\nINFO/VEL, I=20, J=1, RM=1\nhelp\nshow/element\n"
    )
    assert outcome.code == 0, outcome.err
    text = outcome.messages()
    run = outcome.results()
    shown = {}
    for line in text.split(" VELOCITY at time")[1].splitlines()[1:5]:
        name, value = line.split()
        shown[name] = float(value)
    speed = math.sqrt(sum(run[f"PART_2.CM_V{axis}"][-1] ** 2 for axis in "XYZ"))
    assert shown["F1"] == pytest.approx(speed, rel=1e-6) and speed > 0.1
    assert (
        "DISPLACEMENT at time 0.0" in text and "Commands: ACTIVATE" in text and "PART" in text.split("Elements of")[1]
    )


def test_control_calls_a_function_that_gives_commands(bench):
    @bc.subroutine(name="CONSUB")
    def consub(par, give):
        for k in range(int(par[0])):
            time = give(f"sim/dyn, end={0.1 * (k + 1)}, steps=1")
        assert time == pytest.approx(0.1 * par[0])

    try:
        outcome = bench.carry_out(PENDULUM, "control/function=user(3)\n")
        assert outcome.code == 0, outcome.err
        assert outcome.results().time[-1] == pytest.approx(0.3)
        SUBROUTINES["CONSUB"] = type(SUBROUTINES["CONSUB"])(lambda par, give: 1 / 0)
        assert "ZeroDivisionError" in bench.carry_out(PENDULUM, "control/function=user(3)\n").err
    finally:
        del SUBROUTINES["CONSUB"]
    refused = bench.carry_out(PENDULUM, "sim/dyn, end=0.1, steps=1\ncontrol/function=user(3)\n")
    assert refused.code == 1 and "consub, which is not there" in refused.err
    assert refused.results().time[-1] == pytest.approx(0.1), "what is finished is kept"


def test_r9_a_run_is_replayed_from_its_messages(bench, monkeypatch):
    """R9: three intervals with another input each, as a co-simulation gives them: the same numbers again."""
    model = PENDULUM + "VARIABLE/5, FUNCTION=0\nSFORCE/5, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION=VARVAL(5)\n"
    commands = "".join(f"var/5, fun={k}\nsim/dyn, end={0.1 * k}, steps=2\n" for k in (1, 2, 3))
    first = bench.carry_out(model, commands)
    assert first.code == 0, first.err
    from bellcrank.cli import main

    monkeypatch.chdir(first.folder)
    (message,) = first.folder.glob("*.msg")
    with pytest.raises(SystemExit) as ended:
        main(["replay", message.name, "--quiet"])
    assert not ended.value.code
    again = bc.load(first.folder / f"{message.stem}_replay.h5")
    assert (again["PART_2.CM_X"] == first.results()["PART_2.CM_X"]).all()
    with pytest.raises(SystemExit):
        main(["replay", message.name, "--commands", "again.acf"])
    assert "var/5, fun=2" in (first.folder / "again.acf").read_text()


def test_commands_of_a_message_file():
    lines = "FILE/COMMAND=a.acf", "", "file/model=a", "sim/dyn, &", "end=1"
    text = "noise\n".join(f" command: {line}\n" for line in lines)
    assert commands_of(text, "a.msg") == "\n\nfile/model=a\nsim/dyn, &\nend=1\n"
    assert commands_of(text, "a.msg", "b.adm").splitlines()[1] == "file/model=b.adm"
    with pytest.raises(DatasetError, match="No command"):
        commands_of("nothing", "a.msg")
    with pytest.raises(DatasetError, match="which dataset"):
        commands_of(" command: sim/stat\n", "a.msg")
