"""The longest next step near a stop: a force that acts for a moment only is not stepped over.

Stops are quiet on one side, where an argument is beyond a number:

    IMPACT(x, .., x1, ..)   BISTOP         IF(x: 5, ..)      MAX(5, x)   MIN(5, x)   DIM(a, b)   STEP(x, x0, h0, x1, h1)
    x > x1                  x1 < x < x2    x < 0, or x > 0   x < 5       x > 5       a < b       x < x0, and x > x1

With the way g to the other side and its rate, both known after an accepted step, on either side and where g shrinks

    h <= max((|g| (1 + BEYOND) + tol)/|g'|, PASSES times the last step)                                          (1)

which is Newton's way to the bend: what comes straight is met in one step, and what only grazes a stop is still met.
tol is the tolerance of the places of its bodies: where they lie on a stop steps do not vanish.

IMPACT has no force where damping would pull, and some again near the way out, where it damps less: from the depth p'
on with k p'^e = c v S(p'/d). A body that comes out at a speed v without a force, from the depth p, is led there:

    h <= max((p - p')/2, p'/4, tol)/v    where p' > LITTLE p                                                     (2)

The rate is the argument that the user gives; where that is a number, the rate of the distance. Contacts have rules of
the same kind (contact/longest_step.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bellcrank.expression import Binary, Call, Node, Number, constant
from bellcrank.expression.declaration import expr, function
from bellcrank.expression.time_rate import NoRate, time_rate
from bellcrank.expression.tree import If, Unary, postorder
from bellcrank.functions.impact import stop
from bellcrank.kernel import kernel
from bellcrank.system.corners import STEPS, straight

LITTLE = 1e-3
"""A push that begins nearer to the way out gives less than 1e-8 of what the stop gave before."""
NONE = -1.0
"""There is no push to come."""
Variable = Callable[[int], Any]
"""Id -> the VARIABLE, or None."""


class Bend(NamedTuple):
    """A way, its rate, and for a stop with damping the way to its last push."""

    gap: Node
    rate: Node
    push: Node | None = None


@function("$KNOWN", "X", x=expr("X"))
@kernel
def known(n, x, out):  # type: ignore[no-untyped-def]
    """x, or 0 where it has no value, as in a branch of an IF that is not taken."""
    finite = math.isfinite(x[0])
    out[0] = x[0] if finite else 0.0
    out[1] = 1.0 if finite else 0.0


@function(
    "$PUSH_WAY",
    "X",
    depth=expr("X"),
    speed=expr("X/time"),
    k=expr("Y/X**e"),
    e=expr("1"),
    c=expr("Y*time/X"),
    d=expr("X"),
)
@kernel
def push_way(n, x, out):  # type: ignore[no-untyped-def]
    """v h of (2) for a depth and the speed out of a stop, or NONE."""
    for i in range(7):
        out[i] = 0.0
    out[0] = NONE
    p, v, k, e, c, d = x[0], x[1], x[2], x[3], x[4], x[5]
    if not (p > 0.0 and v > 0.0 and d > 0.0) or stop(p, v, k, e, c, d)[0] > 0.0:
        return
    low, high = 0.0, p
    for _ in range(40):  # the largest depth below p with a force
        middle = 0.5 * (low + high)
        if stop(middle, v, k, e, c, d)[0] > 0.0:
            low = middle
        else:
            high = middle
    if low > LITTLE * p:
        to_push = 0.5 * (p - low) >= 0.25 * low
        _, f_p, f_v, f_k, f_e, f_c, f_d = stop(low, v, k, e, c, d)
        part = (0.5 if to_push else -0.25) / f_p  # f(p') = 0: dp' = -df/f_p
        out[0] = 0.5 * (p - low) if to_push else 0.25 * low
        out[1] = 0.5 if to_push else 0.0
        out[2] = part * f_v
        out[3] = part * f_k
        out[4] = part * f_e
        out[5] = part * f_c
        out[6] = part * f_d


def bends(tree: Node, variable: Variable) -> Iterator[Bend]:
    """All of a tree whose rates are known."""
    for node in postorder(tree):
        for gap, speed in stop_gaps(node):
            given = constant(speed) is None
            rate = speed if given else rate_of(gap, variable)
            if rate is not None and isinstance(node, Call):
                damped = given and constant(node.arguments[-2]) != 0.0
                push = Call("$PUSH_WAY", (Unary("-", gap), rate, *node.arguments[-4:]))
                yield Bend(gap, rate, push if damped else None)
        for gap in quiet_gaps(node):
            rate = rate_of(gap, variable) if straight(gap) is None else None  # functions of TIME have corners
            if rate is not None:
                yield Bend(gap, rate)


def stop_gaps(node: Node) -> Iterator[tuple[Node, Node]]:
    """The gaps of IMPACT or BISTOP, and the rates that the user gives for them."""
    if isinstance(node, Call) and node.name in ("IMPACT", "BISTOP"):
        x, speed, lower = node.arguments[:3]
        yield Binary("-", x, lower), speed
        if node.name == "BISTOP":
            yield Binary("-", node.arguments[3], x), Unary("-", speed)


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

    def known_rate(call: Call, seen: tuple[int, ...] = ()) -> Node | None:
        if call.name in ("AX", "AY", "AZ"):  # about one axis
            i, j = (*call.arguments, Number(0.0))[:2]
            return Call(f"W{call.name[1]}", (i, j, j))
        if call.name == "VARVAL" and isinstance(call.arguments[0], Number):
            id = int(call.arguments[0].value)
            found = variable(id) if id not in seen else None
            return None if found is None else time_rate(found.function.tree, lambda c: known_rate(c, (*seen, id)))
        return None

    try:
        return time_rate(gap, known_rate)
    except NoRate:
        return None
