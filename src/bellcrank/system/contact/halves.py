"""Trees of boxes: things in space, halved at the median of the longest side of their box, all of one depth at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Depth(NamedTuple):
    """The boxes of one depth."""

    own: np.ndarray
    """The things in them, box after box."""
    box: np.ndarray
    """The box of each."""
    first: np.ndarray
    """Where those of each box begin."""
    low: np.ndarray
    high: np.ndarray
    links: np.ndarray
    """(boxes, 2): first child and 0, or of a leaf the first thing in the order, and their number."""


def halves(low: np.ndarray, high: np.ndarray, centre: np.ndarray, most: int) -> tuple[np.ndarray, list[Depth]]:
    """The order of the things, whose own boxes and centres are given, and all depths; leaves have `most` at most."""
    order, found = np.arange(len(centre)), []
    a, b, count = np.array([0]), np.array([len(centre)]), 1
    while len(a) and len(centre):
        size = b - a
        first, box = np.cumsum(size) - size, np.repeat(np.arange(len(a)), size)
        where = a[box] + np.arange(len(box)) - first[box]
        own, split = order[where], size > most
        least, largest = np.minimum.reduceat(low[own], first), np.maximum.reduceat(high[own], first)
        children = count + 2 * (np.cumsum(split) - 1)
        links = np.column_stack([np.where(split, children, a), np.where(split, 0, size)])
        found.append(Depth(own, box, first, least, largest, links))
        along = np.where(split[box], centre[own, np.argmax(largest - least, axis=1)[box]], 0.0)
        order[where] = own[np.lexsort((along, box))]
        middle = (a + b) // 2
        a, b = (np.column_stack(pair)[split].ravel() for pair in ((a, middle), (middle, b)))
        count += len(a)
    return order, found
