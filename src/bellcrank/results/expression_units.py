"""The unit of an expression of channels: sums need equal units, products multiply, functions of angles give numbers.

A unit is a table of unit texts and powers, {"newton": 1, "mm": 1}; None where nothing sensible can be said.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable

Unit = dict[str, float] | None
KEEPS = {"abs", "unwrap", "floor", "ceil", "cumsum", "mean"}
NUMBER = {"exp", "log", "log10", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sign"}
FIXED = {"asin": "rad", "acos": "rad", "atan": "rad", "atan2": "rad"}
TURNS = {"degrees": 180.0 / math.pi, "deg": 180.0 / math.pi, "radians": math.pi / 180.0, "rad": math.pi / 180.0}
RATES = {"derivative": -1.0, "diff": -1.0, "integral": 1.0, "int": 1.0}
"""Functions over time and the power of the time that they bring."""
TOGETHER = {"min", "max", "hypot"}


def unit_of(text: str, lookup: Callable[[str], str], time_unit: str) -> str:
    """The unit text of an expression; `lookup` gives that of a channel. "" where it has none or none is known."""
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError):
        return ""
    found = _unit(tree.body, lookup, time_unit)
    return "" if found is None else unit_text(found)


def unit_text(unit: dict[str, float]) -> str:
    """For instance newton-mm/sec**2."""
    above = [_power(name, p) for name, p in unit.items() if p > 0]
    below = [_power(name, -p) for name, p in unit.items() if p < 0]
    if not above and not below:
        return ""
    return "-".join(above or ["1"]) + "".join(f"/{name}" for name in below)


def _power(name: str, power: float) -> str:
    compound = f"({name})" if power != 1 and any(sign in name for sign in "-*/") else name
    return compound if power == 1 else f"{compound}**{power:g}"


def _unit(node: ast.expr, lookup: Callable[[str], str], time: str) -> Unit:
    if isinstance(node, ast.Constant) and not isinstance(node.value, str):
        return {}
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute)):
        return _of_name(str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node), lookup, time)
    if isinstance(node, ast.UnaryOp):
        return _unit(node.operand, lookup, time)
    if isinstance(node, ast.BinOp):
        return _of_operation(node, lookup, time)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _of_function(node.func.id.lower(), [_unit(a, lookup, time) for a in node.args], time)
    return None


def _of_name(name: str, lookup: Callable[[str], str], time: str) -> Unit:
    if name.lower() == "pi":
        return {}
    unit = time if name.lower() == "time" else lookup(name)
    return {unit: 1.0} if unit else {}


def _of_operation(node: ast.BinOp, lookup: Callable[[str], str], time: str) -> Unit:
    left, right = _unit(node.left, lookup, time), _unit(node.right, lookup, time)
    if left is None or right is None:
        return None
    if isinstance(node.op, ast.Pow):
        return _raised(left, node.right)
    if isinstance(node.op, (ast.Mult, ast.Div)):
        return _turned(_product(left, right, -1.0 if isinstance(node.op, ast.Div) else 1.0), _number(node))
    return _same(left, right)


def _number(node: ast.expr) -> float:
    """The product of the numbers in a product: 180/pi of `x*180/pi`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        left, right = _number(node.left), _number(node.right)
        if isinstance(node.op, ast.Mult):
            return left * right
        return left / right if right else math.nan
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    return math.pi if isinstance(node, ast.Name) and node.id.lower() == "pi" else 1.0


def _turned(unit: dict[str, float], number: float) -> dict[str, float]:
    """Radians times 180/pi are degrees, and the other way round."""
    for factor, old, new in ((180.0 / math.pi, "rad", "deg"), (math.pi / 180.0, "deg", "rad")):
        if math.isclose(number, factor, rel_tol=1e-3):
            return {
                new + name[len(old) :] if power == 1.0 and re.match(rf"{old}\b", name) else name: power
                for name, power in unit.items()
            }
    return unit


def _of_function(name: str, given: list[Unit], time: str) -> Unit:
    if not given or any(unit is None for unit in given):
        return None
    units = [unit for unit in given if unit is not None]
    if name in KEEPS:
        return units[0]
    if name in TOGETHER:
        return _same(units[0], units[-1])
    if name == "sqrt":
        return {n: p / 2 for n, p in units[0].items()}
    if name in TURNS:
        return _turned(units[0], TURNS[name]) or {"deg" if name.startswith("deg") else "rad": 1.0}
    if name in RATES:
        return _product(units[0], {time: 1.0}, RATES[name])
    return {} if name in NUMBER else {FIXED[name]: 1.0} if name in FIXED else None


def _raised(unit: dict[str, float], exponent: ast.expr) -> Unit:
    if isinstance(exponent, ast.Constant) and isinstance(exponent.value, (int, float)):
        return {name: power * exponent.value for name, power in unit.items()}
    return {} if not unit else None


def _product(left: dict[str, float], right: dict[str, float], sign: float) -> dict[str, float]:
    powers = {name: left.get(name, 0.0) + sign * right.get(name, 0.0) for name in {**left, **right}}
    return {name: power for name, power in powers.items() if power}


def _same(left: dict[str, float], right: dict[str, float]) -> Unit:
    """A plain number may be added to anything."""
    if left == right or not right:
        return left
    return right if not left else None
