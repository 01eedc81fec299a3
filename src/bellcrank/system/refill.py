"""The system of a model that was lowered before: the same one, or one with other numbers in its tables.

    keep(model, lowering, system)         after lowering
    again(model, inactive, with_starts)   lowering and system, where all that has changed are parameters; else None
    refilled(lowering, system, elements)  the same where it is known which elements may have changed

A model is looked at element by element. One that has changed is lowered once more, but in a vocabulary that only knows
numbers: the parameters of a kind (`act`), mass and inertia of a part, gravity. Whoever says anything else, moves a
marker, or changes what the element is connected to, makes the whole model be lowered anew.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.registry import KINDS
from bellcrank.system import layout as at
from bellcrank.system.builder import Body, Builder
from bellcrank.system.lowering import Active, Lowering
from bellcrank.system.system import System

Snapshot = list[tuple[Any, dict[str, Any]]]
"""All elements in their order, with what they said."""
NAME = "_lowered"


class Kept:
    """What was lowered from a model, by what was switched off; it lives and dies with the model, a copy has none."""

    def __init__(self) -> None:
        self.found: dict[tuple[Active, bool], tuple[Lowering, System, Snapshot, Any]] = {}

    def __copy__(self) -> Kept:
        return Kept()

    def __deepcopy__(self, memo: Any) -> Kept:
        return Kept()

    def __reduce__(self) -> Any:
        return Kept, ()


class NotANumber(Exception):
    """The change is more than one of parameters."""


def keep(model: Any, lowering: Lowering, system: System) -> None:
    """Remember a model for as long as it lives."""
    if system.user_functions:  # functions of the user keep what they raised
        return
    if not isinstance(kept := model.__dict__.get(NAME), Kept):
        kept = model.__dict__[NAME] = Kept()
    seen: Snapshot = [(element, dict(element.__dict__)) for element in model.all()]
    kept.found[lowering.inactive, lowering.with_starts] = lowering, system, seen, model.units


def again(model: Any, inactive: Active, with_starts: bool) -> tuple[Lowering, System] | None:
    """Lowering and system of a model that was lowered before, with the numbers it has now; None: lower it."""
    kept = model.__dict__.get(NAME)
    found = kept.found.get((inactive, with_starts)) if isinstance(kept, Kept) else None
    if found is None:
        return None
    known, system, seen, units = found
    elements = list(model.all())
    if units != model.units or system.compiled != kernels.compiling() or len(elements) != len(seen):
        return None
    if any(element is not before for element, (before, _) in zip(elements, seen, strict=True)):
        return None
    lowering = copy.copy(known)
    changed = [element for element, said in seen if element.__dict__ != said]
    if changed:
        found_now = refilled(known, system, [e for e in changed if (e.keyword, e.id) not in inactive])
        if found_now is None:
            return None
        lowering, system = found_now
        new = {id(element) for element in changed}
        seen = [(e, dict(e.__dict__) if id(e) in new else said) for e, said in seen]
        kept.found[inactive, with_starts] = lowering, system, seen, units
    return lowering, system


def refilled(known: Lowering, system: System, changed: Sequence[Any]) -> tuple[Lowering, System] | None:
    """Lowering and system with the numbers that these elements have now; None where more than numbers has changed."""
    lowering = copy.copy(known)
    try:
        system = _refilled(lowering, system, changed)
    except NotANumber:
        return None
    lowering.builder = system.builder
    return lowering, system


def _refilled(lowering: Lowering, system: System, changed: Sequence[Any]) -> System:
    """The system with the numbers that these elements have now."""
    builder = copy.copy(system.builder)
    builder.bodies, builder.uses = list(builder.bodies), {name: list(uses) for name, uses in builder.uses.items()}
    kinds: set[str] = set()
    for element in changed:
        numbers = Numbers(lowering, builder)
        element.lower(numbers)
        if not numbers.said:
            raise NotANumber
        kinds |= numbers.kinds
    twin = copy.copy(system)
    twin.builder, twin.tables = builder, dict(system.tables)
    twin.mass = np.array([(b.mass, *b.inertia, float(b.turns)) for b in builder.bodies]).reshape(-1, 8)
    twin.tables[at.MASS] = twin.mass
    for kind, first in system.kinds:
        if kind.name in kinds:
            twin.tables[first + 1] = np.array([use.numbers for use in builder.uses[kind.name]], float)
    return twin


class Numbers:
    """The vocabulary of `lower` as far as it is about numbers; see the module docstring."""

    def __init__(self, lowering: Lowering, builder: Builder) -> None:
        self._lowering, self._builder = lowering, builder
        self.model = lowering.model
        self.said = False
        self.kinds: set[str] = set()
        """Whose parameters have changed."""

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
        self._builder.bodies[number] = body
        self.said = True

    def gravity(self, g: Sequence[float]) -> None:
        """Another gravity."""
        self._builder.gravity = (float(g[0]), float(g[1]), float(g[2]))
        self.said = True
