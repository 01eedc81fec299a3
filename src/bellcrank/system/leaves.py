"""Leaf records: what a function call of the expression language means in the tables of the system."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Leaf:
    """One leaf: its kind (layout.L_...), its markers, and what belongs to the kind by its column (layout.IN_...)."""

    kind: int
    markers: tuple[int, int, int, int]
    columns: dict[int, int] = field(default_factory=dict)
    counts_turns: bool = False
    scalars: tuple[tuple[str, int], ...] = ()
    """Unknowns other than bodies that the leaf depends on: ("x" | "v" | "row", number)."""


@dataclass
class Lowered:
    """An expression ready for the system: its tape and the leaf records in the order of the tape's leaves."""

    tape: Any
    leaves: list[Leaf] = field(default_factory=list)
    text: str = ""
    element: Any = None
