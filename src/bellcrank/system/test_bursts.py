"""Where a quiet stretch of a table ends."""

from __future__ import annotations

import math

import pytest

from bellcrank.system.bursts import bursts, vertices

GRID = [0.001 * n for n in range(10_001)]


def test_a_chain_of_lines_keeps_its_corners():
    x, y = [0.0, 1.0, 2.0, 3.0, 5.0, 6.0], [0.0, 0.0, 2.0, 4.0, 8.0, 8.0]
    assert vertices(x, y, 1e-6) == [0, 1, 4, 5]


@pytest.mark.parametrize("width", [1, 3, 100])
def test_a_lonely_peak_is_found(width):
    """A bump of cosine form over 2 `width` intervals of the grid, round 3.7."""
    y = [0.5 + 0.5 * math.cos(math.pi * d / width) if (d := abs(n - 3700)) < width else 0.0 for n in range(len(GRID))]
    stops = bursts(GRID, y)
    assert len(stops) == 2 and 3.7 - 0.001 * width - 1e-9 <= stops[0] < stops[1] <= 3.7 + 1e-9


@pytest.mark.parametrize("periods", [1, 10, 400])
def test_a_smooth_table_has_no_stops(periods):
    assert bursts(GRID, [math.sin(0.2 * math.pi * periods * x) for x in GRID]) == []


def test_a_rough_table_has_hardly_any_stops():
    rough = [math.sin(n * n) for n in range(len(GRID))]
    assert len(bursts(GRID, rough)) < 100


def test_a_constant_table_has_no_stops():
    assert bursts([0.0, 1.0, 5.0], [2.0, 2.0, 2.0]) == []
