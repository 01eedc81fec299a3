"""B-splines: knots, basis functions, curves through points. Plain Python, for set-up only.

    c(u) = Σ_j N_j(u) P_j,  N_j of order k (degree k - 1) on the knots t_j ≤ u < t_{j+k}                          (1)

Open curves have knots of multiplicity k at both ends: they begin at the first P and end at the last one. Closed curves
have one knot per piece, repeated with the period; P_{j+M} = P_j, so all derivatives up to k - 2 go round.

Knots of a curve through points with the parameters u_0 .. u_n
    open     t_{j+k-1} = (u_j + ... + u_{j+k-2})/(k - 1),  j = 1 .. n - k + 1                                      (2)
    closed   even order: the parameters themselves; odd order: half way between them, where the points lie in the
             middle of the pieces (at the knots an even number of points would not determine the curve)            (3)
Knots of a least-squares curve with fewer pieces
    open     spread like the parameters: with d = (n + 1)/pieces, i = ⌊j d⌋, a = j d - i,
             t = (1 - a) u_{i-1} + a u_i, j = 1 .. pieces - 1; the ends are met                                    (4)
    closed   u at the index j n/pieces, interpolated                                                               (5)

References   C. de Boor, "A Practical Guide to Splines", 1978, ch. IX (basis), XIII (interpolation), XIV (least squares)
             L. Piegl, W. Tiller, "The NURBS Book", 2nd ed., 1997: (2) is eq. 9.8, (4) eq. 9.68-9.69, the basis
             algorithm A2.2, derivatives eq. 3.3-3.4
             A. George, M. T. Heath, "Solution of sparse linear least squares problems using Givens rotations",
             Linear Algebra Appl. 34 (1980) 69-83
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = Sequence[float]


class NotDetermined(ValueError):
    """The points do not determine the curve."""


@dataclass(frozen=True)
class Knots:
    """The knots of a curve of an order; `count` control points, numbered around (modulo count) when closed."""

    values: tuple[float, ...]
    order: int
    count: int

    def spans(self) -> list[int]:
        """The numbers i of the pieces t_i ≤ u < t_{i+1} that are not empty."""
        t, k = self.values, self.order
        return [i for i in range(k - 1, len(t) - k) if t[i] < t[i + 1]]

    def span(self, u: float) -> int:
        """The piece that holds u, the first or last one where u is outside."""
        return min(max(bisect_right(self.values, u) - 1, self.order - 1), len(self.values) - self.order - 1)

    def row(self, u: float) -> dict[int, float]:
        """The basis functions at u that are not zero, by the number of their control point."""
        i = self.span(u)
        found: dict[int, float] = {}
        for m, value in enumerate(basis(self.values, self.order, i, u)):
            j = (i - self.order + 1 + m) % self.count
            found[j] = found.get(j, 0.0) + value
        return found


def basis(t: Sequence[float], order: int, i: int, u: float) -> list[float]:
    """N_{i-order+1}(u) .. N_i(u) of an order, for t_i ≤ u ≤ t_{i+1}."""
    values = [1.0]
    for k in range(1, order):
        saved, longer = 0.0, []
        for m, value in enumerate(values):
            right, left = t[i + m + 1] - u, u - t[i + m + 1 - k]
            part = value / (right + left)
            longer.append(saved + right * part)
            saved = left * part
        values = [*longer, saved]
    return values


def expansion(knots: Knots, i: int, control: Sequence[float], u: float) -> list[float]:
    """The coefficients of 1, (x - u), (x - u)², ... of one component on piece i: derivatives over factorials."""
    t, k = knots.values, knots.order
    q = [control[(i - k + 1 + m) % knots.count] for m in range(k)]
    coefficients, factorial = [], 1.0
    for r in range(k):
        p = k - 1 - r
        coefficients.append(sum(n * c for n, c in zip(basis(t, p + 1, i, u), q)) / factorial)
        q = [p * (q[m + 1] - q[m]) / (t[i + m + 1] - t[i + m + 1 - p]) for m in range(p)]
        factorial *= r + 1
    return coefficients


def clamped(first: float, inner: Sequence[float], last: float, order: int) -> Knots:
    """The knots of an open curve."""
    return Knots((*[first] * order, *inner, *[last] * order), order, len(inner) + order)


def periodic(breaks: Sequence[float], order: int) -> Knots:
    """The knots of a closed curve whose pieces end at the breaks: one period, both ends given."""
    count, period = len(breaks) - 1, breaks[-1] - breaks[0]
    numbers = range(1 - order, count + order)
    return Knots(tuple(breaks[j % count] + (j // count) * period for j in numbers), order, count)


def open_knots(u: Sequence[float], order: int, pieces: int) -> Knots:
    """(2) or, for fewer pieces than interpolation has, (4)."""
    n = len(u) - 1
    if pieces >= n - order + 2:
        inner = [sum(u[j : j + order - 1]) / (order - 1) for j in range(1, n - order + 2)]
    else:
        places = [j * (n + 1) / pieces for j in range(1, pieces)]
        inner = [u[int(x) - 1] + (x - int(x)) * (u[int(x)] - u[int(x) - 1]) for x in places]
    return clamped(u[0], inner, u[-1], order)


def closed_knots(u: Sequence[float], order: int, pieces: int) -> Knots:
    """(3) or, for fewer pieces than points, (5); the last parameter closes the curve."""
    n = len(u) - 1
    if pieces < n:
        places = [j * n / pieces for j in range(pieces)]
        return periodic([*(u[int(x)] + (x - int(x)) * (u[int(x) + 1] - u[int(x)]) for x in places), u[-1]], order)
    if order % 2 == 0:
        return periodic(u, order)
    middles = [0.5 * (a + b) for a, b in pairwise(u)]
    return periodic([middles[-1] - (u[-1] - u[0]), *middles], order)


def through(knots: Knots, u: Sequence[float], points: Sequence[Point], closed: bool) -> list[list[float]]:
    """The control points of the curve through points, or next to them where there are more points than control points.

    A closed curve takes the points without the last one; an open one meets both ends in any case.
    """
    if closed:
        return least_squares([knots.row(x) for x in u[:-1]], points[:-1], knots.count)
    last = knots.count - 1
    rows, rights = [], []
    for x, point in zip(u[1:-1], points[1:-1]):
        row = knots.row(x)
        a, b = row.pop(0, 0.0), row.pop(last, 0.0)
        rows.append({j - 1: value for j, value in row.items()})
        rights.append([p - a * p0 - b * p1 for p, p0, p1 in zip(point, points[0], points[-1])])
    return [list(points[0]), *least_squares(rows, rights, last - 1), list(points[-1])]


def least_squares(rows: Sequence[dict[int, float]], rights: Sequence[Point], n: int) -> list[list[float]]:
    """The n unknowns (points) of sparse linear equations, by Givens rotations, one equation after the other."""
    triangle: list[dict[int, float]] = [{} for _ in range(n)]
    right: list[list[float]] = [[] for _ in range(n)]
    for given, point in zip(rows, rights):
        row, value = {j: x for j, x in given.items() if x != 0.0}, list(point)
        while row:
            k = min(row)
            if not triangle[k]:
                triangle[k], right[k] = row, value
                break
            triangle[k], right[k], row, value = _rotate(k, triangle[k], right[k], row, value)
    unknowns: list[list[float]] = [[] for _ in range(n)]
    for k in range(n - 1, -1, -1):
        pivot = triangle[k].pop(k, 0.0)
        if abs(pivot) < 1e-10:  # the entries of a row of basis functions add up to 1
            raise NotDetermined
        for j, x in triangle[k].items():
            right[k] = [a - x * b for a, b in zip(right[k], unknowns[j])]
        unknowns[k] = [a / pivot for a in right[k]]
    return unknowns


def _rotate(
    k: int, upper: dict[int, float], above: Point, lower: dict[int, float], below: Point
) -> tuple[dict[int, float], list[float], dict[int, float], list[float]]:
    """Two equations turned so that the second one loses unknown k."""
    size = math.hypot(upper[k], lower[k])
    c, s = upper[k] / size, lower[k] / size
    columns = upper.keys() | lower.keys()
    first = {j: c * upper.get(j, 0.0) + s * lower.get(j, 0.0) for j in columns}
    second = {j: c * lower.get(j, 0.0) - s * upper.get(j, 0.0) for j in columns if j != k}
    return (
        first,
        [c * a + s * b for a, b in zip(above, below)],
        second,
        [c * b - s * a for a, b in zip(above, below)],
    )
