"""No pattern takes a time that grows with the square of a text: a long line would hang a reader (S10)."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bellcrank

LENGTH = 2000
UNITS = (
    "1", "a", "A", " ", "\n", ",", "(", ")", "'", '"', "_", ".", "1.", "a ", ", ", ",\n", "\\", "!", "{", "=", "a=",
    "1e", "-", "/", "\v", "a.", "[", "&", "& ", "*", "+1", "a(", "[ ",
)  # fmt: skip
BEFORE = ("", "a", "!")
BEHIND = ("\x01", "x")
PARTS = {("bellcrank.schema.reader", "_LAST_WORD"), ("bellcrank.geometry.parasolid.lexer_text", "_TOKEN")}
"""They see the last 80 characters alone, and what another pattern has found."""
OURS = {("bellcrank.expression.dimension", "_FACTOR"), ("bellcrank.schema.units", "_FACTOR")}
"""They read the dimensions that stand in our own sources."""


def patterns() -> Iterator[tuple[str, str, Callable[[str], Any]]]:
    """Every pattern, as it is used: module, name, and a function of a text."""
    for info in pkgutil.walk_packages(bellcrank.__path__, "bellcrank."):
        if ".test" in info.name or info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            if not isinstance(value, re.Pattern) or (info.name, name) in PARTS | OURS:
                continue
            for how in sorted(set(re.findall(rf"\b{name}\.(\w+)\(", inspect.getsource(module)))):
                yield info.name, f"{name}.{how}", functools.partial(carried_out, value, how)


def carried_out(pattern: re.Pattern[str], how: str, text: str) -> None:
    """`match` and `fullmatch` begin at the first character, everything else at every one."""
    if how in ("match", "fullmatch"):
        getattr(pattern, how)(text)
    else:
        for _ in pattern.finditer(text):
            pass


def seconds(job: Callable[[str], Any], text: str) -> float:
    started = time.process_time()
    job(text)
    return time.process_time() - started


FOUND = list(patterns())


@pytest.mark.parametrize(("module", "name", "job"), FOUND, ids=[f"{module}.{name}" for module, name, _ in FOUND])
def test_s10_no_pattern_is_quadratic(module, name, job):
    """S10: 40,000 digits and a wrong letter were 10 s of looking for a number. Three times longer: ten times is bad."""
    for before in BEFORE:
        for unit in UNITS:
            for behind in BEHIND:
                if seconds(job, before + unit * LENGTH + behind) < 0.01:
                    continue
                short, long = (
                    min(seconds(job, before + unit * count + behind) for _ in range(3))
                    for count in (LENGTH, 3 * LENGTH)
                )
                assert long < 6.0 * short or long < 0.02, (unit, before, behind, short, long)
