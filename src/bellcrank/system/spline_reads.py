"""Where expressions read splines: the arguments that must stay among the points.

AKISPL(x, z, id), CUBSPL(x, z, id) and INTERP(x, method, id) go on beyond the first and the last point as the end piece
came: a cubic soon leads anywhere. What is read is followed in hidden columns of results (analysis/spline_ranges.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bellcrank.errors import BellcrankError
from bellcrank.expression import Call, Node, constant, to_text
from bellcrank.expression.tree import postorder

FUNCTIONS = ("AKISPL", "CUBSPL", "INTERP")
SPLINE = 2
"""The argument that is the id of the spline."""


@dataclass(frozen=True)
class SplineRead:
    """An argument of a call, and the ends of the points that it should stay between."""

    element: Any
    call: str
    argument: Node
    letter: str
    first: float
    last: float
    spline: Any


def spline_reads(elements: Iterable[Any], model: Any) -> Iterator[SplineRead]:
    """The arguments that vary of all splines whose ends go on as they came."""
    for element in elements:
        for _, expression in element.expressions():
            for node in postorder(expression.tree) if not expression.is_user else ():
                if isinstance(node, Call) and node.name in FUNCTIONS:
                    yield from _arguments(element, node, model)


def _arguments(element: Any, call: Call, model: Any) -> Iterator[SplineRead]:
    number = constant(call.arguments[SPLINE]) if len(call.arguments) > SPLINE else None
    spline = model.find("SPLINE", int(number)) if number is not None else None
    if spline is None or spline.linear_extrapolate:
        return
    try:
        x, y = spline.points(model)
    except BellcrankError:
        return
    wanted = [(0, "x", x)]
    if (len(y) > 1 or spline.is_surface) and call.name != "INTERP":
        wanted.append((1, "z", [row[0] for row in y]))
    for place, letter, points in wanted:
        argument = call.arguments[place]
        if len(points) > 1 and constant(argument) is None and not _remembers(argument):
            yield SplineRead(element, to_text(call), argument, letter, points[0], points[-1], spline)


def _remembers(argument: Node) -> bool:
    """DELAY would make unknowns of its own."""
    return any(isinstance(node, Call) and node.name == "DELAY" for node in postorder(argument))
