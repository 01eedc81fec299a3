"""Where a quiet stretch of a table ends: an integrator that has grown used to it could step over what follows.

Vertices   the points that a chain of straight lines needs to keep within 1e-4 of the range of all points     (1)
Burst      a vertex b between a and c with b - a > 5 (c - b): steps may have grown to b - a, what comes is finer     (2)
           steps end at b and at c, where the change shows; from there the error control goes on by itself.
A smooth table has vertices in about equal distances, and so has a rough one: both cost no stops, however long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

WITHIN = 1e-4
FINER = 5.0


def bursts(x: Sequence[float], y: Sequence[float]) -> list[float]:
    """The x of (2); x increases."""
    vertex = [x[n] for n in vertices(x, y, WITHIN * (max(y) - min(y)))]
    found = []
    for a, b, c in zip(vertex, vertex[1:], vertex[2:]):
        if b - a > FINER * (c - b):
            found += [b, c]
    return found


def vertices(x: Sequence[float], y: Sequence[float], within: float) -> list[int]:
    """Numbers of the points (1): from the last one, the slopes of lines that pass all points since; none is left."""
    kept, low, high = [0], -math.inf, math.inf
    for n in range(1, len(x)):
        last = kept[-1]
        slope, play = (y[n] - y[last]) / (x[n] - x[last]), within / (x[n] - x[last])
        if not low <= slope <= high:
            kept.append(n - 1)
            low, high = -math.inf, math.inf
            slope, play = (y[n] - y[n - 1]) / (x[n] - x[n - 1]), within / (x[n] - x[n - 1])
        low, high = max(low, slope - play), min(high, slope + play)
    return [*kept, len(x) - 1]
