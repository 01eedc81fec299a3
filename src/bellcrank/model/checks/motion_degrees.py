"""Rule C307: rotations whose numbers look like degrees and count as radians."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.expression import Binary, Call, Node, Number, Unary
from bellcrank.model.checks.formulas import short, terms
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

RAMPS = ("STEP", "STEP5", "HAVSIN")
"""f(x, x0, h0, x1, h1): from h0 to h1."""
WAVES = ("SIN", "COS")
WHY = "Angles are in radians unless a D follows the number."


@rule("C307", "warning", "a rotation that looks like degrees")
def rotations_in_degrees(model: Model) -> Iterator[Finding]:
    """A MOTION that turns a part to and fro, or from one angle to another, by a whole number that is more than a turn.

    STEP5(TIME, 0, 0, 1, 60) turns a hinge by 60 radians, nine turns and a half. A reader who thinks in degrees
    writes 60D; turns are multiples of 2*PI and seldom whole. Speeds are not looked at: 60 rad/s are usual.
    """
    for motion in model.all("MOTION"):
        if not motion.rotational or motion.level != "DISPLACEMENT" or motion.function is None:  # type: ignore[attr-defined]
            continue
        tree = motion.function.tree  # type: ignore[attr-defined]
        found = [] if tree is None else [(size, term) for _, term in terms(tree) if (size := reach(term)) > math.tau]
        if found:
            size, term = max(found, key=lambda item: item[0])
            what = f"{short(term)} turns by {size:.0f} radians, {size / math.tau:.3g} turns."
            yield Finding(motion, what, WHY, f"write its angle with a D, {size:.0f}D, if degrees are meant.")


def reach(term: Node) -> float:
    """How far a ramp or wave goes, by whole numbers that are written out; 0.0 for anything else."""
    factor, rest = _product(term)
    if not isinstance(rest, Call):
        return 0.0
    if rest.name in RAMPS and len(rest.arguments) == 5:
        first, last = (_written(rest.arguments[k]) for k in (2, 4))
        far = factor * abs(last - first)
    else:
        far = factor if rest.name in WAVES else 0.0
    return far if far.is_integer() else 0.0


def _product(node: Node) -> tuple[float, Node | None]:
    """A product of written numbers and one thing more: their product, and the thing; None where there are several."""
    if isinstance(node, Unary):
        return _product(node.operand)
    if isinstance(node, Binary) and node.operator == "*":
        for number, other in ((node.left, node.right), (node.right, node.left)):
            if math.isfinite(size := abs(_written(number))):
                factor, rest = _product(other)
                return size * factor, rest
        return 1.0, None
    return 1.0, node


def _written(node: Node) -> float:
    """A number written without D, with its sign; NaN for anything else."""
    if isinstance(node, Unary):
        return -_written(node.operand)
    return node.value if isinstance(node, Number) and not node.degrees else math.nan
