"""The columns of a result row as entities with names and units; the order is that of system/report.py."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import BellcrankError
from bellcrank.results.entity import Entity
from bellcrank.system import report
from bellcrank.system.kind import in_order
from bellcrank.system.leaf_kinds import HIDDEN
from bellcrank.system.lowering import Lowering

LETTERS = ("X", "Y", "Z")
PART = (
    *LETTERS, "PSI", "THETA", "PHI", "VX", "VY", "VZ", "WX", "WY", "WZ", "ACCX", "ACCY", "ACCZ", "WDX", "WDY", "WDZ",
    "CM_X", "CM_Y", "CM_Z", "CM_VX", "CM_VY", "CM_VZ", "CM_ACCX", "CM_ACCY", "CM_ACCZ",
)  # fmt: skip
SPLINE_READ = "Spline_Read"
POSITIONS = frozenset((*LETTERS, "PSI", "THETA", "PHI", "CM_X", "CM_Y", "CM_Z"))
MEASURES = {"DISPLACEMENT": ("length", "angle"), "VELOCITY": ("length/time", "angle/time"),
            "ACCELERATION": ("length/time**2", "angle/time**2"), "FORCE": ("force", "force*length")}  # fmt: skip


def entities(sim: Simulation) -> list[Entity]:
    """All entities in the order of the columns; hidden unknowns are listed too and dropped by `visible`."""
    known: list[Entity] | None = getattr(sim, "entities", None)
    if known is None:
        known = sim.entities = _entities(sim)
    return known


def _entities(sim: Simulation) -> list[Entity]:
    units, builder = sim.model.units, sim.builder
    length, angle = units.label("length"), units.label("angle") or "rad"
    rates = [units.label(d) for d in ("length/time", "angle/time", "length/time**2", "angle/time**2")]
    part_units = (
        [length] * 3
        + [angle] * 3
        + [u for u in rates for _ in range(3)]
        + [length] * 3
        + [rates[0]] * 3
        + [rates[2]] * 3
    )
    found = [Entity(b.label, b.element.result_type, b.element.id, PART, tuple(part_units)) for b in builder.bodies]
    load = (units.label("force"),) * 3 + (units.label("force*length"),) * 3
    names = ("FX", "FY", "FZ", "TX", "TY", "TZ")
    found += [Entity(o.label, o.element.result_type, o.element.id, names, load) for o in builder.owners]
    found += [_scalar(sim, "VARIABLE", "ADAMS_Variable", u) for u in builder.variables]
    found += [_scalar(sim, "DIFF", "Differential_Equation", u) for u in builder.diffs]
    found += _requests(sim)
    labels = {quantity: units.label(quantity) for quantity in {q for *_, q in sim.lowering.own_columns}}
    found += [
        Entity(element.label, element.result_type, element.id, (name,), (labels[quantity],))
        for element, name, quantity in sim.lowering.own_columns
    ]
    found += [Entity("$SPLINE", SPLINE_READ, HIDDEN, ("Q",), ("",)) for _ in sim.lowering.spline_reads]
    found += _of_kinds(sim)
    energy = units.label("force*length")
    return [*found, Entity("ENERGY", "Energy", 0, ("KINETIC", "GRAVITY", "WORK"), (energy,) * 3)]


def _of_kinds(sim: Simulation) -> list[Entity]:
    """One entity for each element of a kind with outputs of its own."""
    found, label, seen = [], sim.model.units.label, Counter[tuple[str, int]]()
    for kind in in_order():
        names, units = zip(*kind.outputs, strict=True) if kind.outputs else ((), ())
        for use in kind.uses(sim.builder) if names else ():
            owner = sim.builder.owners[use.owner]
            seen[kind.name, use.owner] += 1
            first = seen[kind.name, use.owner] == 1  # an element may use a kind twice
            own = ("", "") if kind.beside and first else ("_OUT", "_Output")
            name, type = f"{owner.label}{own[0]}", f"{owner.element.result_type}{own[1]}"
            found.append(Entity(name, type, owner.element.id, names, tuple(label(unit) for unit in units)))
    return found


def _scalar(sim: Simulation, keyword: str, kind: str, use: Any) -> Entity:
    element = sim.builder.expressions[use.expression].element
    hidden = element.keyword != keyword
    name = f"${element.label}_{use.number}" if hidden else element.label
    return Entity(name, kind, HIDDEN if hidden else element.id, ("Q",), ("",))


def _requests(sim: Simulation) -> list[Entity]:
    """One entity for each REQUEST, with the columns that are given."""
    found: list[Entity] = []
    columns: dict[int, list[str]] = {}
    elements: dict[int, Any] = {}
    for element, column in sim.lowering.request_columns:
        columns.setdefault(element.id, []).append(column)
        elements[element.id] = element
    for id, names in columns.items():
        element = elements[id]
        numbers = [int(name[1:]) for name in names]
        given = [(*element.cnames, *[""] * 8)[n - 1] if element.cnames else "" for n in numbers]
        shown = tuple(g or n for g, n in zip(given, names, strict=True))
        units = [_request_unit(sim, element, n) for n in numbers]
        kind = (element.measure or "function").lower()
        info = {"kind": kind, "i": element.i or 0, "j": element.j or 0, "comment": element.comment, "slots": numbers}
        if kind == "displacement" and sim.model.settings("OUTPUT").ypr:
            info["angles"] = ("YAW", "PITCH", "ROLL")
        name = element.results_name or element.name or f"REQ_{id}"
        found.append(Entity(name, "Request", id, shown, tuple(units), info))
    return found


def _request_unit(sim: Simulation, element: Any, number: int) -> str:
    if element.measure is None:
        word = (*element.cunits, *[""] * 8)[number - 1] if element.cunits else ""
        return str(sim.model.units.named_label(word))
    line, turn = MEASURES[element.measure]
    return str(sim.model.units.label(line if number < 5 else turn))


def of_model(model: Any) -> list[Entity]:
    """The entities that a run of the model will show; nothing is compiled or solved for it."""
    lowering = Lowering(model)
    found: Any = SimpleNamespace(model=model, lowering=lowering, builder=lowering.run())
    return shown(found)


def shown(sim: Simulation) -> list[Entity]:
    """The entities a user sees: all but hidden unknowns; elements that are switched off are there too."""
    found: dict[tuple[str, str, int], list[Entity]] = {}
    for entity in entities(_with_everything(sim)):
        if entity.object_id != HIDDEN:
            found.setdefault((entity.type, entity.name, entity.object_id), []).append(entity)
    return [several[0] if len(several) == 1 else joined(several) for several in found.values()]


def joined(several: list[Entity]) -> Entity:
    """One entity with the components of all: the forces of an element and its own channels."""
    components = tuple([name for each in several for name in each.components])
    units = tuple([unit for each in several for unit in each.units])
    first = several[0]
    return Entity(first.name, first.type, first.object_id, components, units, first.info)


def _with_everything(sim: Simulation) -> Any:
    """The model lowered with every element switched on; as it is where something switched off cannot be simulated."""
    if not sim.lowering.inactive:
        return sim
    lowering = Lowering(sim.model)
    try:
        return SimpleNamespace(model=sim.model, lowering=lowering, builder=lowering.run())
    except BellcrankError:
        return sim


def places(sim: Simulation, wanted: list[Entity]) -> list[int]:
    """The columns of a row of `sim` that belong to `wanted` (time first); -1 where an element is switched off."""
    of: dict[tuple[str, int], list[tuple[int, tuple[str, ...]]]] = {}
    at = 1
    for entity in entities(sim):
        of.setdefault((entity.type, entity.object_id), []).append((at, entity.components))
        at += len(entity.components)
    found = [0]
    for entity in wanted:
        own = of.get((entity.type, entity.object_id), ())
        if len(own) == 1 and own[0][1] == entity.components:
            found += range(own[0][0], own[0][0] + len(entity.components))
        else:
            places = {name: first + n for first, names in own for n, name in enumerate(names)}
            found += [places.get(name, -1) for name in entity.components]
    return found


def forces(sim: Simulation) -> list[int]:
    """The columns of a row of `sim` that are components of forces."""
    names = [component for entity in entities(sim) for component in entity.components]
    return [n for n, name in enumerate(names, start=1) if name in ("FX", "FY", "FZ")]


def as_read(sim: Simulation, wanted: list[Entity]) -> list[float]:
    """A row of the present position without velocities and forces: the model as it was read, before assembly."""
    sim.work.call(report.report)
    at_rest: dict[tuple[str, tuple[str, ...]], list[bool]] = {}
    read = [False]
    for entity in wanted:
        key = entity.type, entity.components
        if key not in at_rest:
            body = entity.type in ("Part", "Point_Mass")
            at_rest[key] = [body and name in POSITIONS for name in entity.components]
        read += at_rest[key]
    columns = np.array(places(sim, wanted))
    row: list[float] = np.where(np.array(read) & (columns > 0), sim.work.out[columns], 0.0).tolist()
    return row


def not_unique(sim: Simulation) -> list[str]:
    """Channels of reactions that redundant constraints leave undetermined."""
    if not sim.open_loads:
        return []
    found = entities(sim)[len(sim.builder.bodies) :]
    channels = [found[owner].channels[component] for owner, component in sorted(sim.open_loads)]
    drives = {sim.builder.owners[owner].label for owner, _ in sim.open_loads}
    own = [
        f"{e.label}.{name}" for e, name, _ in sim.lowering.own_columns if e.keyword == "MOTION" and e.label in drives
    ]
    return [*channels, *own]
