"""Command files: both headers, abbreviations, changes of the model."""

from __future__ import annotations

import math

import pytest

from bellcrank.errors import ModelError
from bellcrank.model import load_text
from bellcrank.model.commands import Change, parse_commands

MODEL = """\
t
PART/1, GROUND
MARKER/1
PART/2
MARKER/2
JOINT/17, REVOLUTE, I=2, J=1
MOTION/4, JOINT=17, ROTATION, FUNCTION=TIME
VARIABLE/1001, FUNCTION=0
END
"""


def commands(text: str):
    script, report = parse_commands("\n" + text)
    assert not report, report.render()
    return script.commands


@pytest.mark.parametrize(
    ("text", "model", "prefix", "count"),
    [
        ("\nfile/model=crank\nstop\n", "crank", "", 2),
        ("crank.adm\nrun1\nsim/dyn, end=1, steps=10\nstop", "crank.adm", "run1", 2),
        ("crank\n\nstop\n", "crank", "", 1),
        ("Test01_ADAMS\r\nTest01_ADAMS\r\nSTOP\r\n", "Test01_ADAMS", "Test01_ADAMS", 1),
        ("file/model=crank, out=run2\nstop", "crank", "run2", 2),
        ("! a comment\nfile/model=C:\\models\\crank\nstop", "C:\\models\\crank", "", 2),
        ("\nstop", "", "", 1),
    ],
)
def test_both_headers(text, model, prefix, count):
    script, report = parse_commands(text, "folder/run.acf")
    assert not report, report.render()
    assert (script.model, script.output_prefix, len(script.commands)) == (model, prefix, count)


def test_the_dataset_lies_beside_the_command_file():
    script, _ = parse_commands("\nfile/model=crank\n", "folder/run.acf")
    assert script.model_path().as_posix() == "folder/crank.adm"
    script, _ = parse_commands("\nfile/model=C:\\far\\away\\crank\n", "folder/run.acf")
    assert script.model_path().as_posix() == "folder/crank.adm"


def test_simulate_in_every_abbreviation():
    static, dynamic, transient, initial = commands(
        "sim/stat\nsim/dyn, dur=.5, dtout=.001\nsimulate/transient, &\n\tend=5.0, steps=10\nSIM/INIT, VEL"
    )
    assert static.analysis == "STATICS"
    assert (dynamic.analysis, dynamic.duration, dynamic.dtout) == ("DYNAMICS", 0.5, 0.001)
    assert (transient.analysis, transient.end, transient.steps) == ("TRANSIENT", 5.0, 10)
    assert (initial.analysis, initial.level) == ("INITIAL_CONDITIONS", "VELOCITY")


def test_activation_by_id_list_and_range():
    some, span, every = commands("DEACTIVATE/CONTACT, ID=10,9\ndeactivate/joint, RANGE = 1301, 1310\nactivate/sensor")
    assert (some.type, some.ids, [some.selects(k) for k in (9, 11)]) == ("CONTACT", (10, 9), [True, False])
    assert [span.selects(k) for k in (1300, 1301, 1310, 1311)] == [False, True, True, False]
    assert every.keyword == "ACTIVATE" and every.selects(5)


def test_the_other_commands():
    linear, save, reload, info, show, control, stop = commands(
        "LINEAR/EIGENSOL, COORDS = 1, 25, NODAMPIN\nsave/states, buffer=a\nreload/system, file=x.sav, title=new\n"
        "info/disp, i=1, j=2\nsho stat=sim\ncontrol/function=user(1,2)\nquit"
    )
    assert (linear.analysis, linear.coords, linear.nodampin) == ("EIGENSOL", (1, 25), True)
    assert (save.content, save.buffer) == ("STATES", "a")
    assert (reload.content, reload.file, reload.model_title) == ("SYSTEM", "x.sav", "new")
    assert (info.measure, info.j) == ("DISPLACEMENT", 2)
    assert show.status == "sim" and control.function.is_user and stop.keyword == "QUIT"


def test_statements_change_the_model():
    changes = commands(
        "MOTION/4, FUNC = -16+STEP5(time,1.9,0,2,16)\nMOTION/4, VELOCITY, ICDISP = 0\nvar/1001, fun=8.58e-001\n"
        "equil/maxit=51, stab=0.5, imbal=0.3, tlim=0.5, alim=1.0D\nint/hht, err=1E-7, INTERPOLATE=on\naccg/kgrav=0\n"
        "JOINT/17, IC=0.5\noutput/noseparator"
    )
    assert all(isinstance(change, Change) for change in changes)
    model, _ = load_text(MODEL)
    for change in changes:
        change.apply(model)
    assert (model.motions[4].level, model.motions[4].function.text) == ("VELOCITY", "-16+STEP5(time,1.9,0,2,16)")
    assert model.variables[1001].function.constant == 0.858
    equilibrium = model.single("EQUILIBRIUM")
    assert (equilibrium.maxit, equilibrium.alimit) == (51, math.pi / 180)
    assert (model.single("INTEGRATOR").method, model.single("INTEGRATOR").interpolate) == ("HHT", True)
    assert model.joints[17].ic == (0.5,)


def test_a_default_command_takes_settings_back():
    model, _ = load_text(MODEL)
    for change in commands("int/err=1E-7, hht\nint/default"):
        change.apply(model)
    assert (model.single("INTEGRATOR").error, model.single("INTEGRATOR").method) == (None, "GSTIFF")


def test_any_statement_can_be_listed():
    change, settings = commands("VARIABLE/1001, LIST\nequil/list")
    assert change.lists and settings.lists
    model, _ = load_text(MODEL)
    before = model.copy()
    change.apply(model)
    assert model == before


def test_a_change_of_something_that_is_not_there():
    model, _ = load_text(MODEL)
    with pytest.raises(ModelError, match="no MOTION/5"):
        commands("MOTION/5, FUNC=1")[0].apply(model)
    with pytest.raises(ModelError, match="PITCH"):
        commands("JOINT/17, PITCH=3")[0].apply(model)


def test_mistakes_in_commands_are_collected():
    _, report = parse_commands(
        "\nsimulat3/dyn\nsim/dynn, end=1\nsim/end=1\nvar/fun=1\nsim/dyn, steps=1.5\nend\n", "run.acf"
    )
    assert [(m.place.line, m.rule) for m in report] == [
        (2, "E102"), (3, "E103"), (3, "E105"), (4, "E105"), (5, "E102"), (6, "E104"), (7, "E102"),
    ]  # fmt: skip
