"""Derivative, integral and means of a sampled signal whose times may repeat.

A run of several analyses repeats the time at each seam, and an event may do so too. A repeated time is a jump: it
contributes nothing to integrals, and derivatives are one-sided there.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Extremes(NamedTuple):
    """The figures of one channel; `mean` and `rms` are means over time, not over samples."""

    name: str
    units: str
    minimum: float
    time_of_minimum: float
    maximum: float
    time_of_maximum: float
    mean: float
    rms: float
    final: float


def pieces(time: Array) -> list[slice]:
    """The stretches in which time strictly increases."""
    cuts = np.flatnonzero(np.diff(time) <= 0.0) + 1
    bounds = [0, *(int(c) for c in cuts), len(time)]
    return [slice(a, b) for a, b in itertools.pairwise(bounds) if b > a]


def derivative(time: Array, x: Array) -> Array:
    """dx/dt by second-order differences in every stretch (zero where a stretch is a single row)."""
    result = np.zeros(len(x))
    for piece in pieces(time):
        n = piece.stop - piece.start
        if n > 1:
            result[piece] = np.gradient(x[piece], time[piece], edge_order=2 if n > 2 else 1)
    return result


def integral(time: Array, x: Array) -> Array:
    """The running integral of x over time from the first row (trapezoidal rule); going back in time counts nothing."""
    steps = np.maximum(np.diff(time), 0.0)
    return np.concatenate([[0.0], np.cumsum(0.5 * steps * (x[1:] + x[:-1]))]) if len(x) else x


def time_mean(time: Array, x: Array) -> float:
    """The mean of x over time; of rows that span no time, the plain mean."""
    steps = np.maximum(np.diff(time), 0.0)
    span = float(steps.sum())
    if span <= 0.0:
        return float(np.mean(x)) if len(x) else float("nan")
    return float(np.sum(0.5 * steps * (x[1:] + x[:-1])) / span)


def extremes(name: str, units: str, time: Array, x: Array) -> Extremes:
    """The figures of one channel; NaN values are left out of minimum and maximum."""
    nan = float("nan")
    if not len(x) or bool(np.all(np.isnan(x))):
        return Extremes(name, units, nan, nan, nan, nan, nan, nan, nan)
    low, high = int(np.nanargmin(x)), int(np.nanargmax(x))
    mean, rms = time_mean(time, x), float(np.sqrt(time_mean(time, x * x)))
    lowest, highest = (float(x[low]), float(time[low])), (float(x[high]), float(time[high]))
    return Extremes(name, units, *lowest, *highest, mean, rms, float(x[-1]))
