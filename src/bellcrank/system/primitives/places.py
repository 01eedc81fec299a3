"""What an element contributes to the matrix: which entries, and storing them.

An element stores its contributions one after the other in ENTRIES; contributions to the same place of the matrix are
summed by the factorisation, which knows where they go. They come in groups, each with a place in ENTRIES of its own:
a group that belongs to ground goes to a scratch area that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bellcrank.kernel import kernel

Pair = tuple[int, int]
"""Row and column of the matrix, in the unknowns of one element, numbered from 0."""
Group = list[Pair]


class Shape:
    """The groups of places of an element in its own unknowns; elements of one shape share this object."""

    def __init__(self, groups: Iterable[Group]) -> None:
        self.groups = [np.array(group, np.int64).reshape(-1, 2) for group in groups]


def block(row: int, column: int) -> Group:
    """The nine places of a 3x3 block, by rows."""
    return [(row + i, column + j) for i in range(3) for j in range(3)]


def both_ways(pairs: Iterable[Pair]) -> Group:
    """Places, and then their mirror images: J and its transpose."""
    given = list(pairs)
    return given + [(column, row) for row, column in given]


@kernel(inline=True)
def put_row(entries, p, v):
    """Store three entries of a Jacobian row, and again for the transpose: six numbers from p."""
    entries[p] = v[0]
    entries[p + 1] = v[1]
    entries[p + 2] = v[2]
    entries[p + 3] = v[0]
    entries[p + 4] = v[1]
    entries[p + 5] = v[2]


@kernel(inline=True)
def put_block(entries, p, s, m):
    """Store s M: nine numbers from p."""
    entries[p] = s * m[0]
    entries[p + 1] = s * m[1]
    entries[p + 2] = s * m[2]
    entries[p + 3] = s * m[3]
    entries[p + 4] = s * m[4]
    entries[p + 5] = s * m[5]
    entries[p + 6] = s * m[6]
    entries[p + 7] = s * m[7]
    entries[p + 8] = s * m[8]


@kernel(inline=True)
def add_block(entries, p, s, m):
    """Add s M to nine numbers from p."""
    entries[p] += s * m[0]
    entries[p + 1] += s * m[1]
    entries[p + 2] += s * m[2]
    entries[p + 3] += s * m[3]
    entries[p + 4] += s * m[4]
    entries[p + 5] += s * m[5]
    entries[p + 6] += s * m[6]
    entries[p + 7] += s * m[7]
    entries[p + 8] += s * m[8]


@kernel(inline=True)
def add_wrench(res, row, sign, force, torque):
    """Add a force and a torque about the mass centre to the residual rows of a body."""
    res[row] += sign * force[0]
    res[row + 1] += sign * force[1]
    res[row + 2] += sign * force[2]
    res[row + 3] += sign * torque[0]
    res[row + 4] += sign * torque[1]
    res[row + 5] += sign * torque[2]


@kernel(inline=True)
def turned(a, b):
    """The matrix of d -> (d x a) x b, that is a b^T - (a . b) 1."""
    s = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return (
        a[0] * b[0] - s,
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1] - s,
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2] - s,
    )
