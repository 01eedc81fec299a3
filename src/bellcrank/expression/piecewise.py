"""Piecewise cubics: what every spline of the expression language becomes at set-up.

A spline is a family of rows y_j(x) given at the same x: one row for a curve, several for a surface, z_1 < z_2 < ...

    in x   y = c0 + c1 s + c2 s² + c3 s³,  s = x - x_i   on the piece [x_i, x_{i+1}]                     (1)
    in z   linear between the two neighbouring rows, the end pair continued outside                      (2)
    outside the x of the data: the tangent at the end (LINEAR_EXTRAPOLATE), or the end piece continued   (3)

The flat table: kind, n_x, n_rows, straight (0 or 1), x..., z..., then four coefficients per piece, row after row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bellcrank.errors import Message, ModelError
from bellcrank.kernel import kernel

# kernel constants
HEADER = 4
CUBIC_TABLE, CURVE_TABLE, HARMONIC_TABLE = 0.0, 1.0, 2.0
"""The first number of a table: its kind."""
Pieces = Callable[[Sequence[float], Sequence[float], int], list[float]]


@dataclass(frozen=True)
class SplineData:
    """The points of a SPLINE: x, one row of y per z (a curve has one row and z = (0,)), and what to do outside of x."""

    x: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    z: tuple[float, ...] = (0.0,)
    linear_extrapolate: bool = False
    title: str = "SPLINE"


def cubics(pieces: Pieces, straight: int = 0) -> Callable[[SplineData, Any], list[float]]:
    """The builder of a function (see tables.py) from the coefficients `pieces(x, y, method)` of a row.

    The method `straight` draws straight lines, for which two points are enough.
    """

    def builder(data: SplineData, use: Any) -> list[float]:
        method = int(use.constants[0]) if use.constants else 0
        return build_table(data, pieces, method, use.order, 2 if straight and method == straight else 4)

    return builder


def build_table(data: SplineData, pieces: Pieces, method: int = 0, order: int = 0, least: int = 4) -> list[float]:
    """The flat table of a spline; ModelError when the data cannot be interpolated so."""
    _check_data(data, order, least)
    table = [CUBIC_TABLE, float(len(data.x)), float(len(data.rows)), float(data.linear_extrapolate), *data.x, *data.z]
    try:
        for row in data.rows:
            table += pieces(data.x, row, method)
    except ArithmeticError:
        table = [math.nan]
    if not all(map(math.isfinite, table)):
        closest = min(b - a for a, b in pairwise(data.x))
        what = f"A curve through the points of {data.title} has no finite slopes: x values are {closest:g} apart."
        raise _refused(what, "give points further apart, or smaller y.")
    return table


def hermite(x: Sequence[float], y: Sequence[float], slopes: Sequence[float]) -> list[float]:
    """Coefficients (1) of the cubics with given values and slopes at the points."""
    coefficients: list[float] = []
    for i in range(len(x) - 1):
        h = x[i + 1] - x[i]
        m, t0, t1 = (y[i + 1] - y[i]) / h, slopes[i], slopes[i + 1]
        coefficients += [y[i], t0, (3.0 * m - 2.0 * t0 - t1) / h, (t0 + t1 - 2.0 * m) / (h * h)]
    return coefficients


def _check_data(data: SplineData, order: int, least: int) -> None:
    if len(data.x) < least:
        curve = "a cubic" if least > 2 else "a line"
        what = f"{data.title} has {len(data.x)} points; {curve} through them needs at least {least}."
        cure = "give more points; further ones on the straight line between two points leave it straight."
        raise _refused(what, cure)
    for name, values in (("x", data.x), ("z", data.z)):
        for a, b in pairwise(values):
            if not a < b:
                what = f"The {name} values of {data.title} must increase: {a:g} is followed by {b:g}."
                raise _refused(what, "sort the points, and remove those that are given twice.")
    if len(data.z) != len(data.rows) or any(len(row) != len(data.x) for row in data.rows):
        what = f"{data.title} needs one row of {len(data.x)} y values for each of its {len(data.z)} z values."
        raise _refused(what, "give as many y as x.")
    if order and len(data.rows) > 1:
        what = f"{data.title} is a surface; derivatives (iord = {order}) are defined for curves only."
        raise _refused(what, "leave iord out.")


def _refused(what: str, cure: str) -> ModelError:
    return ModelError(Message("error", "E106", what, cure=cure))


@kernel(inline=True)
def interval(table, first, n, x):  # type: ignore[no-untyped-def]
    """The piece i, 0 ≤ i ≤ n - 2, that holds x among the n increasing values from table[first] on."""
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x < table[first + middle]:
            high = middle
        else:
            low = middle
    return low


@kernel(inline=True)
def cubic(table, at, s, order):  # type: ignore[no-untyped-def]
    """The derivative of an order of (1), and the next one."""
    c1, c2, c3 = table[at + 1], table[at + 2], table[at + 3]
    if order == 0:
        return table[at] + s * (c1 + s * (c2 + s * c3)), c1 + s * (2.0 * c2 + s * 3.0 * c3)
    if order == 1:
        return c1 + s * (2.0 * c2 + s * 3.0 * c3), 2.0 * c2 + s * 6.0 * c3
    return 2.0 * c2 + s * 6.0 * c3, 6.0 * c3


@kernel(inline=True)
def tangent(table, at, s0, s, order):  # type: ignore[no-untyped-def]
    """The same for the straight line that touches the piece at s0, (3)."""
    y, slope = cubic(table, at, s0, 0)
    if order == 0:
        return y + slope * (s - s0), slope
    if order == 1:
        return slope, 0.0
    return 0.0, 0.0


@kernel(inline=True)
def row_value(table, start, row, i, x, order):  # type: ignore[no-untyped-def]
    """Value and slope by x of one row, x in or outside piece i."""
    n_x, n_rows = int(table[start + 1]), int(table[start + 2])
    first = start + HEADER
    at = first + n_x + n_rows + 4 * (row * (n_x - 1) + i)
    left, right = table[first + i], table[first + i + 1]
    if table[start + 3] != 0.0 and x < left:
        return tangent(table, at, 0.0, x - left, order)
    if table[start + 3] != 0.0 and x > right:
        return tangent(table, at, right - left, x - left, order)
    return cubic(table, at, x - left, order)


@kernel(inline=True)
def spline(table, start, order, x, z):  # type: ignore[no-untyped-def]
    """(value, slope by x, slope by z) of the derivative of an order of the spline that begins at table[start]."""
    n_x, n_rows = int(table[start + 1]), int(table[start + 2])
    i = interval(table, start + HEADER, n_x, x)
    if n_rows == 1:
        y, y_x = row_value(table, start, 0, i, x, order)
        return y, y_x, 0.0
    first_z = start + HEADER + n_x
    j = interval(table, first_z, n_rows, z)
    a, a_x = row_value(table, start, j, i, x, order)
    b, b_x = row_value(table, start, j + 1, i, x, order)
    width = table[first_z + j + 1] - table[first_z + j]
    q = (z - table[first_z + j]) / width
    return a + q * (b - a), a_x + q * (b_x - a_x), (b - a) / width  # (2)
