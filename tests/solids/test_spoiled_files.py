"""Spoiled files of solids: a net or a message, never an exception, never a hang (scripts/attack solids tries more)."""

import os
import time

import pytest

from bellcrank.testing.attack.kinds import SECONDS, attempt


@pytest.fixture(autouse=True)
def same_cache_afterwards(monkeypatch):
    monkeypatch.setenv("BELLCRANK_CACHE", os.environ.get("BELLCRANK_CACHE", ""))  # the attack sets one of its own


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_spoiled_files_are_read_or_refused(first):
    for number in range(first, first + 40):
        start = time.monotonic()
        assert not attempt("solids", number)
        assert time.monotonic() - start < 4 * SECONDS  # a busy computer


@pytest.mark.parametrize("number", [100, 192, 313, 459, 496, 1281, 17534, 34901])
def test_cases_that_once_broke(number):
    assert not attempt("solids", number)
