"""Curves of a transmit file: parameters (n,) to points (n, 3) and back.

    line        P + t D
    circle      C + a cos t X + b sin t Y                     also the ellipse
    B-curve     knots repeated; range k_p ... k_n
    chart       intersection of two surfaces: a spline through given points, drawn onto both surfaces
    trimmed     a piece of another curve, against it where its last parameter is smaller
    SP-curve    S(b(t)), b a B-curve in the parameters of a surface

The sense of a node is left to the caller: these are the natural curves.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.nodes import Node, Transmit
from bellcrank.geometry.parasolid.splines import Array, Frame, number, row, spline_curve, unit

TURN = 2.0 * math.pi
NEAR = 1e-8
"""Metres: Parasolid's own resolution; nearer points are the same."""


class Curve:
    """`breaks` are parameters where sampling starts; `period` is None for open curves, `range` for endless ones."""

    period: float | None = None
    breaks: Any = ()
    range: tuple[float, float] | None = None
    straight = False

    def point(self, t: Array) -> Array:
        """Points at parameters."""
        raise NotImplementedError

    def slope(self, t: Array) -> Array:
        """Derivatives at parameters, by differences where nothing better is known."""
        low, high = self.range or (0.0, 1.0)
        h = 1e-6 * (high - low)
        return np.asarray((self.point(t + h) - self.point(t - h)) / (2.0 * h))

    def rough(self, t: Array) -> Array:
        """Points good enough to search with."""
        return self.point(t)

    def pieces(self, t0: float, t1: float, angle: float, tolerance: float) -> Array:
        """Parameters from one end to the other to begin sampling with: the breaks in between."""
        period = self.period or 0.0
        breaks = np.asarray(self.breaks, dtype=float)
        inner = np.concatenate([breaks + k * period for k in (-1, 0, 1)]) if period else breaks
        slack = 1e-6 * abs(t1 - t0)
        return np.asarray(np.r_[t0, np.unique(inner[(inner > t0 + slack) & (inner < t1 - slack)]), t1])

    def parameter(self, point: Array) -> float:
        """The parameter nearest to a point: an end, or the best of a sample improved by Gauss-Newton steps."""
        if self.range is None:
            raise NotMeshed("a curve without ends")
        low, high = self.range
        t = np.unique(np.concatenate([np.linspace(low, high, 33), np.asarray(self.breaks, dtype=float)]))
        away = np.linalg.norm(self.rough(t) - point, axis=1)
        best = float(t[np.argmin(away)])
        if away.min() < NEAR:
            return best
        for _ in range(12):
            at = np.array([best])
            slope, rest = self.slope(at)[0], point - self.rough(at)[0]
            move = float(slope @ rest / max(slope @ slope, 1e-300))
            last, best = best, min(max(best + move, low), high)
            if abs(best - last) < 1e-13 * (high - low):
                break
        return best


class Line(Curve):
    """A straight line without ends."""

    straight = True

    def __init__(self, node: Node) -> None:
        self.origin, self.direction = row(node.pvec), unit(row(node.direction))

    def point(self, t: Array) -> Array:
        return np.asarray(self.origin + np.multiply.outer(t, self.direction))

    def slope(self, t: Array) -> Array:
        return np.broadcast_to(self.direction, (len(t), 3))

    def parameter(self, point: Array) -> float:
        return float((point - self.origin) @ self.direction)


class Conic(Curve):
    """Circle and ellipse."""

    period = TURN
    range = (0.0, TURN)
    breaks = tuple(np.linspace(0.0, TURN, 5)[:-1])

    def __init__(self, node: Node, a: float, b: float) -> None:
        self.frame, self.a, self.b = Frame(node.centre, node.normal, node.x_axis), number(a), number(b)
        if min(self.a, self.b) <= 0.0:
            raise NotMeshed("a circle without a radius")

    def point(self, t: Array) -> Array:
        return self.frame.world(np.stack([self.a * np.cos(t), self.b * np.sin(t), np.zeros_like(t)], -1))

    def slope(self, t: Array) -> Array:
        return np.asarray(np.stack([-self.a * np.sin(t), self.b * np.cos(t), np.zeros_like(t)], -1) @ self.frame.axes)

    def pieces(self, t0: float, t1: float, angle: float, tolerance: float) -> Array:
        """Equal ones, as long as angle and tolerance allow; at least three to a turn."""
        flat = 2.0 * math.acos(max(1.0 - tolerance / max(self.a, self.b), 0.5))
        n = math.ceil((t1 - t0) / min(max(angle, flat), 1.5 * angle, 1.0) - 1e-9)
        return np.linspace(t0, t1, max(n, math.ceil(3.0 * (t1 - t0) / TURN - 1e-9), 1) + 1)

    def parameter(self, point: Array) -> float:
        x, y, _ = self.frame.local(point)
        return math.atan2(y / self.b, x / self.a) % TURN


