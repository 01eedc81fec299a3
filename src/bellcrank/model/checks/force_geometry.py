"""Rules C202, C203, C204: forces without a direction, without a counterpart, or that a joint takes whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from bellcrank.math.vec3 import dot
from bellcrank.model.checks.geometry import GROUND, SAME_DIRECTION, Geometry
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


@rule("C204", "warning", "a joint takes the whole force")
def force_across_a_joint(model: Model) -> Iterator[Finding]:
    """A torque across the axis of the hinge between its two parts, any torque between parts that only slide, a force
    across the slide of a part that nothing else moves on: the joint takes it, and nothing moves.

    The direction is z of J: in Python `axis` of the force, which is z of ground when it is left out.
    """
    geometry = Geometry(model)
    joints: dict[frozenset[Any], list[Any]] = {}
    for joint in cast(list[Any], model.all("JOINT")):
        if joint.i and joint.j:
            joints.setdefault(frozenset((geometry.body(joint.i), geometry.body(joint.j))), []).append(joint)
    for force in cast(list[Any], model.all("SFORCE")):
        if not (force.i and force.j) or geometry.floating(force.j):
            continue
        turns, alone = force.kind == "ROTATION", getattr(force, "actiononly", False)
        pair = frozenset((geometry.body(force.i), geometry.body(force.j)))
        if not (turns or alone) or (alone and GROUND not in pair):
            continue  # along the line between two points; or on one part of a pair that moves
        for joint in joints.get(pair, ()):
            if _takes(geometry, joint, force, turns):
                yield Finding(
                    force,
                    f"It acts along z of {geometry.name(force.j)}, where {joint.title} lets nothing move.",
                    "The joint takes the whole force: it has no effect on the motion.",
                    f"turn z of MARKER/{force.j} along the axis of the joint (in Python axis= of the force).",
                )


def _takes(geometry: Geometry, joint: Any, force: Any, turns: bool) -> bool:
    """Whether the motion that a joint leaves is at right angles to a force or torque."""
    if joint.kind == "FIXED":
        return True
    if joint.kind == ("TRANSLATIONAL" if turns else "REVOLUTE"):
        return turns  # a force may well turn a hinge
    if joint.kind != ("REVOLUTE" if turns else "TRANSLATIONAL"):
        return False
    along: float = dot(geometry.axis(joint.j, "Z"), geometry.axis(force.j, "Z"))
    return abs(along) < SAME_DIRECTION
