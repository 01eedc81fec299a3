"""Rule C201: a joint whose markers do not fit together in the input position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.model.checks.conditions import LENGTHS, conditions, joints, violation
from bellcrank.model.checks.geometry import Geometry
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

NEAR = 1e-5
"""Distances below this part of the model's size are rounding of the dataset."""
NEAR_ANGLE = math.radians(0.01)
WORDS = {
    "point": "the origins of {i} and {j} are {size} apart",
    "line": "the origin of {i} is {size} off the z axis of {j}",
    "plane": "the origin of {i} is {size} off the x-y plane of {j}",
    "distance": "the distance of {i} and {j} differs by {size} from OFFSET",
    "z parallel": "the z axes of {i} and {j} are {size} apart, they must be parallel",
    "z perpendicular": "the z axes of {i} and {j} are {size} off the right angle",
    "x to y": "x of {i} and y of {j} are {size} off the right angle",
    "twist": "{i} is twisted by {size} about z against {j}",
}


@rule("C201", "warning", "the markers of a joint do not fit together")
def joints_that_do_not_fit(model: Model) -> Iterator[Finding]:
    """The markers of a joint do not satisfy its conditions in the input position.

    The initial assembly moves and turns the parts until they do, possibly far from where they were drawn, or fails.
    Usually a marker is in the wrong place or its axes point the wrong way.
    """
    geometry = Geometry(model)
    size = model_size(model, geometry)
    for joint in joints(model):
        if not (geometry.floating(joint.i) or geometry.floating(joint.j)):
            yield from misfits(geometry, joint, size)


def misfits(geometry: Geometry, joint: Any, size: float) -> Iterator[Finding]:
    """The violated conditions of one joint in one message."""
    found = {condition: violation(geometry, joint, condition) for condition in conditions(joint)}
    flipped = abs(found.get("z parallel", 0.0) - math.pi) < NEAR_ANGLE
    if flipped:
        del found["z parallel"]
    bad = {c: v for c, v in found.items() if v > (NEAR * size if c in LENGTHS else NEAR_ANGLE)}
    i, j = f"MARKER/{joint.i}", f"MARKER/{joint.j}"
    texts = [WORDS[c].format(i=i, j=j, size=shown(geometry, c, v)) for c, v in bad.items()]
    if texts:
        text = "; ".join(texts)
        yield Finding(
            joint,
            f"In the input position {text}.",
            "Initial assembly will move the parts, possibly far from the drawn position.",
            f"correct QP or REULER of {i} or {j}{alternative(joint, bad)}.",
        )
    elif flipped:
        yield Finding(
            joint,
            f"The z axes of {i} and {j} point in opposite directions.",
            "The joint holds this way too, but rotation about z counts in opposite directions on I and on J.",
            f"turn one of the markers around (REULER of {j}) if this is not meant.",
            severity="note",
        )


def alternative(joint: Any, bad: dict[str, float]) -> str:
    """Another kind of joint that would take the markers as they are."""
    others = {("REVOLUTE", "z parallel"): "SPHERICAL", ("FIXED", "point"): "ORIENTATION (JPRIM)"}
    found = [others[joint.kind, c] for c in bad if (joint.kind, c) in others]
    return f", or use {found[0]} if this is meant" if found and len(bad) == 1 else ""


def shown(geometry: Geometry, condition: str, value: float) -> str:
    """A length in the unit of the model, or an angle in degrees."""
    if condition in LENGTHS:
        return f"{value:.4g} {geometry.model.units.label('length')}".rstrip()
    return f"{math.degrees(value):.3g} deg"


def model_size(model: Model, geometry: Geometry) -> float:
    """The largest extent of the markers."""
    origins = [geometry.origin(m.id) for m in model.all("MARKER") if not geometry.floating(m.id)]
    return max((max(c) - min(c) for c in zip(*origins)), default=0.0) or 1.0