class BCurve(Curve):
    """A B-curve, in space or in the parameters of a surface."""

    def __init__(self, transmit: Transmit, nurbs: Node) -> None:
        self.spline = spline_curve(transmit, nurbs)
        self.range = low, high = self.spline.ranges[0]
        knots = np.unique(self.spline.knots[0])
        self.breaks = knots[(knots >= low) & (knots <= high)]
        self.period = high - low if nurbs.closed or nurbs.periodic else None
        self.straight = self.spline.degrees[0] == 1

    def _inside(self, t: Array) -> Array:
        low, high = self.spline.ranges[0]
        if self.period:
            return np.where((t >= low) & (t <= high), t, low + (t - low) % self.period)
        return np.clip(t, low, high)

    def point(self, t: Array) -> Array:
        return self.spline(self._inside(np.asarray(t, dtype=float)))

    def slope(self, t: Array) -> Array:
        return self.spline.with_slopes(self._inside(np.asarray(t, dtype=float)))[1]


class Chart(Curve):
    """Intersection of two surfaces, given as points on it."""

    def __init__(self, points: Array, surfaces: list[Any]) -> None:
        from scipy.interpolate import CubicSpline

        steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
        keep = np.r_[True, steps > NEAR]
        self.points, self.surfaces = points[keep], surfaces
        if len(self.points) < 2:
            raise NotMeshed("an intersection without points")
        self.breaks = np.r_[0.0, np.cumsum(steps[steps > NEAR])]
        self.range = (0.0, float(self.breaks[-1]))
        if np.linalg.norm(self.points[0] - self.points[-1]) < 1e-7 and len(self.points) > 3:
            self.period = float(self.breaks[-1])
            self.points[-1] = self.points[0]
        self.spline = CubicSpline(self.breaks, self.points, bc_type="periodic" if self.period else "not-a-knot")
        self.gap = float(np.diff(self.breaks).max())

    def _inside(self, t: Array) -> Array:
        low, high = self.range or (0.0, 0.0)
        return np.where((t >= low) & (t <= high), t, t % self.period) if self.period else np.clip(t, low, high)

    def rough(self, t: Array) -> Array:
        return np.asarray(self.spline(self._inside(np.asarray(t, dtype=float))))

    def slope(self, t: Array) -> Array:
        return np.asarray(self.spline(self._inside(np.asarray(t, dtype=float)), 1))

    def point(self, t: Array) -> Array:
        start = points = self.rough(t)
        if len(self.surfaces) < 2:
            return points
        for _ in range(8):
            before = points
            for surface in self.surfaces:
                points = surface.point(surface.planar(points))
            if np.abs(points - before).max(initial=0.0) < 1e-10:
                break
        lost = ~(np.linalg.norm(points - start, axis=1) < 0.3 * self.gap)
        return np.where(lost[:, None], start, points)


class Trimmed(Curve):
    """A piece of a curve from `first` to `last`; against the basis (negated parameters) when `last` is smaller."""

    def __init__(self, basis: Curve, first: float, last: float) -> None:
        first, last = number(first), number(last)
        if first == last:
            raise NotMeshed("a trimmed curve without length")
        self.basis, self.sign = basis, 1.0 if last > first else -1.0
        low, high = self.sign * first, self.sign * last
        self.range = low, high
        period = basis.period or 0.0
        self.period = basis.period if period and high - low > period * (1 - 1e-9) else None
        turns = (-2, -1, 0, 1, 2) if period else (0,)
        places = (self.sign * (b + k * period) for b in basis.breaks for k in turns)
        self.breaks = sorted(b for b in places if low < b < high)
        self.straight = basis.straight

    def point(self, t: Array) -> Array:
        return self.basis.point(self.sign * np.asarray(t, dtype=float))

    def rough(self, t: Array) -> Array:
        return self.basis.rough(self.sign * np.asarray(t, dtype=float))

    def slope(self, t: Array) -> Array:
        return self.sign * self.basis.slope(self.sign * np.asarray(t, dtype=float))


class OnSurface(Curve):
    """A B-curve in the parameters of a surface."""

    def __init__(self, flat: BCurve, surface: Any) -> None:
        if flat.spline.control.shape[-1] - bool(flat.spline.rational) != 2:
            raise NotMeshed("a curve on a surface that is not given in its parameters")
        self.flat, self.surface = flat, surface
        low, high = flat.spline.ranges[0]
        self.range, self.breaks = (low, high), flat.breaks
        ends = self.point(np.array([low, high]))
        if np.linalg.norm(ends[1] - ends[0]) < 1e-6:
            self.period = high - low

    def point(self, t: Array) -> Array:
        low, high = self.range or (0.0, 0.0)
        t = np.asarray(t, dtype=float)
        inside = (t >= low) & (t <= high)
        t = np.where(inside, t, low + (t - low) % self.period) if self.period else np.clip(t, low, high)
        return np.asarray(self.surface.evaluate(self.flat.point(t)))
