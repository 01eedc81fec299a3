"""DELAY(e, d, eh) lowered: e and d become algebraic unknowns, and the past of e is kept.

    DELAY(e, d, eh)  ->  IF(TIME - d: eh with TIME - d for TIME, $DELAY(v_e, v_d), $DELAY(v_e, v_d))

$DELAY is a leaf: the unknown v_e at TIME - v_d (past.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bellcrank.errors import ModelError
from bellcrank.expression import Binary, Call, Node, Number, constant
from bellcrank.expression.declaration import declare, expr, function, identifier
from bellcrank.expression.tree import If, fold
from bellcrank.kernel import kernel
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder
from bellcrank.system.leaves import Leaf, Lowered

V = identifier("VARIABLE")
declare("$DELAY", "?", "state", "Value of a VARIABLE at TIME minus the value of another one.", e=V, d=V)


@function("$DELAY_TIME", "X", x=expr("X"))
@kernel
def delay_time(n, x, out):  # type: ignore[no-untyped-def]
    """The delay x >= 0 of DELAY."""
    out[0] = x[0] if x[0] >= 0.0 else math.nan
    out[1] = 1.0


class Delaying:
    """The part of Lowering that knows DELAY."""

    builder: Builder
    expression: Callable[..., Lowered]
    variable_numbers: dict[int, int]
    hidden_variables: dict[int, Lowered]
    hidden: int
    delayed: dict[Node, int]
    """Expression that is delayed, or its delay -> id of its hidden VARIABLE."""

    def _delay(self, arguments: list[Node], element: Any) -> Node:
        """The tree that stands for a call of DELAY in an expression of `element`."""
        value, delay, before = arguments
        known = constant(delay)
        if known == 0.0:
            return value
        if known is not None and known < 0.0:
            what = f"DELAY looks {-known:g} into the future."
            raise ModelError(
                element.message("E508", what, NEGATIVE, "write the time that passes, as a positive number.")
            )
        self.builder.longest_delay = max(self.builder.longest_delay, math.inf if known is None else known)
        checked = delay if known is not None else Call("$DELAY_TIME", (delay,))
        ids = tuple(Number(float(self._unknown(tree, element))) for tree in (value, checked))
        then = Binary("-", Call("TIME", ()), delay)
        past = Call("$DELAY", ids)
        return If(then, at_time(before, then), past, past)

    def _unknown(self, tree: Node, element: Any) -> int:
        """The id of a VARIABLE with the value of an expression: the one it names, or a hidden one."""
        if isinstance(tree, Call) and tree.name == "VARVAL" and isinstance(tree.arguments[0], Number):
            return int(tree.arguments[0].value)
        if tree not in self.delayed:
            lowered = self.expression(tree, element)
            self.hidden += 1
            self.delayed[tree] = self.hidden
            self.variable_numbers[self.hidden] = len(self.variable_numbers)
            self.hidden_variables[self.hidden] = lowered
        return self.delayed[tree]

    def _past_leaf(self, e: int, d: int) -> Leaf:
        """The leaf of $DELAY for the numbers of two algebraic unknowns."""
        kept = self.builder.kept
        if e not in kept:
            kept.append(e)
        return Leaf(
            at.L_PAST,
            (0, 0, 0, 0),
            {at.IN_NUMBER: kept.index(e), at.IN_PAST: e, at.IN_DELAY: d},
            scalars=(("v", e), ("v", d)),
        )


def at_time(tree: Node, then: Node) -> Node:
    """The tree with another time for TIME."""

    def rule(node: Node, children: list[Node]) -> Node:
        return then if isinstance(node, Call) and node.name == "TIME" else node.with_children(children)

    return fold(tree, rule)


NEGATIVE = "The delay d of DELAY(e, d, eh) must not be negative."
