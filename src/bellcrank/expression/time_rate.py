"""The rate of an expression in time, as another expression: sums, products, quotients, powers and a few functions.

    (a b)' = a' b + a b'      (a/b)' = (a' - a/b b')/b      (a^n)' = n a^(n-1) a'      f(a)' = f'(a) a'             (1)

TIME' = 1, DIF(id)' = DIF1(id), DX(i,j,k)' = VX(i,j,k,k), DM(i,j)' = VR(i,j); what else has a rate, `known` says.
"""

from __future__ import annotations

from collections.abc import Callable

from bellcrank.expression.simplify import constant
from bellcrank.expression.tree import Binary, Call, Node, Number, Unary, fold, number

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


def time_rate(tree: Node, known: Callable[[Call], Node | None]) -> Node:
    """The rate of a tree; NoRate where there is none. `known` gives the rate of a call, or None."""
    rate = fold(tree, lambda node, rates: _rate(node, rates, known))
    if isinstance(rate, NoRate):
        raise rate
    return rate


def _rate(node: Node, rates: list[Node | NoRate], known: Callable[[Call], Node | None]) -> Node | NoRate:
    """(1) from the rates of the children."""
    if all(rate is ZERO for rate in rates) and constant(node) is not None:
        return ZERO
    if isinstance(node, Call) and (found := _rate_of_call(node, known)) is not None:
        return found
    lost = next((rate for rate in rates if isinstance(rate, NoRate)), None)
    if lost is not None:
        return lost
    inner = [rate for rate in rates if isinstance(rate, Node)]
    if isinstance(node, Unary):
        return Unary(node.operator, inner[0])
    if isinstance(node, Binary):
        return _rate_of_binary(node, *inner)
    if isinstance(node, Call) and node.name in OUTER:
        return Binary("*", OUTER[node.name](node.arguments[0]), inner[0])
    return NoRate(node)


def _rate_of_call(node: Call, known: Callable[[Call], Node | None]) -> Node | None:
    """That of TIME, of a measure or of a state."""
    if node.name == "TIME":
        return ONE
    if (found := known(node)) is not None:
        return found
    if node.name == "DIF":
        return Call("DIF1", node.arguments)
    if node.name == "DM":
        return Call("VR", node.arguments)
    if node.name in ("DX", "DY", "DZ"):
        i, j, k = (*node.arguments, ZERO, ZERO)[:3]
        return Call(f"V{node.name[1]}", (i, j, k, k))
    return None


def _rate_of_binary(node: Binary, da: Node, db: Node) -> Node | NoRate:
    a, b = node.left, node.right
    if node.operator == "**":
        if (power := constant(b)) is None:
            return NoRate(node)
        return Binary("*", Binary("*", b, Binary("**", a, number(power - 1.0))), da)
    if node.operator in "+-":
        return Binary(node.operator, da, db)
    if node.operator == "*":
        return Binary("+", Binary("*", da, b), Binary("*", a, db))
    return Binary("/", Binary("-", da, Binary("*", node, db)), b)
