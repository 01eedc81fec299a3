"""Surfaces of a transmit file (analytic ones): plane coordinates (n, 2) to points (n, 3) and back.

    plane      P + u X + v Y
    cylinder   P + r (X cos u + Y sin u) + v A
    cone       P + (r + v tan a)(X cos u + Y sin u) + v A
    sphere     C + r cos v (X cos u + Y sin u) + r sin v A
    torus      C + (a + b cos v)(X cos u + Y sin u) + b sin v A

Plane coordinates q are the parameters scaled to lengths, so that d1 x d2 is the natural normal. A face is laid out in
them. Where they are singular, `chart` gives others for a face: a sphere is seen from a point outside of the face
(stereographic), a cone around its apex in polar coordinates. The sense of a node is left to the caller.
"""

from __future__ import annotations

import math
from copy import copy

import numpy as np

from bellcrank.geometry import analytic
from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.nodes import Node
from bellcrank.geometry.parasolid.planar import area, unwrap
from bellcrank.geometry.parasolid.splines import Array, Frame, number

TURN = 2.0 * math.pi
Periods = tuple[float | None, float | None]


class Surface:
    """What a face needs of its surface."""

    periods: Periods = (None, None)
    scale = np.ones(2)
    stretch = np.ones(2)
    """Lengths along a direction without curvature count less when triangles are chosen."""
    flat = False
    tip = False
    """Whether the origin of the plane is an apex, at which there is no normal."""

    def evaluate(self, uv: Array) -> Array:
        """Points at the parameters of the file format."""
        raise NotImplementedError

    def planar(self, points: Array) -> Array:
        """Plane coordinates of points on or near the surface."""
        raise NotImplementedError

    def point(self, q: Array) -> Array:
        """Points at plane coordinates."""
        return self.evaluate(q / self.scale)

    def normal(self, q: Array) -> Array:
        """Unit normals at plane coordinates."""
        raise NotImplementedError

    def split(self, a: Array, b: Array) -> Array:
        """Where to halve an edge."""
        return np.asarray(0.5 * (a + b))

    def chart(self, loops: list[Array]) -> Surface:
        """The surface with coordinates that are regular on a face with these loops of points."""
        return self

    def whole(self) -> tuple[bool, bool]:
        """Whether a face without loops closes in u and in v (torus), or in u with poles (sphere)."""
        raise NotMeshed("a face without loops on an open surface")

    def exact(self) -> tuple[float, ...]:
        """Its row of numbers (see bellcrank.geometry.analytic), solid inside; zeros where it is free-form."""
        return (0.0,) * analytic.COLUMNS

    def offset(self, distance: float) -> Surface:
        """The surface at a distance along its natural normal."""
        raise NotMeshed("an offset of this surface")


def _row(kind: int, frame: Frame, a: float, b: float) -> tuple[float, ...]:
    return (float(kind), *frame.origin.tolist(), *frame.z.tolist(), a, b, 1.0)


class Plane(Surface):
    """A plane."""

    flat = True

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def evaluate(self, uv: Array) -> Array:
        return self.frame.world(np.column_stack([uv, np.zeros(len(uv))]))

    def planar(self, points: Array) -> Array:
        return self.frame.local(points)[:, :2]

    def normal(self, q: Array) -> Array:
        return np.broadcast_to(self.frame.z, (len(q), 3))

    def exact(self) -> tuple[float, ...]:
        return _row(analytic.PLANE, self.frame, 0.0, 0.0)

    def offset(self, distance: float) -> Surface:
        f = self.frame
        return Plane(Frame(f.origin + distance * f.z, f.z, f.x))


