"""R7: all that stops a model is told at once, one message per kind; `--without` leaves out what is named, and says so.

P9: `--set` changes arguments.
"""

from __future__ import annotations

import pytest
from small_models import HEAD, PENDULUM

from bellcrank.errors import ModelError, UnsupportedError, by_kind, ranges
from bellcrank.model import load_text

BLOCKED = (
    PENDULUM
    + "".join(f"MARKER/{n}, PART=2\nMARKER/{n + 50}, PART=1\n" for n in range(101, 107))
    + "".join(f"FE_PART/{n}, TYPE=3DBEAM\n" for n in (1, 2, 3, 5))
    + "".join(f"VARIABLE/{n}, IC=2, FUNCTION=USER(1,2)\n" for n in (7, 9))
    + "VARIABLE/10, FUNCTION=VARVAL(7)+1\nREQUEST/1, F2=VARVAL(10)\\\n"
)


def test_r7_all_blockers_in_one_message_per_kind(bench):
    """R7: one refused element hid the next; four FE_PARTs are one line, with their ids, the subroutines another."""
    outcome = bench.carry_out(BLOCKED, "sim/dyn, end=0.1, steps=2\nsim/stat\nsim/kin, end=1\n")
    assert outcome.code == 1
    assert outcome.err.count("[E") == 2
    for words in ("FE_PART/1 to 3, 5", "VARIABLE/7, 9"):
        assert words in outcome.err
    assert "--without FE_PART" in outcome.err


def test_r7_what_is_left_out_is_told_in_summary_messages_and_results(bench):
    bench.dataset(BLOCKED)
    commands = bench.commands("\nfile/model=model\nsim/stat\nsim/dyn, end=0.5, steps=5\n")
    outcome = bench.run(commands, "--without", "fe_part,user,STATICS")
    assert outcome.code == 0, outcome.err
    assert "without 4 FE_PART, 2 VARIABLE, STATICS: left out, as asked" in outcome.out
    run = outcome.results()
    assert run.attrs["without"] == [
        "FE_PART/1",
        "FE_PART/2",
        "FE_PART/3",
        "FE_PART/5",
        "VARIABLE/7",
        "VARIABLE/9",
        "STATICS",
    ]
    assert any("FE_PART/1 to 3, 5 are left out" in text for text in run.attrs["messages"])
    assert run["REQ_1.F2"][-1] == 3.0  # VARIABLE/7 counts as its IC
    assert "STATICS is left out" in outcome.messages()


def test_r7_single_elements_and_python():
    model, _ = load_text(f"a test\n{HEAD}{BLOCKED}END\n")
    with pytest.raises(UnsupportedError, match="FE_PART/3, 5"):
        model.simulate(end=0.1, without=["FE_PART/1", "FE_PART/2", "USER"])
    assert model.simulate(end=0.1, without=["FE_PART", "USER"]).attrs["without"]
    assert model.variables[7].function.is_user  # the model itself is as it was


@pytest.mark.parametrize(
    ("name", "words"), [("CONTCAT", "did you mean CONTACT"), ("PART", "another one"), ("X/y", "E114")]
)
def test_a_name_that_cannot_be_left_out(name, words):
    model, _ = load_text(f"a test\n{HEAD}{PENDULUM}END\n")
    with pytest.raises(ModelError, match=words):
        model.simulate(end=0.1, without=[name])


def test_what_the_model_does_not_have_need_not_be_left_out():
    model, _ = load_text(f"a test\n{HEAD}{PENDULUM}END\n")
    assert model.simulate(end=0.1, without=["FRICTION"]).attrs["without"] == []


def test_ids_are_short():
    assert ranges([5, 1, 2, 3, 9, 10, 3]) == "1 to 3, 5, 9, 10"
    assert by_kind([]) == []


# ---- --set
def test_p9_set_changes_any_argument_of_any_element(bench):
    """P9: run --set ELEMENT.ARGUMENT=VALUE, by statement and id, by name, or of a statement without id."""
    outcome = bench.simulate(
        PENDULUM, "--end", 0.1, "--set", "PART/2.mass=3", "--set", "ACCGRAV.jgrav=0", "--set", "PART_2.vy=1E-3"
    )
    assert outcome.code == 0, outcome.err
    text = outcome.results().attrs["dataset"]
    assert "MASS = 3" in text and "JGRAV = 0" in text and "VY = 0.001" in text


@pytest.mark.parametrize(
    ("change", "words"),
    [("PART/99.mass=3", "PART/99"), ("PART/2.colour=3", "COLOUR"), ("PART/2.mass=heavy", "heavy"),
     ("nonsense", "ARGUMENT=VALUE")],
)  # fmt: skip
def test_p9_set_refuses_what_it_does_not_understand(bench, change, words):
    outcome = bench.simulate(PENDULUM, "--end", 0.1, "--set", change)
    assert outcome.code == 1 and words in outcome.err
