"""Arithmetic with channels: `sqrt(PART_2.VX**2 + PART_2.VY**2)`.

The text is parsed with Python's own grammar and only numbers, channels, `time`, `pi`, the four operations, powers and
the functions below are let through; nothing is ever executed as Python. A channel whose name is no Python name is put
into quotes: `'left arm.X' - 3`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Message, ResultsError
from .calculus import derivative, integral, time_mean

Array = NDArray[np.float64]
Lookup = Callable[[str], Array]

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.Mod: np.mod,
}
OF_ONE = "sqrt exp log log10 sin cos tan sinh cosh tanh sign floor ceil unwrap cumsum abs degrees radians"
FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    **{name: (1, getattr(np, name)) for name in OF_ONE.split()},
    **{name: (1, getattr(np, "arc" + name[1:])) for name in ("asin", "acos", "atan")},
    "atan2": (2, np.arctan2),
    "hypot": (2, np.hypot),
    "min": (2, np.minimum),
    "max": (2, np.maximum),
    "deg": (1, np.degrees),
    "rad": (1, np.radians),
}
"""Name -> number of arguments and function of arrays."""
OF_TIME: dict[str, Callable[[Array, Array], Any]] = {
    "derivative": derivative, "integral": integral, "mean": time_mean, "diff": derivative, "int": integral,
}  # fmt: skip
"""Functions of a signal over time; `deg`, `rad`, `diff`, `int` are the words of the report."""


def evaluate(text: str, lookup: Lookup, time: Array) -> Array:
    """The values of an expression at all times; `lookup` gives the values of a channel or raises a ResultsError."""
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError) as error:
        raise _wrong(text, f"it cannot be read: {getattr(error, 'msg', error)}") from None
    with np.errstate(all="ignore"):
        value = _value(tree.body, text, lookup, time)
    return np.broadcast_to(np.asarray(value, dtype=float), time.shape)


def is_arithmetic(text: str) -> bool:
    """Whether a text is an expression rather than a name or a pattern such as "PART_2.*"."""
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError):
        return any(sign in text for sign in "()+/")
    return not isinstance(tree.body, (ast.Name, ast.Attribute))


def channels_in(text: str) -> list[str]:
    """The channel names an expression mentions, in order (empty where it cannot be read)."""
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError):
        return []
    found: list[str] = []
    _collect(tree.body, found)
    return [name for name in dict.fromkeys(found) if name.lower() not in ("pi", "time")]


def _collect(node: ast.AST, found: list[str]) -> None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        found.append(node.value)
        return
    if isinstance(node, (ast.Name, ast.Attribute)):
        found.append(ast.unparse(node))
        return
    for child in node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        _collect(child, found)


def _value(node: ast.expr, text: str, lookup: Lookup, time: Array) -> Any:
    if isinstance(node, ast.Constant):
        return _constant(node.value, text, lookup)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _name(ast.unparse(node), lookup, time)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _value(node.operand, text, lookup, time)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        left, right = (np.asarray(_value(n, text, lookup, time), dtype=float) for n in (node.left, node.right))
        return BINARY[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node, text, lookup, time)
    raise _wrong(text, f'"{ast.unparse(node)}" is neither a number, a channel, + - * / ** nor a function')


def _constant(value: Any, text: str, lookup: Lookup) -> Any:
    if isinstance(value, str):
        return lookup(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    raise _wrong(text, f"{value!r} is not a number")


def _name(name: str, lookup: Lookup, time: Array) -> Any:
    if name.lower() == "pi":
        return np.pi
    return time if name.lower() == "time" else lookup(name)


def _call(node: ast.Call, text: str, lookup: Lookup, time: Array) -> Any:
    assert isinstance(node.func, ast.Name)
    name = node.func.id.lower()
    arguments = [_value(a, text, lookup, time) for a in node.args]
    count, function = (1, None) if name in OF_TIME else FUNCTIONS.get(name, (0, None))
    if count == 0:
        known = ", ".join(sorted([*FUNCTIONS, *OF_TIME]))
        raise _wrong(text, f'there is no function "{node.func.id}"', f"the functions are {known}")
    if len(arguments) != count:
        raise _wrong(text, f"{name} takes {count} argument{'s' * (count > 1)}, not {len(arguments)}")
    if function is None:
        return OF_TIME[name](time, np.broadcast_to(np.asarray(arguments[0], dtype=float), time.shape))
    return function(*arguments)


def _wrong(text: str, why: str, cure: str = "") -> ResultsError:
    cure = cure or "write for instance sqrt(PART_2.VX**2+PART_2.VY**2); quote odd channel names: 'left-arm.X'"
    return ResultsError(Message("error", "E906", f"the expression {text!r} cannot be evaluated", why=why, cure=cure))
