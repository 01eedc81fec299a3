"""The rate of an expression in time, as another expression: sums, products, quotients, powers and a few functions.

    (a b)' = a' b + a b'      (a/b)' = (a' - a/b b')/b      (a^n)' = n a^(n-1) a'      f(a)' = f'(a) a'             (1)

TIME' = 1, DIF(id)' = DIF1(id), DX(i,j,k)' = VX(i,j,k,k); what else has a rate, `known` says.
"""

from __future__ import annotations

from collections.abc import Callable

from bellcrank.expression.simplify import constant
from bellcrank.expression.tree import Binary, Call, Node, Number, Unary, number

ZERO, ONE = Number(0.0), Number(1.0)
OUTER: dict[str, Callable[[Node], Node]] = {
    "SIN": lambda a: Call("COS", (a,)),
    "COS": lambda a: Unary("-", Call("SIN", (a,))),
    "EXP": lambda a: Call("EXP", (a,)),
    "LOG": lambda a: Binary("/", ONE, a),
    "SQRT": lambda a: Binary("/", Number(0.5), Call("SQRT", (a,))),
}
"""f' of functions of one number."""


class NoRate(Exception):
    """The part of an expression whose rate is not known."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self.node = node


def time_rate(node: Node, known: Callable[[Call], Node | None]) -> Node:
    """The rate of a tree; NoRate where there is none. `known` gives the rate of a call, or None."""
    if constant(node) is not None:
        return ZERO
    if isinstance(node, Unary):
        return Unary(node.operator, time_rate(node.operand, known))
    if isinstance(node, Binary):
        return _binary(node, known)
    if isinstance(node, Call):
        if node.name == "TIME":
            return ONE
        if (found := known(node)) is not None:
            return found
        if node.name == "DIF":
            return Call("DIF1", node.arguments)
        if node.name in ("DX", "DY", "DZ"):
            i, j, k = (*node.arguments, ZERO, ZERO)[:3]
            return Call(f"V{node.name[1]}", (i, j, k, k))
        if node.name == "DM":
            return Call("VR", node.arguments)
        if node.name in OUTER:
            return Binary("*", OUTER[node.name](node.arguments[0]), time_rate(node.arguments[0], known))
    raise NoRate(node)


def _binary(node: Binary, known: Callable[[Call], Node | None]) -> Node:
    a, b = node.left, node.right
    if node.operator == "**":
        if constant(b) is None:
            raise NoRate(node)
        lower = Binary("**", a, number((constant(b) or 0.0) - 1.0))
        return Binary("*", Binary("*", b, lower), time_rate(a, known))
    da, db = time_rate(a, known), time_rate(b, known)
    if node.operator in "+-":
        return Binary(node.operator, da, db)
    if node.operator == "*":
        return Binary("+", Binary("*", da, b), Binary("*", a, db))
    return Binary("/", Binary("-", da, Binary("*", node, db)), b)
