"""A minute of `scripts/attack` with fixed cases: nothing breaks, hangs, or is taken as good (S1, S3, S7)."""

from __future__ import annotations

import pytest

from bellcrank.testing.attack.__main__ import attack
from bellcrank.testing.attack.kinds import KINDS, attempt

CASES = {"dataset": 300, "commands": 300, "simulation": 25, "results": 180, "cache": 100}


@pytest.mark.parametrize("kind", list(CASES))
def test_mutated_inputs(kind):
    done, bad = attack(kind, 0, CASES[kind])
    assert (done, bad) == (CASES[kind], [])


def test_a_bad_case_is_told(monkeypatch):
    def break_down(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setitem(KINDS, "broken", break_down)
    assert attempt("broken", 7).startswith("KeyError: 7 (test_attack.py:")
