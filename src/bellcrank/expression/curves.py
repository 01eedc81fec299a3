"""Curves in space as piecewise polynomials: what every CURVE becomes at set-up.

    c(α) = Σ_r c_r s^r, r < order,  s = α - middle of the piece that holds α                               (1)
    open     from α_0 to α_n; outside the end pieces are continued, so that the ends themselves are smooth  (2)
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

from bellcrank.errors import Message, ModelError, Place
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
from bellcrank.expression.piecewise import CURVE_TABLE, interval
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
    place: Place | None = None

    def error(self, what: str, why: str = "", cure: str = "") -> ModelError:
        """The curve cannot be made from its points."""
        return ModelError(Message("error", "E510", what, self.place, self.title, why, cure))


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
    check_points(data)
    if data.control:
        return _control_knots(data), [list(p) for p in (data.points[:-1] if data.closed else data.points)]
    u = data.parameters or _chord_lengths(data)
    wanted = data.segments or len(u)
    knots = (closed_knots if data.closed else open_knots)(u, data.order, wanted)
    try:
        return knots, through(knots, u, data.points, data.closed)
    except NotDetermined:
        raise data.error(
            f"The points do not determine a curve of order {data.order}.",
            "They lie too unevenly for polynomials of this order.",
            "use ORDER = 4, or other points.",
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
            raise data.error(
                f"Points {number} and {number + 1} coincide.",
                "The parameter grows with the distance between the points.",
                "remove one of them.",
            )
    return (*(2.0 * s / along[-1] - 1.0 for s in along[:-1]), 1.0)


def check_points(data: CurveData) -> None:
    """Raise ModelError where the points make no curve."""
    points, order = data.points, data.order
    if len(points) < order:
        raise data.error(
            f"{len(points)} points are given, and ORDER = {order}.",
            "A B-spline needs at least as many points as its order.",
            "give more points, or a lower ORDER.",
        )
    if data.closed:
        gap, size = math.dist(points[0], points[-1]), sum(math.dist(a, b) for a, b in pairwise(points))
        if gap > MEET * size:
            raise data.error(
                f"The last point is {gap:g} away from the first one.",
                "The ends of a CLOSED curve coincide.",
                "repeat the first point at the end, or make the curve OPEN.",
            )
    if data.parameters is not None and data.control:
        raise data.error(
            "The matrix has four columns.",
            "The first of four is the parameter of a point on the curve; CONTROL_POINTS do not lie on it.",
            "give three columns: x, y, z.",
        )
    for a, b in pairwise(data.parameters or ()):
        if not a < b:
            raise data.error(
                f"The parameters do not increase: {a:g} is followed by {b:g}.",
                "The parameter, in the first of four columns, grows from point to point.",
                "correct the first column, or leave it out.",
            )


def points_along(data: CurveData, n: int) -> list[tuple[float, ...]]:
    """n + 1 points of a curve at equal steps of the parameter, from end to end."""
    table = curve_table(data)
    first, last = (data.parameters[0], data.parameters[-1]) if data.parameters else (-1.0, 1.0)
    along = [first + (last - first) * j / n for j in range(n + 1)]
    return [tuple(float(curve(table, 0, c, 0, alpha)[0]) for c in range(3)) for alpha in along]


@kernel(inline=True)
def polynomial(table, at, n, s, order):  # type: ignore[no-untyped-def]
    """The derivative of an order of Σ c_r s^r, r < n, and the next one, by Horner's rule."""
    value, slope = 0.0, 0.0
    r = n - 1
    while r >= order:
        c = table[at + r]
        for m in range(order):
            c *= r - m
        slope = slope * s + value
        value = value * s + c
        r -= 1
    return value, slope


@kernel(inline=True)
def curve(table, start, component, order, alpha):  # type: ignore[no-untyped-def]
    """The derivative of an order of one component of the curve at table[start], and the next one."""
    n, k = int(table[start + 1]), int(table[start + 2])
    first = start + CURVE_HEADER
    left, right = table[first], table[first + n]
    if table[start + 3] != 0.0:
        alpha = left + (alpha - left) % (right - left)  # (3)
    i = interval(table, first, n + 1, alpha)
    at = first + n + 1 + (i * int(table[start + 4]) + component) * k
    return polynomial(table, at, k, alpha - 0.5 * (table[first + i] + table[first + i + 1]), order)
