"""Free-form surfaces: B-surfaces, swept, spun, offset and blended ones.

Each is a function of two parameters over a box. The way back from a point to its parameters is the nearest point of a
grid, improved by Gauss-Newton steps:

    J^T J d = J^T (p - S(u, v)),   J = [S_u, S_v]                                                       (1)

    swept      C(u) + v D
    spun       profile(u) turned by v about an axis
    offset     S + d n
    blend      ball on a spine: the arc from its foot on one surface to its foot on the other one
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bellcrank.geometry.parasolid.curves import TURN, Curve
from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.planar import unwrap
from bellcrank.geometry.parasolid.splines import Array, Spline
from bellcrank.geometry.parasolid.surfaces import Polar, Surface

ROUNDS = 12
REACH = 10.0
"""Metres: how far an endless profile is followed."""
Evaluate = Callable[[Array], Array]


class FreeForm(Surface):
    """Any surface given by a function of (u, v) over a box."""

    def __init__(
        self, function: Evaluate, ranges: Sequence[Sequence[float]], closed: tuple[bool, bool], cells: tuple[int, int]
    ) -> None:
        self.function, self.ranges = function, np.array(ranges, dtype=float)
        self.width = self.ranges[:, 1] - self.ranges[:, 0]
        if not (np.isfinite(self.ranges).all() and (self.width > 0).all()):
            raise NotMeshed("a surface without extent")
        self.closed = np.array(closed)
        axes = [np.linspace(low, high, n + 1) for (low, high), n in zip(self.ranges, cells)]
        grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
        points = function(grid.reshape(-1, 2)).reshape(*grid.shape[:2], 3)
        self.grid, self.points = grid.reshape(-1, 2), points.reshape(-1, 3)
        if not np.isfinite(self.points).all():
            raise NotMeshed("a surface that is not finite")
        lengths = [np.linalg.norm(np.diff(points, axis=k), axis=-1).sum(k).mean() for k in (0, 1)]
        self.scale = np.maximum(lengths, 1e-9) / self.width
        u, v = (float(w * s) if c else None for w, s, c in zip(self.width, self.scale, closed))
        self.periods = (u, v)

    def evaluate(self, uv: Array) -> Array:
        return self.function(self._inside(uv))

    def slopes(self, uv: Array) -> tuple[Array, Array, Array]:
        """Points and their two derivatives at parameters inside the box, by differences."""
        here, found = self.function(uv), []
        for k in (0, 1):
            step = np.zeros_like(uv)
            step[:, k] = 1e-6 * self.width[k] * np.where(uv[:, k] > self.ranges[k].mean(), -1.0, 1.0)
            found.append((self.function(uv + step) - here) / step[:, k : k + 1])
        return here, found[0], found[1]

    def normal(self, q: Array) -> Array:
        _, du, dv = self.slopes(self._inside(q / self.scale))
        normal = np.cross(du, dv)
        return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300))

    def _inside(self, uv: Array) -> Array:
        low, high = self.ranges.T
        wrapped = np.where((uv >= low) & (uv <= high), uv, low + (uv - low) % self.width)
        return np.where(self.closed, wrapped, np.clip(uv, low, high))

    def planar(self, points: Array) -> Array:
        """Equation (1) from the nearest point of the grid."""
        uv = np.concatenate(
            [self._nearest(points[k : k + 512]) for k in range(0, len(points), 512)] or [np.empty((0, 2))]
        )
        for _ in range(ROUNDS):
            here, du, dv = self.slopes(uv)
            rest = points - here
            a, b, c = (du * du).sum(1), (du * dv).sum(1), (dv * dv).sum(1)
            f, g = (du * rest).sum(1), (dv * rest).sum(1)
            determinant = a * c - b * b
            determinant = np.where(determinant > 1e-14 * a * c, determinant, np.inf)
            after = self._inside(uv + np.column_stack([c * f - b * g, a * g - b * f]) / determinant[:, None])
            moved, uv = np.abs((after - uv) * self.scale).max(initial=0.0), after
            if moved < 1e-11:
                break
        return np.asarray(uv * self.scale)

    def _nearest(self, points: Array) -> Array:
        square = (self.points**2).sum(1) - 2.0 * points @ self.points.T
        return np.asarray(self.grid[square.argmin(1)])

    def offset(self, distance: float) -> Surface:
        def function(uv: Array) -> Array:
            return np.asarray(self.function(uv) + distance * self.normal(uv * self.scale))

        closed = (bool(self.closed[0]), bool(self.closed[1]))
        return FreeForm(function, self.ranges.tolist(), closed, (32, 32))


class BSurface(FreeForm):
    """A rational B-spline surface, with exact derivatives."""

    def __init__(self, spline: Spline, closed: tuple[bool, bool]) -> None:
        self.spline = spline
        u, v = (min(3 * len(np.unique(k)) + 6, 40) for k in spline.knots)
        super().__init__(lambda uv: spline(uv[:, 0], uv[:, 1]), spline.ranges, closed, (u, v))

    def slopes(self, uv: Array) -> tuple[Array, Array, Array]:
        point, du, dv = self.spline.with_slopes(uv[:, 0], uv[:, 1])
        return point, du, dv


class Spun(FreeForm):
    """A profile turned about an axis; around an end on the axis a face is laid out in polar coordinates."""

    def __init__(self, profile: Curve, base: Array, axis: Array, ends: tuple[float, float], full: bool) -> None:
        def function(uv: Array) -> Array:
            arm = profile.point(uv[:, 0]) - base
            along = np.outer(arm @ axis, axis)
            radial, v = arm - along, uv[:, 1:]
            return np.asarray(base + along + radial * np.cos(v) + np.cross(axis, radial) * np.sin(v))

        super().__init__(function, [ends, (0.0, TURN)], (full, True), (32, 32))
        tips = function(np.array([[end, 0.0] for end in ends])) - base
        radii = np.linalg.norm(np.cross(tips, axis), axis=1)
        self.poles = [end for end, r in zip(ends, radii) if r < 1e-7 and not full]

    def chart(self, loops: list[Array]) -> Surface:
        turns = sum(unwrap(self.planar(points), self.periods)[1][1] for points in loops) if self.poles else 0
        if not turns:
            return self
        points = np.concatenate(loops)
        u = float(self.planar(points)[:, 0].mean() / self.scale[0])
        return Polar(self, 1, min(self.poles, key=lambda pole: abs(pole - u)), points)


def swept(section: Curve, direction: Array) -> FreeForm:
    """A section moved along a direction."""
    low, high = section.range or (-1.0, 1.0)
    reach = 10.0 * max(float(np.ptp(section.point(np.linspace(low, high, 9)), axis=0).max()), 1e-3)
    return FreeForm(
        lambda uv: section.point(uv[:, 0]) + uv[:, 1:] * direction,
        [(low, high), (-reach, reach)],
        (section.period is not None, False),
        (40, 40),
    )


def blend(spine: Curve, sides: Sequence[tuple[Surface, float]], sign: float) -> FreeForm:
    """A rolling ball. First parameter from side 0 to side 1, second along the spine with its sense: d1 x d2 is the
    normal."""
    from scipy.interpolate import CubicSpline

    if spine.range is None:
        raise NotMeshed("a blend along an endless line")
    low, high = spine.range
    t = np.linspace(low, high, min(12 * max(len(spine.breaks), 2), 3000) + 1)
    centre = spine.point(t)
    feet = []
    for surface, radius in sides:
        arm = surface.point(surface.planar(centre)) - centre
        feet.append(abs(radius) * arm / np.maximum(np.linalg.norm(arm, axis=1, keepdims=True), 1e-300))
    values = np.hstack([centre, *feet])
    ring = spine.period is not None
    if ring:
        values[-1] = values[0]
    track = CubicSpline(t, values, bc_type="periodic" if ring else "not-a-knot")

    def function(uv: Array) -> Array:
        at = track(np.clip(sign * uv[:, 1], low, high))
        c, a, b = at[:, :3], at[:, 3:6], at[:, 6:]
        opening = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), (a * b).sum(1))[:, None]
        s, size = uv[:, :1], np.maximum(np.sin(opening), 1e-12)
        return np.asarray(c + (np.sin((1 - s) * opening) * a + np.sin(s * opening) * b) / size)

    return FreeForm(function, [(0.0, 1.0), sorted((sign * low, sign * high))], (False, ring), (12, 64))
