"""Two runs side by side: which channels differ, by how much, where.

Channels are matched by name, free of case, and by the aliases of their entities ("REQ_1.F2" of a request file is
"tip.X" of our own). `.gra` and `.req` know ids, not names: their PART_3 is the part with the id 3, whatever it is
called elsewhere, and not another part called PART_3. Units are converted to those of the first run; `grid.py` says at
which times values are compared. Angles may differ by whole turns; where an entity has PSI, THETA and PHI the
orientation itself is compared (`orientation.py`).

The relative difference of a channel refers to the largest value of the same unit in its entity, so that FX is judged by
the size of the force vector. To keep noise quiet this scale is at least a ten-thousandth of the largest value of that
unit in the two runs (5e-9 m beside lengths of 1 m is noise, also where a part should not move at all), and 1e-12 of
what the unit makes of the largest force and length and the time span: a torque of 1e-14 N m is nothing where forces
are 10 N and lengths 1 m.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..schema.units import BASES
from .entity import Entity
from .grid import Grid
from .orientation import angle_between, matrices
from .results import Results
from .units import conversion, is_angle, measure

Array = NDArray[np.float64]
NOISE = 1e-12
FLOOR = 1e-4
"""Smaller parts of the largest value of a unit are no size to judge a difference by."""
EULER = ("PSI", "THETA", "PHI")
Triple = tuple[str, list[str], list[str]]
"""Name of an orientation and the three angles of it in both runs."""


@dataclass(frozen=True)
class Difference:
    """One channel: `first` and `second` are the values at `time`, where the difference is `largest`."""

    channel: str
    other: str
    units: str
    largest: float
    time: float
    first: float
    second: float
    rms: float
    relative: float


@dataclass
class Comparison:
    """The outcome; `differences` are in the order of the first run."""

    differences: list[Difference] = field(default_factory=list)
    only_first: list[str] = field(default_factory=list)
    only_second: list[str] = field(default_factory=list)
    incompatible: list[tuple[str, str, str]] = field(default_factory=list)
    """(channel, unit in the first, unit in the second): not compared."""
    start: float = 0.0
    stop: float = 0.0
    times: int = 0

    def beyond(self, relative: float, absolute: float = 0.0) -> list[Difference]:
        """The channels whose difference exceeds both tolerances (a difference that is NaN does)."""
        return [d for d in self.differences if not (d.relative <= relative or d.largest <= absolute)]


@dataclass(frozen=True)
class Curve:
    """A pair of columns at the times of comparison in units of the first run, and the distance between them."""

    channel: str
    other: str
    units: str
    first: Array
    second: Array
    distance: Array
    group: str
    """Entity and unit: curves of one group share their scale."""


def compare(
    first: Results,
    second: Results,
    channels: Sequence[str] | None = None,
    pairs: Sequence[tuple[str, str]] = (),
) -> Comparison:
    """Compare two runs.

    channels: names or patterns of the first run; by default all that both have
    pairs:    (expression of the first, expression of the second) to compare in addition; alone with channels=()
    """
    grid = Grid(first, second)
    result = Comparison(start=float(grid.times[0]), stop=float(grid.times[-1]), times=len(grid.times))
    matched, result.only_first, result.only_second = match(first, second, channels)
    triples = {} if channels is not None else _orientations(first, second, matched)
    curves: list[Curve] = []
    for mine, its in [*matched, *pairs]:
        if mine in triples:
            if mine == triples[mine][1][0]:
                curves.append(_orientation(grid, first, second, triples[mine]))
            continue
        curve = _curve(grid, first, second, mine, its)
        if curve is None:
            result.incompatible.append((mine, first.units(mine), second.units(its)))
        else:
            curves.append(curve)
    result.differences = _judge(grid.times, curves)
    return result


def match(
    first: Results, second: Results, channels: Sequence[str] | None = None
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Pairs of channel names that mean the same, and the channels only one run has."""
    wanted = first.channels if channels is None else first.names.select(channels)
    spellings = first.names.spellings()
    owners = [_owners(run) for run in (first, second)]
    pairs, missing, used = [], [], set()
    for name in wanted:
        mine = first.names.column(name)
        named = (second.names.column(s) for s in spellings.get(mine, ()) if s in second.names)
        same = (column for column in named if not _strangers(owners[0].get(mine), owners[1].get(column)))
        column = next(same, None) or _by_id(first, second, mine)
        if column is None:
            missing.append(name)
            continue
        pairs.append((name, second.channels[column - 1]))
        used.add(column)
    rest = [] if channels is not None else [c for k, c in enumerate(second.channels, start=1) if k not in used]
    return pairs, missing, rest


def _owners(run: Results) -> dict[int, Entity]:
    """Column -> entity."""
    every = [entity for entity in run.entities for _ in entity.components]
    return dict(enumerate(every, start=1))


def _strangers(a: Entity | None, b: Entity | None) -> bool:
    """Whether two entities of one kind are known by other ids, at least one of them by its id alone."""
    if a is None or b is None or a.type != b.type or not a.object_id or not b.object_id:
        return False
    return a.object_id != b.object_id and (a.anonymous or b.anonymous)


def _by_id(first: Results, second: Results, column: int) -> int | None:
    """The column of the second run that is the same component of the element with the same id."""
    entity = first.names.entity_of(first.channels[column - 1])
    k = column - 1 - first.names.first_column(entity)
    mine = {entity.components[k].upper(), *(alias.upper() for alias in entity.component_aliases()[k])}
    for other in second.entities if entity.object_id else ():
        if (other.type, other.object_id) == (entity.type, entity.object_id):
            for n, (component, aliases) in enumerate(zip(other.components, other.component_aliases(), strict=True)):
                if mine & {component.upper(), *(alias.upper() for alias in aliases)}:
                    return second.names.first_column(other) + 1 + n
    return None


