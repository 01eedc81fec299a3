"""The integrator knows scalars of the model by numbers of its own: they are those of the layout."""

import pytest

from bellcrank.integrators import problem
from bellcrank.system import layout

SAME = {"CQ": "C_Q", "CU": "C_U", "CA": "C_A", "BAD": "BAD_EXPRESSION"}
NAMES = [name for name in vars(problem) if name.startswith("N_")]


def test_there_are_such_numbers():
    assert {"N_T", "N_BAD", "N_WITH_ACC"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_scalars_agree(name):
    own = name.removeprefix("N_")
    assert getattr(problem, name) == getattr(layout, SAME.get(own, own))
    assert getattr(problem, name) < layout.LATCHED
