"""The system of a model that was lowered before: the same one, or one with other numbers in its tables.

    keep(model, lowering, system)         after lowering
    again(model, inactive, with_starts)   lowering and system, where all that has changed are parameters; else None
    refilled(lowering, system, elements)  the same where it is known which elements may have changed

A model is looked at element by element. One that has changed is lowered once more, but in a vocabulary that only knows
numbers: the parameters of a kind (`act`), mass and inertia of a part, gravity. Whoever says anything else, moves a
marker, or changes what the element is connected to, makes the whole model be lowered anew.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.registry import KINDS
from bellcrank.system import layout as at
from bellcrank.system.builder import Body, Builder
from bellcrank.system.lowering import Active, Lowering
from bellcrank.system.reference_points import reference_points
from bellcrank.system.system import System

Snapshot = tuple[list[Any], list[dict[str, Any]]]
"""All elements in their order, and what they said."""
NAME = "_lowered"
WITH_FILES = ("SPLINE", "MATRIX", "STRING", "GRAPHICS", "TIRE", "ROAD")
"""Statements that may name a file (a STRING for others)."""
T = TypeVar("T")


class Kept:
    """What was lowered from a model, by what was switched off; it lives and dies with the model, a copy has none."""

    def __init__(self) -> None:
        self.found: dict[tuple[Active, bool], tuple[Lowering, System, Snapshot, Any]] = {}
        self.benches: dict[Active, Any] = {}
        """What analyses keep for the next run (analysis/bench.py), by what is switched off."""

    def __copy__(self) -> Kept:
        return Kept()

    def __deepcopy__(self, memo: Any) -> Kept:
        return Kept()

    def __reduce__(self) -> Any:
        return Kept, ()


class NotANumber(Exception):
    """The change is more than one of parameters."""


def twin_of(thing: T) -> T:
    """As copy.copy, in a fifth of its time."""
    twin = object.__new__(type(thing))
    twin.__dict__.update(thing.__dict__)
    return twin


def reads_files(model: Any) -> bool:
    """Whether equations may depend on more than the elements say: on tables, properties or solids in files."""
    return any(getattr(e, "file", "") or e.keyword == "STRING" for k in WITH_FILES for e in model.all(k))


def kept_of(model: Any) -> Kept | None:
    """What was lowered from a model."""
    kept = model.__dict__.get(NAME)
    return kept if isinstance(kept, Kept) else None


def keep(model: Any, lowering: Lowering, system: System) -> None:
    """Remember a model for as long as it lives."""
    if system.user_functions or reads_files(model):  # functions keep what they raised; files may have changed
        return
    kept = kept_of(model)
    if kept is None:
        kept = model.__dict__[NAME] = Kept()
    kept.benches.pop(lowering.inactive, None)
    elements = model.all()
    seen: Snapshot = elements, [dict(element.__dict__) for element in elements]
    kept.found[lowering.inactive, lowering.with_starts] = lowering, system, seen, model.units


def again(model: Any, inactive: Active, with_starts: bool) -> tuple[Lowering, System] | None:
    """Lowering and system of a model that was lowered before, with the numbers it has now; None: lower it."""
    kept = kept_of(model)
    found = kept.found.get((inactive, with_starts)) if kept is not None else None
    if kept is None or found is None:
        return None
    known, system, (before, said), units = found
    elements = model.all()
    if units != model.units or system.compiled != kernels.compiling() or len(elements) != len(before):
        return None
    if not all(map(operator.is_, elements, before)):
        return None
    changed = [n for n, differs in enumerate(map(operator.ne, map(vars, elements), said)) if differs]
    if not changed:
        return twin_of(known), system
    if any(elements[n].name != said[n]["name"] for n in changed):
        return None  # results bear names
    active = [e for e in map(elements.__getitem__, changed) if (e.keyword, e.id) not in inactive]
    found_now = refilled(known, system, active)
    if found_now is not None:
        said = list(said)
        for n in changed:
            said[n] = dict(elements[n].__dict__)
        kept.found[inactive, with_starts] = *found_now, (before, said), units
    return found_now


def refilled(known: Lowering, system: System, changed: Sequence[Any]) -> tuple[Lowering, System] | None:
    """Lowering and system with the numbers that these elements have now; None where more than numbers has changed."""
    lowering = twin_of(known)
    try:
        system = _refilled(lowering, system, changed)
    except NotANumber:
        return None
    lowering.builder = system.builder
    return lowering, system


def _refilled(lowering: Lowering, system: System, changed: Sequence[Any]) -> System:
    """The system with the numbers that these elements have now."""
    builder = twin_of(system.builder)
    builder.uses = dict(builder.uses)
    kinds: set[str] = set()
    bodies = False
    for element in changed:
        numbers = Numbers(lowering, builder, system.builder)
        element.lower(numbers)
        if not numbers.said:
            raise NotANumber
        kinds |= numbers.kinds
        bodies |= numbers.bodies
    if bodies and reference_points(builder) != system.points:
        raise NotANumber  # other points of the bodies are followed
    twin = twin_of(system)
    twin.builder, twin.tables = builder, dict(system.tables)
    if bodies:
        twin.mass = np.array([(b.mass, *b.inertia, float(b.turns)) for b in builder.bodies]).reshape(-1, 8)
        twin.tables[at.MASS] = twin.mass
    for kind, first in system.kinds:
        if kind.name in kinds:
            twin.tables[first + 1] = np.array([use.numbers for use in builder.uses[kind.name]], float)
    return twin


class Numbers:
    """The vocabulary of `lower` as far as it is about numbers; see the module docstring."""

    def __init__(self, lowering: Lowering, builder: Builder, before: Builder) -> None:
        self._lowering, self._builder, self._before = lowering, builder, before
        self.model = lowering.model
        self.said = False
        self.kinds: set[str] = set()
        """Whose parameters have changed."""
        self.bodies = False
        """Whether masses have."""

    def __getattr__(self, name: str) -> Any:
        raise NotANumber

    def is_read(self, element: Any) -> bool:
        """As in Lowering."""
        return self._lowering.is_read(element)

    def angles(self, element: Any, i: int, j: int) -> None:
        """The expression stays the one it was."""

    def act(self, element: Any, kind: str, i: int, j: int, numbers: Sequence[float], ints: Sequence[int] = ()) -> None:
        """New parameters of an element that acts between the same markers."""
        uses, owner = self._builder.uses.get(kind, []), self._lowering.owners.get((element.keyword, element.id))
        markers = self._lowering.markers.get(i), self._lowering.markers.get(j)
        places = [n for n, use in enumerate(uses) if use.owner == owner and (use.i, use.j) == markers]
        if len(places) != 1 or kind not in KINDS:
            raise NotANumber
        uses = self._builder.uses[kind] = list(uses)
        uses[places[0]] = replace(uses[places[0]], numbers=tuple(numbers))
        self.kinds.add(kind)
        self.said = True

    def body(self, element: Any, mass: float, inertia: Any, cm: int | None, turns: bool = True) -> None:
        """New mass, inertia and velocities of a part that is where it was."""
        number = self._lowering.bodies.get((element.keyword, element.id))
        if number is None:
            raise NotANumber
        before: Body = self._builder.bodies[number]
        body = self._lowering.body_of_element(element, mass, inertia, cm, turns)
        if (body.position, body.axes, body.origin, body.turns) != (
            before.position, before.axes, before.origin, before.turns
        ):  # fmt: skip
            raise NotANumber
        if self._builder.bodies is self._before.bodies:
            self._builder.bodies = list(self._before.bodies)
        self._builder.bodies[number] = body
        self.said = self.bodies = True

    def gravity(self, g: Sequence[float]) -> None:
        """Another gravity."""
        self._builder.gravity = (float(g[0]), float(g[1]), float(g[2]))
        self.said = True
