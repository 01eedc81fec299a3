"""Arguments of a simulation, looked at where they are given: what is wrong is said there, with the cure."""

from __future__ import annotations

import math
from typing import Any

from bellcrank.errors import Message, ModelError

FORMULATIONS = ("SI2", "I3", "SI1", "COMPLEMENT")
SMALLEST_ERROR = 1e-14
"""Rounding of a step: no tolerance below can be kept."""


def real(name: str, value: Any, above: float | None = None) -> float:
    """A finite number, above a limit where there is one.

    >>> real("end", 2, above=0.0)
    2.0
    """
    try:
        number = math.nan if isinstance(value, str | bytes | bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise wrong(f"{name} = {value!r} is not a finite number.", f"give a number, for instance {name}=1.0.")
    if above is not None and not number > above:
        raise wrong(f"{name} = {number:g} is not above {above:g}.", "give a larger number.")
    return number


def count(name: str, value: Any) -> int:
    """A whole number of at least 1."""
    number = real(name, value)
    if number != int(number) or number < 1.0:
        raise wrong(f"{name} = {number:g} is not a whole number of at least 1.", f"give {name}=100, or leave it out.")
    return int(number)


def tolerance(value: Any) -> float:
    """A tolerance that can be kept."""
    number = real("error", value, above=0.0)
    if number < SMALLEST_ERROR:
        why = "Numbers have 16 digits, and a step loses some of them."
        raise wrong(f"error = {number:g} cannot be met.", "give 1e-10 or more; the default is 1e-6.", why)
    return number


def formulation(value: Any) -> str:
    """SI2, I3 or COMPLEMENT."""
    word = value.upper() if isinstance(value, str) else value
    if word not in FORMULATIONS:
        raise wrong(f"There is no formulation {value!r}.", 'use "SI2" (the default), "I3", or "COMPLEMENT".')
    return str(word).replace("SI1", "SI2")


def method(value: Any, available: list[str]) -> str:
    """The name of a method of integration."""
    word = value.upper() if isinstance(value, str) else value
    if word not in available:
        raise wrong(f"There is no method {value!r}.", f"use one of {', '.join(available)}.")
    return str(word)


def wrong(what: str, cure: str, why: str = "") -> ModelError:
    """The error of an argument."""
    return ModelError(Message("error", "E104", what, why=why, cure=cure))
