"""Where the entries of a primitive go in the matrix, and storing blocks there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bellcrank.kernel import Kernel, kernel

Pair = tuple[int | None, int | None]


@dataclass(frozen=True)
class Primitive:
    """The kernels of a primitive, its number of equations, their names and the places of its matrix entries."""

    name: str
    equations: int
    residual: Kernel
    matrix: Kernel
    second: Kernel
    places: Callable[[int, int | None, int | None], list[Pair]]
    """(row, column of body i, column of body j) -> (row, column) of every entry, None for ground."""
    fixed: tuple[tuple[int, float], ...] = ()
    """Entries that never change: their number among the places and their value."""


def shift(place: int | None, by: int) -> int | None:
    """A place further on; ground stays ground."""
    return None if place is None else place + by


def block(row: int | None, column: int | None) -> list[Pair]:
    """The nine places of a 3x3 block, by rows."""
    return [(shift(row, i), shift(column, j)) for i in range(3) for j in range(3)]


def both_ways(pairs: Iterable[Pair]) -> list[Pair]:
    """Each place followed by its mirror image, for J and its transpose."""
    return [p for row, column in pairs for p in ((row, column), (column, row))]


@kernel(inline=True)
def add_row(ax, where, e, p, v):
    """Add a Jacobian row of three entries and its transpose: six places from p."""
    ax[where[e, p]] += v[0]
    ax[where[e, p + 1]] += v[0]
    ax[where[e, p + 2]] += v[1]
    ax[where[e, p + 3]] += v[1]
    ax[where[e, p + 4]] += v[2]
    ax[where[e, p + 5]] += v[2]


@kernel(inline=True)
def add_block(ax, where, e, p, s, m):
    """Add s M to a 3x3 block: nine places from p."""
    ax[where[e, p]] += s * m[0]
    ax[where[e, p + 1]] += s * m[1]
    ax[where[e, p + 2]] += s * m[2]
    ax[where[e, p + 3]] += s * m[3]
    ax[where[e, p + 4]] += s * m[4]
    ax[where[e, p + 5]] += s * m[5]
    ax[where[e, p + 6]] += s * m[6]
    ax[where[e, p + 7]] += s * m[7]
    ax[where[e, p + 8]] += s * m[8]


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
