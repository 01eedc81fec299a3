"""The longest next step near a stop: what IMPACT and BISTOP give for a moment only is not stepped over.

With the gap g of a stop and its rate g', both known after an accepted step,

    apart, closing              h <= (g + REACH d)/(-g')                                                        (1)
    inside, opening             h <= max(-g, REACH d)/g'                                                        (2)
    the same without a force    h <= max(-g/2, REACH d)/g'                                                      (3)

d is the depth of full damping. (1) and (2) are Newton's way to the touch, where the force bends: what comes straight
is met in one step, and what only grazes the stop is still met. (3): where damping would pull there is no force, and
near the way out, where it is less, there is some again. The rate is the argument that the user gives; where that is a
number, the rate of the distance. Contacts have rules of the same kind (contact/longest_step.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.expression import Binary, Call, Node, constant
from bellcrank.expression.declaration import expr, function
from bellcrank.expression.time_rate import NoRate, time_rate
from bellcrank.expression.tree import Unary, postorder
from bellcrank.kernel import kernel

REACH = 1e-3
"""The part of the depth of full damping that a step may go beyond the touch; less has no force to speak of."""
ANY = 1e300
"""No limit."""


@function("$STOP_STEP", "time", gap=expr("X"), rate=expr("X/time"), force=expr("Y"), d=expr("X"))
@kernel
def stop_step(n, x, out):  # type: ignore[no-untyped-def]
    """The longest step of (1) to (3) for a gap, its rate, the force of the stop and its depth of full damping."""
    for k in range(5):
        out[k] = 0.0
    out[0] = ANY
    gap, rate, reach = x[0], x[1], REACH * x[3]
    if gap >= 0.0 and rate < 0.0 and reach > 0.0:
        out[0] = min(ANY, (gap + reach) / -rate)  # (1)
    elif gap < 0.0 and rate > 0.0 and reach > 0.0:
        part = 0.5 if x[2] == 0.0 else 1.0
        out[0] = min(ANY, max(-part * gap, reach) / rate)  # (2), (3)


def longest_steps(tree: Node) -> Iterator[Node]:
    """Expressions for the longest next step, one for each stop in a tree."""
    for node in postorder(tree):
        if isinstance(node, Call) and node.name in ("IMPACT", "BISTOP"):
            x, speed, lower = node.arguments[:3]
            d = node.arguments[-1]
            yield from _longest(Binary("-", x, lower), speed, node, d)
            if node.name == "BISTOP":
                yield from _longest(Binary("-", node.arguments[3], x), Unary("-", speed), node, d)


def _longest(gap: Node, speed: Node, force: Node, d: Node) -> Iterator[Node]:
    try:
        rate = speed if constant(speed) is None else time_rate(gap, lambda call: None)
    except NoRate:
        return
    yield Call("$STOP_STEP", (gap, rate, force, d))
