"""Times at which functions of time bend or jump. Steps of integration end there: a pulse between two would be lost.

STEP, STEP5, HAVSIN   at the ends of the step, x0 and x1
IF, ABS, SIGN         where the argument is zero;  DIM, MAX, MIN where the two arguments are equal
AKISPL, CUBSPL, INTERP   where a quiet stretch of the points ends (bursts.py)
each where the argument is a straight line in TIME, a TIME + b with numbers a and b.
"""

from __future__ import annotations

from bellcrank.expression import Binary, Call, Node, Number, constant
from bellcrank.expression.piecewise import SplineData
from bellcrank.expression.tables import Data
from bellcrank.expression.tree import If, Unary, fold, postorder
from bellcrank.system.bursts import bursts

Line = tuple[float, float] | None
STEPS = ("STEP", "STEP5", "HAVSIN")
SPLINES = ("AKISPL", "CUBSPL", "INTERP")


def corners(tree: Node, data: Data) -> set[float]:
    """All corners of an expression in time; `data` gives the points of a SPLINE."""
    found = set()
    for node in postorder(tree):
        for argument, value in bends(node):
            at, end = straight(argument), constant(value)
            if at is not None and at[0] != 0.0 and end is not None:
                found.add((end - at[1]) / at[0])
        if isinstance(node, Call) and node.name in SPLINES and len(node.arguments) > 2:
            found |= corners_of_spline(node.arguments[0], data("SPLINE", int(constant(node.arguments[2]) or 0)))
    return found


def corners_of_spline(argument: Node, points: SplineData) -> set[float]:
    """The times at which a spline of a straight line in TIME becomes lively."""
    at = straight(argument)
    if at is None or at[0] == 0.0:
        return set()
    forward = 1 if at[0] > 0.0 else -1
    times = [(x - at[1]) / at[0] for x in points.x[::forward]]
    return {t for row in points.rows if len(row) == len(times) > 1 for t in bursts(times, row[::forward])}


def corners_of_lines(tree: Node, data: Data) -> set[float]:
    """The times of all points of splines that are read as straight lines, INTERP(x, 1, id)."""
    found: set[float] = set()
    for node in postorder(tree):
        if isinstance(node, Call) and node.name == "INTERP" and constant(node.arguments[1]) == 1.0:
            at = straight(node.arguments[0])
            if at is not None and at[0] != 0.0:
                points = data("SPLINE", int(constant(node.arguments[2]) or 0))
                found |= {(x - at[1]) / at[0] for x in points.x}
    return found


def bends(node: Node) -> list[tuple[Node, Node]]:
    """Arguments of a node and the values at which it bends."""
    zero = Number(0.0)
    if isinstance(node, If):
        return [(node.condition, zero)]
    if not isinstance(node, Call):
        return []
    given = node.arguments
    if node.name in STEPS and len(given) == 5:
        return [(given[0], given[1]), (given[0], given[3])]
    if node.name == "ABS":
        return [(given[0], zero)]
    if node.name == "SIGN":
        return [(given[1], zero)]
    return [(Binary("-", given[0], given[1]), zero)] if node.name in ("DIM", "MAX", "MIN") else []


def straight(root: Node) -> Line:
    """a and b of a TIME + b; None when the expression is nothing of the kind."""
    return fold(root, line)


def line(node: Node, parts: list[Line]) -> Line:
    """The same from those of the children."""
    known = [part for part in parts if part is not None]
    if isinstance(node, Call) and node.name == "TIME":
        return 1.0, 0.0
    if len(known) < len(parts):
        return None
    if all(part[0] == 0.0 for part in known):
        value = constant(node)
        return None if value is None else (0.0, value)
    if isinstance(node, Unary):
        return -known[0][0], -known[0][1]
    return combined(node.operator, *known) if isinstance(node, Binary) else None


def combined(operator: str, left: tuple[float, float], right: tuple[float, float]) -> Line:
    """Sum, difference, product with a number and quotient by a number of straight lines."""
    (a, b), (c, d) = left, right
    if operator in "+-":
        sign = 1.0 if operator == "+" else -1.0
        return a + sign * c, b + sign * d
    if operator == "*" and 0.0 in (a, c):
        return a * d + b * c, b * d
    return (a / d, b / d) if operator == "/" and c == 0.0 and d != 0.0 else None
