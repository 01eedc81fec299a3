"""Rule C505: motions that fight, over one coordinate or over coordinates that gears and couplers tie together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

FREEDOMS = {"REVOLUTE": 1, "TRANSLATIONAL": 1, "RACKPIN": 1, "SCREW": 1, "CYLINDRICAL": 2}
"""Coordinates of the joints that motions, gears and couplers speak of; others are left alone."""


@rule("C505", "warning", "motions fight over one coordinate")
def motions_that_fight(model: Model) -> Iterator[Finding]:
    """Joints that gears and couplers tie together share their coordinates: each tie takes one away. Where more motions
    drive them than coordinates are left, the last motion asks for what another one gives already.

    If the functions agree in every digit the run leaves one out as redundant, and the forces of both are arbitrary; if
    not, it cannot start, or stops where they part.
    """
    ties: list[Any] = [e for keyword in ("GEAR", "COUPLER") for e in model.all(keyword)]
    every: list[Any] = list(model.all("MOTION"))
    motions = [motion for motion in every if motion.joint]
    groups = _tied(motions, [tuple(tie.joints) for tie in ties])
    for joints in groups:
        driving = [m for m in motions if m.joint in joints]
        known = [model.find("JOINT", joint) for joint in joints]
        if any(joint is None or joint.kind not in FREEDOMS for joint in known):
            continue
        own = [tie for tie in ties if set(tie.joints) <= joints]
        left = sum(FREEDOMS[joint.kind] for joint in known if joint is not None) - len(own)
        if len(driving) > max(left, 0):
            yield _finding(driving, own, left)


def _finding(driving: list[Any], ties: list[Any], left: int) -> Finding:
    others = ", ".join(motion.title for motion in driving[:-1])
    by = f" through {', '.join(tie.title for tie in ties)}" if ties else ""
    return Finding(
        driving[-1],
        f"It drives what {others or 'the ties'} gives already{by}: {len(driving)} motions for "
        f"{max(left, 0)} coordinate{'' if left == 1 else 's'}.",
        "Two motions of one coordinate contradict each other, unless their functions are equal at all times.",
        "remove one of the motions, or make it an SFORCE, or let the tie go.",
    )


def _tied(motions: list[Any], ties: list[tuple[int, ...]]) -> list[set[int]]:
    """Joints in groups that share coordinates: those of a tie, and each driven joint."""
    groups = [{motion.joint} for motion in motions]
    for joints in (set(tie) for tie in ties):
        joined = [group for group in groups if group & joints]
        groups = [group for group in groups if not group & joints]
        groups.append(joints.union(*joined))
    return [set(group) for group in dict.fromkeys(frozenset(group) for group in groups)]
