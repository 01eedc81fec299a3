"""Rule C205: a gear whose pitch point does not move along z of its CV marker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.model.checks.geometry import Geometry
from bellcrank.model.checks.joint_geometry import NEAR, model_size
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C205", "error", "a gear whose pitch point does not move along z of its CV marker")
def gears_without_a_pitch(model: Model) -> Iterator[Finding]:
    """The pitch point of a GEAR, on one of its wheels, does not move along z of the CV marker.

    The equation of the gear is that both wheels have the same velocity along this z. Where the velocity of one is
    across it, the gear holds the other wheel; where that of both is, it says nothing.
    """
    geometry = Geometry(model)
    size = model_size(model, geometry)
    gears: list[Any] = list(model.all("GEAR"))
    for gear in gears:
        if not all(model.find("JOINT", id) for id in gear.joints) or not model.find("MARKER", gear.cv):
            continue
        still = [
            model.get("JOINT", id).title
            for id, found in zip(gear.joints, gear.factors(model), strict=True)
            if all(abs(factor) <= NEAR * (size if kind == "R" else 1.0) for kind, factor in found.items())
        ]
        if still:
            yield Finding(
                gear,
                f"{' and '.join(still)} {'does' if len(still) == 1 else 'do'} not move the pitch point along z of"
                f" MARKER/{gear.cv}.",
                "The CV marker is on the axis of the joint, its z is not the direction in which the teeth move, or the"
                " joint neither turns about nor slides along its z alone.",
                f"put MARKER/{gear.cv} where the pitch circles touch, and turn its z along the way of the teeth.",
            )
