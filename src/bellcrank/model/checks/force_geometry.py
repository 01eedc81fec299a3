"""Rules C202, C203: forces whose markers leave them without a direction or without a counterpart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from bellcrank.model.checks.geometry import Geometry
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C202", "warning", "the line of action of a force has no direction")
def coincident_markers(model: Model) -> Iterator[Finding]:
    """A force along the line between two markers, whose origins coincide in the input position: it has no direction
    there.

    With ACTIONONLY the direction is the z axis of J, and coincident markers do no harm.
    """
    geometry = Geometry(model)
    for keyword in ("SFORCE", "SPRINGDAMPER"):
        for force in cast(list[Any], model.all(keyword)):
            if force.kind != "TRANSLATION" or getattr(force, "actiononly", False) or not (force.i and force.j):
                continue
            if geometry.coincide(force.i, force.j):
                yield Finding(
                    force,
                    f"MARKER/{force.i} and MARKER/{force.j} coincide; the force acts along the line between them.",
                    "Without a distance there is no direction: the force is undefined at the start.",
                    "ACTIONONLY for a force along z of J (in Python actiononly=True and axis=), or move one of the "
                    "markers, or VFORCE with components.",
                )


@rule("C203", "warning", "a force acts between two markers of one part")
def force_within_a_part(model: Model) -> Iterator[Finding]:
    """Action and reaction act on the same rigid part and cancel: the force has no effect."""
    geometry = Geometry(model)
    for force in model.all():
        i, j = getattr(force, "i", None), getattr(force, "j", None) or getattr(force, "jfloat", None)
        if force.keyword == "REQUEST" or force.equations() or getattr(force, "actiononly", False) or force.passive:
            continue
        if isinstance(i, int) and isinstance(j, int) and i and j and geometry.body(i) == geometry.body(j):
            yield Finding(
                force,
                f"MARKER/{i} and MARKER/{j} are both on {' '.join(geometry.name(i).split(' on ')[1:]) or 'ground'}.",
                "Action and reaction act on one rigid part and cancel: the force has no effect.",
                "use a marker of the other part for I or J.",
            )
