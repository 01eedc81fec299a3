"""A solid as the body of a part: `m.part("rod", solid=bc.Solid.cylinder(...))`."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bellcrank.errors import Message, ModelError
from bellcrank.model.frames import angles_of

if TYPE_CHECKING:
    from bellcrank.model.model import Model

log = logging.getLogger("bellcrank.model")
DENSEST, STEEL = 22.6e3, 7.85e3
"""kg/m^3: osmium, beyond which there is nothing, and the usual material."""


def fill(model: Model, name: str, solid: Any, values: dict[str, Any]) -> None:
    """Mass, mass centre and inertia of a solid, where they are not given."""
    check_solid(f"PART {name}", solid)
    if "mass" not in values:
        _too_dense(model, name, solid)
    elif values["mass"] and any(piece.density is None for piece in solid.pieces):
        solid = solid.weighing(mass=values["mass"])
    values.setdefault("mass", solid.mass)
    if "cm" not in values:
        values["cm"] = solid.cm
        if "ip" not in values and "inertia" not in values:
            values["ip"] = solid.ip


def _too_dense(model: Model, name: str, solid: Any) -> None:
    """W515: a density in the units of another system."""
    units = model.units
    if not units.known or solid.volume <= 0.0:
        return
    unit = units.si("mass") / units.si("length") ** 3
    density = solid.mass / solid.volume
    if density * unit > 1.1 * DENSEST:
        label = units.label("mass/length**3")
        what = f"Its density is {density:.3g} {label} = {density * unit:.3g} kg/m**3: no material is so heavy."
        cure = f"lengths and densities are in units of the model; steel is {STEEL / unit:.3g} {label}."
        model.notes.add(Message("warning", "W515", what, element=f"PART {name}", cure=cure))
        log.warning("PART %s: %s To fix: %s [W515]", name, what, cure)


def check_solid(element: str, solid: Any) -> None:
    """Refuse what is no solid."""
    from bellcrank.geometry.solid import Solid

    if not isinstance(solid, Solid):
        cure = "give one, for instance bc.Solid.box(0.1, 0.1, 0.1, density=7800)."
        raise ModelError(Message("error", "E104", f"{solid!r} is no Solid.", element=element, cure=cure))


def draw_in_ground(model: Model, body: Any, solid: Any) -> list[Any]:
    """GRAPHICS on a body for a solid that is given in ground."""
    check_solid(body.title, solid)
    origin, axes = model.body_frame(body.id, body.keyword)
    import numpy as np  # reading a file needs none of it

    own = np.reshape(axes, (3, 3))
    return draw(model, body, solid.moved(at=-np.array(origin) @ own, rotation=own.T))


def draw(model: Model, part: Any, solid: Any) -> list[Any]:
    """GRAPHICS for the shapes of a solid, each on a marker of its own; holes cannot be drawn."""
    made = []
    for piece in solid.pieces:
        if piece.sign < 0.0:
            continue
        kind, hangs_on, values = piece.shape.statement()
        x, y, z = _without_rounding(piece.r, float(abs(piece.r).max()))
        turn: Any = tuple(_without_rounding(piece.R.ravel(), 1.0))
        on = {part.keyword.lower(): part}
        values[hangs_on] = model.new("MARKER", **on, qp=(x, y, z), reuler=angles_of(turn))
        made.append(model.new("GRAPHICS", "", kind, **values))
    return made


def _without_rounding(values: Any, size: float) -> list[float]:
    """Numbers without what rounding has left of zeros."""
    return [0.0 if abs(v) <= 1e-14 * size else float(v) for v in values]
