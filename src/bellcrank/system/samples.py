"""Sampled states: values that change at equal times only, as sensors that the program makes for itself.

A sensor fires where SIN(pi (t - t_0)/T) vanishes, and steps end exactly there (`Builder.stops`). What it keeps is the
new value of a sampled state, all of them computed from the old ones; one more sensor keeps the time of the sample, by
which a function knows that it has just been asked. Between samples the values are numbers, read by SENVAL.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NEVER = -1e300
"""The time of the last sample before the first."""


@dataclass(frozen=True, eq=False)
class Sampler:
    """A sensor that the program makes: what a SENSOR statement would say."""

    owner: Any
    id: Any
    value: float = 0.0
    error: float = 1e-9
    relation: str = "EQ"
    evaluate: bool = True
    hidden: bool = True
    bisection: bool = False
    halt: bool = False
    return_: bool = False
    print: bool = False
    codgen: bool = False
    restart: bool = True
    dt: float | None = None
    stepsize: float | None = None


def clock(period: float, offset: float) -> str:
    """The expression that vanishes at every sample."""
    return f"SIN(PI*(TIME-({offset!r}))/({period!r}))"


def samples(period: float, offset: float, start: float, end: float) -> list[float]:
    """The times of samples between start and end."""
    first = max(0, int((start - offset) / period))
    last = int((end - offset) / period) + 1
    return [t for n in range(first, last + 1) if start < (t := offset + n * period) < end]


def no_slopes(*values: float) -> tuple[float, ...]:
    """What is kept at a sample is no part of the equations: nobody needs its derivatives."""
    return (0.0,) * len(values)
