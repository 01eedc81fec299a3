"""Numbers that are rounding: what is shown of them is 0.

A channel whose largest value is below 1e-12 of the largest value of the same unit in the run is what rounding left of
zero: the force across a planar mechanism (2.5e-16 N), the height of a shaft (1e-31 mm). Tables and pictures show 0;
results and files keep every digit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NOISE = 1e-12


def floors(units: Sequence[str], largest: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each channel the size below which it is rounding, from the units and the largest values of all channels.

    >>> floors(["mm", "mm", "rad"], np.array([100.0, 1e-20, 1.0])).tolist()
    [1e-10, 1e-10, 1e-12]
    """
    most: dict[str, float] = {}
    for unit, value in zip(units, largest, strict=True):
        if np.isfinite(value):
            most[unit] = max(most.get(unit, 0.0), float(value))
    return np.array([NOISE * most.get(unit, 0.0) for unit in units])


__all__ = ["NOISE", "floors"]
