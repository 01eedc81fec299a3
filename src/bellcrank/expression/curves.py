"""Curves in space as piecewise polynomials: what every CURVE becomes at set-up.

    c(α) = Σ_r c_r s^r, r < order,  s = α - middle of the piece that holds α                               (1)
    open     from α_0 to α_n; outside the tangent at the end, c = c(end) + c'(end) (α - end)               (2)
    closed   periodic: α goes round                                                                        (3)

Parameters   points given without: by chord length, α_i - α_{i-1} ~ |P_i - P_{i-1}|, from -1 to 1          (4)
             control points, open: knots at equal distances from -1 to 1, the ends k-fold
             control points, closed: pieces of equal length; the influence of P_0 is greatest at α = -1    (5)
Curves through points: see bspline.py for the knots.

The flat table: kind, pieces, order, closed (0 or 1), components, ends of the pieces, then for each piece and component
`order` coefficients. `curve` is the kernel for everything that needs a point of a curve or its derivatives.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bellcrank.errors import ModelError
from bellcrank.expression.bspline import (
    Knots,
    NotDetermined,
    clamped,
    closed_knots,
    expansion,
    open_knots,
    periodic,
    through,
)
from bellcrank.expression.piecewise import CURVE_TABLE, interval, straight
from bellcrank.kernel import kernel

# kernel constants
CURVE_HEADER = 5
MEET = 1e-6
"""How near the ends of a closed curve must be, compared with its length."""


@dataclass(frozen=True)
class CurveData:
    """The points of a CURVE, and how they are meant; `segments`: pieces of a least-squares curve, else through them."""

    points: tuple[tuple[float, ...], ...]
    order: int = 4
    closed: bool = False
    control: bool = False
    parameters: tuple[float, ...] | None = None
    segments: int | None = None
    title: str = "CURVE"


def curve_table(data: CurveData, components: Sequence[int] = (0, 1, 2)) -> list[float]:
    """The flat table of a curve, or of some of its components; ModelError when the points make none."""
    knots, control = control_points(data)
    spans = knots.spans()
    ends = [knots.values[i] for i in spans] + [knots.values[spans[-1] + 1]]
    table = [CURVE_TABLE, float(len(spans)), float(data.order), float(data.closed), float(len(components)), *ends]
    columns = [[point[c] for point in control] for c in components]
    for i, (a, b) in zip(spans, pairwise(ends)):
        for column in columns:
            table += expansion(knots, i, column, 0.5 * (a + b))
    return table


@lru_cache(maxsize=64)
def control_points(data: CurveData) -> tuple[Knots, list[list[float]]]:
    """The knots of a curve and its control points."""
    _check(data)
    if data.control:
        return _control_knots(data), [list(p) for p in (data.points[:-1] if data.closed else data.points)]
    u = data.parameters or _chord_lengths(data)
    wanted = data.segments or len(u)
    knots = (closed_knots if data.closed else open_knots)(u, data.order, wanted)
    try:
        return knots, through(knots, u, data.points, data.closed)
    except NotDetermined:
        raise ModelError(
            f"The points of {data.title} do not determine a curve of order {data.order}: they lie too unevenly."
        ) from None


def _control_knots(data: CurveData) -> Knots:
    """Pieces of equal length."""
    n, k = len(data.points), data.order
    if not data.closed:
        return clamped(-1.0, [2.0 * j / (n - k + 1) - 1.0 for j in range(1, n - k + 1)], 1.0, k)
    h = 2.0 / (n - 1)
    return periodic([(0.5 * k - 1.0 + j) * h - 1.0 for j in range(n)], k)  # (5)


def _chord_lengths(data: CurveData) -> tuple[float, ...]:
    """(4)"""
    along = [0.0]
    for number, (a, b) in enumerate(pairwise(data.points), 1):
        along.append(along[-1] + math.dist(a, b))
        if along[-1] == along[-2]:
            raise ModelError(f"Points {number} and {number + 1} of {data.title} coincide; remove one of them.")
    return (*(2.0 * s / along[-1] - 1.0 for s in along[:-1]), 1.0)


def _check(data: CurveData) -> None:
    points, title = data.points, data.title
    if len(points) < data.order:
        raise ModelError(f"{title} has {len(points)} points; a curve of order {data.order} needs {data.order} or more.")
    if data.closed:
        gap, size = math.dist(points[0], points[-1]), sum(math.dist(a, b) for a, b in pairwise(points))
        if gap > MEET * size:
            raise ModelError(
                f"{title} is CLOSED, but its last point is {gap:g} away from the first one; repeat the first point "
                "at the end, or make the curve OPEN."
            )
    if data.parameters is not None:
        if data.control:
            raise ModelError(f"{title} has CONTROL_POINTS with parameters; give three columns, x, y, z.")
        for a, b in pairwise(data.parameters):
            if not a < b:
                raise ModelError(f"The parameters of {title} must increase: {a:g} is followed by {b:g}.")


@kernel(inline=True)
def polynomial(table, at, n, s, order):  # type: ignore[no-untyped-def]
    """The derivative of an order of Σ c_r s^r, r < n, and the next one, by Horner's rule."""
    value, slope = 0.0, 0.0
    for r in range(n - 1, order - 1, -1):
        c = table[at + r]
        for m in range(order):
            c *= r - m
        slope = slope * s + value
        value = value * s + c
    return value, slope


@kernel
def curve(table, start, component, order, alpha):  # type: ignore[no-untyped-def]
    """The derivative of an order of one component of the curve at table[start], and the next one."""
    n, k = int(table[start + 1]), int(table[start + 2])
    first = start + CURVE_HEADER
    left, right = table[first], table[first + n]
    if table[start + 3] != 0.0:
        alpha = left + (alpha - left) % (right - left)  # (3)
    i = interval(table, first, n + 1, alpha)
    at = first + n + 1 + (i * int(table[start + 4]) + component) * k
    middle = 0.5 * (table[first + i] + table[first + i + 1])
    end = left if alpha < left else right if alpha > right else alpha
    if end == alpha:
        return polynomial(table, at, k, alpha - middle, order)
    value, slope = polynomial(table, at, k, end - middle, 0)
    return straight(value, slope, alpha - end, order)  # (2)
