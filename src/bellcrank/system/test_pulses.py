"""Functions of time that are looked at before a run."""

import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError
from bellcrank.expression import parse
from bellcrank.expression.text import to_text
from bellcrank.expression.tree import UserCall
from bellcrank.system.pulses import LOOKS, hidden, pulses

PARTS = {
    "STEP(TIME, 1, 0, 2, 5)*SIN(3*TIME) + POLY(TIME, 0, 1, 2)": [],
    "IF(TIME-2: 0, 0, 500) + MAX(TIME, 3)": [],
    "3*DX(1,2) + EXP(-TIME**2)": ["EXP(-TIME**2)"],
    "DX(1,2)*MAX(0, 1 - (TIME - 2)**2)": ["MAX(0, 1 - (TIME - 2)**2)"],
    "EXP(-DX(1,2))": [],
    "1/(1 + TIME**2)": ["1/(1 + TIME**2)"],
    "STEP(TIME**2, 1, 0, 2, 5)": ["STEP(TIME**2, 1, 0, 2, 5)"],
}


@pytest.mark.parametrize("text", PARTS)
def test_what_is_looked_at(text):
    assert [to_text(part).replace(" ", "") for part in hidden(parse(text))] == [
        part.replace(" ", "") for part in PARTS[text]
    ]


def test_a_users_function_of_time_is_looked_at():
    call = UserCall(lambda t: 500.0 if 2.0 < t < 2.01 else 0.0, (parse("TIME"),))
    assert hidden(call) == [call]
    found = pulses(call, {}, 0.0, 5.0)
    assert found[0] <= 2.0 < found[1] <= 2.0 + 5.0 / LOOKS + 1e-12


def test_where_there_is_no_value_nothing_is_found():
    assert pulses(parse("LOG(TIME - 1)"), {}, 0.0, 5.0) == []


def test_what_a_users_function_raises_is_left_to_the_run():
    """The run stops where it comes there, with the element, the time and the user's own words."""

    def law(t: float) -> float:
        if t > 0.5:
            raise KeyError("no such gear")
        return 1.0

    call = UserCall(law, (parse("TIME"),))
    assert pulses(call, {}, 0.0, 1.0) == []
    model = bc.Model("gears", units="SI", gravity=0)
    block = model.part("block", mass=1, ip=(1, 1, 1))
    model.sforce("push", i=block, at=(0, 0, 0), axis="z", actiononly=True, function=bc.user(law, "TIME"))
    with pytest.raises(BellcrankError, match=r"push(?s:.*)no such gear"):
        model.simulate(end=1.0, steps=10)