def _curve(grid: Grid, first: Results, second: Results, mine: str, its: str) -> Curve | None:
    """A pair of channels or expressions; None where their units do not fit."""
    unit, other = first.units(mine), second.units(its)
    factor = conversion(other, unit) if unit and other else 1.0
    if factor is None:
        return None
    a, b = grid.onto(0, first.evaluate(mine)), grid.onto(1, second.evaluate(its)) * factor
    if is_angle(unit):
        turn = 2.0 * math.pi * (conversion("rad", unit) or 1.0)
        b = b + turn * np.round((a - b) / turn)
    entity = first.names.entity_of(mine).name if mine in first.names and mine in first.channels else mine
    return Curve(mine, its, unit, a, b, np.abs(a - b), f"{entity} {unit}")


def _orientations(first: Results, second: Results, matched: list[tuple[str, str]]) -> dict[str, Triple]:
    """The angles that belong to a whole orientation in both runs -> that orientation."""
    partner = dict(matched)
    found: dict[str, Triple] = {}
    for entity in first.entities:
        names = [f"{entity.name}.{angle}" for angle in EULER]
        if not all(name in first.names for name in names):
            continue
        mine = [first.channels[first.names.column(name) - 1] for name in names]
        if all(m in partner and is_angle(first.units(m)) and is_angle(second.units(partner[m])) for m in mine):
            whole = (f"{entity.name}.ORIENTATION", mine, [partner[m] for m in mine])
            found.update(dict.fromkeys(mine, whole))
    return found


def _orientation(grid: Grid, first: Results, second: Results, triple: Triple) -> Curve:
    """The angle of the rotation between the two runs; its scale is one radian."""
    name, mine, its = triple
    stacks = []
    for side, run, names in ((0, first, mine), (1, second, its)):
        turned = matrices(*(run[n] * (conversion(run.units(n), "rad") or 1.0) for n in names)).reshape(len(run), 9)
        stacks.append(np.column_stack([grid.onto(side, column) for column in turned.T]).reshape(-1, 3, 3))
    unit = first.units(mine[0])
    distance = angle_between(*stacks) * (conversion("rad", unit) or 1.0)
    one = np.full(len(distance), conversion("rad", unit) or 1.0)
    return Curve(name, name, unit, one, one, distance, f"{name} {unit}")


def _judge(times: Array, curves: list[Curve]) -> list[Difference]:
    scales: dict[str, float] = {}
    for c in curves:
        scales[c.group] = max(scales.get(c.group, 0.0), _size(c.first), _size(c.second))
    natural, largest = _natural_scales(times, curves), _largest(curves)

    def least(unit: str) -> float:
        size, powers = (measure(unit) if unit else None) or (1.0, ())
        return max(FLOOR * largest.get(powers, 0.0) / size, NOISE * _natural(unit, natural))

    return [_difference(times, c, max(scales[c.group], least(c.units))) for c in curves]


def _largest(curves: list[Curve]) -> dict[tuple[float, ...], float]:
    """Dimension -> the largest value, in SI units; what has no unit is not comparable with anything else."""
    found: dict[tuple[float, ...], float] = {}
    for c in curves:
        size, powers = (measure(c.units) if c.units else None) or (0.0, ())
        if powers:
            found[powers] = max(found.get(powers, 0.0), size * _size(c.first), size * _size(c.second))
    return found


def _difference(times: Array, curve: Curve, scale: float) -> Difference:
    d = curve.distance
    bad = np.isnan(d)
    at = int(np.argmax(bad)) if bool(bad.any()) else int(np.argmax(d))
    largest, rms = float(d[at]), float(np.sqrt(np.mean(d * d)))
    relative = largest / scale if scale > 0.0 else largest
    values = float(curve.first[at]), float(curve.second[at])
    if curve.channel.endswith(".ORIENTATION") and curve.first is curve.second:
        values = math.nan, math.nan
    return Difference(curve.channel, curve.other, curve.units, largest, float(times[at]), *values, rms, relative)


def _size(column: Array) -> float:
    finite = np.abs(column[np.isfinite(column)])
    return float(finite.max()) if len(finite) else 0.0


def _natural_scales(times: Array, curves: list[Curve]) -> list[float]:
    """In SI units: the largest force, no mass, the largest length, the time span, one radian (0: unknown)."""
    scales = dict.fromkeys(BASES, 0.0) | {"angle": 1.0, "time": float(times[-1] - times[0])}
    for c in curves:
        size, powers = measure(c.units) or (0.0, ())
        for k, base in enumerate(BASES):
            if base in ("force", "length") and powers == tuple(float(k == j) for j in range(len(BASES))):
                scales[base] = max(scales[base], size * _size(c.first), size * _size(c.second))
    return [scales[base] for base in BASES]


def _natural(unit: str, natural: list[float]) -> float:
    """What a unit makes of the natural scales, in that unit; 0 where one of them is unknown."""
    found = measure(unit) if unit else None
    if found is None or any(p and s <= 0.0 for p, s in zip(found[1], natural, strict=True)):
        return 0.0
    return float(math.prod(s**p for p, s in zip(found[1], natural, strict=True) if p)) / found[0]
