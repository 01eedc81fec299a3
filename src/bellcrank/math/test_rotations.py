"""Cosine and sine of any angle by series, against the library."""

from __future__ import annotations

import math
import random

import pytest

from bellcrank.math.rotations import LARGE, cosine_and_sine


@pytest.mark.parametrize("size", [1e-9, 0.1, 1.0, 10.0, 1e3, 0.9 * LARGE, 1e9])
def test_cosine_and_sine(size):
    rng = random.Random(1)
    for a in [size, -size, *(size * rng.uniform(-1.0, 1.0) for _ in range(300))]:
        co, si = cosine_and_sine(a)
        assert abs(co - math.cos(a)) < 3e-16
        assert abs(si - math.sin(a)) < 3e-16


@pytest.mark.parametrize("k", range(-8, 9))
def test_beside_quarters(k):
    for a in (k * math.pi / 2, (k + 0.5) * math.pi / 2, (k + 0.5 + 1e-15) * math.pi / 2):
        co, si = cosine_and_sine(a)
        assert math.hypot(co - math.cos(a), si - math.sin(a)) < 3e-16
