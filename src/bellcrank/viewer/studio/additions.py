"""New elements between points that were picked in the picture.

    spring      SPRINGDAMPER between the two points; free length: their distance; stiffness and damping such that the
                moving mass M would swing with the period of a pendulum as long as the spring, damped to a tenth
    force       SFORCE along the line between them (> 0 pushes them apart); 1 weight of M, or 1 without gravity
    revolute, spherical, translational, fixed
                a joint of the two parts at the first point, its z axis along a global axis

A point is a part and a place in the frame of that part, so it may be picked at any time of the run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from bellcrank.errors import Message, ModelError

JOINTS = ("revolute", "spherical", "translational", "fixed")
KINDS = ("spring", "force", *JOINTS)


class End(NamedTuple):
    """A point of a part, in the frame of the part."""

    part: str
    point: tuple[float, float, float]


def added(model: Any, kind: str, ends: Sequence[End], values: Mapping[str, Any]) -> list[Any]:
    """Put an element between two points; the result is all that came, markers included."""
    if kind not in KINDS or len(ends) != 2:
        raise _wrong(
            f"{kind!r} between {len(ends)} points cannot be added.", f"take two points and one of {', '.join(KINDS)}."
        )
    parts = [model[end.part] for end in ends]
    if parts[0] is parts[1]:
        raise _wrong(f"Both points are on {parts[0].label}.", "take points of two parts, or of a part and ground.")
    before = set(model.all())
    try:
        _build(
            model, kind, parts, [_place(model, part, end.point) for part, end in zip(parts, ends, strict=True)], values
        )
    except Exception:
        model.remove(*(element for element in reversed(model.all()) if element not in before))
        raise
    return [element for element in model.all() if element not in before]


def _build(model: Any, kind: str, parts: list[Any], places: list[np.ndarray], values: Mapping[str, Any]) -> None:
    name = _free_name(model, kind)
    if kind in JOINTS:
        axis = {} if kind == "spherical" else {"axis": str(values.get("axis", "z"))}
        getattr(model, kind)(name, parts[0], parts[1], at=tuple(places[0]), **axis)
        return
    distance = float(np.linalg.norm(places[0] - places[1]))
    if distance == 0.0:
        raise _wrong("The two points are one.", "a spring or force needs two places.")
    sides = {"i": parts[0], "j": parts[1], "at": (tuple(places[0]), tuple(places[1]))}
    if kind == "force":
        model.sforce(name, "TRANSLATION", function=values.get("function", _weight(model)), **sides)
        return
    k = values.get("k", _weight(model) / distance)
    c = values.get("c", 0.2 * math.sqrt(_moving_mass(model) * abs(k) / model.units.ucf))
    model.springdamper(name, "TRANSLATION", k=k, c=c, length=values.get("length", distance), **sides)


def _free_name(model: Any, kind: str) -> str:
    number = 1
    while f"new_{kind}_{number}" in model:
        number += 1
    return f"new_{kind}_{number}"


def _place(model: Any, part: Any, point: tuple[float, float, float]) -> np.ndarray:
    """The point in ground, in the input position."""
    origin, axes = model.body_frame(part.id, part.keyword)
    return np.asarray(np.asarray(origin, float) + np.reshape(axes, (3, 3)) @ np.asarray(point, float))


def _moving_mass(model: Any) -> float:
    return sum(float(part.mass or 0.0) for part in model.all("PART") if not part.ground) or 1.0


def _weight(model: Any) -> float:
    """Weight of all moving parts in the model's unit of force; 1 without gravity."""
    g = math.hypot(*model.gravity)
    return _moving_mass(model) * g / model.units.ucf if g else 1.0


def _wrong(what: str, cure: str) -> ModelError:
    return ModelError(Message("error", "E104", what, cure=cure))
