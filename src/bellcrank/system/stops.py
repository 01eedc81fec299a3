"""The longest next step near a stop: a force that acts for a moment only is not stepped over.

With the gap g of a stop and its rate g', both known after an accepted step,

    apart, closing              h <= (g + REACH d)/(-g')                                                        (1)
    inside, opening             h <= max(-g, REACH d)/g'                                                        (2)
    the same without a force    h <= max(-g/2, REACH d)/g'                                                      (3)

IMPACT and BISTOP say where they stop and have a length, d, the depth of full damping. (1) and (2) are Newton's way to
the touch, where the force bends: what comes straight is met in one step, and what only grazes the stop is still met.
(3): where damping would pull there is no force, and near the way out, where it is less, there is some again. The rate
is the argument that the user gives; where that is a number, the rate of the distance. Contacts have rules of the same
kind (contact/longest_step.py).

Stops written with other functions are quiet on one side, where an argument is beyond a number:

    IF(x: 5, ..)       MAX(5, x)       MIN(5, x)       DIM(a, b)       STEP(x, x0, h0, x1, h1), STEP5, HAVSIN
    x < 0, or x > 0    x < 5           x > 5           a < b           x < x0, and x > x1

g is the way to the lively side; where it shrinks, h <= max(-g/g', a part of the last step) (kinds/stop.py)      (4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bellcrank.expression import Binary, Call, Node, Number, constant
from bellcrank.expression.declaration import expr, function
from bellcrank.expression.time_rate import NoRate, time_rate
from bellcrank.expression.tree import If, Unary, postorder
from bellcrank.kernel import kernel
from bellcrank.system.corners import STEPS, straight

REACH = 1e-3
"""The part of the depth of full damping that a step may go beyond the touch; less has no force to speak of."""
ANY = 1e300
"""No limit."""
Variable = Callable[[int], Any]
"""Id -> the VARIABLE, or None."""


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


@function("$QUIET_STEP", "time", gap=expr("X"), rate=expr("X/time"))
@kernel
def quiet_step(n, x, out):  # type: ignore[no-untyped-def]
    """-g/g' of (4)."""
    nearer = (x[0] > 0.0 and x[1] < 0.0) or (x[0] < 0.0 and x[1] > 0.0)
    out[0] = min(ANY, -x[0] / x[1]) if nearer else ANY
    out[1] = 0.0
    out[2] = 0.0


def stops(tree: Node, variable: Variable) -> Iterator[Node]:
    """Expressions for the longest next step, one for each stop of IMPACT and BISTOP in a tree."""
    for node in postorder(tree):
        if isinstance(node, Call) and node.name in ("IMPACT", "BISTOP"):
            x, speed, lower = node.arguments[:3]
            gaps = [(Binary("-", x, lower), speed)]
            if node.name == "BISTOP":
                gaps.append((Binary("-", node.arguments[3], x), Unary("-", speed)))
            for gap, given in gaps:
                rate = given if constant(given) is None else rate_of(gap, variable)
                if rate is not None:
                    yield Call("$STOP_STEP", (gap, rate, node, node.arguments[-1]))


def quiet_sides(tree: Node, variable: Variable) -> Iterator[Node]:
    """Expressions for (4), one for each quiet side in a tree."""
    for node in postorder(tree):
        for gap in quiet_gaps(node):
            rate = rate_of(gap, variable) if straight(gap) is None else None  # functions of TIME have corners
            if rate is not None:
                yield Call("$QUIET_STEP", (gap, rate))


def quiet_gaps(node: Node) -> Iterator[Node]:
    """The ways to the lively sides of a node, positive where it is quiet."""
    if isinstance(node, If):
        below, above = constant(node.negative), constant(node.positive)
        if below is not None and below != above:
            yield Unary("-", node.condition)
        if above is not None and below != above:
            yield node.condition
    elif isinstance(node, Call) and node.name in ("MAX", "MIN", "DIM"):
        a, b = node.arguments
        if node.name == "MIN":
            a, b = b, a
        if node.name != "DIM" and constant(a) is not None:
            yield Binary("-", a, b) if node.name == "MAX" else Binary("-", b, a)
        elif node.name == "DIM" or constant(b) is not None:
            yield Binary("-", b, a) if node.name != "MIN" else Binary("-", a, b)
    elif isinstance(node, Call) and node.name in STEPS and len(node.arguments) == 5:
        x, begin, _, end, _ = node.arguments
        yield from (Binary("-", begin, x), Binary("-", x, end))


def rate_of(gap: Node, variable: Variable) -> Node | None:
    """The rate of a distance in time; None where it is not known."""

    def known(call: Call, seen: tuple[int, ...] = ()) -> Node | None:
        if call.name in ("AX", "AY", "AZ"):  # about one axis
            i, j = (*call.arguments, Number(0.0))[:2]
            return Call(f"W{call.name[1]}", (i, j, j))
        if call.name == "VARVAL" and isinstance(call.arguments[0], Number):
            id = int(call.arguments[0].value)
            found = variable(id) if id not in seen else None
            return None if found is None else time_rate(found.function.tree, lambda c: known(c, (*seen, id)))
        return None

    try:
        return time_rate(gap, known)
    except NoRate:
        return None
