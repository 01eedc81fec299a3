"""The error of a run, channel by channel, from the same run done again more exactly.

Distance   |y - y'| at the output times both runs have; angles but for whole turns; PSI, THETA, PHI of an entity share
           the angle of the rotation between the two orientations (`orientation.py`)                             (1)
Noise      a distance below 1e-12 of the largest value of its unit in the run is rounding, and counts as zero    (2)
Size       what a distance is compared with: of lengths and angles the range, of an orientation the turn, at most one
           radian, of all else the largest value; the largest in the entity of the same unit (a vector is judged as a
           whole), and at least 10 ERROR of that in the whole run, since a run does not resolve less               (3)

A channel that redundant constraints leave undetermined has no error.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Message, ResultsError
from .grid import nearest, rising
from .orientation import angle_between, matrices
from .results import Results
from .units import conversion, is_angle

Array = NDArray[np.float64]
NOISE = 1e-12
RESOLVED = 10.0
EULER = ("PSI", "THETA", "PHI")


class Distances:
    """Distances (1) of two runs of the same model: `largest` and `when` for each channel of the first."""

    def __init__(self, first: Results, second: Results) -> None:
        mine, its = common_rows(first, second)
        self.time = first.time[mine]
        if not len(mine):
            raise ResultsError(Message("error", "E907", "the two runs have no output time in common"))
        a, b = first.values[mine, 1:], second.values[its, 1:]
        with np.errstate(invalid="ignore"):
            d = np.abs(a - b)
        d[np.isnan(a) & np.isnan(b)] = 0.0
        d[np.isnan(d)] = np.inf
        self.values = self._turned(first, a, b, d)
        self.values[self.values <= NOISE * _by_unit(first, np.nanmax(np.abs(a), axis=0, initial=0.0))] = 0.0
        at = np.argmax(self.values, axis=0)
        self.largest: Array = self.values[at, np.arange(d.shape[1])]
        self.when: Array = self.time[at]

    def _turned(self, first: Results, a: Array, b: Array, d: Array) -> Array:
        """Angles but for whole turns, and orientations instead of their angles."""
        for k, unit in enumerate(first.names.units):
            if is_angle(unit):
                turn = 2.0 * math.pi * (conversion("rad", unit) or 1.0)
                d[:, k] = np.abs(a[:, k] - b[:, k] - turn * np.round((a[:, k] - b[:, k]) / turn))
        for columns in orientations(first):
            to_rad = conversion(first.names.units[columns[0]], "rad") or 1.0
            stacks = [matrices(*(to_rad * side[:, columns]).T) for side in (a, b)]
            d[:, columns] = angle_between(*stacks)[:, None] / to_rad
        return d

    def beyond(self, sizes: Array, part: float, channel: int) -> float:
        """The first time at which a channel is off by so large a part of its size."""
        return float(self.time[int(np.argmax(self.values[:, channel] > part * sizes[channel]))])


def sizes(run: Results, error: float) -> Array:
    """What the distances of each channel are compared with (3)."""
    length = str(run.attrs.get("units", {}).get("length", ""))
    places = np.array([unit == length or is_angle(unit) for unit in run.names.units], bool)
    values = run.values[:, 1:]
    finite = np.where(np.isfinite(values), values, np.nan)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a column without any number
        ranges, largest = np.nanmax(finite, axis=0) - np.nanmin(finite, axis=0), np.nanmax(np.abs(finite), axis=0)
    ranges = np.nan_to_num(np.where(places, ranges, largest))
    for columns in orientations(run):
        to_rad = conversion(run.names.units[columns[0]], "rad") or 1.0
        turned = matrices(*(to_rad * values[:, columns]).T)
        ranges[columns] = min(1.0, float(angle_between(turned, turned[:1]).max(initial=0.0))) / to_rad
    result, at = ranges.copy(), 0
    for entity in run.entities:
        for unit in set(entity.units):
            columns = [at + k for k, other in enumerate(entity.units) if other == unit]
            result[columns] = ranges[columns].max()
        at += len(entity.components)
    return np.asarray(np.maximum(result, RESOLVED * error * _by_unit(run, ranges)))


def _by_unit(run: Results, values: Array) -> Array:
    """For each channel the largest of the values of all channels with its unit."""
    largest: dict[str, float] = {}
    for unit, value in zip(run.names.units, values, strict=True):
        largest[unit] = max(largest.get(unit, 0.0), float(value))
    return np.array([largest[unit] for unit in run.names.units])


def orientations(run: Results) -> list[list[int]]:
    """The columns (of all but the time) of PSI, THETA, PHI of each entity that has them."""
    found, at = [], 0
    for entity in run.entities:
        names = list(zip(entity.components, entity.component_aliases(), strict=True))
        angles = [[k for k, (name, others) in enumerate(names) if angle in (name, *others)] for angle in EULER]
        if all(angles):
            found.append([at + columns[0] for columns in angles])
        at += len(entity.components)
    return [columns for columns in found if all(is_angle(run.names.units[c]) for c in columns)]


def common_rows(first: Results, second: Results) -> tuple[Any, Any]:
    """Rows of both runs at the same times; of a repeated time the last row counts."""
    (times, mine), (others, its) = rising(first.time), rising(second.time)
    if not len(times) or not len(others):
        return mine[:0], its[:0]
    near = nearest(others, times)
    same = np.abs(others[near] - times) <= 1e-9 * max(abs(times[-1]), abs(times[-1] - times[0]))
    return mine[same], its[near[same]]
