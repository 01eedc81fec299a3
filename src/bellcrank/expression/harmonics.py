"""A sum of harmonics in a flat table: kind, n, then amplitude, angular frequency and phase of each.

y = Σ_k a_k cos(ω_k x + φ_k),   y' = -Σ_k a_k ω_k sin(ω_k x + φ_k)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from bellcrank.expression.piecewise import HARMONIC_TABLE
from bellcrank.kernel import kernel


def harmonic_table(terms: Sequence[tuple[float, float, float]]) -> list[float]:
    """The flat table of (amplitude, angular frequency, phase) of every harmonic."""
    return [HARMONIC_TABLE, float(len(terms)), *(number for term in terms for number in term)]


@kernel(inline=True)
def harmonics(table, start, x):  # type: ignore[no-untyped-def]
    """The sum at x and its slope."""
    value, slope = 0.0, 0.0
    for k in range(int(table[start + 1])):
        at = start + 2 + 3 * k
        angle = table[at + 1] * x + table[at + 2]
        value += table[at] * math.cos(angle)
        slope -= table[at] * table[at + 1] * math.sin(angle)
    return value, slope
