"""Rule C306: motions that ask for a jump of the speed or of the position of what they drive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.expression import Call, If, Node, constant
from bellcrank.expression.tree import postorder
from bellcrank.model.checks.discontinuities import JUMPS, KINKS, changes, discontinuous
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

WHY = (
    "A jump of the speed is an impulse: velocities are right behind it, but no force of the results shows it, and the "
    "next shorter corner has a larger one. A run stops where the position jumps."
)
CURE = (
    "round the corners (STEP, STEP5; points of an AKISPL close to both sides of each), "
    "or let a force carry the shape: an SFORCE -k*(DZ(..) - f(TIME)) instead of the motion."
)


@rule("C306", "warning", "a motion asks for a jump of the speed")
def motions_with_corners(model: Model) -> Iterator[Finding]:
    """A motion whose displacement has a corner (INTERP of order 1, ABS, MAX, ...), or whose velocity jumps (IF, ...).

    A road or a pulse given by points is the usual case: straight lines between points have a corner at each. A run
    follows the corners of functions of TIME by impulses; forces of a motion with corners are seldom what is wanted.
    """
    for motion in model.all("MOTION"):
        names = corners_of(motion)
        if names:
            does = "speed" if motion.level == "VELOCITY" or not set(names) & set(JUMPS) else "position"  # type: ignore[attr-defined]
            yield Finding(motion, f"FUNCTION uses {', '.join(names)}: the {does} that it asks for jumps.", WHY, CURE)


def corners_of(motion: Any) -> list[str]:
    """The functions in a motion that make the speed jump."""
    if motion.level == "ACCELERATION" or motion.function is None or motion.function.tree is None:
        return []
    bad = JUMPS if motion.level == "VELOCITY" else JUMPS + KINKS
    nodes = list(postorder(motion.function.tree))
    found = {name for node in nodes if (name := discontinuous(node)) in bad and not _smooth(node)}
    if motion.level == "DISPLACEMENT" and any(map(_straight_lines, nodes)):
        found.add("INTERP with straight lines")
    return sorted(found)


def _straight_lines(node: Node) -> bool:
    """INTERP(x, 1, spline) of something that changes."""
    return (
        isinstance(node, Call)
        and node.name == "INTERP"
        and len(node.arguments) > 1
        and constant(node.arguments[1]) == 1.0
        and changes(node.arguments[0])
    )


def _smooth(node: Node) -> bool:
    """IF whose branches are equal where it switches cannot be told from the text: an IF counts only between numbers."""
    return isinstance(node, If) and any(constant(branch) is None for branch in node.children[1:])
