"""Constants: what a sub-expression without leaves is worth, and trees with their constants folded."""

from __future__ import annotations

import math

from bellcrank.expression.arithmetic import divide, power
from bellcrank.expression.declaration import Function, declarations
from bellcrank.expression.tree import Binary, Call, If, Node, Number, Unary, fold, number


def simplify(root: Node) -> Node:
    """The tree with constant sub-expressions folded, and x*1, x+0, x**1 and the like removed.

    A constant that is no number (1/0) stays as it is: it is an error only when it is evaluated.
    """
    return fold(root, _fold_constants)


def constant(root: Node) -> float | None:
    """The value of an expression without leaves, or None."""
    if isinstance(root, Number):
        return root.radians
    return _value(simplify(root))


def call_kernel(declared: Function, arguments: list[float]) -> list[float]:
    """Value and partial derivatives of a function of numbers; all NaN where Python raises instead."""
    out = [0.0] * (1 + len(arguments))
    try:
        declared.kernel.py_func(len(arguments), arguments, out)
    except (ValueError, OverflowError, ZeroDivisionError):
        return [math.nan] * len(out)
    return out


def _value(node: Node) -> float | None:
    if isinstance(node, Number):
        return node.radians
    if isinstance(node, Unary) and isinstance(node.operand, Number):
        return -node.operand.radians
    return None


def _fold_constants(node: Node, children: list[Node]) -> Node:
    if isinstance(node, If):
        return _choose(node, children)
    values = [_value(child) for child in children]
    if all(v is not None for v in values):
        result = _compute(node, [v for v in values if v is not None])
        if result is not None and math.isfinite(result):
            return number(result, node.position)
    if isinstance(node, Binary):
        return _neutral(node, children[0], children[1], values[0], values[1])
    return node.with_children(children)


def _compute(node: Node, values: list[float]) -> float | None:
    if isinstance(node, Number):
        return node.radians
    if isinstance(node, Unary):
        return -values[0]
    if isinstance(node, Binary):
        if node.operator == "/" and values[1] == 0.0:
            return None  # also 0/0: it is 0 where two numbers happen to vanish, not where it is written so
        return binary(node.operator, values[0], values[1])
    if isinstance(node, Call):
        declared = declarations().get(node.name)
        if declared is None or declared.unsupported or declared.family != "math":
            return None
        if declared.constant is not None:
            return declared.constant
        if declared.kernel is not None and declared.least <= len(values) <= declared.greatest:
            return call_kernel(declared, values)[0]
    return None


def binary(operator: str, a: float, b: float) -> float:
    """The value of one operation; NaN outside its domain or beyond the largest number."""
    if operator == "+":
        return a + b
    if operator == "-":
        return a - b
    if operator == "*":
        return a * b
    try:
        return float(divide(a, b) if operator == "/" else power(a, b))
    except OverflowError:
        return math.nan


def _neutral(node: Binary, left: Node, right: Node, a: float | None, b: float | None) -> Node:
    operator = node.operator
    if b is not None and ((operator in "+-" and b == 0.0) or (operator in ("*", "/", "**") and b == 1.0)):
        return left
    if a is not None and ((operator == "+" and a == 0.0) or (operator == "*" and a == 1.0)):
        return right
    if operator == "-" and a == 0.0:
        return Unary("-", right, node.position)
    return node.with_children([left, right])


def _choose(node: If, children: list[Node]) -> Node:
    condition = _value(children[0])
    if condition is None:
        return node.with_children(children)
    return children[1] if condition < 0.0 else children[2] if condition == 0.0 else children[3]
