"""What a result file is made of: entities with components, and segments of rows.

An entity is one thing of the model (a part, a joint, a request); each of its components is one column.
The channel of a component is called "ENTITY.COMPONENT", for instance "PART_2.X".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

REQUEST_SLOTS = (2, 3, 4, 6, 7, 8)
"""A request has eight functions F1..F8; F1 and F5 are magnitudes, these six are the independent ones."""

STATEMENTS: dict[str, tuple[str, ...]] = {
    "Part": ("PART",),
    "Point_Mass": ("POINT_MASS",),
    "Flexible_Body": ("FLEX_BODY",),
    "Joint": ("JOINT",),
    "Primitive_Joint": ("JPRIM",),
    "Motion": ("MOTION",),
    "Single_Component_Force": ("SFORCE",),
    "Vector_Force": ("VFORCE",),
    "Vector_Torque": ("VTORQUE",),
    "General_Force": ("GFORCE",),
    "Spring_Damper": ("SPRINGDAMPER",),
    "Differential_Equation": ("DIFF",),
    "ADAMS_Variable": ("VARIABLE", "VAR"),
    "Request": ("REQUEST", "REQ"),
    "Plant_Input": ("PINPUT",),
    "Plant_Output": ("POUTPUT",),
}
"""entType of the XML result file -> statements of the dataset; a type not listed is its own statement."""

TYPED_REQUEST = {
    "displacement": ("X", "Y", "Z", "PSI", "THETA", "PHI"),
    "velocity": ("VX", "VY", "VZ", "WX", "WY", "WZ"),
    "acceleration": ("ACCX", "ACCY", "ACCZ", "WDX", "WDY", "WDZ"),
    "force": ("FX", "FY", "FZ", "TX", "TY", "TZ"),
}
"""Kind of a request -> what F2 F3 F4 F6 F7 F8 are."""


@dataclass(frozen=True)
class Entity:
    """One thing of the model and its columns.

    name:       as in the result files (adams_view_name, or TYPE_id)
    type:       as `entType` of the XML result file: Part, Joint, Request, ADAMS_Variable, ...
    object_id:  id of the statement, 0 where there is none
    components: names of the columns; a single "" makes the channel bear the entity's own name
    units:      unit string of each component, "" for none
    info:       what some files need in addition. `path`: full dotted name. For a request: `kind` (displacement,
                velocity, acceleration, force, function), `i`, `j` (marker ids), `comment`, `slots` (n of Fn of each
                component), `angles` (names of F6 F7 F8 of a displacement where they are not PSI, THETA, PHI)
    """

    name: str
    type: str = ""
    object_id: int = 0
    components: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    info: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.units:
            object.__setattr__(self, "units", ("",) * len(self.components))
        if len(self.units) != len(self.components):
            raise ValueError(f"{self.name}: {len(self.components)} components but {len(self.units)} units")

    @cached_property
    def channels(self) -> list[str]:
        """The names of its columns."""
        return [f"{self.name}.{c}" if c else self.name for c in self.components]

    @property
    def slots(self) -> tuple[int, ...]:
        """For a request: the number n of Fn of each component (0: none of F1..F8)."""
        if "slots" in self.info:
            return tuple(self.info["slots"])
        numbers = [int(c[1:]) if c[:1] in "Ff" and c[1:].isdigit() else 0 for c in self.components]
        if any(numbers):
            return tuple(numbers)
        return {6: REQUEST_SLOTS, 8: tuple(range(1, 9))}.get(len(numbers), tuple(numbers))

    @property
    def anonymous(self) -> bool:
        """Whether the name tells no more than kind and id: PART_3 of a file that knows no names."""
        statements = STATEMENTS.get(self.type, (self.type.upper(),))
        return self.name.upper() in {f"{statement}_{self.object_id}" for statement in statements}

    def aliases(self) -> list[str]:
        """Other names of the entity: TYPE_id, TYPE/id, the full path, the name with the suffix of the XML file."""
        found = []
        if self.object_id:
            for statement in STATEMENTS.get(self.type, (self.type.upper(),)):
                found += [f"{statement}_{self.object_id}", f"{statement}/{self.object_id}"]
        if self.info.get("path"):
            found.append(str(self.info["path"]))
        if self.type == "Part":
            found.append(self.name + "_XFORM")
        return [a for a in found if a != self.name]

    def component_aliases(self) -> list[tuple[str, ...]]:
        """Other names of each component: of a request Fn, and X, VX, FX, ... by its kind."""
        if self.type != "Request":
            return [()] * len(self.components)
        typed = dict(zip(REQUEST_SLOTS, TYPED_REQUEST.get(self.info.get("kind", ""), ()), strict=False))
        typed |= dict(zip(REQUEST_SLOTS[3:], self.info.get("angles", ()), strict=False))
        return [tuple(a for a in (f"F{n}", typed.get(n, "")) if a) if n else () for n in self.slots]

    def pick(self, keep: list[int]) -> Entity:
        """The entity with some of its components only."""
        info = dict(self.info)
        if self.type == "Request":
            info["slots"] = [self.slots[k] for k in keep]
        return Entity(
            self.name,
            self.type,
            self.object_id,
            tuple(self.components[k] for k in keep),
            tuple(self.units[k] for k in keep),
            info,
        )

    def to_json(self) -> dict[str, Any]:
        """The entity as plain values."""
        return {
            "name": self.name,
            "type": self.type,
            "id": self.object_id,
            "components": list(self.components),
            "units": list(self.units),
            "info": dict(self.info),
        }

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> Entity:
        """The inverse of `to_json`."""
        return Entity(
            values["name"],
            values["type"],
            values["id"],
            tuple(values["components"]),
            tuple(values["units"]),
            values.get("info", {}),
        )


def distinct(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """The same entities under names that differ: a second "arm" is called by its full path, else by type and id."""
    used: set[str] = set()
    result = []
    for entity in entities:
        if entity.name and (upper := entity.name.upper()) not in used:
            used.add(upper)
            result.append(entity)
            continue
        counted = (f"{entity.name}_{n}" for n in itertools.count(2))
        candidates = itertools.chain([str(entity.info.get("path", ""))], entity.aliases(), counted)
        name = next(n for n in candidates if n and n.upper() not in used)
        used.add(name.upper())
        result.append(replace(entity, name=name))
    return tuple(result)


KINDS = ("dynamic", "kinematic", "static", "quasiStatic", "initialConditions", "linear", "other")
"""Kinds of analysis, spelled as in the XML result file; files store the index, so the order is fixed."""


class Segment(NamedTuple):
    """Rows start..stop-1 come from one analysis; kind is one of KINDS."""

    kind: str
    start: int
    stop: int


class Event(NamedTuple):
    """Something that happened at an instant: a sensor, a contact made, an element switched off."""

    time: float
    kind: str
    element: str
    text: str