class Round(Surface):
    """Cylinder (slope 0) and cone: angle and height along the axis, radius r + slope v."""

    stretch = np.array([1.0, 0.02])

    def __init__(self, frame: Frame, radius: float, slope: float = 0.0) -> None:
        self.frame, self.radius, self.slope = frame, radius, slope
        if not math.isfinite(slope) or radius < 0.0 or (radius == 0.0 and slope == 0.0):
            raise NotMeshed("a cylinder or cone without a radius")
        self.apex = -radius / slope if slope else None
        self.scale = np.array([radius or 1e-3, math.hypot(1.0, slope)])
        self.periods = (TURN * float(self.scale[0]), None)

    @classmethod
    def cone(cls, node: Node) -> Round:
        """A cone of a node."""
        slope = number(node.sin_half_angle) / (number(node.cos_half_angle) or math.nan)
        return cls(Frame(node.pvec, node.axis, node.x_axis), number(node.radius), slope)

    def evaluate(self, uv: Array) -> Array:
        r = self.radius + self.slope * uv[:, 1]
        return self.frame.world(np.column_stack([r * np.cos(uv[:, 0]), r * np.sin(uv[:, 0]), uv[:, 1]]))

    def planar(self, points: Array) -> Array:
        x, y, z = self.frame.local(points).T
        if self.slope:  # foot of the perpendicular on the generator
            z = (z + self.slope * (np.hypot(x, y) - self.radius)) / (1.0 + self.slope**2)
        return np.column_stack([np.arctan2(y, x), z]) * self.scale

    def normal(self, q: Array) -> Array:
        u = q[:, 0] / self.scale[0]
        local = np.column_stack([np.cos(u), np.sin(u), np.full_like(u, -self.slope)])
        return np.asarray(local @ self.frame.axes / math.hypot(1.0, self.slope))

    def chart(self, loops: list[Array]) -> Surface:
        if self.apex is None:
            return self
        height = self.frame.local(np.concatenate(loops))[:, 2]
        at_apex = np.abs(height - self.apex) < 1e-9 + 1e-7 * abs(self.radius)
        turns = sum(unwrap(self.planar(points), self.periods)[1][0] for points in loops)
        if at_apex.any() or turns:
            return Polar(self, 0, self.apex, np.concatenate(loops))
        return _measured(self, loops)

    def exact(self) -> tuple[float, ...]:
        return _row(analytic.CONE if self.slope else analytic.CYLINDER, self.frame, self.radius, self.slope)

    def offset(self, distance: float) -> Surface:
        return Round(self.frame, self.radius + distance * math.hypot(1.0, self.slope), self.slope)


class Sphere(Surface):
    """A sphere in longitude and latitude."""

    def __init__(self, frame: Frame, radius: float) -> None:
        if radius <= 0.0:
            raise NotMeshed("a sphere without a radius")
        self.frame, self.radius = frame, radius
        self.periods = (TURN * radius, None)
        self.scale = np.full(2, radius)

    def evaluate(self, uv: Array) -> Array:
        u, v = uv.T
        r = self.radius
        return self.frame.world(r * np.column_stack([np.cos(u) * np.cos(v), np.sin(u) * np.cos(v), np.sin(v)]))

    def planar(self, points: Array) -> Array:
        x, y, z = self.frame.local(points).T
        return np.column_stack([np.arctan2(y, x), np.arctan2(z, np.hypot(x, y))]) * self.scale

    def normal(self, q: Array) -> Array:
        return np.asarray((self.point(q) - self.frame.origin) / self.radius)

    def whole(self) -> tuple[bool, bool]:
        return True, False

    def exact(self) -> tuple[float, ...]:
        return _row(analytic.SPHERE, self.frame, self.radius, 0.0)

    def offset(self, distance: float) -> Surface:
        return Sphere(self.frame, self.radius + distance)

    def chart(self, loops: list[Array]) -> Surface:
        directions = (np.concatenate(loops) - self.frame.origin) / self.radius
        mean = directions.mean(0)
        mean = mean / (np.linalg.norm(mean) or 1.0)
        poles = [mean, -mean, *np.eye(3), *-np.eye(3), *self.frame.axes, *-self.frame.axes]
        poles = [p for p in poles if np.linalg.norm(p) > 0.5]
        for pole in sorted(poles, key=lambda p: float((directions @ p).max())):
            surface = Stereographic(self, pole)
            if sum(area(surface.planar(points)) for points in loops) > 0:
                return surface
        raise NotMeshed("a sphere that no point outside of the face sees")


class Stereographic(Surface):
    """A sphere seen from a point of it that the face does not contain: no period, no pole."""

    def __init__(self, sphere: Sphere, pole: Array) -> None:
        self.radius = sphere.radius
        self.frame = Frame(sphere.frame.origin, -pole, np.eye(3)[np.argmin(np.abs(pole))])

    def evaluate(self, uv: Array) -> Array:
        s = uv / self.radius
        n = (s**2).sum(1, keepdims=True)
        return self.frame.world(self.radius * np.hstack([4 * s, 4 - n]) / (4 + n))

    def normal(self, q: Array) -> Array:
        return np.asarray((self.point(q) - self.frame.origin) / self.radius)

    def split(self, a: Array, b: Array) -> Array:
        """On the straight line of the plane, which stays inside the face; lengths grow with 1 + |q|^2 / 4 r^2."""
        short, long = ((1.0 + (q**2).sum(1) / (4 * self.radius**2)) ** -0.25 for q in (a, b))
        return np.asarray(a + (long / (short + long))[:, None] * (b - a))

    def planar(self, points: Array) -> Array:
        local = self.frame.local(points)
        return np.asarray(2 * self.radius * local[:, :2] / np.maximum(self.radius + local[:, 2:], 1e-9 * self.radius))


