"""Functions of time that are looked at before a run."""

import pytest

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
