"""The tables that functions read at run time: piecewise cubics, curves, sums of harmonics.

A function that reads one declares a builder: `builder(data, use)` makes the flat table from the data of the element and
the constants of the call, once, at set-up. The first number of a table tells its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bellcrank.expression.curves import curve
from bellcrank.expression.declaration import declarations
from bellcrank.expression.harmonics import harmonics
from bellcrank.expression.piecewise import CURVE_TABLE, HARMONIC_TABLE, spline
from bellcrank.expression.tape import SplineUse
from bellcrank.kernel import kernel

Data = Callable[[str, int], Any]
"""(keyword, id) of a SPLINE or CURVE -> SplineData or CurveData."""


def table_of(use: SplineUse, data: Data) -> list[float]:
    """The flat table of a function that reads an element; ModelError when the data do not allow it."""
    declared = declarations()[use.function]
    table: list[float] = declared.builder(data(declared.keyword, use.id), use)
    return table


@kernel(inline=True)
def read_table(table, start, order, x, z):  # type: ignore[no-untyped-def]
    """(value, slope by x, slope by z) of the derivative of an order of what begins at table[start]."""
    if table[start] == CURVE_TABLE:
        value, slope = curve(table, start, 0, order, x)
        return value, slope, 0.0
    if table[start] == HARMONIC_TABLE:
        value, slope = harmonics(table, start, x)
        return value, slope, 0.0
    return spline(table, start, order, x, z)