class Polar(Surface):
    """A surface of revolution around its pole: the pole is an ordinary point of the plane."""

    tip = True

    def __init__(self, surface: Surface, angle_axis: int, pole: float, points: Array) -> None:
        self.surface, self.axis, self.at = surface, angle_axis, pole
        s = (surface.planar(points) / surface.scale)[:, 1 - angle_axis] - pole
        self.side = 1.0 if s[np.argmax(np.abs(s))] > 0 else -1.0
        self.mirror = self.side if angle_axis == 1 else -self.side

    def planar(self, points: Array) -> Array:
        q = self.surface.planar(points) / self.surface.scale
        s, angle = np.abs(q[:, 1 - self.axis] - self.at), q[:, self.axis]
        return np.column_stack([s * np.cos(angle), self.mirror * s * np.sin(angle)])

    def split(self, a: Array, b: Array) -> Array:
        """Half way in radius and angle, as long as the angle is small: a ring stays a ring."""
        ra, rb = np.hypot(a[:, 0], a[:, 1])[:, None], np.hypot(b[:, 0], b[:, 1])[:, None]
        half = a / np.maximum(ra, 1e-300) + b / np.maximum(rb, 1e-300)
        length = np.hypot(half[:, 0], half[:, 1])[:, None]
        near = (length > 1.74) & (np.minimum(ra, rb) > 0.0)  # less than 60 degrees
        return np.where(near, 0.5 * (ra + rb) * half / np.maximum(length, 1e-300), 0.5 * (a + b))

    def _parameters(self, q: Array) -> Array:
        uv = np.empty_like(q)
        uv[:, self.axis] = np.arctan2(self.mirror * q[:, 1], q[:, 0])
        uv[:, 1 - self.axis] = self.at + self.side * np.hypot(q[:, 0], q[:, 1])
        return uv

    def evaluate(self, uv: Array) -> Array:
        return self.surface.evaluate(self._parameters(uv))

    def normal(self, q: Array) -> Array:
        normals = self.surface.normal(self._parameters(q) * self.surface.scale)
        return np.where((np.hypot(q[:, 0], q[:, 1]) > 1e-9)[:, None], normals, 0.0)


def _measured(surface: Round | Torus, loops: list[Array]) -> Surface:
    """The same surface with angles about its axis scaled to lengths by the mean radius of a face."""
    x, y, _ = surface.frame.local(np.concatenate(loops)).T
    radius = float(np.hypot(x, y).mean())
    if not radius > 0.0:
        return surface
    found = copy(surface)
    found.scale = np.array([radius, surface.scale[1]])
    found.periods = (TURN * radius, surface.periods[1])
    return found


class Torus(Surface):
    """A ring."""

    def __init__(self, frame: Frame, a: float, b: float) -> None:
        if b <= 0.0:
            raise NotMeshed("a torus without a radius")
        self.frame, self.a, self.b = frame, a, b
        self.scale = np.array([max(abs(a), b), b])
        self.periods = (TURN * float(self.scale[0]), TURN * b)

    def evaluate(self, uv: Array) -> Array:
        u, v = uv.T
        r = self.a + self.b * np.cos(v)
        return self.frame.world(np.column_stack([r * np.cos(u), r * np.sin(u), self.b * np.sin(v)]))

    def planar(self, points: Array) -> Array:
        x, y, z = self.frame.local(points).T
        return np.column_stack([np.arctan2(y, x), np.arctan2(z, np.hypot(x, y) - self.a)]) * self.scale

    def normal(self, q: Array) -> Array:
        u, v = (q / self.scale).T
        return np.asarray(np.column_stack([np.cos(u) * np.cos(v), np.sin(u) * np.cos(v), np.sin(v)]) @ self.frame.axes)

    def chart(self, loops: list[Array]) -> Surface:
        return _measured(self, loops)

    def whole(self) -> tuple[bool, bool]:
        if self.a < self.b:
            raise NotMeshed("a torus that cuts itself, without loops")
        return True, True

    def exact(self) -> tuple[float, ...]:
        return _row(analytic.TORUS, self.frame, self.a, self.b) if self.a >= self.b else super().exact()

    def offset(self, distance: float) -> Surface:
        return Torus(self.frame, self.a, self.b + distance)
