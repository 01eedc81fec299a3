"""A solid as the body of a part: `m.part("rod", solid=bc.Solid.cylinder(...))`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bellcrank.errors import Message, ModelError
from bellcrank.model.frames import angles_of

if TYPE_CHECKING:
    from bellcrank.model.model import Model


def fill(name: str, solid: Any, values: dict[str, Any]) -> None:
    """Mass, mass centre and inertia of a solid, where they are not given."""
    from bellcrank.geometry.solid import Solid

    if not isinstance(solid, Solid):
        cure = "give one, for instance bc.Solid.box(0.1, 0.1, 0.1, density=7800)."
        raise ModelError(Message("error", "E104", f"{solid!r} is no Solid.", element=f"PART {name}", cure=cure))
    values.setdefault("mass", solid.mass)
    if "cm" not in values:
        values["cm"] = solid.cm
        if "ip" not in values and "inertia" not in values:
            values["ip"] = solid.ip


def draw(model: Model, part: Any, solid: Any) -> None:
    """GRAPHICS for the shapes of a solid, each on a marker of its own; holes cannot be drawn."""
    for piece in solid.pieces:
        if piece.sign < 0.0:
            continue
        kind, hangs_on, values = piece.shape.statement()
        x, y, z = piece.r.tolist()
        turn: Any = tuple(piece.R.ravel().tolist())
        values[hangs_on] = model.new("MARKER", part=part, qp=(x, y, z), reuler=angles_of(turn))
        model.new("GRAPHICS", "", kind, **values)
