"""Curves in a plane for contacts: pieces of fifth degree, from circles, lines from point to point and B-splines.

Piece       x(t), y(t), 0 <= t <= 1, from the ends, their first and second derivatives (Hermite): exact for lines and
            B-splines up to order 6, to 1e-9 of the radius for arcs of 10 degrees                                    (1)
Side        the free side is on the right of a closed curve that turns to the left, that is outside; of an open curve on
            the right as its parameter grows; `flip` takes the other one                                             (2)
Corners     that stick out are rounded: CUT of the shorter side is cut off and bridged by a piece without curvature at
            its ends, so that what slides over a corner feels no jump. Corners that stick in stay sharp.             (3)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

Array = np.ndarray
LINE, CORNER, CURVED = 0.0, 1.0, 2.0
"""Types of pieces."""
X, Y, N0, N1, TYPE, OPEN0, OPEN1, LENGTH, CUT0, CUT1 = 0, 6, 12, 14, 16, 17, 18, 19, 20, 21
COLUMNS = 22
"""Columns of a row: coefficients of x and y, unit normals at both ends, type, the length over which contact fades at an
open end (0: it is none), length, and the length cut off at its ends where a corner is rounded."""
CUT = 0.02
TURN = np.radians(10.0)
"""The most by which a curved piece turns."""
EXACT = 1e-9


@dataclass(frozen=True, eq=False)
class PlaneCurve:
    """Rows of pieces one behind the other."""

    pieces: Array
    closed: bool

    def points(self, per: int = 4) -> Array:
        """Points along it."""
        t = np.linspace(0.0, 1.0, per, endpoint=False)
        powers = np.vander(t, 6, increasing=True).T
        inner = np.stack([(self.pieces[:, c : c + 6] @ powers).ravel() for c in (X, Y)], axis=1)
        return np.vstack(
            [inner, self.pieces[-1:, [X, Y]] + [[p[c + 1 : c + 6].sum() for c in (X, Y)] for p in self.pieces[-1:]]]
        )


def hermite(a: Array, b: Array) -> Array:
    """Coefficients (2, 6) from the rows position, first and second derivative (3, 2) at t = 0 and t = 1: (1)."""
    (p, v, c), (q, w, d) = a, b
    gap = q - p - v - 0.5 * c
    turn, bend = w - v - c, d - c
    high = (10.0 * gap - 4.0 * turn + 0.5 * bend, -15.0 * gap + 7.0 * turn - bend, 6.0 * gap - 3.0 * turn + 0.5 * bend)
    return np.array([p, v, 0.5 * c, *high]).T


def row(coefficients: Array, kind: float, cuts: tuple[float, float] = (0.0, 0.0)) -> Array:
    """A row without its normals."""
    found = np.zeros(COLUMNS)
    found[X : X + 6], found[Y : Y + 6] = coefficients
    points = coefficients @ np.vander(np.linspace(0.0, 1.0, 17), 6, increasing=True).T
    found[TYPE], found[LENGTH] = kind, np.linalg.norm(np.diff(points, axis=1), axis=0).sum()
    found[CUT0], found[CUT1] = cuts
    return found


def finished(rows: list[Array], closed: bool, flip: bool) -> PlaneCurve:
    """Normals at the ends, the means of both sides at sharp corners, and what is open: (2)."""
    pieces = np.array(rows)
    start = np.stack([pieces[:, X + 1], pieces[:, Y + 1]], axis=1)
    end = np.stack([pieces[:, c + 1 : c + 6] @ np.arange(1.0, 6.0) for c in (X, Y)], axis=1)
    sign = -1.0 if flip else 1.0
    if closed:
        p = PlaneCurve(pieces, True).points()
        sign *= np.sign((p[:-1, 0] * p[1:, 1] - p[1:, 0] * p[:-1, 1]).sum())
    right = [sign * np.stack([d[:, 1], -d[:, 0]], axis=1) / np.linalg.norm(d, axis=1)[:, None] for d in (start, end)]
    before, after = np.roll(right[1], 1, axis=0), np.roll(right[0], -1, axis=0)
    if not closed:
        before[0], after[-1] = right[0][0], right[1][-1]
        pieces[0, OPEN0] = min(CUT * pieces[:, LENGTH].sum(), pieces[0, LENGTH])
        pieces[-1, OPEN1] = min(CUT * pieces[:, LENGTH].sum(), pieces[-1, LENGTH])
    for own, other, column in ((right[0], before, N0), (right[1], after, N1)):
        mean = own + other
        pieces[:, column : column + 2] = mean / np.maximum(np.linalg.norm(mean, axis=1), 1e-300)[:, None]
    return PlaneCurve(pieces, closed)


def circle(radius: float, angles: tuple[float, float] | None = None, flip: bool = False) -> PlaneCurve:
    """A circle about the origin, or its arc between two angles from the x axis."""
    first, last = angles or (0.0, 2.0 * np.pi)
    rows = []
    ends = np.linspace(first, last, max(1, int(np.ceil(abs(last - first) / TURN - 1e-9))) + 1)
    for a, b in pairwise(ends):
        h = b - a
        at = [radius * np.array([[np.cos(s), np.sin(s)], [-h * np.sin(s), h * np.cos(s)],
                                 [-h * h * np.cos(s), -h * h * np.sin(s)]]) for s in (a, b)]  # fmt: skip
        rows.append(row(hermite(*at), CURVED))
    return finished(rows, bool(abs(abs(last - first) - 2.0 * np.pi) < 1e-9), flip)


def outline(points: Array, flip: bool = False) -> PlaneCurve:
    """Lines from point to point; closed where the last point is the first: (3)."""
    points = points[np.append(True, np.linalg.norm(np.diff(points, axis=0), axis=1) > 0.0)]
    size = float(np.ptp(points, axis=0).max())
    closed = bool(len(points) > 3 and np.linalg.norm(points[-1] - points[0]) < 1e-9 * size)
    p = points[:-1] if closed else points
    n = len(p)
    sides = (np.roll(p, -1, axis=0) - p)[: n if closed else n - 1]
    length = np.linalg.norm(sides, axis=1)
    along = sides / length[:, None]
    area = (p[:, 0] * np.roll(p[:, 1], -1) - p[:, 1] * np.roll(p[:, 0], -1)).sum() if closed else 1.0
    outside = np.sign(area) * (-1.0 if flip else 1.0)
    cuts = np.zeros(n)
    for k in range(n) if closed else range(1, n - 1):
        d, e = along[k - 1], along[k]
        if outside * (d[0] * e[1] - d[1] * e[0]) > 1e-9:
            cuts[k] = CUT * min(length[k - 1], length[k])
    rows = []
    for k in range(len(sides)):
        a, b = cuts[k], cuts[(k + 1) % n]
        start, end = p[k] + a * along[k], p[k] + (length[k] - b) * along[k]
        if a > 0.0:
            rows.append(bridge(p[k] - a * along[k - 1], start, along[k - 1], along[k], a))
        rows.append(row(np.column_stack([start, end - start, np.zeros((2, 4))]), LINE, (a, b)))
    return finished(rows, closed, flip)


def bridge(p: Array, q: Array, d: Array, e: Array, cut: float) -> Array:
    """A rounded corner from p along d to q along e."""
    none = np.zeros(2)
    return row(hermite(np.array([p, 2.0 * cut * d, none]), np.array([q, 2.0 * cut * e, none])), CORNER, (cut, cut))


Derivatives = Callable[[float], Array]


def spline(at: Derivatives, ends: Array, closed: bool, flip: bool = False) -> PlaneCurve:
    """A curve by the rows c, c', c'' (3, 2) of its parameter, smooth between `ends`; divided until (1) is exact."""
    points = np.array([at(a)[0] for a in np.linspace(ends[0], ends[-1], 65)])
    size = float(np.ptp(points, axis=0).max())
    rows = []
    todo = [(a, b, 0) for a, b in pairwise(ends)][::-1]
    while todo:
        a, b, level = todo.pop()
        scale = np.array([[1.0], [b - a], [(b - a) ** 2]])
        first, last, inside = at(a + 1e-12 * (b - a)) * scale, at(b - 1e-12 * (b - a)) * scale, at(0.5 * (a + b))
        coefficients = hermite(first, last)
        off = np.abs(coefficients @ 0.5 ** np.arange(6.0) - inside[0]).max()
        if level < 12 and (off > EXACT * size or _turns(first[1], inside[1], last[1]) > TURN):
            todo += [(0.5 * (a + b), b, level + 1), (a, 0.5 * (a + b), level + 1)]
        else:
            rows.append(row(coefficients, CURVED))
    return finished(rows, closed or bool(np.linalg.norm(points[-1] - points[0]) < 1e-9 * size), flip)


def _turns(*tangents: Array) -> float:
    """The sum of the angles between tangents, one after the other."""
    pairs = pairwise(tangents)
    return float(sum(abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)) for a, b in pairs))
