"""The reference of the semantics: a tape evaluated in plain Python.

Forward, every instruction computes its value; backward, one sweep from the result to the leaves gives all partial
derivatives:

    adjoint of an operand += adjoint of the instruction · d instruction / d operand
    (A. Griewank, A. Walther, "Evaluating Derivatives", 2nd ed., 2008, section 3.2)

Evaluation stops at the first instruction whose value is no number; the message names that sub-expression.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bellcrank.errors import ExpressionError
from bellcrank.expression.arithmetic import power_slopes
from bellcrank.expression.mistakes import Mistake, error
from bellcrank.expression.simplify import binary, call_kernel
from bellcrank.expression.tables import read_table
from bellcrank.expression.tape import (
    ADD,
    BRANCH,
    CALL,
    DIV,
    JUMP,
    MUL,
    NEG,
    POW,
    SELECT,
    SPLINE,
    SUB,
    USER,
    SplineUse,
    Tape,
)
from bellcrank.expression.text import to_text
from bellcrank.expression.tree import Binary, Call, Node
from bellcrank.expression.user import UserFunction

_SIGNS = {ADD: "+", SUB: "-", MUL: "*", DIV: "/", POW: "**"}
Tables = Mapping[SplineUse, Sequence[float]]
"""The table of every spline use, from tables.table_of."""


def evaluate(tape: Tape, leaf_values: Sequence[float], tables: Tables | None = None) -> tuple[float, list[float]]:
    """The value of an expression and its partial derivative by every leaf, in the order of tape.leaves.

    Raises ExpressionError where a value is no number, and what a user's function raises.
    """
    values = [*map(float, leaf_values), *tape.constants, *([math.nan] * len(tape.code))]
    for leaf, value in zip(tape.leaves, values):
        if not math.isfinite(value):
            raise error([Mistake("E321", f"{leaf} is not a number.", 0)], tape.source)
    slopes: dict[int, list[float]] = {}
    _forward(tape, values, slopes, tables or {})
    return values[tape.result], _backward(tape, values, slopes)


def indeterminate(tape: Tape, leaf_values: Sequence[float], tables: Tables | None = None) -> list[str]:
    """The sub-expressions of the form 0/0 at these values of the leaves."""
    divisions = tape.divides
    values = [*map(float, leaf_values), *tape.constants, *([math.nan] * len(tape.code))]
    _forward(tape, values, {}, tables or {})
    return [to_text(tape.nodes[at]) for at in divisions if values[tape.code[at][1]] == values[tape.code[at][2]] == 0.0]


def _forward(tape: Tape, values: list[float], slopes: dict[int, list[float]], tables: Tables) -> None:
    at, base = 0, tape.inputs
    while at < len(tape.code):
        operation, a, b, _, _ = tape.code[at]
        if operation == JUMP:
            at = a
        elif operation == BRANCH:
            at = at + 1 if values[a] < 0.0 else b if values[a] == 0.0 else tape.code[at][3]
        else:
            values[base + at] = _compute(tape, at, values, slopes, tables)
            if not math.isfinite(values[base + at]):
                raise failure(tape, at, values)
            at += 1


def _compute(tape: Tape, at: int, values: list[float], slopes: dict[int, list[float]], tables: Tables) -> float:
    """The value of one instruction; what its slopes need is kept."""
    operation, a, b, c, d = tape.code[at]
    if operation == NEG:
        return -values[a]
    if operation == SELECT:
        return values[_chosen(values[a], b, c, d)]
    if operation == SPLINE:
        use = tape.splines[c]
        y, y_x, y_z = read_table(tables[use], 0, use.order, values[a], values[b])
        slopes[at] = [y_x, y_z]
        return float(y)
    if operation in (CALL, USER):
        x = [values[k] for k in tape.arguments[b : b + c]]
        out = call_kernel(tape.functions[a], x) if operation == CALL else _call_user(tape, a, x)
        slopes[at] = out[1:]
        return out[0]
    value = binary(_SIGNS[operation], values[a], values[b])
    if operation == POW and math.isfinite(value):
        slopes[at] = list(power_slopes(values[a], values[b], value))
    return value


def _call_user(tape: Tape, number: int, x: list[float]) -> list[float]:
    function, out = UserFunction(tape.users[number]), [0.0] * (1 + len(x))
    function.slopes(x, out)
    if function.failure:
        raise function.failure
    return out


def _backward(tape: Tape, values: list[float], slopes: dict[int, list[float]]) -> list[float]:
    adjoint = [0.0] * len(values)
    adjoint[tape.result] = 1.0
    for at in range(len(tape.code) - 1, -1, -1):
        w = adjoint[tape.inputs + at]
        if w != 0.0:  # instructions that were jumped over have none
            for slot, slope in _local_slopes(tape, at, values, slopes):
                adjoint[slot] += w * slope
    return adjoint[: len(tape.leaves)]


def _local_slopes(tape: Tape, at: int, values: list[float], slopes: dict[int, list[float]]) -> list[tuple[int, float]]:
    """(operand, d instruction / d operand) of one instruction."""
    operation, a, b, c, d = tape.code[at]
    if operation == NEG:
        return [(a, -1.0)]
    if operation in (ADD, SUB):
        return [(a, 1.0), (b, 1.0 if operation == ADD else -1.0)]
    if operation == MUL:
        return [(a, values[b]), (b, values[a])]
    if operation == DIV:
        if values[b] == 0.0:  # 0/0
            return []
        return [(a, 1.0 / values[b]), (b, -values[tape.inputs + at] / values[b])]
    if operation == SELECT:
        return [(_chosen(values[a], b, c, d), 1.0)]
    if operation in (CALL, USER):
        return list(zip(tape.arguments[b : b + c], slopes[at]))
    return [(a, slopes[at][0]), (b, slopes[at][1])]  # POW, SPLINE


def _chosen(condition: float, negative: int, zero: int, positive: int) -> int:
    return negative if condition < 0.0 else zero if condition == 0.0 else positive


def failure(tape: Tape, at: int, values: Sequence[float]) -> ExpressionError:
    """The error of instruction `at`, which gave no number: the sub-expression, its operands, the likely reason."""
    node = tape.nodes[at]
    text = to_text(node)
    shown = text if len(text) <= 80 else text[:77] + "..."
    inputs = ", ".join(f"{_brief(child)} = {values[slot]:g}" for child, slot in _operands(tape, at))
    found = f" ({inputs})" if inputs else ""
    mistake = Mistake("E321", f"{shown} is not a number{found}.", node.position, _reason(node), _cure(node))
    return error([mistake], tape.source)


def _operands(tape: Tape, at: int) -> list[tuple[Node, int]]:
    """The operands of an instruction that are worth showing, with their slots."""
    operation, a, b, c, _ = tape.code[at]
    slots = tape.arguments[b : b + c] if operation in (CALL, USER) else [a, b][: len(tape.nodes[at].children)]
    pairs = zip(tape.nodes[at].children, slots)
    return [(child, slot) for child, slot in pairs if not len(tape.leaves) <= slot < tape.inputs]


def _brief(node: Node) -> str:
    text = to_text(node)
    return text if len(text) <= 40 else text[:37] + "..."


def _reason(node: Node) -> str:
    if isinstance(node, Binary) and node.operator == "/":
        return "The divisor is zero, or the result is beyond the largest number."
    if isinstance(node, Binary) and node.operator == "**":
        return "A broken power of a negative number, a negative power of zero, or a result beyond the largest number."
    if isinstance(node, Call):
        return f"The arguments are outside the domain of {node.name}, or the result is beyond the largest number."
    return "The result is beyond the largest number, or an operand was not a number."


def _cure(node: Node) -> str:
    if isinstance(node, Binary) and node.operator == "/":
        return "guard the division with IF(divisor: ..., ..., ...)"
    return "limit the argument with MAX, MIN or IF"
