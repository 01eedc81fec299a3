"""A model as a tree on the terminal: units, gravity, mass, freedoms, and its elements by folder."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bellcrank.schema.element import Element

if TYPE_CHECKING:
    from rich.tree import Tree

    from bellcrank.model import Model

EARTH = 9.80665
"""m/s^2"""
WIDTH = 160
"""Columns where there is no terminal."""
LISTED = ("parts", "joints", "primitives", "constraints", "motions", "forces", "contacts")
"""Folders whose elements are listed one by one; of the others only the numbers are told."""


def print_overview(model: Model, file: str, limit: int = 12) -> None:
    """Print the tree of a model; lists longer than `limit` are cut."""
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text.assemble((file, "bold"), "  ", model.title))
    tree.add(Text(units_line(model)))
    tree.add(Text(gravity_line(model)))
    tree.add(Text(mass_line(model)))
    tree.add(Text(freedom_line(model)))
    for folder, elements in by_folder(model).items():
        if folder in LISTED:
            add_elements(tree, model, folder, elements, limit)
    counts = Counter(e.keyword for folder, es in by_folder(model).items() if folder not in LISTED for e in es)
    tree.add(
        Text(
            "also " + ", ".join(f"{n} {keyword}" for keyword, n in sorted(counts.items())) if counts else "nothing else"
        )
    )
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    console.print(tree, no_wrap=True, overflow="ellipsis")


def by_folder(model: Model) -> dict[str, list[Element]]:
    """The elements by the folder their class lives in, bodies before joints before forces."""
    folders: dict[str, list[Element]] = {folder: [] for folder in LISTED}
    for element in model.all():
        if element.keyword != "MARKER":
            folders.setdefault(folder_of(type(element)), []).append(element)
    return {folder: elements for folder, elements in folders.items() if elements}


def folder_of(cls: type) -> str:
    """The folder of elements a class belongs to; a class of a plug-in that of what it is made from."""
    own = [base.__module__ for base in cls.__mro__ if base.__module__.startswith("bellcrank.elements.")]
    return own[0].split(".")[-2] if own else "plug-ins"


def add_elements(tree: Tree, model: Model, folder: str, elements: Sequence[Element], limit: int) -> None:
    """A branch with one line per element."""
    from rich.text import Text

    branch = tree.add(Text(f"{folder} ({len(elements)})", style="bold"))
    for element in elements[:limit]:
        head = f"{element.keyword}/{element.id}" if element.id is not None else element.keyword
        words = [element.kind, describe(model, element)]
        branch.add(
            Text.assemble((head, "cyan"), f"  {element.name}" if element.name else "", *(f"  {w}" for w in words if w))
        )
    if len(elements) > limit:
        branch.add(Text(f"... {len(elements) - limit} more (--all shows them)"))


def describe(model: Model, element: Any) -> str:
    """What matters of one element: mass of a body, connected bodies of a joint or force, the function."""
    if getattr(element, "ground", False):
        return "the ground"
    if isinstance(getattr(element, "mass", None), float):
        own = sum(1 for m in model.all("MARKER") if getattr(m, "owner", None) == (element.keyword, element.id))
        return f"{element.mass:g} {model.units.label('mass')}".rstrip() + f", {own} marker{'' if own == 1 else 's'}"
    ends = [connected(model, id) for field, id in element.references() if field.targets == ("MARKER",)]
    words = [" - ".join(dict.fromkeys(ends)), driven(model, element)]
    if element.equations():
        words.append(f"takes {element.equations()}")
    functions = [f"{field.name} = {e.text}" for field, e in element.expressions()]
    words.append("; ".join(functions)[:70])
    return "  ".join(word for word in words if word)


def driven(model: Model, element: Any) -> str:
    """The joints a motion, gear or friction acts on."""
    joints = [model.find("JOINT", id) for field, id in element.references() if field.targets == ("JOINT",)]
    return "on " + ", ".join(j.label for j in joints if j is not None) if joints else ""


def connected(model: Model, marker_id: int) -> str:
    """The name of the body a marker is on."""
    owner = getattr(model.find("MARKER", marker_id), "owner", None)
    body = model.find(*owner) if owner else None
    return "ground" if getattr(body, "ground", False) else body.label if body is not None else "?"


def units_line(model: Model) -> str:
    """The four units and the consistency factor."""
    units = model.units
    if not units.known:
        return f"units: not given, UCF = {units.ucf:g}"
    return f"units: {', '.join(units.label(base) for base in units.names)}, UCF = {units.ucf:g}"


def gravity_line(model: Model) -> str:
    """Gravity in multiples of g and its direction."""
    vector = model.gravity
    value = math.hypot(*vector)
    if value == 0.0:
        return "gravity: none"
    along = [f"{'-' if c < 0 else '+'}{axis}" for axis, c in zip("xyz", vector) if c]
    where = f"along {along[0]}" if len(along) == 1 else f"({', '.join(f'{c:g}' for c in vector)})"
    if not model.units.known:
        return f"gravity: {value:g} {where}"
    unit = model.units.si("length") / model.units.si("time") ** 2
    return f"gravity: {value * unit / EARTH:.4g} g {where} ({value:g} {model.units.label('length/time**2')})"


def mass_line(model: Model) -> str:
    """The mass of everything that moves."""
    bodies: list[Any] = [b for keyword in ("PART", "POINT_MASS") for b in model.all(keyword)]
    moving = [b for b in bodies if not getattr(b, "ground", False)]
    total = math.fsum(b.mass for b in moving)
    bodies_text = f"{len(moving)} moving bod{'y' if len(moving) == 1 else 'ies'}"
    return f"mass: {total:g} {model.units.label('mass')}".rstrip() + f" in {bodies_text}"


def freedom_line(model: Model) -> str:
    """The count of Gruebler."""
    taken = sum(element.equations() for element in model.all())
    free = model.dof()
    note = (
        ": some constraints are redundant" if free < 0 else ": kinematic, the motion is prescribed" if free == 0 else ""
    )
    return f"freedoms: {free + taken} - {taken} constraint equations = {free} (count of Gruebler){note}"
